"""The leak gate over the whole stack: what a seat is sent does not depend on what it may not know.

Views, legal lists, previews, refusals, entries, bundles, mails and their sizes are compared byte for byte; only hashes,
commitments, signatures and tokens are struck out.
"""

import pytest

import engine
from engine.bots import BOTS, Desk, take_turn
from engine.core.chance import Chance
from tests.leaks.gate import Gate, look_at_projects, look_for_notes
from tests.leaks.worlds import Worlds
from tests.night import by_day_and_night

pytestmark = pytest.mark.timeout(400)  # a few seconds each, but a busy machine has others to serve
each_look = by_day_and_night("looks", 3, 12)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    worlds = Worlds(tmp_path_factory.mktemp("leaks") / "club")
    yield worlds
    worlds.close()


@each_look
@pytest.mark.parametrize("game", list(engine.games()))
def test_what_is_sent_does_not_depend_on_what_may_not_be_known(worlds, game, looks):
    Gate(worlds, game, looks).run()


@each_look
@pytest.mark.parametrize("game", list(engine.games()))
def test_notes_that_wait_are_seen_by_nobody_else(worlds, game, looks):
    assert look_for_notes(Gate(worlds, game, looks)) > 0


@each_look
def test_projects_that_are_looked_at_are_sent_to_nobody_else(worlds, looks):
    look_at_projects(Gate(worlds, "nicodemus", looks)).run()


@pytest.mark.parametrize("game", list(engine.games()))
def test_bots_choose_the_same_whatever_they_may_not_know(game):
    rules = engine.games()[game]
    table = engine.open_table(game, max(2, rules.seats[0]), seed=b"bots know nothing")
    for turn in range(8):
        if not table.awaiting:
            break
        seat = table.awaiting[0]
        chosen = [
            BOTS["greedy"].choose(Desk(one, seat), Chance(b"%d" % turn)) for one in (table, table.redeal(seat, b"x"))
        ]
        assert chosen[0] == chosen[1]
        take_turn(table, seat, BOTS["random"], b"%d" % turn)
