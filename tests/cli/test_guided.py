"""A guided turn: pick, see, go back, send; leave without losing the draft."""

import re

import pexpect
import pytest

from cli.env import wrap_talk
from cli.guided import LONGEST_MARK, find_added
from tests.cli.people import PROGRAM

FIRST_ROUND = "1\ny\n1\n1\n1\n1\nq\n"
"""Reserve; then use both machines, pick up, turn the hands, and leave."""


def lines_of(talk):
    """Return what is told, without the prompts, since nobody's typing ends their lines here."""
    return [re.sub(r"^(\S.*?> |.*/b/q\] )+", "", line) for line in talk.splitlines()]


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


def test_an_answer_that_is_none_is_asked_for_again(duel):
    game, ada, _ = duel
    talk = ada.ok("play", game, stdin="1\nbid 2\ny\n", terminal=True).err
    assert "`b` takes the last move back" in talk
    assert "Played 1 of 1" in talk


def test_each_pick_tells_only_what_it_adds_and_asks_what_comes_next(newcomer):
    talk = newcomer.run("demo", "imaginarium", stdin=FIRST_ROUND, terminal=True).err
    told = re.findall(r"You (?:used|chose)[^.]*", talk)
    assert len(told) == len(set(told)) > 2, told
    assert "Camille (p1)" in talk


def test_events_that_were_told_are_not_told_again():
    assert find_added(["a", "b", "c"], ["a", "b"]) == ["c"]
    assert find_added(["a"], []) == ["a"]
    assert find_added(["x", "b"], ["a"]) == ["x", "b"]


def test_a_long_draft_leaves_room_to_type(newcomer):
    talk = newcomer.run("demo", "imaginarium", stdin=FIRST_ROUND, terminal=True).err
    marks = [line.partition("> ")[0] for line in talk.splitlines() if "> " in line]
    assert any("dial" in mark for mark in marks)
    assert all(len(mark) <= LONGEST_MARK for mark in marks)


def test_no_line_of_talk_is_wider_than_the_terminal(newcomer):
    talk = newcomer.run("demo", "imaginarium", stdin=FIRST_ROUND, terminal=True, ATELIER_LANG="fr").err
    lines = lines_of(talk)
    assert all(len(line) <= 80 for line in lines), [line for line in lines if len(line) > 80]
    assert not any(line.strip().startswith((":", ";", "?")) for line in lines)


def test_what_is_to_be_copied_is_never_broken():
    path = "    atelier verify " + "/a b" * 30
    assert wrap_talk(path, 80) == path
    assert wrap_talk("  " + "word " * 20, 20).splitlines()[1] == "  word word word"


def test_a_refusal_names_things_in_the_readers_language(newcomer):
    talk = newcomer.run(
        "demo", "nicodemus", stdin="jouer purple_9 coins\nrepair 99\nq\n", terminal=True, ATELIER_LANG="fr"
    ).err
    assert "il n'y a pas de machine" in talk


def test_y_sends_only_where_it_was_asked_for(duel):
    game, ada, _ = duel
    left = ada.run("play", game, stdin="y\nhelp\n", terminal=True)
    assert left.exit == 130
    assert "there is no move `y`" in left.err
    assert left.err.count("Tab completes it") == 2
    assert ada.view(game)["awaited"]


def sit_down(player, game):
    """Return a real terminal in which somebody plays."""
    variables = {**player.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "LANG": "C.UTF-8"}
    return pexpect.spawn(PROGRAM, ["play", game], env=variables, encoding="utf-8", timeout=60, dimensions=(40, 100))


def test_a_line_editor_completes_moves_and_keeps_what_was_being_typed(duel):
    game, ada, _ = duel
    with sit_down(ada, game) as terminal:
        terminal.expect("your move>")
        terminal.send("bi\t")
        terminal.expect("d")
        terminal.send("1")
        terminal.expect("1")
        terminal.sendcontrol("c")
        terminal.expect("Your draft is kept")
        terminal.expect(pexpect.EOF)
    with sit_down(ada, game) as terminal:
        terminal.expect("Your draft goes on: bid 1")
        terminal.expect("your move>")
        terminal.send("\r")
        terminal.expect("Sign and send 1 move")
        terminal.send("y\r")
        terminal.expect("Played 1 of 1")
        terminal.expect(pexpect.EOF)
    assert not ada.view(game)["awaited"]
    assert "+bid 1" in (ada.home / "history").read_text()
