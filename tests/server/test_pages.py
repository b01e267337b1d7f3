"""Pages for people: what the club is, who invites to what and how to take part; JSON for programs."""

import html
import re

import msgspec
import pytest

from server.models import Invitation, Member
from server.services.invitations import invite_to_club
from tests.said import find_commands

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def look(door):
    def open_page(link, lang="en", accept=BROWSER):
        headers = {"Accept": accept, "Accept-Language": lang}
        path = re.sub(r"^https?://[^/]+", "", link)
        answer = door("GET", path, headers=headers)
        return door("GET", answer.headers["Location"], headers=headers) if answer.status == 303 else answer

    return open_page


@pytest.fixture
def invitation(person):
    ada = person("ada")
    game = ada.open("foundry", 2, private=True, title="<script>alert(1)</script>")
    return ada.call("POST", f"/games/{game}/invitations", json={}).json | {"game": game, "ada": ada}


def set_registration(club, monkeypatch, registration):
    monkeypatch.setattr(club, "config", msgspec.structs.replace(club.config, registration=registration))


def read(answer):
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.body.decode().count("<script") == 1
    return html.unescape(answer.body.decode())


def test_the_link_of_an_invitation_is_a_page_for_people_and_json_for_programs(look, invitation):
    page = look(invitation["link"])
    assert page.status == 200
    text = read(page)
    assert "ada invites you to a game of Foundry at Atelier." in text
    assert "a club for long board games" in text
    assert "pipx install atelier" in text
    assert f"atelier join {invitation['game']} --invitation {invitation['invitation']}" in text
    assert "by answering the mail" in text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "Accept" in page.headers["Vary"]
    for accept in ("*/*", "application/json", "", "text/html;q=0.1,application/json"):
        assert look(invitation["link"], accept=accept).json["id"] == invitation["game"]


def test_a_page_holds_nothing_that_a_member_wrote_but_a_handle(look, invitation):
    assert "alert" not in look(invitation["link"]).body.decode()


def test_a_handle_of_old_that_looks_like_a_link_is_not_shown(look, invitation, club):
    with club.write() as session:
        session.get_one(Member, invitation["ada"].id).handle = "evil.example/<b>"
    text = look(invitation["link"]).body.decode()
    assert "evil" not in text
    assert "somebody invites you" in text


def test_a_page_speaks_the_readers_language(look, invitation):
    text = read(look(invitation["link"], "fr-CA,fr;q=0.9"))
    assert "ada vous invite à une partie de" in text
    assert '<html lang="fr">' in text
    assert "Comment participer" in text


def test_an_invitation_that_is_good_no_more_is_a_page_that_says_so(look, invitation):
    ada = invitation["ada"]
    ada.call("DELETE", f"/games/{invitation['game']}/invitations/{invitation['id']}")
    page = look(invitation["link"])
    assert page.status == 410
    assert "This invitation was taken back." in read(page)
    unknown = look(f"/v1/games/{invitation['game']}?invitation=inv_no")
    assert unknown.status == 404
    assert "ada" not in read(unknown)


def test_the_front_page_tells_what_the_club_is(look):
    text = read(look("/"))
    assert "<h1>Atelier</h1>" in text
    assert "atelier register HANDLE MAIL --server http://127.0.0.1:8000" in text
    assert look("/", accept="*/*").json["name"] == "Atelier"


@pytest.mark.parametrize("registration", ["invited", "closed"])
def test_a_club_that_is_not_open_says_so_to_strangers(look, club, monkeypatch, registration):
    set_registration(club, monkeypatch, registration)
    text = read(look("/"))
    assert "only by invitation" in text
    assert "pipx" not in text


def test_in_an_invited_club_the_line_to_register_has_the_invitation(look, invitation, club, monkeypatch):
    set_registration(club, monkeypatch, "invited")
    register, _, join = find_commands(read(look(invitation["link"])))
    assert register.endswith(f"--invitation {invitation['invitation']}")
    assert join.removesuffix("</pre>").endswith(f"--invitation {invitation['invitation']}")


def test_a_public_game_is_shown_without_an_invitation(look, person):
    game = person("ada").open("foundry", 2)
    assert "This is a game of Foundry at Atelier." in read(look(f"/v1/games/{game}"))


def test_an_invitation_to_the_club_names_who_invites_until_it_is_used(look, person, club):
    ada = person("ada")
    with club.write() as session:
        made = invite_to_club(session, club, session.get_one(Member, ada.id), None)
    assert "ada invites you to Atelier." in read(look(made.link))
    assert look("/?invitation=inv_no").status == 410
    with club.write() as session:
        session.get_one(Invitation, made.id).registered_id = ada.id
    assert "was used" in read(look(made.link))


def test_the_client_that_newcomers_install_is_the_hosts_to_name(look, club, monkeypatch):
    monkeypatch.setattr(club, "config", msgspec.structs.replace(club.config, client="https://x.example/<a>.whl"))
    page = look("/")
    assert "pipx install https://x.example/&lt;a&gt;.whl" in page.body.decode()
