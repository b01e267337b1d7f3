"""`atelier verify --bots`: what bots played is chosen again, in either language, without a server."""

import pytest

from engine.ledger.bundle import encode_bundle
from tests.bot_games import Swapped, play_out
from tests.cli.people import Player


@pytest.fixture
def nobody(tmp_path):
    """Somebody without a profile, and no server to ask."""
    return Player(tmp_path / "nobody", "http://127.0.0.1:9")


def write(tmp_path, room):
    path = tmp_path / "game.atelier.json"
    path.write_bytes(encode_bundle(room.bundle()))
    return path


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "chosen again and came out the same"), ("fr", "choisis à nouveau et se sont trouvés les mêmes")],
)
def test_a_true_game_comes_out_the_same(nobody, tmp_path, lang, said):
    file = write(tmp_path, play_out())
    shown = nobody.run("verify", file, "--bots", ATELIER_LANG=lang)
    assert (shown.exit, said in shown.out) == (0, True), shown
    assert said not in nobody.run("verify", file, ATELIER_LANG=lang).out
    assert "bots" not in nobody.data("verify", file)


@pytest.mark.parametrize(("lang", "said"), [("en", "not what this seat's bot plays"), ("fr", "pas ce que le robot")])
def test_a_turn_that_was_swapped_fails_with_exit_1(nobody, tmp_path, lang, said):
    swapped = Swapped(2)
    file = write(tmp_path, play_out(act=swapped))
    assert nobody.ok("verify", file)
    shown = nobody.run("verify", file, "--bots", ATELIER_LANG=lang)
    assert (shown.exit, said in shown.out) == (1, True), shown
    bots = nobody.run("verify", file, "--bots", "--json").json["bots"]
    assert [(stray["n"], stray["plays"]) for stray in bots["strays"]] == [(swapped.n, list(swapped.plays))]


def test_a_game_that_runs_is_refused(nobody, tmp_path):
    from tests.ledger.room import Room

    shown = nobody.run("verify", write(tmp_path, Room().start()), "--bots")
    assert (shown.exit != 0, "The game is not over" in shown.err) == (True, True), shown
