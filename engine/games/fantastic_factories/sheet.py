"""The board of Fantastic Factories as a document: what is asked, your dice and hand, the market, all compounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Count, Text, Voice
from engine.core.sheet import Cell, Heading, Line, Note, Part, Sheet, cell, grid
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import TYPES
from engine.games.fantastic_factories.formulas import formula, service
from engine.games.fantastic_factories.prices import Price, least_metal, price_of
from engine.games.fantastic_factories.words import bundle, show_dice

ASKED = {
    "market": Text("Take a blueprint of the market or hire a contractor; before that, you may replace a row."),
    "gift": Text("Choose the opponent who gets the gift of your contractor."),
    "set": Text("Set your dice one by one, or roll those that are left."),
    "work": Text("Place dice, build and activate in any order, then end."),
    "discard": Text("Discard what the card costs from your hand."),
    "gain": Text("Choose which resources of the discarded card's cost you gain."),
    "die": Text("Choose the face of your extra die."),
    "mark": Text("Mark the dice that you want to roll again, then roll."),
    "drop": Text("You hold too much: give up blueprints or resources."),
}
HEADQUARTERS = ("research", "generate", "mine")


def make_sheet(book: FactoriesBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board; what is asked of the reader comes first."""
    return FactoriesDrawing(book, view, voice).draw()


