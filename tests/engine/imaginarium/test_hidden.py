"""What is behind the screens, who learns what, and when a turn stops."""

import pytest

import engine
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.games.imaginarium.problems import find_oddities
from engine.games.imaginarium.state import Cancel, Choice, Piece, PointOffer, Recover, Tangle
from tests.engine.imaginarium.positions import (
    FILLER,
    RULES,
    acting,
    at_turn,
    finish_round,
    of,
    plain,
    planning,
    play,
    player,
    projects,
    rich,
)


def secret_table():
    others = [player("P1", wood=41, copper=42, crystal=43, charcoalium=44, points=17, private=["PR03", "PR09"])]
    return acting(player(wood=1), *others, unused_projects=["PR04", "PR05"], projects=projects("PR01"))


def test_nothing_behind_a_screen_is_shown_to_others():
    table = secret_table()
    for seat in (0, 2, None):
        shown = str(table.view(seat)) + str(table.sheet(seat)) + str(table.sheet(seat, "fr"))
        for secret in ("41", "42", "43", "44", "17", "PR03", "PR09", "PR04", "PR05"):
            assert secret not in shown
    assert table.view(1)["screen"]["wood"] == 41
    assert "41" in str(table.sheet(1))


def test_machines_yards_assistants_projects_and_the_crusher_are_public():
    table = acting(player("P1+P1", yard=["T1"], assistants=["AS01"]), crusher=["P6"], projects=projects("PR01"))
    view = table.view(None)
    assert view["players"][0]["spaces"][0] == ["P1", "P1"]
    assert view["players"][0]["yard"] == ["T1"]
    assert view["players"][0]["assistants"] == ["AS01"]
    assert view["crusher"] == ["P6"]
    assert view["screen"] is None


def test_a_redeal_keeps_what_the_seat_knows_and_forgets_the_rest():
    table = secret_table()
    mine = RULES.redeal(of(table), 1, Chance(b"x"))
    assert mine.players[1] == of(table).players[1]
    other = RULES.redeal(of(table), 0, Chance(b"x"))
    assert other.players[1].wood < 41
    assert len(other.players[1].private) == 2
    assert sorted([*other.players[1].private, *other.unused_projects]) == ["PR03", "PR04", "PR05", "PR09"]
    assert other.players[1].points < 20


def test_after_the_end_nothing_is_redealt_behind_the_screens():
    table = acting(player(points=20), player(wood=3))
    finish_round(table)
    other = RULES.redeal(of(table), 0, Chance(b"x"))
    assert plain(other.players) == plain(of(table).players)


REVEALS = [
    ("topdeck", lambda: at_turn(player(assistants=["AS07"], charcoalium=3))),
    ("repair A1", lambda: acting(player(yard=["A1"], **rich()), player(charcoalium=2))),
    ("repair A4", lambda: acting(player(yard=["A4"], **rich()))),
    ("recruit AS08", lambda: acting(player(charcoalium=6), pair="recruit+extract", assistants=["AS08"])),
    ("end", lambda: _last(acting())),
]
QUIET = [
    ("reserve 1", lambda: planning(player(charcoalium=9))),
    ("use 1", lambda: at_turn(player("P1"))),
    ("borrow p2 1", lambda: at_turn(player(assistants=["AS12"]), player("P1"))),
    ("acquire", lambda: at_turn(player(charcoalium=9), place=0)),
    ("acquire", lambda: at_turn(player(), place=0)),
    ("collect", lambda: at_turn(player())),
    ("dial extract+repair", lambda: at_turn(player(), place=None)),
    ("repair A5", lambda: acting(player(yard=["A5"], **rich()))),
    ("repair A6", lambda: acting(player(yard=["A6"], **rich()), player("P1"))),
    ("repair T1", lambda: acting(player(yard=["T1"], **rich()))),
    ("repair A1", lambda: acting(player(yard=["A1"], **rich()), player("D1"), player("D3"))),
    ("complete PR02", lambda: acting(player("A1", "A2"), projects=projects("PR02"))),
    ("complete PR02", lambda: acting(player("A1", "A2", private=["PR02", "PR03"]), projects=[])),
    ("end", acting),
]


def _last(table):
    of(table).track.reverse()
    of(table).at = 2
    return table


@pytest.mark.parametrize(("line", "build"), REVEALS, ids=[line for line, _ in REVEALS])
def test_what_reveals_stops_a_turn(line, build):
    table = build()
    outcome = table.play(0, [line, "end"])
    assert 0 in outcome.learned_by
    assert outcome.stopped == "reveal"
    assert outcome.unplayed == ("end",)


@pytest.mark.parametrize(("line", "build"), QUIET, ids=[f"{line}-{n}" for n, (line, _) in enumerate(QUIET)])
def test_what_does_not_reveal_goes_on(line, build):
    assert 0 not in build().play(0, line).learned_by


def test_others_learn_from_deeds_that_depend_on_a_stock():
    assert at_turn(player(), place=0).play(0, "acquire").learned_by == {1, 2}
    private = acting(player("A1", "A2", private=["PR02", "PR03"]), projects=[])
    assert private.play(0, "complete PR02").learned_by == {1, 2}


def test_others_learn_whether_a_stock_feeds_a_machine_that_was_just_repaired():
    for left in (0, 1):
        table = acting(player(yard=["T1"], wood=left, copper=1, crystal=1))
        assert table.play(0, "repair T1").learned_by == {1, 2}
    assert acting(player(yard=["P6"], copper=2, crystal=2)).play(0, "repair P6").learned_by == frozenset()


