"""A finished game looked at: positions as they stood, what would have been better, and what was luck."""

import gzip
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest

import engine
from engine.analysis.decisions import list_decisions, list_turns, open_secrets
from engine.analysis.judging import Estimate, Judge, Judgement, estimate
from engine.analysis.picture import BLOCKS, draw_blocks, draw_curves
from engine.analysis.report import FIT, MOST_LUCK, Point, _list_strokes, analyse, read_names
from engine.bots import BOTS, take_turn
from engine.bots.exponents import ONE
from engine.bots.eye import is_played, open_fit
from engine.core.errors import Refused
from engine.ledger.bundle import decode_bundle
from tests.games import INSTALLED
from tests.ledger.room import Room
from tests.thought import thought

__all__ = ["thought"]

BUNDLES = Path(__file__).parents[2] / "fixtures" / "0.1" / "bundles"
FINISHED = {"nicodemus": "ada", "imaginarium": "bob", "mech_a_dream": "dan", "fantastic_factories": "ada"}


def read_fixture(name):
    return decode_bundle(gzip.decompress((BUNDLES / f"{name}.json.gz").read_bytes()))


def turns_of(bundle):
    secrets = open_secrets(bundle)
    assert secrets is not None
    return list_turns(bundle, secrets)


def look(bundle, lang="en"):
    return analyse(bundle, lang, lambda _done, _of: None)


@pytest.fixture(scope="module", params=sorted(FINISHED))
def finished(request):
    return read_fixture(f"{request.param}-finished-{FINISHED[request.param]}")


@pytest.fixture(scope="module")
def analysis(finished):
    return look(finished)


def test_chances_add_up_to_one_and_end_with_who_won(analysis):
    for point in analysis.points:
        assert sum(point.chances) == pytest.approx(1, abs=2e-3)
    last = analysis.points[-1].chances
    assert {seat for seat, chance in enumerate(last) if chance} == set(analysis.winners)


def test_what_is_told_is_clear_and_the_greatest_first(analysis):
    assert bool(analysis.swings) == analysis.is_judged
    for one in analysis.swings:
        assert one.lost > 2 * one.error
        assert one.played != one.better
    assert [one.lost for one in analysis.swings] == sorted((one.lost for one in analysis.swings), reverse=True)
    for one in analysis.strokes:
        assert abs(one.gained) > 2 * one.error


def test_it_is_the_same_each_time_in_either_language():
    finished = read_fixture("nicodemus-finished-ada")
    analysis, again = look(finished), look(finished, "fr")
    assert again.points == analysis.points
    assert [(one.n, one.lost) for one in again.swings] == [(one.n, one.lost) for one in analysis.swings]
    assert again.swings[0].better != analysis.swings[0].better


def test_names_are_those_of_the_bundle(finished, analysis):
    assert "p1" not in analysis.players
    assert read_names(msgspec.structs.replace(finished, names=None), 2) == ("p1", "p2")


def test_a_decision_is_judged_by_what_its_player_knew():
    bundle = read_fixture("nicodemus-finished-ada")
    turns = turns_of(bundle)
    eye = open_fit(turns[0].before.rules, 2, FIT)
    assert eye is not None
    judge = Judge(eye, FIT)
    decisions = [one for one in list_decisions(bundle, turns) if len(one.before.legal(one.seat)) > 1]
    for decision in decisions[5:25:4]:
        other = decision._replace(before=decision.before.redeal(decision.seat, b"another truth"))
        found, elsewhere = judge.judge(decision), judge.judge(other)
        assert found.lost == elsewhere.lost
        assert found.better == elsewhere.better


def test_somebody_who_plays_anything_loses_more_than_somebody_who_thinks():
    """A bot against one that takes any move: what swung the game is the other's doing."""
    lost = [0.0, 0.0]
    for name in ("one", "two"):
        room = Room(rules="nicodemus", game=f"g{name:x<15}").start()
        while room.table.awaiting:
            seat = room.table.awaiting[0]
            bot = BOTS["greedy-2" if seat == 0 else "random"]
            chosen = take_turn(room.table.copy(), seat, bot, b"%d" % room.page.n)
            room.turn(seat, *(str(move) for move in chosen.played))
        room.end()
        for swing in look(room.bundle()).swings:
            lost[swing.seat] += swing.lost
    assert lost[1] > lost[0]


