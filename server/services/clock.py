"""The clock: credits for time that did not count, reminders, and what happens when a turn's time is up."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import Connection, select, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import ClockBody
from engine.ledger.record import Record
from engine.ledger.tending import draft_clock
from server.models import ClockAct, Game, Member, Outage, Seat, Session, Stop, Vacation, open_session
from server.services import outages, respites, stops
from server.services.absences import get_vacations_since
from server.services.acts import Act, perform
from server.services.club import Club
from server.services.notices import About, announce
from server.services.pace import Pace, Pause, Policy, Sums, read_pace, read_policy, reckon
from server.services.shelf import Performed
from server.services.stops import AskKey, Reached
from server.storage.inserts import insert_unless_there

LATE = 15 * 60_000
"""How long after an ask its mail may go out before that counts as late, beside the wait for undos."""
ALWAYS = 2**62
CAUSES = {"mail": "mail", "paused": "pause"}
"""What an outage is called in the sums of a deadline, where it is not simply an outage."""
ClockAction = Literal["credit", "bot_turn", "bot_seat", "open_seat"]
GIVEN_AWAY: dict[str, ClockAction] = {"bot_turn": "bot_turn", "bot_seat": "bot_seat", "substitute": "open_seat"}
OVER_MEANWHILE = {"not_awaited", "game_over", "ask_taken", "held_for_upgrade", "busy"}


class Running(NamedTuple):
    """An ask whose clock runs."""

    key: AskKey
    player_id: str
    reached: Reached
    pace: Pace
    policy: Policy
    deadline: int

    @property
    def asked_at(self) -> int:
        """When it was asked."""
        return self.reached.asked_at


def mind(club: Club) -> None:
    """Do everything that the clock has to do now; doing it twice, or in two places, changes nothing."""
    outages.beat(club)
    outages.mind_held_games(club)
    with club.read() as session:
        found = find_running(session, club)
    for one in found:
        try:
            _mind_ask(club, one)
        except Refused as refused:
            if refused.code not in OVER_MEANWHILE:
                raise


def find_running(session: Session, club: Club) -> list[Running]:
    """Return the asks that need a look: their time runs out, a reminder comes near, or something has paused them."""
    wanted = (
        select(Seat, Game.pace, Game.policy, Member.looked_at)
        .join(Game, Game.id == Seat.game_id)
        .join(Member, Member.id == Seat.player_id)
        .where(Seat.awaited, Seat.by == "player", Seat.deadline.is_not(None))
        .where(Game.status == "running", Game.held.is_(False))
        .order_by(Seat.deadline)
    )
    paused = _find_pauses(session)
    found = []
    for seat, pace, policy, looked_at in session.execute(wanted):
        one = _read_ask(seat, read_pace(pace), read_policy(policy), looked_at)
        is_near = one.deadline - max(one.policy.reminders, default=0) <= club.now()
        if is_near or paused.concerns(one) or _is_told_late(club, one.reached):
            found.append(one)
    return found


def _read_ask(seat: Seat, pace: Pace | None, policy: Policy, looked_at: int | None) -> Running:
    assert pace is not None
    assert seat.player_id is not None
    assert seat.deadline is not None
    reached = Reached(seat.asked_at or 0, seat.told_at, looked_at)
    return Running(AskKey(seat.game_id, seat.seat, seat.ask), seat.player_id, reached, pace, policy, seat.deadline)


class Paused(NamedTuple):
    """What could have paused a clock lately."""

    last_outage: int
    held: dict[str, int]
    away: frozenset[str]
    stopped: frozenset[AskKey]

    def concerns(self, one: Running) -> bool:
        """Tell whether any of it can concern an ask."""
        is_out = self.last_outage > one.asked_at or self.held.get(one.key.game_id, 0) > one.asked_at
        return is_out or one.player_id in self.away or one.key in self.stopped


def _find_pauses(session: Session) -> Paused:
    last: dict[str | None, int] = {}
    for game_id, ended in session.execute(select(Outage.game_id, Outage.ended)):
        last[game_id] = max(last.get(game_id, 0), ALWAYS if ended is None else ended)
    away = frozenset(session.scalars(select(Vacation.player_id).distinct()))
    stopped = frozenset(AskKey(*row) for row in session.execute(select(Stop.game_id, Stop.seat, Stop.ask)))
    return Paused(last.pop(None, 0), {game: at for game, at in last.items() if game}, away, stopped)


def _is_told_late(club: Club, reached: Reached) -> bool:
    late = reached.asked_at + LATE + club.config.mail.undo_pause * 1000
    told = club.now() if reached.told_at is None else reached.told_at
    return told > late


def _mind_ask(club: Club, one: Running) -> None:
    stops.settle(club, one.key, one.reached)
    with club.read() as session:
        pauses, stands_still = find_pauses_of(session, club, one)
        given = respites.find_extended_deadline(session, one.key, one.pace, pauses)
    sums = reckon(one.pace, one.asked_at, pauses)
    sums = sums._replace(deadline=max(sums.deadline, given))
    if sums.deadline > one.deadline:
        perform(Tick(club, one, "credit", sums))
        one = one._replace(deadline=sums.deadline)
    if stands_still:
        return
    if one.deadline <= club.now():
        _end_time(club, one, sums._replace(deadline=one.deadline))
    else:
        _remind(club, one)


def find_pauses_of(session: Session, club: Club, one: Running) -> tuple[list[Pause], bool]:
    """Return what paused an ask and is over, and whether its clock stands still now.

    A vacation counts from when it is booked, since its end is known; anything else is added up when it has ended.
    """
    now = club.now()
    found = outages.get_outages_since(session, one.key.game_id, one.asked_at)
    pauses = [
        (CAUSES.get(out.cause, "outage"), out.began, out.ended) for out in found if out.ended and out.ended <= now
    ]
    booked = get_vacations_since(session, one.player_id, one.asked_at)
    pauses += [("vacation", vacation.began, vacation.ended) for vacation in booked]
    unreached = _find_unreached(session, club, one)
    pauses += [(cause, began, ended) for cause, began, ended in unreached if ended is not None]
    stands_still = (
        any(out.ended is None or out.ended > now for out in found)
        or any(vacation.began <= now < vacation.ended for vacation in booked)
        or any(ended is None for _, _, ended in unreached)
    )
    return pauses, stands_still


def _find_unreached(session: Session, club: Club, one: Running) -> list[tuple[str, int, int | None]]:
    """Return when a player could not be told what is asked, each with its end or None; never for long."""
    now, reached = club.now(), one.reached
    found: list[tuple[str, int, int | None]] = []
    stop = stops.find_stop(session, one.key)
    if stop is not None:
        found.append(("bounce", stop.began, stops.find_end(stop, reached, now)))
    last = reached.asked_at + stops.LONGEST
    told = reached.told_at if reached.told_at is not None else reached.looked_at
    if told is None or told < reached.asked_at:
        found.append(("untold", reached.asked_at, last if now >= last else None))
    elif _is_told_late(club, reached):
        found.append(("untold", reached.asked_at, min(told, last)))
    return found


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
        kept = self.sums.deadline if self.action in {"credit", "bot_turn"} else None
        what = f"credit-{self.sums.deadline}" if self.action == "credit" else self.action
        with open_session(connection) as session:
            claim(session, self.club, self.one.key, [what])
            session.execute(update(Seat).where(Seat.game_id == game_id, Seat.seat == seat).values(deadline=kept))
            if self.action in {"bot_seat", "open_seat"}:
                about = About(game_id=game_id, seat=seat, ask=ask)
                announce(session, self.club, "seat_lost", self.one.player_id, about)


def claim(session: Session, club: Club, key: AskKey, actions: Sequence[str]) -> None:
    """Claim what the clock does about an ask; refuse if any of it was done before."""
    for action in actions:
        row = {**key._asdict(), "action": action, "at": club.now()}
        if not insert_unless_there(session, ClockAct, ["game_id", "seat", "ask", "action"], row):
            raise Refused("ask_taken", "The clock has done that already.")


def find_done(session: Session, key: AskKey) -> set[str]:
    """Return what the clock has done about an ask."""
    here = (ClockAct.game_id == key.game_id) & (ClockAct.seat == key.seat) & (ClockAct.ask == key.ask)
    return set(session.scalars(select(ClockAct.action).where(here)))


def _end_time(club: Club, one: Running, sums: Sums) -> None:
    """Do what the policy says when a turn's time is up."""
    with club.read() as session:
        done = find_done(session, one.key)
    action = GIVEN_AWAY.get(one.policy.timeout)
    if action is not None and action not in done:
        perform(Tick(club, one, action, sums))
    elif action is None and "overdue" not in done:
        _announce_reminder(club, one, ["overdue"])


def _remind(club: Club, one: Running) -> None:
    """Remind a player once for each reminder of the policy; those that fall together are one."""
    now = club.now()
    due = [before for before in one.policy.reminders if one.asked_at + LATE < one.deadline - before <= now]
    if not due:
        return
    with club.read() as session:
        done = find_done(session, one.key)
    fresh = [action for action in (f"reminder-{before}" for before in due) if action not in done]
    if fresh:
        _announce_reminder(club, one, fresh)


def _announce_reminder(club: Club, one: Running, actions: list[str]) -> None:
    game_id, seat, ask = one.key
    with club.write() as session:
        claim(session, club, one.key, actions)
        unique = f"reminder:{game_id}:{seat}:{ask}:{actions[-1]}"
        announce(session, club, "reminder", one.player_id, About(game_id=game_id, seat=seat, ask=ask), unique=unique)
