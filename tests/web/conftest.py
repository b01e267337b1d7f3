"""A club served over HTTP, and browsers for those who look at its pages.

Playwright leaves an event loop behind in its thread, in which others could not start theirs: so a browser ends with its file.
"""

import os
from functools import partial

import pytest
from playwright.sync_api import sync_playwright

from tests.cli.conftest import make_person
from tests.cli.people import Served
from tests.debian import Unavailable
from tests.web.browsers import Visitor, launch


def pytest_collection_modifyitems(items):
    """Mark what needs a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("served") / "club")
    yield served
    served.close()


@pytest.fixture
def person(tmp_path, served):
    """Makes registered people with the client."""
    return partial(make_person, tmp_path, served)


@pytest.fixture(scope="module")
def browser():
    """A real browser; its absence is a failure wherever changes are judged."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except Unavailable as why:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(why))
        yield browser
        browser.close()


@pytest.fixture
def visitor(browser, served):
    """Makes people with a browser of their own; in none of them may anything go wrong."""
    made = []

    def visit(lang="en", *, dark=False, **given):
        made.append(Visitor(browser, given.pop("served", served), lang, dark=dark, **given))
        return made[-1]

    yield visit
    for one in made:
        one.close()
