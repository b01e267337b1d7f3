"""Boards and mails of every game, first and late, in both languages, as they look: golden files for somebody to read."""

import os

import pytest

from tests.games import INSTALLED
from tests.mail.looks import FOLDER, READERS, play_for_looks
from tests.mail.month import make_repeatable

FORMS = ("board.txt", "board.plain.txt", "board.html", "mail.txt", "mail.html")


@pytest.mark.parametrize("rules", INSTALLED)
def test_boards_and_mails_look_as_somebody_has_seen_them(house, monkeypatch, rules):
    """ATELIER_TEST_WRITE=1 writes them anew, for somebody to look at."""
    make_repeatable(monkeypatch)
    looks = play_for_looks(house, rules)
    if os.environ.get("ATELIER_TEST_WRITE"):
        (FOLDER / rules).mkdir(parents=True, exist_ok=True)
        for name, text in looks.items():
            (FOLDER / rules / name).write_text(text, encoding="utf-8")
    for name, text in looks.items():
        assert text == (FOLDER / rules / name).read_text(encoding="utf-8"), name
    assert set(looks) == {path.name for path in (FOLDER / rules).iterdir()}


@pytest.mark.parametrize("rules", INSTALLED)
def test_each_game_has_every_form_of_its_first_and_last_turn(rules):
    kept = {path.name for path in (FOLDER / rules).iterdir()}
    assert kept == {
        f"{moment}.{lang}.{form}" for moment in ("first", "late") for lang in READERS.values() for form in FORMS
    }
