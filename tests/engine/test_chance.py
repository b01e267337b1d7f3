"""Chance can be repeated by anybody, is fair, and knows who learned what."""

import hmac
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Chance, forget_order, take_out


def test_the_first_words_are_those_of_the_documented_formula():
    block = hmac.digest(b"seed", b"table:0", "sha256")
    words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
    chance = Chance(b"seed")
    assert [chance.word() for _ in range(8)] == words
    assert chance.word() == int.from_bytes(hmac.digest(b"seed", b"table:1", "sha256")[:4], "big")


def test_a_golden_shuffle_never_changes():
    pack = list(range(10))
    Chance(b"golden").shuffle(pack)
    assert pack == GOLDEN_SHUFFLE


GOLDEN_SHUFFLE = [3, 8, 2, 6, 5, 1, 4, 7, 0, 9]


def test_numbers_below_a_limit_are_about_equally_many():
    chance = Chance(b"fair")
    counts = Counter(chance.die(6) for _ in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < n < 1150 for n in counts.values())


def test_a_seat_throws_the_same_whatever_others_do():
    alone, busy = Chance(b"seed"), Chance(b"seed")
    for _ in range(7):
        busy.die(6)
        busy.of(1).die(6)
    assert [alone.of(0).die(6) for _ in range(20)] == [busy.of(0).die(6) for _ in range(20)]


@given(st.integers(1, 40), st.integers(1, 40))
def test_going_on_from_recorded_positions_gives_the_same_words(first, then):
    whole = Chance(b"seed")
    words = [whole.below(1000) for _ in range(first + then)]
    start = Chance(b"seed")
    for _ in range(first):
        start.below(1000)
    later = Chance(b"seed", start.positions)
    assert [later.below(1000) for _ in range(then)] == words[first:]


def test_returning_to_a_position_draws_the_same_again():
    chance = Chance(b"seed")
    here = chance.positions
    first = [chance.die(6), chance.of(2).die(6)]
    chance.return_to(here)
    assert [chance.die(6), chance.of(2).die(6)] == first


def test_drawing_from_a_pile_marks_those_who_see_it():
    chance = Chance(b"seed")
    assert chance.draw(["low", "top"], [1]) == "top"
    assert (chance.learned_by, chance.touched) == ({1}, True)
    chance.clear_marks()
    assert (chance.learned_by, chance.touched) == (set(), False)


@given(st.permutations(list(range(8))))
def test_a_reshuffle_tells_nothing_of_the_old_order(pool):
    assert forget_order(pool, Chance(b"x")) == forget_order(range(8), Chance(b"x"))


def test_words_that_would_favour_low_numbers_are_passed_over():
    words, chance = Chance(b"unfair"), Chance(b"unfair")
    n = 3 << 30  # a quarter of all words lies above the largest multiple of n
    fair = [word for word in (words.word() for _ in range(40)) if word < n]
    assert len(fair) < 40
    assert [chance.below(n) for _ in fair] == fair


@given(st.integers(0, 30), st.integers(0, 70))
def test_a_shuffle_takes_what_as_many_single_numbers_would(already, size):
    whole, single = Chance(b"pack"), Chance(b"pack")
    for chance in (whole, single):
        for _ in range(already):
            chance.word()
    pack = list(range(size))
    for last in range(size - 1, 0, -1):
        other = single.below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    assert whole.shuffle(list(range(size))) == pack
    assert (whole.positions, whole.touched) == (single.positions, single.touched)


def test_a_shuffle_passes_over_words_that_would_favour_low_places(monkeypatch):
    high = (1 << 32) - 1  # at or above the largest multiple of 3 below 2 ** 32
    monkeypatch.setattr("engine.core.chance._make_block", lambda *_: (high, 0, high, 1, 7, 7, 7, 7))
    chance = Chance(b"rigged")
    assert chance.shuffle(["a", "b", "c"]) == ["c", "b", "a"]
    assert chance.position == 3


def test_taking_cards_out_leaves_their_twins():
    assert take_out(["a", "b", "a"], ["a"]) == ["b", "a"]
