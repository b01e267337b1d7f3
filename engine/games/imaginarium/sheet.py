"""The board of Imaginarium as a document: what is asked of you, the belt at your prices, your screen, the others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Count, Name, Text, Voice, Who
from engine.core.sheet import Cell, Heading, Line, Note, Part, Sheet, cell, grid
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import HOLDINGS
from engine.games.imaginarium.moves import ring_order
from engine.games.imaginarium.scoring import levels
from engine.games.imaginarium.seen import seen_player
from engine.games.imaginarium.words import ASKED, IMPLEMENTATION, PHASES, about_assistant, about_project

View = Mapping[str, Any]


def make_sheet(book: ImaginariumBook, view: View, voice: Voice) -> Sheet:
    """Return the board as the reader of a view may see it."""
    return ImaginariumDrawing(book, view, voice).draw()


class ImaginariumDrawing(Drawing[ImaginariumBook]):
    """A view and the voice that tells it."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        return _parts(self)

    def who(self, seat: int) -> str:
        """A seat as it is typed, and its player's name where there is one; yourself as YOU."""
        if seat == self.you:
            return self.say(Text("YOU"))
        name = self.voice.player(seat)
        typed = f"p{seat + 1}"
        return typed if name == typed else f"{typed} {name}"

    def goods(self, amounts: Mapping[str, int]) -> str:
        """Goods as they are typed: wood*2 copper."""
        shown = [(self.voice.name(good), n) for good, n in amounts.items() if n]
        return " ".join(name if n == 1 else f"{name}*{n}" for name, n in shown) or "-"

    def cards(self, cards: Sequence[str]) -> str:
        """Cards as they are typed, equal ones counted."""
        return " ".join(card if n == 1 else f"{card}*{n}" for card, n in Counter(cards).items()) or "-"


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


def _piece(board: ImaginariumDrawing, number: int) -> Cell:
    piece, turn = board.view["order"][number], board.view["turn"]
    name = _holder(board, piece)
    is_now = turn and (turn["seat"], turn["saboteur"]) == (piece["seat"], piece["saboteur"])
    mark = " ▶" if is_now else " ✓" if piece["done"] else ""
    return cell(name + mark, "strong" if is_now else "plain")


def _final(board: ImaginariumDrawing) -> Iterator[Part]:
    standings = {one["seat"]: one for one in board.view["result"]["standings"]}
    heads = [
        board.say(head)
        for head in (
            Text("player"),
            Text("place"),
            Text("points"),
            Text("majorities"),
            Text("levels"),
            Text("behind the screen"),
        )
    ]
    yield Heading(board.say(Text("Victory")))
    yield grid(
        (
            (
                board.who(seat),
                one["place"],
                one["score"],
                one["details"]["majorities"],
                one["details"]["levels"],
                board.goods({kind: n for kind, n in board.view["screens"][seat].items() if kind != "points"}),
            )
            for seat, one in sorted(standings.items(), key=lambda item: item[1]["place"])
        ),
        heads,
        right=(1, 2, 3, 4),
    )


def _belt(board: ImaginariumDrawing) -> Iterator[Part]:
    view = board.view
    price = board.say(Text("price for you")) if board.you is not None else board.say(Text("price"))
    yield Heading(board.say(Text("BELT (deck side first)")))
    heads = ("", "", board.say(Text("machine")), price, board.say(Text("repair")), board.say(Text("reserved")))
    yield grid((_belt_row(board, one) for one in view["belt"]), heads)
    crusher = board.cards(view["crusher"])
    yield Heading(board.say(Text("EXTRACTORS")))
    yield Line(tuple(cell(_extractor(board, one)) for one in view["extractors"]))
    yield Note(board.say(Text("deck: {n} · crusher: {cards}", n=view["deck"], cards=crusher)))


def _belt_row(board: ImaginariumDrawing, one: View) -> tuple[object, ...]:
    if one["machine"] is None:
        return (one["space"], "·")
    machine = board.book.machines[one["machine"]]
    level = one["price"] - one["base"]
    price = f"{one['base']}+{level} = {one['price']}" if level else str(one["price"])
    taken = _holder(board, one["taken"]) if one["taken"] else ""
    name = f"{board.voice.name(machine.id)} ({machine.level})"
    return one["space"], machine.id, name, price, board.goods(machine.repair), taken


def _holder(board: ImaginariumDrawing, piece: View) -> str:
    """Return whose a player's piece is, or a saboteur."""
    if not piece["saboteur"]:
        return board.who(piece["seat"])
    is_yours = piece["seat"] == board.you
    return board.say(Text("YOUR saboteur") if is_yours else Text("{who}'s saboteur", who=board.who(piece["seat"])))


def _extractor(board: ImaginariumDrawing, one: View) -> str:
    holder = _holder(board, one["taken"]) if one["taken"] else board.say(Text("free"))
    return board.say(Text("{space}: charcoalium {n}, {holder}", space=one["space"], n=one["gives"], holder=holder))


def _screen(board: ImaginariumDrawing) -> Iterator[Part]:
    yield Heading(board.say(Text("YOUR SCREEN")), board.say(Text("hidden from the others")))
    screen = board.view["screen"]
    yield Line(tuple(cell(f"{board.voice.name(kind)} {screen[kind]}", "hidden") for kind in HOLDINGS))
    if board.view["private"]:
        shown = [Text("{id} {name}", id=one, name=Name(one)) for one in board.view["private"]]
        yield Note(board.say(Text("private projects: {projects}", projects=shown)), "hidden")


