"""Days and moments as they are written in short."""

from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.language import Text

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
