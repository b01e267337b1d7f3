"""How long is thought about what is suggested and judged: a little in tests, and at night as long as a club does."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest

from engine import suggestions
from engine.analysis import judging
from engine.bots.search.levels import Effort, SearchBot

DEALS = 8
LITTLE = Effort(moves=100, lines=4, rounds=1, even=True)
"""The way is that of a club's bots, which imagine a hundred times as many moves."""


@contextmanager
def little_thought() -> Iterator[None]:
    """Let this process suggest and judge by few moves and deals."""
    full = suggestions.ADVISER
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suggestions, "ADVISER", SearchBot(full.name, full.title, LITTLE, version=full.version))
        patch.setattr(judging, "GLANCE", LITTLE)
        for room in (suggestions, judging):
            patch.setattr(room, "DEALS", DEALS)
        yield


@pytest.fixture(autouse=True, scope="module", params=["little", pytest.param("long", marks=pytest.mark.nightly)])
def thought(request):
    """For files that ask what is found: by a little thought each day, by long thought at night."""
    with little_thought() if request.param == "little" else nullcontext():
        yield
