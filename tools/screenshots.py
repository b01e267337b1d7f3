"""Photographs pages of a club in a real browser; what the browser asks for, the app answers in this process."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route, sync_playwright

from tests.mail.conftest import House
from tests.server.people import Person
from tests.web.browsers import launch

SIZE: Any = {"width": 1100, "height": 1000}


class Shot(NamedTuple):
    """A page to be photographed: as whose, where, and into which file."""

    reader: Person
    path: str
    file: Path


def photograph(house: House, shots: Sequence[Shot]) -> None:
    """Write a picture of each page, as far as it fits a screen."""
    with open_browser() as browser:
        for shot in shots:
            _photograph(browser, house, shot)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Run a browser."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def _photograph(browser: Browser, house: House, shot: Shot) -> None:
    context = browser.new_context(viewport=SIZE, locale="en-GB", timezone_id="UTC")
    page = context.new_page()
    page.route("**/*", lambda route: _answer(route, house, shot.reader))
    page.goto(house.club.origin + shot.path)
    page.locator("html[data-ready]").wait_for(state="attached")
    page.screenshot(path=shot.file)
    context.close()


def _answer(route: Route, house: House, reader: Person) -> None:
    """Answer as the club would, to somebody who shows the token of a person."""
    where = urlsplit(route.request.url)
    headers = {**route.request.headers, "authorization": f"Bearer {reader.token}", "accept-encoding": "identity"}
    answer = house.door.client.open(f"{where.path}?{where.query}", method=route.request.method, headers=headers)
    route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)
