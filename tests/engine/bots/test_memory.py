"""What a seat remembers is what it saw: it never contradicts the true position, and a turn taken back is forgotten."""

import pytest

import engine
from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from engine.core.memory import Memory
from engine.core.types import Event
from engine.ledger.entries import PRIVATE_KINDS
from engine.ledger.memory import ToldEntry, remember
from tests.engine.golden import corpus_of
from tests.ledger.room import Room

EACH = 7


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_was_counted_is_so(game):
    newest = [one for one in corpus_of(game) if one["version"] == engine.games()[game].version]
    for record in newest[:EACH]:
        table = engine.open_table(game, record["seats"], record["options"], bytes.fromhex(record["seed"]))
        memories = [Memory(seat) for seat in range(record["seats"])]
        for number, (seat, *lines) in enumerate(record["moves"]):
            outcome = table.play(seat, lines, blind=True)
            for memory in memories:
                memory.see(outcome.events)
            if number % EACH == 0:
                compare(table, memories[number % len(memories)])


def compare(table, memory):
    dealt = Desk(table, memory.seat, memory=memory).deal(b"%d" % memory.seat)
    assert table.rules.holdings(dealt) == table.rules.holdings(table.state)
    assert table.rules.census(dealt) == table.rules.census(table.state)
    assert table.rules.legal(dealt, memory.seat) == table.legal(memory.seat)
    seen = [table.rules.view(state, memory.seat) for state in (dealt, table.state)]
    assert seen[0] == seen[1]


def test_without_a_memory_goods_behind_screens_are_anybodys_guess():
    table = engine.open_table("imaginarium", 2, seed=b"nobody counts")
    dealt = [table.rules.holdings(Desk(table, 0).deal(seed)) for seed in (b"a", b"b")]
    assert dealt[0] != dealt[1]


class Happened(Event, frozen=True, kw_only=True):
    def changes(self):
        return {(0, "coal"): 2}


def test_only_what_the_seat_saw_is_counted():
    memory = Memory(1)
    memory.see([Happened(seen_by=(0,)), Happened(seen_by=(0, 1)), Happened()])
    assert memory.changed == {(0, "coal"): 4}


def told_by(room):
    return [ToldEntry(entry.header.n, entry.header.kind, entry.body) for entry in room.entries]


def test_a_ledger_is_remembered_as_it_was_played():
    room = Room(rules="imaginarium").start()
    while room.page.n < 30:
        seat = room.table.awaiting[0]
        room.turn(seat, str(room.table.legal(seat)[0]))
    memory = remember(room.table.rules, 1, told_by(room))
    dealt = Desk(room.table, 1, memory=memory).deal(b"x")
    assert room.table.rules.holdings(dealt) == room.table.rules.holdings(room.table.state)


def test_a_turn_that_was_taken_back_is_forgotten():
    room = Room(rules="imaginarium").start()
    before = None
    while before is None:
        seat = room.table.awaiting[0]
        entry = room.turn(seat, str(room.table.legal(seat)[0]))
        body = told_by(room)[-1]
        if body.kind in PRIVATE_KINDS and remember(room.table.rules, seat, [body]).changed:
            before = room.page.n - 1
    assert entry is not None
    whole = remember(room.table.rules, 0, told_by(room))
    undone = [*told_by(room), ToldEntry(room.page.n + 1, "undo", b'{"to":%d}' % before)]
    assert remember(room.table.rules, 0, undone).changed != whole.changed
    assert remember(room.table.rules, 0, undone).changed == remember(room.table.rules, 0, told_by(room)[:-1]).changed


@pytest.mark.parametrize("word", ["greedy-2", "apprentice"])
def test_a_bot_that_counts_chooses_the_same_whatever_it_may_not_know(word):
    table = engine.open_table("imaginarium", 2, seed=b"counting")
    memories, turn = [Memory(0), Memory(1)], 0
    while turn < 30:
        seat = table.awaiting[0]
        if turn % 5 == 0:
            other = table.redeal(seat, b"%d" % turn)
            chosen = [BOTS[word].choose(Desk(one, seat, memory=memories[seat]), Chance(b"x")) for one in (table, other)]
            assert chosen[0] == chosen[1]
        outcome = table.play(seat, BOTS["greedy"].choose(Desk(table, seat), Chance(b"%d" % turn)))
        for memory in memories:
            memory.see(outcome.events)
        turn += 1
