"""Fin de partie: points, rainbows, left-over goods, and the tie-breaks."""

from engine.core.types import Result, rank
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.state import DreamState, Player


def final_score(book: DreamBook, player: Player) -> int:
    """Return points, one for each rainbow, and one for five flowers and ink together."""
    board = book.board
    goods = (player.flower + player.ink) // board.resources_per_point
    return player.points + player.rainbow * board.rainbow_points + goods


def find_result(book: DreamBook, state: DreamState) -> Result | None:
    """Most points win; then more machines, then more rainbows; else the win is shared."""
    if state.ended is None:
        return None
    players = state.players
    scores = [final_score(book, player) for player in players]
    keys = [(score, len(p.built), p.rainbow) for score, p in zip(scores, players, strict=True)]
    return rank(state.ended, keys, scores, [details(player) for player in players])


def details(player: Player) -> dict[str, int]:
    """Return the figures that decided."""
    goods = player.flower + player.ink
    return {"points": player.points, "rainbows": player.rainbow, "goods": goods, "machines": len(player.built)}
