"""The board of Mech A Dream as a document, made from a view."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Amount, Count, Name, Text, Voice
from engine.core.palette import Hue
from engine.core.sheet import Cell, Heading, Line, Note, Part, Sheet, cell, lay_out
from engine.games.mech_a_dream.about import what_it_does
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS
from engine.games.mech_a_dream.prices import NO_DISCOUNTS, currency_of, find_discounts, price_of, slot_of, toll_of
from engine.games.mech_a_dream.words import effect_text, goods, specialist_text

ASKED = {
    "screens": Text("Keep one of your two screens: `screen ROBOT`."),
    "draft": Text("Choose the specialist with whom you start: `specialist CARD`."),
    "day": Text("Send your assistant: `storage`, `dock`, `acquire TILE` or `assign TILE`."),
    "night": Text("Use your robot and your purple machines, each once, then `sleep`."),
    "advance": Text("Spend your hourglasses: `advance TILE`."),
    "activate": Text("You may use your robot or a purple machine, or `skip`."),
    "buy": Text("Buy a tile without an assistant: `buy TILE`, or `skip`."),
    "reward": Text("Take your specialists' rewards, in any order."),
}

OPEN = {
    "hourglasses": Text("spends hourglasses"),
    "activation": Text("may use the robot or a machine"),
    "purchase": Text("may buy a tile"),
    "rewards": Text("takes rewards"),
}
"""What another player is choosing."""


def make_sheet(book: DreamBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board: what is asked first, then the reader's things, the factory, and everybody else."""
    return DreamDrawing(book, view, voice).draw()


