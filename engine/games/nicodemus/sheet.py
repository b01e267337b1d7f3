"""The board of Nicodemus as a document: what is asked, the bric-a-brac at your prices, projects, workshops, hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Count, Text, Voice
from engine.core.sheet import Cell, Heading, Line, Note, Part, Sheet, cell, grid
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Owed
from engine.games.nicodemus.moves import KINDS, RESOURCES
from engine.games.nicodemus.prices import NO_DISCOUNTS, Discounts, Price, discounts, price_at, ways_to_pay
from engine.games.nicodemus.scoring import ways_to_fulfil

COIN = "◆"
ASKED = {
    "play": Text("Play a machine of your hand (coins, make or effect), or repair one of the bric-a-brac."),
    "claims": Text("Claim projects with the machine that you repaired, or end your turn."),
    "kind": Text("Choose the kind of resource that you gain."),
    "discard": Text("Discard a machine of your hand and say what you gain of its cost."),
    "scrap": Text("Scrap a machine of the bric-a-brac and say what you gain of its cost."),
    "swap": Text("Swap charcoalium against resources, or skip."),
    "steal": Text("Choose the resource that you steal."),
    "ruin": Text("Choose the resources that your opponent loses."),
    "keep": Text("Keep one of the projects that you drew."),
    "copy": Text("Choose the machine whose effect you copy."),
}
EMPTY_HANDED = Text("Your hand is empty: repair a machine, or pass if you can pay for none.")


def make_sheet(book: NicodemusBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board; what is asked of the reader comes first."""
    return NicodemusDrawing(book, view, voice).draw()


