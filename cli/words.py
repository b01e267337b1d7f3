"""What the client says, in the reader's language; light, because every start pays for it (the engine is not imported)."""

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")
LOCALE = Path(__file__).parent / "locale"
EXAMPLE = "Example:"
"""Begins the last paragraph of every help text; what follows is the same in all languages."""


class Text:
    """A sentence of the client with its parameters, translated only when it is said."""

    __slots__ = ("msgid", "params", "plural")

    def __init__(self, msgid: str, /, **params: Any) -> None:
        """Keep the English sentence; `{name}` in it stands for a parameter."""
        self.msgid = msgid
        self.params = params
        self.plural: tuple[str, int] | None = None

    def say(self, lang: str) -> str:
        """Return the sentence in a language with its parameters filled in."""
        known = catalogue(lang)
        template = known.gettext(self.msgid) if self.plural is None else known.ngettext(self.msgid, *self.plural)
        said = {key: value.say(lang) if isinstance(value, Text) else value for key, value in self.params.items()}
        return template.format_map(said) if said else template

    @classmethod
    def counted(cls, one: str, many: str, n: int, /, **params: Any) -> "Text":
        """Return a Text with a singular and a plural form; `{n}` in it stands for the number."""
        text = cls(one, n=n, **params)
        text.plural = (many, n)
        return text


Count = Text.counted


@cache
def catalogue(lang: str) -> gettext.NullTranslations:
    """Return the client's own catalogue of a language; English has none and needs none."""
    compiled = LOCALE / f"{lang}.mo"
    if not compiled.exists():
        return gettext.NullTranslations()
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)


def translate(text: str, lang: str) -> str:
    """Return a help text in a language, paragraph by paragraph; a test sees to it that each has its French."""
    return "\n\n".join(_paragraph(one, lang) for one in text.split("\n\n"))


def _paragraph(text: str, lang: str) -> str:
    kept = text.removeprefix(EXAMPLE) if text.startswith(EXAMPLE) else ""
    return catalogue(lang).gettext(text.removesuffix(kept)) + kept if text else ""


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for (ATELIER_LANG, then the locale), or English."""
    wanted = (environment.get(name) for name in ("ATELIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    first = next((value for value in wanted if value), "en")
    return first[:2].lower() if first[:2].lower() in LANGUAGES else "en"
