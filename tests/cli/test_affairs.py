"""A member's own affairs by the client: vacations, standing by, the calendar, tokens, mails, leaving the club."""

from datetime import UTC, datetime, timedelta

import pytest
import requests

from engine.ledger.verify import verify
from server.mail import folder
from tests.cli.people import Player, wait_for_mail
from tests.said import fill, find_commands
from tests.server.people import mailed_code

TODAY = datetime.now(UTC).date()
FIRST, LAST = str(TODAY + timedelta(days=10)), str(TODAY + timedelta(days=12))


def test_a_vacation_is_booked_listed_and_cancelled(person):
    ada = person()
    booked = ada.data("vacation", FIRST, LAST)
    assert (booked["from"], booked["to"]) == (FIRST, LAST)
    assert FIRST in ada.ok("vacation").out
    assert f"{FIRST} - {LAST}" in ada.ok("whoami").out
    assert "Cancelled" in ada.ok("vacation", "--cancel", booked["id"]).err
    assert ada.data("vacation") == []
    assert ada.run("vacation", "--cancel", booked["id"]).exit == 7
    assert ada.run("vacation", "tomorrow").exit == 2


def test_one_day_is_a_vacation_too(person):
    ada = person()
    assert ada.data("vacation", FIRST)["to"] == FIRST
    assert f"from {LAST} to {LAST}" in ada.ok("vacation", LAST).err


def test_somebody_stands_by_for_games_and_no_longer(person):
    ada = person()
    assert "none" in ada.ok("standby").err
    assert ada.data("standby", "nicodemus", "foundry") == {"rules": ["nicodemus", "foundry"]}
    assert ada.data("standby") == {"rules": ["foundry", "nicodemus"]}
    assert "foundry, nicodemus" in ada.ok("whoami").out
    assert ada.run("standby", "chess").exit != 0
    assert ada.run("standby", "foundry", "--none").exit == 2
    assert ada.data("standby", "--none") == {"rules": []}


def test_a_calendar_has_a_link_that_can_be_shown_again_and_revoked(person):
    ada = person()
    assert "calendar --new" in ada.ok("calendar").err
    link = ada.ok("calendar", "--new").out.strip()
    assert ada.ok("calendar").out.strip() == link
    assert requests.get(link, timeout=10).status_code == 200
    newer = ada.data("calendar", "--new")["link"]
    assert newer != link
    assert requests.get(link, timeout=10).status_code == 410
    ada.ok("calendar", "--revoke")
    assert ada.data("calendar") == {"link": None, "created_at": None}
    assert requests.get(newer, timeout=10).status_code == 410
    assert ada.run("calendar", "--new", "--revoke").exit == 2


def test_a_link_of_an_earlier_release_is_replaced(person, served):
    from server.models import Link
    from server.services.ids import hash_secret

    ada = person()
    with served.club.write() as session:
        session.add(Link(hash=hash_secret(ada.handle), player_id=ada.data("whoami")["id"], created_at=1))
    assert "can't be shown again" in ada.ok("calendar").err
    assert ada.data("calendar", "--new")["link"]


def test_tokens_are_seen_and_revoked(person, tmp_path, served):

    ada = person()
    ada.ok("key", "export", tmp_path / "key.json")
    other = Player(tmp_path / "elsewhere", served.origin)
    other.ok("key", "import", tmp_path / "key.json")
    here, there = ada.data("tokens")
    assert (here["is_current"], there["is_current"]) == (True, False)
    assert there["id"] in ada.ok("tokens").out
    assert "2 tokens" in ada.ok("whoami").out
    ada.ok("tokens", "--revoke", there["id"])
    assert ada.run("tokens", "--revoke", there["id"]).exit == 7
    other.ok("whoami")  # it has the key, and gets a new one
    newer = next(one["id"] for one in other.data("tokens") if one["is_current"])
    assert ada.data("tokens", "--others")["revoked"] == [newer]
    assert [one["is_current"] for one in ada.data("tokens")] == [True]


def test_mails_are_chosen_for_one_table(duel):
    game, ada, _ = duel
    title = ada.data("games", game)["title"]
    shown = ada.data("me", "--mails", "off", "--table", game)
    assert [(one["game"], one["mail_policy"]) for one in shown["tables"]] == [(game, "off")]
    assert shown["mail_policy"] == "every"
    assert f"at {title}" in ada.ok("whoami").out
    ada.ok("me", "--mails", "once", "--table", game)
    assert ada.data("me", "--mails", "usual", "--table", game)["tables"] == []


@pytest.mark.parametrize(
    ("given", "told"),
    [(["--table", "."], "Which mails about it?"), (["--mails", "usual"], "is for one table")],
)
def test_half_a_wish_about_mails_is_refused_with_the_whole_one(duel, given, told):
    done = duel[1].run("me", *given)
    assert (done.exit, told in done.err) == (2, True)


def test_only_who_sits_there_chooses_the_mails_of_a_table(duel, person):
    game, _, _ = duel
    assert person("eve").run("me", "--mails", "off", "--table", game).exit == 7


def test_an_account_is_deleted_after_its_name_was_typed(duel):
    game, ada, bob = duel
    assert ada.run("unregister").exit == 2
    assert ada.run("unregister", stdin="no\n", terminal=True).exit == 2
    assert ada.data("whoami")["deleted"] is False
    gone = ada.run("unregister", stdin=f"{ada.handle}\n", terminal=True)
    assert gone.exit == 0, gone
    assert "is deleted" in gone.err
    assert ada.run("whoami").exit == 7
    assert [seat["by"] for seat in bob.data("games", game)["seats"]] == ["bot", "player"]
    bundle = ada.home / "game.json"
    bob.ok("export", game, "-f", bundle)
    assert verify(bundle.read_bytes()).holds


def test_whoever_left_can_register_again_in_the_same_profile(person, served):
    ada = person()
    key = ada.data("key", "show")["kid"]
    ada.ok("unregister", "--yes")
    ada.register(served.club, f"{ada.handle}b")
    assert ada.data("key", "show")["kid"] != key


def test_a_deletion_waits_where_a_new_address_does(person, served):
    ada = person()
    shown = ada.data("address", f"new-{ada.handle}@example.org")
    ada.ok("confirm", mailed_code(served.club, shown["id"]))
    assert "goes with that wait" in ada.ok("unregister", "--yes").err
    told = ada.ok("whoami").out
    assert "deleted" in told
    assert "new mail" in told


def test_whoami_tells_of_a_key_that_waits(person, served, tmp_path):

    ada = person()
    new = Player(tmp_path / "new", served.origin)
    mail = f"{ada.handle}@example.org"
    new.ok("key", "recover", mail)
    (line,) = find_commands(folder.get_text(wait_for_mail(served.club, mail, "recovers")))
    new.ok(*fill(line))
    assert "`atelier key cancel` stops it" in " ".join(ada.ok("whoami").out.split())
    ada.ok("key", "cancel")
    assert ada.data("whoami")["new_key_at"] is None


def test_an_invitation_is_taken_back(person):
    ada, eve = person(), person("eve")
    game = ada.data("new", "foundry", "--private")["id"]
    made = ada.data("invite", game)
    assert ada.ok("invite", game, "--revoke", made["id"]).err.startswith("The invitation is good no more.")
    assert eve.run("join", made["link"]).exit != 0
    assert ada.run("invite", game, "--revoke", made["id"]).exit == 7
