"""What is said of a mail in its answer: what was played, or why nothing was."""

from collections.abc import Sequence
from typing import Any

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.table import Outcome, Table
from engine.ledger.clerk import Written
from engine.seats import Onlooker, show_line, show_moves
from server.services.relays import RelayedTurn


def tell_refusal(refused: Refused | IllegalMove, voice: Voice) -> list[str]:
    """Return why a mail was refused, and that nothing was played."""
    said = refused.say(voice=voice)
    if isinstance(refused, IllegalMove):
        said = voice.say(Text("Line {number}: {why}", number=refused.index + 1, why=said))
    return [said, voice.say(Text("Nothing was played."))]


def tell_relayed(turn: RelayedTurn[Any], written: Written, lang: str) -> list[str]:
    """Return what came of a turn that the server vouched for, to its player."""
    assert turn.before is not None
    by = Onlooker(turn.mailed.seat, lang, turn.names)
    return tell_turn(show_played(turn.before, written, by), written, by, turn.added)


def show_played(before: Table, written: Written, by: Onlooker) -> list[str]:
    """Return the moves of a turn as its player types them, from the table on which it was played."""
    assert by.seat is not None
    assert written.outcome is not None
    return show_moves(before.copy(), by, by.seat, [str(move) for move in written.outcome.played])


def tell_turn(lines: Sequence[str], written: Written, by: Onlooker, added: int) -> list[str]:
    """Return line by line what was played and what came of it, as the player may know it; the last `added` went without saying."""
    outcome = written.outcome
    table = written.record.table
    assert outcome is not None
    assert table is not None
    voice = table.voice(by.lang, by.players).turn_to(by.seat)
    n, count = written.entry.header.n, len(lines)
    whole = count + len(outcome.unplayed)
    said = [voice.say(Text("Played {count} of {all} moves as entry {n}.", count=count, all=whole, n=n))]
    for line, (_, events) in zip(lines, outcome.by_move, strict=True):
        told = " ".join(voice.say(event.text()) for event in events if event.is_seen_by(by.seat))
        said.append(f"`{line}`: {told}" if told else f"`{line}`")
    if added:
        moves = [f"`{line}`" for line in lines[-added:]]
        said.append(voice.say(Text("Played for you, since nothing else was left: {moves}.", moves=moves)))
    return said + _tell_unplayed(outcome, table, by)


def _tell_unplayed(outcome: Outcome, table: Table, by: Onlooker) -> list[str]:
    """Return what was not played, and why."""
    if not outcome.unplayed:
        return []
    assert by.seat is not None
    voice = table.voice(by.lang, by.players)
    why = Text(
        "You have learned something, and your turn goes on; not played yet: {lines}.",
        lines=[f"`{show_line(table, by, by.seat, line)}`" for line in outcome.unplayed],
    )
    if outcome.refusal is not None:
        return [outcome.refusal.say(voice=voice), voice.say(why)]
    return [voice.say(why)]
