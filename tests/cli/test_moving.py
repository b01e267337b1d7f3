"""A club that moves or changes its key is followed by its players' clients; somebody else who says so is not."""

import pytest

from server.services import identity
from server.storage.keyfiles import KEY_FILES
from tests.cli.conftest import open_duel
from tests.cli.people import Player, Served


@pytest.fixture
def moved(tmp_path):
    """A served club of two players at a game, which can be moved from one name of this machine to another."""
    served = Served(tmp_path / "club", database_url="")
    ada, bob = (Player(tmp_path / name, served.origin).register(served.club, name) for name in ("ada", "bob"))
    yield served, ada, bob, open_duel(ada, bob)
    served.close()


def name_again(served):
    return served.origin.replace("127.0.0.1", "localhost")


def test_a_club_moves_and_its_players_follow_without_a_word(moved, tmp_path):
    served, ada, _, game = moved
    there = name_again(served)
    done = ada.ok("host", "move", there, "--club", served.folder)
    assert f"from {served.origin} to {there}" in done.err
    ada.ok("play", game, "bid 2")
    followed = ada.data("server")
    assert [step["how"] for step in followed["steps"]] == ["founded", "moved"]
    assert "moved" in ada.ok("server").out
    ada.ok("key", "rotate")
    assert ada.data("whoami")["handle"] == "ada"
    assert ada.data("verify", game)["grade"] == "partial"
    new = Player(tmp_path / "cleo", there).register(served.club, "cleo")
    assert new.data("server")["origin"] == there


def test_a_lost_token_is_renewed_at_the_new_address(moved):
    served, ada, _, _ = moved
    there = name_again(served)
    ada.ok("host", "move", there, "--club", served.folder)
    identity.follow(served.club)
    mine = ada.data("tokens")[0]["id"]
    ada.ok("tokens", "--revoke", mine)
    shown = ada.ok("whoami")
    assert f"The club has moved to {there}; its key says so." in shown.err


def test_a_key_is_passed_on_and_pinned_by_the_word_of_the_one_before(moved):
    served, ada, bob, game = moved
    done = ada.data("host", "key", "rotate", "--club", served.folder)
    assert (done["games"], done["failed"]) == (1, [])
    assert "passed on to the key" in bob.ok("server").err
    assert bob.data("server")["kid"] == done["kid"]
    ada.ok("play", game, "bid 2")
    assert ada.data("verify", game)["grade"] == "partial"
    later = open_duel(ada, bob)
    assert bob.data("verify", later)["grade"] == "partial"


def test_another_club_is_not_followed_whatever_it_says(moved, served):
    _, ada, _, _ = moved
    refused = ada.run("server", served.origin)
    assert (refused.exit, "two stories" in refused.err) == (6, True), refused
    assert ada.data("whoami")["handle"] == "ada"


def test_a_lost_key_is_pinned_by_hand_alone(moved):
    served, ada, bob, game = moved
    ada.ok("server")
    for path in served.folder.glob(KEY_FILES):
        path.rename(path.with_suffix(".lost"))
    assert "in every backup first" in ada.run("host", "key", "lost", "--club", served.folder).err
    done = ada.ok("host", "key", "lost", "--yes", "--json", "--club", served.folder)
    kid = done.json["kid"]
    identity.follow(served.club)
    refused = bob.run("server")
    assert (refused.exit, f"`atelier server --trust {kid}`" in refused.err) == (6, True)
    assert "has lost its key" in bob.ok("server", "--trust", kid).err
    ada.ok("play", game, "bid 2")
    assert bob.data("verify", game)["key_lost_at"] is not None
    assert "nobody vouches for" in bob.ok("log", game).out


def test_a_club_that_knows_its_address_is_not_served_by_settings_that_name_another(moved):
    served, ada, _, _ = moved
    for command in (("check",), ("worker", "--once")):
        refused = ada.run("host", *command, "--club", served.folder, ATELIER_ORIGIN="https://other.example")
        assert (refused.exit != 0, "host move https://other.example" in refused.err) == (True, True), refused
