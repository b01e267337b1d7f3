"""The engine against a second model of the game: the same choices, the same views and the same end, move by move."""

import json
import random
from collections import Counter

import msgspec
import pytest

import engine
from engine.core.table import Outcome, Table
from engine.games.imaginarium.events import AssistantsCame, BeltMoved, DrewProjects, Topdecked
from tests.engine.imaginarium.positions import RULES, of
from tests.engine.imaginarium.second.figures import MACHINES
from tests.engine.imaginarium.second.game import Game
from tests.engine.imaginarium.second.positions import RULINGS, crowded, opening, some_rulings, stored
from tests.engine.imaginarium.second.seen import seen
from tests.engine.imaginarium.second.workshop import PROJECTS
from tests.night import by_day_and_night

MOVES = 1_200
MOVES_AT_NIGHT = 20_000
MOVES_OF_A_CROWD = 12  # by each seat: about a round
VERSIONS = range(RULES.oldest_version, RULES.version + 1)
EAGER = {
    "repair": 6,
    "recover": 3,
    "complete": 3,
    "recruit": 3,
    "borrow": 3,
    "use": 2,
    "topdeck": 2,
    "end": 0.3,
    "skip": 0.2,
}

each_number = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def both_opened(rng: random.Random, seats: int) -> tuple[Table, Game]:
    rulings, version = some_rulings(rng), rng.choice(VERSIONS)
    table = engine.open_table("imaginarium", seats, rulings, rng.randbytes(8), version=version)
    return table, opening(table.view(None), rulings, version)


def both_crowded(rng: random.Random, seats: int) -> tuple[Table, Game]:
    rulings, version = some_rulings(rng), rng.choice(VERSIONS)
    table = engine.open_table("imaginarium", seats, rulings, rng.randbytes(8), version=version)
    game = crowded(rng, [player["workshop"] for player in table.view(None)["players"]], rulings, version)
    dump = json.loads(table.dump())
    dump["state"] |= stored(game)
    return engine.load_table(json.dumps(dump)), game


def compare(table: Table, game: Game) -> None:
    for seat in range(table.seats):
        expected = game.legal() if seat == game.awaited else []
        assert sorted(map(str, table.legal(seat))) == sorted(expected)
    for seat in (None, *range(table.seats)):
        assert json.loads(msgspec.json.encode(table.view(seat))) == seen(game, seat)


def came_out(outcome: Outcome) -> list[str]:
    """Return the cards and tiles that a move brought out of hiding, in order."""
    told: list[str] = []
    for event in outcome.events:
        match event:
            case BeltMoved(drawn=drawn):
                told += drawn
            case AssistantsCame(assistants=came):
                told += came
            case DrewProjects(projects=projects):
                told += projects
            case Topdecked(machine=machine):
                told.append(machine)
    return told


def any_move(rng: random.Random, legal: list[str]) -> str:
    """Return a move: first any verb, the rarer ones more often, then any way to do it, repairs more often."""
    verbs = sorted({line.split()[0] for line in legal})
    (verb,) = rng.choices(verbs, [EAGER.get(verb, 1) for verb in verbs])
    lines = [line for line in legal if line.split()[0] == verb]
    (line,) = rng.choices(lines, [5 if "repair" in line else 1 for line in lines])
    return line


def play_both(rng: random.Random, table: Table, game: Game, most: int) -> Counter[str]:
    """Play on to the end of the game, or so many moves, and count the verbs."""
    compare(table, game)
    verbs = Counter[str]()
    while table.awaiting and verbs.total() < most:
        seat = table.awaiting[0]
        line = any_move(rng, [str(move) for move in table.legal(seat)])
        game.play(line, came_out(table.play(seat, line)))
        compare(table, game)
        verbs[line.split()[0]] += 1
    return verbs


def play_many(seats: int, moves: int, seed: str) -> Counter[str]:
    """Play one game from its opening, then crowded positions, so many moves in all."""
    rng = random.Random(seed)
    played = play_both(rng, *both_opened(rng, seats), moves // 5)
    while played.total() < moves:
        played += play_both(rng, *both_crowded(rng, seats), MOVES_OF_A_CROWD * seats)
    return played


@each_number
def test_two_models_of_the_game_agree_in_everything(seats):
    assert play_many(seats, MOVES, f"by day {seats}").total() >= MOVES


@by_day_and_night("workshops", 1_000, 20_000)
def test_two_models_of_the_game_agree_on_the_projects_of_any_workshop(workshops):
    rng = random.Random("workshops")
    for _ in range(workshops // 5):
        table, game = both_crowded(rng, 5)
        for seat, player in enumerate(game.players):
            met = {project for project in PROJECTS if RULES.book.projects.is_met(project, of(table).players[seat])}
            assert met == {project for project, is_met in PROJECTS.items() if is_met(player)}


@pytest.mark.nightly
@pytest.mark.timeout(0)
@each_number
def test_two_models_of_the_game_agree_in_everything_over_many_moves(seats):
    played = play_many(seats, MOVES_AT_NIGHT, f"by night {seats}")
    saboteurs = {"sabotage", "block"} if seats > 2 else set()
    assert set(played) == {move.__struct_config__.tag for step in RULES.steps for move in step.moves} - saboteurs


def test_the_second_model_knows_every_option():
    defaults = RULES.options_type()
    assert {name: values[0] for name, values in RULINGS.items()} == msgspec.structs.asdict(defaults)


def test_the_second_model_has_the_figures_of_the_edition():
    """The figures were copied by hand: what a move does not meet by chance is compared here."""
    for machine in RULES.edition.machine:
        second = MACHINES[machine.id]
        repair = tuple(machine.repair.get(kind, 0) for kind in ("wood", "copper", "crystal"))
        assert (second.level, second.copies, second.repair) == (machine.level, machine.copies, repair)
        assert second.yields == machine.multipliers
