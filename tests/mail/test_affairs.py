"""A member's own affairs by a line of mail, and which mails come about which table."""

import pytest

from tests.mail.test_outbox import set_policy


@pytest.fixture
def table(house):
    game, ada, bob = house.table()
    mail = next(mail for mail in house.send() if mail.to.startswith("bob@") and "Your turn" in mail.about)
    return house, game, ada, bob, mail


def say_and_hear(house, mail, line):
    """Send a line, and return what is said of it."""
    assert house.answer(mail, line).code in {
        "vacation",
        "policy",
        "language",
        "timezone",
        "standby",
        "calendar",
        "whoami",
    }
    return house.mails_to("bob")[-1].text


def read_me(person):
    return person.call("GET", "/me").json


def test_mails_are_chosen_by_a_line_in_general_and_for_this_table(table):
    house, game, _, bob, mail = table
    assert "Mails about this table: `off`." in say_and_hear(house, mail, "policy off here")
    assert [(one["game"], one["mail_policy"]) for one in read_me(bob)["tables"]] == [(game, "off")]
    assert read_me(bob)["mail_policy"] == "every"
    say_and_hear(house, mail, "abonnement une-fois ici")
    assert read_me(bob)["tables"][0]["mail_policy"] == "once"
    say_and_hear(house, mail, "abonnement résumé")
    assert read_me(bob)["mail_policy"] == "digest"
    say_and_hear(house, mail, "policy usual here")
    assert read_me(bob)["tables"] == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("policy sometimes", "takes every, once, digest or off"),
        ("policy", "takes every, once, digest or off"),
        ("language tlh", "is not a language"),
        ("timezone Moon/Sea", "is not a time zone"),
        ("standby chess", "There is no game `chess`"),
        ("standby", "Which games?"),
        ("vacation cancel", "You have no vacation that is not over."),
    ],
)
def test_a_line_that_does_not_fit_is_answered_with_what_would(table, line, told):
    house, _, _, _, mail = table
    assert house.answer(mail, line).code in {"invalid_value", "unknown_rules", "not_found"}
    assert told in house.mails_to("bob")[-1].text


def test_language_and_zone_are_chosen_by_a_line(table):
    house, _, _, bob, mail = table
    assert "Désormais vos courriels sont en français." in say_and_hear(house, mail, "language fr")
    assert "Europe/Paris" in say_and_hear(house, mail, "fuseau Europe/Paris")
    me = read_me(bob)
    assert (me["language"], me["zone"]) == ("fr", "Europe/Paris")


def test_a_vacation_is_booked_and_cancelled_by_a_line(table):
    house, _, _, bob, mail = table
    assert "from 2026-12-24 to 2027-01-02" in say_and_hear(house, mail, "vacation 2026-12-24 2027-01-02")
    assert "2026-12-24 - 2027-01-02" in say_and_hear(house, mail, "whoami")
    assert "Cancelled: your vacation from 2026-12-24" in say_and_hear(house, mail, "vacation cancel")
    assert bob.call("GET", "/me/vacations").json == []


def test_somebody_stands_by_and_gets_a_calendar_by_a_line(table):
    house, _, _, bob, mail = table
    say_and_hear(house, mail, "standby foundry, nicodemus")
    assert bob.call("GET", "/me/standby").json == {"rules": ["foundry", "nicodemus"]}
    say_and_hear(house, mail, "standby none")
    assert bob.call("GET", "/me/standby").json == {"rules": []}
    link = bob.call("GET", "/me/calendar").json["link"]
    assert link is None
    text = say_and_hear(house, mail, "calendar")
    link = bob.call("GET", "/me/calendar").json["link"]
    assert link in text
    assert house.door("GET", link.removeprefix(bob.origin)).status == 200
    say_and_hear(house, mail, "calendrier aucun")
    assert house.door("GET", link.removeprefix(bob.origin)).status == 410


def test_somebody_elses_mail_chooses_nothing(table):
    house, _, _, bob, mail = table
    assert house.answer(mail, "policy off", author="eve@example.org").code == "sender_mismatch"
    assert read_me(bob)["mail_policy"] == "every"


def choose(person, game, policy):
    assert person.call("PUT", f"/me/mails/{game}", json={"mail_policy": policy}).status == 200


def two_tables(house):
    (first, ada, bob), (second, *_) = house.table(), house.table()
    return first, second, ada, bob


def test_one_table_can_be_silent_and_another_speak(house):
    first, second, _, bob = two_tables(house)
    choose(bob, first, "off")
    assert {mail.about.split("]")[0] for mail in house.mails_to("bob")} == {"[foundry"}
    assert len(house.box.mails) == 0
    first, second, _, bob = two_tables(house)
    set_policy(house, "bob", "off")
    choose(bob, second, "every")
    mails = [mail for mail in house.mails_to("bob") if "Your turn" in mail.about]
    assert [second in mail["References"] for mail in mails] == [True]
    assert "About this table you get mails by the policy `every`." in " ".join(mails[0].text.split())


def test_once_at_one_table_counts_its_own_mails_alone(house):
    _, second, _, bob = two_tables(house)
    choose(bob, second, "once")
    subjects = [mail["References"] for mail in house.mails_to("bob") if "Your turn" in mail.about]
    assert sorted(second in one for one in subjects) == [False, True]


def test_a_table_whose_mails_come_once_a_day_is_in_the_daily_mail_and_a_silent_one_is_not(house):
    first, second, _, bob = two_tables(house)
    set_policy(house, "bob", "off")
    choose(bob, first, "digest")
    assert house.mails_to("bob") == []
    house.clock.wait(days=1)
    (daily,) = house.mails_to("bob")
    assert first in daily.text
    assert second not in daily.text


def test_one_click_ends_the_mails_of_every_table(house):
    first, _, _, bob = two_tables(house)
    choose(bob, first, "every")
    mail = house.mails_to("bob")[0]
    link = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(bob.origin)
    assert house.door("POST", link).status == 200
    assert (read_me(bob)["mail_policy"], read_me(bob)["tables"]) == ("off", [])


def test_a_game_that_is_over_is_no_longer_listed_and_a_stranger_chooses_nothing(house):
    game, _, bob = house.table()
    eve = house.person("eve")
    assert eve.call("PUT", f"/me/mails/{game}", json={"mail_policy": "off"}).code == "not_your_seat"
    assert bob.call("PUT", f"/me/mails/{game}", json={"mail_policy": "never"}).code == "invalid_value"
    assert bob.call("DELETE", f"/me/mails/{game}").status == 204
