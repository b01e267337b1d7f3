"""Names, titles, remarks and whatever else people write stand on pages as they wrote them, and do nothing there."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from sqlalchemy import update

from server.models import Game, Member, Message
from tests.cli.people import Served
from tests.web.browsers import walk
from tests.web.places import Life, Place

BREAK = "\"'></b></textarea></title><b id=broke>x</b><script>broke=1</script><img src=x onerror=broke=1>{{7*7}}"
TURNED = "odile\u202egnp.\u2066ada"
"""What can't be written any more, but may stand in a database from before that."""
FOUND = """() => [
  document.querySelectorAll("#broke, main script, img, [onerror]").length, "broke" in window, document.title.includes("49"),
]"""
NOTHING = [0, False, False]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A club whose name, members, titles and remarks try to break out of its pages."""
    served = Served(tmp_path_factory.mktemp("hostile") / "club", name=BREAK)
    yield served
    served.close()


@pytest.fixture(scope="module")
def life(hostile):
    life = Life(hostile.app, ("foundry", "nicodemus"))
    with hostile.club.write() as session:
        session.execute(update(Game).values(title=BREAK))
        session.execute(update(Message).values(text=f"{BREAK}\n{TURNED}"))
        session.execute(update(Member).where(Member.id == life.bob.id).values(handle=BREAK))
        session.execute(update(Member).where(Member.id == life.ada.id).values(handle=TURNED))
    return life


def test_nothing_that_people_wrote_becomes_a_part_of_any_page(visitor, hostile, life):
    seen = 0
    for reader, place, _ in walk(visitor, life.list_places(), served=hostile):
        assert reader.page.evaluate(FOUND) == NOTHING, place
        seen += BREAK in reader.page.locator("main").inner_text()
    assert seen > 10
    expect(reader.page.locator("header .club")).to_have_text(BREAK)


def test_what_was_said_and_how_a_table_is_called_stands_there_word_for_word(visitor, hostile, life):
    page = visitor(served=hostile).open(f"/games/{life.games['foundry']}")
    expect(page.locator(".table-title b").first).to_have_text(BREAK)
    expect(page.locator(".talk li b").first).to_have_text(BREAK)
    expect(page.locator(".talk li").first).to_contain_text(BREAK)


def list_echoes(life):
    """Return what sends back a part of its own address or form."""
    game, ada, bad = life.games["foundry"], life.ada, quote(BREAK[:90])
    for path in (f"/games/{game}?at={bad}", f"/?invitation={bad}", f"/register?invitation={bad}&then={bad}", f"/{bad}"):
        yield Place(path)
    yield Place(f"/games/{life.open}?invitation={bad}")
    yield Place(f"/key?then=/{bad}")
    yield Place(f"/games/{game}/turn", ada, {"line": BREAK})
    yield Place("/me", ada, {"mail_policy": BREAK, "language": "en", "zone": "UTC"})
    yield Place("/me", ada, {"mail_policy": "off", "language": BREAK, "zone": "UTC"})
    yield Place("/me", ada, {"mail_policy": "off", "language": "en", "zone": BREAK})
    yield Place("/me/vacations", ada, {"first": BREAK, "last": BREAK})
    yield Place("/new", ada, {"rules": BREAK, "seats": BREAK, "bots": "0", "bot": BREAK})
    yield Place("/new", ada, {"rules": "foundry", "seats": "2", "bots": "1", "bot": BREAK})
    yield Place(f"/games/{life.own}/invitations", ada, {"mail": BREAK})


def test_what_a_page_sends_back_of_an_address_or_a_form_does_nothing_either(visitor, hostile, life):
    stranger, member = visitor(served=hostile), visitor(served=hostile).take(life.ada.key.jwk)
    stranger.open("/")
    for place in list_echoes(life):
        reader = member if place.by else stranger
        assert reader.visit(place) < 500
        assert reader.page.evaluate(FOUND) == NOTHING, place


@pytest.mark.parametrize("turned", ["\u202e", "\u2066", "\u200f", "\u0000", "\u001b"], ids=ascii)
def test_characters_that_turn_or_hide_a_text_are_refused_wherever_it_is_written(visitor, hostile, life, turned):
    member = visitor(served=hostile).take(life.ada.key.jwk)
    wish = {"rules": "foundry", "seats": "2", "bots": "0", "title": f"a{turned}b"}
    for place in (
        Place("/new", life.ada, wish),
        Place(f"/games/{life.games['foundry']}/talk", life.ada, {"text": f"a{turned}b"}),
    ):
        assert member.visit(place) == 422
        expect(member.page.locator(".why")).to_contain_text("U+")
