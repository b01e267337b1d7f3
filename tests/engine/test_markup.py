"""A sheet as HTML: cards in the colour of their family, goods in theirs, nothing loaded, nothing that players wrote run."""

import re

import pytest

import engine
from engine.core.markup import LOOKS, TAGS, draw_sheet, draw_stylesheet
from engine.core.palette import HUES, ICONS, INKS, NO_GOODS, Palette, draw_icons
from engine.core.sheet import Heading, Line, Note, Role, Sheet, cell, grid, lay_out
from tests.engine.test_boards import PLAYERS, table_at

WOODEN = Palette(
    {"wood": "wood", "coal": "coal"},
    {
        "wood": {"en": "wood", "fr": "bois", "many en": "woods"},
        "coal": {"en": "coal", "fr": "charbon"},
        "saw": {"en": "Saw for wood & coal", "fr": "Scie"},
        "cut": {"en": "1 wood for each saw", "fr": "1 bois"},
    },
    "en",
)
KILN = ("3", "Kiln", "blue", 2, "1 wood", "dries 2 woods")
ROLES: tuple[Role, ...] = ("place", "name", "family", "points", "", "does")
HEADS = ("#", "machine", "colour", "pts", "price", "does")


def drawn(*parts, medium="page", palette=WOODEN):
    return draw_sheet(Sheet(parts), palette, medium)


def said(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html.replace("&nbsp;", " ")).split())


@pytest.mark.parametrize("medium", ["mail", "page"])
def test_what_players_wrote_is_escaped(medium):
    parts = (
        Heading("<b>", "&"),
        grid([(cell("<i>", "warn"),)], ["<u>"]),
        Note("<script>"),
        Line((cell("<p>"),)),
        lay_out([("red", ("<em>", "<q>", "<a>"))], ("place", "name", "does"), ["", "<s>", ""], below=["<img>"]),
    )
    shown = drawn(*parts, medium=medium)
    assert not re.search(r"<(b|i|u|script|em|q|a|s|img)>[^<]", shown.replace("<b>&lt;q", ""))
    for text in ("<b>", "<i>", "<u>", "<script>", "<p>", "<em>", "<q>", "<a>", "<s>", "<img>"):
        assert text.replace("<", "&lt;").replace(">", "&gt;") in shown


def test_a_card_says_its_place_name_family_worth_price_and_what_it_does():
    shown = drawn(lay_out([("blue", KILN)], ROLES, HEADS, below=["beside water"]))
    assert said(shown) == "machine · colour · does 2 pts 3 Kiln blue price 1 wood dries 2 woods beside water"
    assert '<div class="card blue">' in shown


def test_an_empty_place_is_a_card_of_no_family():
    assert '<div class="card empty">4 <b>·</b></div>' in drawn(lay_out([(None, (4, "·"))], ROLES))


def test_a_mail_has_every_style_on_its_element_and_a_page_has_classes():
    cards = lay_out([("blue", KILN)], ROLES)
    mail, page = drawn(cards, medium="mail"), drawn(cards)
    assert "class=" not in mail
    assert HUES["blue"] in mail
    assert "style=" not in page
    assert set(re.findall(r'class="([^"]*)"', page)) == {"cards", "card blue", "points", "dim", "good-wood", "icon"}


def test_what_stands_below_a_row_is_a_row_of_its_own():
    shown = drawn(grid([("Kiln", 1, 2), ("Press", 3, 4)], below=("<makes>",)), palette=NO_GOODS)
    assert '<tr><td></td><td colspan="2">&lt;makes&gt;</td></tr>' in shown
    assert shown.count("<tr") == 3


def test_goods_are_marked_with_their_number_whatever_their_form():
    assert drawn(Note("2 woods, no wood; ◆3"), medium="mail") == (
        f'<p style="{TAGS["p"]}"><b style="color:{INKS["wood"]}">2&nbsp;woods</b>, no '
        f'<b style="color:{INKS["wood"]}">wood</b>; <b style="color:{INKS["coal"]}">◆3</b></p>'
    )


def test_a_good_on_a_page_has_an_icon_that_is_not_read_aloud():
    assert '<svg class="icon" aria-hidden="true"><use href="#wood"/></svg>2&nbsp;woods</b>' in drawn(Note("2 woods"))


@pytest.mark.parametrize("text", ["Saw for wood & coal", "woodwork", "driftwood", "12woods"])
def test_no_good_is_seen_in_a_cards_name_or_in_another_word(text):
    assert "<b" not in drawn(Note(text))


def test_an_effect_that_begins_with_a_number_is_no_name():
    assert "<b" in drawn(Note("1 wood for each saw"))


def test_an_empty_note_is_nothing():
    assert drawn(Note("")) == ""


def test_all_looks_are_in_the_style_sheet_and_all_icons_on_the_page():
    assert all(f".{look}{{" in draw_stylesheet() for look in LOOKS)
    assert "color-scheme:light dark" in draw_stylesheet()
    assert set(re.findall(r'<symbol id="(\w+)"', draw_icons())) == set(ICONS) == set(INKS)


@pytest.mark.parametrize("game", list(engine.games()))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_html_says_all_that_the_text_says_and_loads_nothing(game, lang):
    seats = max(engine.games()[game].seats)
    table = table_at(game, seats, 0.8)
    for reader in (None, 0):
        sheet = table.sheet(reader, lang, PLAYERS[:seats])
        for medium in ("mail", "page"):
            html = draw_sheet(sheet, table.rules.palettes[lang], medium)
            missing = set(re.findall(r"\w+", str(sheet).casefold())) - set(re.findall(r"\w+", said(html).casefold()))
            assert missing == set()
            assert not re.search(r"<script|src=|url\(|@import|on\w+=", html)
        assert len(html) < 100_000
