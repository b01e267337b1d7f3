"""What happened: log, replay, export, verify."""

import json
import random
from typing import Any

import pytest

from cli.commands.history import tell_entry
from tests.cli.conftest import make_person
from tests.cli.people import play_to_the_end


@pytest.fixture(scope="module")
def finished(served, tmp_path_factory):
    """A game that was played to its end, once for all these tests, none of which changes it."""
    ada, bob = (make_person(tmp_path_factory.mktemp(name), served, name) for name in ("annie", "bert"))
    game = ada.data("new", "foundry")["id"]
    bob.ok("join", game)
    play_to_the_end(game, (ada, bob), random.Random(3))
    return game, ada, bob


def test_all_verify_the_same_bundle(finished, tmp_path):
    game, ada, bob = finished
    file = tmp_path / "game.atelier.json"
    ada.ok("export", game, "-f", file)
    for one in (ada, bob):
        report = one.data("verify", file)
        assert (report["grade"], report["is_over"]) == ("anchored", True), report
    assert "anchored" in ada.ok("verify", game).out


def test_a_stranger_finds_it_consistent(finished, tmp_path, newcomer):
    game, ada, _ = finished
    file = tmp_path / "game.atelier.json"
    file.write_text(ada.ok("export", game).out)
    assert newcomer.data("verify", file)["grade"] == "consistent"


def test_a_changed_bundle_fails_with_exit_1(finished, tmp_path):
    game, ada, _ = finished
    file = tmp_path / "game.atelier.json"
    bundle = json.loads(ada.ok("export", game).out)
    bundle["entries"][4]["header"]["at"] += 1
    file.write_text(json.dumps(bundle, sort_keys=True, separators=(",", ":")) + "\n")
    result = ada.run("verify", file)
    assert (result.exit, "failed" in result.out) == (1, True)


def test_the_log_tells_every_entry(finished):
    game, ada, _ = finished
    told = ada.ok("log", game).out
    assert "bid" in told
    kinds = [json.loads(line)["header"]["kind"] for line in ada.ok("log", game, "--json").out.splitlines()]
    assert (kinds[0], kinds[-1]) == ("open", "end")


@pytest.mark.parametrize(
    ("kind", "via", "said"),
    [
        ("turn", None, "Bob: bid 2"),
        ("relay", "mail", "Bob (by mail): bid 2"),
        ("relay", "link", "Bob (by the link in a mail): bid 2"),
        ("note", "mail", "Bob (by a note): bid 2"),
    ],
)
def test_the_log_says_how_a_turn_came(newcomer, kind, via, said):
    env = newcomer.env()
    header: Any = {"n": 7, "at": 0, "kind": kind, "seat": 1}
    tell_entry(env, {"header": header, "body": {"via": via, "played": ["bid 2"]}, "told": []}, ["Ada", "Bob"])
    assert env.stdout.getvalue().rstrip().endswith(f"  {said}")


def test_following_the_log_ends_with_the_game(finished):
    game, ada, _ = finished
    assert ada.ok("log", game, "--follow", "--since", "4").out.splitlines()


def test_a_replay_shows_board_after_board(finished):
    game, ada, _ = finished
    assert ada.ok("replay", game).out.count("FOUNDRY") > 3
    stepped = ada.ok("replay", game, stdin="\nb\n9\nq\n", terminal=True)
    assert stepped.out.count("FOUNDRY") == 4


def test_a_look_back_shows_an_older_board(finished):
    game, ada, _ = finished
    assert ada.data("show", game, "--at", "3")["n"] == 3


def test_a_game_that_is_over_says_so(finished):
    game, ada, _ = finished
    assert "The game is over" in ada.ok("show", game).err
    assert ada.run("play", game, "bid 1").exit == 2
    assert ada.run("watch", game).exit == 5


def test_the_log_names_what_was_played_in_the_readers_language_even_after_an_undo(person):
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "imaginarium", "--seats", "2", "--title", "logged")["id"]
    bob.ok("join", game)
    one = ada if ada.view(game)["awaited"] else bob
    shown = [[move["shown"] for move in one.data("moves", game, ATELIER_LANG=lang)["legal"]] for lang in ("en", "fr")]
    for n in (0, 1):
        one.ok("play", game, one.view(game)["legal"][n]["line"])
        if n == 0:
            one.ok("undo", game)
    assert shown[0][0] != shown[1][0]
    for lang, moves in zip(("en", "fr"), shown, strict=True):
        for reader in (ada, bob):
            told = " ".join(reader.ok("log", game, ATELIER_LANG=lang).out.split())
            played = [told.find(f"{one.handle}{' ' * (lang == 'fr')}: {move} ") for move in moves[:2]]
            assert 0 < played[0] < played[1]
