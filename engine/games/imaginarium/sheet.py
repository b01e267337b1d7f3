"""The board of Imaginarium as a document: what is asked of you, the belt at your prices, your screen, the others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Amount, Count, Name, Text, Voice, Who
from engine.core.palette import Hue
from engine.core.sheet import Cell, Heading, Line, Note, Part, Sheet, cell, lay_out
from engine.games.imaginarium.about import about_machine, about_stack
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import GOODS, HOLDINGS, RESOURCES
from engine.games.imaginarium.gloss import does
from engine.games.imaginarium.moves import ring_order
from engine.games.imaginarium.scoring import levels
from engine.games.imaginarium.seen import seen_player
from engine.games.imaginarium.words import ASKED, IMPLEMENTATION, PHASES, about_assistant, about_project, list_goods

View = Mapping[str, Any]
HUES: dict[str, Hue] = {
    "production": "green",
    "transformation": "blue",
    "attack": "red",
    "defense": "yellow",
    "special": "purple",
}
"""The colour of each family of machines."""


def make_sheet(book: ImaginariumBook, view: View, voice: Voice) -> Sheet:
    """Return the board as the reader of a view may see it."""
    return ImaginariumDrawing(book, view, voice).draw()


class ImaginariumDrawing(Drawing[ImaginariumBook]):
    """A view and the voice that tells it."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        return _parts(self)

    def who(self, seat: int) -> str:
        """Return a player's name; yourself as YOU."""
        return self.say(Text("YOU")) if seat == self.you else self.voice.player(seat)

    def goods(self, amounts: Mapping[str, int]) -> str:
        """Return goods as they are said: 2 wood, 1 copper."""
        return self.voice.word(list_goods(amounts)) if any(amounts.values()) else "-"

    def cards(self, cards: Sequence[str]) -> list[str]:
        """Return machines by name, equal ones counted, each with what it does."""
        book = self.book
        return [
            self.say(Text("{card} ({does})", card=self.counted(card, n), does=does(book, book.machines[card])))
            for card, n in Counter(cards).items()
        ]

    def counted(self, card: str, n: int) -> str:
        """Return a card's name, with its number where it is more than one."""
        return self.voice.name(card) + (f" ×{n}" if n > 1 else "")

    def levelled(self, card: str, n: int = 1) -> str:
        """Return a machine's name with its level."""
        return f"{self.counted(card, n)} ({self.book.machines[card].level})"


def _parts(board: ImaginariumDrawing) -> Iterator[Part]:
    yield from _head(board)
    yield from _belt(board)
    if board.you is not None:
        yield from _screen(board)
        yield from _workshop(board)
    yield from _others(board)
    yield from _projects(board)
    yield from _meeting_room(board)


def _head(board: ImaginariumDrawing) -> Iterator[Part]:
    view = board.view
    phase = board.voice.say(PHASES.get(view["step"], IMPLEMENTATION))
    yield Heading(
        board.say(Text("Imaginarium")), board.say(Text("round {round} · {phase}", round=view["round"], phase=phase)), 1
    )
    asked = view["asked"]
    if asked is not None:
        is_saboteur = asked == "plan" and view["turn"]["saboteur"]
        text = Text("Send your saboteur to a machine or an extractor.") if is_saboteur else ASKED[asked]
        yield Note(board.say(Text("YOUR TURN. {asked}", asked=text)), "yours")
    elif view["turn"] is not None:
        yield Note(board.say(Text("Waiting for {who}.", who=Who(view["turn"]["seat"]))))
    yield Line((cell(board.say(Text("order:"))), *(_piece(board, number) for number in range(len(view["order"])))))
    if view["screens"]:
        yield from _final(board)
    else:
        yield Note(board.say(_end(board)), "dim")
        majority = Text("Then having the most of a good is worth {n} points.", n=board.book.edition.figures.majority)
        yield Note(board.say(majority), "dim")


