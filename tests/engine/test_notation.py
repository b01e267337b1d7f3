"""One move, one line: exact for the ledger, tolerant for people."""

from contextlib import suppress
from typing import Annotated, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.arguments import After, CardArg, CardsArg, FacesArg, Goods, Joined, Position, SeatArg, StacksArg, Thing
from engine.core.errors import IllegalMove
from engine.core.names import Tolerant, fold
from engine.core.notation import parse, read, spread, verbs_of
from engine.core.spelling import format_part, slots, usage, verb_of
from engine.core.types import Move

KINDS = ("wood", "copper", "crystal")
GoodsArg = Annotated[tuple[str, ...], Goods(*KINDS)]


class Reserve(Move, frozen=True, tag="reserve"):
    """Reserve."""

    aliases: ClassVar = ("réserver",)
    place: int


class Build(Move, frozen=True, tag="build"):
    """Build."""

    card: CardArg
    discard: Annotated[str, Thing(), After("discard")]


class Acquire(Move, frozen=True, tag="acquire"):
    """Acquire."""

    payment: GoodsArg = ()


class Play(Move, frozen=True, tag="play"):
    """Play."""

    card: CardArg
    how: Literal["coins", "make"]
    kind: Literal["wood", "copper"] | None = None


class Activate(Move, frozen=True, tag="activate"):
    """Activate."""

    card: CardArg
    faces: FacesArg = ()
    gain: Literal["metal", "energy"] | None = None


class Tangle(Move, frozen=True, tag="tangle"):
    """Tangle."""

    seat: SeatArg
    space: int


class Dial(Move, frozen=True, tag="dial"):
    """Dial."""

    pair: Annotated[tuple[str, ...], Joined("repair", "transact", "extract")]


class Reorganise(Move, frozen=True, tag="reorganise"):
    """Reorganise."""

    layout: StacksArg


class Stack(Move, frozen=True, tag="stack"):
    """Stack."""

    cards: Annotated[tuple[str, ...], Joined()]


class Roll(Move, frozen=True, tag="roll"):
    """Roll."""

    faces: FacesArg


class Claim(Move, frozen=True, tag="claim"):
    """Claim."""

    project: CardArg
    cards: CardsArg = ()


class Pick(Move, frozen=True, tag="pick"):
    """Pick."""

    space: Annotated[int, Position("belt")]


PICK = verbs_of([Pick])
VERBS = verbs_of([Reserve, Build, Acquire, Play, Activate, Tangle, Dial, Reorganise, Claim])
NAMES = {
    "wood": {"en": "wood", "fr": "bois"},
    "copper": {"en": "copper", "fr": "cuivre"},
    "crystal": {"en": "crystal", "fr": "cristal"},
    "mega_factory": {"en": "Mega Factory", "fr": "Méga-usine"},
    "P1": {"en": "Charcoalette", "fr": "Charbonnette"},
    "twin_a": {"en": "Twin", "fr": "Jumeau"},
    "twin_b": {"en": "Twin", "fr": "Jumeau"},
    "discard": {"en": "discard", "fr": "défausser"},
}

LINES = [
    (Reserve(3), "reserve 3"),
    (Build("mega_factory", "P1"), "build mega_factory discard P1"),
    (Acquire(), "acquire"),
    (Acquire(("wood", "wood", "crystal")), "acquire wood*2 crystal"),
    (Play("P1", "coins"), "play P1 coins"),
    (Play("P1", "make", "copper"), "play P1 make copper"),
    (Activate("P1", (3, 3), "metal"), "activate P1 3 3 metal"),
    (Activate("P1", (), "energy"), "activate P1 energy"),
    (Tangle(1, 2), "tangle p2 2"),
    (Dial(("repair", "transact")), "dial repair+transact"),
    (Reorganise((("P1", "P1"), ("P2", "T3"))), "reorganise P1+P1 P2+T3"),
    (Claim("p_one", ("P1", "P2")), "claim p_one P1 P2"),
]


@pytest.mark.parametrize(("move", "line"), LINES, ids=[line for _, line in LINES])
def test_a_move_is_written_one_way_and_read_back(move, line):
    assert str(move) == line
    assert parse(line, VERBS) == move


