"""Whether a note still means what it meant: pure, from what its seat may know and what is legal now."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.core.certainty import MANY_WORLDS, WORLDS, foresee
from engine.core.errors import IllegalMove, Refused
from engine.core.names import Rows
from engine.core.notes.misfits import CardGone, Changed, Misfit, NewOption, NotLegal, OtherPhase, ThingGone
from engine.core.notes.named import find_free, mark_of, name_move, place_move, read_named
from engine.core.notes.terms import MOST_PLAYED, NoteMove, NoteTerms
from engine.core.phases import IN_HAND, POINTS
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.core.types import Move, Seat


class Verdict(NamedTuple):
    """The alternative that a note takes with its moves, or why it does not fire: as a whole, or each alternative."""

    taken: int | None = None
    moves: tuple[Move, ...] = ()
    unplayed: tuple[str, ...] = ()
    """What is left of the alternative after something was learned."""
    reveals: bool = False
    """Whether it draws or shows something, so that it can't be taken back."""
    misfits: tuple[Misfit, ...] = ()
    """For each alternative that was passed over, or once for the note, why."""


class _Trial:
    """An alternative being tried on a copy of the table."""

    def __init__(self, table: Table, seat: Seat, worlds: int) -> None:
        self.table = table.copy()
        self.seat = seat
        self.worlds = worlds
        self.moves: list[Move] = []
        self.has_learned = False
        self.reveals = False

    def run(self, alternative: Sequence[NoteMove]) -> Verdict:
        """Return what came of it; its misfit is the first move that does not fit before something was learned."""
        for index, wanted in enumerate(alternative):
            if wanted.freely:
                if self._play_freely(wanted):
                    return self._stop(alternative[index + 1 :])
                continue
            found = find_meant(self.table, self.seat, wanted, self.worlds)
            if isinstance(found, Move):
                if self._play(found) and not wanted.on:
                    return self._stop(alternative[index + 1 :])
            elif not wanted.optional:
                return self._stop(alternative[index:]) if self.has_learned else Verdict(misfits=(found,))
        return self._stop(())

    def _play_freely(self, wanted: NoteMove) -> bool:
        """Play what a free move can be now, and tell whether the turn stops at what that shows."""
        room = max(0, MOST_PLAYED - len(self.moves))
        meant = islice(find_free(self.table, self.seat, wanted.line), room)
        return any(self._play(move) and not wanted.on for move in meant)

    def _play(self, move: Move) -> bool:
        """Play a move, and tell whether the seat has learned something by it."""
        outcome = self.table.play(self.seat, move)
        self.moves.append(move)
        has_learned = self.seat in outcome.learned_by
        self.has_learned = self.has_learned or has_learned
        self.reveals = self.reveals or has_learned or outcome.touched
        return has_learned

    def _stop(self, left: Sequence[NoteMove]) -> Verdict:
        return Verdict(moves=tuple(self.moves), unplayed=tuple(one.line for one in left), reveals=self.reveals)


def judge(table: Table, seat: Seat, terms: NoteTerms) -> Verdict:
    """Return which alternative of a note is played now, or why none is; the seat is asked and nothing is changed."""
    check_worlds(terms)
    misfit = _find_misfit(table, seat, terms)
    if misfit is not None:
        return Verdict(misfits=(misfit,))
    misfits: list[Misfit] = []
    for taken, alternative in enumerate(terms.alternatives):
        verdict = _Trial(table, seat, terms.worlds).run(alternative)
        if verdict.moves:
            return verdict._replace(taken=taken, misfits=tuple(misfits))
        misfits += verdict.misfits or (NotLegal(alternative[0].line, None),)
    return Verdict(misfits=tuple(misfits))


def check_worlds(terms: NoteTerms) -> None:
    """Refuse a note that was written in worlds which this version does not know."""
    if terms.worlds not in MANY_WORLDS:
        raise Refused("unknown_version", "The note was worked out by a newer Atelier (worlds {n}).", n=terms.worlds)


def _find_misfit(table: Table, seat: Seat, terms: NoteTerms) -> Misfit | None:
    """Return why a note does not fire whatever its alternatives are, or None."""
    view = table.view(seat)
    if not is_asked_in(table.rules, view, terms.phase):
        return OtherPhase(terms.phase)
    places = table.rules.places(view)
    for one in terms.having:
        if not any(one.card in there for there in places.get(one.place, ())):
            return CardGone(one.place, one.card)
    return _find_new(table, seat, terms.known, table.rules.rows(view))


def _find_new(table: Table, seat: Seat, known: Sequence[str] | None, rows: Rows) -> Misfit | None:
    if known is None:
        return None
    new = next((move for move in table.legal(seat) if mark_of(move, rows) not in known), None)
    return None if new is None else NewOption(str(name_move(new, rows)))


def is_asked_in(rules: AnyRules, view: Mapping[str, Any], phase: str | None) -> bool:
    """Tell whether a view's reader is asked, and in this phase or step if it is said."""
    asked = view["asked"]
    return asked is not None and (
        phase is None or phase == (rules.find_phase(view) if phase in rules.asked_in else asked)
    )


def is_near(rules: AnyRules, wanted: NoteMove, brings: Mapping[str, int]) -> bool:
    """Tell whether a move brings what it did, or nearly so, as its mark allows; cards are always the same."""
    if wanted.within is None:
        return brings == wanted.brings
    for thing in {*brings, *wanted.brings}:
        more = brings.get(thing, 0) - wanted.brings.get(thing, 0)
        if more < -wanted.within or (more and not _is_counted(rules, thing)):
            return False
    return True


def _is_counted(rules: AnyRules, thing: str) -> bool:
    return thing in rules.goods or thing in (IN_HAND, POINTS)


def find_meant(table: Table, seat: Seat, wanted: NoteMove, worlds: int = WORLDS) -> Move | Misfit:
    """Return the legal move that a note's move means and that brings what it did, or why there is none."""
    try:
        named = read_named(wanted.line, table.rules.verbs)
    except IllegalMove as illegal:
        return NotLegal(wanted.line, illegal.refusal)
    misfit: Misfit = ThingGone(wanted.line)
    for move in place_move(named, table.rules.rows(table.view(seat))):
        refusal = table.check(seat, move)
        if refusal is not None:
            misfit = NotLegal(wanted.line, refusal)
            continue
        brings = foresee(table, seat, move, worlds)
        if is_near(table.rules, wanted, brings):
            return move
        misfit = Changed(wanted.line, wanted.brings, brings)
    return misfit
