"""docs/threats.md names tests that are there."""

import re
from pathlib import Path

import pytest

from tests.pages import DOCS

TESTS = Path(__file__).parents[1]
NAMED = re.findall(r"`([a-z_]+/test_[a-z_]+): ([^`]+)`", (DOCS / "threats.md").read_text(encoding="utf-8"))


def test_threats_are_answered_by_tests():
    assert len(NAMED) > 60


@pytest.mark.parametrize(("file", "sentence"), sorted(set(NAMED)))
def test_a_named_test_is_there(file, sentence):
    found = (TESTS / f"{file}.py").read_text(encoding="utf-8")
    assert f"def test_{sentence.replace(' ', '_')}(" in found
