"""One table of refusals: whatever a request is refused with stands in it, and nothing else does."""

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.core.refusals import REFUSALS

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "engine" / "core" / "refusals.py"
MAILED = {"slips_only", "too_large", "token_superseded", "token_spent", "no_moves", "unproved_sender"}


def nodes() -> Iterator[ast.AST]:
    for package in ("engine", "server", "cli"):
        for path in (ROOT / package).rglob("*.py"):
            if path != TABLE:
                yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def codes() -> Iterator[object]:
    for node in nodes():
        match node:
            case ast.Call(func=ast.Name(id="Refused"), args=[ast.Constant(value=code), *_]):
                yield code


def test_whatever_is_refused_stands_in_the_table():
    assert set(codes()) - set(REFUSALS) == set()


def test_every_code_of_the_table_is_used():
    written = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    assert set(REFUSALS) - written == set()


def test_only_what_never_reaches_the_client_has_no_advice():
    assert {code for code, handling in REFUSALS.items() if handling.advice is None} == MAILED | {"broken_dump"}
