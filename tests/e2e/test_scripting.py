"""The bots of docs/scripting.md play as they stand there."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.people import PROGRAM, Player
from tests.e2e.clubs import serving

pytestmark = pytest.mark.timeout(600)
PAGE = (Path(__file__).parents[2] / "docs" / "scripting.md").read_text(encoding="utf-8")
ENOUGH = 3


def script(mark):
    found = re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found, mark
    return found[1]


@pytest.fixture(scope="module")
def you(tmp_path_factory):
    """The player whom `serve --demo` has made, with a game against a bot."""
    folder = tmp_path_factory.mktemp("scripts") / "club"
    with serving(folder, "--demo") as served:
        you = Player(folder / "you", served.origin)
        you.environ["PATH"] = f"{Path(PROGRAM).parent}:{you.environ['PATH']}"
        yield you


def watch_it_play(you, command):
    """Run a bot until it has played a few turns; return what it printed."""
    game = json.loads(you.process("games", "--json").out)[0]["id"]
    bot = subprocess.Popen([*command, game], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=you.environ)
    assert bot.stdout
    lines = [bot.stdout.readline() for _ in range(ENOUGH)]
    bot.terminate()
    bot.communicate(timeout=60)
    return lines


@pytest.mark.skipif(shutil.which("jq") is None, reason="the shell bot needs jq")
def test_the_shell_bot_plays(you, tmp_path):
    file = tmp_path / "bot.sh"
    file.write_text(script("shell bot"))
    played = [json.loads(line) for line in watch_it_play(you, ["bash", str(file)])]
    assert all(len(receipt["played"]) == 1 for receipt in played)
    assert [receipt["n"] for receipt in played] == sorted({receipt["n"] for receipt in played})


def test_the_python_bot_plays(you, tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(script("python bot"))
    assert all(line.split()[0].isdecimal() for line in watch_it_play(you, [sys.executable, str(file)]))


def test_the_shell_bot_is_short():
    assert len(script("shell bot").splitlines()) <= 16
