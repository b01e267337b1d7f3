"""Whole games between people who each have a home and nothing else in common but a server."""

from itertools import chain, cycle

import pexpect
import pytest

import engine
from tests.cli.people import PROGRAM
from tests.e2e.clubs import Oracle, serving
from tests.games import INSTALLED
from tests.night import by_day_and_night

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
    """One registered by processes, the others by the same commands here."""
    return [served.player(tmp_path_factory.mktemp(name), name, here=name != "ada") for name in ("ada", "bob", "cleo")]


def by_arguments(call, game, lines, _folder):
    return call("play", game, *lines, "--blind", "--json")


def by_file(call, game, lines, folder):
    file = folder / "turn.txt"
    file.write_text("# a turn\n" + "\n".join(f"{line}  # move {n}" for n, line in enumerate(lines)))
    return call("play", game, "--file", file, "--blind", "--json")


def by_pipe(call, game, lines, _folder):
    return call("play", game, "-", "--blind", "--json", stdin="\n".join(lines))


def in_processes(*ways):
    """Return ways to play whose commands are processes."""
    return [lambda player, *turn, way=way: way(player.process, *turn) for way in ways]


def here(*ways):
    """Return ways to play whose commands run in this process."""
    return [lambda player, *turn, way=way: way(player.run, *turn) for way in ways]


def by_guided_turn(player, game, lines, _folder):
    """Type a turn into a real terminal, move by move; it is one that can't move its cursor."""
    shell = pexpect.spawn(PROGRAM, ["play", game], env={**player.environ, "TERM": "dumb"}, encoding="utf-8", timeout=60)
    shell.setwinsize(60, 100)
    typed = iter(lines)
    while (asked := shell.expect([r"\[y/b/q\] ", r"[^>\r\n]+> ", pexpect.EOF])) != 2:
        shell.sendline("y" if asked == 0 else next(typed))
    shell.close()
    return shell


def play_out(game, people, oracle, folder, ways):
    """Let everybody play by the oracle, each turn in the next way, until the game is over; return how many turns."""
    for turn, way in zip(range(MOST_TURNS), ways, strict=False):
        asked = oracle.next_turn(game)
        if asked is None:
            return turn
        seat, lines = asked
        result = way(people[seat], game, lines, folder)
        status = result.exitstatus if hasattr(result, "exitstatus") else result.exit
        assert status == 0, (lines, result)
    pytest.fail("the game does not end")


def all_verify(game, calls, tmp_path):
    """Export once; everybody verifies the same bundle with what they hold themselves."""
    bundle = tmp_path / "game.atelier.json"
    assert calls[0]("export", game, "-f", bundle).exit == 0
    for call in calls:
        report = call("verify", bundle, "--json").json
        assert (report["grade"], report["is_over"], report["why"]) == ("anchored", True, None)
        assert all(seat["signed"] > 0 for seat in report["seats"])


@by_day_and_night("rounds", 2, 20)
def test_three_people_play_by_arguments_file_pipe_and_guided_turn(served, people, oracle, tmp_path, rounds):
    """Each way is taken by a process in so many rounds; then the same commands run here."""
    ada, bob, cleo = people
    game = ada.process("new", IN_ALL_WAYS, "-n", "3", "--title", "three homes").out.strip()
    assert bob.process("join", "four homes").exit == 7
    assert bob.process("join", "three homes").exit == 0
    assert cleo.process("join", game).exit == 0
    first = [by_guided_turn, *in_processes(by_arguments, by_file, by_pipe)] * rounds
    turns = play_out(game, people, oracle, tmp_path, chain(first, cycle(here(by_arguments, by_file, by_pipe))))
    assert turns > len(first)
    assert "The game is over" in cleo.process("show", game).err
    all_verify(game, [one.process for one in people], tmp_path)


@pytest.mark.parametrize("rules", [game for game in INSTALLED if game != IN_ALL_WAYS])
def test_every_other_game_is_played_by_script_and_verified(served, people, oracle, tmp_path, rules):
    seats = min(3, engine.games()[rules].seats[-1])
    players = people[:seats]
    game = players[0].data("new", rules, "-n", seats)["id"]
    for other in players[1:]:
        other.ok("join", game)
    play_out(game, players, oracle, tmp_path, cycle(here(by_arguments)))
    all_verify(game, [one.run for one in players], tmp_path)
