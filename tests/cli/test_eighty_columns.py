"""Eighty columns hold in every list, in both languages, with long titles and names."""

import re

import pytest

from engine.core.sheet import breadth
from tests.cli.people import Player

COLOUR = re.compile(r"\x1b\[[\d;]*m")
TITLE = "The winter league of those who never finish before midnight, table twenty-two"
HANDLE = "maximilian-von-und-zu-lang"[:24]
LISTS = [
    ["games"],
    ["games", "--all"],
    ["games", "GAME"],
    ["log", "GAME"],
    ["show", "GAME"],
    ["moves", "GAME"],
    ["say", "GAME"],
    ["news"],
    ["tokens"],
    ["vacation"],
    ["whoami"],
    ["profile"],
    ["rules"],
    ["rules", "mech_a_dream"],
    ["host", "games"],
    ["host", "players"],
    ["host", "outbox"],
    ["host", "stuck", "--hours", "0"],
    ["host", "bounces"],
    ["host", "log"],
    ["host", "stats"],
    ["host", "outbox", "--club", "CLUB"],
    ["host", "games", "--club", "CLUB"],
]


@pytest.fixture(scope="module")
def long_names(served, tmp_path_factory):
    """Return a game with a long title, and a host with a long name who plays it."""
    folder = tmp_path_factory.mktemp("long")
    one, other = (Player(folder / name, served.origin).register(served.club, name) for name in (HANDLE, HANDLE[::-1]))
    one.become_host(served.club)
    game = one.data("new", "nicodemus", "--seats", "2", "--pace", "48h", "--title", TITLE)["id"]
    other.ok("join", game)
    while not (one.view(game)["awaited"] and one.view(game)["n"] > 4):
        player = one if one.view(game)["awaited"] else other
        player.ok("play", game, player.view(game)["legal"][0]["line"])
    one.ok("say", game, "So much to say, and so few columns to say it in. " * 4)
    one.ok("host", "extend", game, "48h", "--why", "Somebody asked for it, and there was nothing against it. " * 3)
    one.ok("host", "tell", "The club is closed in August, all of it, and so are its clocks and its windows. " * 2)
    return {"GAME": game, "CLUB": served.folder}, one


@pytest.mark.parametrize("terminal", [True, False], ids=["coloured", "piped"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_no_line_of_a_list_is_wider_than_eighty_columns(long_names, words, lang, terminal):
    places, one = long_names
    shown = one.ok(*(places.get(word, word) for word in words), terminal=terminal, ATELIER_LANG=lang)
    lines = COLOUR.sub("", shown.out + shown.err * terminal).splitlines()
    assert not [line for line in lines if breadth(line) > 80]
