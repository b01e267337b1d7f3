"""What makes no sense in a position: found when a dump was edited by hand."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.games.imaginarium.cards import HOLDINGS
from engine.games.imaginarium.setup import TWO
from engine.games.imaginarium.state import ImaginariumState, Player

if TYPE_CHECKING:
    from engine.games.imaginarium.rules import Imaginarium


def find_problems(rules: "Imaginarium", state: ImaginariumState, seats: int) -> Iterator[str]:
    """Yield each problem as a phrase."""
    if len(state.players) != seats or len(state.pending) != seats:
        yield f"{len(state.players)} players where {seats} play"
        return
    yield from _track_problems(rules, state, seats)
    for seat, player in enumerate(state.players):
        yield from (f"p{seat + 1}: {problem}" for problem in _player_problems(rules, player))


def _track_problems(rules: "Imaginarium", state: ImaginariumState, seats: int) -> Iterator[str]:
    pieces = sorted((piece.saboteur, piece.seat) for piece in state.track)
    wanted = [(saboteur, seat) for saboteur in ((False, True) if seats == TWO else (False,)) for seat in range(seats)]
    if pieces != wanted:
        yield "the pieces on the track are not those of the game"
    if state.step != "over" and not 0 <= state.at < len(state.track):
        yield f"the turn is at piece {state.at}"
    if len(state.belt) != len(rules.edition.board.belt):
        yield f"a belt of {len(state.belt)} spaces"
    places = [piece.place for piece in state.track if piece.place is not None]
    if len(set(places)) != len(places) or not all(0 <= one < len(state.belt) + len(rules.extractors) for one in places):
        yield "pieces stand on one place, or on none that there is"


def _player_problems(rules: "Imaginarium", player: Player) -> Iterator[str]:
    yield from (f"{kind} below 0" for kind in HOLDINGS if getattr(player, kind) < 0)
    annex = rules.helper["extra_spaces"]
    spaces = rules.edition.bench.spaces + (annex.amount if annex.id in player.assistants else 0)
    if len(player.spaces) != spaces:
        yield f"{len(player.spaces)} workshop spaces where there are {spaces}"
    for stack in player.spaces:
        if stack and not rules.stacks.is_stack(stack):
            yield f"{'+'.join(stack)} can't stand on one space"
    if len(player.assistants) > rules.edition.bench.assistants:
        yield f"{len(player.assistants)} assistants"
