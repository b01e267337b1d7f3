"""What is known of a blueprint or a contractor of Fantastic Factories, in the game's words."""

from engine.core.language import Amount, Count, Name, Text
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import Blueprint, Contractor
from engine.games.fantastic_factories.formulas import formula, service
from engine.games.fantastic_factories.words import bundle


def about(book: FactoriesBook, card: str) -> list[Text]:
    """Return all that is known of a card."""
    if card in book.cards:
        return about_blueprint(book, book.cards[card])
    return about_contractor(book.contractors[card]) if card in book.contractors else []


def what_it_does(book: FactoriesBook, card: str) -> Text:
    """Return what a built card does; some only score."""
    rising = book.cards[card].prestige_by_copy
    if rising:
        return Text("the first you build scores {first}, the next {others}", first=rising[0], others=rising[1:])
    return formula(book.cards[card]) or Text("scores only")


def about_blueprint(book: FactoriesBook, card: Blueprint) -> list[Text]:
    """Return a blueprint's type, price, points and use."""
    return [
        Text("Blueprint ({type}); {copies} in the game.", type=Name(card.type), copies=card.copies),
        Text(
            "To build: {cost}, and a second card with its tool, the {tool}.",
            cost=bundle(card.cost.metal, card.cost.energy),
            tool=Name(card.tool),
        ),
        Text("{does}.", does=what_it_does(book, card.id)),
        Count("Worth {n} point. X is what a die shows.", "Worth {n} points. X is what a die shows.", card.prestige),
    ]


def about_contractor(card: Contractor) -> list[Text]:
    """Return a contractor's price and service."""
    price = Text("Contractor; {copies} in the game. To hire: a card with the tool above it.", copies=card.copies)
    if card.energy:
        price = Text(
            "Contractor; {copies} in the game. To hire: a card with the tool above it, and {energy}.",
            copies=card.copies,
            energy=Amount("energy", card.energy),
        )
    return [price, Text("{does}.", does=service(card, Text("an opponent of your choice, if you have any")))]
