"""The conformance suite turns red when the tiny game is broken on purpose, once for every promise."""

import random
from itertools import takewhile
from typing import ClassVar, Literal

import msgspec
import pytest

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.sheet import Note, Sheet
from engine.core.table import Table
from engine.core.types import Move, rank
from engine.registry import rules_class
from tests.engine.conformance import suite
from tests.engine.conformance.checks import Broken
from tests.engine.conformance.suite import Playout
from tests.games.foundry.events import Discarded, Drew
from tests.games.foundry.moves import Bid, Cast, Pass
from tests.games.foundry.rules import Foundry
from tests.games.foundry.state import FoundryState
from tests.games.foundry.steps import bid
from tests.games.foundry.steps.bid import BidStep
from tests.games.foundry.steps.cast import CastStep
from tests.games.foundry.steps.keep import KeepStep


class NeverEnds(CastStep):
    def apply(self, state, seat, move, chance):
        events = super().apply(state, seat, move, chance)
        state.step, state.turn, state.ended = "cast", 0, None
        return events


class ListsWhatItRefuses(KeepStep):
    def check(self, state, seat, move):
        return Refusal("no", "you drew {cards}.", cards=[])


class AcceptsWhatItDoesNotList(BidStep):
    def check(self, state, seat, move):
        return None


class LooksWithItsHands(BidStep):
    def check(self, state, seat, move):
        state.players[seat].tin += 1
        return super().check(state, seat, move)


class UsesAnotherRandomness(CastStep):
    def apply(self, state, seat, move, chance):
        random.SystemRandom().shuffle(state.deck)
        return super().apply(state, seat, move, chance)


class LosesOnLoading(Foundry):
    @property
    def decoder(self):
        inner = msgspec.json.Decoder(FoundryState)

        class Forgetful:
            def decode(self, data):
                state = inner.decode(data)
                state.round = 1
                return state

        return Forgetful()


class Dawdle(Move, frozen=True, tag="dawdle"):
    """Cast nothing this round."""

    how: Literal["two words"]


class WritesWhatItCannotRead(CastStep):
    moves = (Cast, Pass, Dawdle)  # type: ignore[assignment]

    def candidates(self, state, seat):
        yield Dawdle(how="two words")
        yield from super().candidates(state, seat)

    def check(self, state, seat, move):
        return None if isinstance(move, Dawdle) else super().check(state, seat, move)

    def apply(self, state, seat, move, chance):
        return super().apply(state, seat, Pass() if isinstance(move, Dawdle) else move, chance)


class ShowsTheDeck(Foundry):
    def view(self, state, seat):
        return {**super().view(state, seat), "next": state.deck[-1:]}


class ListsByTheDeck(CastStep):
    def candidates(self, state, seat):
        yield Pass()
        if state.deck and state.deck[-1] == "bell":
            yield from super().candidates(state, seat)


class RefusesByTheDeck(BidStep):
    def check(self, state, seat, move):
        refusal = super().check(state, seat, move)
        return refusal and Refusal("too_poor", "you drew {cards}.", cards=state.deck[-1:])


class AdvisesByTheDeck(BidStep):
    def advise(self, state, seat, move):
        return Text("you drew {cards}.", cards=state.deck[-1:])


class DrawsInTheOpen(BidStep):
    def apply(self, state, seat, move, chance):
        events = super().apply(state, seat, move, chance)
        told_all = [Drew(seat=e.seat, cards=e.cards) if isinstance(e, Drew) else e for e in events]
        chance.learned_by.intersection_update(e.seat for e in events if isinstance(e, Drew))
        return told_all


class ForgetsTheMark(BidStep):
    def apply(self, state, seat, move, chance):
        events = super().apply(state, seat, move, chance)
        chance.learned_by.clear()
        return events


class LosesACard(KeepStep):
    def apply(self, state, seat, move, chance):
        events = super().apply(state, seat, move, chance)
        state.discard.pop()
        return events


class GainsInSilence(KeepStep):
    def apply(self, state, seat, move, chance):
        state.players[seat].tin += 1
        return super().apply(state, seat, move, chance)


class AwaitsNobody(CastStep):
    def awaiting(self, state):
        return ()


class AwaitsOneWhoCannotMove(CastStep):
    def candidates(self, state, seat):
        return iter(())


class TooWide(Foundry):
    def sheet(self, view, voice):
        wide = super().sheet(view, voice)

        class Wide(Sheet, frozen=True):
            def lines(self, width=80):
                return ["x" * 81]

        return Wide(wide.parts)


class SpeaksNoFrench(BidStep):
    def prompt(self, state, seat):
        return Text("Nobody has translated this.")


class Untranslated(Discarded, frozen=True, tag="untranslated"):
    def text(self):
        return Text("Nobody has translated this either.")


class TellsInEnglishOnly(KeepStep):
    def apply(self, state, seat, move, chance):
        return [Untranslated(seat=seat, card=e.card) for e in super().apply(state, seat, move, chance)]  # type: ignore[attr-defined]


class RemembersWhenRedealing(Foundry):
    def shuffle_unknown(self, state, seat, chance):
        deck = list(state.deck)
        super().shuffle_unknown(state, seat, chance)
        if sorted(state.deck) == sorted(deck):
            state.deck = deck[1:] + deck[:1]


