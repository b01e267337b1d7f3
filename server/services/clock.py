"""The clock: credits for time that did not count, reminders, and what happens when a turn's time is up."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.entries import ClockBody
from engine.ledger.record import Record
from engine.ledger.tending import draft_clock
from server.models import ClockAct, Game, Outage, Player, Seat, Stop, Vacation, table
from server.services import outages, shelf, stops
from server.services.absences import vacations_since
from server.services.club import Club
from server.services.notices import announce
from server.services.pace import Pace, Policy, Sums, read_pace, read_policy, reckon

SEATS = table(Seat)
LATE = 15 * 60_000
"""How long after an ask its mail may go out before that counts as late, beside the wait for undos."""
GIVEN_AWAY: dict[str, Literal["bot_turn", "bot_seat", "open_seat"]] = {
    "bot_turn": "bot_turn",
    "bot_seat": "bot_seat",
    "substitute": "open_seat",
}
OVER_MEANWHILE = {"not_awaited", "game_over", "ask_taken", "held_for_upgrade", "busy"}


class Running(NamedTuple):
    """An ask whose clock runs."""

    row: Any
    pace: Pace
    policy: Policy
    deadline: int

    @property
    def key(self) -> tuple[str, int, int]:
        """Game, seat and ask."""
        return self.row.game_id, self.row.seat, self.row.ask


def mind(club: Club) -> None:
    """Do everything that the clock has to do now; doing it twice, or in two places, changes nothing."""
    outages.beat(club)
    outages.mind_held_games(club)
    with club.read() as connection:
        found = running(connection, club)
    for one in found:
        try:
            _mind_ask(club, one)
        except Refused as refused:
            if refused.code not in OVER_MEANWHILE:
                raise


def running(connection: Connection, club: Club) -> list[Running]:
    """Return the asks that need a look: their time runs out, a reminder comes near, or something has paused them."""
    wanted = (
        select(SEATS, Game.pace, Game.policy, Player.looked_at)
        .join(Game, Game.id == Seat.game_id)
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.awaited, Seat.by == "player", Seat.deadline.is_not(None))
        .where(Game.status == "running", Game.held.is_(False))
        .order_by(Seat.deadline)
    )
    paused = _paused(connection)
    found = []
    for row in connection.execute(wanted):
        policy = read_policy(row.policy)
        is_near = row.deadline - max(policy.reminders, default=0) <= club.now()
        if is_near or paused.concerns(row) or _told_late(club, row):
            pace = read_pace(row.pace)
            assert pace is not None
            found.append(Running(row, pace, policy, row.deadline))
    return found


class Paused(NamedTuple):
    """What could have paused a clock lately."""

    last_outage: int
    held: dict[str, int]
    away: frozenset[str]
    stopped: frozenset[tuple[str, int, int]]

    def concerns(self, row: Any) -> bool:
        """Tell whether any of it can concern a seat."""
        is_out = self.last_outage > row.asked_at or self.held.get(row.game_id, 0) > row.asked_at
        return is_out or row.player_id in self.away or (row.game_id, row.seat, row.ask) in self.stopped


def _paused(connection: Connection) -> Paused:
    forever = 2**62
    last: dict[str | None, int] = {}
    for row in connection.execute(select(Outage.game_id, Outage.ended)):
        last[row.game_id] = max(last.get(row.game_id, 0), forever if row.ended is None else row.ended)
    away = frozenset(connection.execute(select(Vacation.player_id).distinct()).scalars())
    stopped = frozenset((row.game_id, row.seat, row.ask) for row in connection.execute(select(table(Stop))))
    return Paused(last.pop(None, 0), {game: at for game, at in last.items() if game}, away, stopped)


def _told_late(club: Club, row: Any) -> bool:
    late = int(row.asked_at) + LATE + club.config.mail.undo_pause * 1000
    told: int = club.now() if row.told_at is None else row.told_at
    return told > late


def _mind_ask(club: Club, one: Running) -> None:
    stops.settle(club, one.row)
    with club.read() as connection:
        pauses, stands_still = pauses_of(connection, club, one.row)
    sums = reckon(one.pace, one.row.asked_at, pauses)
    if sums.deadline > one.deadline:
        _act(club, one, "credit", sums)
        one = one._replace(deadline=sums.deadline)
    if stands_still:
        return
    if one.deadline <= club.now():
        _time_is_up(club, one, sums._replace(deadline=one.deadline))
    else:
        _remind(club, one)


def pauses_of(connection: Connection, club: Club, row: Any) -> tuple[list[tuple[str, int, int]], bool]:
    """Return what paused an ask and is over, and whether its clock stands still now.

    A vacation counts from when it is booked, since its end is known; anything else is added up when it has ended.
    """
    now = club.now()
    found = outages.outages_since(connection, row.game_id, row.asked_at)
    pauses = [("mail" if out.cause == "mail" else "outage", out.began, out.ended) for out in found if out.ended]
    booked = vacations_since(connection, row.player_id, row.asked_at)
    pauses += [("vacation", one.began, one.ended) for one in booked]
    unreached = _unreached(connection, club, row)
    pauses += [(cause, began, ended) for cause, began, ended in unreached if ended is not None]
    stands_still = (
        any(out.ended is None for out in found)
        or any(one.began <= now < one.ended for one in booked)
        or any(ended is None for _, _, ended in unreached)
    )
    return pauses, stands_still


def _unreached(connection: Connection, club: Club, row: Any) -> list[tuple[str, int, int | None]]:
    """Return when a player could not be told what is asked, each with its end or None; never for long."""
    now, found = club.now(), []
    stop = stops.find_stop(connection, row.game_id, row.seat, row.ask)
    if stop is not None:
        found.append(("bounce", stop.began, stops.is_over(stop, row.told_at, row.looked_at, now)))
    last = row.asked_at + stops.LONGEST
    told = row.told_at if row.told_at is not None else row.looked_at
    if told is None or told < row.asked_at:
        found.append(("untold", row.asked_at, last if now >= last else None))
    elif _told_late(club, row):
        found.append(("untold", row.asked_at, min(told, last)))
    return found


def _act(club: Club, one: Running, action: Any, sums: Sums) -> None:
    """Write down what the clock does, with its sums, once."""
    game_id, seat, ask = one.key
    body = ClockBody(action, one.row.asked_at, one.row.told_at, sums.deadline, sums.credits)
    key = f"credit-{sums.deadline}" if action == "credit" else action

    def write(record: Record, at: int) -> Written:
        chair = record.page.chairs[seat]
        if not chair.ask.is_open or chair.ask.number != ask:
            raise Refused("not_awaited", "The ask was answered meanwhile.")
        return club.clerk.write(draft_clock(record, seat, body), at)

    def also(connection: Connection, _done: shelf.Act) -> None:
        claim(connection, club, one.key, [key])
        kept = sums.deadline if action in {"credit", "bot_turn"} else None
        here = (Seat.game_id == game_id) & (Seat.seat == seat)
        connection.execute(update(SEATS).where(here).values(deadline=kept))
        if action in {"bot_seat", "open_seat"}:
            announce(connection, club, "seat_lost", one.row.player_id, game_id=game_id, seat=seat, ask=ask)

    shelf.act(club, game_id, write, also=also)


def claim(connection: Connection, club: Club, key: tuple[str, int, int], actions: Sequence[str]) -> None:
    """Claim what the clock does about an ask; refuse if any of it was done before."""
    kind: Any = sqlite_insert if club.config.is_sqlite else postgres_insert
    game_id, seat, ask = key
    statement = kind(table(ClockAct)).on_conflict_do_nothing(index_elements=["game_id", "seat", "ask", "action"])
    for action in actions:
        row = {"game_id": game_id, "seat": seat, "ask": ask, "action": action, "at": club.now()}
        if connection.execute(statement.returning(ClockAct.action), row).first() is None:
            raise Refused("ask_taken", "The clock has done that already.")


def done_about(connection: Connection, key: tuple[str, int, int]) -> set[str]:
    """Return what the clock has done about an ask."""
    game_id, seat, ask = key
    here = (ClockAct.game_id == game_id) & (ClockAct.seat == seat) & (ClockAct.ask == ask)
    return set(connection.execute(select(ClockAct.action).where(here)).scalars())


def _time_is_up(club: Club, one: Running, sums: Sums) -> None:
    with club.read() as connection:
        done = done_about(connection, one.key)
    action = GIVEN_AWAY.get(one.policy.timeout)
    if action is not None and action not in done:
        _act(club, one, action, sums)
    elif action is None and "overdue" not in done:
        _announce_reminder(club, one, ["overdue"])


def _remind(club: Club, one: Running) -> None:
    """Remind a player once for each reminder of the policy; those that fall together are one."""
    now = club.now()
    due = [r for r in one.policy.reminders if one.row.asked_at + LATE < one.deadline - r <= now]
    if not due:
        return
    with club.read() as connection:
        done = done_about(connection, one.key)
    fresh = [action for action in (f"reminder-{one}" for one in due) if action not in done]
    if fresh:
        _announce_reminder(club, one, fresh)


def _announce_reminder(club: Club, one: Running, actions: list[str]) -> None:
    game_id, seat, ask = one.key
    with club.write() as connection:
        claim(connection, club, one.key, actions)
        unique = f"reminder:{game_id}:{seat}:{ask}:{actions[-1]}"
        announce(
            connection, club, "reminder", one.row.player_id, game_id=game_id, seat=seat, ask=ask, unique=unique,
        )  # fmt: skip
