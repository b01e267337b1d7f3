"""Bots' turns chosen again: a server that played something else in a bot's place is found, however well it signs."""

import gzip
from pathlib import Path

import msgspec
import pytest

from engine.bots import BOTS, FALLBACK, word_of
from engine.core.errors import Refused
from engine.derivation import Derived, derive
from engine.ledger.bundle import decode_bundle, redact
from engine.ledger.entries import ClockBody
from engine.ledger.tending import draft_clock
from engine.seats import choose_as
from tests.bot_games import Stumbling, Swapped, play_bot, play_out
from tests.ledger.room import Room, holds

LENT = ClockBody("bot_turn", opened=1, told=2, deadline=3, credits={})
BUNDLES = Path(__file__).parents[1] / "fixtures" / "0.1" / "bundles"
PLAYED_BY_BOTS = sorted(path.name for path in BUNDLES.glob("*-finished-*.json.gz"))


def derived(room):
    return derive(room.bundle(), lambda _done, _of: None)


def of_kind(room, kind):
    return tuple(entry.header.n for entry in room.entries if entry.header.kind == kind)


@pytest.mark.parametrize(
    ("game", "bots"),
    [("foundry", tuple(BOTS)[:3]), ("imaginarium", ("greedy", "greedy-3")), ("pebbles", ("random",) * 2)],
)
def test_what_bots_played_is_what_they_play(game, bots):
    room = play_out(game, bots)
    assert derived(room) == Derived(same=of_kind(room, "bot"))


@pytest.mark.parametrize("place", [0, 5])
def test_another_legal_move_in_a_bots_place_is_found_though_it_is_signed_and_verifies(place):
    swapped = Swapped(place)
    room = play_out(act=swapped)
    assert holds(room).grade == "consistent"
    found = derived(room)
    assert [(stray.n, stray.plays) for stray in found.strays] == [(swapped.n, swapped.plays)]
    assert set(found.same) == set(of_kind(room, "bot")) - {swapped.n}


def test_any_move_is_taken_for_what_it_is_where_the_entry_says_so():
    room = play_out(act=lambda room, seat, _play: choose_as(FALLBACK, room.record, seat))
    found = derived(room)
    assert (found.same, found.fallen_back, found.strays) == (of_kind(room, "bot"), of_kind(room, "bot"), ())


def test_an_entry_that_names_another_bot_than_the_seats_is_found():
    room = play_out(
        bots=("random", "random"), act=lambda room, seat, _play: choose_as(BOTS["greedy"], room.record, seat)
    )
    assert {stray.bot for stray in derived(room).strays} == {"greedy"}


def test_moves_of_a_bot_that_would_have_stumbled_are_not_its_own(monkeypatch):
    room = play_out(bots=("greedy", "random"))
    monkeypatch.setitem(BOTS, "greedy", Stumbling())
    found = derived(room)
    assert {stray.bot for stray in found.strays} == {"greedy"}
    assert all(stray.plays == () for stray in found.strays)
    assert len(found.strays) + len(found.same) == len(of_kind(room, "bot"))


def test_a_bot_of_a_later_version_is_not_judged():
    room = play_out(act=lambda _room, _seat, play: msgspec.structs.replace(play, version=99))
    assert derived(room) == Derived(unknown=of_kind(room, "bot"))


@pytest.mark.parametrize("word", ["greedy", "greedy-2", "greedy-3"])
def test_whoever_stood_in_then_may_be_an_older_version(word):
    room = Room().start()
    room.note(room.clerk.write(draft_clock(room.record, 0, LENT), room.tick()))
    play_bot(room, 0, choose_as(BOTS[word], room.record, 0))
    room.play_out()
    assert (word_of(BOTS[word]), derived(room).strays) == (word, ())


def test_nothing_is_known_of_a_game_that_is_not_over():
    room = Room().start()
    room.turn(0, "bid 2")
    for bundle in (room.bundle(), redact(room.bundle(), 0)):
        with pytest.raises(Refused) as refused:
            derive(bundle, lambda _done, _of: None)
        assert refused.value.code == "game_running"


@pytest.mark.parametrize("name", PLAYED_BY_BOTS)
def test_the_bots_of_0_1_still_play_what_they_played(name):
    bundle = decode_bundle(gzip.decompress((BUNDLES / name).read_bytes()))
    found = derive(bundle, lambda _done, _of: None)
    assert found == Derived(same=tuple(line.header.n for line in bundle.entries if line.header.kind == "bot"))