def test_the_server_reveals_only_that_someone_has_enough():
    table = acting(player(points=21), player(points=5))
    play(table, "end")
    assert table.view(2)["screens"] is None
    assert "points" not in table.view(2)["players"][0]


def test_the_supply_is_endless():
    table = acting(player(charcoalium=500, wood=500), pair="repair+transact")
    play(table, "buy wood", "buy point")
    assert of(table).players[0].wood == 501


ODD = {
    "a step that is none": {"step": "no_such_step"},
    "a pending kind as main step": {"step": "effect"},
    "over without an end": {"step": "over"},
    "an end without being over": {"ended": "points"},
    "a short belt": {"belt": ["P1"]},
    "a turn beyond the track": {"at": 9},
    "actions without a dial": {"step": "actions"},
    "another player's choice": {"pending": [[], [{"ask": "cancel"}], []]},
    "a choice for a defence machine": {"pending": [[{"ask": "effect", "card": "D1"}], [], []]},
    "hands that point nowhere": {"now": {"pair": ["sleep", "eat"]}, "step": "actions"},
    "a deck that lost cards": {"deck": []},
    "a piece too many": {"track": [{"seat": 0}, {"seat": 0}, {"seat": 1}, {"seat": 2}]},
    "two pieces on a place": {"track": [{"seat": 0, "place": 1}, {"seat": 1, "place": 1}, {"seat": 2}]},
    "too few players": {"players": []},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_position_that_makes_no_sense_is_refused(odd):
    import msgspec

    dump = msgspec.json.decode(engine.open_table("imaginarium", 3, seed=b"odd").dump())
    dump["state"] |= odd
    with pytest.raises(Refused) as refused:
        engine.load_table(msgspec.json.encode(dump))
    assert refused.value.code == "broken_dump"


DUEL = [Piece(0, saboteur=True), Piece(0), Piece(1, saboteur=True), Piece(1)]
SENSELESS = {
    "p1: wood below 0": lambda: acting(player(wood=-1)),
    "p1: 4 assistants": lambda: acting(player(assistants=["AS01", "AS02", "AS03", "AS04"])),
    "p1: P1+P2 can't stand on one space": lambda: acting(player("P1+P2")),
    "p1: 6 workshop spaces where there are 4": lambda: acting(player(spaces=6)),
    "the game is over, or it is not": lambda: acting(ended="points"),
    "no turn stands at `effect`": lambda: at_turn(step="effect"),
    "the hands are turned too early or not at all": lambda: at_turn(step="complete"),
    "the hands point to no actions": lambda: acting(pair="sleep+eat"),
    "p2 is asked what can't be asked": lambda: acting(pending=[[], [Cancel()], []]),
    "p1 is asked what can't be asked": lambda: acting(pending=[[Choice("D1")], [], []]),
    "p1 is asked what can't be asked ": lambda: acting(pending=[[Tangle([7])], [], []]),
    "p1 is asked what can't be asked  ": lambda: acting(player("P1", "P1", "P1", "P1"), pending=[[Recover()], [], []]),
    "p1 is asked what can't be asked   ": lambda: acting(pending=[[PointOffer("P1")], [], []]),
    "p1 is asked what can't be asked    ": lambda: acting(pending=[[PointOffer("S2")], [], []], version=1),
    "p1 is asked what can't be asked     ": lambda: acting(pending=[[PointOffer("T1")], [], []]),
    "a piece waits for a machine that is not there": lambda: at_turn(place=0, belt=[None, *FILLER[1:]]),
    "a saboteur is at its turn": lambda: at_turn(seats=2, track=DUEL),
    "a belt of 1 spaces": lambda: acting(belt=["P1"]),
    "the turn is at piece 9": lambda: acting(at=9),
    "the pieces on the track are not those of the game": lambda: acting(track=[Piece(0)]),
    "pieces stand on one place, or on none that there is": lambda: acting(
        track=[Piece(0, place=10), *map(Piece, (1, 2))]
    ),
    "2 players where 3 play": lambda: acting(pending=[[], []], players=[player(), player()]),
}


@pytest.mark.parametrize(("problem", "build"), SENSELESS.items(), ids=SENSELESS)
def test_each_problem_of_a_position_is_named(problem, build):
    table = build()
    assert problem.strip() in list(find_oddities(table.rules.book, of(table), table.seats, of(table).rulings))


def test_open_effects_that_make_sense_are_no_problem():
    for asked in (Choice("P6"), Choice("T1", 2), Tangle([1]), Cancel(), Recover()):
        table = acting(pending=[[asked], [], []])
        assert list(find_oddities(RULES.book, of(table), 3, of(table).rulings)) == []


@pytest.mark.parametrize(
    "change",
    [{"wood": -1}, {"spaces": [["P1", "P2"], [], [], []]}, {"spaces": [["P1"]]}, {"assistants": ["AS01"] * 4}],
    ids=str,
)
def test_a_player_that_makes_no_sense_is_refused(change):
    import msgspec

    dump = msgspec.json.decode(engine.open_table("imaginarium", 3, seed=b"odd").dump())
    dump["state"]["players"][0] |= change
    with pytest.raises(Refused) as refused:
        engine.load_table(msgspec.json.encode(dump))
    assert refused.value.code == "broken_dump"
