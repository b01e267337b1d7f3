"""Broken input of every kind: bytes that were right and then changed, and plain data with something else in it."""

import copy
import json
import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalMove, Refused

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
"""How many examples each test makes; unset, a bounded number that is the same in every run."""
NASTY = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    "\u202e".encode(),
    b"\x1b[2J",
    b"\r\n",
    b"\n\n",
    b"%s%n",
    b"{0}",
    b"../",
    b"'",
    b'"',
    b"\\",
    b"[",
    b"{",
    b"}",
    b"=",
    b".",
    b"!",
    b"*",
    b"+",
    b" ",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"9" * 400,
    b"9" * 5000,
    b"[" * 2000,
)


def fuzzed(examples):
    """Settings of a fuzz test: bounded and repeatable, unless the environment asks for more."""
    return settings(
        max_examples=EXAMPLES or examples,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


numbers = st.integers(-(2**70), 2**70) | st.floats() | st.booleans() | st.none()
words = st.text(max_size=20) | st.sampled_from(["p1", "p9", "end", "", "__class__", "$", "\ud800", "x" * 3000])
plain_data = st.recursive(
    numbers | words, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4), max_leaves=8
)


@st.composite
def mutated(draw, corpus):
    """Bytes of a corpus with some places cut, doubled or overwritten."""
    raw = draw(st.sampled_from(corpus))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        end = draw(st.integers(start, min(len(raw), start + 40)))
        new = draw(st.binary(max_size=8) | st.sampled_from(NASTY) | st.just(raw[start:end] * 2) | st.just(b""))
        raw = raw[:start] + new + raw[end:]
    return raw


def places(plain, path=()):
    """Yield the path of everything in plain data."""
    inner = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


@st.composite
def changed(draw, plain, values=plain_data):
    """Plain data with one or two things in it removed or replaced."""
    plain = copy.deepcopy(plain)
    for _ in range(draw(st.integers(1, 2))):
        paths = list(places(plain))
        if not paths:
            break
        *path, last = draw(st.sampled_from(paths))
        holder = plain
        for key in path:
            holder = holder[key]
        if draw(st.booleans()):
            holder[last] = draw(values)
        else:
            del holder[last]
    return plain


def encoded(plain):
    """Return plain data as JSON, also what JSON should not hold."""
    return json.dumps(plain).encode("utf-8", "surrogatepass")


def refusal(call):
    """Make a call; return its refusal, which has a sentence in both languages, or None. Anything else is a bug."""
    try:
        call()
    except (Refused, IllegalMove) as refused:
        found = refused
    else:
        return None
    assert found.say("en")
    assert found.say("fr")
    return found
