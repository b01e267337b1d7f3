"""`atelier serve`: what `make run` starts."""

import json
import signal
import subprocess

import pytest

from tests.cli.people import Player
from tests.e2e.clubs import serving

pytestmark = pytest.mark.timeout(300)


def test_a_club_with_a_game_ready_to_play_is_served_twice(tmp_path):
    folder = tmp_path / "club"
    with serving(folder, "--demo") as served:
        you = Player(folder / "you", served.origin)
        waiting = json.loads(you.process("watch", "--every", "0.2", "--json").out)
        view = json.loads(you.process("show", waiting["game"], "--json").out)
        assert you.process("play", ".", view["legal"][0]["line"]).exit == 0
        code, talk = served.stop()
        assert code == 0
        assert f"export ATELIER_HOME={folder / 'you'}" in talk
        assert "atelier play" in talk
        assert "Traceback" not in talk
    with serving(folder, "--demo", port=None) as again:
        assert again.origin == served.origin
        games = json.loads(you.process("games", "--json").out)
        assert [game["id"] for game in games] == [waiting["game"]]
        assert again.stop(signal.SIGTERM)[0] == 0


def test_a_taken_port_is_a_sentence(tmp_path):
    from tests.cli.people import PROGRAM

    with serving(tmp_path / "club") as served:
        port = served.origin.rpartition(":")[2]
        command = [PROGRAM, "serve", "--club", str(tmp_path / "other"), "--port", port]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert port in done.stderr
