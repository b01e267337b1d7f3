"""Notes of one's own at a table: worked out by the server, looked at, signed here, and their receipts kept."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cli import keys, profiles
from cli.answers import GameJson, NotedJson, NotesJson, ReadNoteJson, ReceiptJson, ViewJson, WorkedOutJson
from cli.env import Env
from cli.exits import Failure
from cli.render import moment
from cli.seats import RemoteSeat, get_seat, turn_slip
from engine.core.language import Count, Text

if TYPE_CHECKING:
    from engine.ledger.slips import NoteSlip

WOULD = {
    "plays": Text("now it would play {moves}"),
    "unfit": Text("now it would not play"),
    "unknown": Text("what it would do depends on what nobody knows yet"),
}


class NoteSpan(NamedTuple):
    """How long notes last, beside their being used up: asks, a round, a moment; and whether they outlive a turn by hand."""

    asks: int | None = None
    round: int | None = None
    until: int | None = None
    stays: bool = False


class NotesDesk:
    """A player's notes at one table."""

    def __init__(self, seat: RemoteSeat) -> None:
        self.seat, self.client = seat, seat.client
        self.path = f"/games/{seat.game}/notes"

    def read(self) -> NotesJson:
        """Return the notes that wait, each with what it would do now."""
        shown: NotesJson = self.client.call("GET", self.path)
        return shown

    def work_out(
        self, texts: Sequence[str], moves: Sequence[str] = (), *, forced: bool = False, blind: bool = False
    ) -> WorkedOutJson:
        """Return what typed notes say, after a turn if one is given; nothing is left yet."""
        asked: dict[str, Any] = {"notes": list(texts)}
        if moves:
            asked |= {"moves": list(moves), "forced": forced, "blind": blind}
        worked: WorkedOutJson = self.client.call("POST", f"{self.path}/preview", body=asked)
        return worked

    def sign(
        self, worked: WorkedOutJson, view: ViewJson, limits: NoteSpan, *, first: int | None = None, played: int = 0
    ) -> list[str]:
        """Return the slips of notes that were worked out; `first` is of the list that they go on with, if they do."""
        key = keys.load(self.client.profile)
        slips = make_slips(worked, view, limits, first=first, played=played)
        return [keys.sign(slip, key).decode() for slip in slips]

    def leave(self, slips: Sequence[str]) -> list[NotedJson]:
        """Leave signed notes, and keep their receipts."""
        answer = self.client.call("POST", self.path, body={"slips": list(slips)})
        self.keep(slips, answer["notes"])
        noted: list[NotedJson] = answer["notes"]
        return noted

    def keep(self, slips: Sequence[str], noted: Sequence[NotedJson]) -> None:
        """Keep what was signed beside what the server signed to it."""
        for slip, one in zip(slips, noted, strict=True):
            profiles.keep_noted(self.client.profile, self.seat.game, slip, one["receipt"])

    def sign_drop(self, view: ViewJson) -> str | None:
        """Return a signed slip that takes all notes back; None where none waits."""
        from engine.ledger.slips import DropSlip

        there = self.read()
        if not there["notes"]:
            return None
        said = DropSlip(view["game"], get_seat(view), there["notes"][-1]["note"], there["n"], there["on"])
        return keys.sign(said, keys.load(self.client.profile)).decode()

    def send_drop(self, slip: str) -> NotedJson:
        """Take notes back, and keep the receipt."""
        noted: NotedJson = self.client.slip("DELETE", self.path, slip.encode())
        self.keep([slip], [noted])
        return noted


def make_slips(
    worked: WorkedOutJson, view: ViewJson, limits: NoteSpan, *, first: int | None = None, played: int = 0
) -> "list[NoteSlip]":
    """Return notes as they are signed: a list, which replaces what waits unless it goes on with it."""
    import msgspec

    from engine.core.notes.terms import NoteTerms
    from engine.ledger.slips import NoteSlip

    seen: dict[str, Any] = {"game": view["game"], "seat": get_seat(view), "n": worked["n"], "on": worked["on"]}
    last = _find_last(view, limits, played)
    return [
        NoteSlip(
            **seen,
            **last,
            note=number,
            first=worked["next"] if first is None else first,
            says=msgspec.convert(one["says"], NoteTerms),
            stays=limits.stays,
        )
        for number, one in enumerate(worked["notes"], worked["next"])
    ]


