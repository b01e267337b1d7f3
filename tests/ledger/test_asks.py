"""What is asked of each seat: numbers never fall, and only one's own entries move one's position."""

from hypothesis import given
from hypothesis import strategies as st

from engine.ledger.asks import Ask, answer, ask_seats

NOBODY = (Ask(), Ask(), Ask())


def test_a_seat_is_asked_when_it_becomes_awaited():
    asks = ask_seats(NOBODY, (1,), "start")
    assert asks == (Ask(), Ask(1, "start"), Ask())


def test_a_seat_is_asked_again_after_its_own_answer():
    asks = ask_seats(NOBODY, (1,), "start")
    asks = ask_seats((asks[0], answer(asks[1]), asks[2]), (1,), "first")
    assert asks[1] == Ask(2, "first", answered=1)


def test_other_seats_answers_leave_an_open_ask_alone():
    asks = ask_seats(NOBODY, (0, 1, 2), "start")
    after = ask_seats((answer(asks[0]), asks[1], asks[2]), (1, 2), "first")
    assert after[1:] == asks[1:]
    assert not after[0].is_open


def test_an_entry_that_reopens_moves_every_open_ask_but_no_number():
    asks = ask_seats(NOBODY, (0, 1), "start")
    assert ask_seats(asks, (0, 1), "host", reopen=True) == (Ask(1, "host"), Ask(1, "host"), Ask())


def test_a_seat_that_is_no_longer_awaited_keeps_its_number():
    asks = ask_seats(ask_seats(NOBODY, (1,), "start"), (0,), "undo", reopen=True)
    assert asks[1] == Ask(1, None)
    assert ask_seats(asks, (1,), "again")[1] == Ask(2, "again")


def test_an_answer_without_an_open_ask_uses_up_the_next_number():
    assert answer(Ask(3, None, 3)) == Ask(4, None, 4)


steps = st.tuples(st.sets(st.integers(0, 2)), st.none() | st.integers(0, 2), st.booleans())


@given(st.lists(steps, max_size=30))
def test_numbers_never_fall_and_no_number_is_answered_twice(history):
    asks: tuple[Ask, ...] = NOBODY
    answered: set[tuple[int, int]] = set()
    for n, (awaiting, author, reopen) in enumerate(history):
        before = asks
        if author is not None:
            assert (author, asks[author].next) not in answered
            answered.add((author, asks[author].next))
            asks = tuple(answer(ask) if seat == author else ask for seat, ask in enumerate(asks))
        asks = ask_seats(asks, tuple(awaiting), f"entry {n}", reopen=reopen)
        assert all(new.number >= old.number for new, old in zip(asks, before, strict=True))
        assert {seat for seat, ask in enumerate(asks) if ask.is_open} == awaiting
