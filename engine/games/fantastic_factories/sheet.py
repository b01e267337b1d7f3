"""The board of Fantastic Factories as a document: what is asked, your dice and hand, the market, all compounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Amount, Count, Text, Voice, name_all
from engine.core.palette import Hue
from engine.core.sheet import Cell, Heading, Line, Note, Part, Role, Sheet, cell, grid, lay_out
from engine.games.fantastic_factories.about import what_it_does
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import TYPES
from engine.games.fantastic_factories.formulas import find_gifted, service
from engine.games.fantastic_factories.prices import Price, least_metal, price_of
from engine.games.fantastic_factories.solo import list_targets, rank_machine, tell_dice, tell_rank, tell_roll
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
OPEN = {
    "gift": Text("chooses who gets a gift"),
    "set": Text("sets dice"),
    "discard": Text("discards for a card"),
    "gain": Text("chooses resources"),
    "die": Text("chooses an extra die"),
    "mark": Text("marks dice to roll again"),
    "drop": Text("gives up what is too much"),
}
"""What another player is choosing."""
HUES: dict[str, Hue] = {
    "production": "blue",
    "utility": "orange",
    "training": "green",
    "special": "purple",
    "monument": "yellow",
}
"""The colour of each type of card."""
FIGURES: tuple[Role, ...] = ("name", "", "", "points")
"""What is told of every blueprint that is not built: its name, its tool, its price, its prestige."""
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
            yield from self.outcome()
        elif view["last"]:
            yield Note(self.say(Text("This is the last round.")), "warn")
        elif view["ending"]:
            yield Note(self.say(Text("The next round is the last.")), "warn")
        else:
            yield Note(self.say(self.end()), "dim")
            yield Note(self.say(Text("Each good scores 1 point, and cards what they print.")), "dim")

    def end(self) -> Text:
        """Return what brings the last round, and how far that is."""
        ending, players = self.book.edition.end, self.view["players"]
        said = {
            "goods": ending.goods,
            "cards": ending.buildings,
            "most_goods": Amount("goods", max(player["goods"] for player in players)),
            "most_cards": Count("{n} card", "{n} cards", max(len(player["built"]) for player in players)),
        }
        if self.view["machine"]:
            return Text(
                "One round follows when you have {goods} goods or {cards} cards (now {most_goods} and {most_cards}), "
                "or the Machine {rival} goods.",
                rival=self.book.solo.end_goods,
                **said,
            )
        return Text(
            "One round follows when somebody has {goods} goods or {cards} cards (the most now: {most_goods}, "
            "{most_cards}).",
            **said,
        )

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

    def outcome(self) -> Iterator[Part]:
        """Yield who won, and the figures that counted."""
        figures = (Text("goods"), Text("prestige"), Text("metal"), Text("energy"), Text("cards"))
        keys = ("goods", "prestige", "metal", "energy", "cards")
        rows = [[*self.place(one), *(one["details"][key] for key in keys)] for one in self.ranked()]
        if self.view["machine"]:
            ranked = rank_machine(self.view, self.say(Text("the Machine")), rows)
            yield from self.final(figures, ranked, Text("Only more points than the Machine win."))
            yield from self.targets()
            return
        yield from self.final(
            figures, rows, Text("Ties go to more metal, then to more energy, then to more cards in hand.")
        )

    def targets(self) -> Iterator[Part]:
        """Yield what a lone player can compare with."""
        yield Heading(self.say(Text("To compare with")))
        yield Note(self.say(tell_rank(self.view)))
        rows = [[self.say(name), *figures] for name, *figures in list_targets()]
        heads = (Text("difficulty"), Text("won"), Text("middle game"), Text("best quarter"))
        yield grid(rows, [self.say(head) for head in heads], right=[1, 2, 3])
        yield Note(
            self.say(Text("Measured with the cards as they come; counted are points before the Machine.")), "dim"
        )

    # The reader's own things

    def factory(self, mine: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the reader's dice, headquarters and compound."""
        yield Heading(self.say(Text("Your factory")) + self.marker(self.you), self.standing(mine))
        yield Line((cell(self.store(mine)), *self.dice(mine)))
        yield from self.compound(mine)

    def store(self, player: Mapping[str, Any]) -> str:
        """Return a player's metal and energy."""
        return self.voice.word([Amount(kind, player[kind]) for kind in ("metal", "energy")])

    def dice(self, player: Mapping[str, Any]) -> Iterator[Cell]:
        """Yield the unplaced dice, those that are set aside, and those to come."""
        if player["dice"]:
            yield Cell(self.say(Text("to place: {dice}", dice=show_dice(player["dice"]))), "strong")
        choice = player.get("choice") or {}
        if choice.get("marked"):
            yield cell(self.say(Text("marked: {dice}", dice=show_dice(choice["marked"]))))
        if player["hired"]:
            yield cell(self.say(Text("hired: {contractor}", contractor=self.voice.name(player["hired"]))))

    def compound(self, player: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the floors with their dice, and what was built: whether it has worked, and what it does."""
        yield Line(tuple(self.floor(player, floor) for floor in HEADQUARTERS))
        yield self.cards(player["built"], player)

    def floor(self, player: Mapping[str, Any], floor: str) -> Cell:
        """Return one floor of the headquarters with its dice and free spaces."""
        placed = player["at"].get(floor, [])
        free = " ".join("·" * (self.book.limits.floor_spaces - len(placed)))
        return cell(f"{self.voice.name(floor)} {show_dice(placed)} {free}".replace("  ", " ").rstrip())

    def cards(self, built: Sequence[str], player: Mapping[str, Any] | None = None) -> Part:
        """Return what was built, by type, each card with what it does."""
        if not built:
            return Note(self.say(Text("nothing built yet")), "dim")
        ordered = sorted(built, key=lambda card: (TYPES.index(self.book.type[card]), card))
        rows = [
            (self.hue(card), (self.counted(card, built) + self.worked(card, player), self.type(card), self.does(card)))
            for card in dict.fromkeys(ordered)
        ]
        heads = [self.say(text) for text in (Text("built"), Text("type"), Text("does"))]
        return lay_out(rows, ("name", "family", "does"), heads)

    def hue(self, card: str) -> Hue:
        """Return the colour of a card's type."""
        return HUES[self.book.type[card]]

    def worked(self, card: str, player: Mapping[str, Any] | None) -> str:
        """Return a mark for a card that has worked this round, with the dice on it."""
        if player is None or card not in player["used"]:
            return ""
        return f" ✓ {show_dice(player['at'].get(card, []))}".rstrip()

    def type(self, card: str) -> str:
        """Return the type of a card."""
        return self.voice.name(self.book.type[card])

    def does(self, card: str) -> str:
        """Return what a card does; some only score."""
        return self.tell(what_it_does, card)

    def hand(self, mine: Mapping[str, Any], hand: Sequence[str]) -> Iterator[Part]:
        """Yield the reader's hand at the reader's prices, what could pay for each card's tool, and what it does."""
        yield Heading(self.say(Text("Your hand")), self.say(Text("hidden")))
        if not hand:
            yield Note(self.say(Text("empty")), "dim")
            return
        cards = list(dict.fromkeys(hand))
        rows = [(self.hue(card), self.held(mine, hand, card)) for card in cards]
        heads = [*self.heads(), self.say(Text("can be built"))]
        yield lay_out(rows, (*FIGURES, ""), heads, right=(3,), below=map(self.does, cards))

    def held(self, mine: Mapping[str, Any], hand: Sequence[str], card: str) -> list[object]:
        """Return a card of the hand with its figures, and whether it can be built."""
        figures = self.figures(card, self.counted(card, hand), mine["built"])
        return [*figures, self.chance_to_build(mine, hand, card)]

    def heads(self) -> list[str]:
        """Return the heads of what is told of every blueprint that is not built."""
        return [self.say(text) for text in (Text("card"), Text("tool"), Text("cost"), Text("pts"))]

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
        return Cell(self.say(Text("discarding {cards}", cards=name_all(partners))), "strong")

    # The market

    def market(self) -> Iterator[Part]:
        """Yield both rows with the reader's prices."""
        built, market = self.mine["built"] if self.mine else (), self.view["market"]
        rows = [self.offered(slot, card, built) for slot, card in enumerate(market, 1)]
        yield Heading(self.say(Text("Market: blueprints")), self.say(Text("free of charge · X is what the die shows")))
        below = [self.does(card) if card else "" for card in market]
        heads = ["#", *self.heads(), self.say(Text("type"))]
        yield lay_out(rows, ("place", *FIGURES, "family"), heads, right=(0, 4), below=below)
        yield Heading(self.say(Text("Market: contractors")), self.say(Text("for a card with the tool (× you hold)")))
        hired = [self.contractor(slot) for slot in range(len(self.view["contractors"]))]
        texts = (Text("contractor"), Text("tool"), Text("cost"), Text("does"))
        yield lay_out(hired, ("place", "name", "", "", "does"), ["#", *map(self.say, texts)], right=(0,))

    def offered(self, slot: int, card: str | None, built: Sequence[str]) -> tuple[Hue | None, list[object]]:
        """Return a blueprint of the market, or where one is missing."""
        if card is None:
            return None, [slot, "-"]
        return self.hue(card), [slot, *self.figures(card, self.voice.name(card), built), self.type(card)]

    def contractor(self, slot: int) -> tuple[Hue | None, list[object]]:
        """Return one contractor with its tool, its energy, and what it does."""
        name, tool = self.view["contractors"][slot], self.tool(self.view["tools"][slot])
        if name is None:
            return None, [slot + 1, "-", tool]
        hired = self.book.contractors[name]
        cost = self.price(Price(0, hired.energy))
        return "grey", [slot + 1, self.voice.name(name), tool, cost, self.say(service(hired, find_gifted(self.view)))]

    def tool(self, tool: str) -> str:
        """Return a tool with how many cards of the reader's hand have it."""
        held = [card for card in self.view["hand"] or () if self.book.tool[card] == tool]
        return self.voice.name(tool) if self.mine is None else f"{self.voice.name(tool)} ×{len(held)}"

    # Everybody else

    def others(self) -> Iterator[Part]:
        """Yield the other players: store, dice, what is open, and the compound."""
        for seat, player in enumerate(self.view["players"]):
            if seat == self.you:
                continue
            yield Heading(self.who(seat) + self.marker(seat), self.standing(player))
            yield Line(tuple(self.visible(player)))
            yield from self.compound(player)

    def marker(self, seat: int | None) -> str:
        """Return whether a player has the marker, which is nothing to somebody who plays alone."""
        is_first = seat == self.view["first"] and len(self.view["players"]) > 1
        return self.say(Text(" (first player)")) if is_first else ""

    def standing(self, player: Mapping[str, Any]) -> str:
        """Return a player's goods and points."""
        points = self.say(Count("{n} point", "{n} points", player["points"]))
        return f"{self.voice.amount('goods', player['goods'])} · {points}"

    def visible(self, player: Mapping[str, Any]) -> Iterator[Cell]:
        """Yield what lies open of another player's store, hand and dice, and what they are asked."""
        yield cell(self.store(player))
        yield cell(self.say(Count("{n} card", "{n} cards", player["hand"])))
        if player["known"]:
            yield cell(self.say(Text("among them {cards}", cards=self.times(player["known"]))))
        yield from self.dice(player)
        choice = player.get("choice")
        if choice and choice["ask"] in OPEN:
            yield cell(self.say(OPEN[choice["ask"]]))
        if player["done"]:
            yield Cell(self.say(Text("has finished")), "dim")

    def machine(self, machine: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the Machine; its dice make goods by the number of cards of a type."""
        yield Heading(self.say(Text("The Machine")), self.standing(machine))
        yield Note(self.say(tell_dice(self.book, machine)), "dim")
        if machine.get("rolled"):
            yield Note(self.say(tell_roll(machine["rolled"])))
        yield self.cards(machine["built"])

    def piles(self) -> Iterator[Part]:
        """Yield the sizes of the piles, and what was discarded."""
        view = self.view
        yield Heading(self.say(Text("Piles")))
        yield Line(
            (
                cell(self.say(Count("{n} blueprint", "{n} blueprints", view["deck"]))),
                cell(self.say(Count("{n} contractor", "{n} contractors", view["contractor_deck"]))),
            )
        )
        discarded = [*view["discard"], *view["contractor_discard"]]
        if discarded:
            yield Note(self.say(Text("discarded: {cards}", cards=self.times(discarded))), "dim")

    # Words

    def everyone(self, seats: Iterable[int]) -> str:
        """Return the names of some players."""
        return ", ".join(self.who(seat) for seat in seats)

    def times(self, cards: Sequence[str]) -> list[str]:
        """Return cards by name, equal ones once."""
        return [self.counted(card, cards) for card in dict.fromkeys(cards)]

    def counted(self, card: str, cards: Sequence[str]) -> str:
        """Return a card by name, with its number among some where it is more than one."""
        n = cards.count(card)
        return self.voice.name(card) + (f" ×{n}" if n > 1 else "")

    def price(self, price: Price) -> str:
        """Return a price as `2 metal, 1 energy`."""
        return self.voice.word(bundle(price.metal, price.energy)) if any(price) else "-"

    def prestige(self, card: str) -> str:
        """Return the prestige of a card, or what each further copy brings."""
        rising = self.book.cards[card].prestige_by_copy
        return f"{rising[0]}-{rising[-1]}" if rising else str(self.book.cards[card].prestige)
