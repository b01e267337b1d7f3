"""Dumps from outside: what was played loads, and a position that no play can reach is refused with a reason."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engine
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.notes.writing import write_notes
from engine.core.rules import Rules
from engine.core.table import Table
from tests.engine.conformance.suite import open_recorded
from tests.engine.golden import records_of
from tests.engine.mech_a_dream import positions as dream
from tests.games.foundry.rules import Foundry

Path = tuple[str | int, ...]
State = dict[str, Any]
EVERY = 9
"""One of so many positions of a golden game is loaded again."""
each_game = pytest.mark.parametrize("game", list(engine.games()))


def positions(game: str, every: int) -> Iterator[Table]:
    """Yield positions of all golden games of a kind, the last ones too."""
    for record in records_of(game).values():
        table = open_recorded(record)
        for number, (seat, *lines) in enumerate(record["moves"]):
            if number % every == 0:
                yield table
            table.play(seat, lines, blind=True)
        yield table


def load(table: Table, state: State, **more: Any) -> Table:
    """Load a table with another state, as a stranger's dump is."""
    return engine.load_table(json.dumps({**json.loads(table.dump()), "state": state, **more}))


def state_of(table: Table) -> State:
    state: State = json.loads(table.dump())["state"]
    return state


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every number and word of a state, with the way to it."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    elif isinstance(value, int | str) and not isinstance(value, bool):
        yield path, value


def put(state: State, path: Path, value: Any) -> State:
    """Return a state with something else at one place."""
    changed = inner = json.loads(json.dumps(state))
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return dict(changed)


def is_refused(table: Table, state: State) -> bool:
    """Tell whether a state is refused as a position that makes no sense."""
    try:
        load(table, state)
    except Refused as refused:
        return refused.code == "broken_dump"
    return False


@each_game
def test_every_position_that_was_played_loads(game):
    for table in positions(game, EVERY):
        assert load(table, state_of(table)).dump() == table.dump()


