"""Mise en place, with those of both variants: specialists, screens, first player, draft."""

from engine.core.chance import Chance
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import Amounts
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import FirstNamed, ScreenOpened
from engine.games.mech_a_dream.state import DreamOptions, DreamState, Player

SCREENS_DEALT = 2
REVEALED = {2: "two", 3: "three", 4: "four"}


def set_up(book: DreamBook, seats: int, options: DreamOptions, chance: Chance) -> DreamState:
    """Shuffle tiles and deliveries, lay them out, and go as far as nobody has to choose."""
    piles = {
        belt: chance.shuffle([tile for tile in book.machines if book.belt_of[tile] == belt]) for belt in book.visible
    }
    market = {belt: [piles[belt].pop() for _ in range(min(n, len(piles[belt])))] for belt, n in book.visible.items()}
    deliveries = chance.shuffle(list(book.deliveries))
    removed = sorted(deliveries.pop() for _ in range(len(deliveries) - book.board.days))
    state = DreamState(
        step="day",
        players=[Player(robot=book.printed) for _ in range(seats)],
        market=market,
        piles=piles,
        delivery=deliveries.pop(),
        deliveries=deliveries,
        removed=removed,
        pending=[[] for _ in range(seats)],
    )
    if options != DreamOptions():
        state.options = options
    if options.specialists:
        reveal_specialists(book, state, chance)
    if options.robots:
        deal_screens(book, state, chance)
    else:
        for player in state.players:
            receive(player, book.robots[book.printed].start)
        name_first(state, chance)
    return state


def receive(player: Player, start: Amounts) -> None:
    """Give a player the goods that the screen starts with."""
    player.flower, player.ink, player.rainbow, player.points = start.flower, start.ink, start.rainbow, start.points


def reveal_specialists(book: DreamBook, state: DreamState, chance: Chance) -> None:
    """Turn up specialists in the centre; the others go back into the box."""
    rules = book.edition.specialist_rules
    cards = chance.shuffle(list(book.specialists))
    shown = sorted(cards.pop() for _ in range(getattr(rules.revealed, REVEALED[len(state.players)])))
    state.centre = dict.fromkeys(shown, rules.first_token)
    state.unused = sorted(cards)


def deal_screens(book: DreamBook, state: DreamState, chance: Chance) -> None:
    """Deal two screens to each."""
    screens = chance.shuffle(list(book.screens))
    for player in state.players:
        player.robot = ""
        player.dealt = sorted(screens.pop() for _ in range(SCREENS_DEALT))
    state.screens = sorted(screens)
    state.step = "screens"


def open_screens(deed: DreamDeed) -> None:
    """Open all screens at once; the others go back into the box, and the first player is named."""
    state = deed.state
    for seat, player in enumerate(state.players):
        player.robot, player.chosen = player.chosen, ""
        state.screens += [screen for screen in player.dealt if screen != player.robot]
        player.dealt = []
        start = deed.book.robots[player.robot].start
        receive(player, start)
        deed.events.append(
            ScreenOpened(
                seat=seat,
                robot=player.robot,
                flower=start.flower,
                ink=start.ink,
                rainbow=start.rainbow,
                points=start.points,
            )
        )
    state.screens.sort()
    deed.chance.tell(*range(len(state.players)))
    name_first(state, deed.chance)
    assert state.first is not None
    deed.events.append(FirstNamed(seat=state.first))


def name_first(state: DreamState, chance: Chance) -> None:
    """Draw the first player by lot; specialists are then chosen from the last player on."""
    seats = len(state.players)
    state.first = chance.below(seats) if state.options.first_player == "random" else 0
    state.turn = state.first
    state.step = "day"
    if state.options.specialists:
        state.step = "draft"
        state.turn = (state.first - 1) % seats
