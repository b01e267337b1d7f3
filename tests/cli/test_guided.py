"""A guided turn: pick, see, go back, send; leave without losing the draft."""

import pytest


def test_moves_are_picked_by_number_or_by_words_and_sent_at_once(duel):
    game, ada, _ = duel
    result = ada.ok("play", game, stdin="miser 2\ny\n", terminal=True)
    assert "Played 1 of 1" in result.err
    assert not ada.view(game)["awaited"]


def test_going_back_takes_the_last_pick_away(duel):
    game, ada, _ = duel
    result = ada.ok("play", game, stdin="6\nb\n1\ny\n", terminal=True)
    assert "Played 1 of 1" in result.err
    assert ada.data("undo", game)


def test_what_makes_no_sense_is_answered_and_asked_again(duel):
    game, ada, _ = duel
    talk = ada.ok("play", game, stdin="99\nfly\nbid 99\nb\ns\nl\n?\n1\ny\n", terminal=True).err
    for said in (
        "There are moves 1 to 7",
        "there is no move `fly`",
        "Allowed: ",
        "nothing to go back",
        "Type a number",
    ):
        assert said in talk


@pytest.mark.parametrize("leaving", ["q\n", ""])
def test_leaving_sends_nothing_and_keeps_the_draft(duel, leaving):
    game, ada, _ = duel
    left = ada.run("play", game, stdin=f"3\n{leaving}", terminal=True)
    assert left.exit == 130
    assert "Nothing was sent. Your draft is kept" in left.err
    assert ada.view(game)["awaited"]
    resumed = ada.ok("play", game, stdin="y\n", terminal=True)
    assert "Your draft goes on: bid 2" in resumed.err


def test_an_interrupt_sends_nothing(duel, monkeypatch):
    from cli.env import Env

    game, ada, _ = duel
    answers = iter(["2"])

    def ask(self, prompt):
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr(Env, "ask", ask)
    assert ada.run("play", game, terminal=True).exit == 130
    assert ada.view(game)["awaited"]
    assert (ada.home / "profiles" / "default" / "drafts" / f"{game}.txt").read_text() == "bid 1\n"


def test_a_draft_that_no_longer_fits_is_dropped(duel):
    game, ada, _ = duel
    draft = ada.home / "profiles" / "default" / "drafts" / f"{game}.txt"
    draft.parent.mkdir()
    draft.write_text("bid 77\n")
    assert "no longer fits" in ada.run("play", game, stdin="q\n", terminal=True).err
