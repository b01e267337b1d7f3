"""Looking and playing: arguments, files, pipes, previews, undo, slips."""

import json
import re
from typing import Any

import pytest

from tests.cli.people import Terminal


def test_the_board_shows_what_is_mine_and_what_is_asked(duel):
    game, ada, _ = duel
    result = ada.ok("show", game)
    assert "FOUNDRY" in result.out
    assert "atelier moves" in result.err


def test_the_board_is_plain_text_where_it_is_piped_and_coloured_on_a_terminal(duel):
    game, ada, _ = duel
    assert "\x1b" not in ada.ok("show", game).out
    assert "\x1b[" in ada.ok("show", game, terminal=True).out
    assert "\x1b" not in ada.ok("show", game, terminal=True, NO_COLOR="1").out
    assert "\x1b" not in ada.ok("show", game, "--plain", terminal=True).out


def test_a_plain_board_has_no_columns(duel):
    game, ada, _ = duel
    assert all("   " not in line for line in ada.ok("show", game, "--plain").out.splitlines())


def test_moves_are_lines_to_copy(duel):
    game, ada, _ = duel
    assert "  bid 3" in ada.ok("moves", game).out
    assert ada.data("moves", game)["legal"][0]["line"] == "bid 0"


def test_a_game_is_found_by_title_beginning_or_because_it_waits(duel):
    game, ada, _ = duel
    for name in (game, game[:6], f"Duel {ada.handle}", "."):
        assert ada.view(name)["game"] == game
    assert ada.data("show")["game"] == game


def test_a_turn_from_arguments_is_played_and_its_receipt_kept(duel):
    game, ada, _ = duel
    result = ada.ok("play", game, "bid 2")
    assert "Played 1 of 1 moves" in result.err
    kept = ada.home / "profiles" / "default" / "receipts" / f"{game}.txt"
    assert len(kept.read_text().split()) == 2


def test_a_move_needs_no_game_before_it_where_only_one_waits(duel):
    game, ada, bob = duel
    assert ada.data("play", "bid 2")["game"] == game
    assert "bid 3" in bob.ok("preview", "bid 3").err
    assert bob.data("play", "bid 3")["played"] == ["bid 3"]


def test_a_word_that_is_neither_game_nor_move_plays_nothing(duel):
    _, ada, _ = duel
    result = ada.run("play", "clb-7", "bid 2")
    assert (result.exit, "clb-7" in result.err, "Nothing was played" in result.err) == (3, True, True)


def test_a_turn_can_be_written_as_its_player_speaks(duel):
    game, ada, _ = duel
    assert ada.data("play", game, "MISER 2")["played"] == ["bid 2"]


def test_a_turn_from_a_file_or_a_pipe_may_have_comments(duel, tmp_path):
    game, ada, bob = duel
    file = tmp_path / "turn.txt"
    file.write_text("# my opening\n\nbid 1   # not too much\n")
    assert ada.data("play", game, "--file", file)["played"] == ["bid 1"]
    assert bob.data("play", game, stdin="bid 3\n")["played"] == ["bid 3"]


def test_a_turn_stops_where_something_was_learned(duel):
    game, ada, bob = duel
    ada.ok("play", game, "bid 0")
    result = bob.data("play", game, "bid 3", "keep bell")
    assert (result["played"], result["stopped"], result["unplayed"]) == (["bid 3"], "reveal", ["keep bell"])
    assert result["awaited"]


def test_a_player_who_is_asked_again_is_told(duel):
    game, ada, bob = duel
    ada.ok("play", game, "bid 0")
    talk = bob.ok("play", game, "bid 3", "keep bell").err
    assert "not played: keep Bell" in talk
    assert "Your turn is not over: Which design do you keep" in talk


def test_a_dry_run_and_a_preview_play_nothing(duel):
    game, ada, _ = duel
    for args in (("play", game, "bid 2", "--dry-run"), ("preview", game, "bid 2")):
        assert "Nothing was played" in ada.ok(*args).err
        assert ada.data(*args)["played"] == ["bid 2"]
    assert ada.view(game)["n"] == 3


def test_a_turn_is_taken_back(duel):
    game, ada, _ = duel
    ada.ok("play", game, "bid 2")
    assert ada.data("undo", game)["to"] == 3
    assert ada.view(game)["awaited"]


def no_network(*_):
    pytest.fail("the network was used")


def test_a_slip_is_made_without_the_network_and_sent_later(duel, tmp_path, monkeypatch):
    game, ada, _ = duel
    saved, slip = tmp_path / "view.json", tmp_path / "turn.slip"
    ada.ok("show", game, "--save", saved)
    with monkeypatch.context() as offline:
        offline.setattr("socket.socket.connect", no_network)
        slip.write_text(ada.ok("slip", "--view", saved, "Miser 2", "--armour").out)
    assert "BEGIN ATELIER SLIP" in slip.read_text()
    assert ada.data("send", slip)["played"] == 1
    assert ada.data("send", "-", stdin=slip.read_text())["repeated"]


def test_a_slip_for_an_old_position_is_stale(duel, tmp_path):
    game, ada, _ = duel
    saved = tmp_path / "view.json"
    ada.ok("show", game, "--save", saved)
    ada.ok("play", game, "bid 2")
    ada.ok("undo", game)
    slip = ada.ok("slip", "--view", saved, "bid 3").out
    result = ada.run("send", stdin=slip)
    assert (result.exit, "Look again" in result.err) == (4, True)


def test_table_talk_is_said_and_read(duel):
    game, ada, bob = duel
    ada.ok("say", game, "good", "evening")
    assert bob.data("say", game)[0]["text"] == "good evening"


