"""Boards as documents: plain text in 80 columns, HTML for mail."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.sheet import Heading, Line, Note, Sheet, breadth, cell, grid

words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=120)


def test_numbers_stand_flush_right_and_the_last_column_wraps():
    part = grid([("bell", 2, "word " * 30), ("anchor", 14, "short")], heads=("card", "cost", "what"), right=(1,))
    lines = Sheet((part,)).lines()
    assert lines[0].split() == ["card", "cost", "what"]
    assert lines[1].startswith("  bell       2  word")
    assert lines[2].startswith(" " * 16 + "word")
    assert max(map(len, lines)) <= 80


def test_a_heading_has_its_aside_at_the_right_edge():
    assert Sheet((Heading("Foundry", "round 4", level=1),)).lines() == [" FOUNDRY" + "round 4".rjust(72)]


@given(st.lists(words, min_size=1, max_size=12), words, words)
def test_no_text_whatever_makes_a_line_too_wide(texts, one, two):
    parts = (
        Heading(one, two),
        Line(tuple(map(cell, texts))),
        grid([texts[:3], texts[:2], texts[:1]], heads=texts[:2]),
        Note(" ".join(texts)),
    )
    assert all(breadth(line) <= 80 or len(line) <= 80 for line in Sheet(parts).lines())


def test_an_aside_of_wide_letters_ends_at_the_right_edge_too():
    (_, line) = Sheet((Heading("a\u0300", "\u4e2d\u4e2d"),)).lines()
    assert breadth(line) == 80


def test_an_empty_last_column_is_laid_out_too():
    assert Sheet((grid([("a", ""), ("b", "")]),)).lines() == ["  a", "  b"]


def test_a_last_column_of_numbers_stands_flush_right_too():
    assert Sheet((grid([("bell", 2), ("anchor", 14)], right=(1,)),)).lines() == ["  bell     2", "  anchor  14"]


def test_a_line_does_not_begin_with_the_stop_of_the_one_before():
    text = "rainbow once ; yellow tiles cost less"
    for width in range(10, 40):
        assert all(not line.strip().startswith(";") for line in Sheet((Note(text),)).lines(width))
    assert Sheet((Note(text),)).lines(80) == [" " + text]


def test_a_long_aside_keeps_its_indent():
    lines = Sheet((Heading("Dock", "words " * 30, level=1),)).lines(40)
    assert all(line.startswith("   words") for line in lines[1:])


def test_what_stands_below_a_row_begins_at_its_second_column():
    part = grid([("Kiln", 1), ("Press", 3)], right=(1,), below=("makes charcoalium " * 6, ""))
    lines = Sheet((part,)).lines()
    assert lines[0].split() == ["Kiln", "1"]
    assert [line.startswith("         makes charcoalium") for line in lines] == [False, True, True, False]
    assert lines[-1].split() == ["Press", "3"]


def test_where_the_last_column_gets_too_narrow_the_widest_one_is_broken():
    lines = Sheet((grid([("name " * 12, "what it does " * 6)]),)).lines()
    assert max(map(len, lines)) <= 80
    assert all(line.startswith("  ") for line in lines)
    assert lines[1].split()[0] == "name"