def test_a_turn_that_was_taken_back_is_none():
    room = Room().start()
    before = room.page.n
    room.turn(0, "bid 1")
    room.undo(0, before)
    room.turn(0, "bid 2")
    turns = list_turns(room.bundle(), room.secrets)
    assert [turn.lines for turn in turns] == [("bid 2",)]


def test_a_turn_is_divided_where_something_was_shown():
    bundle = read_fixture("imaginarium-finished-bob")
    turns = turns_of(bundle)
    decisions = list_decisions(bundle, turns)
    assert len(decisions) >= len(turns)
    for turn in turns:
        mine = [one for one in decisions if one.n == turn.n]
        assert tuple(str(move) for one in mine for move in one.moves) == turn.lines
        assert mine[-1].after.state_bytes() == turn.after.state_bytes()


@pytest.mark.parametrize("name", ["nicodemus-running-ada", "nicodemus-running-whole", "nicodemus-settled-redacted"])
def test_a_game_that_is_not_open_is_refused(name):
    with pytest.raises(Refused) as refused:
        look(read_fixture(name))
    assert refused.value.code == "game_running"


def settle(turns):
    """Return a game that its players stopped after some turns."""
    room = Room(rules="nicodemus").start()
    for _ in range(turns):
        seat = room.table.awaiting[0]
        room.turn(seat, str(room.table.legal(seat)[0]))
    for seat in range(2):
        room.settle(seat)
    room.end()
    return room.bundle()


def test_a_game_that_was_stopped_has_no_winner_and_ends_with_how_everybody_stood():
    analysis = look(settle(2))
    assert (analysis.winners, len(analysis.points)) == ((), 3)
    assert 0.4 < min(analysis.points[-1].chances) < max(analysis.points[-1].chances) < 0.6


def test_a_game_in_which_nothing_was_played_is_refused():
    with pytest.raises(Refused) as refused:
        look(settle(0))
    assert refused.value.code == "game_not_started"


def test_the_greatest_luck_good_or_bad_is_told_first_and_what_is_small_or_unsure_is_not():
    bundle = read_fixture("nicodemus-finished-ada")
    found = {0.05: 0.01, -0.3: 0.05, 0.005: 0.001, 0.2: 0.15, 0.1: 0.01, 0.4: 0.01}
    judged = [
        (decision, Judgement(luck=Estimate(mean, error)))
        for decision, (mean, error) in zip(list_decisions(bundle, turns_of(bundle)), found.items(), strict=False)
    ]
    strokes = list(_list_strokes(judged, ("ada", "bob"), "en"))
    assert [(one.gained, one.error) for one in strokes] == [(0.4, 0.01), (-0.3, 0.05), (0.1, 0.01)]
    assert len(strokes) == MOST_LUCK
    assert [one.n for one in strokes] == [judged[place][0].n for place in (5, 1, 4)]


def test_whoever_played_alone_is_told_that_nothing_is_known():
    with pytest.raises(Refused) as refused:
        look(read_fixture("fantastic_factories-solo-finished-dan"))
    assert refused.value.code == "not_found"


def test_turns_are_judged_where_bots_play_by_the_same_chances():
    fits = {game: is_played(engine.games()[game], FIT) for game in FINISHED}
    assert sorted(fits.values()) == [False, True, True, True]
    for game, player in FINISHED.items():
        if not fits[game]:
            found = look(read_fixture(f"{game}-finished-{player}"))
            assert (found.is_judged, found.swings, found.strokes) == (False, (), ())


def test_every_game_of_ours_can_be_looked_at():
    assert set(FINISHED) == set(INSTALLED)


def test_the_picture_is_svg_with_a_curve_for_each_and_names_that_cannot_harm(analysis):
    renamed = msgspec.structs.replace(analysis, players=("<b>&", *analysis.players[1:]))
    drawn = ET.fromstring(draw_curves(renamed, "<title>"))
    names = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>&" in names
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))) == len(analysis.players)
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == len(analysis.swings)


def test_blocks_rise_with_the_chance_and_keep_to_their_width():
    points = [Point(n, 1, (n / 99, 1 - n / 99)) for n in range(100)]
    assert draw_blocks(points, 0, 8) == BLOCKS
    assert draw_blocks(points, 1, 8) == BLOCKS[::-1]
    assert len(draw_blocks(points[:3], 0, 8)) == 3


def test_an_estimate_knows_its_error():
    assert estimate([ONE, ONE]) == (1.0, 0.0)
    mean, error = estimate([0, ONE, 0, ONE])
    assert mean == pytest.approx(0.5)
    assert error == pytest.approx(0.2887, abs=1e-3)
