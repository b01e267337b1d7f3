"""No test makes an exception of a game by name: what it needs to know of a game it asks the rules."""

import ast
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]


def names_a_game(node):
    return any(isinstance(one, ast.Constant) and one.value in set(engine.games()) for one in ast.walk(node))


def is_exception(node):
    """Tell whether an expression leaves out a game that it names: by `!=`, by `not in`, or by taking it from a set."""
    if isinstance(node, ast.Compare):
        leaves_out = any(isinstance(one, ast.NotEq | ast.NotIn) for one in node.ops)
        return leaves_out and any(map(names_a_game, [node.left, *node.comparators]))
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and names_a_game(node.right)


def find_exceptions(source):
    expressions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr)]
    return [node.lineno for node in expressions if is_exception(node)]


@pytest.mark.parametrize("folder", ["tests", "bench", "tools"])
def test_no_game_is_left_out_by_name(folder):
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / folder).rglob("*.py")
        for line in find_exceptions(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        '[game for game in GAMES if game != "foundry"]',
        'sorted(set(GAMES) - {"foundry"})',
        'skip = game not in ("foundry", "x")',
    ],
)
def test_an_exception_is_noticed(source):
    assert find_exceptions(source) == [1]
