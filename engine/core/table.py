"""The one object that everything else uses: a game in play, with its legal moves, views and dumps."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.canonical import canonical, work_out
from engine.core.chance import Chance
from engine.core.errors import IllegalMove, Refusal, Refused
from engine.core.language import Text, Voice
from engine.core.names import Tolerant, strings_in
from engine.core.notation import parse, read
from engine.core.rules import AnyRules
from engine.core.sheet import Sheet
from engine.core.types import Event, Move, Options, Result, Seat, State, TurnMark
from engine.core.wording import Scribe, type_move

DUMP_FORMAT = 1
MOST_ALLOWED_SHOWN = 12
LineOrMove = str | Move


class Outcome:
    """What became of a turn: each move played with its events, what was left unplayed and why."""

    __slots__ = (
        "advice",
        "by_move",
        "forced",
        "learned_by",
        "refusal",
        "stopped",
        "table",
        "touched",
        "turn",
        "unplayed",
    )

    def __init__(self, table: "Table") -> None:
        """Start with nothing played."""
        self.table = table
        self.by_move: list[tuple[Move, tuple[Event, ...]]] = []
        self.unplayed: tuple[str, ...] = ()
        self.stopped: str | None = None
        self.refusal: IllegalMove | None = None
        self.learned_by: frozenset[Seat] = frozenset()
        self.touched = False
        self.advice: list[Text] = []
        self.turn: TurnMark = ()
        """The turn in which the last move was played."""
        self.forced = 0
        """How many of the moves were nobody's wish: nothing else was left."""

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that were played."""
        return tuple(move for move, _ in self.by_move)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""
        return tuple(event for _, events in self.by_move for event in events)

    def go_on(self, seat: Seat, move: Move) -> None:
        """Play a move that goes without saying after those of the turn."""
        self.table.play_one(self, seat, move)
        self.forced += 1


class Dump(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A table as it is stored; it holds the seed and every secret, and is sent to nobody."""

    atelier: int
    game: str
    version: int
    edition: str
    seats: int
    options: dict[str, Any]
    state: msgspec.Raw
    seed: str
    drawn: dict[str, int]
    components: dict[str, Any] | None = None


work_out(Dump)


