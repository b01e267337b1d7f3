"""How much is tried by day, and how much at night."""

import pytest


def by_day_and_night(name, day, night):
    """Give a test less of something each day, and more of it at night."""
    return pytest.mark.parametrize(
        name, [pytest.param(day, id="day"), pytest.param(night, id="night", marks=pytest.mark.nightly)]
    )
