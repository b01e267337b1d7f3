"""Compile the message catalogues beside their sources, during a build or by `python hatch_build.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("engine", "server", "cli", "tests")


class CatalogueHook(BuildHookInterface[Any]):
    """Hatchling runs this before it collects the files of a wheel or an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Compile all that is stale."""
        compile_stale(Path(self.root))


def compile_stale(root: Path) -> list[Path]:
    """Compile every catalogue that is newer than its compiled form, and return what was written."""
    return [compile_one(source) for source in find_sources(root) if is_stale(source)]


def find_sources(root: Path) -> list[Path]:
    """List the .po files of the packages that are shipped."""
    return sorted(source for package in PACKAGES for source in (root / package).glob("**/locale/*.po"))


def is_stale(source: Path) -> bool:
    """Tell whether the compiled form is missing or older than its source."""
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def compile_one(source: Path) -> Path:
    """Compile one catalogue beside itself; fuzzy entries stay out, as a guess is worse than the original."""
    compiled = source.with_suffix(".mo")
    with source.open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    fresh = compiled.with_suffix(".mo.new")
    with fresh.open("wb") as binary:
        write_mo(binary, catalogue, use_fuzzy=False)
    fresh.replace(compiled)
    return compiled


if __name__ == "__main__":
    for written in compile_stale(Path(__file__).parent):
        sys.stdout.write(f"compiled {written}\n")
