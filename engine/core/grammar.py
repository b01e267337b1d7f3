"""How sentences bend: what is told to the person it is about, and French words that lose their vowel before another."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

AGREEING = {
    "has": "have",
    "is": "are",
    "was": "were",
    "agrees": "agree",
    "proposes": "propose",
    "starts": "start",
    "goes": "go",
}
"""Verbs that are not the same after `you`; what is past is."""
ELIDED = re.compile(r"\b([DdLlJjMmNnSsTt]e|[Ll]a|[Qq]ue|[Jj]usque|[Ll]orsque|[Pp]uisque) (?=\{(\w+)\})")
"""French words before a place that may be filled with a vowel."""


@cache
def speak_to(sentence: str, key: str) -> str:
    """Return a sentence about the one whom a key of it stands for, as it is told to them: `You gained {goods}`."""
    who = re.escape(f"{{{key}}}")
    said = re.sub(rf"^{who}(?:'s|:)(?= [{{\w])", "Your", sentence)
    said = re.sub(rf"^{who} (\w+)(.*)", _agree, said)
    said = re.sub(rf"\b(t)he (\w+) of {who}", _own, said, flags=re.IGNORECASE)
    said = re.sub(rf"((?:space )?\{{\w+\}}) of {who}", r"your \1", said)
    said = re.sub(rf"(?<=\. ){who}", "You", said)
    return said.replace(f"{{{key}}}", "you")


def _agree(found: re.Match[str]) -> str:
    """Return the beginning with its verb, in a whole sentence as its beginning and else inside another."""
    you = "You" if found[0].endswith(".") else "you"
    rest = found[2].replace(" and plays ", " and play ")
    return f"{you} {AGREEING.get(found[1], found[1])}{rest}"


def _own(found: re.Match[str]) -> str:
    return f"{'Your' if found[1] == 'T' else 'your'} {found[2]}"


def elide(template: str, words: Mapping[str, str]) -> str:
    """Return a French template whose little words suit what stands after them: `d'Ada`; an h is left alone."""
    for little, key in _find_joints(template):
        if _begins_with_vowel(words.get(key, "")):
            template = template.replace(f"{little} {{{key}}}", f"{little[:-1]}'{{{key}}}")
    return template


@cache
def _find_joints(template: str) -> tuple[tuple[str, str], ...]:
    return tuple((found[1], found[2]) for found in ELIDED.finditer(template))


def _begins_with_vowel(word: str) -> bool:
    return unicodedata.normalize("NFD", word[:1]).casefold()[:1] in {*"aeiouœæ"}
