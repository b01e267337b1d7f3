"""Running games replayed on the installed rules: each once for every build, and before anything is written onto it."""

import logging
from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, and_, false, func, not_, or_, select, update

import engine
from engine.core.errors import Refused
from engine.ledger.bundle import encode_bundle, whole_bundle
from engine.ledger.record import Record
from engine.ledger.seed import Secrets
from engine.ledger.verify import verify
from server.models import Game, StoredEntry
from server.services import shelf
from server.services.builds import find_build
from server.services.club import Club, get_steps

log = logging.getLogger("atelier.checks")
RUNNING = Game.status == "running"


class Differing(msgspec.Struct):
    """A game that no longer replays to its own commitments."""

    game: str
    rules: str
    why: str


def check(club: Club, *, hold: bool = False, again: bool = False) -> list[Differing]:
    """Replay every running game that was not found right on this build, or all again; return those that differ.

    Those that differ are held if asked; those that were held and replay are played on.
    """
    games = find_games(club, RUNNING if again else RUNNING & is_due())
    return _find_differing(club, games, hold=hold)


def check_sample(club: Club, *, hold: bool = False) -> list[Differing]:
    """Replay one running game of each kind (rules, version, edition) that was not found right on this build."""
    with club.read() as session:
        kinds = select(func.min(Game.id)).where(RUNNING & is_due()).group_by(Game.rules, Game.version, Game.edition)
        games = session.scalars(kinds).all()
    return _find_differing(club, games, hold=hold)


def check_some(club: Club, most: int) -> bool:
    """Replay some of the games that are due, and hold those that differ; tell whether there may be more."""
    games = find_games(club, RUNNING & Game.held.is_(False) & is_due(), most)
    for game_id in games:
        check_game(club, game_id)
    return len(games) == most


def check_game(club: Club, game_id: str) -> None:
    """Replay a game; if it differs, nothing more is written onto it until its rules are back."""
    for one in _find_differing(club, [game_id], hold=True):
        log.error("game %s is held: it does not replay on the installed rules: %s", one.game, one.why)


def find_games(club: Club, wanted: ColumnElement[bool], most: int | None = None) -> Sequence[str]:
    """Return the ids of games, in order."""
    with club.read() as session:
        return session.scalars(select(Game.id).where(wanted).order_by(Game.id).limit(most)).all()


def is_due() -> ColumnElement[bool]:
    """Return the condition that a game was not found right on this build."""
    right = [and_(Game.rules == rules, Game.checked == find_build(rules)) for rules in engine.games()]
    return or_(not_(or_(false(), *right)), Game.checked.is_(None))


def _find_differing(club: Club, games: Sequence[str], *, hold: bool) -> list[Differing]:
    return [one for one in (_check(club, game_id, hold=hold) for game_id in games) if one is not None]


def _check(club: Club, game_id: str, *, hold: bool) -> Differing | None:
    """Replay a game and note down what was found."""
    with club.read() as session:
        rules = session.scalars(select(Game.rules).where(Game.id == game_id)).one()
    why = find_replay_fault(club, game_id)
    if why is None or hold:
        found = {"held": why is not None, "checked": None if why else find_build(rules)}
        with club.write() as session:
            session.execute(update(Game).where(Game.id == game_id).values(found))
    return None if why is None else Differing(game_id, rules, why)


def find_replay_fault(club: Club, game_id: str) -> str | None:
    """Return why a game no longer replays to its own commitments, or None."""
    with club.read() as session:
        try:
            record = shelf.get_record(session, game_id)
            rows = shelf.get_entries(session, game_id, 0, record.page.n)
        except Refused as refused:
            return refused.say()
    return find_fault_in(club, record, rows)


def find_fault_in(club: Club, record: Record, rows: Sequence[StoredEntry]) -> str | None:
    """Return why the entries of a game don't replay to their own commitments, or None."""
    page = record.page
    secrets = Secrets(page.secret, page.salt_key)
    components = None if record.table is None else shelf.get_components(record)
    try:
        entries = [shelf.read_entry(row) for row in rows]
        bundle = whole_bundle(entries, secrets, components, succession=get_steps(club))
    except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
        return f"the stored ledger can't be read: {error!r}"
    report = verify(encode_bundle(bundle))
    return None if report.holds else f"entry {report.failed_at}: {report.refused and report.refused.say()}"
