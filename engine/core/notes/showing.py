"""A note as its reader would type it, from what is kept of it."""

from collections.abc import Iterator, Sequence

from engine.core.language import Name, Text, Voice
from engine.core.notes.misfits import say_line, say_phase, say_place
from engine.core.notes.named import is_any, read_kept
from engine.core.notes.terms import NoteMove, NoteTerms
from engine.core.rules import AnyRules


def say_note(rules: AnyRules, terms: NoteTerms, voice: Voice) -> str:
    """Return a note as its reader types it: `turn, unless new: take Obelisk | take Beacon`."""
    head = ", ".join(_say_head(rules, terms, voice))
    moves = " | ".join(_say_moves(rules, moves, voice) for moves in terms.alternatives)
    return f"{head}: {moves}" if head else moves


def _say_head(rules: AnyRules, terms: NoteTerms, voice: Voice) -> Iterator[str]:
    if terms.phase is not None:
        yield voice.word(say_phase(rules, terms.phase))
    for one in terms.having:
        yield voice.say(Text("if {place} has {card}", place=say_place(rules, one.place), card=Name(one.card)))
    if (terms.known is not None) != rules.is_wary:
        yield voice.say(Text("even if new") if terms.known is None else Text("unless new"))


def _say_moves(rules: AnyRules, moves: Sequence[NoteMove], voice: Voice) -> str:
    return "; ".join(_say_move(rules, move, voice) for move in moves)


def _say_move(rules: AnyRules, move: NoteMove, voice: Voice) -> str:
    about = "" if move.within is None else "~" if move.within == 1 else f"~{move.within}"
    marks = f"{'?' * move.optional}{'*' * _is_free(rules, move)}{'!' * move.on}"
    return f"{voice.word(say_line(rules, move.line))}{about}{marks}"


def _is_free(rules: AnyRules, move: NoteMove) -> bool:
    """Tell whether a move needs the mark of those that are free: `take any` is free as it stands."""
    return move.freely and not is_any(read_kept(move.line, rules.verbs))
