"""From nothing to a game: registering, confirming, opening, joining."""

import stat

from cli import seating
from tests.server.people import mailed_code


def test_registering_makes_a_key_that_only_its_owner_can_read(newcomer):
    result = newcomer.ok("register", "odile", "odile@example.org")
    key = newcomer.home / "profiles" / "default" / "key.json"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "atelier confirm CODE" in result.err


def test_the_mailed_code_confirms_the_address(newcomer, served):
    shown = newcomer.data("register", "marius", "marius@example.org")
    assert not newcomer.data("whoami")["confirmed"]
    newcomer.ok("confirm", mailed_code(served.club, shown["id"]))
    assert newcomer.data("whoami")["confirmed"]


def test_another_code_can_be_had(newcomer):
    newcomer.ok("register", "zoe", "zoe@example.org")
    assert "mailed" in newcomer.ok("confirm", "--again").err


def test_a_profile_is_never_overwritten(person):
    ada = person()
    again = ada.run("register", "other", "other@example.org")
    assert (again.exit, "registered already" in again.err) == (2, True)


def test_profiles_stand_side_by_side(person):
    ada = person("ada")
    ada.ok("register", f"second-{ada.handle}", "b@example.org", "--profile", "second")
    assert [one["profile"] for one in ada.data("profile")] == ["default", "second"]
    ada.ok("profile", "second")
    assert ada.data("whoami")["handle"] == f"second-{ada.handle}"
    assert ada.data("whoami", "--profile", "default")["handle"] == ada.handle


def test_a_game_starts_when_it_is_full(person):
    ada, bob = person("ada"), person("bob")
    game = ada.ok("new", "foundry", "--title", "evening").out.strip()
    assert ada.data("games", game)["status"] == "open"
    assert bob.ok("join", game).out.strip() == f"{game} p2"
    assert ada.data("games", game)["status"] == "running"


def test_a_game_against_a_bot_starts_at_once(person):
    shown = person().data("new", "foundry", "--bot", "greedy")
    assert (shown["status"], shown["seats"][1]["bot"]) == ("running", "greedy")


def test_a_private_game_is_joined_by_its_link(person):
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "foundry", "--private", "--by-hand")["id"]
    assert bob.run("join", game).exit == 7
    link = ada.ok("invite", game).out.strip()
    bob.ok("join", link)
    ada.ok("start", game)
    assert ada.data("games", game)["status"] == "running"


def test_a_seat_can_be_left_before_the_start(person):
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "foundry", "-n", "3")["id"]
    bob.ok("join", game, "--seat", "p3")
    bob.ok("leave", game)
    assert [seat["by"] for seat in ada.data("games", game)["seats"]] == ["player", "empty", "empty"]


def test_what_waits_for_me_comes_first(duel):
    game, ada, _ = duel
    other = ada.data("new", "foundry")["id"]
    assert [one["id"] for one in ada.data("games")] == [game, other]
    assert "YOUR TURN" in ada.ok("games").out.splitlines()[3]
    assert [one["id"] for one in ada.data("games", "--waiting")] == [game]


def test_a_key_is_changed_and_the_game_goes_on(duel):
    game, ada, _ = duel
    before = ada.data("whoami")["kid"]
    assert ada.data("key", "rotate")["kid"] == ada.data("whoami")["kid"] != before
    ada.ok("play", game, "bid 1")


def test_a_key_is_carried_to_another_home(duel, tmp_path, served):
    from tests.cli.people import Player

    game, ada, _ = duel
    file = tmp_path / "carried.json"
    ada.ok("key", "export", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    elsewhere = Player(tmp_path / "elsewhere", served.origin)
    assert elsewhere.data("key", "import", file)["handle"] == ada.handle
    elsewhere.ok("play", game, "bid 1")


def test_the_public_key_is_shown_without_its_private_part(person):
    shown = person().ok("key", "show").json
    assert sorted(shown) == ["crv", "kid", "kty", "x"]


def test_rules_tell_moves_and_options(newcomer):
    assert "nicodemus" in newcomer.ok("rules").out
    assert "repair" in newcomer.ok("rules", "nicodemus").out
    assert newcomer.data("rules", "nicodemus")["seats"] == [2, 2]


def test_a_seat_of_a_running_game_is_taken_by_a_substitute_who_knows_its_title(duel, person):
    game, ada, bob = duel
    bob.ok("leave", game)
    cleo = person("cleo")
    title = ada.data("games", game)["title"]
    told = cleo.ok("join", title)
    assert told.out == f"{game} p2\n"
    assert f"atelier show {game}" in told.err
    assert [seat["player"] for seat in cleo.data("games", game)["seats"]] == [ada.handle, cleo.handle]
    assert "all of its seats are played" in person("dan").run("join", game).err
    unknown = cleo.run("join", "No such table")
    assert (unknown.exit, "that you could join" in unknown.err) == (7, True)


def test_a_seat_is_signed_for_anew_where_the_game_moves_on_meanwhile(duel, person, monkeypatch):
    game, ada, bob = duel
    bob.ok("leave", game)
    cleo, look = person("cleo"), seating.look_at
    bids = ["bid 0"]

    def look_and_let_ada_play(*given):
        shown = look(*given)
        if bids:
            ada.ok("play", game, bids.pop())
        return shown

    monkeypatch.setattr("cli.commands.games.look_at", look_and_let_ada_play)
    assert cleo.ok("join", game).out == f"{game} p2\n"
    assert not bids


def test_whoever_left_comes_back_unless_somebody_has_the_seat(duel, person):
    game, _, bob = duel
    bob.ok("leave", game)
    assert f"atelier show {game}" in bob.ok("return", game).err
    assert bob.run("return", game).exit == 2
    bob.ok("leave", game)
    person("cleo").ok("join", game, "--seat", "p2")
    assert bob.run("return", game).exit == 7