@pytest.mark.parametrize(
    "line",
    [
        "reserve  3",
        "reserve 03",
        "Reserve 3",
        " reserve 3",
        "acquire copper wood",
        "acquire wood wood",
        "tangle P2 1",
        "acquire wood*1",
        "build P1 P1",
        "reserve",
        "reserve 3 3",
        "reserve x",
        "dial repair+dance",
        "play P1 sell",
        "",
    ],
)
def test_exact_reading_takes_no_other_spelling(line):
    with pytest.raises(IllegalMove) as refused:
        parse(line, VERBS)
    assert refused.value.code == "unreadable_move"
    assert refused.value.say()
    assert refused.value.say("fr")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("RESERVE 3", Reserve(3)),
        ("réserver 3", Reserve(3)),
        ("build Mega Factory discard charcoalette", Build("mega_factory", "P1")),
        ("build méga-usine défausser P1", Build("mega_factory", "P1")),
        ("acquire bois cuivre bois", Acquire(("wood", "wood", "copper"))),
        ("acquire 2 wood crystal", Acquire(("wood", "wood", "crystal"))),
        ("acquire Bois*2", Acquire(("wood", "wood"))),
        ("play p1 make cuivre", Play("P1", "make", "copper")),
        ("tangle odile 2", Tangle(1, 2)),
        ("tangle P2 2", Tangle(1, 2)),
        ("tangle Jean-Luc 2", Tangle(2, 2)),
        ("tangle max-2 3", Tangle(3, 3)),
        ("- reserve 3", Reserve(3)),
        ("reorganise p1+p1", Reorganise((("P1", "P1"),))),
        ("reorganise P1 + P1 p1", Reorganise((("P1", "P1"), ("P1",)))),
        ("dial Repair + Transact", Dial(("repair", "transact"))),
        ("reorganise P1 + P1", Reorganise((("P1", "P1"),))),
        ("build mega-factory discard P1", Build("mega_factory", "P1")),
        ("build megafactory, discard P1.", Build("mega_factory", "P1")),
        ("build mega factory P1", Build("mega_factory", "P1")),
        ("acquire 2 coppers and 1 wood", Acquire(("wood", "copper", "copper"))),
        ("acquire 2x bois, cristal", Acquire(("wood", "wood", "crystal"))),
        ("acquire wood 2 copper 1", Acquire(("wood", "wood", "copper"))),
        ("acquire wood x2", Acquire(("wood", "wood"))),
        ("acquire copper 2 wood", Acquire(("wood", "wood", "copper"))),
        ("play P1 make 1 copper", Play("P1", "make", "copper")),
        ("play P1: coins", Play("P1", "coins")),
    ],
)
def test_people_are_read_tolerantly(line, move):
    reader = Tolerant(NAMES, visible=NAMES, players=("max", "Odile", "jean-luc", "max-2"))
    assert read(line, VERBS, reader) == move


def test_a_name_of_two_things_is_asked_back():
    with pytest.raises(IllegalMove, match="twin_a, twin_b") as refused:
        read("build twin discard P1", VERBS, Tolerant(NAMES))
    assert refused.value.code == "ambiguous_name"


def test_an_id_is_spelled_with_a_space_only_where_nothing_else_fits():
    names = {"robot": {"en": "robot", "fr": "robot"}, "robot_2": {"en": "Prism", "fr": "Prisme"}}
    names |= {"blue": {"en": "blue", "fr": "bleu"}, "blue_1": {"en": "Sawmill", "fr": "Scierie"}}
    reader = Tolerant(names, visible=names)
    assert read("activate robot 2", VERBS, reader) == Activate("robot", (2,))
    assert read("activate robot_2", VERBS, reader) == Activate("robot_2")
    assert read("play blue 1 coins", VERBS, reader, [Play("blue_1", "coins")]) == Play("blue_1", "coins")
    assert read("build blue 1 discard robot", VERBS, reader) == Build("blue_1", "robot")
    assert read("activate robot 2", VERBS, reader, [Activate("robot_2")]) == Activate("robot_2")


def test_singulars_and_plurals_are_read_unless_something_else_is_called_so():
    names = {
        "crystal": {"en": "crystal", "fr": "cristal", "many fr": "cristaux"},
        "goods": {"en": "goods", "fr": "marchandises", "one en": "good", "one fr": "marchandise"},
        "point": {"en": "point", "fr": "point", "many en": "points"},
        "points": {"en": "points", "fr": "points", "one en": "point"},
    }
    reader = Tolerant(names)
    meant = {word: reader.thing([word]) for word in ("cristaux", "good", "marchandise", "point", "points")}
    assert [found and found[0] for found in meant.values()] == ["crystal", "goods", "goods", "point", "points"]


