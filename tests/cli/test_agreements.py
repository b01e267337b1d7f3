"""Proposing something to the table, and agreeing, from the shell."""

import pytest


def test_a_table_of_two_stops_by_agreement(duel):
    game, ada, bob = duel
    assert "You propose: the game ends here." in ada.ok("propose", game, "stop").err
    assert f"{ada.handle} proposes: the game ends here. 1 of 2 agree" in bob.ok("games", game).out
    assert "That is enough: it is done." in bob.ok("agree", game).err
    assert ada.data("games", game)["status"] == "over"
    assert "The table has agreed to end the game here." in ada.ok("log", game).out


def test_agreeing_speaks_french(duel):
    game, ada, bob = duel
    ada.ok("propose", game, "arrêter")
    assert "Vous êtes d'accord : la partie s'arrête ici." in bob.ok("agree", game, ATELIER_LANG="fr").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "bot NAME, substitute NAME, extend NAME 2d, pause 7d, or stop"),
        (["bot"], "bot NAME"),
        (["bot", "nobody"], "There is no nobody at the table"),
        (["pause", "soon"], "is not a time such as 90m, 48h or 3d"),
        (["bot", "p2"], "after 3 days without an answer"),
    ],
)
def test_what_can_not_be_proposed_is_said(duel, words, said):
    game, ada, _ = duel
    refused = ada.run("propose", game, *words)
    assert refused.exit != 0
    assert said in refused.err


def test_where_nothing_is_proposed_nobody_agrees(duel):
    game, ada, bob = duel
    assert "Nothing is proposed" in ada.run("agree", game).err
    ada.ok("propose", game, "pause", "2d")
    bob.ok("propose", game, "stop")
    assert bob.data("agree", game, ada.handle)["told"][-1] == "That is enough: it is done."


def test_a_spectator_has_no_say(duel, person):
    game, ada, _ = duel
    eve = person("eve")
    ada.ok("propose", game, "stop")
    assert eve.run("agree", game).exit == 7
    assert eve.run("propose", game, "stop").exit == 7
