"""Decisions are written down in one form: a status, then what forced a choice, what we do, and what it costs."""

import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "adr").glob("*.md"))
STATUS = re.compile(r"\A(Proposed|Accepted|Superseded by \[ADR \d+\]\(\d{4}-[\w-]+\.md\))\.")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_has_the_form_that_the_first_one_asks_for(page):
    title, status, *parts = page.read_text(encoding="utf-8").split("\n\n")
    assert re.match(rf"# {int(page.name[:4])}\. ", title)
    assert STATUS.match(status)
    assert [part for part in parts if part.startswith("## ")] == ["## Context", "## Decision", "## Consequences"]


def test_decisions_are_numbered_without_a_gap():
    assert [int(page.name[:4]) for page in PAGES] == list(range(1, len(PAGES) + 1))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_is_superseded_says_by_which_and_that_one_says_so(page):
    for number, name in re.findall(r"Superseded by \[ADR (\d+)\]\(([\w-]+\.md)\)", page.read_text(encoding="utf-8")):
        later = (page.parent / name).read_text(encoding="utf-8")
        assert int(name[:4]) == int(number)
        assert f"Supersedes [ADR {int(page.name[:4])}]({page.name})" in later
