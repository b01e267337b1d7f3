"""What a table could do, as people write it: `bot dan`, `extend dan 2d`, `pause 7d`, `stop`."""

from collections.abc import Sequence

from engine.core.dates import DAY, read_span
from engine.core.errors import Refused
from engine.core.names import fold
from engine.ledger.agreements import NEEDED
from engine.ledger.entries import MotionTerms
from engine.ledger.slips import MotionWord

OPEN_FOR = 7 * DAY
"""How long a motion can be agreed to, unless it says otherwise."""
WORDS: dict[str, MotionWord] = {
    "bot": "bot_seat",
    "robot": "bot_seat",
    "substitute": "open_seat",
    "remplacant": "open_seat",
    "extend": "extend",
    "prolonger": "extend",
    "pause": "pause",
    "stop": "stop",
    "arreter": "stop",
}


def read_proposal(words: Sequence[str], players: Sequence[str], head: str, now: int) -> MotionTerms:
    """Return the motion that somebody wrote, on the head that they saw."""
    do = WORDS.get(fold(words[0])) if words else None
    if do is None or len(words) != 1 + len(NEEDED[do]):
        raise Refused(
            "invalid_value", "Propose one of these: bot NAME, substitute NAME, extend NAME 2d, pause 7d, or stop."
        )
    rest = list(words[1:])
    about = find_seat(rest.pop(0), players) if "about" in NEEDED[do] else None
    until = now + read_span(rest.pop(0)) if "until" in NEEDED[do] else None
    return MotionTerms(do=do, on=head, ends=now + OPEN_FOR, about=about, until=until)


def find_seat(name: str, players: Sequence[str]) -> int:
    """Return the seat of a player by name, or by p1, p2 and so on."""
    names = {f"p{seat + 1}": seat for seat in range(len(players))}
    names |= {fold(player): seat for seat, player in enumerate(players)}
    if fold(name) not in names:
        raise Refused(
            "invalid_value", "There is no {name} at the table: {players}.", name=name[:64], players=list(players)
        )
    return names[fold(name)]
