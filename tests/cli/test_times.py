"""A deadline reads the same on the board, in the list of games and in the mail: in the player's zone, which is named."""

import re

import pytest

from engine.core.dates import say_moment, say_span, say_when
from engine.core.language import Voice
from server.mail import folder
from tests.cli.people import Player, Served, wait_for_mail

MOMENT = r"\w{3}\.? \d+ [\w.]+, \d\d:\d\d [A-Z+\d-]+"
NOON = 1_794_916_800_000
"""2026-11-17, 12:00 UTC."""


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Paris", "Tue 17 Nov, 13:00 CET"),
        ("UTC", "Tue 17 Nov, 12:00 UTC"),
        ("America/Sao_Paulo", "Tue 17 Nov, 09:00 UTC-03"),
        ("Asia/Kolkata", "Tue 17 Nov, 17:30 IST"),
    ],
)
def test_a_moment_names_its_zone(zone, told):
    assert str(say_moment(NOON, zone)) == told


def test_a_zone_that_this_machine_does_not_know_is_told_in_its_own():
    assert str(say_moment(NOON, "Moon/Sea")) == str(say_moment(NOON, ""))


@pytest.mark.parametrize(
    ("span", "told"),
    [(0, "0 min"), (90, "1 h 30 min"), (120, "2 h"), (24 * 60, "1 day"), (28 * 60, "1 day 4 h"), (48 * 60, "2 days")],
)
def test_a_span_has_its_two_largest_units(span, told):
    assert str(say_span(span * 60_000)) == told


def test_what_is_past_is_told_as_past():
    assert Voice("fr").say(say_when(NOON, NOON + 3_600_000, "UTC")).endswith("(il y a 1 h)")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_same_deadline_reads_the_same_in_show_games_and_the_turn_mail(tmp_path, lang):
    served = Served(tmp_path / "club", mail={"undo_pause": 0})
    ada = Player(tmp_path / "ada", served.origin, ATELIER_LANG=lang, TZ="Asia/Tokyo").register(served.club, "ada")
    ada.ok("me", "--zone", "Europe/Paris", "--language", lang)
    title = f"Times {lang}"
    ada.ok("new", "foundry", "--bot", "greedy", "--title", title, "--pace", "72h")
    mail = folder.get_text(wait_for_mail(served.club, f"{ada.handle}@example.org", title))
    shown, listed = ada.ok("show", title), ada.ok("games")
    served.close()
    told = {find_moment(text) for text in (shown.out + shown.err, listed.out, mail)}
    assert len(told) == 1, told
    assert told.pop().endswith((" CET", " CEST"))


def find_moment(text):
    found = re.search(MOMENT, " ".join(text.split()))
    assert found, text
    return found[0]


def test_a_zone_that_was_chosen_elsewhere_is_followed(person, served):
    from server.services.accounts import ProfileChange, change_profile

    ada = person(TZ="Asia/Tokyo")
    ada.ok("new", "foundry", "--bot", "greedy", "--title", "Followed", "--pace", "72h")
    assert " UTC (" in ada.ok("games").out
    change_profile(served.club, ada.data("whoami")["id"], ProfileChange(zone="Europe/Paris"))
    ada.ok("games")
    assert re.search(r" CES?T \(", ada.ok("games").out)
