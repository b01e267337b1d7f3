"""What the dearest request costs, among many that are made to be dear, in signed turns."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.databases import new_club
from bench.rows import Row
from server import create_app
from tests.attacks.calls import World
from tests.attacks.dear import make_requests, weigh, weigh_turn
from tests.games import register_tiny_games

MOST = 15


def measure() -> Iterator[Row]:
    """Yield the line: CPU in the app, without a network."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(new_club(Path(folder)))
        world = World(app)
        game, ada, _ = world.open_table()
        turn = weigh_turn(world)
        costs = {name: weigh(partial(ada.call, *where, **given))[0] for name, *where, given in make_requests(game)}
        app.extensions["atelier"].engine.dispose()
    name, worst = max(costs.items(), key=lambda one: one[1])
    detail = f"{name}: {worst * 1e3:.1f} ms, a turn {turn * 1e3:.1f} ms"
    yield Row("dearest request against a signed turn", worst / turn, MOST, detail, more_is_better=False)
