"""The message catalogues are compiled beside their sources."""

import gettext
import os
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError, read_po

import hatch_build

FRENCH = """
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Your turn."
msgstr "À vous."

#, fuzzy
msgid "The end."
msgstr "Enfin."
"""


@pytest.fixture
def french(tmp_path):
    source = tmp_path / "engine" / "core" / "locale" / "fr.po"
    source.parent.mkdir(parents=True)
    source.write_text(FRENCH, encoding="utf-8")
    return source


def translate(source, text):
    with source.with_suffix(".mo").open("rb") as compiled:
        return gettext.GNUTranslations(compiled).gettext(text)


def test_a_catalogue_is_compiled_beside_its_source(tmp_path, french):
    hatch_build.compile_stale(tmp_path)
    assert translate(french, "Your turn.") == "À vous."


def test_a_guess_is_left_untranslated(tmp_path, french):
    hatch_build.compile_stale(tmp_path)
    assert translate(french, "The end.") == "The end."


def test_only_what_changed_is_compiled_again(tmp_path, french):
    (compiled,) = hatch_build.compile_stale(tmp_path)
    assert hatch_build.compile_stale(tmp_path) == []
    os.utime(french, (compiled.stat().st_mtime + 1,) * 2)
    assert hatch_build.compile_stale(tmp_path) == [compiled]


def test_a_project_without_catalogues_builds(tmp_path):
    assert hatch_build.compile_stale(tmp_path) == []


def test_a_broken_catalogue_stops_the_build(tmp_path, french):
    french.write_text('msgid "Your turn.\n', encoding="utf-8")
    with pytest.raises(PoFileError):
        hatch_build.compile_stale(tmp_path)
    assert not french.with_suffix(".mo").exists()


def test_games_say_the_same_word_alike_whichever_of_them_is_loaded_first():
    said: dict[object, set[str]] = {}
    for path in Path(__file__).parents[2].glob("engine/games/*/locale/fr.po"):
        with path.open("rb") as file:
            for message in read_po(file):
                said.setdefault(message.id, set()).add(str(message.string))
    assert len(said) > 500
    assert {msgid: french for msgid, french in said.items() if msgid and len(french) > 1} == {}
