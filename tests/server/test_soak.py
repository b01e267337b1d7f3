"""A short soak: all games over HTTP and mail while everything around breaks; `make soak` is the long one."""

import pytest

from bench.soak.run import Wanted, soak


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)])
def test_nothing_is_lost_or_doubled_whatever_breaks(kind):
    run, faults = soak(kind, Wanted(15, turns=31, seconds_between_faults=1))
    assert faults == [], str(run)
    assert all(run.trouble.times.values()), str(run)
    assert run.line.cuts
    assert run.count_turns() > 30
