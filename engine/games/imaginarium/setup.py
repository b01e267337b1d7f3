"""Game setup, in the rulebook's numbered order."""

from typing import TYPE_CHECKING

from engine.core.chance import Chance
from engine.games.imaginarium.cards import TWO_PLAYERS, Workshop
from engine.games.imaginarium.effects import change
from engine.games.imaginarium.state import ImaginariumState, OpenProject, Piece, Player, Rulings

if TYPE_CHECKING:
    from engine.games.imaginarium.rules import Imaginarium


def first_position(rules: "Imaginarium", seats: int, rulings: Rulings, chance: Chance) -> ImaginariumState:
    """Return the table before the first planning."""
    boards = deal_workshops(rules, seats, chance)
    deck = machine_deck(rules, boards, chance)
    belt = first_belt(rules, deck, chance)
    assistants = [assistant.id for assistant in rules.edition.assistant]
    projects = [project.id for project in rules.edition.project]
    chance.shuffle(assistants)
    chance.shuffle(projects)
    shown = [assistants.pop() for _ in range(rules.edition.board.assistants_shown)]
    in_play = sorted(projects.pop() for _ in range(rules.edition.board.projects[str(seats)]))
    return ImaginariumState(
        step="plan",
        players=[deliver(rules, board) for board in boards],
        track=initiative(boards),
        belt=belt,
        deck=deck,
        assistants=shown,
        assistant_deck=assistants,
        projects=[OpenProject(project) for project in in_play],
        unused_projects=projects,
        pending=[[] for _ in boards],
        rulings=rulings,
    )


def deal_workshops(rules: "Imaginarium", seats: int, chance: Chance) -> list[Workshop]:
    """Step 3: each player randomly takes one of all the workshops."""
    boards = list(rules.edition.workshop)
    chance.shuffle(boards)
    return boards[:seats]


def deliver(rules: "Imaginarium", board: Workshop) -> Player:
    """Step 3: machines already repaired, each on a space of its own, and goods behind the screen."""
    free = rules.edition.bench.spaces - len(board.machines)
    spaces: list[tuple[str, ...]] = [*((machine,) for machine in board.machines), *[()] * free]
    player = Player(board.id, spaces)
    change(player, board.goods)
    return player


def initiative(boards: list[Workshop]) -> list[Piece]:
    """Step 4: handymen by the number of their workshop; with two players, saboteurs come before both."""
    seats = sorted(range(len(boards)), key=lambda seat: boards[seat].initiative)
    handymen = [Piece(seat) for seat in seats]
    return [Piece(seat, saboteur=True) for seat in seats] + handymen if len(boards) == TWO_PLAYERS else handymen


def machine_deck(rules: "Imaginarium", boards: list[Workshop], chance: Chance) -> list[str]:
    """Step 5: all machines but the delivered ones, shuffled; those of boards not drawn stay in."""
    deck = [machine.id for machine in rules.edition.machine for _ in range(machine.copies)]
    for board in boards:
        for machine in board.machines:
            deck.remove(machine)
    chance.shuffle(deck)
    return deck


def first_belt(rules: "Imaginarium", deck: list[str], chance: Chance) -> list[str | None]:
    """Step 5: no attack machine in the first round; level 1 at the far end, equal levels as they were drawn."""
    drawn: list[str] = []
    while len(drawn) < len(rules.edition.board.belt):
        card = deck.pop()
        if rules.machines[card].family == "attack":
            deck.insert(chance.below(len(deck) + 1), card)
        else:
            drawn.append(card)
    drawn.sort(key=lambda card: -rules.machines[card].level)
    return [*drawn]
