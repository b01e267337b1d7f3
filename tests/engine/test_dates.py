"""How moments and lengths of time are told."""

import pytest

from engine.core.dates import DAY, HOUR, MINUTE, say_day, say_moment, say_shortly, say_span
from engine.core.language import Voice

NOON = 1_795_089_600_000
"""Thursday, 19 November 2026, 12:00 in Greenwich."""


def say(text, lang="en"):
    return Voice(lang).say(text)


def test_a_moment_is_told_in_its_readers_zone():
    assert say(say_moment(NOON, "Europe/Paris")) == "Thu 19 Nov, 13:00 CET"
    assert say(say_moment(NOON, "America/Sao_Paulo")) == "Thu 19 Nov, 09:00 UTC-03"
    assert say(say_day(NOON, "UTC")) == "Thu 19 Nov"
    assert say(say_shortly(NOON, "Asia/Tokyo")) == "Thu 21:00"


def test_where_no_zone_of_the_name_is_known_that_of_the_machine_counts():
    assert say(say_moment(NOON, "Mars/Phobos")) == say(say_moment(NOON, "")) == say(say_moment(NOON, "../etc"))


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (5 * MINUTE, "5 min"),
        (2 * HOUR, "2 h"),
        (2 * HOUR + 30 * MINUTE, "2 h 30 min"),
        (DAY, "1 day"),
        (3 * DAY + 4 * HOUR, "3 days 4 h"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(span, said):
    assert say(say_span(span)) == said
