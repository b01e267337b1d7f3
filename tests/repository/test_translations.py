"""No player-facing sentence lacks its French."""

import ast
from pathlib import Path
from typing import Any

import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

from engine.core.grammar import speak_to

ROOT = Path(__file__).parents[2]
KEYWORDS = {"Text": None, "Count": (1, 2), "Refusal": (2,), "Refused": (2,), "Misread": None}
ROOMS = sorted(
    {path.parents[1] for package in ("engine", "server", "cli") for path in (ROOT / package).glob("**/locale/fr.po")}
)


IN_TEMPLATES = {"_": None, "_n": (1, 2)}


def room_of(path: Path) -> Path:
    """Return the room that a file belongs to: the nearest one above it, else the engine's core."""
    return next((folder for folder in path.parents if folder in ROOMS), ROOT / "engine" / "core")


def sentences_in(room: Path) -> set[str]:
    """Return every literal sentence of a room (a folder with a catalogue of its own)."""
    found = set()
    package = ROOT / room.relative_to(ROOT).parts[0]
    kinds: Any = (("python", "*.py", KEYWORDS), (babel_extract, "*.html", IN_TEMPLATES))
    for how, kind, keywords in kinds:
        for path in package.rglob(kind):
            if room_of(path) == room:
                with path.open("rb") as file:
                    for _, message, _, _ in extract(how, file, keywords=keywords):
                        found.add(message if isinstance(message, str) else message[0])
    return found


def translated_in(room: Path) -> set[str]:
    """Return the sentences that a room's catalogue has."""
    with (room / "locale" / "fr.po").open("rb") as file:
        catalogue = read_po(file)
    return {m.id if isinstance(m.id, str) else m.id[0] for m in catalogue if m.id and m.string and not m.fuzzy}


@pytest.mark.parametrize("room", ROOMS, ids=[str(room.relative_to(ROOT)) for room in ROOMS])
def test_every_sentence_has_its_french(room):
    above = [one for one in ROOMS if one in room.parents]
    known = {said for one in (room, *above, ROOT / "engine" / "core") for said in translated_in(one)}
    assert sentences_in(room) <= known


PERSONS = ("who", "victim", "owner", "whose")
"""The words by which sentences about what happened name those whom it happened to."""
TOLD = [*sorted((ROOT / "engine" / "games").glob("*/events.py")), ROOT / "engine" / "ledger" / "sentences.py"]


def told_in(path: Path) -> set[str]:
    """Return what the sentences of a file are where they are told to somebody whom they are about."""
    with path.open("rb") as file:
        found = [message for _, message, _, _ in extract("python", file, keywords=KEYWORDS)]
    first = [message if isinstance(message, str) else message[0] for message in found]
    return {speak_to(one, who) for one in first for who in PERSONS if f"{{{who}}}" in one}


@pytest.mark.parametrize("path", TOLD, ids=[str(path.relative_to(ROOT)) for path in TOLD])
def test_what_happened_to_the_reader_is_told_as_theirs_in_french_too(path):
    by_name = {"you, who is a host and plays here,"}
    assert told_in(path) - by_name <= translated_in(room_of(path))


def makes_text_from_a_variable(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "Text":
        return False
    return not isinstance(node.args[0], ast.Constant)


def test_every_sentence_is_written_where_it_is_used():
    """A Text made from a variable can't be extracted; only the types that carry sentences make them so."""
    found = [
        str(path.relative_to(ROOT))
        for package in ("engine", "server", "cli")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if makes_text_from_a_variable(node)
    ]
    assert set(found) <= {"engine/core/errors.py", "engine/core/language.py"}
