"""What goes without saying: a typed turn is finished by the one move that is left."""

import pytest

from engine.ledger import slips
from engine.ledger.slips import TurnSlip

FIRST = ("sabotage", "extractor", "reserve", "acquire", "dial extract+repair", "extract", "end")
"""How the others play on until somebody is asked who has taken an extractor."""
UP_TO_THE_END = ("collect", "dial extract+repair", "extract")


@pytest.fixture
def acting(person):
    """Return the game and a player of Imaginarium whose turn ends with `end` once they have extracted."""
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "imaginarium", "--seats", "2", "--title", "league")["id"]
    bob.ok("join", game)
    while True:
        one = next(player for player in (ada, bob) if player.view(game)["awaited"])
        legal = [move["line"] for move in one.view(game)["legal"]]
        if "collect" in legal:
            return game, one
        one.ok("play", game, next(line for verb in FIRST for line in legal if line.startswith(verb)), "--exact")


def test_the_one_move_that_is_left_is_played_and_told(acting):
    game, one = acting
    done = one.ok("play", game, *UP_TO_THE_END)
    assert "Played 3 of 3 moves." in done.err
    assert "`end` goes with it: nothing else is left." in done.err
    assert not one.view(game)["awaited"]


def test_it_is_one_turn_of_two_calls_and_taken_back_as_one(acting, calls):
    game, one = acting
    before = one.view(game)
    one.ok("show", game)
    assert calls(one.ok, "play", game, *UP_TO_THE_END) == [f"POST {game}/turns", f"GET {game}/view"]
    assert one.view(game)["n"] == before["n"] + 1
    one.ok("undo", game)
    after = one.view(game)
    assert (after["awaited"], after["view"]) == (True, before["view"])


def test_a_preview_says_that_it_will_be_played(acting):
    game, one = acting
    said = "`end` goes with it: nothing else is left."
    assert said in one.ok("preview", game, *UP_TO_THE_END).err
    assert said in one.ok("play", game, *UP_TO_THE_END, "--dry-run").err
    assert said not in one.ok("play", game, *UP_TO_THE_END, "--dry-run", "--exact").err
    assert one.view(game)["awaited"]


def test_an_older_club_plays_what_was_typed(acting, monkeypatch):
    game, one = acting
    one.ok("show", game)
    monkeypatch.setitem(slips._MEMBERS, TurnSlip, slips._MEMBERS[TurnSlip] - {"forced"})
    done = one.ok("play", game, *UP_TO_THE_END)
    assert "This club is older than your client: it plays no more than you have typed." in done.err
    assert "Played 3 of 3 moves." in done.err
    assert [move["line"] for move in one.view(game)["legal"]] == ["end"]


def test_a_guided_turn_adds_it_to_the_draft(acting):
    game, one = acting
    done = one.ok("play", game, stdin="\n".join([*UP_TO_THE_END, "y", ""]), terminal=True)
    assert "`end` goes with it: nothing else is left." in done.err
    assert "Sign and send 4 moves?" in done.err
    assert not one.view(game)["awaited"]


def test_it_is_told_in_the_words_of_the_reader(acting):
    game, one = acting
    done = one.ok("play", game, *UP_TO_THE_END, ATELIER_LANG="fr")
    assert "`finir`" in done.err
    assert "Vous avez fini votre tour." in done.out


@pytest.mark.parametrize("option", ["--exact", "--json"])
def test_who_wants_it_exactly_plays_no_more_than_was_typed(acting, option):
    game, one = acting
    one.ok("play", game, *UP_TO_THE_END, option)
    assert [move["line"] for move in one.view(game)["legal"]] == ["end"]


def test_nothing_is_added_while_there_is_a_choice(acting):
    game, one = acting
    assert "goes with it" not in one.ok("play", game, *UP_TO_THE_END[:1]).err
    assert one.view(game)["awaited"]
