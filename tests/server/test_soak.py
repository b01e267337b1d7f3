"""A short soak: all games over HTTP while the server is killed again and again; `make soak` is the long one."""

import pytest

from bench.soak import soak


@pytest.mark.timeout(400)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_is_lost_or_doubled_while_the_server_is_killed(kind):
    run, faults = soak(kind, seconds=40)
    assert faults == []
    assert run.kills >= 3
    assert len(run.acknowledged) > 50
