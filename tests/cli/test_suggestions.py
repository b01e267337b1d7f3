"""Suggested moves from the shell: as a command, in a guided turn, at the demo's table, and where they are forbidden."""

import pytest

from engine.core.refusals import Exit


def test_lines_are_shown_with_what_is_said_of_them(duel):
    game, ada, _ = duel
    shown = ada.ok("suggest", game).out
    assert shown.startswith("1. bid ")
    assert "Estimates by the bot `journeyman`" in shown
    assert ada.view(game)["awaited"]


def test_a_script_gets_them_as_they_come(duel):
    game, ada, _ = duel
    found = ada.data("suggest", game)
    assert found["seat"] == 0
    assert all({"moves", "shown", "events", "verdict", "chance", "error", "said"} <= set(one) for one in found["lines"])


def test_whoever_is_not_asked_is_refused(duel):
    game, ada, _ = duel
    ada.ok("play", game, "bid 2")
    assert ada.run("suggest", game).exit == Exit.NOT_YOUR_TURN


def test_a_guided_turn_knows_the_word(duel):
    game, ada, _ = duel
    result = ada.ok("play", game, stdin="suggest\n1\ny\n", terminal=True)
    assert "1. bid " in result.out
    assert "Played 1 of 1" in result.err


@pytest.mark.parametrize("word", ["suggest", "suggérer", "suggerer"])
def test_the_demos_table_suggests_too(newcomer, word):
    left = newcomer.run("demo", "mech_a_dream", stdin=f"{word}\n1\n{word}\nq\n", terminal=True)
    assert "Estimates by the bot" in left.out


def test_a_table_without_hints_is_opened_shown_and_obeyed(person):
    ada = person("ada")
    game = ada.data("new", "nicodemus", "--bot", "random", "--hints", "none", "--option", "first_player=p1")["id"]
    assert "No hints" in ada.ok("games", game).out
    refused = ada.run("suggest", game)
    assert refused.exit == Exit.NOT_ALLOWED
    assert "wants no hints" in refused.err
    talk = ada.run("play", game, stdin="suggest\nq\n", terminal=True).err
    assert "wants no hints" in talk
