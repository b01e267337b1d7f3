"""Judges fired notes without the evaluator: plays their moves on a copy and counts what came of them."""

import random
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import engine
from engine.core.arguments import Position
from engine.core.errors import IllegalMove, Refused
from engine.core.notes.judging import Verdict, judge
from engine.core.notes.terms import NoteMove, NoteTerms
from engine.core.notes.writing import write_notes
from engine.core.spelling import slots
from engine.core.table import Outcome, Table
from engine.core.types import Move, Seat


class Play:
    """A random game whose seats leave random notes, and the notes that are due."""

    def __init__(self, game: str, seats: int, seed: str) -> None:
        self.rng = random.Random(seed)
        self.table = engine.open_table(game, seats, seed=seed.encode())
        self.notes: dict[Seat, NoteTerms] = {}
        self.options: dict[Seat, set[str]] = {}
        """What could be played where each note was written."""

    def due(self) -> Iterator[tuple[Seat, NoteTerms]]:
        """Yield each note that is due, on the table where it is; play goes on in between, whatever it says."""
        while self.table.awaiting:
            for seat in range(self.table.seats):
                if seat not in self.notes and self.rng.random() < 0.5:
                    self._leave(seat)
            for seat in self.table.awaiting:
                if seat in self.notes:
                    yield seat, self.notes.pop(seat)
            seat = self.rng.choice(self.table.awaiting)
            self.table.play(seat, self.rng.choice(self.table.legal(seat)))

    def _leave(self, seat: Seat) -> None:
        asked = self._find_asked(seat)
        if asked is None:
            return
        alternatives = [self._line_up(asked.copy(), seat) for _ in range(self.rng.choice((1, 2, 3)))]
        phase = asked.rules.find_phase(asked.view(seat)) or asked.view(seat)["asked"]
        bold = self.rng.choice(("", ", even if new", ", unless new"))
        try:
            (self.notes[seat],) = write_notes(self.table, seat, [f"{phase}{bold}: " + " | ".join(alternatives)])
            self.options[seat] = find_options(asked, seat)
        except (IllegalMove, Refused):
            return  # what was drawn in one world may not be legal in another

    def _find_asked(self, seat: Seat) -> Table | None:
        """Return a table where the seat is asked: as it stands, or in a phase put up for it."""
        world, rules = self.table.redeal(seat), self.table.rules
        if seat in world.awaiting and self.rng.random() < 0.5:
            return world
        phase = self.rng.choice(list(rules.asked_in))
        if seat in world.awaiting and rules.find_phase(world.view(seat)) == phase:
            return world
        return world if rules.put_on_turn(world.state, seat, phase) and seat in world.awaiting else None

    def _line_up(self, world: Table, seat: Seat) -> str:
        """Return some legal moves as its player types them, with marks here and there."""
        lines: list[str] = []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            if seat not in world.awaiting:
                break
            move = self.rng.choice(world.legal(seat))
            line = world.scribe(seat, self.rng.choice(("en", "fr"))).line(move)
            outcome = world.play(seat, move)
            mark = self.rng.choice(("", "", "?", "!", "~", "~2!", "?~0", "*", "*!"))
            if "*" in mark and self.rng.random() < 0.5:
                lines.append(f"{line.split()[0]} any{mark}")
                break
            lines.append(line + mark)
            if seat in outcome.learned_by and "!" not in mark:
                break
        return "; ".join(lines)


def hold(play: Play, seat: Seat, terms: NoteTerms) -> Verdict:
    """Return the verdict on a note, after seeing that it is what the positions themselves say."""
    table = play.table
    before = table.dump()
    verdict = judge(table, seat, terms)
    assert table.dump() == before
    assert judge(table, seat, terms) == verdict or not same_misfits(verdict)
    if verdict.taken is not None:
        taken = terms.alternatives[verdict.taken]
        assert came_true(table, seat, taken, verdict.moves), (terms, verdict)
        assert terms.known is None or find_options(table, seat) <= play.options[seat], (terms, verdict)
        for earlier in terms.alternatives[: verdict.taken]:
            assert not plainly_fits(table, seat, earlier), (terms, verdict)
    return verdict


def same_misfits(verdict: Verdict) -> bool:
    """Tell whether two verdicts can be compared: refusals are objects without equality."""
    return not any(hasattr(misfit, "refusal") for misfit in verdict.misfits)


