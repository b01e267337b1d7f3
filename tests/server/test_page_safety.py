"""What every page and every refusal of one has around it, what is never in one, and what forms of other sites can't do."""

import html.parser
import re

import pytest

from server.models import db
from server.web.site import POLICY
from tests.web.places import Life

PAGE = {"Accept": "text/html"}
EVIL = "https://evil.example"
ENCODINGS = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")
"""All that a form can send."""
FOREIGN = [
    {"Origin": EVIL},
    {"Origin": EVIL, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    {"Origin": "null"},
]
BODIES = (
    b"",
    b"text=hello&mail=eve@example.org&code=1&mail_policy=off&rules=foundry&seats=2&bots=0",
    b'{"mail": "eve@example.org"}',
)

on_sqlite = pytest.mark.parametrize("config", ["sqlite"], indirect=True)


@pytest.fixture
def life(app):
    return Life(app, ("foundry",))


class Inline(html.parser.HTMLParser):
    """Lists what is run or styled in a page itself, and what it loads from elsewhere."""

    def __init__(self, page):
        super().__init__()
        self.found, self.inside = [], None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.inside = tag
        self.found += [f"{tag} {name}" for name in given if name.startswith("on") or name in {"style", "srcdoc"}]
        self.found += [
            f"{tag} {value}"
            for value in given.values()
            if re.match(r"\s*(javascript|data|vbscript):", value or "", re.IGNORECASE)
        ]
        for name in ("src", "href", "action", "formaction"):
            if re.match(r"[a-z]+:|[/\\]{2}", given.get(name) or ""):
                self.found.append(f"{tag} {given[name]}")
        if tag in {"iframe", "object", "embed", "base", "meta"} and given.keys() - {"charset", "name", "content"}:
            self.found.append(tag)

    def handle_data(self, data):
        if self.inside in {"script", "style"} and data.strip():
            self.found.append(f"{self.inside}: {data}")

    def handle_endtag(self, tag):
        self.inside = None


def look(life, place):
    headers = PAGE | ({"Authorization": f"Bearer {place.by.token}"} if place.by else {})
    if place.form is None:
        return life.door("GET", place.path, headers=headers)
    return life.door("POST", place.path, headers=headers, data=place.form)


@on_sqlite
def test_every_page_is_kept_framed_and_told_of_by_nobody(life):
    places = life.list_places()
    assert {place.status for place in places} == {200, 401, 403, 404, 405, 422}
    for place in places:
        page = look(life, place)
        assert (page.status, page.headers["Content-Type"]) == (place.status, "text/html; charset=utf-8"), place
        assert page.headers["Content-Security-Policy"] == POLICY, place
        assert page.headers["Cache-Control"] == "private, no-store", place
        assert page.headers["Referrer-Policy"] == "no-referrer", place
        assert page.headers["X-Content-Type-Options"] == "nosniff", place
        assert {"Accept", "Accept-Language", "Authorization"} <= set(page.headers["Vary"].split(", ")), place
        assert "Set-Cookie" not in page.headers, place


def test_the_policy_lets_a_page_run_what_the_club_serves_and_nothing_else():
    said = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert set(said.values()) == {"'none'", "'self'"}
    assert [name for name, value in said.items() if value == "'none'"] == ["default-src", "base-uri", "frame-ancestors"]


@on_sqlite
def test_nothing_is_run_or_styled_in_a_page_itself(life):
    for place in life.list_places():
        assert Inline(look(life, place).body.decode()).found == [], place


def test_what_would_be_run_in_a_page_is_found():
    bad = '<p onclick="x" style="y"><script>z</script><a href="javascript:q"></a><img src="//evil.example/i"><base href="/x">'
    assert len(Inline(bad).found) == 7


@on_sqlite
def test_what_is_no_page_runs_nothing_either(life):
    for path in ("/docs", "/v1/games/nothing", "/openapi.json", "/healthz", "/v1/nothing"):
        answer = life.door("GET", path)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'"), path
        assert "frame-ancestors 'none'" in policy, path
        assert "unsafe" not in policy, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path


def read_database(club):
    """Return every row of a club."""
    with club.read() as session:
        return {
            table.name: sorted(map(repr, session.execute(table.select()).all())) for table in db.metadata.sorted_tables
        }


def list_posts(life):
    """Return the address of everything that is posted, about things that are there."""
    rules = [rule.rule for rule in life.app.url_map.iter_rules() if "POST" in rule.methods]
    about = [{"game_id": game, "handle": life.bob.handle} for game in (life.games["foundry"], life.own)]
    return sorted({fill(rule, here) for here in about for rule in rules})


def fill(rule, here):
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: here.get(part[1], "unknown"), rule)


@on_sqlite
def test_a_form_of_another_site_changes_nothing_and_shows_nothing_of_anybody(life):
    posts = list_posts(life)
    assert len(posts) > 30
    before = read_database(life.club)
    for path in posts:
        for foreign in FOREIGN:
            for kind, body in zip(ENCODINGS, BODIES, strict=True):
                answer = life.door("POST", path, headers=PAGE | foreign, data=body, content_type=kind)
                assert 400 <= answer.status < 500, (path, answer)
                assert "Access-Control-Allow-Origin" not in answer.headers
                assert life.ada.handle not in answer.body.decode()
    assert read_database(life.club) == before


@on_sqlite
def test_a_cookie_means_nothing_and_is_never_set(life):
    before = read_database(life.club)
    for path in list_posts(life):
        cookie = {"Cookie": f"token={life.ada.token}; Authorization=Bearer {life.ada.token}"}
        assert life.door("POST", path, headers=PAGE | cookie, data={"text": "x"}).status >= 400, path
    assert read_database(life.club) == before


@on_sqlite
def test_a_token_in_its_header_counts_whatever_the_origin_for_no_form_can_send_one(life):
    game = life.games["foundry"]
    mine = PAGE | {"Authorization": f"Bearer {life.ada.token}", "Origin": EVIL, "Sec-Fetch-Site": "cross-site"}
    assert life.door("POST", f"/games/{game}/talk", headers=mine, data={"text": "Mine"}).status == 200
    asked = {"Origin": EVIL, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    for path in (f"/games/{game}/talk", "/me", "/new", "/v1/me"):
        answer = life.door("OPTIONS", path, headers=asked)
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")], path


@on_sqlite
def test_a_link_of_a_mail_acts_by_a_post_alone_and_its_secret_is_all_it_needs(life):
    places = [place for place in life.list_places() if place.path.startswith("/v1/") and place.status == 200]
    looked, posted = ([one for one in places if (one.form is None) is way] for way in (True, False))
    before = read_database(life.club)
    for place in looked:
        assert look(life, place).status == 200
    assert read_database(life.club) == before
    for place in posted:
        assert life.door("POST", place.path, headers=PAGE | {"Origin": EVIL}).status == 200
    assert read_database(life.club) != before