class DreamDrawing(Drawing[DreamBook]):
    """One reader's board."""

    def __init__(self, book: DreamBook, view: Mapping[str, Any], voice: Voice) -> None:
        super().__init__(book, view, voice)
        self.off = NO_DISCOUNTS if self.mine is None else find_discounts(book, self.mine["built"])

    def parts(self) -> Iterator[Part]:
        """Yield the parts from top to bottom."""
        yield from self.head()
        if self.view["dealt"]:
            yield from self.screens()
        if self.mine is not None and self.mine["robot"]:
            yield from self.workshop(self.mine)
        yield from self.factory()
        yield from self.dock()
        if self.view["options"].get("specialists"):
            yield from self.specialists()
        yield from self.others()
        if self.book.designed:
            note = Text("* stand-in figures designed for this program, not those of the printed game.")
            yield Note(self.say(note), "dim")

    # What is asked

    def head(self) -> Iterator[Part]:
        """Yield the title, what is asked, what is left of a choice, and how the game ended."""
        view = self.view
        title = "Mech A Dream"
        day = self.say(Text("day {day} of {days}", day=view["day"], days=self.book.board.days))
        yield Heading(f"{title} · {day}", self.phase(), level=1)
        if view["asked"] in ASKED:
            yield Note(self.say(ASKED[view["asked"]]), "strong")
        if view["choice"]:
            yield from self.choice(view["choice"])
        if view["result"]:
            yield from self.outcome()
            yield Note(self.say(self.worth()), "dim")
        else:
            yield Note(self.say(self.end()), "dim")
            yield Note(self.say(self.worth()), "dim")

    def worth(self) -> Text:
        """Return what counts at the end besides points."""
        board = self.book.board
        return Text(
            "Then a rainbow is worth {points}, and every {n} flowers and ink together 1 point.",
            points=Amount("points", board.rainbow_points),
            n=board.resources_per_point,
        )

    def end(self) -> Text:
        """Return what ends the game, and how far that is."""
        board = self.book.board
        return Text(
            "The game ends after the night of day {days}, or of the day on which somebody has {machines} machines "
            "(the most now: {most}).",
            days=board.days,
            machines=board.end_machines,
            most=max(len(player["built"]) for player in self.view["players"]),
        )

    def phase(self) -> str:
        """Return the phase and who is asked."""
        view = self.view
        if view["result"]:
            return self.say(Text("the game is over"))
        phase = self.step_name()
        if self.you in view["awaiting"]:
            return self.say(Text("{phase} · your turn", phase=phase))
        return self.say(Text("{phase} · waiting for {who}", phase=phase, who=self.everyone(view["awaiting"])))

    def step_name(self) -> str:
        """Return what is played now."""
        if self.view["step"] == "screens":
            return self.say(Text("screens"))
        if self.view["step"] == "draft":
            return self.say(Text("specialists"))
        return self.voice.name(MOMENTS[self.view["moment"]]) if self.view["step"] == "day" else self.say(Text("night"))

    def choice(self, choice: Mapping[str, Any]) -> Iterator[Part]:
        """Yield what is left of the reader's open choice, and the parcels that follow."""
        if choice["ask"] == "hourglasses":
            yield Note(self.say(Count("{n} hourglass is left.", "{n} hourglasses are left.", choice["n"])))
        if choice["ask"] == "rewards":
            cards = [Name(card) for card in choice["cards"]]
            yield Note(self.say(Text("Rewards to take: {cards}.", cards=cards)))
        if self.view["waiting"]:
            parcels = " | ".join(self.list(goods(gain)) for gain in self.view["waiting"])
            yield Note(self.say(Text("Parcels to come: {parcels}.", parcels=parcels)))

    def outcome(self) -> Iterator[Part]:
        """Yield who won, and the figures that counted."""
        keys = ("points", "rainbows", "goods", "machines")
        rows = [[*self.place(one), *(one["details"][key] for key in keys)] for one in self.ranked()]
        figures = (Text("scored"), Text("rainbows"), Text("flowers and ink"), Text("machines"))
        return self.final(figures, rows, Text("Ties go to more machines, then to more rainbows."))

    # The reader's own things

    def screens(self) -> Iterator[Part]:
        """Yield the two screens that were dealt, with what each starts with."""
        yield Heading(self.say(Text("Your screens")), self.say(Text("hidden from others until all have chosen")))
        rows = [self.screen(robot) for robot in self.view["dealt"]]
        starts = self.say(Text("starts with")) + self.star(*self.view["dealt"])
        heads = ["", self.say(Text("screen")), starts, self.say(Text("effects"))]
        yield lay_out(rows, ("place", "name", "", "does"), heads)

    def screen(self, robot: str) -> tuple[Hue, list[object]]:
        """Return a screen that was dealt."""
        return "grey", [self.mark(robot), self.voice.name(robot), *self.robot(robot)]

    def mark(self, robot: str) -> str:
        """Return a mark for the screen that was chosen."""
        return ">" if robot == self.view["chosen"] else ""

    def robot(self, robot: str) -> tuple[str, str]:
        """Return what a screen starts with and does."""
        row = self.book.robots[robot]
        return self.list(goods(row.start)), self.effects(robot)

    def effects(self, robot: str) -> str:
        """Return a robot's effects, numbered where there are several."""
        effects = [self.say(effect_text(effect)) for effect in self.book.robots[robot].effects]
        return effects[0] if len(effects) == 1 else "; ".join(f"{n}: {one}" for n, one in enumerate(effects, 1))

    def workshop(self, mine: Mapping[str, Any]) -> Iterator[Part]:
        """Yield the reader's store, belt, robot and machines."""
        yield Heading(self.say(Text("Your workshop")) + self.marker(self.you), self.store(mine))
        yield from self.machines(mine)
        bonus = self.book.slot_points(len(mine["built"]) + 1)
        if bonus:
            said = Count("Next machine: {n} point for its slot", "Next machine: {n} points for its slot", bonus)
            yield Note(self.say(said) + self.star(*(row.id for row in self.book.edition.bonus)), "dim")

    def machines(self, player: Mapping[str, Any]) -> Iterator[Part]:
        """Yield a robot, what is built and what is on the belt, each with what it does."""
        robot = self.voice.name(player["robot"]) + self.worked(player, "robot")
        rows: list[tuple[Hue, list[str]]] = [("grey", [self.say(Text("robot")), robot, self.effects(player["robot"])])]
        for n, tile in enumerate(player["built"], 1):
            built = [self.say(Text("built {n}", n=n)), self.name(tile) + self.worked(player, tile), self.does(tile)]
            rows.append((self.hue(tile), built))
        for tile in sorted(player["belt"], key=lambda tile: (player["belt"][tile], tile)):
            slot = self.say(Text("slot {slot}", slot=player["belt"][tile]))
            rows.append((self.hue(tile), [slot, self.name(tile) + self.helpers(player, tile), self.does(tile)]))
        yield lay_out(rows, ("place", "name", "does"))

    def hue(self, tile: str) -> Hue:
        """Return the colour of a machine."""
        return self.book.machines[tile].colour

    def helpers(self, player: Mapping[str, Any], tile: str) -> str:
        """Return a note on the assistants who work on a tile of a belt today."""
        n = player["assistants"].count(tile)
        return self.say(Count(" (+{n} assistant)", " (+{n} assistants)", n)) if n else ""

    def store(self, player: Mapping[str, Any]) -> str:
        """Return a player's goods and points."""
        board = self.book.board
        points = self.voice.amount("points", player["points"])
        return self.say(
            Text(
                "flowers {flower}/{most} · ink {ink}/{fits} · rainbows {rainbow} · {points}",
                flower=player["flower"],
                most=board.flower_max,
                ink=player["ink"],
                fits=board.ink_max,
                rainbow=player["rainbow"],
                points=points,
            )
        )

    def worked(self, mine: Mapping[str, Any], thing: str) -> str:
        """Return a note on what has worked this night."""
        return self.say(Text(" (used)")) if thing in mine["used"] else ""

    # The factory

    def factory(self) -> Iterator[Part]:
        """Yield the open tiles with the reader's price and slot."""
        aside = self.say(Text("price and slot for you")) if self.mine else self.say(Text("printed price and time"))
        yield Heading(self.say(Text("Factory")), aside)
        tiles = [tile for belt in self.book.visible for tile in self.view["market"][belt]]
        heads = [self.say(Text("tile")), self.say(Text("price")), self.say(Text("slot")), self.say(Text("does"))]
        rows = [(self.hue(tile), self.tile(tile)) for tile in tiles]
        yield lay_out(rows, ("name", "", "", "does"), heads, right=(2,))
        piles = [Text("{belt} {n}", belt=Name(belt), n=self.view["piles"][belt]) for belt in self.book.visible]
        yield Note(self.say(Text("Under these: {piles}.", piles=piles)), "dim")

    def tile(self, tile: str) -> list[object]:
        """Return one open tile."""
        kind = currency_of(self.book, tile)
        price = price_of(self.book, tile, self.off)
        cost = self.voice.amount(kind, price)
        short = 0 if self.mine is None or not self.mine["robot"] else price - self.mine[kind]
        if short > 0:
            cost = self.say(Text("{cost} (lacks {n})", cost=cost, n=short))
        return [self.name(tile), cost, slot_of(self.book, tile, self.off), self.does(tile)]

    def dock(self) -> Iterator[Part]:
        """Yield the delivery card and the floors of the storage, moment by moment."""
        card = self.view["delivery"]
        toll = toll_of(self.book, card, self.off)
        aside = self.say(Count("the dock costs {n} flower", "the dock costs {n} flowers", toll))
        yield Heading(self.say(Text("Dock: {card}; storage", card=self.name(card))), aside)
        storage = self.say(Text("storage")) + self.star(*(row.id for row in self.book.edition.floor))
        heads = ["", self.say(Text("moment")), self.say(Text("parcels")), storage]
        rows: list[tuple[Hue, list[object]]] = [("grey", self.moment(moment)) for moment in range(len(MOMENTS))]
        yield lay_out(rows, ("place", "name", "", ""), heads)

    def moment(self, moment: int) -> list[object]:
        """Return what dock and storage bring in a moment; the present one is marked."""
        is_now = self.view["step"] == "day" and moment == self.view["moment"]
        named = self.voice.name(MOMENTS[moment])
        parcels = " | ".join(self.list(goods(gain)) for gain in self.book.parcels[self.view["delivery"]][moment])
        floor = self.book.floor(moment, specialists=bool(self.view["options"].get("specialists")))
        stored = Text("{goods}, and {n} flowers or ink", goods=goods(floor.fixed), n=floor.choice)
        if floor.specialist:
            stored = Text("{goods}, and {n} flowers or ink or a specialist", goods=goods(floor.fixed), n=floor.choice)
        return [">" if is_now else "", Cell(named, "strong" if is_now else "plain"), parcels, self.say(stored)]

    def specialists(self) -> Iterator[Part]:
        """Yield the specialists with their owners and prices."""
        yield Heading(self.say(Text("Specialists")), self.say(Text("price in rainbows, to their owner")))
        held: list[tuple[str, int, int | None]] = [
            (card, token, seat)
            for seat, one in enumerate(self.view["players"])
            for card, token in one["specialists"].items()
        ]
        held += [(card, token, None) for card, token in self.view["centre"].items()]
        rows = [self.specialist(*one) for one in sorted(held, key=lambda one: one[0])]
        yield lay_out(rows, ("name", "", "points", "does"), right=(2,))

    def specialist(self, card: str, token: int, owner: int | None) -> tuple[Hue, list[object]]:
        """Return one specialist."""
        whose = self.say(Text("centre")) if owner is None else self.who(owner)
        does = self.say(specialist_text(self.book.specialists[card]))
        return "purple", [self.voice.name(card), whose, token, does]

    # Everybody else

    def others(self) -> Iterator[Part]:
        """Yield the other players, a few lines each."""
        for seat, player in enumerate(self.view["players"]):
            if seat == self.you:
                continue
            yield Heading(self.who(seat) + self.marker(seat), self.store(player) if player["robot"] else "")
            if player["robot"]:
                yield from self.other(player)

    def marker(self, seat: int | None) -> str:
        """Return whether a player is the first."""
        return self.say(Text(" (first player)")) if seat is not None and seat == self.view["first"] else ""

    def other(self, player: Mapping[str, Any]) -> Iterator[Part]:
        """Yield another player's assistants, open choice, robot, machines and belt, each with what it does."""
        open_now = list(self.open_now(player))
        if open_now:
            yield Line(tuple(map(cell, open_now)))
        yield from self.machines(player)

    def open_now(self, player: Mapping[str, Any]) -> Iterator[str]:
        """Yield where a player's assistants went today, and what is open for them."""
        sent = [Name(place) for place in player["assistants"]]
        if sent:
            yield self.say(Text("assistants: {places}", places=sent))
        choice = player.get("choice")
        if choice and choice["ask"] in OPEN:
            yield self.say(OPEN[choice["ask"]])
        if player.get("waiting"):
            parcels = " | ".join(self.list(goods(gain)) for gain in player["waiting"])
            yield self.say(Text("parcels to come: {parcels}", parcels=parcels))
        if player["asleep"]:
            yield self.say(Text("asleep"))

    # Words

    def does(self, tile: str) -> str:
        """Return what a machine does."""
        return self.tell(what_it_does, tile)

    def name(self, thing: str) -> str:
        """Return a name, with a star where the figures are designed."""
        return self.voice.name(thing) + self.star(thing)

    def star(self, *things: str) -> str:
        """Return a star where figures are designed."""
        return "" if self.book.designed.isdisjoint(things) else "*"

    def list(self, texts: Sequence[Text | Amount]) -> str:
        """Return texts one after the other."""
        return self.voice.word(texts)

    def everyone(self, seats: Sequence[int]) -> str:
        """Return the names of some players."""
        return ", ".join(self.who(seat) for seat in seats)
