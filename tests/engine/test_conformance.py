"""Every registered game, by being registered, is held to the promises of the engine."""

import json
import os
import random
import subprocess
import sys

import pytest

import engine
from engine.core.language import Text
from engine.core.spelling import help_of, usage
from engine.core.types import Event
from tests.engine.conformance.suite import Playout, option_choices

GAMES = int(os.environ.get("CONFORMANCE_GAMES", "10"))
MOVES, MOVES_AT_NIGHT = 12_000, 1_500_000
"""A game of Imaginarium among random players takes nearly three thousand moves, ten times as many as others."""
TABLES = [(game, seats) for game, rules in engine.games().items() for seats in rules.seats]
OLDER = [
    (game, seats, version)
    for game, seats in TABLES
    for version in range(engine.games()[game].oldest_version, engine.games()[game].version)
]
each_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES])
each_game = pytest.mark.parametrize("game", list(engine.games()))


def hold_to_all_promises(game: str, seats: int, games: int, moves: int, version: int | None = None) -> None:
    """Play random games with random options; where they are long, fewer: until so many moves are played."""
    rng = random.Random(f"{game} {seats} {version}")
    for _ in range(games):
        seed = rng.randbytes(4)
        options = option_choices(engine.games()[game].options_type, rng) if rng.random() < 0.5 else {}
        playout = Playout(game, seats, seed, options, version)
        playout.run()
        moves -= len(playout.history)
        if moves < 0:
            return


@each_table
@pytest.mark.timeout(900)
def test_random_games_keep_every_promise(game, seats):
    hold_to_all_promises(game, seats, GAMES, MOVES)


@pytest.mark.parametrize(("game", "seats", "version"), OLDER, ids=[f"{game}-{seats}-v{n}" for game, seats, n in OLDER])
@pytest.mark.timeout(900)
def test_random_games_of_older_versions_keep_every_promise_too(game, seats, version):
    hold_to_all_promises(game, seats, -(-GAMES // 5), MOVES, version)


@pytest.mark.nightly
@pytest.mark.timeout(0)
@each_table
def test_a_thousand_random_games_keep_every_promise(game, seats):
    hold_to_all_promises(game, seats, games=1000, moves=MOVES_AT_NIGHT)


@each_game
def test_every_event_of_a_game_is_named_by_its_rules(game):
    rules = engine.games()[game]
    room = sys.modules[type(rules).__module__.replace(".rules", ".events")]
    kinds = {kind for kind in vars(room).values() if isinstance(kind, type) and issubclass(kind, Event)}
    assert {kind for kind in kinds if kind.__struct_config__.tag != kind.__name__} - {Event} == set(rules.event_types)


REPLAY_ELSEWHERE = """
import hashlib, json, random, sys
import engine
from tests.games import register_tiny_games
register_tiny_games()
table = engine.open_table(sys.argv[1], int(sys.argv[2]), seed=b"elsewhere")
rng = random.Random(5)
moves = 0
while table.awaiting and moves < 400:
    seat = rng.choice(table.awaiting)
    table.play(seat, rng.choice(table.legal(seat)))
    moves += 1
print(json.dumps([moves, hashlib.sha256(table.dump()).hexdigest()]))
"""


@each_game
@pytest.mark.process
def test_another_process_plays_the_same_game(game):
    def in_a_process(hash_seed):
        seats = str(engine.games()[game].seats[0])
        run = [sys.executable, "-c", REPLAY_ELSEWHERE, game, seats]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        return json.loads(subprocess.run(run, env=environment, check=True, capture_output=True).stdout)

    assert in_a_process("1") == in_a_process("2")


@each_game
def test_every_move_explains_itself_in_both_languages(game):
    for move in engine.games()[game].moves:
        assert move.__doc__, usage(move)
        assert help_of(move, "fr") != help_of(move), usage(move)


@each_game
def test_every_component_has_its_names_and_source(game):
    from engine.core.editions import rows_in

    rules = engine.games()[game]
    for row in rows_in(rules.edition):
        assert row.name.en, row.id
        assert row.name.fr, row.id
        assert row.source, row.id
    for lang in ("en", "fr"):
        names = [name[lang] for name in rules.names.values()]
        assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]


@each_game
def test_every_name_is_read_back_as_its_own_thing(game):
    from engine.core.arguments import Misread
    from engine.core.names import Tolerant, fold, is_counted

    rules = engine.games()[game]
    reader = Tolerant(rules.names)
    for thing, names in rules.names.items():
        for name in (name for form, name in names.items() if not is_counted(form)):
            try:
                assert reader.thing(fold(name).split()) == (thing, len(fold(name).split()))
            except Misread as ambiguous:
                pytest.fail(f"{name}: {Text(ambiguous.refusal.msgid, **ambiguous.refusal.params)}")


@pytest.mark.parametrize(
    ("game", "options", "most"),
    [("fantastic_factories", {"replicator": "any"}, 300), ("mech_a_dream", {"robots": True, "specialists": True}, 40)],
)
def test_lists_of_moves_stay_short(game, options, most):
    longest = 0
    for number in range(15):
        seats = engine.games()[game].seats
        table = engine.open_table(game, seats[number % len(seats)], options, b"lists%d" % number)
        rng = random.Random(number)
        while table.awaiting:
            seat = rng.choice(table.awaiting)
            moves = table.legal(seat)
            longest = max(longest, len(moves))
            table.play(seat, rng.choice(moves))
    assert longest < most
