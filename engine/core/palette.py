"""What goods and families look like: a colour for each, icons of our own, and the words by which goods are found."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape
from typing import Literal

Hue = Literal["red", "orange", "yellow", "green", "blue", "purple", "grey"]
"""The colour of a family of cards."""
Good = Literal[
    "wood", "copper", "crystal", "coal", "metal", "energy", "crate", "flower", "ink", "rainbow", "hourglass", "point"
]
"""What a good is drawn as; a game says which of its goods is which."""
HUES: Mapping[Hue, str] = {
    "red": "#d2423d",
    "orange": "#b95c0a",
    "yellow": "#947004",
    "green": "#13873a",
    "blue": "#1974dd",
    "purple": "#a350cc",
    "grey": "#757575",
}
"""Every colour reaches a contrast of 4.5 on white and on black: mail programs choose the ground themselves."""
INKS: Mapping[Good, str] = {
    "wood": "#9f6a35",
    "copper": "#c7501c",
    "crystal": "#0d7fa5",
    "coal": "#757575",
    "metal": "#607890",
    "energy": "#947004",
    "crate": "#b95c0a",
    "flower": "#d3308f",
    "ink": "#5e69e3",
    "rainbow": "#a350cc",
    "hourglass": "#947004",
    "point": "#13873a",
}
"""In which colour each good is written."""
ICONS: Mapping[Good, str] = {
    "wood": "M3 4h8v8H3a2 4 0 0 1 0-8zM13 4a2 4 0 0 1 0 8 2 4 0 0 1 0-8z",
    "copper": "M4 5h8l3 7H1z",
    "crystal": "M8 1l4 5-4 9-4-9z",
    "coal": "M8 1l7 7-7 7-7-7z",
    "metal": "M5 2h6l4 6-4 6H5L1 8zM8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "energy": "M9 1L3 9h4l-1 6 7-9H8z",
    "crate": "M2 3h12v2.500H2zM3 6.500h10V14H3z",
    "flower": "M8 1a3 3 0 0 1 3 3 3 3 0 0 1 2 5 3 3 0 0 1-4 3v3H7v-3a3 3 0 0 1-4-3 3 3 0 0 1 2-5 3 3 0 0 1 3-3z",
    "ink": "M8 1c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9z",
    "rainbow": "M1 12a7 7 0 0 1 14 0h-2.500a4.500 4.500 0 0 0-9 0zM5 12a3 3 0 0 1 6 0H9.500a1.500 1.500 0 0 0-3 0z",
    "hourglass": "M3 1h10v2L9 8l4 5v2H3v-2l4-5-4-5z",
    "point": "M8 1l2 5h5l-4 3.500 1.500 5L8 11.500 3.500 14.500 5 9.500 1 6h5z",
}
"""Outlines on a square of 16 units."""
SIGN = "◆"
"""How charcoalium is written where there is little room."""


def draw_icons() -> str:
    """Return all icons, to stand once on a page that uses them."""
    symbols = (
        f'<symbol id="{good}" viewBox="0 0 16 16"><path fill="currentColor" fill-rule="evenodd" d="{path}"/></symbol>'
        for good, path in ICONS.items()
    )
    return f'<svg width="0" height="0" aria-hidden="true">{"".join(symbols)}</svg>'


class Palette:
    """Finds the goods of a game in what is said of it in one language."""

    def __init__(self, goods: Mapping[str, Good], names: Mapping[str, Mapping[str, str]], lang: str) -> None:
        """Keep every form of each good's name; in the name of a card a good is none."""
        forms = (lang, f"one {lang}", f"many {lang}")
        self._drawn = {
            word: good for thing, good in goods.items() for form in forms if (word := names.get(thing, {}).get(form))
        }
        if "coal" in goods.values():
            self._drawn[SIGN] = "coal"
        words = _any_of(self._drawn)
        cards = _any_of(
            escape(name[lang], quote=False)
            for name in names.values()
            if name[lang][0].isupper() and re.search(words, name[lang])
        )
        self._pattern = re.compile(rf"{cards}|(?:\d+ )?(?<!\w)(?P<good>{words})(?!\w)|{SIGN}\d+") if goods else None

    def mark(self, text: str, draw: Callable[[Good, str], str]) -> str:
        """Return a text that was escaped with each good in it, and its number, as `draw` has it."""
        return text if self._pattern is None else self._pattern.sub(partial(self._draw, draw), text)

    def _draw(self, draw: Callable[[Good, str], str], found: re.Match[str]) -> str:
        good = SIGN if found[0].startswith(SIGN) else found["good"]
        return draw(self._drawn[good], found[0]) if good else found[0]


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern that finds the longest of some words, or nothing."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


NO_GOODS = Palette({}, {}, "en")
