"""Suggested moves: the dearest question of the API, so it is counted for each player and ask, and the last answers are kept."""

import threading
from collections import OrderedDict
from typing import NamedTuple

from engine.core.errors import Refused
from engine.core.table import Table
from engine.ledger.memory import ToldEntry
from engine.seats import Onlooker
from engine.suggestions import Suggestions
from engine.thinking import suggest_packed
from server.models import Member
from server.services import limits
from server.services.bots import find_told
from server.services.club import Club
from server.services.views import Sight, get_place, get_sight

MOST_FOR_AN_ASK, MOST_AN_HOUR = 6, 60
MOST_KEPT = 500


class Asked(NamedTuple):
    """What an answer depends on: whoever asks the same again gets the same, in this process without looking anew."""

    head: str
    seat: int
    lang: str
    names: tuple[str, ...]


class Answers:
    """The last answers of this process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Asked, Suggestions] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, asked: Asked) -> Suggestions | None:
        """Return an answer that is still known."""
        with self._lock:
            return self._kept.get(asked)

    def keep(self, asked: Asked, answer: Suggestions) -> None:
        """Keep an answer in the place of the oldest one."""
        with self._lock:
            self._kept[asked] = answer
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


ANSWERS = Answers()


def get_suggestions(club: Club, game_id: str, player: Member, lang: str) -> Suggestions:
    """Return what a player might play, or refuse where nothing is asked of them or the table wants no hints.

    No transaction is open meanwhile, and nobody is told who asked.
    """
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
    table, by = _check_may_ask(sight, lang)
    asked = Asked(sight.record.page.hash, by.seat or 0, lang, sight.names)
    found = ANSWERS.find(asked)
    if found is None:
        _count(club, sight, player, by)
        found = _look(club, table.redeal(by.seat).dump(), by, list(find_told(club, sight.record)))
        ANSWERS.keep(asked, found)
    return found


def _look(club: Club, dump: bytes, by: Onlooker, told: list[ToldEntry]) -> Suggestions:
    """Look for lines where bots think; the position that is given there has no secret in it."""
    if club.thinkers is None:
        return suggest_packed(dump, by, told)
    return club.thinkers.run(suggest_packed, dump, by, told)


def _check_may_ask(sight: Sight, lang: str) -> tuple[Table, Onlooker]:
    """Return the table and the seat from which is asked, or refuse."""
    table, by = get_place(sight, lang)
    if sight.game.hints == "none":
        raise Refused("hints_off", "This table wants no hints: nothing is suggested there.")
    if by.seat not in table.awaiting:
        raise Refused("not_awaited", "Nothing is asked of you now, so there is nothing to suggest.")
    return table, by


def _count(club: Club, sight: Sight, player: Member, by: Onlooker) -> None:
    """Count what has to be looked for anew."""
    ask = sight.record.page.chairs[by.seat or 0].ask.number
    with club.write() as session:
        limits.count(session, club, f"suggest:{player.id}", MOST_AN_HOUR, 3600)
        limits.count(session, club, f"suggest:{player.id}:{sight.game.id}:{ask}", MOST_FOR_AN_ASK, 3600)
