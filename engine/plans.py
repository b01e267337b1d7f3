"""Notes as their seat works with them, at a club's table or one's own: worked out from what is typed, shown, tried out."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.errors import Refused
from engine.core.forced import play_forced
from engine.core.notes.judging import Verdict, judge
from engine.core.notes.showing import say_note
from engine.core.notes.terms import NoteTerms
from engine.core.notes.writing import imagine_asked, write_notes
from engine.core.table import Table
from engine.seats import Onlooker, show_line, show_moves

WORLDS_AFTER_A_TURN = (b"imagine", b"another")


class WouldDo(msgspec.Struct, kw_only=True):
    """What a note would do, were its seat asked now: `plays`, `unfit`, or `unknown` where that depends on what nobody knows."""

    would: str
    moves: list[str] = []
    unplayed: list[str] = []
    reveals: bool = False
    """Whether it would draw or show something, so that it could not be taken back."""
    why: list[str] = []
    """Why it would not play, or each alternative that it would pass over."""


class ShownNote(msgspec.Struct, kw_only=True):
    """A note worked out: what its slip says, and the same as its reader types it."""

    says: dict[str, Any]
    shown: str


class TurnBefore(msgspec.Struct, frozen=True):
    """The turn after which notes are to be left: its moves, and whether what goes without saying is played too."""

    moves: Sequence[str] = ()
    forced: bool = False
    blind: bool = False


def work_out(table: Table, by: Onlooker, texts: Sequence[str], turn: TurnBefore) -> list[ShownNote]:
    """Return what typed notes say after a turn (or none) that the seat is about to play."""
    assert by.seat is not None
    worlds = [_play_before(table, by, turn, seed) for seed in WORLDS_AFTER_A_TURN] if turn.moves else [table]
    written = [write_notes(world, by.seat, texts, by.players) for world in worlds]
    return [show_note(table, by, _keep_certain(notes)) for notes in zip(*written, strict=True)]


def _play_before(table: Table, by: Onlooker, turn: TurnBefore, seed: bytes) -> Table:
    """Return a table after a turn of the seat; what the turn would show is made up."""
    assert by.seat is not None
    world = table.redeal(by.seat, seed)
    outcome = world.play(by.seat, turn.moves, blind=turn.blind, players=by.players)
    if outcome.unplayed:
        raise Refused(
            "invalid_value",
            "You learn something by this turn before it is over, and are asked again: leave the note when you have played it.",
        )
    if turn.forced:
        play_forced(outcome, by.seat)
    return world


def _keep_certain(notes: Sequence[NoteTerms]) -> NoteTerms:
    """Return a note that was worked out in two worlds, with the options that there are in both of them."""
    first, last = notes[0], notes[-1]
    if first.known is not None and last.known is not None:
        both = tuple(mark for mark in first.known if mark in last.known)
        first, last = (msgspec.structs.replace(one, known=both) for one in (first, last))
    if first != last:
        raise Refused(
            "not_awaited", "What this note would bring depends on what your turn shows: leave it when you have played."
        )
    return first


def show_note(table: Table, by: Onlooker, terms: NoteTerms) -> ShownNote:
    """Return a note as its slip has it, and as its reader types it."""
    voice = table.voice(by.lang, by.players)
    return ShownNote(says=msgspec.to_builtins(terms), shown=say_note(table.rules, terms, voice))


def try_note(table: Table, by: Onlooker, terms: NoteTerms) -> WouldDo:
    """Return what a note would do, were its seat asked now in the note's phase; nothing hidden is used."""
    assert by.seat is not None
    trial = WouldDo(would="unknown")
    for asked, _ in imagine_asked(table.redeal(by.seat), by.seat, terms.phase):
        trial = show_verdict(asked, by, judge(asked, by.seat, terms))
        if trial.would == "plays":
            break
    return trial


def show_verdict(table: Table, by: Onlooker, verdict: Verdict) -> WouldDo:
    """Return a verdict in its reader's words."""
    assert by.seat is not None
    voice = table.voice(by.lang, by.players)
    return WouldDo(
        would="unfit" if verdict.taken is None else "plays",
        moves=show_moves(table.copy(), by, by.seat, [str(move) for move in verdict.moves]),
        unplayed=[show_line(table, by, by.seat, line) for line in verdict.unplayed],
        reveals=verdict.reveals,
        why=[voice.say(one.text(table.rules)) for one in verdict.misfits],
    )
