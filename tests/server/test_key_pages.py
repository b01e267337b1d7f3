"""The pages of a key: who is offered to register, where they are sent afterwards, and that nobody keeps them."""

import html
import re

import msgspec
import pytest

PAGE = {"Accept": "text/html"}
EVIL = [
    "//evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\\evil.example",
    "\\\\evil.example",
    "/games\\..\\",
    "/\t/evil.example",
    "/\n/evil.example",
    "/ /evil.example",
    " //evil.example",
    "\x00/games",
    "evil.example",
    "games/g1",
    "/games/\u202eg1",
    '/"onclick="x',
    "/<b>",
    "/" + "x" * 500,
    "",
]
FINE = ["/games/g1", "/games/g1?invitation=inv_x-Y", "/me", "/games/g1?at=3#turn", "/games/%2F%2Fevil"]


@pytest.fixture
def read(door):
    def read(path, token=None, lang="en", **query):
        headers = PAGE | {"Accept-Language": lang} | ({"Authorization": f"Bearer {token}"} if token else {})
        return door("GET", path, headers=headers, query_string=query)

    return read


def text_of(answer):
    assert answer.status == 200
    return html.unescape(answer.body.decode())


def places(answer):
    """Return wherever a page leads by links or after its forms, but the frame."""
    main = answer.body.decode().partition("<main")[2].partition("</main>")[0]
    return {html.unescape(one) for one in re.findall(r'(?:href|data-then|data-to|action)="([^"]*)"', main)}


@pytest.mark.parametrize("then", FINE)
def test_afterwards_the_reader_goes_on_where_they_were(read, person, then):
    ada = person("ada")
    assert then in places(read("/register", ada.token, then=then))
    assert then in places(read("/key", then=then))


@pytest.mark.parametrize("then", EVIL, ids=ascii)
def test_nobody_is_sent_elsewhere_afterwards(read, person, then):
    ada = person("ada")
    for page in (read("/register", ada.token, then=then), read("/key", then=then), read("/register", then=then)):
        assert places(page) <= {"/me", "/key", "/register", "/", "/v1/recoveries"}


def test_whoever_has_not_confirmed_is_asked_for_the_code(read, person):
    bob = person("bob", confirmed=False)
    page = text_of(read("/register", bob.token, then="/games/g1"))
    assert "A code was mailed to" in page
    assert 'data-act="confirm" data-then="/games/g1"' in page
    assert 'data-act="register"' not in page


def set_registration(club, monkeypatch, registration):
    monkeypatch.setattr(club, "config", msgspec.structs.replace(club.config, registration=registration))


def test_an_open_club_lets_everybody_register_in_both_languages(read):
    assert "I have the copy: register me" in text_of(read("/register"))
    page = text_of(read("/register", lang="fr"))
    assert "J'ai la copie : m'inscrire" in page
    assert '<option value="fr" selected>' in page


def test_a_club_by_invitation_lets_register_whoever_has_a_good_one(read, person, club, monkeypatch):
    ada = person("ada")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    secret = ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
    set_registration(club, monkeypatch, "invited")
    for given in ({}, {"invitation": "inv_wrong"}, {"invitation": "x" * 300}):
        page = text_of(read("/register", **given))
        assert "only by invitation" in page
        assert 'data-act="register"' not in page
    page = text_of(read("/register", invitation=secret))
    assert f'data-invitation="{secret}"' in page
    assert f"--invitation {secret}" in page
    set_registration(club, monkeypatch, "closed")
    assert "only by invitation" in text_of(read("/register", invitation=secret))


@pytest.mark.parametrize("path", ["/register", "/key"])
def test_nobody_keeps_these_pages_and_nothing_in_them_is_run(read, person, path):
    for page in (read(path), read(path, person("ada").token, then="/me")):
        assert page.headers["Cache-Control"] == "private, no-store"
        assert "unsafe" not in page.headers["Content-Security-Policy"]
        assert "Set-Cookie" not in page.headers
        assert not re.search(rb"<script>|<style|style=| on\w+=", page.body)
