"""Breaks the rules of a game on purpose, one small change at a time, and tells which changes no test noticed.

cosmic-ray makes the changes, in a copy of the house. First the game's rule tests have a chance to notice one; what they
miss is shown to the golden corpus, since a rule that only a replay guards is named by no test. Every run of the tests is
a process of its own, because the games remember what they have worked out, forked from one that has pytest in memory but
no game.
"""

import difflib
import os
import re
import resource
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import hypothesis  # noqa: F401 - in memory before the tests want it
import parso
import pytest
from cosmic_ray.commands import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import OPERATOR_PROVIDERS, get_operator
from cosmic_ray.work_db import WorkDB, use_db

ROOT = Path(__file__).parents[1]
NOT_COPIED = (".git", ".venv", "club", "dist", "out", "failures", ".*_cache", ".hypothesis", "__pycache__")
MODULES = {
    "nicodemus": ("scoring", "effects", "prices", "flow"),
    "imaginarium": ("scoring", "effects", "projects", "stacks", "prices"),
    "fantastic_factories": ("scoring", "effects", "formulas", "machine", "contractors", "prices", "deed"),
    "mech_a_dream": ("scoring", "effects", "deed", "flow"),
}
"""Where each game scores, and where its cards work."""
CHANGES = re.compile(
    r"core/ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Div_Mul|FloorDiv_Mul|Mod_Add)"
    r"|core/ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is)"
    r"|core/ReplaceComparisonOperator_(Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt)"
    r"|core/ReplaceUnaryOperator_Delete_(Not|USub)"
    r"|core/Replace(True|False|And|Or|Break|Continue)With\w+"
    r"|core/(AddNot|NumberReplacer|ZeroIterationForLoop)"
    r"|house/\w+"
)
"""A limit off by one, a condition turned round, a sign, a figure, a loop or a statement left out."""
SECONDS, BYTES = 10, 2**31
"""The processor time and memory that a run of the tests may take: a change that makes a loop endless is noticed."""
PYTEST = ("-x", "-q", "--assert=plain", "-p", "pytest_timeout", "-o", "timeout=0", "-p", "no:cacheprovider")


Tests = dict[str, tuple[str, ...]]
"""Which tests are run, by a word for them."""


class LeaveOut:
    """Leaves out a statement that does something: a call, a change of a field, a deletion."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where the statement stands, if it is one of these."""
        if node.type == "simple_stmt" and does_something(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, _: int) -> Any:
        """Return the statement, emptied."""
        left_out = node.children[0].get_first_leaf()
        node.children[0] = parso.python.tree.Keyword("pass", left_out.start_pos, left_out.prefix)
        return node

    @classmethod
    def arguments(cls) -> tuple[()]:
        """Return what the change can be told: nothing."""
        return ()


class TurnMembership(LeaveOut):
    """Turns `in` into `not in`, and back."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """Yield where the operator stands, if it is one of these."""
        if node.type == "comparison" and node.children[1].get_code().split() in (["in"], ["not", "in"]):
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: Any, _: int) -> Any:
        """Return the comparison with the other operator."""
        other = "in" if "not" in node.children[1].get_code() else "not in"
        node.children[1] = parso.python.tree.Operator(other, node.children[1].start_pos, " ")
        return node


OPERATOR_PROVIDERS["house"] = {"LeaveOut": LeaveOut, "TurnMembership": TurnMembership}


def does_something(statement: Any) -> bool:
    """Tell whether a statement acts on more than a local name, so that without it the code still runs."""
    if statement.type == "expr_stmt":
        target, sign = statement.children[:2]
        return bool(target.type == "atom_expr" or (sign.type == "operator" and sign.value != "="))
    return statement.type in {"atom_expr", "del_stmt"}


def main(wanted: list[str]) -> None:
    """Try all changes of the games that are wanted, or of one module (`nicodemus/prices`).

    What the rule tests miss is printed as it is found, the sums after each module.
    """
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    for one in wanted or MODULES:
        game, _, module = one.partition("/")
        with tempfile.TemporaryDirectory() as folder:
            house = Path(folder, "house")
            shutil.copytree(ROOT, house, ignore=shutil.ignore_patterns(*NOT_COPIED))
            with chdir(house):
                try_game(game, [module] if module else MODULES[game])


def try_game(game: str, modules: Iterable[str]) -> None:
    """Try the changes of some modules of a game, with its own tests and with the games of the corpus."""
    tests = {
        "rules": (f"tests/engine/{game}", "--ignore-glob=*/test_golden.py"),
        "corpus": ("tests/engine/test_corpus.py", "-k", game),
    }
    sys.dont_write_bytecode = False
    assert all(passes(selection) for selection in tests.values()), f"{game}: the tests fail without any change"
    sys.dont_write_bytecode = True  # changes come faster than the time stamps by which Python knows its bytecode
    for module in modules:
        try_module(Path("engine", "games", game, f"{module}.py"), tests)


def try_module(path: Path, tests: Tests) -> None:
    """Try every change of one module."""
    noticed: Counter[str] = Counter()
    for change in changes_of(path):
        operator = get_operator(change.operator_name)()
        with use_mutation(path, operator, change.occurrence) as (before, after):
            by = next((by for by, selection in tests.items() if not passes(selection)), "nobody")
        noticed[by] += 1
        if by != "rules":
            print(f"  {by}: {path}:{change.start_pos[0]} {difference(before, after)}", flush=True)
    sums = " | ".join(str(noticed[by]) for by in (*tests, "nobody"))
    print(f"| {path} | {noticed.total()} | {sums} |", flush=True)


def changes_of(path: Path) -> list[Any]:
    """Return the changes of a module that are worth a try; `strict=True` guards against bugs and is no rule."""
    with use_db(":memory:", WorkDB.Mode.create) as changes:
        init([path], changes, {})
        found = [change for item in changes.work_items for change in item.mutations]
    lines = path.read_text().splitlines()
    places = [(change, lines[change.start_pos[0] - 1][: change.start_pos[1]]) for change in found]
    return [one for one, before in places if CHANGES.fullmatch(one.operator_name) and not before.endswith("strict=")]


def passes(selection: tuple[str, ...]) -> bool:
    """Tell whether tests pass in a process of their own."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os._exit(pytest.main([*PYTEST, *selection]))
    return os.waitpid(child, 0)[1] == 0


def difference(before: str, after: str) -> str:
    """Return the lines that were changed, before and after."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[3:]
    old, new = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return f"{old} => {new}"


if __name__ == "__main__":
    main(sys.argv[1:])
