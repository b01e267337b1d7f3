"""The leak gate turns red when one thing that keeps a secret is broken on purpose, for each game."""

import random

import pytest

import engine
from engine.games.fantastic_factories import deed as factories
from engine.games.imaginarium.steps import recruit as imaginarium
from engine.games.mech_a_dream.events import ScreenOpened
from engine.games.mech_a_dream.steps import screens as dream
from engine.games.nicodemus import effects as projects
from engine.games.nicodemus import flow as nicodemus
from engine.games.nicodemus import view as nicodemus_view
from engine.ledger import bundle
from server.mail.outgoing import story
from tests.engine.conformance.checks import Broken, hidden_order_is_forgotten
from tests.leaks.gate import Gate, Leak, look_at_projects
from tests.leaks.worlds import Worlds

pytestmark = pytest.mark.timeout(400)  # a few seconds each, but a busy machine has others to serve
LOOKS = 3


@pytest.fixture
def worlds(tmp_path):
    worlds = Worlds(tmp_path / "club")
    yield worlds
    worlds.close()


@pytest.fixture
def gate(worlds):
    """Makes a gate for a game; what is looked at is chosen before anything is broken."""
    return lambda game, looks=LOOKS: Gate(worlds, game, looks)


def assert_red(gate, match=None):
    with pytest.raises(Leak, match=match):
        gate.run()


def told_to_all(event):
    return lambda **fields: event(**{**fields, "seen_by": None})


def tells_which(honest):
    def carry_out(self, deed, move):
        honest(self, deed, move)
        deed.events.append(ScreenOpened(seat=deed.seat, robot=move.robot))

    return carry_out


SEEN_BY = {
    "nicodemus": (nicodemus, "Drew", told_to_all),
    "fantastic_factories": (factories, "Drew", told_to_all),
    "imaginarium": (imaginarium, "DrewProjects", told_to_all),
    "mech_a_dream": (dream.ScreenStep, "carry_out", tells_which),  # all its events are for everybody
}


def without_mark_for_the_drawer(honest):
    def refill(book, state, seat, chance):
        events = honest(book, state, seat, chance)
        chance.learned_by.discard(seat)
        return events

    return refill


def without_mark_of_the_deed(honest):
    def draw(self, n, seat=None):
        honest(self, n, seat)
        self.chance.learned_by.discard(self.seat if seat is None else seat)

    return draw


def without_mark_for_the_recruiter(honest):
    def draw_projects(state, seat, number, chance):
        event = honest(state, seat, number, chance)
        chance.learned_by.discard(seat)
        return event

    return draw_projects


def without_mark_for_anybody(honest):
    def open_screens(deed):
        honest(deed)
        deed.chance.learned_by.clear()

    return open_screens


MARKS = {
    "nicodemus": (nicodemus, "refill", without_mark_for_the_drawer),
    "fantastic_factories": (factories.FactoriesDeed, "draw", without_mark_of_the_deed),
    "imaginarium": (imaginarium, "draw_projects", without_mark_for_the_recruiter),
    "mech_a_dream": (dream, "open_screens", without_mark_for_anybody),
}


def break_on_purpose(monkeypatch, place, name, breaking):
    monkeypatch.setattr(place, name, breaking(getattr(place, name)))


@pytest.mark.parametrize("game", SEEN_BY)
def test_when_one_event_is_shown_to_everybody(gate, game, monkeypatch):
    ready = gate(game)
    break_on_purpose(monkeypatch, *SEEN_BY[game])
    assert_red(ready)


@pytest.mark.parametrize("game", MARKS)
def test_when_one_reveal_is_not_marked(gate, game, monkeypatch):
    ready = gate(game)
    break_on_purpose(monkeypatch, *MARKS[game])
    assert_red(ready)


@pytest.mark.parametrize("game", SEEN_BY)
def test_when_a_redeal_changes_what_the_seat_knows(gate, game, monkeypatch):
    ready = gate(game)
    kind = type(engine.games()[game])
    honest = kind.shuffle_unknown
    monkeypatch.setattr(kind, "shuffle_unknown", lambda self, state, _seat, chance: honest(self, state, None, chance))
    assert_red(ready)


@pytest.mark.parametrize("game", SEEN_BY)
def test_when_a_redeal_changes_nothing(gate, game, monkeypatch):
    ready = gate(game, looks=2)
    monkeypatch.setattr(type(engine.games()[game]), "shuffle_unknown", lambda *_: None)
    with pytest.raises(AssertionError, match="nothing was ever hidden"):
        ready.run()


PILES = {"nicodemus": "pile", "fantastic_factories": "contractor_deck", "imaginarium": "deck", "mech_a_dream": "piles"}


@pytest.mark.parametrize("game", PILES)
def test_when_a_redeal_leaves_a_pile_as_it_lies(game, monkeypatch):
    """Such a redeal would blind the gate: the conformance suite sees it."""
    kind = type(engine.games()[game])
    honest = kind.shuffle_unknown

    def all_but_a_pile(self, state, seat, chance):
        pile = getattr(state, PILES[game])
        honest(self, state, seat, chance)
        setattr(state, PILES[game], pile)

    table = engine.open_table(game, 2, seed=b"pile")
    hidden_order_is_forgotten(table, random.Random(1))
    monkeypatch.setattr(kind, "shuffle_unknown", all_but_a_pile)
    with pytest.raises(Broken, match="forgets"):
        hidden_order_is_forgotten(table, random.Random(1))


def test_when_a_view_shows_the_deck(gate, monkeypatch):
    ready = gate("nicodemus")
    kind = type(engine.games()["nicodemus"])
    honest = kind.view
    monkeypatch.setattr(kind, "view", lambda self, state, seat: {**honest(self, state, seat), "top": state.deck[-1:]})
    assert_red(ready)


def test_when_drawn_projects_are_told_to_both(gate, monkeypatch):
    ready = look_at_projects(gate("nicodemus"))
    break_on_purpose(monkeypatch, projects, "ProjectsDrawn", told_to_all)
    assert_red(ready)


def test_when_drawn_projects_are_shown_to_both(gate, monkeypatch):
    ready = look_at_projects(gate("nicodemus"))
    honest = nicodemus_view.choice_view
    monkeypatch.setattr(nicodemus_view, "choice_view", lambda book, state, _seat: honest(book, state, state.turn))
    assert_red(ready)


def test_when_the_ledger_shows_a_sealed_move(gate, monkeypatch):
    ready = gate("mech_a_dream")
    monkeypatch.setattr(bundle, "_is_public", lambda *_: True)
    assert_red(ready, match="bundle")


def test_when_a_mail_tells_what_its_reader_may_not_know(gate, monkeypatch):
    ready = gate("nicodemus")
    honest = story._tell
    monkeypatch.setattr(story, "_tell", lambda material, _reader, row, by: honest(material, row.seat, row, by))
    assert_red(ready, match="mail")
