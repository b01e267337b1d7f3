"""Activer des cartes: what a card costs and does when it is used, by its own owner or by a Replicator."""

from bisect import insort
from collections.abc import Callable, Sequence

from engine.core.errors import Refusal
from engine.core.language import Name, name_all
from engine.games.fantastic_factories.book import FactoriesBook, Way, fits
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Activated, DieChanged, DieChosen
from engine.games.fantastic_factories.formulas import dice_asked
from engine.games.fantastic_factories.moves import Activate, Replicate
from engine.games.fantastic_factories.state import DieChoice, DiscardChoice, MarkChoice, Player
from engine.games.fantastic_factories.words import bundle, show_dice


def can_pay(player: Player, way: Way, more_energy: int) -> bool:
    """Tell whether a player has what a way costs besides dice."""
    return way.metal <= player.metal and way.energy + more_energy <= player.energy and way.cards <= len(player.hand)


def check_use(
    book: FactoriesBook, player: Player, card: str, move: Activate | Replicate, more_energy: int = 0
) -> Refusal | None:
    """Return why a card can't be used in this way now, or None."""
    way = book.way[card].get((move.faces, move.choice))
    if way is None:
        return refuse_way(book, card, move)
    if not fits(way, player.dice):
        return refuse_dice(player.dice)
    return None if can_pay(player, way, more_energy) else refuse_price(player, way, more_energy)


def refuse_dice(dice: Sequence[int]) -> Refusal:
    """Return which dice a player could name instead."""
    if not dice:
        return Refusal("no_such_dice", "you have no unplaced dice.")
    return Refusal("no_such_dice", "your unplaced dice are {dice}.", dice=show_dice(dice))


def refuse_price(player: Player, way: Way, more_energy: int) -> Refusal:
    """Return what a player lacks for a way to use a card."""
    if way.cards > len(player.hand):
        return Refusal(
            "too_few_cards", "it costs {n} cards of your hand; you hold {hand}.", n=way.cards, hand=len(player.hand)
        )
    cost = bundle(way.metal, way.energy + more_energy)
    return Refusal(
        "too_poor", "it costs {cost}; you have {purse}.", cost=cost, purse=bundle(player.metal, player.energy)
    )


def refuse_way(book: FactoriesBook, card: str, move: Activate | Replicate) -> Refusal:
    """Return why a card can't be used like this, whoever owns it."""
    ways = book.way[card]
    if not ways:
        return refuse_idle(book, card)
    choices = {choice for _, choice in ways}
    if move.choice not in choices:
        words = name_all(choice for choice in ("metal", "energy", "draw") if choice in choices)
        if words:
            return Refusal("which_gain", "say what you gain: {choices}.", choices=words)
        return Refusal("no_choice", "it gives no choice; leave `{choice}` out.", choice=move.choice)
    dice = dice_asked(book.cards[card])
    if dice is not None:
        return Refusal("wrong_dice", "{card} takes {dice}.", card=Name(card), dice=dice)
    if any(way.effect == "reroll" for way in ways.values()):
        return Refusal("wrong_dice", "{card} takes no dice yet: `mark` them next, then `roll`.", card=Name(card))
    return Refusal("wrong_dice", "{card} takes no dice.", card=Name(card))


def refuse_idle(book: FactoriesBook, card: str) -> Refusal:
    """Return why a card without an activation can't be used."""
    if card in book.triggers:
        return Refusal("by_itself", "{card} works by itself, once a round.", card=Name(card))
    if card in book.replicators:
        return Refusal("replicate_it", "write `replicate` and the slot of the blueprint that it shall copy.")
    return Refusal("nothing_to_use", "{card} can't be activated; it scores.", card=Name(card))


def use(deed: FactoriesDeed, way: Way, on: str, more_energy: int = 0) -> None:
    """Pay for a card and let it work; cards of the hand that it costs are asked for first."""
    player = deed.player
    player.metal -= way.metal
    player.energy -= way.energy + more_energy
    insort(player.used, on)
    for face in way.needs:
        player.dice.remove(face)
    if way.is_placed:
        player.at[on] = list(way.needs)
    metal, energy = -way.metal, -way.energy - more_energy
    replicated = on != way.card
    deed.events.append(
        Activated(seat=deed.seat, card=way.card, dice=way.needs, replicated=replicated, metal=metal, energy=energy)
    )
    if way.cards:
        move = way.move
        deed.state.pending[deed.seat].append(DiscardChoice(way.card, way.cards, list(move.faces), move.choice))
    else:
        work(deed, way)


def work(deed: FactoriesDeed, way: Way) -> None:
    """Give what a paid card gives."""
    deed.gain(way.gain, way.card)
    if way.effect is not None:
        EFFECTS[way.effect](deed, way)


# The closed vocabulary of effects that are no plain gain


def turn_die(turned: Callable[[int], int]) -> Callable[[FactoriesDeed, Way], None]:
    """Return the effect that turns a die to another face; it stays unplaced."""

    def effect(deed: FactoriesDeed, way: Way) -> None:
        before = way.needs[0]
        after = turned(before)
        insort(deed.player.dice, after)
        deed.events.append(DieChanged(seat=deed.seat, before=before, after=after))

    return effect


def reroll(deed: FactoriesDeed, _: Way) -> None:
    """Ask which dice are rolled again."""
    deed.state.pending[deed.seat].append(MarkChoice())


def summon(deed: FactoriesDeed, way: Way) -> None:
    """Add a die with the face that was paid for."""
    add_die(deed, way.move.faces[0])


def roll(deed: FactoriesDeed, _: Way) -> None:
    """Roll an extra die."""
    deed.roll(1)


def conjure(deed: FactoriesDeed, _: Way) -> None:
    """Ask for the face of an extra die."""
    deed.state.pending[deed.seat].append(DieChoice())


def price(_: FactoriesDeed, __: Way) -> None:
    """Nothing by itself: the discarded card says what is gained."""


def add_die(deed: FactoriesDeed, face: int) -> None:
    """Add an extra die with a chosen face, until the end of the round."""
    insort(deed.player.dice, face)
    deed.events.append(DieChosen(seat=deed.seat, face=face))


EFFECTS: dict[str, Callable[[FactoriesDeed, Way], None]] = {
    "raise": turn_die(lambda face: face + 1),
    "lower": turn_die(lambda face: face - 1),
    "flip": turn_die(lambda face: 7 - face),
    "reroll": reroll,
    "summon": summon,
    "roll": roll,
    "conjure": conjure,
    "price": price,
}
