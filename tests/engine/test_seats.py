"""What a seat can do: look, try moves out, and let a bot choose."""

import random
from collections import Counter

import msgspec
import pytest

import engine
from engine import seats
from engine.bots import BOTS
from engine.core.certainty import Leaning
from engine.ledger.record import change_chair
from engine.seats import Onlooker
from tests.bot_games import Stumbling
from tests.ledger.room import Room

ADA = Onlooker(0, "en", ("ada", "bob"))


@pytest.fixture
def room():
    return Room().start(bots={1: "greedy"})


def test_a_look_names_what_a_slip_needs(room):
    shown = seats.look(room.record, ADA, "a game", deadline=7)
    asked = room.ask(0)
    assert (shown.ask, shown.on, shown.awaited, shown.deadline) == (asked.number, asked.on, True, 7)
    assert (shown.n, shown.head, shown.status) == (room.page.n, room.page.hash, "running")
    assert [move.line for move in shown.legal] == [str(move) for move in room.table.legal(0)]
    assert shown.legal[0].typed == msgspec.to_builtins(room.table.legal(0)[0])


def test_nothing_is_asked_of_somebody_beside_the_table(room):
    shown = seats.look(room.record, Onlooker(None, "en", ADA.players), "a game")
    assert (shown.head, shown.ask, shown.legal, shown.view) == (room.page.hash, None, [], room.table.view(None))


def test_nothing_is_asked_of_the_past(room):
    shown = seats.look_back(room.record, ADA, "a game", room.page.n - 1, room.table)
    assert (shown.head, shown.ask, shown.awaited, shown.prompt) == (None, None, False, None)


def test_a_game_that_has_not_started_has_no_board():
    shown = seats.look(Room().record, ADA, "a game")
    assert (shown.status, shown.view, shown.board, shown.ask) == ("open", None, None, None)


def test_a_preview_says_what_would_be_asked_next():
    table = engine.open_table("mech_a_dream", 2, {}, bytes([5]) * 32)
    seat = table.awaiting[0]
    shown = seats.preview(table, Onlooker(seat, "en", ADA.players), ["dock"])
    assert (shown.awaited, shown.prompt) == (True, "Which machine or robot do you use? You may skip.")
    shown = seats.preview(table, Onlooker(seat, "fr", ADA.players), ["storage ink"])
    assert (shown.awaited, shown.prompt) == (False, None)


def test_a_preview_tells_what_is_certain_of_a_move_that_draws():
    table = engine.open_table("nicodemus", 2, {}, bytes([5]) * 32)
    seat = table.awaiting[0]
    line = next(str(move) for move in table.legal(seat) if str(move).endswith(" coins"))
    shown = seats.preview(table, Onlooker(seat, "en", ADA.players), [line])
    assert shown.reveals
    assert [said.split()[1] for said in shown.events] == ["played", "gained", "drew"]
    assert shown.events[-1].endswith("drew 1 machine.")


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_a_preview_calls_certain_happens(game):
    rng, told = random.Random(3), 0
    for seed in range(3):
        table = engine.open_table(game, 2, {}, bytes([seed]) * 32)
        for _ in range(150):
            if not table.awaiting:
                break
            seat = rng.choice(table.awaiting)
            move = rng.choice(table.legal(seat))
            shown = seats.preview(table, Onlooker(seat, "en", ADA.players), [str(move)])
            voice = table.voice("en", ADA.players).turn_to(seat)
            happened = [voice.say(event.text()) for event in table.play(seat, move).events if event.is_seen_by(seat)]
            assert Counter(shown.events) <= Counter(happened)
            assert shown.reveals or shown.events == happened
            told += shown.reveals and len(shown.events)
    assert told > 0 or not table.rules.has_secrets


def test_chance_that_leans_agrees_on_no_throw_with_chance_that_leans_the_other_way():
    low, high = Leaning(is_high=False), Leaning(is_high=True)
    assert (low.die(), high.die()) == (1, 6)
    assert low.of(1).shuffle([1, 2, 3])[-1] != high.of(1).shuffle([1, 2, 3])[-1]
    assert low.touched


def test_a_bot_chooses_the_same_in_the_same_position(room):
    chosen = seats.choose(room.record, 1)
    assert (chosen.bot, chosen.reason) == ("greedy", "seat")
    assert chosen == seats.choose(room.record, 1)
    room.turn(0, "bid 0")
    room.bot(1, *chosen.moves)


def test_a_bot_that_plays_a_lent_turn_says_so(room):
    assert seats.choose(room.record, 0).reason == "timeout"


def test_a_bot_that_nobody_knows_is_stood_in_for(room):
    page = change_chair(room.page, 1, bot="chess-engine")
    assert seats.choose(msgspec.structs.replace(room.record, page=page), 1).bot == "random"


def test_a_bot_that_stumbles_is_stood_in_for(room, monkeypatch):
    monkeypatch.setitem(BOTS, "greedy", Stumbling())
    chosen = seats.choose(room.record, 1)
    assert chosen.bot == "random"
    room.bot(1, *chosen.moves)


def test_what_is_no_move_is_shown_as_it_stands(room):
    onlooker = seats.Onlooker(0, "fr", ("Ada", "Bob"))
    assert seats.show_line(room.record.table, onlooker, 0, "hocus pocus") == "hocus pocus"
    assert seats.show_line(room.record.table, onlooker, 0, "bid 0") != "bid 0"
