"""The pages of docs/ and the blocks of code in them."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def find_blocks(page: str, language: str) -> list[str]:
    """Return the blocks of a page in a language, without their fences."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
