"""Days, moments and lengths of time as they are written in short."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.errors import Refused
from engine.core.language import Text

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
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


def say_moment(at: int, zone: str) -> Text:
    """Return a moment such as `Thu 19 Nov, 20:00`."""
    wall = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return Text("{day}, {time}", day=say_day(at, zone), time=f"{wall:%H:%M}")


def say_day(at: int, zone: str) -> Text:
    """Return a day such as `Thu 19 Nov`."""
    wall = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return Text("{weekday} {day} {month}", weekday=WEEKDAYS[wall.weekday()], day=wall.day, month=MONTHS[wall.month - 1])


def read_span(text: str) -> int:
    """Return the milliseconds of `90m`, `48h` or `3d`."""
    found = _SPAN.match(text)
    if found is None:
        raise Refused("bad_pace", "`{text}` is not a time such as 90m, 48h or 3d.", text=text[:20])
    return int(found[1]) * UNITS[found[2]]