class LeavesTheDeckAsItLies(Foundry):
    def shuffle_unknown(self, state, seat, chance):
        """Deal nothing anew."""


class LosesWhenRedealing(Foundry):
    def shuffle_unknown(self, state, seat, chance):
        super().shuffle_unknown(state, seat, chance)
        state.deck = state.deck[:-1]


class HidesTheSheetBadly(Foundry):
    def sheet(self, view, voice):
        plain = super().sheet(view, voice)
        return Sheet((*plain.parts, Note(f"{self.peeked}")))

    peeked: ClassVar[str] = ""

    def view(self, state, seat):
        HidesTheSheetBadly.peeked = "".join(state.deck[-2:])
        return super().view(state, seat)


class CallsItsSecretsOpen(Foundry):
    has_secrets = False


class ForgetsATieBreak(Foundry):
    def result(self, state):
        honest = super().result(state)
        return honest and rank(honest.how, [(score,) for score in honest.scores], list(honest.scores), COINS)


class LetsAllWin(Foundry):
    has_shared_wins = False

    def result(self, state):
        honest = super().result(state)
        return honest and rank(honest.how, [(0,) for _ in honest.scores], [0 for _ in honest.scores], COINS)


COINS = [{"coins": coins} for coins in range(3)]


def with_step(broken, *events):
    """Foundry with one of its steps replaced, which may tell of other events."""
    steps = tuple(broken if issubclass(broken, step) else step for step in Foundry.step_types)
    told = (*Foundry.event_types, *events)
    return type(broken.__name__, (Foundry,), {"step_types": steps, "event_types": told, "__module__": __name__})


WAYS = [
    ("end", with_step(NeverEnds)),
    ("legal", with_step(ListsWhatItRefuses)),
    ("refused", with_step(AcceptsWhatItDoesNotList)),
    ("pure", with_step(LooksWithItsHands)),
    ("deterministic", with_step(UsesAnotherRandomness)),
    ("dump", LosesOnLoading),
    ("notation", with_step(WritesWhatItCannotRead)),
    ("hidden", ShowsTheDeck),
    ("hidden", with_step(ListsByTheDeck)),
    ("hidden", with_step(RefusesByTheDeck)),
    ("hidden", with_step(AdvisesByTheDeck)),
    ("hidden", HidesTheSheetBadly),
    ("marks", with_step(DrawsInTheOpen)),
    ("marks", with_step(ForgetsTheMark)),
    ("census", with_step(LosesACard)),
    ("forgets", LosesWhenRedealing),
    ("forgets", LeavesTheDeckAsItLies),
    ("holdings", with_step(GainsInSilence)),
    ("awaiting", with_step(AwaitsNobody)),
    ("awaiting", with_step(AwaitsOneWhoCannotMove)),
    ("sheet", TooWide),
    ("french", with_step(SpeaksNoFrench)),
    ("french", with_step(TellsInEnglishOnly, Untranslated)),
    ("events", with_step(TellsInEnglishOnly)),
    ("forgets", RemembersWhenRedealing),
    ("open", CallsItsSecretsOpen),
    ("win", ForgetsATieBreak),
    ("win", LetsAllWin),
]


@pytest.mark.parametrize(("promise", "broken"), WAYS, ids=[f"{promise}-{way.__name__}" for promise, way in WAYS])
def test_the_suite_notices(promise, broken, monkeypatch, tmp_path):
    monkeypatch.setattr(suite, "MOST_MOVES", 200)
    monkeypatch.setattr(suite, "FAILURES", tmp_path)
    rules_class.cache_clear()
    monkeypatch.setattr("engine.registry.rules_class", lambda _: broken)
    monkeypatch.setattr("engine.registry.rules_for", lambda *_: broken())
    monkeypatch.setattr("engine.registry.recorded_rules", lambda *_: broken())
    noticed = set()
    for seed in takewhile(lambda _: promise not in noticed, range(60)):
        try:
            Playout("foundry", 3, b"%d" % seed).run()
        except Broken as broke:
            noticed.add(broke.promise)
    assert promise in noticed
    assert list(tmp_path.glob("*.json"))


def test_the_suite_notices_a_driver_that_does_not_take_back(monkeypatch, tmp_path):
    monkeypatch.setattr(suite, "FAILURES", tmp_path)
    monkeypatch.setattr(Table, "_return_to", lambda *_: None)
    with pytest.raises(Broken, match="refusal"):
        Playout("foundry", 3, b"1").run()


def test_a_saved_playout_can_be_replayed(tmp_path, monkeypatch, capsys):
    from tests.replay import main

    monkeypatch.setattr(suite, "FAILURES", tmp_path)
    playout = Playout("foundry", 2, b"saved")
    playout.step()
    saved = playout.save(Broken("none", "saved on purpose"))
    main(str(saved))
    assert "bid" in capsys.readouterr().out


def test_the_tiny_game_itself_keeps_every_promise():
    for seed in range(3):
        Playout("foundry", 3, b"%d" % seed).run()
    assert Bid in Foundry().moves
    assert bid.BidStep in Foundry.step_types
