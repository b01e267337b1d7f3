"""The clock: credits for time that did not count, reminders, and what happens when a turn's time is up."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import Connection, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import ClockBody
from engine.ledger.record import Record
from engine.ledger.tending import draft_clock
from server.models import ClockAct, Seat, Session, open_session
from server.services import firing, outages, respites, stops
from server.services.acts import Act, perform
from server.services.asks import Running, load_due, put_off
from server.services.club import Club
from server.services.looks import LATE, NEVER
from server.services.notices import About, announce
from server.services.pace import Pause, Sums, reckon
from server.services.shelf import Performed
from server.services.stops import AskKey, Reached
from server.storage.inserts import insert_unless_there

WHILE_HELD = 3600 * 1000
"""How long the clock leaves an ask alone whose game is held, unless it is let go before."""
CAUSES = {"mail": "mail", "paused": "pause"}
"""What an outage is called in the sums of a deadline, where it is not simply an outage."""
ClockAction = Literal["credit", "bot_turn", "bot_seat", "open_seat"]
GIVEN_AWAY: dict[str, ClockAction] = {"bot_turn": "bot_turn", "bot_seat": "bot_seat", "substitute": "open_seat"}
OVER_MEANWHILE = {"not_awaited", "game_over", "ask_taken", "held_for_upgrade", "busy"}


class Stillness(NamedTuple):
    """How an ask stands: what paused it and has a known end, whether its clock stands still now, and when that may end."""

    pauses: list[Pause]
    is_still: bool
    ends: list[int]


def mind(club: Club) -> None:
    """Do everything that the clock has to do now; doing it twice, or in two places, changes nothing."""
    outages.beat(club)
    outages.mind_held_games(club)
    now = club.now()
    while due := load_due(club, now):
        put_off(club, [(one, max(_mind(club, one), now + 1)) for one in due])


def _mind(club: Club, one: Running) -> int:
    """Do what is due about an ask, and return when to look at it again."""
    if one.is_held:
        return club.now() + WHILE_HELD
    try:
        return _mind_ask(club, one)
    except Refused as refused:
        if refused.code not in OVER_MEANWHILE:
            raise
        return club.now()


def _mind_ask(club: Club, one: Running) -> int:
    stops.settle(club, one.key, one.stop, one.reached)
    stillness = find_stillness(club, one)
    given = respites.find_extended_deadline(one.extension, one.pace, stillness.pauses)
    sums = reckon(one.pace, one.asked_at, stillness.pauses)
    sums = sums._replace(deadline=max(sums.deadline, given))
    if sums.deadline > one.deadline:
        perform(Tick(club, one, "credit", sums))
        one = one._replace(deadline=sums.deadline)
    if not stillness.is_still and one.deadline <= club.now():
        _end_time(club, one, sums._replace(deadline=one.deadline))
    elif not stillness.is_still:
        _remind(club, one)
    return _find_next_look(club.now(), one, stillness)


def _find_next_look(now: int, one: Running, stillness: Stillness) -> int:
    """Return when there may be something to do about an ask, if nothing happens before."""
    moments = [one.deadline, *(one.deadline - before for before in one.policy.reminders), *stillness.ends]
    return min((at for at in moments if at > now), default=NEVER)


def find_stillness(club: Club, one: Running) -> Stillness:
    """Return how an ask stands now.

    A vacation counts from when it is booked, since its end is known; anything else is added up when it has ended.
    """
    now = club.now()
    over = [out for out in one.outages if out.ended and out.ended <= now]
    lasting = [out for out in one.outages if out not in over]
    unreached = _find_unreached(club, one)
    pauses = [(CAUSES.get(out.cause, "outage"), out.began, out.ended or now) for out in over]
    pauses += [("vacation", vacation.began, vacation.ended) for vacation in one.vacations]
    pauses += [(cause, began, ended) for cause, began, ended in unreached if ended is not None]
    is_away = any(vacation.began <= now < vacation.ended for vacation in one.vacations)
    is_still = bool(lasting) or is_away or any(ended is None for _, _, ended in unreached)
    ends = [out.ended for out in lasting if out.ended] + [vacation.ended for vacation in one.vacations]
    return Stillness(pauses, is_still, ends + _find_ends_of_silence(club, one))


def _find_unreached(club: Club, one: Running) -> list[tuple[str, int, int | None]]:
    """Return when a player could not be told what is asked, each with its end or None; never for long."""
    now, reached = club.now(), one.reached
    found: list[tuple[str, int, int | None]] = []
    if one.stop is not None:
        found.append(("bounce", one.stop.began, stops.find_end(one.stop, reached, now)))
    last = reached.asked_at + stops.LONGEST
    told = reached.told_at if reached.told_at is not None else reached.looked_at
    if told is None or told < reached.asked_at:
        found.append(("untold", reached.asked_at, last if now >= last else None))
    elif (now if reached.told_at is None else reached.told_at) > _find_late(club, reached):
        found.append(("untold", reached.asked_at, min(told, last)))
    return found


def _find_late(club: Club, reached: Reached) -> int:
    """Return after which moment a player was told late."""
    return reached.asked_at + LATE + club.config.mail.undo_pause * 1000


def _find_ends_of_silence(club: Club, one: Running) -> list[int]:
    """Return when it changes by itself that a player counts as not reached."""
    reached = one.reached
    ends = [one.stop.began + stops.LONGEST] if one.stop is not None else []
    if reached.told_at is None and (reached.looked_at or 0) >= reached.asked_at:
        ends.append(_find_late(club, reached) + 1)
    elif reached.told_at is None:
        ends.append(reached.asked_at + stops.LONGEST)
    return ends


class Tick(Act[None]):
    """What the clock does about an ask, with its sums, once."""

    def __init__(self, club: Club, one: Running, action: ClockAction, sums: Sums) -> None:
        super().__init__(club, one.key.game_id)
        self.one = one
        self.action: ClockAction = action
        self.sums = sums

    def draft(self, record: Record) -> EntryDraft:
        """Write it down, unless the ask was answered meanwhile."""
        key, reached = self.one.key, self.one.reached
        asked = record.page.chairs[key.seat].ask
        if not asked.is_open or asked.number != key.ask:
            raise Refused("not_awaited", "The ask was answered meanwhile.")
        body = ClockBody(self.action, reached.asked_at, reached.told_at, self.sums.deadline, self.sums.credits)
        return draft_clock(record, key.seat, body)

    def conclude(self, connection: Connection, done: Performed) -> None:  # noqa: ARG002 - as all acts have it
        """Claim what is done, move the deadline, and tell whoever loses a seat."""
        game_id, seat, ask = self.one.key
        what = f"credit-{self.sums.deadline}" if self.action == "credit" else self.action
        with open_session(connection) as session:
            claim(session, self.club, self.one.key, [what])
            here = (Seat.game_id == game_id) & (Seat.seat == seat)
            session.execute(update(Seat).where(here).values(self._pack_seat()))
            if self.action in {"bot_seat", "open_seat"}:
                about = About(game_id=game_id, seat=seat, ask=ask)
                announce(session, self.club, "seat_lost", self.one.player_id, about)

    def _pack_seat(self) -> dict[str, object]:
        """Return what changes about the seat: its deadline, if it stays its player's, and whether a bot has this turn."""
        if self.action in {"credit", "bot_turn"}:
            return {"deadline": self.sums.deadline, "is_lent": self.action == "bot_turn"}
        return {"deadline": None, "look_at": None}


