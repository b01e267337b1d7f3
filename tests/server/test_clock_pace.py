"""Deadlines over open time: working days, quiet hours, zones, the two changes of summer time, pauses."""

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dates import DAY, HOUR, read_span
from engine.core.errors import Refused
from server.services.pace import check_terms, open_time, read_pace, read_policy, read_stored_pace, reckon

PARIS = "Europe/Paris"


def at(text, zone=PARIS):
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def shown(moment, zone=PARIS):
    return datetime.fromtimestamp(moment / 1000, ZoneInfo(zone)).strftime("%a %d %b %H:%M")


def pace_of(terms):
    pace = read_pace(terms)
    assert pace is not None
    return pace


def deadline(asked, **pace):
    return shown(reckon(pace_of({"zone": PARIS, **pace}), at(asked)).deadline)


@pytest.mark.parametrize(
    ("asked", "pace", "due"),
    [
        ("2026-11-13 10:00", {"turn": "48h"}, "Sun 15 Nov 10:00"),
        ("2026-11-13 10:00", {"turn": "48h", "days": "mon-fri"}, "Tue 17 Nov 10:00"),
        ("2026-11-14 10:00", {"turn": "24h", "days": "mon-fri"}, "Tue 17 Nov 00:00"),
        ("2026-11-13 10:00", {"turn": "24h", "quiet": "22:00-07:00"}, "Sat 14 Nov 19:00"),
        ("2026-11-13 23:30", {"turn": "2h", "quiet": "22:00-07:00"}, "Sat 14 Nov 09:00"),
        ("2026-11-13 10:00", {"turn": "6h", "quiet": "12:00-14:00"}, "Fri 13 Nov 18:00"),
        ("2026-11-13 10:00", {"turn": "3d", "days": "sat,sun"}, "Sun 22 Nov 00:00"),
        ("2026-11-13 10:00", {"turn": "90m"}, "Fri 13 Nov 11:30"),
        ("2026-11-15 10:00", {"turn": "24h", "days": "fri-mon"}, "Mon 16 Nov 10:00"),
    ],
)
def test_a_turn_is_due_after_its_open_time(asked, pace, due):
    assert deadline(asked, **pace) == due


@pytest.mark.parametrize(
    ("asked", "pace", "due"),
    [
        # The night of 25 October has 25 hours, that of 29 March has 23.
        ("2026-10-24 20:00", {"turn": "24h"}, "Sun 25 Oct 19:00"),
        ("2026-03-28 20:00", {"turn": "24h"}, "Sun 29 Mar 21:00"),
        # 02:30 comes twice: quiet hours that begin then begin the first time, those that end then end the second time.
        ("2026-10-25 01:00", {"turn": "1h", "quiet": "22:00-02:30"}, "Sun 25 Oct 03:30"),
        ("2026-10-25 02:00", {"turn": "1h", "quiet": "02:30-05:00"}, "Sun 25 Oct 05:30"),
        # 02:30 does not come at all: the hour it would have been is an hour later on the wall.
        ("2026-03-29 01:00", {"turn": "1h", "quiet": "22:00-02:30"}, "Sun 29 Mar 04:30"),
    ],
)
def test_the_gap_and_the_fold_of_summer_time(asked, pace, due):
    assert deadline(asked, **pace) == due


@pytest.mark.parametrize(
    ("pace", "policy"),
    [
        ({"turn": "48"}, {}),
        ({"turn": "0h"}, {}),
        ({"turn": "1m"}, {}),
        ({"turn": "999d"}, {}),
        ({"days": "mon-fri"}, {}),
        ({"turn": "48h", "days": ""}, {}),
        ({"turn": "48h", "days": "monday"}, {}),
        ({"turn": "48h", "quiet": "10:00-10:00"}, {}),
        ({"turn": "48h", "quiet": "24:00-07:00"}, {}),
        ({"turn": "48h", "quiet": "00:00-23:59", "days": "sun"}, {}),
        ({"turn": "48h", "zone": "Mars/Olympus"}, {}),
        ({"turn": "48h", "speed": 3}, {}),
        ({"turn": 48}, {}),
        ({"turn": "48h"}, {"timeout": "explode"}),
        ({"turn": "48h"}, {"reminders": "24h"}),
        ({"turn": "48h"}, {"reminders": ["soon"]}),
        ({"turn": "48h"}, {"reminders": ["1h"] * 6}),
        ({"turn": "48h"}, {"rewind": True}),
        ({}, {"timeout": "bot_turn"}),
        ({}, {"reminders": ["24h"]}),
    ],
)
def test_a_pace_that_can_not_be_played_is_refused(pace, policy):
    with pytest.raises(Refused) as refused:
        check_terms(pace, policy)
    assert refused.value.code == "bad_pace"


@pytest.mark.parametrize("terms", [{}, {"turn": "2d", "quiet": "22:00-07:00", "zone": "Europe/Paris"}])
def test_a_stored_pace_is_the_one_that_was_written(terms):
    assert read_stored_pace(json.dumps(terms)) == read_pace(terms)


def test_no_pace_and_no_policy_wait_for_ever():
    check_terms({}, {})
    assert read_pace({}) is None
    assert read_policy({}) == ("wait", ())
    assert read_policy({"reminders": ["1h", "24h"]}).reminders == (24 * HOUR, HOUR)


def test_pauses_are_added_once_even_where_they_overlap():
    pace = pace_of({"turn": "24h", "quiet": "22:00-07:00", "zone": PARIS})
    asked = at("2026-11-13 10:00")
    plain = reckon(pace, asked)
    outage = ("outage", at("2026-11-13 11:00"), at("2026-11-13 23:00"))
    vacation = ("vacation", at("2026-11-13 12:00"), at("2026-11-14 08:00"))
    sums = reckon(pace, asked, [outage, vacation])
    assert sums.credits == {"outage": 11 * HOUR, "vacation": HOUR}
    assert open_time(pace, plain.deadline, sums.deadline) == 12 * HOUR
    assert reckon(pace, asked, [("outage", at("2026-11-13 22:00"), at("2026-11-14 06:00"))]) == (plain.deadline, {})


def test_a_pause_before_the_ask_or_after_the_deadline_adds_nothing():
    pace = pace_of({"turn": "24h", "zone": PARIS})
    asked = at("2026-11-13 10:00")
    before, after = ("outage", asked - DAY, asked), ("outage", asked + 2 * DAY, asked + 3 * DAY)
    assert reckon(pace, asked, [before, after]) == reckon(pace, asked)


MOMENTS = st.integers(at("2026-01-01 00:00"), at("2027-12-31 00:00"))
PACES = st.fixed_dictionaries(
    {"turn": st.sampled_from(["5m", "7h", "48h", "5d"]), "zone": st.sampled_from([PARIS, "UTC", "America/New_York"])},
    optional={
        "days": st.sampled_from(["all", "mon-fri", "sat,sun"]),
        "quiet": st.sampled_from(["22:00-07:00", "01:30-02:30"]),
    },
)


@given(MOMENTS, PACES, st.lists(st.tuples(MOMENTS, st.integers(1, 9 * DAY)), max_size=3))
def test_the_sums_are_right(asked, terms, spans):
    """Between ask and deadline lies exactly a turn of open time, and the credits account for all the rest."""
    pace = pace_of(terms)
    pauses = [("outage", begin, begin + length) for begin, length in spans]
    sums = reckon(pace, asked, pauses)
    assert open_time(pace, asked, sums.deadline) == read_span(terms["turn"]) + sum(sums.credits.values())
    assert sums.deadline >= reckon(pace, asked).deadline