def _end(board: ImaginariumDrawing) -> Text:
    """Return what ends the game, and how far the reader is."""
    goal = board.book.edition.figures.goal
    if board.you is None:
        return Text("The game ends with the round in which somebody has {goal} points behind the screen.", goal=goal)
    return Text(
        "The game ends with the round in which somebody has {goal} points behind the screen; you have {points}.",
        goal=goal,
        points=board.view["screen"]["points"],
    )


def _piece(board: ImaginariumDrawing, number: int) -> Cell:
    piece, turn = board.view["order"][number], board.view["turn"]
    name = _holder(board, piece)
    is_now = turn and (turn["seat"], turn["saboteur"]) == (piece["seat"], piece["saboteur"])
    mark = " ▶" if is_now else " ✓" if piece["done"] else ""
    return cell(name + mark, "strong" if is_now else "plain")


def _final(board: ImaginariumDrawing) -> Iterator[Part]:
    rows = [[*board.place(one), *_counted(board, one)] for one in board.ranked()]
    figures = (Text("for majorities"), Text("levels"), Text("behind the screen"))
    return board.final(figures, rows, Text("Ties go to the higher sum of levels of repaired machines."))


def _counted(board: ImaginariumDrawing, one: View) -> list[object]:
    goods = {kind: board.view["screens"][one["seat"]][kind] for kind in GOODS}
    return [one["details"]["majorities"], one["details"]["levels"], board.goods(goods)]


def _belt(board: ImaginariumDrawing) -> Iterator[Part]:
    view = board.view
    price = board.say(Text("price for you")) if board.you is not None else board.say(Text("price"))
    yield Heading(board.say(Text("BELT (deck side first)")))
    heads = ("#", board.say(Text("machine (level)")), price, board.say(Text("reserved")), board.say(Text("to repair")))
    below = ["" if one["machine"] is None else _about(board, one["machine"]) for one in view["belt"]]
    rows = ((_hue(board, one["machine"]), _belt_row(board, one)) for one in view["belt"])
    yield lay_out(rows, ("place", "name", "", "", ""), heads, below=below)
    yield Heading(board.say(Text("EXTRACTORS")))
    yield Line(tuple(cell(_extractor(board, one)) for one in view["extractors"]))
    crusher = Text("crusher: {cards}", cards=board.cards(view["crusher"]))
    yield Note(board.say(Count("{n} machine in the deck", "{n} machines in the deck", view["deck"])))
    yield Note(board.say(crusher), "dim")


def _hue(board: ImaginariumDrawing, card: str | None) -> Hue | None:
    """Return the colour of a machine's family; an empty space has none."""
    return None if card is None else HUES[board.book.machines[card].family]


def _about(board: ImaginariumDrawing, card: str) -> str:
    return board.tell(about_machine, card)


def _belt_row(board: ImaginariumDrawing, one: View) -> tuple[object, ...]:
    if one["machine"] is None:
        return (one["space"], board.say(Text("empty")))
    machine = board.book.machines[one["machine"]]
    level = one["price"] - one["base"]
    price = f"{one['base']}+{level} = {one['price']}" if level else str(one["price"])
    taken = _holder(board, one["taken"]) if one["taken"] else ""
    return one["space"], board.levelled(machine.id), price, Cell(taken, "strong"), board.goods(machine.repair)


def _holder(board: ImaginariumDrawing, piece: View) -> str:
    """Return whose a player's piece is, or a saboteur."""
    if not piece["saboteur"]:
        return board.who(piece["seat"])
    is_yours = piece["seat"] == board.you
    return board.say(Text("YOUR saboteur") if is_yours else Text("{who}'s saboteur", who=board.who(piece["seat"])))


def _extractor(board: ImaginariumDrawing, one: View) -> str:
    holder = _holder(board, one["taken"]) if one["taken"] else board.say(Text("free"))
    gives = Amount("charcoalium", one["gives"])
    return board.say(Text("{space}: {gives}, {holder}", space=one["space"], gives=gives, holder=holder))


