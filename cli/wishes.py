"""What somebody types for a new table: its bots, its options, its pace."""

import json
from typing import Any

from cli.exits import Failure
from cli.seating import seat_number
from engine.core.language import Text


def bot_seats(wanted: list[str], seats: int) -> list[dict[str, Any]]:
    """Return which bot plays which seat; without a seat the last free one."""
    found: dict[int, str] = {}
    for one in wanted:
        name, _, bot = one.rpartition("=")
        seat = seat_number(name) if name else max(set(range(seats)) - set(found), default=0)
        found[seat] = bot
    return [{"seat": seat, "bot": bot} for seat, bot in sorted(found.items())]


def pair(text: str) -> tuple[str, Any]:
    """Return NAME=VALUE as a name and a value: JSON where it is, else text."""
    name, found, value = text.partition("=")
    if not found:
        raise Failure(Text("`{text}` is not NAME=VALUE.", text=text))
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def as_object(text: str | None, main: str) -> dict[str, Any]:
    """Return a JSON object from an option; a bare word is its main member."""
    if not text:
        return {}
    if text.isalnum() or text.replace("_", "").isalpha():
        return {main: text}
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise Failure(Text("`{text}` is not a JSON object.", text=text))
    return value
