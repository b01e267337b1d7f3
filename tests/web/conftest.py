"""A club served over HTTP, and browsers for those who look at its pages.

Playwright leaves an event loop behind in its thread, in which others could not start theirs: so a browser ends with its file.
"""

import pytest
from playwright.sync_api import sync_playwright

from tests.cli.conftest import person, served
from tests.debian import skipped_if_absent
from tests.web.browsers import Visitor, launch

__all__ = ["person", "served"]


def pytest_collection_modifyitems(items):
    """Mark what needs a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser():
    """A real browser."""
    with sync_playwright() as playwright:
        with skipped_if_absent():
            browser = launch(playwright)
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
