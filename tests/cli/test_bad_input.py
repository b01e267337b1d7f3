"""Whatever goes wrong: one sentence, one exit code, no traceback."""

import json
import shutil
import socket
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import ClassVar

import pytest

from tests.cli.conftest import open_duel
from tests.cli.people import PROGRAM, Player


def key_file(player):
    return player.home / "profiles" / "default" / "key.json"


def profile_file(player):
    return player.home / "profiles" / "default" / "profile.json"


def open_key(player):
    key_file(player).chmod(0o644)


def broken_key(player):
    key_file(player).write_text("not a key")


def other_kind_of_key(player):
    key_file(player).write_text('{"kty": "RSA"}')


def binary_key(player):
    key_file(player).write_bytes(b"\xff\xfe")


def no_key(player):
    key_file(player).unlink()


def no_key_and_an_old_token(player):
    no_key(player)
    profile = json.loads(profile_file(player).read_text())
    profile_file(player).write_text(json.dumps({**profile, "token": "atl_old"}))


def broken_profile(player):
    profile_file(player).write_text("{}}")


def nothing(_player):
    pass


G, PLAYED = "GAME", "PLAYED"
CASES = [
    ("an unknown command", nothing, ["fly"], 2, "No such command"),
    ("an unknown option", nothing, ["show", "--fly"], 2, "No such option"),
    ("a missing argument", nothing, ["join"], 2, "--help"),
    ("no server", nothing, ["games", "--server", "http://127.0.0.1:1"], 6, "No answer from http://127.0.0.1:1"),
    (
        "another server than the profile's",
        nothing,
        ["play", G, "bid 1", "--server", "https://other.example", "--profile", "default"],
        7,
        "is for http",
    ),
    ("no address", nothing, ["games", "--server", "club"], 2, "not an address"),
    ("plain http over a network", nothing, ["games", "--server", "http://club.example"], 2, "https://club.example"),
    ("no such game", nothing, ["show", "gaaaaaaaaaaaaaaaaaaaa"], 7, "games --all"),
    ("no such title", nothing, ["show", "no such title"], 7, "no such title"),
    ("a path for a game", nothing, ["show", "../../etc"], 7, "no game called"),
    ("not my turn", nothing, ["play", PLAYED, "bid 1"], 5, "not your turn"),
    ("an illegal move", nothing, ["play", G, "bid 99"], 3, "Nothing was played"),
    ("an unreadable move", nothing, ["play", G, "fly away"], 3, "there is no move `fly`"),
    ("an illegal move in the middle", nothing, ["play", G, "bid 1", "fly"], 3, "Move 2"),
    ("an empty file", nothing, ["play", G, "--file", "/dev/null"], 2, "no move in it"),
    ("a missing file", nothing, ["play", G, "--file", "/no/such"], 2, "/no/such"),
    ("a folder for a file", nothing, ["play", G, "--file", "/"], 2, "directory"),
    ("an open key file", open_key, ["play", G, "bid 1"], 7, "chmod 600"),
    ("a broken key file", broken_key, ["play", G, "bid 1"], 7, "not a JWK"),
    ("another kind of key", other_kind_of_key, ["play", G, "bid 1"], 7, "no usable key"),
    ("a binary key file", binary_key, ["play", G, "bid 1"], 7, "not a text file"),
    ("no key file", no_key, ["play", G, "bid 1"], 7, "key.json"),
    ("an expired token without a key", no_key_and_an_old_token, ["show", G], 7, "token"),
    ("a broken profile", broken_profile, ["show", G], 7, "not a profile"),
    ("an unknown profile", nothing, ["show", G, "--profile", "nobody"], 7, "atelier register"),
    ("an impossible profile", nothing, ["show", G, "--profile", "../x"], 2, "letters, digits"),
    ("a bundle that is none", nothing, ["verify", "/dev/null/x.json"], 7, "no file"),
    ("a view that is none", nothing, ["slip", "--view", "/etc/hostname", "bid 1"], 2, "not a view"),
    ("a slip that is none", nothing, ["send"], 2, "slip"),
    ("no such seat", nothing, ["join", G, "--seat", "window"], 2, "p1, p2"),
    ("joining a game that runs", nothing, ["join", G], 2, "started"),
    ("an unknown game to play", nothing, ["new", "chess"], 7, "chess"),
    ("too many seats", nothing, ["new", "foundry", "-n", "9"], 2, "atelier rules"),
    ("an option that is none", nothing, ["new", "foundry", "--option", "x"], 2, "NAME=VALUE"),
    ("a pace that is none", nothing, ["new", "foundry", "--pace", "[1"], 2, "JSON object"),
    ("a wrong code", nothing, ["confirm", "000000"], 7, "code"),
    ("nothing to undo", nothing, ["undo", G], 2, "atelier log"),
    ("a look into the future", nothing, ["show", G, "--at", "99"], 2, "entry"),
    ("an unknown bot", nothing, ["new", "foundry", "--bot", "deep"], 2, "greedy"),
    ("starting a running game", nothing, ["start", G], 2, "started"),
    ("a club that is not there", nothing, ["host", "players", "--club", "/no/such/club"], 7, "host init"),
]
each_case = pytest.mark.parametrize(
    ("prepare", "args", "exit_code", "said"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)


@pytest.fixture(scope="module")
def tables(kept_duel):
    """Two games: in one it is ada's turn, in the other she has played."""
    game, ada, bob = kept_duel
    played = open_duel(ada, bob)
    ada.ok("play", played, "bid 6")
    return {G: game, PLAYED: played}


@pytest.fixture
def ada(kept_duel, tmp_path):
    """Somebody at both, with a copy of her home that can be spoilt."""
    _, ada, _ = kept_duel
    return Player(shutil.copytree(ada.home, tmp_path / "ada"), ada.server)


@each_case
def test_it_is_a_sentence_and_an_exit_code(ada, tables, prepare, args, exit_code, said):
    prepare(ada)
    result = ada.run(*[tables.get(arg, arg) for arg in args])
    assert result.exit == exit_code, result
    assert said in result.err
    assert result.out == ""
    assert f"exit {exit_code})" in result.err


@each_case
def test_a_script_gets_it_as_json(ada, tables, prepare, args, exit_code, said):
    prepare(ada)
    result = ada.run("--json", *[tables.get(arg, arg) for arg in args])
    problem = json.loads(result.err)
    assert (result.exit, problem["exit"], result.out) == (exit_code, exit_code, "")
    assert problem["code"]
    assert problem["detail"]


def test_an_ambiguous_name_is_refused_with_what_it_can_mean(duel, monkeypatch):
    import engine
    from engine.core.names import Lexicon

    game, ada, _ = duel
    rules = engine.games()["foundry"]
    twins = {thing: {"en": "Thing", "fr": "Chose"} for thing in ("gong", "siren")}  # neither in sight
    monkeypatch.setitem(vars(rules), "lexicon", Lexicon({**rules.names, **twins}))
    result = ada.run("play", game, "keep thing")
    assert (result.exit, "ambiguous_name" in result.err) == (3, True)
    assert "gong, siren" in result.err


class Elsewhere(BaseHTTPRequestHandler):
    """Some other web server."""

    seen: ClassVar[list] = []

    def do_GET(self):
        self.seen.append(dict(self.headers))
        self.send_response(302 if self.path == "/v1/redirect" else 200)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()
        self.wfile.write(b"<html>Welcome</html>")

    def log_message(self, *_args):
        pass


@pytest.fixture
def elsewhere():
    server = HTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("args", [["games"], ["register", "ada", "a@example.org"]])
def test_a_wrong_url_is_said_to_be_one(newcomer, elsewhere, args):
    result = newcomer.run(*args, "--server", elsewhere)
    assert (result.exit, "no Atelier server" in result.err) == (6, True)


def hang_up(listener, said):
    with listener.accept()[0] as caller:
        if said:
            caller.recv(4096)
            caller.sendall(said)


@pytest.mark.parametrize(
    "said", [b"", b"HTTP/1.1 200 OK\r\nContent-", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,"]
)
def test_a_server_that_hangs_up_is_no_connection(newcomer, said):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=hang_up, args=[listener, said]).start()
        result = newcomer.run("games", "--server", f"http://127.0.0.1:{listener.getsockname()[1]}")
    assert (result.exit, "No answer" in result.err) == (6, True)


def test_a_server_that_calls_itself_otherwise_gets_no_signature(newcomer, served, monkeypatch):
    from cli.client import Client

    monkeypatch.setattr(Client, "public", lambda *_: {"origin": "https://club.example"})
    result = newcomer.run("register", "eve", "eve@example.org")
    assert (result.exit, "calls itself" in result.err) == (6, True)
    assert not (newcomer.home / "profiles").exists()


def test_a_token_goes_to_no_other_server(duel, elsewhere):
    game, ada, _ = duel
    Elsewhere.seen.clear()
    ada.run("games", "--all", "--server", elsewhere)
    ada.run("play", game, "bid 1", "--server", elsewhere)
    assert Elsewhere.seen
    assert not any("Authorization" in headers for headers in Elsewhere.seen)


def test_a_broken_pipe_is_quiet(person):
    ada = person()
    ada.data("new", "nicodemus", "--bot", "greedy")
    command = f"{PROGRAM} show . | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], check=False, capture_output=True, text=True, env=ada.environ, timeout=60
    )
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_in_french_it_is_said_in_french(duel):
    game, ada, _ = duel
    result = ada.run("play", game, "bid 99", ATELIER_LANG="fr")
    assert "Rien n'a été joué." in result.err
    assert "Permis" in result.err


def test_what_could_fool_a_terminal_is_not_printed(person, served):
    from sqlalchemy import update

    from server.models import Game

    ada = person()
    game = ada.data("new", "foundry", "--title", "plain")["id"]
    evil = "\x1b]52\x07[bold]\u202e\x9b2J"
    with served.club.write() as session:
        session.execute(update(Game).where(Game.id == game).values(title=evil))
    for terminal in (False, True):
        shown = ada.ok("games", terminal=terminal).out
        assert "[bold]" in shown
        assert not {"\x07", "\x9b", "\u202e"} & set(shown)
        assert "\x1b]" not in shown
    assert ada.data("games")[0]["title"] == evil
    assert "\x9b" not in ada.ok("games", "--json").out
