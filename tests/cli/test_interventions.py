"""What hosts and who opened a table do to a game with `atelier host`, and how `atelier log` tells it."""

import pytest

from tests.cli.people import wait_for_mail


@pytest.fixture
def host(person, served):
    return person("hana").become_host(served.club)


@pytest.fixture
def paced(person):
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "foundry", "--seats", "2", "--title", f"paced {ada.handle}", "--pace", "48h")["id"]
    bob.ok("join", game)
    return game, ada, bob


def log(player, game, lang="en"):
    return " ".join(player.ok("log", game, ATELIER_LANG=lang).out.split())


def test_a_seat_is_given_to_a_bot_and_the_log_says_so_in_both_languages(host, paced, served):
    game, ada, bob = paced
    assert "There is no nobody at the table" in host.run("host", "give", game, "nobody").err
    host.ok("host", "give", game, bob.handle, "--why", "Bob is ill.")
    assert f"{host.handle} (host) has given the seat of" in log(ada, game)
    assert "They write: Bob is ill." in log(ada, game)
    assert f"{host.handle} (hôte)" in log(ada, game, "fr")
    mail = wait_for_mail(served.club, f"{bob.handle}@example.org", "A host has acted")
    assert "Bob is ill." in str(mail)
    assert ada.ok("verify", game)
    assert "gave a seat of a game to a bot" in host.ok("host", "log").out


def test_a_seat_is_kept_for_a_member_who_joins(host, paced, person, served):
    game, ada, _ = paced
    eve = person("eve")
    host.ok("host", "give", game, "p2", "--to", eve.handle)
    assert wait_for_mail(served.club, f"{eve.handle}@example.org", "A seat is kept for you")
    assert person("max").run("join", game).exit != 0
    eve.ok("join", game, "--seat", "p2")
    assert eve.view(game)["seat"] == 1
    assert host.run("host", "give", game, "p1", "--to", "nobody-here").exit == 7
    assert host.data("host", "give", game, "p1", "--to", "substitute")["game"] == game
    assert "has opened your seat to substitutes" in log(ada, game)


def test_time_is_given_and_a_game_is_paused_and_resumed(host, paced):
    game, ada, bob = paced
    before = ada.view(game)["deadline"]
    host.ok("host", "extend", game, "24h")
    assert ada.view(game)["deadline"] >= before + 24 * 3600 * 1000
    ada.ok("host", "extend", game, "24h", "--seat", "p1")
    assert bob.run("host", "extend", game, "24h").exit == 7
    assert host.run("host", "extend", game, "soon").exit == 2
    host.ok("host", "pause", game, "--for", "3d", "--why", "A storm.")
    assert host.run("host", "pause", game).exit == 2
    assert ("paused" in bob.ok("games").out, "is paused" in bob.ok("games", game).out) == (True, True)
    assert host.run("host", "pause", game, "--everything").exit == 2
    ada.ok("host", "resume", game)
    told = log(bob, game)
    assert f"{host.handle} (host) has given everybody time until" in told
    assert f"{ada.handle}, who is a host and plays here, has given" in told
    assert f"{host.handle} (host) has paused the game until" in told
    assert "has ended the pause" in told


def test_a_game_is_ended_with_places_or_declared_void_after_a_question(host, paced, duel):
    game, ada, _ = paced
    other, bob, _ = duel
    assert host.run("host", "end", game).exit == 2
    assert host.run("host", "end", game, stdin="n\n", terminal=True).exit == 130
    assert host.run("host", "end", game, "--places", "first", "--yes").exit == 2
    assert ada.run("host", "void", game, "--yes").exit == 7
    host.ok("host", "end", game, "--places", "2,1", "--yes")
    assert ada.data("games", game)["result"] == {"places": [2, 1]}
    assert "its places were judged" in log(ada, game)
    assert "The game is over; its places were judged: 1. " in ada.ok("show", game).err
    host.ok("host", "void", other, stdin="y\n", terminal=True)
    assert "The game is void" in log(bob, other)
    assert bob.ok("verify", other)
