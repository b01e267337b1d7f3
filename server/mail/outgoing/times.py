"""Moments as people say them: in their zone and language, absolute and relative."""

from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.dates import WEEKDAYS, say_moment
from engine.core.language import Count, Text, Voice

MINUTE = 60_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE


def short(at: int, zone: str) -> Text:
    """Return a moment for a subject line, such as `Thu 20:00`."""
    wall = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return Text("{weekday} {time}", weekday=WEEKDAYS[wall.weekday()], time=f"{wall:%H:%M}")


def away(at: int, now: int) -> Text:
    """Return how far a moment is away, such as `in 1 day 4 h`."""
    span = duration(abs(at - now))
    return Text("in {span}", span=span) if at >= now else Text("{span} ago", span=span)


def duration(span: int) -> Text:
    """Return a length of time in its two largest units."""
    days, hours, minutes = span // DAY, span % DAY // HOUR, span % HOUR // MINUTE
    if days:
        whole = Count("{n} day", "{n} days", days)
        return Text("{days} {hours} h", days=whole, hours=hours) if hours else whole
    if hours:
        return (
            Text("{hours} h {minutes} min", hours=hours, minutes=minutes) if minutes else Text("{hours} h", hours=hours)
        )
    return Text("{minutes} min", minutes=minutes)


def both(at: int, now: int, zone: str) -> Text:
    """Return a moment, absolute and relative."""
    return Text("{moment} ({away})", moment=say_moment(at, zone), away=away(at, now))


def said(at: int, now: int, zone: str, lang: str) -> str:
    """Return a moment, absolute and relative, in words."""
    return Voice(lang).say(both(at, now, zone))
