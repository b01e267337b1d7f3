"""What the client says, in the reader's language: from its own catalogue first, then from the engine's."""

from pathlib import Path

from engine.core.language import Text, Voice, translations

LOCALE = Path(__file__).parent / "locale"
EXAMPLE = "Example:"
"""Begins the last paragraph of every help text; what follows is the same in all languages."""


def say(text: Text | str, lang: str) -> str:
    """Return a sentence of the client in a language; what is a string already was said elsewhere."""
    return text if isinstance(text, str) else Voice(lang, room=LOCALE).say(text)


def translate(text: str, lang: str) -> str:
    """Return a help text in a language, paragraph by paragraph; a test sees to it that each has its French."""
    return "\n\n".join(_translate_paragraph(one, lang) for one in text.split("\n\n"))


def _translate_paragraph(text: str, lang: str) -> str:
    kept = text.removeprefix(EXAMPLE) if text.startswith(EXAMPLE) else ""
    return translations(lang, LOCALE).gettext(text.removesuffix(kept)) + kept if text else ""
