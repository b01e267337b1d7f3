"""Moments and lengths of time as people say them: in their zone, which is named, absolute and relative."""

import re
from datetime import UTC, datetime

from engine.core.errors import Refused
from engine.core.language import Count, Text

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
UNITS = {"m": MINUTE, "h": HOUR, "d": DAY, "j": DAY}
_SPAN = re.compile(r"\A([1-9]\d{0,4})([mhdj])\Z")
WEEKDAYS = (Text("Mon"), Text("Tue"), Text("Wed"), Text("Thu"), Text("Fri"), Text("Sat"), Text("Sun"))
MONTHS = (
    Text("Jan"),
    Text("Feb"),
    Text("Mar"),
    Text("Apr"),
    Text("May"),
    Text("Jun"),
    Text("Jul"),
    Text("Aug"),
    Text("Sep"),
    Text("Oct"),
    Text("Nov"),
    Text("Dec"),
)


def _read_wall(at: int, zone: str) -> datetime:
    """Return what a clock shows in a zone; in that of this machine where none is named, or none of this name is known."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # dear to import, for clients that tell no time

    moment = datetime.fromtimestamp(at / 1000, UTC)
    try:
        return moment.astimezone(ZoneInfo(zone) if zone else None)
    except (ZoneInfoNotFoundError, ValueError):
        return moment.astimezone()


def _name_zone(wall: datetime) -> str:
    """Return a zone's abbreviation; those that have none are told by their distance from UTC."""
    name = wall.tzname() or ""
    return f"UTC{name}" if name.startswith(("+", "-")) else name


def say_day(at: int, zone: str) -> Text:
    """Return a day such as `Thu 19 Nov`."""
    wall = _read_wall(at, zone)
    return Text("{weekday} {day} {month}", weekday=WEEKDAYS[wall.weekday()], day=wall.day, month=MONTHS[wall.month - 1])


def read_span(text: str) -> int:
    """Return the milliseconds of `90m`, `48h` or `3d`."""
    found = _SPAN.match(text)
    if found is None:
        raise Refused("bad_pace", "`{text}` is not a time such as 90m, 48h or 3d.", text=text[:20])
    return int(found[1]) * UNITS[found[2]]


def say_moment(at: int, zone: str) -> Text:
    """Return a moment such as `Thu 19 Nov, 20:00 CET`."""
    wall = _read_wall(at, zone)
    return Text("{day}, {time}", day=say_day(at, zone), time=f"{wall:%H:%M} {_name_zone(wall)}")


def say_shortly(at: int, zone: str) -> Text:
    """Return a moment of the next days for a subject line, such as `Thu 20:00`; the mail itself names the zone."""
    wall = _read_wall(at, zone)
    return Text("{weekday} {time}", weekday=WEEKDAYS[wall.weekday()], time=f"{wall:%H:%M}")


def say_span(span: int) -> Text:
    """Return a length of time in its two largest units, such as `1 day 4 h`."""
    days, hours, minutes = span // DAY, span % DAY // HOUR, span % HOUR // MINUTE
    if days:
        whole = Count("{n} day", "{n} days", days)
        return Text("{days} {hours} h", days=whole, hours=hours) if hours else whole
    if not hours:
        return Text("{minutes} min", minutes=minutes)
    return Text("{hours} h {minutes} min", hours=hours, minutes=minutes) if minutes else Text("{hours} h", hours=hours)


def say_distance(at: int, now: int) -> Text:
    """Return how far a moment is away, such as `in 1 day 4 h`."""
    span = say_span(abs(at - now))
    return Text("in {span}", span=span) if at >= now else Text("{span} ago", span=span)


def say_when(at: int, now: int, zone: str) -> Text:
    """Return a moment, absolute and relative: `Thu 19 Nov, 20:00 CET (in 1 day 4 h)`."""
    return Text("{moment} ({away})", moment=say_moment(at, zone), away=say_distance(at, now))
