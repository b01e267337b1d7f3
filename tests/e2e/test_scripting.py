"""The bots and recipes of docs/scripting.md work as they stand there."""

import base64
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
    games = json.loads(you.process("games", "--json").out)
    (game,) = [one["id"] for one in games if one["rules"] == "nicodemus"]
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


SIGN = """
import json, os, sys
from joserfc import jws
from joserfc.jwk import OKPKey

key = OKPKey.import_key(json.load(open(os.environ["KEY"])))
header = {"alg": "Ed25519", "kid": key.thumbprint(), "typ": "atelier-note+jws"}
print(jws.serialize_compact(header, sys.stdin.read().strip(), key, algorithms=["Ed25519"]))
"""


def open_game(you):
    """Return a game and two cards that lie in its market once; one that lies there twice is asked for by its place."""
    while True:
        game = you.data("new", "fantastic_factories", "--bot", "greedy", "--option", "first_player=p1")["id"]
        market = you.data("show", game)["view"]["market"]
        once = [card for card in market if market.count(card) == 1]
        if len(once) > 1:
            return game, *once[:2]


@pytest.mark.skipif(not (shutil.which("jq") and shutil.which("curl")), reason="the recipe needs jq and curl")
def test_a_note_is_left_by_curl_alone(you, tmp_path):
    game, one, other = open_game(you)
    own = you.home / "profiles" / "default"
    sign = tmp_path / "sign"
    sign.write_text(f"#!{sys.executable}\n{SIGN}")
    sign.chmod(0o755)
    recipe = script("a note by curl").replace("https://club.example", you.server)
    recipe = recipe.replace("take Obelisk | take Beacon", f"take {one} | take {other}")
    given = {
        "game": game,
        "token": json.loads((own / "profile.json").read_text())["token"],
        "KEY": str(own / "key.json"),
    }
    environ = {**you.environ, **given, "PATH": f"{tmp_path}:{you.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", recipe],
        check=False,
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    (left,) = json.loads(done.stdout)["notes"]
    said = json.loads(base64.urlsafe_b64decode(left["receipt"].split(".")[1] + "=="))
    assert (left["note"], said["game"], said["seat"], said["did"]) == (1, game, 0, "kept")
