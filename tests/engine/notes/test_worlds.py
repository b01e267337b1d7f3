"""The worlds in which notes are tried are named in them, and are what they were: old games verify by them for ever."""

import hashlib
import json
import os
import random
from pathlib import Path

import msgspec
import pytest

import engine
from engine.core import certainty
from engine.core.certainty import MANY_WORLDS, WORLDS, foresee
from engine.core.errors import Refused
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteTerms
from engine.core.notes.writing import write_notes

KEPT = Path(__file__).parent / "worlds.json"
GAMES = ("fantastic_factories", "imaginarium", "mech_a_dream", "nicodemus")


def play_on(game, turns):
    """Return a table some random moves into a game."""
    table, rng = engine.open_table(game, 2, seed=b"worlds"), random.Random(f"{game} {turns}")
    for _ in range(turns):
        if not table.awaiting:
            break
        seat = rng.choice(table.awaiting)
        table.play(seat, rng.choice(table.legal(seat)))
    return table


def mark_worlds(game, number):
    """Return a digest of everything that seats can't tell apart from some positions, as notes are tried in it."""
    digest = hashlib.sha256()
    for turns in (0, 7, 20, 45, 90):
        table = play_on(game, turns)
        for seat in range(table.seats):
            for world in (table.redeal(seat), *certainty._make_worlds(table, seat, MANY_WORLDS[number])):
                digest.update(world.state_bytes() + bytes(world.chance.of(seat).below(6) for _ in range(8)))
    return digest.hexdigest()


@pytest.mark.parametrize("number", MANY_WORLDS)
@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_notes_were_tried_in_never_change(game, number):
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    name = f"{game} {number}"
    if "ATELIER_TEST_WRITE" in os.environ and name not in kept:
        kept[name] = mark_worlds(game, number)
        KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    why = "what is dealt anew has changed: let notes of today's number have it as it was, and give the new one the next number (ADR 40)"
    assert mark_worlds(game, number) == kept[name], why


def test_a_note_names_the_worlds_of_today_and_one_of_tomorrow_is_refused():
    table = engine.open_table("pebbles", 2, seed=b"worlds")
    (terms,) = write_notes(table, 0, ["take 1"])
    assert terms.worlds == WORLDS == 2
    assert msgspec.to_builtins(terms)["worlds"] == WORLDS
    assert NoteTerms(alternatives=terms.alternatives).worlds == 1
    with pytest.raises(Refused) as refused:
        judge(table, 0, msgspec.structs.replace(terms, worlds=WORLDS + 1))
    assert refused.value.code == "unknown_version"


def test_a_note_of_old_worlds_is_tried_in_them(monkeypatch):
    table = engine.open_table("fantastic_factories", 2, seed=b"worlds")
    seat = table.awaiting[0]
    seen = []
    make = certainty._make_worlds

    def look(table, seat, seeds):
        seen.append(seeds)
        return make(table, seat, seeds)

    monkeypatch.setitem(MANY_WORLDS, 3, (b"tomorrow",))
    monkeypatch.setattr(certainty, "_make_worlds", look)
    drawing = next(move for move in table.legal(seat) if table.redeal(seat).play(seat, move).touched)
    foresee(table, seat, drawing, 3)
    foresee(table, seat, drawing, 1)
    assert seen == [MANY_WORLDS[3], MANY_WORLDS[1]]


def find_last_move(game, seed):
    """Return a table where a random game is about to end, the seat that ends it, and by which move."""
    table, rng = engine.open_table(game, 2, seed=seed), random.Random(seed)
    while True:
        seat = table.awaiting[0]
        move = rng.choice(table.legal(seat))
        before = table.copy()
        table.play(seat, move)
        if table.result is not None:
            return before, seat, move


def test_what_is_counted_at_the_end_of_a_game_is_no_part_of_what_a_move_brings_but_in_the_first_worlds():
    table, seat, last = find_last_move("imaginarium", b"x2")
    assert "points" in foresee(table, seat, last, 1)
    assert "points" not in foresee(table, seat, last, 2)