def _workshop(board: ImaginariumDrawing) -> Iterator[Part]:
    mine = board.view["players"][board.you]
    yield Heading(board.say(Text("YOUR WORKSHOP")), _last_pair(board, mine))
    heads = (board.say(Text("space")), board.say(Text("machines")), board.say(Text("makes")))
    yield grid((_space_row(board, mine, number) for number in range(len(mine["spaces"]))), heads)
    yield from _yard(board, mine)
    for assistant in mine["assistants"]:
        about = about_assistant(board.book.assistants[assistant])
        yield Note(board.say(Text("{id} {name}: {about}", id=assistant, name=Name(assistant), about=about)))


def _last_pair(board: ImaginariumDrawing, mine: View) -> str:
    """The actions of this turn, or those that can't be chosen again."""
    turn = board.view["turn"]
    if mine["pair"] is None:
        return ""
    pair = "+".join(map(board.voice.name, ring_order(tuple(mine["pair"]))))
    if turn and turn["seat"] == board.you and turn["pair"]:
        return board.say(Text("hands: {pair}", pair=pair))
    return board.say(Text("last hands: {pair}", pair=pair))


def _space_row(board: ImaginariumDrawing, mine: View, number: int) -> tuple[object, ...]:
    stack = tuple(mine["spaces"][number])
    if not stack:
        return number + 1, "·"
    names = dict.fromkeys(board.voice.name(card) for card in stack)
    shown = f"{'+'.join(stack)} {', '.join(names)}" if len(stack) < 4 else "+".join(stack)  # noqa: PLR2004 - room
    return number + 1, shown, _makes(board, stack, mine, number)


def _makes(board: ImaginariumDrawing, stack: tuple[str, ...], mine: View, number: int) -> str:
    turn = board.view["turn"]
    if number + 1 in mine["face_down"]:
        return board.say(Text("face down"))
    making = board.book.stacks.find_making(stack)
    if making is None:
        return ""
    made = board.say(Text("any resource*{n}", n=making.choice)) if making.choice else board.goods(dict(making.gives))
    if making.input:
        made = board.say(Count("{n} resource → {made}", "{n} resources → {made}", making.input, made=made))
    is_used = turn and turn["seat"] == board.you and number + 1 in turn["used"]
    return f"{made} ✓" if is_used else made


def _yard(board: ImaginariumDrawing, mine: View) -> Iterator[Part]:
    if not mine["yard"]:
        return
    yard: Counter[str] = Counter(mine["yard"])
    heads = (board.say(Text("yard")), board.say(Text("broken")), board.say(Text("repair")))
    yield grid((_broken(board, card, n) for card, n in yard.items()), heads)


def _broken(board: ImaginariumDrawing, card: str, n: int) -> tuple[object, ...]:
    machine = board.book.machines[card]
    shown = card if n == 1 else f"{card}*{n}"
    return shown, f"{board.voice.name(card)} ({machine.level})", board.goods(machine.repair)


def _others(board: ImaginariumDrawing) -> Iterator[Part]:
    others = [player for player in board.view["players"] if player["seat"] != board.you]
    yield Heading(board.say(Text("OTHERS")) if board.you is not None else board.say(Text("PLAYERS")))
    yield grid((board.who(player["seat"]), _other(board, player)) for player in others)


def _other(board: ImaginariumDrawing, player: View) -> str:
    """A workshop, its yard and staff, in one line where it fits."""
    done = sum(player["seat"] in project["completed"] for project in board.view["projects"])
    parts = [" ".join(_brackets(player, number) for number in range(len(player["spaces"])))]
    if player["yard"]:
        parts.append(board.say(Text("yard {cards}", cards=board.cards(player["yard"]))))
    if player["assistants"]:
        parts.append(" ".join(player["assistants"]))
    if player["private"]:
        parts.append(board.say(Text("{n} private projects", n=player["private"])))
    return " · ".join([*parts, board.say(Text("projects {n}", n=done))])


def _brackets(player: View, number: int) -> str:
    """A stack in square brackets, in round ones when it is face down."""
    stack = "+".join(player["spaces"][number]) or "·"
    return f"({stack})" if number + 1 in player["face_down"] else f"[{stack}]"


def _projects(board: ImaginariumDrawing) -> Iterator[Part]:
    yield Heading(board.say(Text("PROJECTS")))
    heads = ("", "", board.say(Text("points")), board.say(Text("completed")), board.say(Text("asks for")))
    yield grid((_project_row(board, project) for project in board.view["projects"]), heads, right=(2,))


def _project_row(board: ImaginariumDrawing, one: View) -> tuple[object, ...]:
    project = board.book.projects.by_id[one["id"]]
    points = one["points"] - (board.book.edition.figures.later_project if one["completed"] else 0)
    done = [board.say(Text("YOU")) if seat == board.you else f"p{seat + 1}" for seat in one["completed"]]
    if board.you is not None and board.you not in one["completed"] and _is_met(board, one["id"]):
        done.append(board.say(Text("you can")))
    about = board.voice.say(about_project(project))
    return one["id"], board.voice.name(one["id"]), points, " ".join(done) or "-", about


def _is_met(board: ImaginariumDrawing, project: str) -> bool:
    return board.book.projects.is_met(project, seen_player(board.view, board.you or 0))


def _meeting_room(board: ImaginariumDrawing) -> Iterator[Part]:
    yield Heading(board.say(Text("MEETING ROOM")), board.say(Text("deck: {n}", n=board.view["assistant_deck"])))
    book = board.book
    yield grid(
        (
            (
                one,
                board.voice.name(one),
                book.assistants[one].cost,
                board.voice.say(about_assistant(book.assistants[one])),
            )
            for one in board.view["meeting_room"]
        ),
        right=(2,),
    )
    if board.you is not None:
        mine = board.view["players"][board.you]
        yield Note(board.say(Text("Levels of your repaired machines: {n}.", n=levels(book, mine["spaces"]))), "dim")