def test_a_name_means_what_is_in_sight():
    move = read("build twin discard P1", VERBS, Tolerant(NAMES, visible=["twin_b", "P1"]))
    assert move == Build("twin_b", "P1")


def test_an_argument_that_is_forced_is_filled_in():
    legal = [Build("P1", "mega_factory"), Reserve(4)]
    assert read("build P1", VERBS, Tolerant(NAMES), legal) == legal[0]
    assert read("reserve", VERBS, Tolerant(NAMES), legal) == legal[1]


def test_an_argument_with_two_legal_values_is_asked_for():
    with pytest.raises(IllegalMove, match=r"`reserve 1`, `reserve 2`"):
        read("reserve", VERBS, Tolerant(NAMES), [Reserve(1), Reserve(2)])


def test_what_a_list_of_moves_says_about_a_move_is_not_part_of_it():
    reader = Tolerant(NAMES, visible=NAMES)
    legal = [Play("P1", "coins"), Acquire(("wood", "copper")), Acquire(("wood", "wood", "copper", "copper"))]
    assert read("play P1 coins   Charcoalette: charcoalium 2", VERBS, reader, legal) == legal[0]
    assert read("acquire wood copper  bois, cuivre", VERBS, reader, legal) == legal[1]
    assert read("play P1  coins", VERBS, reader, legal) == legal[0]
    with pytest.raises(IllegalMove, match="complete before `charcoalette`"):
        read("play P1 make copper   Charcoalette", VERBS, reader, legal)


def test_words_without_a_verb_are_read_where_one_legal_move_fits():
    legal = [Play("P1", "make", "wood"), Play("P1", "make", "copper"), Reserve(1), Acquire()]
    reader = Tolerant(NAMES, visible=NAMES)
    assert read("P1 make wood", VERBS, reader, legal) == legal[0]
    with pytest.raises(IllegalMove, match="there is no move `p1`; moves are acquire, play, reserve"):
        read("P1 make", VERBS, reader, legal)
    with pytest.raises(IllegalMove, match="there is no move `1`"):
        read("1", VERBS, reader, legal)


def test_what_stands_at_a_position_can_be_named():
    reader = Tolerant(NAMES, visible=NAMES, rows={"belt": [("P1",), (), ("twin_a", "wood"), ("P1",)]})
    assert read("pick Twin", PICK, reader) == Pick(3)
    assert read("pick bois", PICK, reader) == Pick(3)
    assert read("pick 2", PICK, reader) == Pick(2)
    with pytest.raises(IllegalMove, match="`charcoalette` can be 1, 4; write which"):
        read("pick Charcoalette", PICK, reader)
    with pytest.raises(IllegalMove, match="it should be a number, or the name of what stands there"):
        read("pick cristal", PICK, reader)
    with pytest.raises(IllegalMove, match="did you mean `twin_a` by `twim`"):
        read("pick twim", PICK, reader)
    assert parse("pick 3", PICK) == Pick(3)


def test_a_complete_move_that_is_not_legal_is_left_to_the_rules():
    assert read("reserve 9", VERBS, Tolerant(NAMES), [Reserve(1)]) == Reserve(9)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fly 3", "no move `fly`"),
        ("reserve soon", "should be a number"),
        ("build P1", "after `build p1` comes the name of something"),
        ("reserve 3 4", "complete before `4`"),
        ("play P1 make iron", "`iron` can't stand there; only one of wood, copper can"),
        ("activate P1 metal 3", "complete before `3`"),
        ("activate P1 iron", "`iron` can't stand there; only one or more numbers, one of metal, energy can"),
        ("reorganise P1 iron", "`iron` can't stand there; only stacks of cards joined by + can"),
        ("dial dance", "words joined by + out of repair, transact, extract"),
        ("play P1 sell", "one of coins, make"),
        ("tangle nobody 1", "a seat such as p1"),
        ("tangle p9 1", "a seat such as p1"),
        ("reserve -3", "`-3` can't stand there; it should be a number"),
        ("build P1 nothing", "`nothing` can't stand there; it should be `discard` and the name of something"),
        ("fly", "there is no move `fly`; moves are acquire,"),
        ("reserev 3", "there is no move `reserev`; did you mean `reserve`?"),
        ("build charcolette discard P1", "did you mean `P1` by `charcolette`?"),
        ("build P1 discard mega facotry", "did you mean `mega_factory` by `mega`?"),
        ("play P1 mak", "did you mean `make` by `mak`?"),
        ("play P1 make coper", "did you mean `copper` by `coper`?"),
        ("build P1 discard", "after `discard` comes the name of something"),
        ("build P1 discard nothing", "`nothing` can't stand there; it should be the name of something"),
    ],
)
def test_a_wrong_line_says_what_was_wrong_and_what_could_stand_there(line, said):
    with pytest.raises(IllegalMove) as refused:
        read(line, VERBS, Tolerant(NAMES, visible=NAMES))
    assert said in refused.value.say()


