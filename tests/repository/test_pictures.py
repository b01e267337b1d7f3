"""The README's pictures: one of each game, and such that every viewer sets each word where it stands."""

import re
from pathlib import Path

import pytest

from tests.games import INSTALLED

ROOT = Path(__file__).parents[2]
PICTURES = sorted((ROOT / "docs" / "pictures").glob("*.svg"))


def test_the_readme_shows_every_game():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"docs/pictures/(\w+)\.svg", readme)
    assert set(shown) == {path.stem for path in PICTURES} == {*INSTALLED, "mail"}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_no_word_stands_where_it_does_because_of_a_space(path):
    words = re.findall(r"<text class=\"[\w-]+-r\d+\"[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))
    assert len(words) > 100
    assert not [word for word in words if re.search(r"\s|&#160;", word)]