@each_game
def test_a_number_below_nothing_and_a_word_without_meaning_are_refused_wherever_they_stand(game):
    record = max(records_of(game).values(), key=lambda one: len(one["moves"]))
    table = open_recorded(record)
    for seat, *lines in record["moves"][: len(record["moves"]) // 2]:
        table.play(seat, lines, blind=True)
    state = state_of(table)
    for path, value in leaves(state):
        assert is_refused(table, put(state, path, -1 if isinstance(value, int) else "nonsense")), path


@each_game
def test_chance_that_was_read_backwards_is_refused(game):
    table = next(positions(game, 1))
    with pytest.raises(Refused, match="chance"):
        load(table, state_of(table), drawn={"table": -3})
    with pytest.raises(Refused, match="chance"):
        load(table, state_of(table), drawn={"p9": 3})


def all_to_one_hand(state: State) -> State:
    taken, deck = state["deck"][:4], state["deck"][4:]
    hand = sorted([*state["players"][0]["hand"], *taken])
    return put(put(state, ("deck",), deck), ("players", 0, "hand"), hand)


def hands_emptied(state: State) -> State:
    held = [card for player in state["players"] for card in player["hand"]]
    players = [{**player, "hand": [], "known": []} for player in state["players"]]
    return {**state, "players": players, "deck": [*state["deck"], *held]}


def row_of_twelve(state: State) -> State:
    n = 12 - len(state["row"])
    row, coins = [*state["row"], *state["deck"][:n]], [*state["coins"], *[0] * n]
    return {**state, "row": row, "coins": coins, "deck": state["deck"][n:]}


def of_first(key: str, value: Any) -> Callable[[State], State]:
    return lambda state: put(state, ("players", 0, key), value)


def of_state(key: str, value: Any) -> Callable[[State], State]:
    return lambda state: put(state, (key,), value)


def two_choices(*asked: dict[str, Any]) -> Callable[[State], State]:
    return lambda state: put(state, ("pending", state.get("turn", 0)), list(asked))


def in_hand(state: State, most: int) -> State:
    taken = state["deck"][:most]
    hand = sorted([*state["players"][0]["hand"], *taken])
    return put(put(state, ("deck",), state["deck"][most:]), ("players", 0, "hand"), hand)


def all_in_hand(state: State) -> State:
    return in_hand(state, 15)


def hired_too_soon(state: State) -> State:
    return put(state, ("players", state["turn"], "hired"), "specialist")


def crowded_room(state: State) -> State:
    """Lay out the whole staff in the meeting room."""
    return {**state, "assistants": [*state["assistants"], *state["assistant_deck"]], "assistant_deck": []}


def completed_twice(state: State) -> State:
    return put(state, ("projects", 0, "completed"), [0, 0])


def busy_before_the_day(state: State) -> State:
    """Build all that lies in the factory's piles, for one player, on a new day."""
    built = [*state["players"][0].get("built", []), *(tile for pile in state["piles"].values() for tile in pile)]
    piles: State = {belt: [] for belt in state["piles"]}
    return put({**state, "piles": piles}, ("players", 0, "built"), built)


UNREACHED: list[tuple[str, str, str, Callable[[State], State]]] = [
    ("nicodemus", "play", "a hand has 5 machines at most", all_to_one_hand),
    ("nicodemus", "play", "both hands are empty only at the end", hands_emptied),
    ("nicodemus", "play", "a full row is cleared", row_of_twelve),
    ("nicodemus", "play", "a score that ends the game", of_first("score", 20)),
    ("nicodemus", "play", "can't be looked at", two_choices({"ask": "discard", "effect": "nothing"})),
    ("nicodemus", "play", "one choice is open", two_choices({"ask": "swap", "left": 1}, {"ask": "swap", "left": 1})),
    ("nicodemus", "play", "swaps are left", two_choices({"ask": "swap", "left": 99})),
    ("nicodemus", "play", "counted from the first", of_state("round", 0)),
    ("imaginarium", "plan", "enough points", of_first("points", 20)),
    ("imaginarium", "plan", "while all plan", of_state("now", {"used": [0]})),
    ("imaginarium", "plan", "options", of_state("rulings", {"token_limit": True})),
    ("imaginarium", "plan", "face down", of_first("face_down", [9])),
    ("imaginarium", "plan", "assistants in the meeting room", crowded_room),
    ("imaginarium", "plan", "completed once by each player", completed_twice),
    ("imaginarium", "use", "that there are not", of_state("now", {"times": -1})),
    ("imaginarium", "use", "used once in a turn", of_state("now", {"used": [0, 0]})),
    ("imaginarium", "use", "more choices are open", of_state("pending", [[{"ask": "cancel"}] * 2, [], []])),
    ("fantastic_factories", "market", "has not chosen yet", hired_too_soon),
    ("fantastic_factories", "market", "whose dice are to come", of_first("hired", "miner")),
    ("fantastic_factories", "market", "cards at most in the market", all_in_hand),
    ("fantastic_factories", "market", "resources at most in the market", of_first("metal", 99)),
    ("fantastic_factories", "market", "no dice in the market", of_first("dice", [1])),
    ("fantastic_factories", "market", "it is not coming", of_first("goods", 12)),
    ("fantastic_factories", "work", "more choices are open", two_choices({"ask": "die"}, {"ask": "die"})),
    ("fantastic_factories", "work", "fewer dice to set", two_choices({"ask": "set", "left": 9, "free": 1})),
    ("fantastic_factories", "work", "came when work began", of_first("hired", "foreman")),
    ("mech_a_dream", "day", "the night before was not the last", busy_before_the_day),
    ("mech_a_dream", "day", "each sends one assistant", of_first("assistants", ["dock", "dock", "dock"])),
    ("mech_a_dream", "day", "a parcel waits that no delivery has", of_first("waiting", [{"gain": {"points": 90}}])),
    ("mech_a_dream", "day", "marks are of the night", of_first("used", ["robot"])),
    ("mech_a_dream", "night", "used that is not there", of_first("used", ["red_12"])),
    ("mech_a_dream", "night", "than stand now", of_state("dusk", [50, 0, 0])),
]


@pytest.mark.parametrize(("game", "step", "reason", "change"), UNREACHED)
def test_a_position_that_no_play_can_reach_is_refused(game, step, reason, change):
    record = next(one for one in records_of(game).values() if one["seats"] == min(3, engine.games()[game].seats[-1]))
    table = open_recorded(record)
    for seat, *lines in record["moves"]:
        if table.state.step == step and not any(state_of(table)["pending"]) and len(table.chance.positions):
            break
        table.play(seat, lines, blind=True)
    assert table.state.step == step
    with pytest.raises(Refused, match=reason):
        load(table, change(state_of(table)))


def test_hourglasses_that_nothing_gives_and_prices_that_nobody_sets_are_refused():
    one = dream.player(belt={"red_12": 3}, specialists={"specialist_02": 1})
    table = dream.by_day(one, dream.player(), options={"specialists": True})
    state = state_of(table)
    with pytest.raises(Refused, match="more hourglasses than anything gives"):
        load(table, put(state, ("pending", 0), [{"ask": "hourglasses", "n": 90}]))
    with pytest.raises(Refused, match="rainbows at most"):
        load(table, put(state, ("players", 0, "specialists", "specialist_02"), 90))


@pytest.mark.parametrize(("round_", "rolled"), [(1, [1, 2, 3, 4, 5]), (2, [])])
def test_the_machines_roll_lies_there_from_the_second_round_on_and_not_before(round_, rolled):
    table = engine.open_table("fantastic_factories", 1, seed=b"machine")
    state = state_of(table)
    with pytest.raises(Refused, match="from the second round on"):
        load(table, {**state, "round": round_, "machine": {**state["machine"], "rolled": rolled}})


class Plain(Foundry):
    """Foundry without what a game may leave out: it names no oddities of its own, and takes notes only while it asks."""

    oddities = Rules.oddities
    put_on_turn = Rules.put_on_turn


def test_a_game_that_names_no_oddities_is_not_silent_before_its_end_all_the_same():
    rules = Plain()
    state = rules.setup(2, rules.options({}), Chance(b"silence"))
    assert list(rules.problems(state, 2, rules.options({}))) == []
    state.step = "over"
    assert list(rules.problems(state, 2, rules.options({}))) == [
        "somebody is asked until the game is over, and nobody after that"
    ]


def test_a_game_that_cant_say_how_a_phase_begins_takes_no_note_for_it():
    table = engine.open_table("foundry", 2, seed=b"later")
    table.rules = Plain()
    with pytest.raises(Refused, match="`cast` can't be written now"):
        write_notes(table, 0, ["cast: pass"])


def test_a_dump_cant_make_a_table_pass_for_ever():
    """Both hands of Nicodemus empty, nothing that can be repaired: each could only pass, and nothing would end it."""
    table = engine.open_table("nicodemus", 2, seed=b"for ever")
    state = hands_emptied(state_of(table))
    poor = {"wood": 0, "copper": 0, "crystal": 0, "charcoalium": 0}
    reserve = {
        kind: state["reserve"].get(kind, 0) + sum(p["stock"].get(kind, 0) for p in state["players"]) for kind in poor
    }
    players = [{**player, "stock": poor} for player in state["players"]]
    with pytest.raises(Refused, match="both hands are empty only at the end"):
        load(table, {**state, "players": players, "reserve": reserve})
