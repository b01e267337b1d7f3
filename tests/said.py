"""Every `atelier …` that is said anywhere: on pages, in the code's own sentences and helps, and in their French."""

import ast
import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import typer
from babel.messages.pofile import read_po

from cli.app import app
from cli.env import Env

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "server", "cli")
PAGES = sorted({ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")})
PROGRAM = r"(?:[\w./]*bin/)?atelier"
SPOKEN = re.compile(rf"`{PROGRAM} ([^`]+)`")
TYPED = re.compile(rf"(?:^ *(?:\$ |while |if )?|[|(=] ?|: ){PROGRAM} (.+)$", re.MULTILINE)
PLACEHOLDER = re.compile(r"\{[^}]*\}|\$\w+|(?<![\w-])[A-Z]{3,}(?![\w-])")
ENDS = set("();<>|&")
FILLED = {
    **dict.fromkeys(("GAME", "PARTIE", "JEU", "{game}", "$game", "{material.game.id}", "{seat.game_id}"), "club-7"),
    **dict.fromkeys(("FILE", "FICHIER", "{path}", "{shlex.quote(str(path))}"), "game.json"),
    **dict.fromkeys(("FOLDER", "DOSSIER", "{folder}"), "/srv/atelier"),
    **dict.fromkeys(("MAIL", "ADDRESS", "ADRESSE", "COURRIEL", "{mail}"), "odile@example.org"),
    **dict.fromkeys(("URL", "{origin}", "{config.origin}", "{material.link}"), "https://club.example"),
    **dict.fromkeys(("CODE", "{code}"), "271828"),
    **dict.fromkeys(("NAME", "NOM", "HANDLE", "MEMBER", "PSEUDO", "{name}"), "odile"),
    **dict.fromkeys(("MOVE", "COUP", "MOVES", "LINE", "LIGNE", "LINES", "WORDS", "MOTS", "$line"), "repair 2"),
    **dict.fromkeys(("LINK", "LIEN"), "https://club.example/v1/games/g7?invitation=inv_x"),
    **dict.fromkeys(("NOTE", "NOTES"), "plan: extractor 3"),
    "TO": "open",
    "TIME": "48h",
    "SEAT": "p2",
    "INVITATION": "inv_x",
    "{material.data['secret']}": "inv_x",
    "{wanted}": " --invitation inv_x",
    "{by_invitation}": " --invitation inv_x",
    "{address}": "odile@example.org",
    "{invited}": " --invitation inv_x",
    "{server}": "https://club.example",
    **dict.fromkeys(("FIRST", "LAST"), "2026-12-24"),
    "GAMES": "nicodemus",
    "{id}": "va_x",
    **dict.fromkeys(("KID", "{kid}"), "x" * 43),
    "{said}": "https://club.example",
    **dict.fromkeys(("DATABASE", "BASE"), "postgresql://localhost/atelier"),
    "{now}": "plan",
    "{other}": "plan",
    "{material.seat + 1}": "2",
    "{version('atelier')}": "--version",
}
"""What stands for what in commands; a new placeholder needs its line here."""


class Said(NamedTuple):
    """A command, and where it is said."""

    where: str
    command: str


def find_commands(text: str) -> Iterator[str]:
    """Yield the commands of a text, without the program's name: those between backticks, and lines to type."""
    yield from (" ".join(found.split()) for found in SPOKEN.findall(text))
    joined = text.replace("\\\n", " ")
    yield from TYPED.findall(SPOKEN.sub("", joined))


def gather_said() -> list[Said]:
    """Return every command that is said on pages, in code and in catalogues."""
    texts = [*_read_pages(), *_read_code(), *_read_catalogues()]
    return sorted({Said(where, command) for where, text in texts for command in find_commands(text)})


def _read_pages() -> Iterator[tuple[str, str]]:
    for path in PAGES:
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def _read_code() -> Iterator[tuple[str, str]]:
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for text in _literals(ast.parse(path.read_text(encoding="utf-8"))):
            yield str(path.relative_to(ROOT)), text


def _literals(node: ast.AST) -> Iterator[str]:
    """Yield the strings of some code; what is put into one stands there in braces."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(_fragment(part) for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _literals(child)


def _fragment(part: ast.expr) -> str:
    return f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else str(ast.literal_eval(part))


def _read_catalogues() -> Iterator[tuple[str, str]]:
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                for text in [message.string] if isinstance(message.string, str) else message.string or ():
                    yield str(path.relative_to(ROOT)), text


def fill(command: str) -> list[str]:
    """Return the words of a command as somebody would type them, without what a shell does with its data."""
    lexer = shlex.shlex(PLACEHOLDER.sub(_find_value, command), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return list(takewhile(lambda word: not set(word) <= ENDS, lexer))


def _find_value(found: re.Match[str]) -> str:
    if found[0] not in FILLED:
        raise ValueError(f"nobody knows what {found[0]} stands for: FILLED in tests/said.py")
    return FILLED[found[0]]


def find_fault(command: str, env: Env) -> str | None:
    """Return what the client's parser has against a command; None if it takes it."""
    try:
        parse(fill(command), env)
    except typer.Exit:
        return None
    except (typer.TyperException, ValueError) as fault:
        return str(fault)
    return None


def parse(words: list[str], env: Env) -> None:
    """Parse a command line as `atelier` does, down to the last group's command, and run nothing."""
    command: Any = typer.main.get_command(app)
    context = command.make_context("atelier", words, obj=env)
    while getattr(command, "commands", None) is not None:
        name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, rest, parent=context)
