"""Notes left by plain mail: worked out for their seat, vouched for by the server; shown and taken back by a line."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from engine import plans
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.names import fold
from engine.core.notes.terms import NoteTerms
from engine.core.table import Table
from engine.ledger.noting import LeftNote
from engine.ledger.record import Record, get_running_table
from engine.ledger.slips import NoteSlip
from engine.seats import Onlooker
from server.models import Session
from server.services import notebook, notes
from server.services.club import Club
from server.services.notebook import ReadNote
from server.services.replies import Proof
from server.services.shelf import Performed

TAKE_BACK = {"drop", "off", "retirer", "aucune"}
PlayedTurn: TypeAlias = tuple[Table, Performed]
"""The table before a turn that came in the same mail, and what it wrote."""


def leave_notes(session: Session, club: Club, proof: Proof, texts: Sequence[str], voice: Voice) -> list[str]:
    """Keep typed notes in place of what waits; return what to tell of it."""
    if not texts:
        return []
    record = notes.get_record(session, _get_game(proof))
    return _leave(session, club, proof, record, _work_out(proof, get_running_table(record), texts, voice), voice)


def leave_after_turn(
    session: Session, club: Club, proof: Proof, texts: Sequence[str], voice: Voice, turn: PlayedTurn
) -> list[str]:
    """Keep notes that came with a turn, worked out from what their author knew before it; the turn stands whatever they are."""
    before, done = turn
    record, outcome = done.last.record, done.written.outcome
    if not texts or record.page.phase != "running":
        return []
    assert outcome is not None
    try:
        with session.begin_nested():
            played = plans.TurnBefore([str(move) for move in outcome.played], blind=True)
            worked_out = _work_out(proof, before, texts, voice, played)
            return _leave(session, club, proof, record, worked_out, voice)
    except (Refused, IllegalMove) as refused:
        return [voice.say(Text("Your note was not kept: {why}", why=refused.say(voice=voice)))]


def _get_game(proof: Proof) -> str:
    if proof.game_id is None or proof.seat is None:
        raise Refused("no_moves", "This mail is about no game.")
    return proof.game_id


def _work_out(
    proof: Proof, table: Table, texts: Sequence[str], voice: Voice, turn: plans.TurnBefore | None = None
) -> list[plans.ShownNote]:
    by = Onlooker(proof.seat or 0, proof.player.lang, voice.players)
    return plans.work_out(table, by, texts, turn or plans.TurnBefore())


def _leave(
    session: Session, club: Club, proof: Proof, record: Record, worked_out: Sequence[plans.ShownNote], voice: Voice
) -> list[str]:
    page, seat = record.page, proof.seat or 0
    first = notes.find_next(session, page.game, seat)
    says = [
        NoteSlip(
            game=page.game,
            seat=seat,
            note=note,
            first=first,
            n=page.n,
            on=page.hash,
            says=msgspec.convert(one.says, NoteTerms),
        )
        for note, one in enumerate(worked_out, first)
    ]
    notes.leave_within(session, club, record, [LeftNote(one, None, "mail", proof.sha256) for one in says])
    kept = [f"`{one.shown}`" for one in worked_out]
    return [voice.say(Text("Left for when you are asked: {notes}.", notes=kept))]


def manage(session: Session, club: Club, proof: Proof, rest: str, voice: Voice) -> list[str]:
    """Show the notes that wait, or take all of them back."""
    game_id = _get_game(proof)
    if fold(rest) in TAKE_BACK:
        notes.drop_within(session, game_id, proof.seat or 0, notes.find_next(session, game_id, proof.seat or 0) - 1)
        return [voice.say(Text("Your notes are taken back: none of them is played."))]
    found = notebook.read_notebook(session, club, game_id, proof.player, proof.player.lang)
    if not found.notes:
        return [voice.say(Text("No note of yours waits at this table."))]
    return [line for one in found.notes for line in _show(one, voice)]


def _show(one: ReadNote, voice: Voice) -> Iterator[str]:
    yield f"{one.note}. `{one.shown}`"
    if one.would == "plays":
        yield voice.say(
            Text("If you were asked now, it would play: {moves}.", moves=[f"`{move}`" for move in one.moves])
        )
    elif one.would == "unfit":
        yield voice.say(Text("If you were asked now, it would not fit: {why}", why=" ".join(one.why)))
    else:
        yield voice.say(Text("What it would do depends on what nobody knows yet."))