class Table:
    """A game in play."""

    __slots__ = ("_options", "chance", "rules", "seats", "state")

    def __init__(self, rules: AnyRules, state: State, chance: Chance, seats: int, options: Options) -> None:
        """Put together a table; use `engine.open_table` or `engine.load_table`."""
        self.rules = rules
        self.state = state
        self.chance = chance
        self.seats = seats
        self._options = options

    @property
    def options(self) -> dict[str, Any]:
        """The options that the game was opened with, as far as they differ from the defaults."""
        plain: dict[str, Any] = msgspec.to_builtins(self._options)
        return plain

    @property
    def chosen(self) -> Options:
        """The options that the game was opened with, typed."""
        return self._options

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that are asked; () when the game is over."""
        return self.rules.awaiting(self.state)

    @property
    def result(self) -> Result | None:
        """None while the game runs, else scores, ranking, winners and how it ended."""
        return self.rules.result(self.state)

    def legal(self, seat: Seat) -> list[Move]:
        """Return every legal move of a seat; str() of a move is its notation."""
        return self.rules.legal(self.state, seat)

    def view(self, seat: Seat | None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) may know, JSON-plain."""
        state = self.state
        awaiting = self.awaiting
        asked = self.rules.open_steps(state, seat)[0].name if seat is not None and seat in awaiting else None
        head = {"game": self.rules.id, "seats": self.seats, "you": seat, "awaiting": list(awaiting), "asked": asked}
        result = self.result
        over = None if result is None else msgspec.to_builtins(result)
        return {**head, "result": over, **self.rules.view(state, seat)}

    def sheet(self, seat: Seat | None, lang: str = "en", players: Sequence[str] = ()) -> Sheet:
        """Return the board as a seat may see it; str() of it is 80-column text."""
        return self.rules.sheet(self.view(seat), self.voice(lang, players))

    def voice(self, lang: str = "en", players: Sequence[str] = ()) -> Voice:
        """Return a voice that knows the names of this game's things and players."""
        return Voice(lang, self.rules.names, players)

    def scribe(self, seat: Seat | None, lang: str = "en", players: Sequence[str] = ()) -> Scribe:
        """Return who writes moves as their reader at a seat types them."""
        return self.rules.scribe(self.view(seat), self.voice(lang, players))

    def prompt(self, seat: Seat) -> Text | None:
        """Return what is asked of a seat, or None when it is not awaited."""
        return self.rules.prompt(self.state, seat)

    def read(self, seat: Seat, line: LineOrMove, players: Sequence[str] = ()) -> Move:
        """Return the move that a line means for a seat now; a trailing `!` is not part of it."""
        if isinstance(line, Move):
            return line
        text = line.strip().removesuffix("!").rstrip()
        try:
            move = parse(text, self.rules.verbs)
            if self.check(seat, move) is None:
                return move
        except IllegalMove:
            pass
        move = read(text, self.rules.verbs, self._reader(seat, players), self.legal(seat))
        step = self.rules.find_step(self.state, seat, move)
        if isinstance(step, Refusal):
            return move
        plain: Move = step.plain(self.state, seat, move)
        return plain

    def _reader(self, seat: Seat, players: Sequence[str]) -> Tolerant:
        """Return who recognises what a seat names."""
        view = self.view(seat)
        return Tolerant(self.rules.lexicon, strings_in(view), players, self.rules.rows(view))

    def check(self, seat: Seat, move: Move) -> Refusal | None:
        """Return why a move is refused now, or None."""
        step = self.rules.find_step(self.state, seat, move)
        return step if isinstance(step, Refusal) else step.check(self.state, seat, move)

    def advise(self, seat: Seat, move: Move) -> Text | None:
        """Return a warning about a legal move, or None."""
        step = self.rules.find_step(self.state, seat, move)
        return None if isinstance(step, Refusal) else step.advise(self.state, seat, move)

    def play(
        self, seat: Seat, moves: LineOrMove | Sequence[LineOrMove], *, blind: bool = False, players: Sequence[str] = ()
    ) -> Outcome:
        """Play a turn: all of it, or up to the first move by which the seat learned something, or nothing.

        Raises IllegalMove, with nothing changed, unless an earlier move of the turn has already revealed something
        to the player: then what was played stands and the rest comes back as unplayed.
        """
        lines = lines_of(moves)
        outcome = Outcome(self)
        snapshot = self._snapshot() if len(lines) > 1 else None
        for index, line in enumerate(lines):
            try:
                self.play_one(outcome, seat, line, players)
            except IllegalMove as illegal:
                illegal.index, illegal.names = index, self.rules.names
                if seat in outcome.learned_by:
                    outcome.stopped, outcome.refusal = "illegal", illegal
                    break
                if snapshot is not None:
                    self._return_to(snapshot)
                raise
            if seat in self.chance.learned_by and not (blind or plays_on(line)) and index + 1 < len(lines):
                outcome.stopped = "reveal"
                break
        outcome.unplayed = tuple(str(line) for line in lines[len(outcome.by_move) :])
        return outcome

    def imagine(
        self,
        seat: Seat,
        moves: LineOrMove | Sequence[LineOrMove],
        seed: bytes = b"imagine",
        players: Sequence[str] = (),
    ) -> Outcome:
        """Play moves on a copy in which all that the seat can't know is dealt anew; stop at the first reveal.

        What a revealing move would show is made up, so its events are left out. `outcome.table` is the copy.
        """
        copy, lines = self.redeal(seat, seed), lines_of(moves)
        outcome = Outcome(copy)
        for index, line in enumerate(lines):
            try:
                copy.play_one(outcome, seat, line, players)
            except IllegalMove as illegal:
                illegal.index, illegal.names = index, self.rules.names
                raise
            if seat in outcome.learned_by:
                outcome.by_move[-1] = (outcome.by_move[-1][0], ())
                outcome.stopped = "reveal" if index + 1 < len(lines) else None
                break
        outcome.unplayed = tuple(str(line) for line in lines[len(outcome.by_move) :])
        return outcome

    def redeal(self, seat: Seat | None, seed: bytes = b"imagine") -> "Table":
        """Return a table that the seat can't tell from this one, with another future."""
        return self.redeal_by(seat, Chance(seed, {"table": 0}), Chance(b"future:" + seed))

    def redeal_by(self, seat: Seat | None, dealing: Chance, future: Chance) -> "Table":
        """Return a table that the seat can't tell from this one, dealt by one chance and going on by another."""
        state = self.rules.redeal(self.state, seat, dealing)
        return Table(self.rules, state, future, self.seats, self._options)

    def play_one(self, outcome: Outcome, seat: Seat, line: LineOrMove, players: Sequence[str] = ()) -> None:
        """Play one move of a turn, and note in its outcome what came of it."""
        move = self.read(seat, line, players)
        step = self.rules.find_step(self.state, seat, move)
        if isinstance(step, Refusal):
            raise IllegalMove(step, type_move(move, self._reader(seat, players)))
        refusal = step.check(self.state, seat, move)
        if refusal is not None:
            raise self._refuse(seat, move, refusal, players)
        advice = step.advise(self.state, seat, move)
        if advice is not None:
            outcome.advice.append(advice)
        outcome.turn = self.rules.mark_turn(self.state)
        self.chance.clear_marks()
        events = step.apply(self.state, seat, move, self.chance)
        outcome.by_move.append((move, tuple(events)))
        outcome.touched = outcome.touched or self.chance.touched
        if self.chance.learned_by:
            outcome.learned_by |= self.chance.learned_by

    def _refuse(self, seat: Seat, move: Move, refusal: Refusal, players: Sequence[str]) -> IllegalMove:
        """Return the refusal of a move, which is said as its reader types it."""
        reader = self._reader(seat, players)
        allowed = [type_move(other, reader) for other in self._find_allowed(seat, move)]
        return IllegalMove(refusal, type_move(move, reader), allowed=allowed)

    def _find_allowed(self, seat: Seat, move: Move) -> list[Move]:
        """Return legal moves of the same kind; only those that begin alike, if there are any."""
        kind, start = type(move), str(move).split()[:2]
        alike = [other for other in self.legal(seat) if type(other) is kind]
        return ([other for other in alike if str(other).split()[:2] == start] or alike)[:MOST_ALLOWED_SHOWN]

    def _snapshot(self) -> tuple[bytes, dict[str, int]]:
        return self.rules.pack(self.state), self.chance.positions

    def _return_to(self, snapshot: tuple[bytes, dict[str, int]]) -> None:
        self.state = self.rules.unpack(snapshot[0])
        self.chance.return_to(snapshot[1])

    def copy(self) -> "Table":
        """Return a table that goes on by itself from here."""
        state = self.rules.unpack(self.rules.pack(self.state))
        return Table(self.rules, state, Chance(self.chance.seed, self.chance.positions), self.seats, self._options)

    def state_bytes(self) -> bytes:
        """Return the canonical bytes of the position, without the seed: what the ledger commits to."""
        return canonical({"drawn": self.chance.positions, "state": self.state})

    def dump(self, *, whole: bool = True) -> bytes:
        """Return the table as JSON bytes; `engine.load_table` goes on from there.

        A dump that is not whole leaves out the tables of a club's own edition, for those who keep them elsewhere.
        """
        rules = self.rules
        return canonical(
            Dump(
                atelier=DUMP_FORMAT,
                game=rules.id,
                version=rules.version,
                edition=rules.bound.digest,
                seats=self.seats,
                options=self.options,
                state=msgspec.Raw(canonical(self.state)),
                seed=self.chance.seed.hex(),
                drawn=self.chance.positions,
                components=rules.bound.own if whole else None,
            )
        )