def _screen(board: ImaginariumDrawing) -> Iterator[Part]:
    yield Heading(board.say(Text("YOUR SCREEN")), board.say(Text("hidden from the others")))
    screen = board.view["screen"]
    yield Line(tuple(cell(board.voice.amount(kind, screen[kind]), "hidden") for kind in HOLDINGS))
    for one in board.view["private"]:
        project = board.book.projects.by_id[one]
        points = Amount("points", project.points)
        said = Text("private: {name}, {points}: {about}", name=Name(one), points=points, about=about_project(project))
        yield Note(board.say(said), "hidden")


def _workshop(board: ImaginariumDrawing) -> Iterator[Part]:
    mine = board.view["players"][board.you]
    yield Heading(board.say(Text("YOUR WORKSHOP")), _hands(board, mine))
    heads = ("#", board.say(Text("machines")), board.say(Text("each turn")))
    rows = (
        (_hue(board, stack[0] if stack else None), _space_row(board, mine, n)) for n, stack in enumerate(mine["spaces"])
    )
    yield lay_out(rows, ("place", "name", "does"), heads)
    yield from _yard(board, mine)
    if mine["assistants"]:
        yield lay_out(_staff(board, mine), ("place", "name", "does"))
    said = Text(
        "Your repaired machines have {n} levels in all, which break ties.", n=levels(board.book, mine["spaces"])
    )
    yield Note(board.say(said), "dim")


def _hands(board: ImaginariumDrawing, player: View) -> str:
    """Return the actions of this turn, or those of the last one, which can't be chosen again."""
    turn = board.view["turn"]
    if player["pair"] is None:
        return ""
    pair = " + ".join(map(board.voice.name, ring_order(tuple(player["pair"]))))
    if turn and turn["seat"] == player["seat"] and turn["pair"]:
        return board.say(Text("hands: {pair}", pair=pair))
    return board.say(Text("last hands: {pair}", pair=pair))


def _space_row(board: ImaginariumDrawing, mine: View, number: int) -> tuple[object, ...]:
    stack = tuple(mine["spaces"][number])
    if not stack:
        return number + 1, board.say(Text("free"))
    return number + 1, _stack(board, stack), _does(board, stack, mine, number)


def _stack(board: ImaginariumDrawing, stack: Sequence[str]) -> str:
    """Return the machines of one space."""
    return " + ".join(board.counted(card, n) for card, n in Counter(stack).items())


def _does(board: ImaginariumDrawing, stack: tuple[str, ...], player: View, number: int) -> str:
    """Return what the machines of a space do, or why they don't now."""
    turn = board.view["turn"]
    if number + 1 in player["face_down"]:
        return board.say(Text("face down"))
    made = board.tell(about_stack, stack)
    is_used = turn and turn["seat"] == player["seat"] and number + 1 in turn["used"]
    return f"{made} ✓" if is_used else made


def _yard(board: ImaginariumDrawing, mine: View) -> Iterator[Part]:
    if not mine["yard"]:
        return
    yard: Counter[str] = Counter(mine["yard"])
    heads = (board.say(Text("yard: broken (level)")), board.say(Text("to repair")))
    below = [_about(board, card) for card in yard]
    rows = ((_hue(board, card), _broken(board, card, n)) for card, n in yard.items())
    yield lay_out(rows, ("name", ""), heads, below=below)


def _broken(board: ImaginariumDrawing, card: str, n: int) -> tuple[object, ...]:
    """Return a machine of the reader's yard, and what they lack to repair it."""
    repair, screen = board.book.machines[card].repair, board.view["screen"]
    lacks = {good: max(0, amount - screen[good]) for good, amount in repair.items() if good in RESOURCES}
    if not any(lacks.values()):
        return board.levelled(card, n), Cell(board.goods(repair), "strong")
    said = Text("{price} · lacks {lacks}", price=board.goods(repair), lacks=board.goods(lacks))
    return board.levelled(card, n), board.say(said)


