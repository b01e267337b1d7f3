"""A public class name means one thing: nobody has to ask which Draft, Desk or Step is meant."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "server", "cli")


def classes_in(path: Path) -> Iterator[str]:
    """Yield the public classes that a module defines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def places() -> dict[str, list[Path]]:
    """Return every public class name with the modules that define it."""
    found: dict[str, list[Path]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in classes_in(path):
                found[name].append(path.relative_to(ROOT))
    return found


def is_one_thing(modules: list[Path]) -> bool:
    """Tell whether a name is defined once, or by several games for the same thing: then in the same file."""
    games = [path.parts[2] for path in modules if path.parts[:2] == ("engine", "games")]
    files = {path.parts[3:] for path in modules if path.parts[:2] == ("engine", "games")}
    return len(modules) == 1 or (len(set(games)) == len(modules) and len(files) == 1)


TWICE = {name: modules for name, modules in places().items() if not is_one_thing(modules)}


def test_a_class_name_stands_for_one_thing():
    assert {name: [str(path) for path in modules] for name, modules in TWICE.items()} == {}
