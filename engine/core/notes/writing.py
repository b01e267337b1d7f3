"""Writing a note: worked out as if it were its seat's turn on the position that the seat sees."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engine.core.certainty import WORLDS, foresee
from engine.core.errors import IllegalMove, Refused
from engine.core.names import fold
from engine.core.notes.judging import is_asked_in
from engine.core.notes.misfits import ANY, say_phase
from engine.core.notes.named import find_free, is_plain, mark_of, name_move, read_ahead
from engine.core.notes.reading import SaidMove, SaidNote, read_note
from engine.core.notes.terms import MOST_MOVES, MOST_OPTIONS, MOST_PLAYED, NoteMove, NoteTerms
from engine.core.spelling import verb_of
from engine.core.table import Table
from engine.core.types import Move, Seat

ALL = frozenset({"all", "tout", "toutes", "tous"})


class _Draft(NamedTuple):
    """A note that was worked out, and the table after its first alternative: where the next one is written."""

    terms: NoteTerms
    after: Table


def write_notes(table: Table, seat: Seat, texts: Sequence[str], players: Sequence[str] = ()) -> list[NoteTerms]:
    """Return what notes say that a seat has typed, each written where the one before it leaves the table."""
    written: list[NoteTerms] = []
    world = table.redeal(seat)
    for text in texts:
        said = read_note(world.rules, text, world.view(seat))
        note = _write(world, seat, said, players)
        written.append(note.terms)
        world = note.after
    return written


def _write(world: Table, seat: Seat, said: SaidNote, players: Sequence[str]) -> _Draft:
    """Work a note out in its phase; one that names none, in the first phase where its moves are legal."""
    illegal: IllegalMove | None = None
    for asked, phase in imagine_asked(world, seat, said.phase):
        try:
            return _write_at(asked, seat, said._replace(phase=phase), players)
        except IllegalMove as refused:
            illegal = illegal or refused
    if illegal is not None:
        raise illegal
    raise _refuse_unknown(world, said.phase)


def imagine_asked(world: Table, seat: Seat, phase: str | None) -> Iterator[tuple[Table, str | None]]:
    """Yield tables at which the seat is asked, each with the phase that it is asked in: first as it stands, if it is."""
    rules = world.rules
    view = world.view(seat)
    if is_asked_in(rules, view, phase):
        yield world, phase or rules.find_phase(view) or view["asked"]
    for other in rules.asked_in if phase is None else (phase,):
        copy = world.copy()
        if (
            not is_asked_in(rules, view, other)
            and other in rules.asked_in
            and rules.put_on_turn(copy.state, seat, other)
        ):
            yield copy, other


def _refuse_unknown(world: Table, phase: str | None) -> Refused:
    if phase is None:
        return Refused(
            "not_awaited", "A note can't be written now: what you will be asked depends on what nobody knows yet."
        )
    return Refused(
        "not_awaited",
        "A note for `{phase}` can't be written now: it depends on what nobody knows yet.",
        phase=say_phase(world.rules, phase),
    )


def _write_at(asked: Table, seat: Seat, said: SaidNote, players: Sequence[str]) -> _Draft:
    known = _mark_options(asked, seat) if said.is_wary else None
    first, *others = [_work_out(asked, seat, moves, players) for moves in said.alternatives]
    terms = NoteTerms(
        alternatives=(first[0], *(moves for moves, _ in others)),
        phase=said.phase,
        known=known,
        having=said.having,
        worlds=WORLDS,
    )
    return _Draft(terms, first[1])


def _work_out(
    asked: Table, seat: Seat, said: Sequence[SaidMove], players: Sequence[str]
) -> tuple[tuple[NoteMove, ...], Table]:
    """Return the moves of an alternative with what they bring, and the table after them."""
    table = asked.copy()
    moves: list[NoteMove] = []
    for index, one in enumerate(said):
        try:
            has_learned = _add_moves(moves, table, seat, one, players)
        except IllegalMove as illegal:
            illegal.index, illegal.names = index, table.rules.names
            raise
        if has_learned and not one.on and said[index + 1 :]:
            raise Refused(
                "invalid_value",
                "By `{move}` you learn something, and are asked again: write `{move}!` if what follows is to be played all the same.",
                move=one.line,
            )
    return tuple(moves), table


def _add_moves(moves: list[NoteMove], table: Table, seat: Seat, said: SaidMove, players: Sequence[str]) -> bool:
    """Work out one typed move, or all that `VERB all` means, and tell whether the seat has learned something."""
    any_kind = _find_verb(table, said.line, ALL.union(ANY.values()) if said.freely else ANY.values())
    if any_kind is not None or said.freely:
        line = read_ahead(table, seat, said.line, players) if any_kind is None else verb_of(any_kind)
        return _add_freely(moves, table, seat, NoteMove(line, {}, on=said.on, freely=True))
    kind = _find_verb(table, said.line, ALL)
    if kind is None:
        return _add_move(moves, table, seat, table.read(seat, said.line, players), said)
    count = len(moves)
    while (move := _find_plain(table, seat, kind)) is not None and len(moves) < MOST_MOVES:
        if _add_move(moves, table, seat, move, said):
            return True
    if len(moves) == count:
        _add_move(moves, table, seat, table.read(seat, said.line, players), said)
    return False


def _add_freely(moves: list[NoteMove], table: Table, seat: Seat, wanted: NoteMove) -> bool:
    """Write down a free move, play what it can be now, and tell whether the seat has learned something."""
    moves.append(wanted)
    meant = islice(find_free(table, seat, wanted.line), MOST_PLAYED)
    return any(seat in table.play(seat, move).learned_by and not wanted.on for move in meant)


def _add_move(moves: list[NoteMove], table: Table, seat: Seat, move: Move, said: SaidMove) -> bool:
    named = name_move(move, table.rules.rows(table.view(seat)))
    brings = foresee(table, seat, move)
    moves.append(NoteMove(str(named), brings, said.optional, said.on, said.within))
    return seat in table.play(seat, move).learned_by


def _find_verb(table: Table, line: str, words: Collection[str]) -> type[Move] | None:
    """Return the kind of move of which a line means all or any: `use all`, `discard any`."""
    verb, _, rest = fold(line).partition(" ")
    return table.rules.verbs.get(verb) if rest in words else None


def _find_plain(table: Table, seat: Seat, kind: type[Move]) -> Move | None:
    """Return the first legal move of a kind that leaves nothing to choose but what it is about."""
    return next((move for move in table.legal(seat) if type(move) is kind and is_plain(move)), None)


def _mark_options(asked: Table, seat: Seat) -> tuple[str, ...]:
    rows = asked.rules.rows(asked.view(seat))
    marks = sorted({mark_of(move, rows) for move in asked.legal(seat)})
    if len(marks) > MOST_OPTIONS:
        raise Refused(
            "invalid_value",
            "There are {n} options, and `unless new` keeps at most {limit}: write `even if new`.",
            n=len(marks),
            limit=MOST_OPTIONS,
        )
    return tuple(marks)
