"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.moves import KINDS
from engine.games.nicodemus.state import KeepChoice, NicodemusOptions, NicodemusState


def take_census(book: NicodemusBook, state: NicodemusState) -> dict[str, int]:
    """Every machine, project and token is somewhere."""
    things = Counter(state.deck + state.row + state.discard + state.pile + state.projects + state.box)
    for stack in state.pending:
        things.update(project for choice in stack if isinstance(choice, KeepChoice) for project in choice.drawn)
    for player in state.players:
        things.update(player.hand + player.workshop + player.aside + player.private + player.claimed + player.rejected)
    stocks = [state.reserve, *(player.stock for player in state.players)]
    for kind in KINDS:
        things[kind] = sum(getattr(stock, kind) for stock in stocks)
    things["charcoalium"] += sum(state.coins)
    return dict(things)


def find_oddities(book: NicodemusBook, state: NicodemusState, seats: int, options: NicodemusOptions) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    if len(state.players) != 2 or len(state.pending) != 2 or {state.turn, state.first} - {0, 1}:  # noqa: PLR2004 - a duel
        yield "the game has two seats"
    promises = {
        "each machine of the row has its number of coins": len(state.coins) == len(state.row),
        "the options of the position are those of the game": state.options == options,
        "known machines are in the hand": not any(Counter(one.known) - Counter(one.hand) for one in state.players),
        "only the seat whose turn it is has a choice": not state.pending[1 - state.turn],
        "claims follow a repair and use its workshop": claims_fit(state),
        "a game that is over has a cause": state.step != "over" or state.ending is not None,
        "there are no fewer than no tokens": min(amounts(state)) >= 0,
        "projects leave unseen only where they are hidden": book.hides_drawn(state.options)
        or not any(player.rejected for player in state.players),
    }
    yield from (f"it does not hold that {promise}" for promise, holds in promises.items() if not holds)


def claims_fit(state: NicodemusState) -> bool:
    """Tell whether the claims of this turn are possible."""
    if state.step != "claims":
        return not state.claims
    workshop = state.players[state.turn].workshop
    return bool(workshop) and not any(Counter(claim.others) - Counter(workshop[:-1]) for claim in state.claims)


def amounts(state: NicodemusState) -> list[int]:
    """Return every number of tokens in the position."""
    stocks = [state.reserve, *(player.stock for player in state.players)]
    return [getattr(stock, kind) for stock in stocks for kind in KINDS] + state.coins
