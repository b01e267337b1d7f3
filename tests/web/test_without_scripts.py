"""Pages in a browser that runs no scripts: all that strangers may see is there, and members are told the other ways."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.places import Life

SAID = {
    "en": {
        "part": "How to take part",
        "mail": "answering the mail",
        "invites": "invites you to a game of Foundry",
        "waiting": "Waiting for",
        "more": "in the mail that asks for a turn",
        "log": "The whole log",
        "back": "One entry back",
        "on": "One entry on",
        "now": "See it as it stands now",
        "then": "This is how it stood after entry",
        "over": "This game is over.",
        "bundle": "The whole game as one file",
        "scripts": "Without scripts nothing can be signed here",
    },
    "fr": {
        "part": "Comment participer",
        "mail": "répondant au courriel",
        "invites": "vous invite à une partie de Fonderie",
        "waiting": "On attend",
        "more": "dans le courriel qui demande un tour",
        "log": "Tout le journal",
        "back": "Une entrée en arrière",
        "on": "Une entrée en avant",
        "now": "La voir telle qu'elle est maintenant",
        "then": "Voici où elle en était après l'entrée",
        "over": "Cette partie est finie.",
        "bundle": "Toute la partie en un fichier",
        "scripts": "Sans scripts rien ne peut être signé ici",
    },
}


@pytest.fixture(scope="module")
def life(served):
    return Life(served.app, ("foundry",))


@pytest.fixture(params=["en", "fr"])
def said(request):
    return SAID[request.param]


@pytest.fixture
def plain(visitor, said):
    """A page of a browser without scripts."""
    lang = next(lang for lang, words in SAID.items() if words is said)
    return visitor(lang, java_script_enabled=False).page


def test_the_club_says_what_it_is_and_how_to_take_part(plain, said, life):
    plain.goto("/")
    expect(plain.get_by_role("heading", name=said["part"])).to_be_visible()
    expect(plain.get_by_text(said["mail"])).to_be_visible()
    plain.locator(f".games a[href='/games/{life.games['foundry']}']").click()
    expect(plain.locator(".board")).to_be_visible()


def test_an_invitation_says_who_invites_and_what_to_type(plain, said, life):
    path = life.invite()
    plain.goto(path)
    expect(plain.get_by_text(said["invites"])).to_be_visible()
    expect(plain.locator("pre")).to_contain_text(f"--invitation {path.partition('=')[2]}")
    expect(plain.get_by_text(said["mail"])).to_be_visible()


def test_a_game_is_looked_at_and_members_are_told_where_they_see_more(plain, said, life):
    plain.goto(f"/games/{life.games['foundry']}")
    expect(plain.get_by_text(said["waiting"])).to_be_visible()
    expect(plain.locator(".board")).to_be_visible()
    expect(plain.get_by_text(said["more"])).to_be_visible()
    expect(plain.locator("#turn")).to_have_count(0)
    expect(plain.locator("main form")).to_have_count(0)


def test_a_game_is_looked_back_at_by_links(plain, said, life):
    game = life.games["foundry"]
    plain.goto(f"/games/{game}")
    plain.get_by_role("link", name=said["back"]).click()
    expect(plain).to_have_url(re.compile(rf"/games/{game}\?at={life.past(game)}$"))
    expect(plain.get_by_text(said["then"])).to_be_visible()
    plain.get_by_role("link", name=said["on"]).click()
    plain.get_by_role("link", name=said["back"]).click()
    plain.get_by_role("link", name=said["now"]).click()
    expect(plain).to_have_url(re.compile(rf"/games/{game}$"))


def test_the_log_leads_to_each_moment(plain, said, life):
    game = life.games["foundry"]
    plain.goto(f"/games/{game}")
    plain.get_by_role("link", name=said["log"]).click()
    n = life.past(game)
    plain.locator(f".log li[value='{n}'] a").click()
    expect(plain).to_have_url(re.compile(rf"at={n}$"))


def test_a_game_that_is_over_is_taken_home_as_a_file(plain, said, life):
    plain.goto(f"/games/{life.over}")
    expect(plain.get_by_text(said["over"])).to_be_visible()
    with plain.expect_download() as waiting:
        plain.get_by_role("link", name=said["bundle"]).click()
    assert waiting.value.suggested_filename == f"{life.over}.atelier.json"


@pytest.mark.parametrize("path", ["/register", "/key", "/me", "/new"])
def test_where_a_key_is_needed_the_other_ways_are_told(plain, said, life, path):
    plain.goto(path)
    expect(plain.get_by_text(said["scripts"])).to_be_visible()
    expect(plain.locator("main form:visible")).to_have_count(0)


def test_a_link_of_a_mail_works_by_its_button(plain, said, life):
    link = next(place.path for place in life.list_places() if place.path.startswith("/v1/silence/"))
    plain.goto(link)
    plain.locator("main button").click()
    expect(plain.locator("main button")).to_have_count(0)
