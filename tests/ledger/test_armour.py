"""Slips survive what mail programs do to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import Refused
from engine.ledger.armour import BEGIN, END, WIDTH, armour, find_slip

SLIP = b"eyJ" + b"A-_9" * 60 + b".eyJ.sig"


def test_armour_is_short_lines_between_two_marks():
    lines = armour(SLIP).splitlines()
    assert (lines[0], lines[-1]) == (BEGIN, END)
    assert max(len(line) for line in lines) <= WIDTH


def test_a_slip_is_found_in_a_mail():
    assert find_slip(f"Here is my turn.\n\n{armour(SLIP)}\nGreetings") == SLIP


@pytest.mark.parametrize("before", ["> ", ">> ", "| ", "\t", "  > \u00a0"])
def test_quote_marks_and_white_space_inside_are_removed(before):
    quoted = "".join(before + line + "\r\n" for line in armour(SLIP).splitlines())
    assert find_slip(quoted) == SLIP


def test_a_mail_without_a_slip_has_none():
    assert find_slip("reserve 3") is None
    assert find_slip(BEGIN + " cut short") is None


def test_the_same_slip_twice_is_one_slip():
    assert find_slip(armour(SLIP) + "> " + armour(SLIP)) == SLIP


def test_two_different_slips_are_refused():
    with pytest.raises(Refused) as refused:
        find_slip(armour(SLIP) + armour(SLIP + b"A"))
    assert refused.value.code == "malformed_slip"


@given(st.from_regex(r"[A-Za-z0-9_.-]{1,300}", fullmatch=True).filter(lambda text: "-----" not in text))
def test_armour_comes_off_again(text):
    assert find_slip(armour(text.encode())) == text.encode()
