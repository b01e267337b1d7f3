"""Game setup, in the rulebook's numbered order."""

from engine.core.chance import Chance
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import TWO_PLAYERS, Workshop
from engine.games.imaginarium.effects import change
from engine.games.imaginarium.state import ImaginariumState, OpenProject, Piece, Player, Rulings


def set_up(book: ImaginariumBook, seats: int, options: Rulings, chance: Chance) -> ImaginariumState:
    """Return the table before the first planning."""
    boards = deal_workshops(book, seats, chance)
    deck = machine_deck(book, boards, chance)
    belt = first_belt(book, deck, chance)
    assistants = [assistant.id for assistant in book.edition.assistant]
    projects = [project.id for project in book.edition.project]
    chance.shuffle(assistants)
    chance.shuffle(projects)
    shown = [assistants.pop() for _ in range(book.edition.board.assistants_shown)]
    in_play = sorted(projects.pop() for _ in range(book.edition.board.projects[str(seats)]))
    return ImaginariumState(
        step="plan",
        players=[deliver(book, board) for board in boards],
        track=initiative(boards),
        belt=belt,
        deck=deck,
        assistants=shown,
        assistant_deck=assistants,
        projects=[OpenProject(project) for project in in_play],
        unused_projects=projects,
        pending=[[] for _ in boards],
        rulings=options,
    )


def deal_workshops(book: ImaginariumBook, seats: int, chance: Chance) -> list[Workshop]:
    """Step 3: each player randomly takes one of all the workshops."""
    boards = list(book.edition.workshop)
    chance.shuffle(boards)
    return boards[:seats]


def deliver(book: ImaginariumBook, board: Workshop) -> Player:
    """Step 3: machines already repaired, each on a space of its own, and goods behind the screen."""
    free = book.edition.bench.spaces - len(board.machines)
    spaces: list[tuple[str, ...]] = [*((machine,) for machine in board.machines), *[()] * free]
    player = Player(board.id, spaces)
    change(player, board.goods)
    return player


def initiative(boards: list[Workshop]) -> list[Piece]:
    """Step 4: handymen by the number of their workshop; with two players, saboteurs come before both."""
    seats = sorted(range(len(boards)), key=lambda seat: boards[seat].initiative)
    handymen = [Piece(seat) for seat in seats]
    return [Piece(seat, saboteur=True) for seat in seats] + handymen if len(boards) == TWO_PLAYERS else handymen


def machine_deck(book: ImaginariumBook, boards: list[Workshop], chance: Chance) -> list[str]:
    """Step 5: all machines but the delivered ones, shuffled; those of boards not drawn stay in."""
    deck = [machine.id for machine in book.edition.machine for _ in range(machine.copies)]
    for board in boards:
        for machine in board.machines:
            deck.remove(machine)
    chance.shuffle(deck)
    return deck


def first_belt(book: ImaginariumBook, deck: list[str], chance: Chance) -> list[str | None]:
    """Step 5: no attack machine in the first round; level 1 at the far end, equal levels as they were drawn."""
    drawn: list[str] = []
    while len(drawn) < len(book.edition.board.belt):
        card = deck.pop()
        if book.machines[card].family == "attack":
            deck.insert(chance.below(len(deck) + 1), card)
        else:
            drawn.append(card)
    drawn.sort(key=lambda card: -book.machines[card].level)
    return [*drawn]
