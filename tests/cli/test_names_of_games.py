"""A game is named by its id or title, or by the beginning of either."""

import pytest


@pytest.fixture
def tables(person):
    """Return somebody who has opened three tables."""
    ada = person("ada")
    titles = ("first game", "first of May", "Second game")
    return ada, {title: ada.ok("new", "foundry", "-n", "2", "--title", title).out.strip() for title in titles}


def test_the_beginning_of_a_title_is_enough_where_it_is_the_only_one(tables):
    ada, games = tables
    assert ada.data("games", "first g")["id"] == games["first game"]
    assert ada.data("games", "SEC")["id"] == games["Second game"]


def test_a_beginning_of_several_titles_is_answered_with_them(tables):
    ada, games = tables
    result = ada.run("games", "first")
    assert result.exit == 2
    assert all(f"{games[title]} ({title})" in result.err for title in ("first game", "first of May"))
    assert games["Second game"] not in result.err


def test_a_whole_title_comes_before_the_beginning_of_another(tables):
    ada, _ = tables
    same = ada.ok("new", "foundry", "-n", "2", "--title", "first").out.strip()
    assert ada.data("games", "first")["id"] == same


def test_one_letter_names_nothing(tables):
    ada, _ = tables
    assert ada.run("games", "S").exit == 7


def test_a_game_is_verified_and_played_by_the_beginning_of_its_title(person):
    ada, bob = person("ada"), person("bob")
    game = ada.ok("new", "foundry", "-n", "2", "--title", "Winter league").out.strip()
    bob.ok("join", game)
    assert "Winter" not in ada.ok("verify", "winter").err
    assert ada.data("play", "winter", "bid 0")["game"] == game


def test_a_verb_is_a_move_even_where_a_title_begins_so(person):
    ada, bob = person("ada"), person("bob")
    game = ada.ok("new", "foundry", "-n", "2", "--title", "Bid 0 and win").out.strip()
    bob.ok("join", game)
    assert ada.data("play", "bid 0")["game"] == game
