"""What the shell offers on Tab: games, moves, card names; from the cache and without heavy imports."""

import subprocess
import sys

import pytest

HEAVY = {"requests", "cryptography", "engine.core.rules", "rich", "flask", "sqlalchemy", "msgspec", "server"}


def test_commands_are_offered(newcomer):
    assert newcomer.complete("atelier sh") == ["show"]


def test_what_can_be_played_is_offered(newcomer):
    assert newcomer.complete("atelier demo n") == ["nicodemus"]
    assert newcomer.complete("atelier new im") == ["imaginarium"]


def test_games_are_offered_by_id_and_title(duel):
    game, ada, _ = duel
    assert game in ada.complete("atelier show g")
    assert ada.complete("atelier show du") == [f"'duel {ada.handle}'"]


def test_legal_moves_are_offered(duel):
    game, ada, _ = duel
    ada.view(game)
    assert ada.complete(f"atelier play {game} b") == [f"'bid {coins}'" for coins in range(7)]
    assert ada.complete(f"atelier play {game} b", shell="fish") == [f"bid {coins}" for coins in range(7)]


def test_moves_are_found_by_the_names_of_cards(person):
    ada = person()
    game = ada.data("new", "nicodemus", "--bot", "greedy")["id"]
    while not ada.view(game)["awaited"]:
        pass
    from cli import cache

    line, shown = next(iter(cache.read(ada.env())["games"][game]["legal"].items()))
    assert shown != line
    for spelled in (line, shown, shown.upper()):
        offered = ada.complete(f"atelier play {game} {spelled.replace(' ', chr(92) + ' ')}")
        assert f"'{shown}'" in offered


def test_a_broken_cache_offers_nothing_and_says_nothing(duel):
    game, ada, _ = duel
    (ada.home / "profiles" / "default" / "cache.json").write_text("{")
    assert ada.complete(f"atelier play {game} b") == []


def test_offering_what_can_be_played_loads_no_rules():
    seen = subprocess.run(
        [sys.executable, "-c", "import sys, engine; sorted(engine.games()); print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert not HEAVY & set(seen.stdout.split())


@pytest.mark.parametrize(
    "module", ["cli.app", "cli.commands.play", "cli.commands.board", "cli.commands.games", "cli.completion"]
)
def test_starting_imports_nothing_heavy(module):
    seen = subprocess.run(
        [sys.executable, "-c", f"import sys, {module}; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert not HEAVY & set(seen.stdout.split())


def test_cards_are_offered_by_their_names_in_the_readers_language(newcomer):
    assert newcomer.complete("atelier card saw") == ["Sawmill"]
    assert "'Crystal Bath'" in newcomer.complete("atelier card crystal")


def test_moves_of_the_game_that_waits_need_no_game_before_them(duel):
    game, ada, _ = duel
    ada.view(game)
    assert ada.complete("atelier play bid") == [f"'bid {coins}'" for coins in range(7)]
    assert ada.complete("atelier play . b") == [f"'bid {coins}'" for coins in range(7)]
