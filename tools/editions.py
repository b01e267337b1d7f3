"""Keeps the default edition of a game for ever: `make editions` writes those that are not kept yet.

A begun game names its edition by a digest. Once an edition was released, its file under `data/editions/` is never
changed; the default edition beside it goes on being corrected.
"""

import sys
from pathlib import Path

import msgspec

import engine
from engine.core.editions import FORMER, is_kept
from engine.core.rules import AnyRules


def keep(rules: AnyRules) -> Path | None:
    """Write the default edition of a game to the next file, unless its figures are kept already; return the file."""
    folder = rules.edition_path.parent / FORMER
    if is_kept(rules.edition_type, rules.edition_path, rules.edition.digest):
        return None
    folder.mkdir(exist_ok=True)
    path = folder / f"{len(list(folder.glob('*.json'))) + 1}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(rules.edition, order="sorted"), indent=1) + b"\n")
    return path


if __name__ == "__main__":
    for game in sys.argv[1:] or engine.games():
        if written := keep(engine.games()[game]):
            print(written)