class NicodemusDrawing(Drawing[NicodemusBook]):
    """One reader's look at a view."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        yield from self.top()
        yield from self.bric_a_brac()
        yield from self.projects()
        if self.you is not None:
            yield from self.hand(self.view["hand"])
            yield from self.player(self.you)
            yield from self.player(1 - self.you)
        else:
            yield from self.player(0)
            yield from self.player(1)
        yield from self.supplies()

    # What is asked

    def top(self) -> Iterator[Part]:
        """Yield the round, whose turn it is, what is asked, and how near the end is."""
        view = self.view
        whose = (
            self.say(Text("your turn"))
            if view["turn"] == self.you
            else self.say(Text("turn of {who}", who=self.who(view["turn"])))
        )
        state = self.say(Text("the game is over")) if view["result"] else whose
        yield Heading("Nicodemus", self.say(Text("round {round}", round=view["round"])) + " · " + state, level=1)
        if view["asked"] == "play" and not view["hand"]:
            yield Note(self.say(EMPTY_HANDED), "strong")
        elif view["asked"] in ASKED:
            yield Note(self.say(ASKED[view["asked"]]), "strong")
        if view["result"]:
            yield Note(self.outcome(view["result"]), "strong")
        elif view["ending"]:
            yield Note(self.say(Text("This is the last round.")), "warn")
        yield from self.choice(view["choice"])

    def choice(self, choice: Mapping[str, Any] | None) -> Iterator[Part]:
        """Yield what is public of an open choice."""
        if choice and choice["ask"] == "keep" and not choice["drawn"]:
            drew = Count(
                "{who} drew {n} project.", "{who} drew {n} projects.", choice["hidden"], who=self.who(self.view["turn"])
            )
            yield Note(self.say(drew))
        elif choice and choice["ask"] == "keep":
            drawn = ", ".join(self.thing(project) for project in choice["drawn"])
            yield Note(self.say(Text("Drawn projects: {projects}", projects=drawn)))
        if choice and choice["ask"] == "swap":
            left = choice["left"] + (choice.get("back") or 0)
            yield Note(self.say(Count("{n} swap is left.", "{n} swaps are left.", left)))

    def outcome(self, result: Mapping[str, Any]) -> str:
        """Return who won, with the figures that decided."""
        scores = ", ".join(
            self.say(
                Text(
                    "{who} {score} points, {coins} charcoalium, {cubes} resources",
                    who=self.who(one["seat"]),
                    score=one["score"],
                    coins=one["details"]["charcoalium"],
                    cubes=one["details"]["resources"],
                )
            )
            for one in result["standings"]
        )
        winners = [self.who(one["seat"]) for one in result["standings"] if one["place"] == 1]
        if len(winners) > 1:
            return self.say(Text("The win is shared: {scores}.", scores=scores))
        return self.say(Text("{who} won: {scores}.", who=winners[0], scores=scores))

    # The bric-a-brac

    def bric_a_brac(self) -> Iterator[Part]:
        """Yield the two rows, each machine with what it would cost the reader now."""
        length = self.book.limits.row_length
        key = self.say(Text("1 is the oldest, {coin} is charcoalium", coin=COIN))
        yield Heading(self.say(Text("Bric-a-brac, upper row")), key)
        yield from self.any_discount()
        yield self.row(range(1, min(length, len(self.view["row"])) + 1))
        yield Heading(self.say(Text("Bric-a-brac, lower row")))
        yield self.row(range(length + 1, len(self.view["row"]) + 1))

    def row(self, positions: Sequence[int]) -> Part:
        """Return the machines at these positions."""
        if not positions:
            return Note(self.say(Text("empty")), "dim")
        heads = [
            "#",
            self.say(Text("machine")),
            "",
            self.say(Text("pts")),
            self.say(Text("makes")),
            self.say(Text("on it")),
        ]
        price = [self.say(Text("price"))]
        if self.you is not None:
            price = [self.say(Text("pay")), self.say(Text("your price"))]
        return grid((self.machine(position) for position in positions), [*heads, *price], right=(0, 3))

    def machine(self, position: int) -> list[object]:
        """Return one machine of the row."""
        card, coins = self.view["row"][position - 1], self.view["coins"][position - 1]
        known = [position, card, self.voice.name(card), self.book.points[card], self.made(card)]
        on_it = f"{COIN}{coins}" if coins else "-"
        if self.you is None:
            return [*known, on_it, self.price(price_at(self.book, self.view["row"], position, NO_DISCOUNTS))]
        mine = self.view["players"][self.you]
        off = discounts(self.book, mine["workshop"])
        price = price_at(self.book, self.view["row"], position, off)
        payable = price.charcoalium <= mine["stock"]["charcoalium"] and has_resources(
            self.book.costs[card], off, mine["stock"]
        )
        yes = Cell(self.say(Text("yes")), "strong") if payable else Cell(self.say(Text("no")), "dim")
        return [*known, on_it, yes, self.price(price)]

    def price(self, price: Price) -> str:
        """Return a price after the discounts that go by kind."""
        coins = [f"{COIN}{price.charcoalium}"] if price.charcoalium else []
        return " ".join([*coins, self.goods(price.owed)]).strip() or self.say(Text("nothing"))

    def any_discount(self) -> Iterator[Part]:
        """Yield what the reader's `any` symbols take off besides."""
        n = 0 if self.you is None else discounts(self.book, self.view["players"][self.you]["workshop"]).any
        if n:
            yield Note(
                self.say(
                    Count(
                        "Your `any` discount takes {n} more resource of your choice off these prices.",
                        "Your `any` discounts take {n} more resources of your choice off these prices.",
                        n,
                    )
                )
            )

    # Projects

    def projects(self) -> Iterator[Part]:
        """Yield the projects that can be claimed, and by whom."""
        yield Heading(self.say(Text("Projects")))
        rows = [self.project(project, self.say(Text("both"))) for project in self.view["projects"]]
        for seat, player in enumerate(self.view["players"]):
            whose = (
                self.say(Text("you alone")) if seat == self.you else self.say(Text("{who} alone", who=self.who(seat)))
            )
            rows += [self.project(project, whose, seat) for project in player["private"]]
        heads = [self.say(Text("project")), "", self.say(Text("pts")), self.say(Text("open to"))]
        yield grid(rows, heads, right=(2,)) if rows else Note(self.say(Text("none is left")), "dim")

    def project(self, project: str, whose: str, owner: int | None = None) -> list[object]:
        """Return one project; while the reader claims, it says which are fulfilled."""
        now = self.view["asked"] == "claims" and owner in {None, self.you} and self.is_fulfilled(project)
        if now:
            whose += ", " + self.say(Text("can be claimed now"))
        points = self.book.projects[project].points
        return [project, self.voice.name(project), points, Cell(whose, "strong" if now else "plain")]

    def is_fulfilled(self, project: str) -> bool:
        """Tell whether the reader's workshop fulfils a project with the newest machine."""
        assert self.you is not None
        workshop = self.view["players"][self.you]["workshop"]
        return bool(ways_to_fulfil(self.book, self.book.projects[project], workshop))

    # Hands and workshops

    def hand(self, hand: Sequence[str]) -> Iterator[Part]:
        """Yield the reader's hand, and what its machines do."""
        yield Heading(self.say(Text("Your hand")), self.say(Text("hidden")))
        if not hand:
            yield Note(self.say(Text("empty")), "dim")
            return
        heads = [self.say(Text("machine")), "", self.say(Text("pts")), self.say(Text("makes")), self.say(Text("cost"))]
        yield grid((self.card(card) for card in hand), heads, right=(2,))
        effects = ((card, self.voice.name(self.book.effect_of[card].id)) for card in dict.fromkeys(hand))
        yield grid(effects, [self.say(Text("machine")), self.say(Text("effect"))])

    def card(self, card: str) -> list[object]:
        """Return one machine of the hand."""
        cost = self.goods(self.book.costs[card])
        return [Cell(card, "hidden"), self.voice.name(card), self.book.points[card], self.made(card), cost]

    def player(self, seat: int) -> Iterator[Part]:
        """Yield one player's score, tokens, workshop and discounts."""
        player = self.view["players"][seat]
        yours = seat == self.you
        title = self.say(Text("Your workshop")) if yours else self.say(Text("Workshop of {who}", who=self.who(seat)))
        points = self.say(Count("{n} point", "{n} points", player["score"]))
        first = " · " + self.say(Text("first player")) if seat == self.view["first"] else ""
        yield Heading(title, points + first)
        yield Line((cell(self.stock(player["stock"])), *self.held(player, yours=yours)))
        yield Line(
            tuple(cell(f"{self.thing(card)} ({self.made(card)})") for card in player["workshop"]) or self.nothing()
        )
        if player["workshop"]:
            yield Line((cell(self.discounts(player["workshop"])),))

    def held(self, player: Mapping[str, Any], *, yours: bool) -> Iterator[Cell]:
        """Yield the size of a hand and what the other player knows of it."""
        if not yours:
            yield cell(self.say(Count("{n} machine in hand", "{n} machines in hand", player["hand"])))
        if player["known"]:
            known = ", ".join(player["known"])
            yield cell(
                self.say(Text("your opponent knows {cards}", cards=known))
                if yours
                else self.say(Text("among them {cards}", cards=known))
            )

    def discounts(self, workshop: Sequence[str]) -> str:
        """Return what a workshop takes off every repair."""
        off = discounts(self.book, workshop)._asdict()
        kinds = " ".join(f"{self.symbol(kind)} {n}" for kind, n in off.items() if n)
        return self.say(Text("takes off: {kinds}", kinds=kinds))

    def nothing(self) -> tuple[Cell]:
        """Return the cell of an empty workshop."""
        return (Cell(self.say(Text("no machine yet")), "dim"),)

    def supplies(self) -> Iterator[Part]:
        """Yield the reserve, the piles, and what was discarded."""
        view = self.view
        yield Heading(self.say(Text("Reserve")))
        yield Line(
            (
                cell(self.stock(view["reserve"])),
                cell(self.say(Text("deck {n}", n=view["deck"]))),
                cell(self.say(Text("project pile {n}", n=view["pile"]))),
            )
        )
        counts = {card: view["discard"].count(card) for card in dict.fromkeys(view["discard"])}
        if counts:
            cards = (cell(card if n == 1 else f"{card}*{n}") for card, n in counts.items())
            yield Line((cell(self.say(Text("discarded:"))), *cards))

    # Words

    def who(self, seat: int) -> str:
        """Return a player's name."""
        return self.voice.player(seat)

    def thing(self, thing: str) -> str:
        """Return the id that is typed, with the name."""
        return f"{thing} {self.voice.name(thing)}"

    def made(self, card: str) -> str:
        """Return what a machine makes."""
        return self.symbol(self.book.makes[card])

    def symbol(self, kind: str) -> str:
        """Return the name of a symbol; charcoalium has a sign."""
        return COIN if kind == "charcoalium" else self.voice.name(kind)

    def goods(self, amounts: Owed) -> str:
        """Return resources as `wood*2 copper`."""
        pairs = zip(RESOURCES, amounts, strict=True)
        return " ".join(self.voice.name(kind) + (f"*{n}" if n > 1 else "") for kind, n in pairs if n)

    def stock(self, stock: Mapping[str, int]) -> str:
        """Return tokens by kind."""
        return "  ".join(f"{self.symbol(kind)} {stock[kind]}" for kind in KINDS)


def has_resources(cost: Owed, off: Discounts, stock: Mapping[str, int]) -> bool:
    """Tell whether a stock covers the resources of a cost."""
    return bool(ways_to_pay(cost, off, (stock["wood"], stock["copper"], stock["crystal"])))
