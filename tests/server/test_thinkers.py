"""Where bots think: in processes of their own, at the lowest priority, to the same end; and what happens when one breaks."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.seats import choose
from server.services import bots, shelf, suggestions
from server.services.thinkers import MOST_PROCESSES, Thinkers
from tests.ledger.room import code_of
from tests.server.people import seat_two

ROOT = Path(__file__).parents[2]
SLOW = [{"seat": 0, "bot": "apprentice"}]


@pytest.fixture(autouse=True, scope="module")
def thought():
    """Other processes think as long as a club does; so this one must too, where both are compared."""


@pytest.fixture(autouse=True)
def _nothing_kept():
    suggestions.ANSWERS = suggestions.Answers()


@pytest.fixture
def thinking(club):
    """A club whose bots think in processes of their own."""
    with club.open_thinkers():
        yield club


def open_slow(person, rules="mech_a_dream"):
    """Return a game in which it is the turn of a bot that thinks long."""
    ada = person("ada")
    game = ada.open(rules, 2, bots=SLOW, options={"first_player": "p1"})
    ada.join(game, 1)
    return game, ada


def record_of(club, game):
    with club.connect() as connection:
        return shelf.get_record(connection, game)


def wait_for(act, seconds=60):
    """Return what an act returns as soon as that is something."""
    for _ in range(seconds * 20):
        found = act()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(act)


def kill_all(thinkers):
    for child in list(thinkers._pool._processes.values()):
        os.kill(child.pid, signal.SIGKILL)
        child.join()


def test_a_bot_that_takes_long_thinks_elsewhere_and_plays_what_it_would_play_here(thinking, person):
    game, ada = open_slow(person)
    before = record_of(thinking, game)
    assert bots.play_due(thinking, game) == 0
    assert record_of(thinking, game).page.n == before.page.n
    assert wait_for(lambda: bots.play_due(thinking, game))
    body = ada.call("GET", f"/games/{game}/entries", query_string={"since": before.page.n + 1}).json["entries"][0][
        "body"
    ]
    assert body["bot"] == "apprentice"
    assert tuple(body["moves"]) == choose(before, 0).moves


def test_the_worker_is_woken_when_something_was_thought_through(thinking, person):
    game, _ = open_slow(person)
    thinking.work.clear()
    bots.play_due(thinking, game)
    assert thinking.work.wait(60)
    assert bots.play_due(thinking, game) >= 1


def test_bots_that_are_quick_and_lent_turns_need_no_process(thinking, person):
    ada = person("ada")
    game = ada.open("foundry", 2, bots=[{"seat": 0, "bot": "greedy"}, {"seat": 1, "bot": "random"}])
    bots.play_due(thinking, game)
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"
    assert thinking.thinkers._pool is None


def test_who_thinks_comes_after_everything_else(thinking):
    assert thinking.thinkers.run(os.nice, 0) == 19


def test_where_a_process_breaks_it_is_thought_here_and_logged(thinking, person, caplog):
    game, _ = open_slow(person)
    bots.play_due(thinking, game)
    kill_all(thinking.thinkers)
    with caplog.at_level(logging.WARNING, "atelier.thinking"):
        assert wait_for(lambda: bots.play_due(thinking, game))
    assert thinking.thinkers.run(abs, -3) == 3


def test_processes_that_broke_before_they_were_asked_are_replaced(thinking):
    thinkers = thinking.thinkers
    thinkers.run(abs, -1)
    broken = thinkers._pool
    kill_all(thinkers)
    wait_for(lambda: broken._broken)
    assert thinkers.run(abs, -2) == 2
    assert thinkers._pool is not broken


def test_a_thought_that_was_cut_off_is_finished_here(caplog):
    thinkers = Thinkers(lambda: None)
    thinkers.run(abs, -1)
    works = [thinkers._submit(time.sleep, (0.2,)) for _ in range(20)]
    thinkers.close()
    with caplog.at_level(logging.WARNING, "atelier.thinking"):
        for work in works[-1:]:
            assert work.finish() is None
    assert "thought here" in caplog.text


def test_what_was_thought_about_an_older_position_is_not_played(thinking, person):
    game, _ = open_slow(person)
    thinking.thinkers.begin(game, "an older head", abs, -1)
    assert bots.play_due(thinking, game) == 0
    assert thinking.thinkers.is_thinking(game, record_of(thinking, game).page.hash)
    thinking.thinkers.keep([])
    assert not thinking.thinkers._going


def test_what_is_suggested_is_the_same_wherever_it_is_found(thinking, person):
    game, *people = seat_two(person, "nicodemus")
    one = next(each for each in people if each.view(game)["awaited"])
    there = one.call("GET", f"/games/{game}/suggestions").json
    suggestions.ANSWERS = suggestions.Answers()
    thinkers, thinking.thinkers = thinking.thinkers, None
    here = one.call("GET", f"/games/{game}/suggestions").json
    thinking.thinkers = thinkers
    assert there == here


def test_only_so_many_wait_at_once_and_only_so_long(thinking, monkeypatch):
    monkeypatch.setattr("server.services.thinkers.LONGEST_WAIT", 0.05)
    assert code_of(thinking.thinkers.run, time.sleep, 1) == "busy"
    monkeypatch.setattr(thinking.thinkers, "_waiting", threading.Semaphore(0))
    assert code_of(thinking.thinkers.run, abs, 1) == "busy"


def test_whoever_asks_comes_before_bots_that_wait(thinking):
    thinkers = thinking.thinkers
    thinkers.run(abs, -1)
    for number in range(5 * MOST_PROCESSES):
        thinkers.begin(f"game {number}", "head", time.sleep, 0.2)
    assert thinkers.run(abs, -2) == 2
    assert thinkers.take(f"game {number}") is None
    wait_for(thinkers._going[f"game {number}"][1].future.done)
    assert not thinkers._patient


def test_bots_that_wait_are_let_go_when_the_club_closes():
    thinkers = Thinkers(lambda: None)
    thinkers.run(abs, -1)
    for number in range(20):
        thinkers.begin(f"game {number}", "head", abs, -number)
    thinkers.close()
    assert thinkers.take("game 19") == 19
    assert thinkers._pool is None


def test_a_block_inside_another_shares_its_processes(thinking):
    thinkers = thinking.thinkers
    with thinking.open_thinkers():
        assert thinking.thinkers is thinkers
    assert thinking.thinkers is thinkers


KILLED = """
import os, time
from server.services.thinkers import Thinkers
if __name__ == "__main__":
    thinkers = Thinkers(lambda: None)
    print(thinkers.run(os.getpid), flush=True)
    os.kill(os.getpid(), 9)
"""


def test_nobody_thinks_on_when_the_server_was_killed(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    around = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, env=around, check=False).stdout
    wait_for(lambda: not Path(f"/proc/{int(said)}").exists(), 20)
