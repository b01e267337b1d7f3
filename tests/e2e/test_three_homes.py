"""Whole games between people who each have a home and nothing else in common but a server."""

import json

import pexpect
import pytest

import engine
from tests.cli.people import PROGRAM
from tests.e2e.clubs import Oracle, serving
from tests.games import INSTALLED

pytestmark = pytest.mark.timeout(900)
MOST_TURNS = 1500
IN_ALL_WAYS = "imaginarium"
"""The game that is played by arguments, file, pipe and guided turn; the others are played by script."""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("e2e") / "club") as served:
        yield served


@pytest.fixture
def oracle(served):
    oracle = Oracle(served.folder)
    yield oracle
    oracle.close()


@pytest.fixture(scope="module")
def people(served, tmp_path_factory):
    return [served.player(tmp_path_factory.mktemp(name), name) for name in ("ada", "bob", "cleo")]


def by_arguments(player, game, lines, _folder):
    return player.process("play", game, *lines, "--blind", "--json")


def by_file(player, game, lines, folder):
    file = folder / "turn.txt"
    file.write_text("# a turn\n" + "\n".join(f"{line}  # move {n}" for n, line in enumerate(lines)))
    return player.process("play", game, "--file", file, "--blind", "--json")


def by_pipe(player, game, lines, _folder):
    return player.process("play", game, "-", "--blind", "--json", stdin="\n".join(lines))


def by_guided_turn(player, game, lines, _folder):
    """Type a turn into a real terminal, move by move."""
    shell = pexpect.spawn(
        PROGRAM, ["play", game], env={**player.environ, "TERM": "xterm"}, encoding="utf-8", timeout=60
    )
    shell.setwinsize(60, 100)
    for line in lines:
        while shell.expect([r"\[y/b/q\] ", r"[^>\r\n]+> "]) == 0:
            shell.sendline("y")
        shell.sendline(line)
    while shell.expect([r"\[y/b/q\] ", r"[^>\r\n]+> ", pexpect.EOF]) != 2:
        shell.sendline("y")
    shell.close()
    return shell


def play_out(game, people, oracle, folder, ways):
    """Let everybody play by the oracle, each turn in another way, until the game is over; return how many turns."""
    for turn in range(MOST_TURNS):
        asked = oracle.next_turn(game)
        if asked is None:
            return turn
        seat, lines = asked
        result = ways[turn % len(ways)](people[seat], game, lines, folder)
        status = result.exitstatus if hasattr(result, "exitstatus") else result.exit
        assert status == 0, (lines, result)
    pytest.fail("the game does not end")


def all_verify(game, people, tmp_path):
    """Export once; everybody verifies the same bundle with what they hold themselves."""
    bundle = tmp_path / "game.atelier.json"
    assert people[0].process("export", game, "-f", bundle).exit == 0
    for one in people:
        report = json.loads(one.process("verify", bundle, "--json").out)
        assert (report["grade"], report["is_over"], report["why"]) == ("anchored", True, None)
        assert all(seat["signed"] > 0 for seat in report["seats"])


def test_three_people_play_by_arguments_file_pipe_and_guided_turn(served, people, oracle, tmp_path):
    ada, bob, cleo = people
    game = ada.process("new", IN_ALL_WAYS, "-n", "3", "--title", "three homes").out.strip()
    assert bob.process("join", "three homes").exit == 7  # not among bob's games, and a title is no id
    assert bob.process("join", game).exit == 0
    assert cleo.process("join", game).exit == 0
    turns = play_out(game, people, oracle, tmp_path, (by_guided_turn, by_arguments, by_file, by_pipe, by_arguments))
    assert turns > 10
    assert "The game is over" in cleo.process("show", game).err
    all_verify(game, people, tmp_path)


def by_script(player, game, lines, _folder):
    return player.run("play", game, *lines, "--blind", "--json")


@pytest.mark.parametrize("rules", [game for game in INSTALLED if game != IN_ALL_WAYS])
def test_every_other_game_is_played_by_script_and_verified(served, people, oracle, tmp_path, rules):
    seats = min(3, engine.games()[rules].seats[-1])
    players = people[:seats]
    game = players[0].data("new", rules, "-n", seats)["id"]
    for other in players[1:]:
        other.ok("join", game)
    play_out(game, players, oracle, tmp_path, (by_script,))
    all_verify(game, players, tmp_path)
