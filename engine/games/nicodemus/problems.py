"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.moves import KINDS
from engine.games.nicodemus.state import Choice, KeepChoice, NicodemusOptions, NicodemusState, SwapChoice


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


def find_unreached(book: NicodemusBook, state: NicodemusState, seats: int, options: NicodemusOptions) -> Iterator[str]:
    """Yield what no play can lead to: how far hands, the row, workshops and scores go."""
    limits, asked = book.limits, bool(state.pending[state.turn])
    most = max(limits.hand_refill_to, book.edition.setup.hand) + max(0, most_stolen(book) - 1)
    workshop = max(len(player.workshop) for player in state.players)
    scores = [player.score for player in state.players]
    is_reached = max(scores) >= book.edition.end.score_trigger and state.step != "claims"
    promises = {
        f"a hand has {most} machines at most": max(len(player.hand) for player in state.players) <= most,
        "a full row is cleared at the end of a turn": len(state.row) - asked < limits.purge_at,
        "a full workshop is cleared at the end of a turn": workshop - (state.step == "claims")
        < limits.workshop_trigger,
        "one choice is open at a time, while a machine is played": len(state.pending[state.turn])
        <= (state.step == "play"),
        "swaps are left as far as they go": all(swaps_fit(book, one) for one in state.pending[state.turn]),
        "scores and rounds are counted from the first": min(*scores, state.round - 1) >= 0,
        "a score that ends the game has done so": not is_reached or state.ending is not None,
        "both hands are empty only at the end": state.ending is not None or any(one.hand for one in state.players),
    }
    yield from (f"it does not hold that {promise}" for promise, holds in promises.items() if not holds)


def swaps_fit(book: NicodemusBook, choice: Choice) -> bool:
    """Tell whether so many swaps can be left."""
    most = max((effect.times for effect in book.edition.effect), default=0)
    if not isinstance(choice, SwapChoice):
        return True
    return 0 <= choice.left <= most and 0 <= (choice.back or 0) <= most and choice.left + (choice.back or 0) > 0


def most_stolen(book: NicodemusBook) -> int:
    """Return how many machines an effect steals at most."""
    return max((effect.machines for effect in book.edition.effect), default=0)


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
