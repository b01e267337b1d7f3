"""The board of Nicodemus as a document: what is asked, the bric-a-brac at your prices, projects, workshops, hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Count, Name, Text, Voice
from engine.core.palette import SIGN as COIN
from engine.core.palette import Hue
from engine.core.sheet import Cell, Heading, Line, Note, Part, Role, Sheet, cell, grid, lay_out
from engine.games.nicodemus.about import about_project
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.gloss import about_effect, row_after
from engine.games.nicodemus.moves import KINDS, RESOURCES
from engine.games.nicodemus.prices import NO_DISCOUNTS, Price, discounts, price_at, unfold
from engine.games.nicodemus.scoring import ways_to_fulfil
from engine.games.nicodemus.words import bundle_price

CARD: tuple[Role, ...] = ("name", "family", "points", "")
"""What the columns of a machine say: its name, its colour, its points, what it makes."""
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
            yield from self.outcome()
        elif view["ending"]:
            yield Note(self.say(Text("This is the last round.")), "warn")
        else:
            yield Note(self.say(self.end()), "dim")
        yield from self.choice(view["choice"])

    def end(self) -> Text:
        """Return what ends the game, and how far that is."""
        return Text(
            "The game ends with the round in which somebody reaches {most} points, or in which the deck can't refill "
            "a hand ({n} machines are left).",
            most=self.book.edition.end.score_trigger,
            n=self.view["deck"],
        )

    def choice(self, choice: Mapping[str, Any] | None) -> Iterator[Part]:
        """Yield what is public of an open choice."""
        if choice and choice["ask"] == "keep" and not choice["drawn"]:
            drew = Count(
                "{who} drew {n} project.", "{who} drew {n} projects.", choice["hidden"], who=self.who(self.view["turn"])
            )
            yield Note(self.say(drew))
        elif choice and choice["ask"] == "keep":
            yield Note(self.say(Text("Drawn projects:")))
            drawn = (self.project(project, "") for project in choice["drawn"])
            yield grid((name, points, takes) for name, points, _, takes in drawn)
        if choice and choice["ask"] == "swap":
            left = choice["left"] + (choice.get("back") or 0)
            yield Note(self.say(Count("{n} swap is left.", "{n} swaps are left.", left)))

    def outcome(self) -> Iterator[Part]:
        """Yield who won, and the figures that decided."""
        rows = [[*self.place(one), one["details"]["charcoalium"], one["details"]["resources"]] for one in self.ranked()]
        figures = (Text("charcoalium"), Text("resources"))
        return self.final(figures, rows, Text("Ties go to more charcoalium, then to more resources."))

    # The bric-a-brac

    def bric_a_brac(self) -> Iterator[Part]:
        """Yield the two rows, each machine with what it would cost the reader now, and what it does."""
        length = self.book.limits.row_length
        key = self.say(Text("1 is the oldest, {coin} is charcoalium", coin=COIN))
        yield Heading(self.say(Text("Bric-a-brac, upper row")), key)
        yield from self.any_discount()
        yield self.row(range(1, min(length, len(self.view["row"])) + 1))
        if len(self.view["row"]) > length:
            yield Heading(self.say(Text("Bric-a-brac, lower row")))
            yield self.row(range(length + 1, len(self.view["row"]) + 1))

    def row(self, positions: Sequence[int]) -> Part:
        """Return the machines at these positions."""
        if not positions:
            return Note(self.say(Text("empty")), "dim")
        price = self.say(Text("price") if self.you is None else Text("your price"))
        below = [self.below(position) for position in positions]
        rows = [(self.hue(self.view["row"][p - 1]), self.machine(p)) for p in positions]
        return lay_out(rows, ("place", *CARD, ""), ["#", *self.card_heads(), price], right=(0, 3), below=below)

    def machine(self, position: int) -> list[object]:
        """Return one machine of the row."""
        card = self.view["row"][position - 1]
        if self.mine is None:
            price = price_at(self.book, self.view["row"], position, NO_DISCOUNTS)
            return [position, *self.card(card), self.price(price)]
        off = discounts(self.book, self.mine["workshop"])
        price = price_at(self.book, self.view["row"], position, off)
        lacks = self.goods(lacking(price, self.mine["stock"]))
        if not lacks:
            return [position, *self.card(card), Cell(self.price(price), "strong")]
        said = Text("{price} · lacks {lacks}", price=self.price(price), lacks=lacks)
        return [position, *self.card(card), Cell(self.say(said), "dim")]

    def below(self, position: int) -> str:
        """Return what a machine of the row does, and the charcoalium that lies on it."""
        does = self.effect(self.view["row"][position - 1])
        coins = self.view["coins"][position - 1]
        if not coins:
            return does
        return self.say(Text("{coins} on it · {does}", coins=f"{COIN}{coins}", does=does))

    def price(self, price: Price) -> str:
        """Return a price after the discounts that go by kind."""
        return self.goods((*price.owed, price.charcoalium)) or self.say(Text("nothing"))

    def any_discount(self) -> Iterator[Part]:
        """Yield what the reader's `any` symbols take off besides."""
        n = 0 if self.mine is None else discounts(self.book, self.mine["workshop"]).any
        if n:
            yield Note(
                self.say(
                    Count(
                        "Your machine that makes any resource takes {n} more of your choice off these prices.",
                        "Your machines that make any resource take {n} more of your choice off these prices.",
                        n,
                    )
                )
            )

    # Machines

    def card_heads(self) -> list[str]:
        """Return the heads of what is told of every machine."""
        texts = (Text("machine"), Text("colour"), Text("pts"), Text("makes"))
        return [self.say(text) for text in texts]

    def card(self, card: str, n: int = 1) -> list[object]:
        """Return a machine with its colour, its points and what it makes."""
        name = self.voice.name(card) + (f" ×{n}" if n > 1 else "")
        colour = self.voice.name(self.book.machines[card].colour)
        return [name, colour, self.book.points[card], self.symbol(self.book.makes[card])]

    def hue(self, card: str) -> Hue:
        """Return the colour of a machine."""
        return self.book.machines[card].colour

    def effect(self, card: str) -> str:
        """Return what a machine does when it is played for its effect."""
        return self.voice.name(self.book.effect_of[card].id)

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
        texts = (Text("project"), Text("pts"), Text("open to"), Text("takes, the newest machine among them"))
        heads = [self.say(text) for text in texts]
        if not rows:
            yield Note(self.say(Text("none is left")), "dim")
            return
        yield lay_out([("grey", row) for row in rows], ("name", "points", "", ""), heads, right=(1,))

    def project(self, project: str, whose: str, owner: int | None = None) -> list[object]:
        """Return one project; while the reader claims, it says which are fulfilled."""
        now = self.view["asked"] == "claims" and owner in {None, self.you} and self.is_fulfilled(project)
        takes = self.say(about_project(self.book.projects[project]))
        if now:
            takes += " · " + self.say(Text("can be claimed now"))
        points = self.book.projects[project].points
        return [self.voice.name(project), points, whose, Cell(takes, "strong" if now else "plain")]

    def is_fulfilled(self, project: str) -> bool:
        """Tell whether the reader's workshop fulfils a project with the newest machine."""
        assert self.mine is not None
        return bool(ways_to_fulfil(self.book, self.book.projects[project], self.mine["workshop"]))

    # Hands and workshops

    def hand(self, hand: Sequence[str]) -> Iterator[Part]:
        """Yield the reader's hand: what each machine gives, costs and does."""
        yield Heading(self.say(Text("Your hand")), self.say(Text("hidden")))
        if not hand:
            yield Note(self.say(Text("empty")), "dim")
            return
        held = {card: hand.count(card) for card in hand}
        rows = [(self.hue(card), self.held_card(card, n)) for card, n in held.items()]
        heads = [*self.card_heads(), self.say(Text("cost"))]
        yield lay_out(rows, (*CARD, ""), heads, right=(2,), below=[self.effect_now(card) for card in held])

    def held_card(self, card: str, n: int) -> list[object]:
        """Return a machine of the hand with what it costs."""
        name, *figures = self.card(card, n)
        return [Cell(str(name), "hidden"), *figures, self.goods(self.book.costs[card])]

    def effect_now(self, card: str) -> str:
        """Return what a machine of the hand does, and how much that is with the bric-a-brac as it will be then."""
        return self.say(about_effect(self.book, self.view, card, row_after(self.book, self.view, card)))

    def player(self, seat: int) -> Iterator[Part]:
        """Yield one player's score, tokens, workshop and discounts."""
        player = self.view["players"][seat]
        yours = seat == self.you
        title = self.say(Text("Your workshop")) if yours else self.say(Text("Workshop of {who}", who=self.who(seat)))
        points = self.say(Count("{n} point", "{n} points", player["score"]))
        first = " · " + self.say(Text("first player")) if seat == self.view["first"] else ""
        yield Heading(title, points + first)
        yield Line((cell(self.stock(player["stock"])), *self.held(player, yours=yours)))
        yield self.workshop(player["workshop"])
        if seat == self.view["turn"]:
            yield from self.committed()
        if player["claimed"]:
            claimed = [Name(project) for project in player["claimed"]]
            yield Note(self.say(Text("claimed: {projects}", projects=claimed)), "dim")

    def workshop(self, workshop: Sequence[str]) -> Part:
        """Return repaired machines with what each takes off; the newest is the last."""
        if not workshop:
            return Note(self.say(Text("no machine yet")), "dim")
        rows = [(self.hue(card), [*self.card(card)[:3], self.discount(self.book.makes[card])]) for card in workshop]
        heads = [*self.card_heads()[:3], self.say(Text("makes, and takes off each repair"))]
        return lay_out(rows, CARD, heads, right=(2,))

    def discount(self, kind: str) -> str:
        """Return what one machine of a workshop takes off every repair."""
        return self.say(Text("1 resource of any kind")) if kind == "any" else self.voice.amount(kind, 1)

    def committed(self) -> Iterator[Part]:
        """Yield the machines that leave the workshop for what was claimed this turn."""
        for claim in self.view.get("committed", ()):
            machines = [Name(card) for card in claim["machines"]]
            said = Text(
                "{project} takes {machines} at the end of the turn.", project=Name(claim["project"]), machines=machines
            )
            yield Note(self.say(said))

    def held(self, player: Mapping[str, Any], *, yours: bool) -> Iterator[Cell]:
        """Yield the size of a hand and what the other player knows of it."""
        if not yours:
            yield cell(self.say(Count("{n} machine in hand", "{n} machines in hand", player["hand"])))
        if player["known"]:
            known = [Name(card) for card in player["known"]]
            yield cell(
                self.say(Text("your opponent knows {cards}", cards=known))
                if yours
                else self.say(Text("among them {cards}", cards=known))
            )

    def supplies(self) -> Iterator[Part]:
        """Yield the reserve, the piles, and what was discarded."""
        view = self.view
        yield Heading(self.say(Text("Reserve")))
        yield Line(
            (
                cell(self.stock(view["reserve"])),
                cell(self.say(Count("{n} machine in the deck", "{n} machines in the deck", view["deck"]))),
                cell(self.say(Count("{n} project in the pile", "{n} projects in the pile", view["pile"]))),
            )
        )
        counts = {card: view["discard"].count(card) for card in dict.fromkeys(view["discard"])}
        cards = [self.voice.name(card) + (f" ×{n}" if n > 1 else "") for card, n in counts.items()]
        if cards:
            yield Note(self.say(Text("discarded: {cards}", cards=cards)), "dim")
        boxed = [Name(project) for project in (*view["box"], *(view["rejected"] or ()))]
        if boxed:
            yield Note(self.say(Text("drawn and not kept: {projects}", projects=boxed)), "dim")

    # Words

    def symbol(self, kind: str) -> str:
        """Return the name of a symbol; charcoalium has a sign."""
        return COIN if kind == "charcoalium" else self.voice.name(kind)

    def goods(self, amounts: Sequence[int]) -> str:
        """Return wood, copper, crystal and charcoalium as `◆2, 1 wood`."""
        *resources, coins = amounts if len(amounts) == len(KINDS) else (*amounts, 0)
        said = self.voice.word(bundle_price(unfold(resources))) if any(resources) else ""
        return ", ".join(some for some in (f"{COIN}{coins}" if coins else "", said) if some)

    def stock(self, stock: Mapping[str, int]) -> str:
        """Return tokens by kind."""
        return ", ".join(
            [f"{COIN}{stock['charcoalium']}", *(self.voice.amount(kind, stock[kind]) for kind in RESOURCES)]
        )


def lacking(price: Price, stock: Mapping[str, int]) -> list[int]:
    """Return what a stock lacks of a price: wood, copper, crystal, charcoalium; `any` discounts go where most is short."""
    short = [max(0, n - stock[kind]) for kind, n in zip(RESOURCES, price.owed, strict=True)]
    for _ in range(min(price.any, sum(short))):
        short[short.index(max(short))] -= 1
    return [*short, max(0, price.charcoalium - stock["charcoalium"])]
