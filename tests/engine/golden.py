"""Golden games, which must stay as they are, and the guide of each game: where they are, and what is in them."""

import gzip
import inspect
import json
from pathlib import Path
from typing import Any, NamedTuple

import engine

ROOT = Path(__file__).parents[2]


class Home(NamedTuple):
    """Where the golden games, the corpus, the guide and the tests of a game are."""

    golden: Path
    corpus: Path
    guide: Path
    tests: Path


def find_home(game: str) -> Home:
    """Return where things are: a game of this tree shares its folders, one from elsewhere has its own."""
    rules = Path(inspect.getfile(type(engine.games()[game])))
    project = next(folder for folder in rules.parents if (folder / "pyproject.toml").exists())
    if project != ROOT:
        return Home(
            project / "golden", project / "golden" / "corpus.jsonl.gz", project / "README.md", project / "tests"
        )
    golden = ROOT / "tests" / "golden"
    guide = ROOT / "docs" / "rules" / f"{game}.md"
    return Home(golden / game, golden / "corpus" / f"{game}.jsonl.gz", guide, ROOT / "tests" / "engine" / game)


def records_of(game: str) -> dict[str, dict[str, Any]]:
    """Return the golden games of a kind, by name."""
    paths = sorted(find_home(game).golden.glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def corpus_of(game: str) -> list[dict[str, Any]]:
    """Return the many finished games of a kind."""
    lines = gzip.decompress(find_home(game).corpus.read_bytes()).decode()
    return [json.loads(line) for line in lines.splitlines()]


def guide_of(game: str) -> str:
    """Return the page about a game."""
    return find_home(game).guide.read_text(encoding="utf-8")
