"""The README's pictures: one of each game, and such that every viewer sets each word where it stands."""

import re
from pathlib import Path

import pytest

from tests.games import INSTALLED

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
OF_THE_README = ("mail", *sorted(INSTALLED))


def read_page(path):
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_readme_shows_every_game():
    assert sorted(re.findall(r"docs/pictures/(\w+)\.svg", read_page("README.md"))) == sorted(OF_THE_README)


def test_the_readme_shows_a_page_of_every_game():
    assert sorted(re.findall(r"docs/pictures/(\w+)\.png", read_page("README.md"))) == sorted(INSTALLED)
    assert {path.stem for path in PICTURES.glob("*.png")} == set(INSTALLED)


def test_every_picture_is_shown_somewhere():
    shown = re.findall(r"pictures/(\w+)\.svg", read_page("README.md") + read_page("docs/performance.md"))
    assert sorted(shown) == sorted(path.stem for path in PICTURES.glob("*.svg"))


@pytest.mark.parametrize("name", OF_THE_README)
def test_no_word_stands_where_it_does_because_of_a_space(name):
    path = PICTURES / f"{name}.svg"
    words = re.findall(r"<text class=\"[\w-]+-r\d+\"[^>]*>([^<]*)</text>", path.read_text(encoding="utf-8"))
    assert len(words) > 100
    assert not [word for word in words if re.search(r"\s|&#160;", word)]
