"""Planning: each piece, in initiative order, takes a free place on the Bric-a-brac."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Name, Text
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.events import Placed
from engine.games.imaginarium.flow import plan_on
from engine.games.imaginarium.moves import Block, Extractor, Reserve, Sabotage
from engine.games.imaginarium.prices import can_pay, price_of
from engine.games.imaginarium.state import ImaginariumState
from engine.games.imaginarium.steps.base import TurnStep

MACHINES = (Reserve, Sabotage)
SABOTEUR = (Sabotage, Block)


class PlanStep(TurnStep[Reserve | Extractor | Sabotage | Block]):
    """Planning."""

    name = "plan"
    moves = (Reserve, Extractor, Sabotage, Block)

    def __init__(self, book: ImaginariumBook) -> None:
        super().__init__(book)
        belt = range(1, len(book.edition.board.belt) + 1)
        extractors = range(1, len(book.extractors) + 1)
        self._handyman: list[Move] = [*map(Reserve, belt), *map(Extractor, extractors)]
        self._saboteur: list[Move] = [*map(Sabotage, belt), *map(Block, extractors)]

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        if state.track[state.at].saboteur:
            return Text("Round {round}, planning: where does your saboteur go?", round=state.round)
        return Text(
            "Round {round}, planning: which machine do you reserve, or which extractor do you take?", round=state.round
        )

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        taken = {piece.place for piece in state.track}
        moves = self._saboteur if state.track[state.at].saboteur else self._handyman
        empty = {place for place, machine in enumerate(state.belt) if machine is None}
        return [move for place, move in enumerate(moves) if place not in taken and place not in empty]

    def check(
        self, state: ImaginariumState, seat: Seat, move: Reserve | Extractor | Sabotage | Block
    ) -> Refusal | None:
        piece = state.track[state.at]
        if piece.saboteur and not isinstance(move, SABOTEUR):
            return Refusal("saboteur", "it is your saboteur's turn: `sabotage` a machine or `block` an extractor.")
        if not piece.saboteur and isinstance(move, SABOTEUR):
            return Refusal("handyman", "it is your handyman's turn: `reserve` a machine or take an `extractor`.")
        return self._check_place(state, move)

    def _check_place(self, state: ImaginariumState, move: Reserve | Extractor | Sabotage | Block) -> Refusal | None:
        is_machine = isinstance(move, MACHINES)
        places = len(state.belt) if is_machine else len(self.book.extractors)
        if not 1 <= move.space <= places:
            return Refusal("no_place", "places there are numbered 1 to {places}.", places=places)
        place = self._place(state, move)
        if is_machine and state.belt[place] is None:
            return Refusal("empty_space", "there is no machine on space {space}.", space=move.space)
        if any(piece.place == place for piece in state.track):
            return Refusal("taken", "that place is taken.")
        return None

    def _place(self, state: ImaginariumState, move: Reserve | Extractor | Sabotage | Block) -> int:
        return int(move.space) - 1 + (0 if isinstance(move, MACHINES) else len(state.belt))

    def apply(
        self, state: ImaginariumState, seat: Seat, move: Reserve | Extractor | Sabotage | Block, chance: Chance
    ) -> list[Event]:
        piece = state.track[state.at]
        place = self._place(state, move)
        piece.place = place
        machine = state.belt[place] if place < len(state.belt) else None
        placed = Placed(seat=seat, space=move.space, machine=machine, saboteur=piece.saboteur)
        return [placed, *plan_on(self.book, state, chance)]

    def advise(self, state: ImaginariumState, seat: Seat, move: Reserve | Extractor | Sabotage | Block) -> Text | None:
        if not isinstance(move, Reserve) or self.check(state, seat, move):
            return None
        place = self._place(state, move)
        price = price_of(self.book, state, seat, place)
        if can_pay(self.book, state.players[seat], price):
            return None
        return Text(
            "{machine} will cost {price}, more than you could pay now: unpaid, you lose all you have.",
            machine=Name(state.belt[place] or ""),
            price=Amount("charcoalium", price),
        )