def claim(session: Session, club: Club, key: AskKey, actions: Sequence[str]) -> None:
    """Claim what the clock does about an ask; refuse if any of it was done before."""
    for action in actions:
        row = {**key._asdict(), "action": action, "at": club.now()}
        if not insert_unless_there(session, ClockAct, ["game_id", "seat", "ask", "action"], row):
            raise Refused("ask_taken", "The clock has done that already.")


def _end_time(club: Club, one: Running, sums: Sums) -> None:
    """Do what the policy says when a turn's time is up, unless a note of its player's fits after all."""
    if one.has_notes and firing.fire(club, *one.key):
        return
    action = GIVEN_AWAY.get(one.policy.timeout)
    if action is not None and action not in one.done:
        perform(Tick(club, one, action, sums))
    elif action is None and "overdue" not in one.done:
        _announce_reminder(club, one, ["overdue"])


def _remind(club: Club, one: Running) -> None:
    """Remind a player once for each reminder of the policy; those that fall together are one."""
    now = club.now()
    due = [before for before in one.policy.reminders if one.asked_at + LATE < one.deadline - before <= now]
    fresh = [action for action in (f"reminder-{before}" for before in due) if action not in one.done]
    if fresh:
        _announce_reminder(club, one, fresh)


def _announce_reminder(club: Club, one: Running, actions: list[str]) -> None:
    game_id, seat, ask = one.key
    with club.write() as session:
        claim(session, club, one.key, actions)
        unique = f"reminder:{game_id}:{seat}:{ask}:{actions[-1]}"
        announce(session, club, "reminder", one.player_id, About(game_id=game_id, seat=seat, ask=ask), unique=unique)