def test_usage_shows_the_pattern_of_a_move():
    assert usage(Build) == "build CARD discard DISCARD"
    assert usage(Play) == "play CARD coins|make [wood|copper]"
    assert usage(Activate) == "activate CARD [FACES...] [metal|energy]"


def test_two_moves_may_not_share_a_verb():
    class Again(Move, frozen=True, tag="again"):
        """Again."""

        aliases: ClassVar = ("reserve",)

    with pytest.raises(ValueError, match="two moves are written `reserve`"):
        verbs_of([Reserve, Again])


@given(st.text(max_size=80))
def test_no_line_whatever_breaks_the_reader(line):
    for attempt in (lambda: parse(line, VERBS), lambda: read(line, VERBS, Tolerant(NAMES, visible=NAMES))):
        with suppress(IllegalMove):
            attempt()


@given(st.lists(st.sampled_from([*NAMES, "reserve", "build", "3", "x", "+", "wood*2", "p1+p2", "discard", "p9"])))
def test_no_sentence_of_known_words_breaks_the_reader(words):
    with suppress(IllegalMove):
        read(" ".join(words), VERBS, Tolerant(NAMES, visible=NAMES))


@given(st.integers(0, 999_999), st.lists(st.sampled_from(KINDS), max_size=20))
def test_reading_what_was_written_gives_the_move_again(place, goods):
    payment = tuple(sorted(goods, key=KINDS.index))
    for move in (Reserve(place), Acquire(payment)):
        assert parse(str(move), VERBS) == move


def test_folding_forgets_case_accents_and_hyphens():
    assert fold("  Méga-Usine d’Été ") == "mega usine d ete"
    assert fold("Main d'Œuvre") == "main d oeuvre"


def test_folding_forgets_what_joins_and_ends_words():
    assert fold("play blue_1: coins, P2.") == "play blue_1 coins p2"
    assert fold("jean.paul") == "jean.paul"


def test_folding_keeps_the_sign_of_a_number():
    assert fold("place -5 on P1-2") == "place -5 on p1 2"


@pytest.mark.parametrize(
    ("move", "line", "said"),
    [
        (Roll, "roll", "one or more numbers"),
        (Reorganise, "reorganise", "stacks of cards joined by +"),
        (Stack, "stack", "cards joined by +"),
        (Dial, "dial", "words joined by + out of repair, transact, extract"),
    ],
)
def test_a_missing_word_is_asked_for_by_what_can_stand_there(move, line, said):
    with pytest.raises(IllegalMove) as refused:
        parse(line, verbs_of((move,)))
    assert said in refused.value.say()


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("place 1 2 3 mine", ["place 1 mine", "place 2 mine", "place 3 mine"]),
        ("Placer 4, 4 mine", ["Placer 4 mine", "Placer 4 mine"]),
        ("place 1 mine", ["place 1 mine"]),
        ("place 1 2", ["place 1 2"]),
        ("activate harvester 6 6 metal", ["activate harvester 6 6 metal"]),
        ("", [""]),
    ],
)
def test_several_dice_in_one_line_are_several_moves(line, lines):
    assert spread(line, engine.games()["fantastic_factories"].verbs) == lines


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_is_said_of_a_move_leaves_out_what_goes_without_saying(game):
    for kind in engine.games()[game].verbs.values():
        said = {slot.field: slot.default for slot in slots(kind) if slot.optional}
        assert format_part(kind, said) == verb_of(kind)
