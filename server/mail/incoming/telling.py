"""What is said of a mail in its answer: what was played, or why nothing was."""

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.table import Outcome
from engine.core.wording import Scribe
from engine.ledger.clerk import Written


def tell_refusal(refused: Refused | IllegalMove, voice: Voice) -> list[str]:
    """Return why a mail was refused, and that nothing was played."""
    said = refused.say(voice=voice)
    if isinstance(refused, IllegalMove):
        said = voice.say(Text("Line {number}: {why}", number=refused.index + 1, why=said))
    return [said, voice.say(Text("Nothing was played."))]


def tell_turn(written: Written, seat: int, lang: str, names: tuple[str, ...]) -> list[str]:
    """Return line by line what was played and what came of it, as the player may know it."""
    outcome = written.outcome
    table = written.record.table
    assert outcome is not None
    assert table is not None
    voice = table.voice(lang, names)
    scribe = Scribe(table.rules.lexicon, voice.lang, names)
    count = len(outcome.by_move)
    whole = count + len(outcome.unplayed)
    n = written.entry.header.n
    said = [voice.say(Text("Played {count} of {all} moves as entry {n}.", count=count, all=whole, n=n))]
    for move, events in outcome.by_move:
        told = " ".join(voice.say(event.text()) for event in events if event.is_seen_by(seat))
        line = scribe.line(move)
        said.append(f"`{line}`: {told}" if told else f"`{line}`")
    return said + _tell_unplayed(outcome, voice)


def _tell_unplayed(outcome: Outcome, voice: Voice) -> list[str]:
    """Return what was not played, and why."""
    if not outcome.unplayed:
        return []
    why = Text(
        "You have learned something, and your turn goes on; not played yet: {lines}.",
        lines=[f"`{line}`" for line in outcome.unplayed],
    )
    if outcome.refusal is not None:
        return [outcome.refusal.say(voice=voice), voice.say(why)]
    return [voice.say(why)]
