"""What the machines of Imaginarium do, in one line: where a card lies, its reader need not look it up."""

from functools import lru_cache

from engine.core.language import Name, Text
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.gloss import does, makes
from engine.games.imaginarium.stacks import Making
from engine.games.imaginarium.state import Stack


@lru_cache(256)
def about_machine(book: ImaginariumBook, card: str) -> Text:
    """Return the family of a machine, what it does, and what it does beside its like."""
    machine = book.machines[card]
    said = {"family": Name(machine.family), "does": does(book, machine)}
    if machine.lightning:
        return Text("{family} · {does}, once", **said)
    more = [amount_together(book, card, n) for n in range(2, len(machine.multipliers) + 1)]
    if not more:
        return Text("{family} · {does}", **said)
    return Text("{family} · {does} (together {more})", **said, more=more)


def amount_together(book: ImaginariumBook, card: str, n: int) -> str:
    """Return how much so many identical machines make on one space: `×2: 3`."""
    making: Making = book.stacks.making((card,) * n)
    return f"×{n}: {making.choice or making.gives[0][1]}"


def about_stack(book: ImaginariumBook, stack: Stack) -> Text:
    """Return what the machines of one space do together each turn; of what has worked once, that it has."""
    if book.stacks.find_making(stack) is not None:
        return makes(book, stack)
    blocked = dict.fromkeys(attack for card in stack for attack in book.machines[card].blocks)
    if blocked:
        return Text("protects from {cards}", cards=[Name(card) for card in blocked])
    return Text("worked when it was repaired")
