"""What happened, told in words and counted in changes."""

import pytest

from engine.core.language import translations
from engine.games.imaginarium import events as happened
from tests.engine.imaginarium.positions import RULES, at_turn

TOLD = [
    (happened.Placed(seat=0, space=2, machine="P1"), "p1 reserved Charcoalette on space 2."),
    (happened.Placed(seat=0, space=2), "p1 went to extractor 2."),
    (happened.Placed(seat=0, space=2, machine="P1", saboteur=True), "p1 sent a saboteur to Charcoalette on space 2."),
    (happened.Placed(seat=0, space=2, saboteur=True), "p1 sent a saboteur to extractor 2."),
    (happened.FoundNoPlace(seat=1), "p2 found no free place and plays last."),
    (happened.Spoiled(seat=1, machine="P1"), "p2's saboteur threw Charcoalette into the crusher."),
    (happened.Spoiled(seat=1), "p2's saboteur went home."),
    (happened.Used(seat=0, machines=("P2",), change={"wood": 1}), "p1 used Carpenteur and made 1 wood."),
    (
        happened.Used(seat=0, machines=("T1",), change={"wood": -1, "charcoalium": 3}),
        "p1 used Combusteur and turned 1 wood into 3 charcoalium.",
    ),
    (
        happened.Used(seat=0, machines=("P2",), owner=1, change={"wood": 1}),
        "p1 borrowed Carpenteur of p2 and made 1 wood.",
    ),
    (
        happened.Acquired(seat=0, machine="P6", change={"charcoalium": -5, "wood": -4}),
        "p1 bought Flamelleur for 5 charcoalium, 4 wood.",
    ),
    (
        happened.LostMachine(seat=0, machine="P6", change={"wood": -1}),
        "p1 could not pay for Flamelleur, lost 1 wood, and the machine went into the crusher.",
    ),
    (happened.Collected(seat=0, change={"charcoalium": 2}), "p1 collected 2 charcoalium."),
    (
        happened.Topdecked(seat=0, machine="P6", change={"charcoalium": -3}),
        "p1 bought the top of the deck: Flamelleur.",
    ),
    (happened.Dialled(seat=0, pair=("extract", "repair")), "p1 chose to extract, repair."),
    (
        happened.Repaired(seat=0, machine="P1", space=3, change={"wood": -2}),
        "p1 repaired Charcoalette onto space 3 for 2 wood.",
    ),
    (
        happened.Stole(seat=0, machine="A2", good="wood", gave=(0, 3, 1), kept=3),
        "p1 stole wood with Conifurglar and kept 3; given up: p2 3, p3 1.",
    ),
    (happened.Tangled(seat=0, victim=2, space=1), "p1 turned space 1 of p3 face down."),
    (happened.Cancelled(seat=0, project="PR02"), "p1 cancelled the project Two Attackers."),
    (happened.Recycled(seat=0), "p1's Recyclateur went into the crusher."),
    (happened.Recycled(seat=0, machine="P1"), "p1 brought Charcoalette back from the crusher."),
    (happened.Skipped(seat=0), "p1 did without the effect."),
    (happened.Dismantled(seat=0, machine="P1", change={"wood": 4}), "p1 dismantled Charcoalette for 4 wood."),
    (
        happened.Reorganised(seat=0, stacks=(("P1", "P1"), ("P2",))),
        "p1 reorganised the workshop: Charcoalette + Charcoalette, Carpenteur.",
    ),
    (happened.Traded(seat=0, change={"charcoalium": -5, "points": 1}), "p1 gave 5 charcoalium for 1 point."),
    (happened.Extracted(seat=0, change={"charcoalium": 3}), "p1 extracted 3 charcoalium."),
    (
        happened.Recruited(seat=0, assistant="AS01", change={"charcoalium": -9}),
        "p1 recruited Free Hand for 9 charcoalium.",
    ),
    (
        happened.DrewProjects(seat=0, projects=("PR01", "PR02"), seen_by=(0,)),
        "p1 drew the private projects Four Producers, Two Attackers.",
    ),
    (happened.Completed(seat=0, project="PR05", change={"points": 1}), "p1 completed Two Transformers for 1 point."),
    (happened.Completed(seat=0, project="PR05", change={"points": 3}), "p1 completed Two Transformers for 3 points."),
    (happened.DiscardedProjects(seat=0, projects=("PR01",)), "p1 discarded the private project Four Producers."),
    (happened.TurnEnded(seat=0), "p1 finished the turn."),
    (
        happened.BeltMoved(discarded="P1", drawn=("P2", "P3")),
        "The belt moved: Charcoalette went into the crusher; new: Carpenteur, Copperette.",
    ),
    (happened.ScrapPaid(seat=0, change={"charcoalium": 2}), "p1's Scrap Dealer earned 2 charcoalium."),
    (happened.AssistantsCame(assistants=("AS12",)), "New in the meeting room: Borrower."),
    (
        happened.GameEnded(declared=(1,), majorities=(0, 4)),
        "p2 declared enough points to end the game; points for majorities: p1 0, p2 4.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_every_event_is_told_in_the_games_words(event, sentence):
    table = at_turn()
    assert table.voice().say(event.text()) == sentence
    french = table.voice("fr").say(event.text())
    assert french != sentence
    assert "{" not in french
    assert translations("fr").gettext(event.text().msgid) != event.text().msgid or event.text().plural


def test_every_kind_of_event_has_its_sentence():
    kinds = {kind for kind in vars(happened).values() if getattr(kind, "__module__", "") == happened.__name__}
    told = {type(event) for event, _ in TOLD}
    assert {kind for kind in kinds if isinstance(kind, type) and "text" in vars(kind)} == told


def test_changes_name_every_seat_that_gained_or_lost():
    theft = happened.Stole(seat=0, machine="A2", good="wood", gave=(0, 3, 1), kept=3)
    assert theft.changes() == {(0, "wood"): 3, (1, "wood"): -3, (2, "wood"): -1}
    assert happened.GameEnded(declared=(1,), majorities=(0, 4)).changes() == {(1, "points"): 4}
    trade = happened.Traded(seat=2, change={"charcoalium": -5, "points": 1})
    assert trade.changes() == {(2, "charcoalium"): -5, (2, "points"): 1}
    assert RULES.book.machines["A2"].steal == {"wood": 3}