class FactoriesDrawing(Drawing[FactoriesBook]):
    """One reader's look at a view."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        yield from self.top()
        if self.mine is not None:
            yield from self.factory(self.mine)
            yield from self.hand(self.mine, self.view["hand"])
        yield from self.market()
        yield from self.others()
        if self.view["machine"]:
            yield from self.machine(self.view["machine"])
        yield from self.piles()
        yield from self.glossary()

    # What is asked

    def top(self) -> Iterator[Part]:
        """Yield the round, the phase, what is asked, and how near the end is."""
        view = self.view
        round_ = self.say(Text("round {round}", round=view["round"]))
        yield Heading(self.say(Text("Fantastic Factories")), f"{round_} · {self.phase()}", level=1)
        if view["asked"] in ASKED:
            yield Note(self.say(ASKED[view["asked"]]), "strong")
        if view["choice"]:
            yield from self.choice(view["choice"])
        if view["result"]:
            yield Note(self.outcome(view["result"]), "strong")
        elif view["last"]:
            yield Note(self.say(Text("This is the last round.")), "warn")
        elif view["ending"]:
            yield Note(self.say(Text("The next round is the last.")), "warn")

    def choice(self, choice: Mapping[str, Any]) -> Iterator[Part]:
        """Yield how much of the reader's open choice is left."""
        if choice["ask"] == "set":
            yield Note(self.say(Count("{n} die is left.", "{n} dice are left.", choice["left"])))
        if choice["ask"] == "discard":
            card = self.voice.name(choice["card"])
            yield Note(
                self.say(
                    Count(
                        "{card} costs {n} more card of your hand.",
                        "{card} costs {n} more cards of your hand.",
                        choice["left"],
                        card=card,
                    )
                )
            )
        if choice["ask"] == "gain":
            cost = bundle(*self.book.costs[choice["card"]])
            yield Note(self.say(Text("Which {n} of {cost} do you gain?", n=choice["n"], cost=cost)))

    def phase(self) -> str:
        """Return the phase and who is asked."""
        view = self.view
        if view["result"]:
            return self.say(Text("the game is over"))
        phase = self.say(Text("market")) if view["step"] == "market" else self.say(Text("work"))
        if self.you in view["awaiting"]:
            return self.say(Text("{phase} · your turn", phase=phase))
        return self.say(Text("{phase} · waiting for {who}", phase=phase, who=self.everyone(view["awaiting"])))

    def outcome(self, result: Mapping[str, Any]) -> str:
        """Return who won, with the scores."""
        standings = result["standings"]
        if self.view["machine"]:
            score, rival = standings[0]["score"], standings[0]["details"]["machine"]
            who = self.who(0)
            if standings[0]["place"] == 1:
                return self.say(
                    Text("{who} beat the Machine by {score} to {rival}.", who=who, score=score, rival=rival)
                )
            return self.say(Text("The Machine won by {rival} to {score}.", rival=rival, score=score))
        scores = ", ".join(f"{self.who(one['seat'])} {one['score']}" for one in standings)
        winners = [one["seat"] for one in standings if one["place"] == 1]
        if len(winners) > 1:
            return self.say(Text("{who} share the win: {scores}.", who=self.everyone(winners), scores=scores))
        return self.say(Text("{who} won: {scores}.", who=self.who(winners[0]), scores=scores))

    # The reader's own things

    def factory(self, mine: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the reader's dice, headquarters and compound."""
        points = self.say(Count("{n} point", "{n} points", mine["points"]))
        store = self.say(
            Text(
                "metal {metal} · energy {energy} · goods {goods}",
                metal=mine["metal"],
                energy=mine["energy"],
                goods=mine["goods"],
            )
        )
        yield Heading(self.say(Text("Your factory")), f"{store} · {points}")
        yield Line(tuple(self.dice(mine)))
        placed = (self.floor(mine, floor) for floor in HEADQUARTERS)
        yield Line(tuple(placed))
        yield from self.compound(mine["built"], mine)

    def dice(self, mine: Mapping[str, Any]) -> Iterator[Cell]:
        """Yield the unplaced dice and those to come."""
        dice = show_dice(mine["dice"]) or self.say(Text("no dice"))
        yield Cell(self.say(Text("to place: {dice}", dice=dice)), "strong" if mine["dice"] else "dim")
        choice = self.view["choice"] or {}
        if choice.get("marked"):
            yield cell(self.say(Text("marked: {dice}", dice=show_dice(choice["marked"]))))
        if mine["hired"]:
            yield cell(self.say(Text("hired: {contractor}", contractor=self.voice.name(mine["hired"]))))

    def floor(self, mine: Mapping[str, Any], floor: str) -> Cell:
        """Return one floor of the headquarters with its dice and free spaces."""
        placed = mine["at"].get(floor, [])
        free = " ".join("·" * (self.book.limits.floor_spaces - len(placed)))
        return cell(f"{self.voice.name(floor)} {show_dice(placed)} {free}".replace("  ", " ").rstrip())

    def compound(self, built: Sequence[str], mine: Mapping[str, Any] | None = None) -> Iterator[Part]:
        """Yield a compound grouped by type; one's own with the ids that are typed, and what has worked."""
        rows = []
        for kind in TYPES:
            cards = sorted(card for card in built if self.book.type[card] == kind)
            if cards:
                names = [self.own(card, mine) for card in cards] if mine else self.times(cards)
                rows.append([self.voice.name(kind), len(cards), ", ".join(names)])
        yield grid(rows, right=(1,)) if rows else Note(self.say(Text("nothing built yet")), "dim")

    def own(self, card: str, mine: Mapping[str, Any]) -> str:
        """Return a card of the reader's compound: its id, the dice on it, and whether it has worked."""
        if card not in mine["used"]:
            return card
        dice = show_dice(mine["at"].get(card, []))
        return self.say(Text("{card} (used {dice})", card=card, dice=dice)).replace(" )", ")")

    def hand(self, mine: Mapping[str, Any], hand: Sequence[str]) -> Iterator[Part]:
        """Yield the reader's hand at the reader's prices, with what could pay for each card's tool."""
        aside = self.say(Text("hidden · M metal, E energy"))
        yield Heading(self.say(Text("Your hand")), aside)
        if not hand:
            yield Note(self.say(Text("empty")), "dim")
            return
        heads = [self.say(Text("card")), self.say(Text("tool")), self.say(Text("cost")), self.say(Text("pts"))]
        rows = [self.held(mine, hand, card) for card in dict.fromkeys(hand)]
        yield grid(rows, [*heads, self.say(Text("can be built"))], right=(3,))

    def held(self, mine: Mapping[str, Any], hand: Sequence[str], card: str) -> list[object]:
        """Return one card of the hand."""
        count = hand.count(card)
        name = card if count == 1 else f"{card} (×{count})"
        return [*self.figures(card, name, mine["built"]), self.chance_to_build(mine, hand, card)]

    def figures(self, card: str, name: str, built: Sequence[str]) -> list[object]:
        """Return name, tool, price and prestige of a card."""
        price = price_of(self.book, card, built, least_metal(self.view["options"].get("megalith", "")))
        return [name, self.voice.name(self.book.tool[card]), self.price(price), self.prestige(card)]

    def chance_to_build(self, mine: Mapping[str, Any], hand: Sequence[str], card: str) -> Cell:
        """Return whether a card can be built now, and by discarding what, or what is missing."""
        price = price_of(self.book, card, mine["built"], least_metal(self.view["options"].get("megalith", "")))
        partners = [other for other in dict.fromkeys(hand) if self.book.tool[other] == self.book.tool[card]]
        if hand.count(card) == 1:
            partners.remove(card)
        if card in mine["built"] and card not in self.book.repeatable:
            return Cell(self.say(Text("stands already")), "dim")
        missing = Price(max(0, price.metal - mine["metal"]), max(0, price.energy - mine["energy"]))
        if any(missing):
            return Cell(self.say(Text("lacks {missing}", missing=self.price(missing))), "dim")
        if not partners:
            return Cell(self.say(Text("lacks a second tool")), "dim")
        return Cell(self.say(Text("discarding {cards}", cards=partners)), "strong")

    # The market

    def market(self) -> Iterator[Part]:
        """Yield both rows with the reader's prices."""
        heads = [self.say(Text("card")), self.say(Text("tool")), self.say(Text("cost")), self.say(Text("pts"))]
        built = self.mine["built"] if self.mine else ()
        rows = [
            [slot, *self.figures(card, card, built), self.voice.name(self.book.type[card])] if card else [slot, "-"]
            for slot, card in enumerate(self.view["market"], 1)
        ]
        yield Heading(self.say(Text("Market: blueprints")), self.say(Text("free of charge")))
        yield grid(rows, ["#", *heads, self.say(Text("type"))], right=(0, 4))
        yield Heading(self.say(Text("Market: contractors")), self.say(Text("for a card with the tool (× you hold)")))
        hired = [self.contractor(slot) for slot in range(len(self.view["contractors"]))]
        heads = [self.say(Text("contractor")), self.say(Text("tool")), self.say(Text("cost")), self.say(Text("does"))]
        yield grid(hired, ["#", *heads], right=(0,))

    def contractor(self, slot: int) -> list[object]:
        """Return one contractor with its tool, its energy, and what it does."""
        name, tool = self.view["contractors"][slot], self.tool(self.view["tools"][slot])
        if name is None:
            return [slot + 1, "-", tool]
        hired = self.book.contractors[name]
        return [slot + 1, name, tool, self.price(Price(0, hired.energy)), self.say(service(hired))]

    def tool(self, tool: str) -> str:
        """Return a tool with how many cards of the reader's hand have it."""
        held = [card for card in self.view["hand"] or () if self.book.tool[card] == tool]
        return self.voice.name(tool) if self.mine is None else f"{self.voice.name(tool)} ×{len(held)}"

    # Everybody else

    def others(self) -> Iterator[Part]:
        """Yield the other players, one line and one compound each."""
        for seat, player in enumerate(self.view["players"]):
            if seat == self.you:
                continue
            yield Heading(self.who(seat) + self.marker(seat), self.standing(player))
            yield Line(tuple(self.visible(player)))
            yield Line(tuple(self.summary(player["built"])))

    def marker(self, seat: int) -> str:
        """Return whether a player has the marker."""
        return self.say(Text(" (first player)")) if seat == self.view["first"] else ""

    def standing(self, player: Mapping[str, Any]) -> str:
        """Return a player's goods and points."""
        goods = self.say(Count("{n} good", "{n} goods", player["goods"]))
        points = self.say(Count("{n} point", "{n} points", player["points"]))
        return f"{goods} · {points}"

    def visible(self, player: Mapping[str, Any]) -> Iterator[Cell]:
        """Yield what lies open of another player's store, hand and dice."""
        yield cell(self.say(Text("metal {metal} · energy {energy}", metal=player["metal"], energy=player["energy"])))
        yield cell(self.say(Count("{n} card", "{n} cards", player["hand"])))
        if player["known"]:
            yield cell(self.say(Text("among them {cards}", cards=self.times(player["known"]))))
        if player["dice"]:
            yield cell(self.say(Text("to place: {dice}", dice=show_dice(player["dice"]))))
        if player["hired"]:
            yield cell(self.say(Text("hired: {contractor}", contractor=self.voice.name(player["hired"]))))
        if player["done"]:
            yield Cell(self.say(Text("has finished")), "dim")

    def summary(self, built: Sequence[str]) -> Iterator[Cell]:
        """Yield a compound in short, grouped by type."""
        for kind in TYPES:
            cards = sorted(card for card in built if self.book.type[card] == kind)
            if cards:
                yield cell(self.say(Text("{kind}: {cards}", kind=self.voice.name(kind), cards=self.times(cards))))
        if not built:
            yield Cell(self.say(Text("nothing built yet")), "dim")

    def machine(self, machine: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the Machine; its dice make goods by the number of cards of a type."""
        yield Heading(self.say(Text("The Machine")), self.standing(machine))
        dice = {kind: colour for colour, kind in self.book.solo.goods.items()}
        yield from self.compound(machine["built"])
        shown_dice = ", ".join(f"{self.voice.name(dice[kind])} = {self.voice.name(kind)}" for kind in dice)
        yield Note(self.say(Text("A die makes a good if it is not above the number: {dice}.", dice=shown_dice)), "dim")

    def piles(self) -> Iterator[Part]:
        """Yield the sizes of the piles."""
        view = self.view
        yield Heading(self.say(Text("Piles")))
        yield Line(
            (
                cell(
                    self.say(
                        Text(
                            "blueprints {deck}, discarded {discarded}",
                            deck=view["deck"],
                            discarded=len(view["discard"]),
                        )
                    )
                ),
                cell(
                    self.say(
                        Text(
                            "contractors {deck}, discarded {discarded}",
                            deck=view["contractor_deck"],
                            discarded=len(view["contractor_discard"]),
                        )
                    )
                ),
            )
        )

    # What cards do

    def glossary(self) -> Iterator[Part]:
        """Yield what the cards in the reader's reach do."""
        mine = [*self.mine["built"], *self.view["hand"]] if self.mine else []
        cards = dict.fromkeys([*mine, *(card for card in self.view["market"] if card)])
        rows = [row for row in map(self.explained, sorted(cards)) if row]
        yield Heading(self.say(Text("What these cards do")), self.say(Text("X is what the die shows")))
        yield grid(rows)

    def explained(self, card: str) -> list[object] | None:
        """Return what a card does, with its name where the id does not say it."""
        said = formula(self.book.cards[card])
        if said is None:
            return None
        name = self.voice.name(card)
        return [card, self.say(said)] if self.voice.lang == "en" else [card, name, self.say(said)]

    # Words

    def who(self, seat: int) -> str:
        """Return a player's name."""
        return self.voice.player(seat)

    def everyone(self, seats: Iterable[int]) -> str:
        """Return the names of some players."""
        return ", ".join(self.who(seat) for seat in seats)

    def times(self, cards: Sequence[str]) -> list[str]:
        """Return cards by name, equal ones once."""
        counts = {card: cards.count(card) for card in dict.fromkeys(cards)}
        return [self.voice.name(card) + (f" ×{n}" if n > 1 else "") for card, n in counts.items()]

    def price(self, price: Price) -> str:
        """Return a price as `2M 1E`; both letters are the same in French."""
        parts = [f"{n}{letter}" for n, letter in zip(price, "ME", strict=True) if n]
        return " ".join(parts) or "-"

    def prestige(self, card: str) -> str:
        """Return the prestige of a card, or what each further copy brings."""
        rising = self.book.cards[card].prestige_by_copy
        return f"{rising[0]}-{rising[-1]}" if rising else str(self.book.cards[card].prestige)