def _find_last(view: ViewJson, limits: NoteSpan, played: int) -> dict[str, Any]:
    """Return the last ask, round and moment of a note, as far as they are limited."""
    asked = None if limits.asks is None else (view["ask"] or 0) + limits.asks - 1 + played
    found = {"ask": asked, "round": limits.round, "until": limits.until}
    return {name: n for name, n in found.items() if n is not None}


def add_condition(texts: Sequence[str], *, unless_new: bool, even_if_new: bool) -> list[str]:
    """Return typed notes with a condition before each; what a note says itself comes after it, and counts."""
    if unless_new and even_if_new:
        raise Failure(Text("Either `--unless-new` or `--even-if-new`."))
    word = "unless new" if unless_new else "even if new" if even_if_new else ""
    return [f"{word}{', ' if ':' in text else ': '}{text}" if word else text for text in texts]


def play_with_notes(
    seat: RemoteSeat,
    view: ViewJson,
    lines: Sequence[str],
    texts: Sequence[str],
    *,
    blind: bool = False,
    forced: bool = False,
) -> ReceiptJson:
    """Play a turn and leave notes with it, in one request: both are taken, or neither is."""
    desk = NotesDesk(seat)
    worked = desk.work_out(texts, lines, forced=forced, blind=blind)
    slips = desk.sign(worked, view, NoteSpan(), played=1)
    receipt = seat.play_with(view, turn_slip(seat.client.profile, view, lines, blind=blind, forced=forced), slips)
    noted = receipt.get("notes", [])
    desk.keep(slips[: len(noted)], noted)
    show_worked(seat.env, worked)
    return receipt


def tell_left(env: Env, receipt: ReceiptJson) -> None:
    """Tell how many notes were left with a turn."""
    count = len(receipt.get("notes", []))
    if count:
        env.tell(Count("{n} note is left; nobody else can tell.", "{n} notes are left; nobody else can tell.", count))


def show_worked(env: Env, worked: WorkedOutJson) -> None:
    """Show notes as they were understood."""
    if env.json:
        return
    for one in worked["notes"]:
        env.read_out(f"  {one['shown']}", 4)


def say_waiting(game: GameJson) -> Text | None:
    """Return how many notes of the reader's own wait at a table; an older club does not say."""
    count = game.get("notes", 0)
    return Count("{n} note", "{n} notes", count) if count else None


def tell_waiting(env: Env, game: GameJson) -> None:
    """Tell that notes of the reader's own wait at a table."""
    count = game.get("notes", 0)
    if count:
        env.tell(Count("{n} note of yours waits here.", "{n} notes of yours wait here.", count))
        env.tell(Text("`atelier note {game}` shows what they would do.", game=game["id"]))


def tell_notes(env: Env, notes: Sequence[ReadNoteJson]) -> None:
    """List notes with what each would do now."""
    for one in notes:
        env.read_out(f"{one['note']:4}  {one['shown']}", 6)
        for text in (*_tell_would(one), *_tell_limits(env, one)):
            env.read_out(f"      {env.say(text)}", 6)
        for why in one["why"]:
            env.read_out(f"      {why}", 6)


def _tell_would(one: ReadNoteJson) -> list[Text]:
    moves = " · ".join(one["moves"])
    said = [WOULD[one["would"]].fill(moves=moves)]
    if one["unplayed"]:
        said.append(Text("and not: {moves}", moves=" · ".join(one["unplayed"])))
    if one["reveals"]:
        said.append(Text("it shows something, so it could not be undone"))
    return said


def _tell_limits(env: Env, one: ReadNoteJson) -> list[Text]:
    said = []
    if one["ask"] is not None:
        said.append(Text("up to ask {n}", n=one["ask"]))
    if one["round"] is not None:
        said.append(Text("up to round {n}", n=one["round"]))
    if one["until"] is not None:
        said.append(Text("up to {when}", when=moment(env, one["until"])))
    if one["stays"]:
        said.append(Text("it stays when you play by hand"))
    return said