def _others(board: ImaginariumDrawing) -> Iterator[Part]:
    others = [player for player in board.view["players"] if player["seat"] != board.you]
    yield Heading(board.say(Text("OTHERS")) if board.you is not None else board.say(Text("PLAYERS")))
    for player in others:
        yield Heading(board.who(player["seat"]), " · ".join(_standing(board, player)), level=3)
        yield lay_out(_other(board, player), ("place", "name", "does"))


def _standing(board: ImaginariumDrawing, player: View) -> Iterator[str]:
    """Yield how far another player is, and the hands of their dial."""
    done = sum(player["seat"] in project["completed"] for project in board.view["projects"])
    yield board.say(Count("{n} project", "{n} projects", done))
    if player["private"]:
        yield board.say(Count("{n} private project", "{n} private projects", player["private"]))
    if hands := _hands(board, player):
        yield hands


def _other(board: ImaginariumDrawing, player: View) -> Iterator[tuple[Hue | None, tuple[object, ...]]]:
    """Yield a workshop space by space, its yard and staff, each with what it does."""
    for number, stack in enumerate(player["spaces"]):
        if stack:
            yield _hue(board, stack[0]), _space_row(board, player, number)
    free = sum(not stack for stack in player["spaces"])
    if free:
        yield None, ("", board.say(Count("{n} free space", "{n} free spaces", free)))
    yard = board.say(Text("yard"))
    broken: Counter[str] = Counter(player["yard"])
    for card, n in broken.items():
        yield _hue(board, card), (yard, board.counted(card, n), board.say(does(board.book, board.book.machines[card])))
    yield from _staff(board, player)


def _staff(board: ImaginariumDrawing, player: View) -> Iterator[tuple[Hue, tuple[object, ...]]]:
    """Yield a player's assistants, each with what it does."""
    assistant = board.say(Text("assistant"))
    for one in player["assistants"]:
        about = about_assistant(board.book.assistants[one])
        yield "grey", (assistant, board.voice.name(one), board.say(about))


def _projects(board: ImaginariumDrawing) -> Iterator[Part]:
    yield Heading(board.say(Text("PROJECTS")))
    heads = map(board.say, (Text("project"), Text("points"), Text("completed"), Text("asks for")))
    rows: list[tuple[Hue, Sequence[object]]] = [("grey", _project_row(board, one)) for one in board.view["projects"]]
    yield lay_out(rows, ("name", "points", "", ""), tuple(heads), right=(1,))


def _project_row(board: ImaginariumDrawing, one: View) -> tuple[object, ...]:
    project = board.book.projects.by_id[one["id"]]
    points = one["points"] - (board.book.edition.figures.later_project if one["completed"] else 0)
    done = [board.who(seat) for seat in one["completed"]]
    if board.you is not None and board.you not in one["completed"] and _is_met(board, one["id"]):
        done.append(board.say(Text("you can")))
    about = board.voice.say(about_project(project))
    return board.voice.name(one["id"]), points, ", ".join(done) or "-", about


def _is_met(board: ImaginariumDrawing, project: str) -> bool:
    return board.book.projects.is_met(project, seen_player(board.view, board.you or 0))


def _meeting_room(board: ImaginariumDrawing) -> Iterator[Part]:
    deck = Count("{n} assistant in the deck", "{n} assistants in the deck", board.view["assistant_deck"])
    yield Heading(board.say(Text("MEETING ROOM")), board.say(deck))
    book = board.book
    heads = map(board.say, (Text("assistant"), Text("costs"), Text("does")))
    rows: list[tuple[Hue, Sequence[object]]] = [
        ("grey", (board.voice.name(one), book.assistants[one].cost, board.say(about_assistant(book.assistants[one]))))
        for one in board.view["meeting_room"]
    ]
    yield lay_out(rows, ("name", "", "does"), tuple(heads), right=(1,))
