"""`atelier serve`: what `make run` starts."""

import json
import signal
import subprocess

import pexpect
import pytest

from tests.cli.people import PROGRAM, Player
from tests.e2e.clubs import serving

pytestmark = pytest.mark.timeout(300)


def interrupt_a_guided_turn(player):
    """Pick a move in a real terminal, then press Ctrl-C: nothing is sent, the draft is kept."""
    shell = pexpect.spawn(PROGRAM, ["play"], env={**player.environ, "TERM": "xterm"}, encoding="utf-8", timeout=60)
    shell.expect("your move> ")
    shell.sendline("1")
    shell.expect("y/b/q")
    shell.sendintr()
    shell.expect(pexpect.EOF)
    shell.close()
    assert "Your draft is kept" in shell.before
    assert "Traceback" not in shell.before
    assert shell.exitstatus == 130


def run_line_with(words, talk, folder):
    """Run a line as it was printed, from another folder, and return what it says."""
    line = next(line for line in talk.splitlines() if words in line)
    return subprocess.run(line, shell=True, check=False, capture_output=True, text=True, cwd=folder, timeout=60).stderr


def test_a_club_with_a_game_ready_to_play_is_served_twice(tmp_path):
    folder = tmp_path / "club"
    with serving(folder, "--demo") as served:
        you = Player(folder / "you", served.origin)
        waiting = json.loads(you.process("watch", "--every", "0.2", "--json").out)
        view = json.loads(you.process("show", waiting["game"], "--json").out)
        interrupt_a_guided_turn(you)
        assert json.loads(you.process("show", waiting["game"], "--json").out)["on"] == view["on"]
        assert you.process("play", ".", view["legal"][0]["line"]).exit == 0
        code, talk = served.stop()
        assert code == 0
        assert f"export ATELIER_HOME={folder / 'you'}" in talk
        assert "atelier play" in talk
        assert "Traceback" not in talk
        assert "There is no club" not in run_line_with("host mail", talk, tmp_path)
    with serving(folder, "--demo", port=None) as again:
        assert again.origin == served.origin
        games = json.loads(you.process("games", "--json").out)
        assert [game["id"] for game in games] == [waiting["game"]]
        assert again.stop(signal.SIGTERM)[0] == 0


def test_a_taken_port_is_a_sentence(tmp_path):
    with serving(tmp_path / "club") as served:
        port = served.origin.rpartition(":")[2]
        command = [PROGRAM, "serve", "--club", str(tmp_path / "other"), "--port", port]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert port in done.stderr
