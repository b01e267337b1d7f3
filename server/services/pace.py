"""How fast a game is played: its pace and its policy, read strictly, and deadlines summed over open time."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from engine.core.dates import DAY, read_span
from engine.core.errors import Refused
from server.services.texts import zone as read_zone

T = TypeVar("T", bound=msgspec.Struct)
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LEAST_TURN, MOST_TURN = 5 * 60_000, 366 * DAY
MOST_REMINDERS = 5
FURTHEST = 3 * 366
"""Days in which a turn must find its open time."""
_CLOCK = re.compile(r"\A([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)\Z")
Stretch = tuple[int, int]
Pause = tuple[str, int, int]
"""A cause, its beginning and its end."""


class PaceTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pace as it is written: `48h` a turn, on which days, not in the quiet hours, in which zone."""

    turn: str
    days: str = "all"
    quiet: str = ""
    zone: str = "UTC"


class PolicyTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when a deadline passes, and how long before it the player is reminded."""

    timeout: Literal["wait", "bot_turn", "bot_seat", "substitute"] = "wait"
    reminders: tuple[str, ...] = ()


class Pace(NamedTuple):
    """A pace that was understood."""

    turn: int
    days: frozenset[int]
    quiet: tuple[time, time] | None
    zone: ZoneInfo

    @property
    def is_always_open(self) -> bool:
        """Whether every moment counts."""
        return self.quiet is None and len(self.days) == len(DAYS)


class Policy(NamedTuple):
    """A policy that was understood; reminders in milliseconds, the earliest first."""

    timeout: str
    reminders: tuple[int, ...]


class Sums(NamedTuple):
    """A deadline, and the open time that was added for each cause."""

    deadline: int
    credits: dict[str, int]


def read_pace(plain: Mapping[str, object]) -> Pace | None:
    """Return a pace, None where a game has none, or refuse what can't be understood or leaves no open time."""
    return None if not plain else _read_pace(msgspec.json.encode(plain, order="sorted"))


@lru_cache(256)
def read_stored_pace(stored: str) -> Pace | None:
    """Return the pace that a game's row has, as text."""
    return read_pace(msgspec.json.decode(stored))


@lru_cache(256)
def _read_pace(packed: bytes) -> Pace:
    terms = _convert(packed, PaceTerms)
    turn = read_span(terms.turn)
    if not LEAST_TURN <= turn <= MOST_TURN:
        raise Refused("bad_pace", "A turn lasts from 5 minutes to 366 days, not {turn}.", turn=terms.turn)
    try:
        zone = ZoneInfo(read_zone(terms.zone))
    except Refused:
        raise Refused("bad_pace", "`{zone}` is not a time zone such as Europe/Paris.", zone=terms.zone[:80]) from None
    return Pace(turn, _days(terms.days), _quiet(terms.quiet), zone)


