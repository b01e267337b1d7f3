"""Every page there is, in each language, by day and by night, on a phone and on a desk: everybody can use it."""

import re
from pathlib import Path

import flask
import pytest

import server.web
from tests.web.browsers import list_faults, walk
from tests.web.places import Life

HEADINGS = """() => {
  const levels = [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].map((one) => Number(one.tagName[1]));
  const isFine = levels[0] === 1 && levels.every((one, n) => n === 0 || (one > 1 && one <= levels[n - 1] + 1));
  return isFine ? [] : [["headings", levels]];
}"""
TEMPLATES = Path(server.web.__file__).parent / "templates"
BY_LINK = {"turn_by_link.html", "played.html"}
"""What only the link of a mail leads to is looked at on the way, in test_turn_links.py."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
WIDE = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const out = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  return wide > 0 ? [wide, ...out.slice(0, 4).map((one) => one.outerHTML.slice(0, 120))] : [];
}"""


@pytest.fixture(scope="module")
def life(served):
    return Life(served.app)


@pytest.fixture
def drawn(served):
    """Which templates were drawn, for which addresses."""
    seen = set()

    def note(_, template, **__):
        seen.add((template.name, flask.request.endpoint))

    with flask.template_rendered.connected_to(note, served.app):
        yield seen


def list_templates():
    """Return every template that is a page of its own, not a part of others."""
    whole = {
        path.name for path in TEMPLATES.glob("*.html") if path.read_text().startswith('{% extends "frame.html" %}')
    }
    return whole - BY_LINK


def list_pages(app):
    """Return the endpoints that answer with pages."""
    is_page = re.compile(r"(web_(?!assets|by_link)\w+|links)\.")
    return {rule.endpoint for rule in app.url_map.iter_rules() if is_page.match(rule.endpoint)}


ACTS = {
    "web_games.say_at_table",
    "web_games.start",
    "web_mine.change_me",
    "web_mine.go_away",
    "web_mine.stand_by",
    "web_mine.come_back",
}
"""What shows a page again that has an address of its own."""


def check_everywhere(page):
    """Look at a page on a phone and on a desk, by day and by night."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    found = list_faults(page) + page.evaluate(WIDE) + page.evaluate(HEADINGS)
    page.emulate_media(color_scheme="dark")
    found += list_faults(page, "color-contrast")
    page.set_viewport_size(DESK)
    return found + list_faults(page, "target-size") + page.evaluate(WIDE)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everybody_can_use_every_page(visitor, served, life, drawn, lang):
    faults = {}
    for reader, place, status in walk(visitor, life.list_places(), lang):
        found = check_everywhere(reader.page) + ([] if status in {place.status, 304} else [status])
        if found:
            faults[str(place)] = found
    assert faults == {}
    assert {name for name, _ in drawn} >= list_templates()
    assert {endpoint for _, endpoint in drawn} >= list_pages(served.app) - ACTS


def test_everybody_can_use_the_page_of_the_api(visitor):
    page = visitor().page
    page.goto("/docs")
    assert check_everywhere(page) == []
    assert page.evaluate("getComputedStyle(document.querySelector('code')).backgroundColor") == "rgb(238, 238, 238)"
