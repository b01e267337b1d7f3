"""The workflow asks for known holes in everything that is installed anywhere."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_file_of_requirements_is_audited():
    recipe = re.search(r"^audit:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe
    assert re.search(r"for file in requirements/\*\.txt; do .*pip-audit --strict .*-r \$\$file \|\| exit 1", recipe[1])


def test_the_workflow_audits_also_when_nothing_is_pushed():
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text()
    assert re.search(r"^  audit:$(?:\n    .*)*- run: make audit$", workflow, re.MULTILINE)
    assert re.search(r"^  schedule:\n    - cron: ", workflow, re.MULTILINE)
