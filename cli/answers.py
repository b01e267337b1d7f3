"""What a server answers, member by member; the demo's table answers in the same shape."""

from typing import Any, NotRequired, TypedDict


class MoveJson(TypedDict):
    """A legal move."""

    line: str
    typed: dict[str, Any]
    shown: NotRequired[str]


class ViewJson(TypedDict):
    """A view, with what is asked of the seat."""

    game: str
    title: str
    rules: str
    version: NotRequired[int]
    edition: NotRequired[str]
    status: str
    n: int
    head: str | None
    players: list[str]
    bots: NotRequired[list[int]]
    seat: int | None
    ask: int | None
    on: str | None
    awaited: bool
    prompt: str | None
    legal: list[MoveJson]
    undo: list[int]
    deadline: int | None
    view: dict[str, Any] | None
    board: str | None
    told: NotRequired[list[str]]
    forced: NotRequired[list[str]]


class PreviewJson(TypedDict):
    """What moves would do."""

    played: list[str]
    unplayed: list[str]
    reveals: bool
    events: list[str]
    advice: list[str]
    awaited: bool
    prompt: str | None
    legal: list[MoveJson]
    forced: NotRequired[list[MoveJson]]
    view: dict[str, Any] | None
    board: str | None


class SuggestionsJson(TypedDict):
    """What somebody might play."""

    seat: int
    bot: str
    lines: list[dict[str, Any]]
    note: str


class MotionJson(TypedDict):
    """What a table can agree to."""

    do: str
    on: str
    ends: int
    about: int | None
    until: int | None
    by: int
    yes: list[int]
    agreed: int
    needed: int
    said: str


class NotedJson(TypedDict):
    """The answer to a note, or to what takes notes back."""

    note: int
    receipt: str
    n: int
    hash: str
    repeated: bool


class ShownNoteJson(TypedDict):
    """A note as its slip says it, and as its reader types it."""

    says: dict[str, Any]
    shown: str


class WorkedOutJson(TypedDict):
    """Notes that were worked out, and what their slips name."""

    next: int
    n: int
    on: str
    notes: list[ShownNoteJson]


class ReadNoteJson(ShownNoteJson):
    """A note that waits, and what it would do now."""

    note: int
    first: int
    ask: int | None
    round: int | None
    until: int | None
    stays: bool
    at: int
    signed: bool
    would: str
    moves: list[str]
    unplayed: list[str]
    reveals: bool
    why: list[str]


class NotesJson(TypedDict):
    """All notes of a seat that wait."""

    next: int
    n: int
    on: str
    tried_at: int | None
    notes: list[ReadNoteJson]


class ReceiptJson(TypedDict):
    """The answer to a slip; what became of its moves is there for a turn alone."""

    receipt: str
    n: int
    hash: str
    repeated: bool
    played: NotRequired[int]
    stopped: NotRequired[str | None]
    unplayed: NotRequired[list[str]]
    notes: NotRequired[list[NotedJson]]


class SeatJson(TypedDict):
    """A seat in a list of games."""

    seat: int
    player: str | None
    name: str
    by: str
    bot: str | None
    awaited: bool
    deadline: int | None


class GameNameJson(TypedDict):
    """What a game is found by."""

    id: str
    title: str


class GameJson(GameNameJson):
    """A game with its terms and seats, as far as this client looks at them."""

    rules: str
    edition: str
    options: dict[str, Any]
    pace: dict[str, Any]
    policy: dict[str, Any]
    hints: NotRequired[str]
    status: str
    paused: NotRequired[bool]
    head: str
    terms: str
    seats: list[SeatJson]
    you: int | None
    notes: NotRequired[int]


class HeaderJson(TypedDict):
    """The public part of an entry, as far as this client looks at it."""

    n: int
    at: int
    kind: str
    seat: int | None


class EntryJson(TypedDict):
    """An entry of the ledger as the reader may see it, with what it tells."""

    header: HeaderJson
    body: NotRequired[dict[str, Any] | None]
    shown: NotRequired[list[str]]
    told: list[str]


def shown_moves(view: ViewJson | PreviewJson) -> dict[str, str]:
    """Return the legal moves by their lines, as their reader types them; a server of version 0.1 has no names for it."""
    return {move["line"]: move.get("shown", move["line"]) for move in view["legal"]}


def before_any_move(view: ViewJson) -> PreviewJson:
    """Return a view as what no move at all would lead to."""
    return {
        "played": [],
        "unplayed": [],
        "reveals": False,
        "events": [],
        "advice": [],
        "awaited": view["awaited"],
        "prompt": view["prompt"],
        "legal": view["legal"],
        "view": view["view"],
        "board": view["board"],
    }
