"""Golden games, which must stay as they are, and the guide of each game."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def records_of(game: str) -> dict[str, dict[str, Any]]:
    """Return the golden games of a kind, by name."""
    paths = sorted((ROOT / "tests" / "golden" / game).glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def guide_of(game: str) -> str:
    """Return the page about a game."""
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
