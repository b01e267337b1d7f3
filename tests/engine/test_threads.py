"""Rules are made once, whichever threads ask for them first."""

import subprocess
import sys

import pytest

IN_MANY_THREADS = """
import threading
import engine
from tests.games import register_tiny_games
register_tiny_games()
found, barrier = [], threading.Barrier(8)
def ask(number):
    barrier.wait()
    for game, rules in engine.games().items():
        table = engine.open_table(game, rules.seats[-1], seed=b"%d" % number)
        found.append((game, id(rules), engine.load_table(table.dump()).dump() == table.dump()))
threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(set(found)) == len(engine.games()), found
assert len(found) == 8 * len(engine.games())
"""


@pytest.mark.process
def test_a_game_is_loaded_by_many_threads_at_once():
    for _ in range(3):
        subprocess.run([sys.executable, "-c", IN_MANY_THREADS], check=True, timeout=60)
