"""Jouer une machine de sa main: it joins the bric-a-brac and gives charcoalium, what it makes, or its effect."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Name, Text, name_all
from engine.core.types import Event, Move, Seat
from engine.games.nicodemus.effects import Means, activate, can_do, drop, gain, means, settle
from engine.games.nicodemus.events import Played
from engine.games.nicodemus.flow import purge
from engine.games.nicodemus.moves import RESOURCES, Play
from engine.games.nicodemus.state import NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep, not_in_hand


class PlayStep(NicodemusStep[Play]):
    """One machine of the hand, with the choice A (coins), B (make) or C (effect)."""

    name = "play"
    moves = (Play,)
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        if not state.players[seat].hand:
            return Text("Your hand is empty: repair a machine, or pass if you can pay for none.")
        return Text("Play a machine from your hand, or repair one of the bric-a-brac.")

    def candidates(self, state: NicodemusState, seat: Seat) -> list[Move]:
        book = self.book
        by = self._means(state, seat)
        found: list[Move] = []
        for card in dict.fromkeys(state.players[seat].hand):
            found += book.plays[card]
            if card in book.conditional and can_do(book, book.effect_of[card], by):
                found.append(book.effect_plays[card])
        return found

    def check(self, state: NicodemusState, seat: Seat, move: Play) -> Refusal | None:
        hand = state.players[seat].hand
        if move.card not in hand:
            return not_in_hand(move.card, hand)
        if move.choice == "make":
            return self._check_make(move)
        if move.kind is not None:
            return Refusal("no_kind", "a kind can follow only `make`; leave `{kind}` out.", kind=Name(move.kind))
        if move.choice == "effect" and not can_do(self.book, self.book.effect_of[move.card], self._means(state, seat)):
            return self._not_doable(move.card)
        return None

    def plain(self, state: NicodemusState, seat: Seat, move: Play) -> Play:
        is_told_twice = move.choice == "make" and move.kind == self.book.makes.get(move.card)
        return Play(move.card, "make") if is_told_twice else move

    def _check_make(self, move: Play) -> Refusal | None:
        made = self.book.makes[move.card]
        if made == "any" and move.kind not in RESOURCES:
            return Refusal("which_kind", "say what it makes: {kinds}.", kinds=name_all(RESOURCES))
        if made != "any" and move.kind is not None:
            exact = Play(move.card, "make")
            return Refusal(
                "no_kind", "it always makes {made}: write `{exact}`.", made=name_all([made]), exact=str(exact)
            )
        return None

    def _not_doable(self, card: str) -> Refusal:
        reasons = {
            "scrap_row": Text("there is no other machine in the bric-a-brac"),
            "scrap_hand": Text("you have no other machine in your hand"),
            "exchange": Text("you have no token to give"),
            "copy": Text("there is no other effect in the bric-a-brac that you could use now"),
        }
        reason = reasons[self.book.effect_of[card].kind]
        return Refusal(
            "not_doable", "its effect can't be done: {reason}; it can be played for coins or make.", reason=reason
        )

    def _means(self, state: NicodemusState, seat: Seat) -> Means:
        """Return what an effect will find once the machine has been placed."""
        others = state.row
        if state.options.purge == "at_once" and len(others) + 1 >= self.book.limits.purge_at:
            others = others[self.book.limits.row_length :]
        return means(state, seat, len(state.players[seat].hand) - 1, others)

    def advise(self, state: NicodemusState, seat: Seat, move: Play) -> Text | None:
        machine = self.book.machines.get(move.card)
        if machine is None or move.choice == "coins":
            return None
        if move.choice == "make" and machine.production == "charcoalium" and machine.points > 1:
            return Text(
                "For coins the machine gives {coins}, for make only 1.", coins=Amount("charcoalium", machine.points)
            )
        if move.choice == "effect" and machine.effect == "private_project" and not state.pile:
            return Text("No project is left to draw.")
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Play, chance: Chance) -> list[Event]:
        book = self.book
        drop(state, seat, move.card)
        state.row.append(move.card)
        state.coins.append(0)
        events: list[Event] = [Played(seat=seat, card=move.card, choice=move.choice)]
        if state.options.purge == "at_once":
            events += purge(book, state)
        if move.choice == "effect":
            return events + activate(book, state, seat, book.effect_of[move.card], chance)
        if move.choice == "coins":
            events.append(gain(state, seat, "charcoalium", book.points[move.card]))
        else:
            events.append(gain(state, seat, move.kind or book.makes[move.card], 1))
        return events + settle(book, state, seat, chance)