def test_watching_ends_when_it_is_my_turn(duel):
    game, ada, bob = duel
    assert ada.ok("watch", game).out.strip() == game
    ada.ok("play", game, "bid 6")
    assert ada.run("watch", game, "--timeout", "0").exit == 5
    assert bob.data("watch")["game"] == game


def test_watching_runs_a_command_and_ends_with_its_exit_code(duel, tmp_path):
    game, ada, _ = duel
    seen = tmp_path / "seen"
    assert ada.run("watch", game, "--run", f'echo "$ATELIER_GAME" > {seen}; exit 9').exit == 9
    assert seen.read_text().strip() == game


def test_a_stale_token_is_renewed_with_the_key(duel):
    game, ada, _ = duel
    profile = ada.home / "profiles" / "default" / "profile.json"
    profile.write_text(json.dumps({**json.loads(profile.read_text()), "token": "atl_old"}))
    ada.ok("show", game)
    ada.ok("export", game)


def test_plan_and_implement_are_for_their_phase(person):
    ada = person()
    game = ada.data("new", "imaginarium", "--bot", "greedy")["id"]
    while not (view := ada.view(game))["awaited"]:
        pass
    line = view["legal"][0]["line"]
    wrong = ada.run("implement", game, line)
    assert (wrong.exit, "atelier plan" in wrong.err) == (3, True)
    ada.ok("plan", game, line)


@pytest.fixture
def last_planner(person):
    """Who plans last of three in Imaginarium, and a move after which the same one is asked to implement."""
    people = [person(name) for name in ("ada", "bob", "cleo")]
    game = people[0].data("new", "imaginarium", "-n", "3")["id"]
    for one in people[1:]:
        one.ok("join", game)
    for _ in people[1:]:
        first = next(one for one in people if one.view(game)["awaited"])
        first.ok("plan", game, first.lines(game)[-1])
    last = next(one for one in people if one.view(game)["awaited"])
    return game, last, last.lines(game)[0]


def test_a_plan_does_not_go_on_into_the_other_phase(last_planner):
    game, ada, line = last_planner
    refused = ada.run("plan", game, line, "use 1")
    assert (refused.exit, "`atelier implement` plays it" in refused.err) == (3, True)
    assert ada.view(game)["view"]["asked"] == "plan"
    ada.ok("plan", game, line)
    assert ada.view(game)["awaited"]
    assert ada.run("implement", game, "use 1", "réserver 2").exit == 3


def test_a_guided_plan_ends_with_its_phase(last_planner):
    game, ada, line = last_planner
    told = ada.ok("plan", game, stdin=f"{line}\ny\n", terminal=True)
    assert "Played 1 of 1" in told.err
    assert ada.view(game)["view"]["asked"] not in {None, "plan"}


def test_a_handle_is_written_as_a_seat_before_it_is_signed():
    from cli.commands.slips import SavedSeat
    from cli.reading import TurnReader

    seen: Any = {"rules": "imaginarium", "players": ["ada", "Odile"], "legal": [], "view": {}}
    assert TurnReader(SavedSeat(seen), seen).read("Tangle odile 2!") == "tangle p2 2!"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_deadlines_are_absolute_and_relative_in_the_readers_words(lang):
    import io

    from cli import render
    from cli.env import Env

    env = Env.of({"ATELIER_LANG": lang}, io.StringIO(), io.StringIO(), Terminal())
    env.now = lambda: 0
    assert render.deadline(env, None) == "-"
    said = render.deadline(env, (24 + 4) * 3_600_000)
    assert {"en": "(in 1 day 4 h)", "fr": "(dans 1 jour 4 h)"}[lang] in said
    assert "1 h 30 min" in render.deadline(env, 90 * 60_000)
    assert {"en": "ago", "fr": "il y a"}[lang] in render.deadline(env, -60_000)


def test_whoever_opens_a_table_is_told_of_its_clock(person):
    ada = person("ada")
    assert "No clock runs here." in ada.ok("new", "foundry", "--pace", "none").err
    said = ada.ok("new", "foundry", "--pace", "48h", "--policy", "bot_turn")
    assert "A turn may take 2 days; when its time is up, a bot plays that turn." in said.err
    assert "A turn may take 2 days" in ada.ok("games", said.out.strip()).out


def test_whoever_leaves_at_a_terminal_is_asked_first_and_told_the_way_back(duel):
    game, ada, _ = duel
    stays = ada.run("leave", game, stdin="n\n", terminal=True)
    assert (stays.exit, "A bot plays on in your place" in stays.err) == (130, True)
    assert ada.data("show", game)["awaited"]
    assert f"atelier return {game}" in ada.run("leave", game, stdin="y\n", terminal=True).err
    assert ada.ok("return", game)


def test_a_turn_against_a_bot_tells_what_the_bot_did(person):
    ada = person("ada")
    game = ada.data("new", "foundry", "--seats", "2", "--bot", "greedy")["id"]
    played = ada.ok("play", game, "bid 1")
    assert re.search(r"^\w+ (handed in|bid|won|took|paid|smelted)", played.out.replace(ada.handle, "you"), re.MULTILINE)
    assert "Next: " not in played.err


def test_the_last_turn_tells_who_won(person):
    ada = person("ada")
    game = ada.data("new", "foundry", "--seats", "2", "--bot", "greedy")["id"]
    for _ in range(60):
        view = ada.view(game)
        if not view["awaited"]:
            break
        last = ada.ok("play", game, view["legal"][0]["line"])
    assert "The game is over: " in last.out
    places = re.findall(r"^([12])\. .*: \d+ points?$", last.out, re.MULTILINE)
    assert places in (["1", "2"], ["1", "1"])
    assert "`atelier verify` checks the whole game" in last.err
