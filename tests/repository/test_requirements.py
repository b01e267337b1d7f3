"""The locked requirements name every version by hash, and no place to fetch it from."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKED = sorted((ROOT / "requirements").glob("*.txt"))


def read_names(path: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)(?:\[[a-z0-9,-]+\])?==", path.read_text(), flags=re.MULTILINE))


def declared(table: dict[str, list[str]], extra: str) -> set[str]:
    return {re.split(r"[\[<>=; ]", need)[0].replace("_", "-") for need in table[extra]}


@pytest.fixture
def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.name)
def test_a_requirement_file_names_no_place(path):
    assert not re.search(r"https?:|file:|--index|--find-links|^[^#]* @ ", path.read_text(), flags=re.MULTILINE)


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.name)
def test_every_locked_version_has_a_hash(path):
    versions = re.findall(r"^[a-z0-9-]+\S*==.*(?:\n    .*)*", path.read_text(), flags=re.MULTILINE)
    assert versions
    assert all("--hash=sha256:" in version for version in versions)


@pytest.mark.parametrize(
    ("name", "extras"), [("base", []), ("dev", ["dev"]), ("bench", ["bench"]), ("mutate", ["mutate"])]
)
def test_everything_declared_is_locked(project, name, extras):
    wanted = declared(project, "dependencies").union(
        *(declared(project["optional-dependencies"], extra) for extra in extras)
    )
    assert wanted <= read_names(ROOT / "requirements" / f"{name}.txt")