def _convert(packed: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(packed, type=kind)
    except msgspec.DecodeError as error:
        raise Refused(
            "bad_pace",
            "The pace or policy can't be understood: {error}. It has: {fields}.",
            error=str(error),
            fields=", ".join(kind.__struct_fields__),
        ) from None


def _days(text: str) -> frozenset[int]:
    """Return the days of `all`, `mon-fri` or `mon,wed,fri`."""
    if text == "all":
        return frozenset(range(7))
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first not in DAYS or (last or first) not in DAYS:
            raise Refused("bad_pace", "`{text}` are not days such as mon-fri or mon,wed,sat.", text=text[:60])
        start, end = DAYS.index(first), DAYS.index(last or first)
        found |= {(start + i) % 7 for i in range((end - start) % 7 + 1)}
    return frozenset(found)


def _quiet(text: str) -> tuple[time, time] | None:
    if not text:
        return None
    found = _CLOCK.match(text)
    if found is None:
        raise Refused("bad_pace", "`{text}` are not quiet hours such as 22:00-07:00.", text=text[:20])
    begin, end = time(int(found[1]), int(found[2])), time(int(found[3]), int(found[4]))
    if begin == end:
        raise Refused("bad_pace", "Quiet hours from {text} leave no time to play in.", text=text)
    return begin, end


def read_policy(plain: Mapping[str, object]) -> Policy:
    """Return a policy, or refuse what can't be understood."""
    terms = _convert(msgspec.json.encode(plain), PolicyTerms)
    if len(terms.reminders) > MOST_REMINDERS:
        raise Refused("bad_pace", "At most {most} reminders can be sent for one turn.", most=MOST_REMINDERS)
    return Policy(terms.timeout, tuple(sorted({read_span(one) for one in terms.reminders}, reverse=True)))


def check_terms(pace: Mapping[str, object], policy: Mapping[str, object]) -> None:
    """Refuse a pace or a policy that a game can't be played by."""
    read, understood = read_policy(policy), read_pace(pace)
    if understood is not None:
        reckon(understood, 0)
    elif read.timeout != "wait" or read.reminders:
        raise Refused("bad_pace", "Reminders and timeouts need a pace: say how long a turn lasts.")


def open_time(pace: Pace, begin: int, end: int) -> int:
    """Return how much of a stretch of time counts."""
    return sum(last - first for first, last in _cut(stretches(pace, begin), begin, end))


def reckon(pace: Pace, opened: int, pauses: Sequence[Pause] = ()) -> Sums:
    """Return the deadline of an ask: a turn's worth of open time that is not paused, and what each cause added.

    A pause is a cause, its beginning and its end; where pauses overlap, the time goes to the first of them.
    """
    if pace.is_always_open and not pauses:
        return Sums(opened + pace.turn, {})
    left = pace.turn
    counted: dict[str, int] = {}
    for begin, end in stretches(pace, opened):
        for cause, first, last in _pieces(max(begin, opened), end, pauses):
            if cause:
                counted[cause] = counted.get(cause, 0) + last - first
            elif last - first >= left:
                return Sums(first + left, counted)
            else:
                left -= last - first
    raise Refused("bad_pace", "This pace leaves no time to play in.")


def _pieces(begin: int, end: int, pauses: Sequence[Pause]) -> Iterator[tuple[str, int, int]]:
    """Yield a stretch in pieces, each with the cause that pauses it, or none."""
    cuts = sorted({begin, end, *(at for _, *both in pauses for at in both if begin < at < end)})
    for first, last in pairwise(cuts):
        yield next((cause for cause, start, stop in pauses if start <= first and last <= stop), ""), first, last


def _cut(found: Iterator[Stretch], begin: int, end: int) -> Iterator[Stretch]:
    for first, last in found:
        if first >= end:
            return
        if last > begin:
            yield max(first, begin), min(last, end)


def stretches(pace: Pace, since: int) -> Iterator[Stretch]:
    """Yield the open stretches from the day of a moment on, in milliseconds."""
    day = datetime.fromtimestamp(since / 1000, pace.zone).date()
    for offset in range(FURTHEST):
        today = day + timedelta(days=offset)
        if today.weekday() in pace.days:
            yield from (one for one in _open_hours(pace, today) if one[1] > since)


@lru_cache(4096)
def _open_hours(pace: Pace, day: date) -> tuple[Stretch, ...]:
    """Return the open stretches of a day; a quiet hour that comes twice begins the first and ends the second time."""
    midnight, next_midnight = _instant(pace, day, time(0)), _instant(pace, day + timedelta(days=1), time(0))
    if pace.quiet is None:
        return ((midnight, next_midnight),)
    begin, end = _instant(pace, day, pace.quiet[0]), _instant(pace, day, pace.quiet[1], fold=1)
    is_over_night = pace.quiet[0] > pace.quiet[1]
    found = ((end, begin),) if is_over_night else ((midnight, begin), (end, next_midnight))
    return tuple((first, last) for first, last in found if first < last)


def _instant(pace: Pace, day: date, clock: time, fold: int = 0) -> int:
    """Return a wall time as an instant; one that the change to summer time leaps over is that much later."""
    wall = datetime.combine(day, clock, pace.zone).replace(fold=fold if _is_twice(pace, day, clock) else 0)
    return round(wall.astimezone(UTC).timestamp() * 1000)


def _is_twice(pace: Pace, day: date, clock: time) -> bool:
    wall = datetime.combine(day, clock, pace.zone)
    return (wall.utcoffset() or timedelta()) > (wall.replace(fold=1).utcoffset() or timedelta())
