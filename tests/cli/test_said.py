"""What is said is so: every `atelier …` of pages, helps, hints, refusals and mails is one that the client takes."""

import re

import pytest
import requests

from server.mail import folder
from tests.cli.people import Player, Served, wait_for_mail
from tests.said import fill, find_commands, find_fault, gather_said
from tests.server.people import mailed_code

ELSEWHERE = {"serve", "demo", "watch", "register", "confirm", "key", "address", "unregister"}
"""What would not end, or would change who somebody is: run by tests of their own."""


def test_every_command_that_is_said_somewhere_can_be_typed(newcomer):
    env = newcomer.env()
    faults = {said: fault for said in gather_said() if (fault := find_fault(said.command, env))}
    assert faults == {}


@pytest.mark.parametrize(
    "command", ["serve --orign https://club.example", "retrun GAME", "new", "join FOLDER --seet p2", "show NOBODY"]
)
def test_a_command_that_is_none_is_found_out(newcomer, command):
    assert find_fault(command, newcomer.env()) is not None


def test_commands_are_found_in_sentences_and_on_lines_to_type():
    text = "Try `atelier demo`,\nor:\n\n    $ .venv/bin/atelier play . \\\n  'use 1'  # now\nx=$(atelier moves --json | jq)\n"
    assert [fill(command) for command in find_commands(text)] == [
        ["demo"],
        ["play", ".", "use 1"],
        ["moves", "--json"],
    ]


def find_runnable():
    """Yield the commands that can be run at a table; the reference only shows how they are spelt."""
    said = {tuple(fill(one.command)) for one in gather_said() if one.where != "docs/cli.md"}
    for words in sorted(said):
        is_endless = words[:2] in {("host", "worker"), ("host", "receive")} or "--follow" in words
        if words[0] not in ELSEWHERE and not is_endless:
            yield words


def test_no_command_that_is_said_ends_as_misuse_at_a_table(tmp_path, monkeypatch):
    """A move may be illegal there, a file missing: the command itself is not what is wrong."""
    monkeypatch.chdir(tmp_path)
    served = make_served(tmp_path)
    ada = Player(tmp_path / "ada", served.origin, ATELIER_LOG="off").register(served.club, "ada")
    ada.data("new", "imaginarium", "--bot", "greedy", "--title", "club-7")
    ada.ok("register", "league", "league@example.org", "--profile", "winter-league")
    misused = {}
    for words in find_runnable():
        given = (re.sub("^/(srv|backups?)/", f"{tmp_path}/", word) for word in words)
        done = ada.run(*given, "--json", "--profile", "default", stdin="q\n", terminal=True)
        if done.exit == 2 and '"usage"' in done.err and "No such file" not in done.err:
            misused[words] = done.err
    served.close()
    assert misused == {}


def make_served(tmp_path, **given):
    return Served(tmp_path / "club", mail={"undo_pause": 0}, **given)


def commands_in(mail):
    return [" ".join(fill(command)) for command in find_commands(folder.get_text(mail))]


def test_the_lines_of_an_invitation_lead_to_a_seat_in_an_invited_club(tmp_path):
    served = make_served(tmp_path, registration="invited")
    ada = Player(tmp_path / "ada", served.origin).found(served.club, "ada")
    game = ada.data("new", "foundry", "--private")["id"]
    ada.ok("invite", game, "odile@example.org")
    register, _, join = commands_in(wait_for_mail(served.club, "odile@example.org", "invites you"))
    odile = Player(tmp_path / "odile", "")
    odile.ok(*register.split())
    odile.ok("confirm", mailed_code(served.club, odile.data("whoami")["id"]))
    odile.ok(*join.split())
    assert ada.data("games", game)["status"] == "running"
    served.close()


def test_a_stranger_is_told_how_to_register_by_invitation(tmp_path):
    served = make_served(tmp_path, registration="invited")
    Player(tmp_path / "ada", served.origin).found(served.club, "ada")
    told = Player(tmp_path / "bob", served.origin).run("register", "bob", "bob@example.org")
    assert "atelier register HANDLE MAIL --server URL --invitation INVITATION" in told.err
    served.close()


def test_the_lines_of_an_invitation_to_the_club_lead_into_it(tmp_path):
    served = make_served(tmp_path, registration="invited")
    ada = Player(tmp_path / "ada", served.origin).found(served.club, "ada")
    ada.ok("host", "invite", "odile@example.org")
    register, confirm = commands_in(wait_for_mail(served.club, "odile@example.org", "invites you"))
    odile = Player(tmp_path / "odile", "")
    odile.ok(*register.split())
    assert confirm.split()[0] == "confirm"
    link = ada.ok("host", "invite").out.strip()
    Player(tmp_path / "max", served.origin).ok("register", "max", "max@example.org", "--invitation", link)
    served.close()


def test_the_line_of_a_recovery_mail_names_a_new_key_on_a_new_machine(tmp_path):
    served = make_served(tmp_path, hours_to_cancel=0)
    ada = Player(tmp_path / "ada", served.origin).register(served.club, "ada")
    new = Player(tmp_path / "new", "")
    new.ok("key", "recover", "ada@example.org", "--server", served.origin)
    (line,) = find_commands(folder.get_text(wait_for_mail(served.club, "ada@example.org", "recovers")))
    told = new.ok(*fill(line)).err
    (back,) = find_commands(told)
    assert find_fault(back, new.env()) is None
    assert fill(back)[-1] == served.origin
    assert ada.ok("key", "cancel")
    served.close()


def test_what_the_page_of_a_stopped_mail_names_turns_mails_on_again(tmp_path):
    served = make_served(tmp_path)
    ada = Player(tmp_path / "ada", served.origin).register(served.club, "ada")
    ada.ok("new", "foundry", "--bot", "greedy")
    link = str(wait_for_mail(served.club, "ada@example.org", "Your turn")["List-Unsubscribe"]).strip("<>")
    page = requests.post(link, timeout=10).text
    assert "none about games" in ada.ok("whoami").out
    (command,) = find_commands(page)
    assert "every turn" in ada.ok(*fill(command)).out
    assert ada.data("me", "--language", "fr", "--zone", "Europe/Paris")["mail_policy"] == "every"
    assert ada.run("me", "--mails", "never").exit == 2
    served.close()