def came_true(table: Table, seat: Seat, taken: Sequence[NoteMove], moves: Sequence[Move]) -> bool:
    """Play the moves on a copy: each is legal, is what one of the alternative's says, and brings what was said."""
    copy, left = table.copy(), list(taken)
    for move in moves:
        assert move in copy.legal(seat)
        meant = [wanted for wanted in left if _says(copy, seat, wanted, move)]
        changes, outcome = play_and_count(copy, seat, move)
        while left[0] not in meant or not _came(table.rules.goods, left[0], changes, outcome):
            wanted = left.pop(0)
            assert wanted.optional or wanted.freely
        wanted = left[0] if _is_kind(left[0]) else left.pop(0)
        if seat in outcome.learned_by and not wanted.on:
            return move is moves[-1]
    return True


def _came(goods: Collection[str], wanted: NoteMove, changes: dict[str, int], outcome: Outcome) -> bool:
    """Tell whether what a move brought is what was said of it, as far as that was certain."""
    if wanted.freely:
        return True
    if not outcome.touched and not outcome.learned_by:
        return _is_as_good(goods, wanted, changes)
    return wanted.within is not None or wanted.brings.items() <= changes.items()


def _is_as_good(goods: Collection[str], wanted: NoteMove, changes: dict[str, int]) -> bool:
    """Tell whether as much came of a move as was said, or nearly so where the note allows it."""
    if wanted.within is None:
        return changes == wanted.brings
    counted = {*goods, "cards", "points"}
    rest = [{key: n for key, n in one.items() if key not in counted} for one in (changes, wanted.brings)]
    return rest[0] == rest[1] and all(
        changes.get(key, 0) + wanted.within >= wanted.brings.get(key, 0) for key in counted
    )


def plainly_fits(table: Table, seat: Seat, alternative: Sequence[NoteMove]) -> bool:
    """Tell whether all of an alternative could be played as it says: only of one without marks, chance and reveals."""
    copy = table.copy()
    for wanted in alternative:
        meant = [move for move in copy.legal(seat) if _says(copy, seat, wanted, move)]
        if wanted.optional or wanted.on or wanted.freely or len(meant) != 1:
            return False
        changes, outcome = play_and_count(copy, seat, meant[0])
        if outcome.touched or outcome.learned_by or changes != wanted.brings:
            return False
    return True


def find_options(table: Table, seat: Seat) -> set[str]:
    """Return every legal move with all that stands where it points to."""
    rows: Any = table.rules.rows(table.view(seat))
    return {_spell(rows, move) for move in table.legal(seat)}


def play_and_count(table: Table, seat: Seat, move: Move) -> tuple[dict[str, int], Outcome]:
    """Play a move where it stands, and count what changed."""
    purse = table.rules.purse
    before = dict(purse(table.view(seat), seat))
    outcome = table.play(seat, move)
    after = purse(table.view(seat), seat)
    if table.result is not None:
        before.pop("points", None)
        after = {key: n for key, n in after.items() if key != "points"}
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in {*before, *after}}
    return {key: n for key, n in changes.items() if n}, outcome


def _says(table: Table, seat: Seat, wanted: NoteMove, move: Move) -> bool:
    """Tell whether a line is a move, word by word; an id stands for the place where it lies, and a free line may say less."""
    said, played = wanted.line.split(), str(move).split()
    if wanted.freely and len(said) < len(played):
        played = played[: len(said)]
    return len(said) == len(played) and all(
        one == other or _lies_at(table, seat, move, one, other) for one, other in zip(said, played, strict=True)
    )


def _is_kind(wanted: NoteMove) -> bool:
    """Tell whether any move of a kind is meant, as often as one can be played."""
    return wanted.freely and " " not in wanted.line


def _lies_at(table: Table, seat: Seat, move: Move, thing: str, place: str) -> bool:
    """Tell whether a thing lies at a place of the row that the move means: the same may lie in others too."""
    rows: Any = table.rules.rows(table.view(seat))
    meant = [
        rows.get(slot.argument.row, ())
        for slot in slots(type(move))
        if isinstance(slot.argument, Position) and str(getattr(move, slot.field)) == place
    ]
    return any(thing in places[int(place) - 1] for places in meant if int(place) <= len(places))


def _spell(rows: Any, move: Move) -> str:
    """Return the fields of a move, with things for places."""
    shown = [str(move).split()[0]]
    for slot in slots(type(move)):
        value = getattr(move, slot.field)
        places = rows.get(slot.argument.row, ()) if isinstance(slot.argument, Position) else ()
        shown.append(repr(sorted(places[value - 1]) or value) if places and value else repr(value))
    return " ".join(shown)