def lines_of(moves: LineOrMove | Sequence[LineOrMove]) -> Sequence[LineOrMove]:
    """Return the lines of a turn, or refuse one that has none."""
    lines: Sequence[LineOrMove] = [moves] if isinstance(moves, str | Move) else moves
    if not lines:
        raise Refused("invalid_value", "A turn needs at least one move.")
    return lines


def plays_on(line: LineOrMove) -> bool:
    """Tell whether the turn goes on after a line whatever it reveals: it ends with `!`."""
    return isinstance(line, str) and line.rstrip().endswith("!")


def new_table(rules: AnyRules, seats: int, options: Mapping[str, Any] | None, seed: bytes) -> Table:
    """Return a table at its first position."""
    if seats not in rules.seats:
        raise Refused(
            "seats_out_of_range",
            "{game} is for {fewest} to {most} players, not {seats}.",
            game=rules.title.en,
            fewest=rules.seats[0],
            most=rules.seats[-1],
            seats=seats,
        )
    typed = rules.options(options)
    chance = Chance(seed)
    return Table(rules, rules.setup(seats, typed, chance), chance, seats, typed)


def read_dump(data: bytes | str) -> Dump:
    """Return the outer part of a dump, or refuse what is none."""
    try:
        dump = msgspec.json.decode(data, type=Dump)
        bytes.fromhex(dump.seed)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise Refused("broken_dump", "This is not a dump of a table: {error}.", error=str(error)) from None
    if dump.atelier != DUMP_FORMAT:
        raise Refused("broken_dump", "Dumps of format {format} can't be read here.", format=dump.atelier)
    return dump


def load_dump(rules: AnyRules, dump: Dump, *, trusted: bool) -> Table:
    """Return the table of a dump; unless it is one's own (trusted), say what makes no sense in it."""
    options = rules.options(dump.options)
    try:
        state = rules.decoder.decode(dump.state)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("broken_dump", "The state of the dump does not fit: {error}.", error=str(error)) from None
    table = Table(rules, state, Chance(bytes.fromhex(dump.seed), dump.drawn), dump.seats, options)
    if not trusted:
        refuse_problems(find_contradictions(table))
        refuse_problems(find_unreached(table))
    return table


def find_contradictions(table: Table) -> Iterator[str]:
    """Yield what makes no sense in a table: what does not add up, what nobody could answer, what can't be shown."""
    if table.seats not in table.rules.seats:
        yield f"{table.seats} seats"
    yield from table.rules.problems(table.state, table.seats, table.chosen)
    for seat in (None, *range(table.seats)):
        table.sheet(seat)


def find_unreached(table: Table) -> Iterator[str]:
    """Yield what no play can lead to."""
    streams = {"table", *(f"p{seat + 1}" for seat in range(table.seats))}
    if not all(position > 0 and label in streams for label, position in table.chance.positions.items()):
        yield "chance was read to where it can't be"
    yield from table.rules.unreached(table.state, table.seats, table.chosen)


def refuse_problems(problems: Iterator[str]) -> None:
    """Refuse a position at its first problem; what can't even be looked at is one."""
    try:
        problem = next(problems, None)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        problem = f"it can't be looked at ({type(error).__name__} {error})"
    if problem is not None:
        raise Refused("broken_dump", "The position makes no sense: {problem}.", problem=problem)
