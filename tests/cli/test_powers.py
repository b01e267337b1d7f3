"""What hosts do and see from anywhere with `atelier host`, signed with their own key, without a line of server code."""

import subprocess
import sys

import pytest

from cli.acts import SENTENCES
from server.services.powers import POWERS
from tests.cli.people import Player, wait_for_mail


@pytest.fixture
def host(person, served):
    return person("hana").become_host(served.club)


def said(player, *args):
    return player.ok(*args).err.strip()


def test_a_member_is_renamed_and_the_log_tells_it_in_both_languages(host, person):
    bob = person("bob")
    new = f"x-{bob.handle}"
    assert said(host, "host", "rename", bob.handle, new) == f"{host.handle} renamed {bob.handle} to {new}."
    assert bob.data("whoami")["handle"] == new
    assert f"{host.handle} renamed {bob.handle} to {new}." in host.ok("host", "log").out
    assert f"{host.handle} a renommé {bob.handle} en {new}." in host.ok("host", "log", ATELIER_LANG="fr").out


def test_a_member_is_banned_and_readmitted(host, person, duel):
    game, _, bob = duel
    assert "Ban" in host.run("host", "ban", bob.handle, stdin="n\n", terminal=True).err
    assert bob.ok("show", game)
    assert host.run("host", "ban", bob.handle).exit == 2
    host.ok("host", "ban", bob.handle, "--why", "Insults.", "--yes")
    refused = bob.run("show", game)
    assert (refused.exit, "banned" in refused.err) == (7, True)
    assert host.data("games", game)["seats"][1]["by"] == "bot"
    host.ok("host", "readmit", bob.handle)
    assert bob.ok("whoami")


def test_a_member_is_removed_and_told(host, served, person):
    bob = person("bob")
    assert host.run("host", "remove", bob.handle, stdin="n\n", terminal=True).exit == 130
    host.ok("host", "remove", bob.handle, "--why", "As you wished.", stdin="y\n", terminal=True)
    mail = wait_for_mail(served.club, f"{bob.handle}@example.org", "ended your membership")
    assert "As you wished." in str(mail)
    assert bob.run("whoami").exit == 7
    assert "removed a member" in host.ok("host", "log").out


def test_an_address_is_corrected(host, served, person):
    bob = person("bob")
    host.ok("host", "readdress", bob.handle, f"{bob.handle}@example.net")
    assert bob.data("whoami")["mail"] == f"{bob.handle}@example.net"
    for place in ("org", "net"):
        assert wait_for_mail(served.club, f"{bob.handle}@example.{place}", "Your mail goes to")


def test_hosts_are_appointed_and_dismissed(host, person):
    bob = person("bob")
    assert bob.run("host", "log").exit == 7
    host.ok("host", "appoint", bob.handle)
    assert bob.ok("host", "log")
    assert said(bob, "host", "dismiss", host.handle) == f"{bob.handle} dismissed {host.handle} as a host."
    bob.ok("host", "appoint", host.handle)
    bob.ok("host", "dismiss", bob.handle)


def test_registration_changes_while_the_club_runs(host, newcomer):
    try:
        host.ok("host", "registration", "closed")
        assert host.data("host", "registration") == {"registration": "closed"}
        assert newcomer.run("register", "nobody", "nobody@example.org").exit == 7
    finally:
        host.ok("host", "registration", "open")


def test_everybody_is_told_and_the_club_is_paused_and_resumed(host, person):
    bob = person("bob")
    host.ok("host", "tell", "We move\non Sunday.")
    assert "    We move\n    on Sunday.\n" in bob.ok("news").out
    assert host.run("host", "pause").exit == 2
    try:
        host.ok("host", "pause", "--everything", "--why", "We move.")
        assert "The club is paused since" in bob.ok("news").err
        bob.ok("new", "foundry", "--bot", "random")
        assert {one["paused"] for one in bob.data("games") if one["status"] == "running"} == {True}
        assert host.data("host", "stats")["paused_since"] is not None
    finally:
        host.ok("host", "resume", "--everything")
    assert bob.data("news")["paused_since"] is None
    assert "resumed the club" in host.ok("host", "log").out


def test_what_hosts_see_from_afar(host, duel):
    game, ada, _ = duel
    assert ada.handle in host.ok("host", "players").out
    assert {one["handle"] for one in host.data("host", "players")} >= {ada.handle, host.handle}
    assert game in {one["id"] for one in host.data("host", "games")}
    waiting = [one for one in host.data("host", "stuck", "--hours", "0") if one["game"] == game]
    assert {one["player"] for one in waiting} >= {ada.handle}
    assert "duel" in host.ok("host", "stuck", "--hours", "0").out
    assert host.ok("host", "bounces")
    assert "games in play" in host.ok("host", "stats").out
    kinds = {one["kind"] for one in host.data("host", "outbox")}
    assert "confirm" in kinds
    assert host.run("host", "outbox", "--retry", "999999").exit == 7
    assert ada.run("host", "players").exit == 7


def test_a_club_at_hand_is_read_directly_and_another_is_asked(host, served, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    served.calls.clear()
    host.ok("host", "stats", "--club", served.folder)
    host.ok("host", "log", "--club", served.folder)
    host.ok("host", "stuck", ATELIER_CLUB=str(served.folder))
    assert served.calls == []
    host.ok("host", "stats")
    assert "GET /v1/host/figures" in served.calls


def test_host_commands_from_afar_load_no_server_code(host):
    script = (
        "import sys; from cli.app import run; from cli.env import Env\n"
        "assert run(['host', 'stats'], Env.of_system()) == 0\n"
        "assert run(['host', 'tell', 'Hello.'], Env.of_system()) == 0\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "assert not loaded & {'server', 'flask', 'sqlalchemy'}, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True, env=host.environ)
    assert done.returncode == 0, done.stderr


def test_a_club_is_claimed_by_who_made_it(tmp_path, served):
    made = Player(tmp_path / "maker", served.origin)
    folder = tmp_path / "made"
    first = made.run("host", "init", "--club", folder)
    (line,) = [line for line in first.err.splitlines() if "shown this once" in line]
    assert "shown this once" not in made.ok("host", "init", "--club", folder).err
    code = made.data("host", "claim", "--club", folder)["claim"]
    assert code not in line
    refused = made.run("register", "maker", "maker@example.org", "--claim", code)
    assert (refused.exit, "claim code" in refused.err) == (7, True)


def test_every_act_has_its_sentence():
    assert set(POWERS) <= set(SENTENCES)
