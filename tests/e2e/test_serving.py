"""`atelier serve`: what `make run` starts."""

import json
import os
import re
import signal
import socket
import subprocess
import time
import tomllib

import pexpect
import pytest
import requests

from cli.commands.serve import usual_port
from cli.trial import new_player
from server.config import load_config
from server.mail import folder as mail_folder
from server.services import host
from tests.cli.people import PROGRAM, Player
from tests.e2e.clubs import serving
from tests.mail.post import free_port

pytestmark = pytest.mark.timeout(300)


def interrupt_a_guided_turn(player):
    """Pick a move in a real terminal, then press Ctrl-C: nothing is sent, the draft is kept."""
    variables = {**player.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    shell = pexpect.spawn(PROGRAM, ["play"], env=variables, encoding="utf-8", timeout=60)
    shell.expect("your move>")
    shell.sendline("1")
    shell.expect("y/b/q")
    shell.sendintr()
    shell.expect(pexpect.EOF)
    shell.close()
    assert "Your draft is kept" in shell.before
    assert "Traceback" not in shell.before
    assert shell.exitstatus == 130


def wait_for_a_turn_mail(folder):
    """Wait until the newest mail in a club's folder is about a turn."""
    for _ in range(400):
        newest = max((folder / "mail").glob("new/*"), default=None)
        if newest and "Your turn" in mail_folder.get_text(mail_folder.read(newest)):
            return
        time.sleep(0.1)
    raise TimeoutError


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
        shown = requests.get(
            f"{served.origin}/games/{waiting['game']}", headers={"Accept": "text/html"}, timeout=30
        ).text
        code, talk = served.stop()
        assert code == 0
        assert f"export ATELIER_HOME={folder / 'you'}" in talk
        assert "atelier play" in talk
        assert f"In a browser the game is at {served.origin}/games/{waiting['game']}." in talk
        assert shown.startswith("<!doctype html>")
        assert "Traceback" not in talk
        assert "There is no club" not in run_line_with("host mail", talk, tmp_path)
    with serving(folder, "--demo", port=None) as again:
        assert again.origin == served.origin
        games = json.loads(you.process("games", "--json").out)
        assert [game["id"] for game in games] == [waiting["game"]]
        assert again.stop(signal.SIGTERM)[0] == 0


def test_the_lines_that_a_demo_prints_can_be_typed_in_any_folder(tmp_path):
    folder = tmp_path / "winter league"
    with serving(folder, "--demo", program=os.path.relpath(PROGRAM)) as served:
        you = Player(folder / "you", served.origin)
        you.process("watch", "--every", "0.2")
        wait_for_a_turn_mail(folder)
        _, talk = served.stop()
    lines = [line.strip() for line in talk.splitlines() if line.startswith("    ")]
    assert len(lines) == 4
    assert re.search(r'host answer .*"play [A-Z][\w ]+ coins"', lines[3])
    typed = "\n".join(["set -e", lines[0], f"{lines[1]} --help", *lines[2:]])
    done = subprocess.run(["bash", "-c", typed], check=False, capture_output=True, text=True, cwd="/", timeout=60)
    assert (done.returncode, "Your turn" in done.stdout) == (0, True), done.stderr


def test_a_taken_port_is_a_sentence(tmp_path):
    with serving(tmp_path / "club") as served:
        port = served.origin.rpartition(":")[2]
        command = [PROGRAM, "serve", "--club", str(tmp_path / "other"), "--port", port]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert port in done.stderr


def serve_in_vain(folder, *args):
    """Run a `serve` that is to be refused; return its exit code and what it says."""
    command = [PROGRAM, "serve", "--club", str(folder), *args]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def make_member(folder):
    """Register somebody with a club that is not being served."""
    club = host.init(load_config({}, home=str(folder)))
    new_player(Player(folder / "you", club.origin).env(), club)
    club.engine.dispose()


def test_the_address_that_players_type_is_given_once(tmp_path):
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "atelier.toml").write_text('name = "Winter"\n\n[mail]\nundo_pause = 5\n')
    with serving(folder, "--origin", "https://club.example/") as served:
        assert served.origin == "https://club.example"
        assert "No `--origin` was given" not in served.stop()[1]
    with serving(folder) as again:
        assert again.origin == "https://club.example"
    assert tomllib.loads((folder / "atelier.toml").read_text()) == {
        "name": "Winter",
        "mail": {"undo_pause": 5},
    }
    code, talk = serve_in_vain(folder, "--origin", "https://other.example")
    assert (code, "is https://club.example" in talk, "host move https://other.example" in talk) == (7, True, True)


def test_an_address_that_nobody_could_use_is_refused(tmp_path):
    code, talk = serve_in_vain(tmp_path / "club", "--origin", "http://club.example")
    assert (code, "https://club.example" in talk, (tmp_path / "club").exists()) == (2, True, False)


def test_without_an_address_a_club_says_what_it_assumes(tmp_path):
    with serving(tmp_path / "club") as served:
        talk = served.stop()[1]
    assert f"the club's address is {served.origin}" in talk
    assert "`--origin https://club.example`" in talk
    assert not (tmp_path / "club" / "atelier.toml").exists()


def test_where_to_listen_can_stand_in_the_settings(tmp_path):
    folder, port = tmp_path / "club", free_port()
    folder.mkdir()
    (folder / "atelier.toml").write_text(f'origin = "https://club.example:9443"\n[web]\nport = {port}\n')
    with serving(folder, port=None) as served:
        with socket.create_connection(("127.0.0.1", port), timeout=10):
            pass
        assert served.origin == "https://club.example:9443"


def test_a_club_of_invited_people_does_not_tell_strangers_to_register(tmp_path):
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "atelier.toml").write_text('registration = "invited"\n')
    with serving(folder, "--origin", "http://127.0.0.1:8000") as served:
        assert "atelier register HANDLE MAIL" in served.stop()[1]
    make_member(folder)
    with serving(folder) as served:
        talk = served.stop()[1]
    assert ("atelier register" in talk, "atelier host invite MAIL" in talk) == (False, True)


def test_whoever_uses_the_line_that_the_first_serve_prints_is_the_host(tmp_path):
    folder = tmp_path / "club"
    with serving(folder) as served:
        talk = served.stop()[1]
    (line,) = [line for line in talk.splitlines() if "--claim" in line]
    with serving(folder, port=served.origin.rpartition(":")[2]) as again:
        ada, bob = (Player(tmp_path / name, again.origin) for name in ("ada", "bob"))
        words = line.replace("HANDLE", "ada").replace("MAIL", "ada@example.org").split()[1:]
        assert bob.process("register", "bob", "bob@example.org").exit == 0
        assert ada.process(*words).exit == 0
        roles = [json.loads(one.process("whoami", "--json").out)["role"] for one in (ada, bob)]
        assert "--claim" not in again.stop()[1]
    assert roles == ["host", "player"]


@pytest.mark.parametrize(
    ("origin", "port"), [(None, 8000), ("http://127.0.0.1:9000", 9000), ("https://club.example:9443", 8000)]
)
def test_the_port_of_an_address_with_tls_is_the_proxy_s(origin, port):
    assert usual_port(origin) == port
