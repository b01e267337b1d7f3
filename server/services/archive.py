"""What is read of games that were archived."""

import lzma

import msgspec
from sqlalchemy import Connection, select

from engine.core.errors import Refused
from engine.ledger.pressing import PressedGame, unpress
from server.models import ArchivedGame, Session, Snapshot


def find_pressed(reading: Session | Connection, game_id: str) -> PressedGame | None:
    """Return the ledger of an archived game, or None where the game has its rows; refuse one that was damaged."""
    packed = reading.execute(select(ArchivedGame.packed).where(ArchivedGame.game_id == game_id)).scalar()
    if packed is None:
        return None
    try:
        return unpress(packed)
    except (lzma.LZMAError, EOFError, msgspec.MsgspecError):
        raise Refused(
            "broken_dump", "The archive of the game {game} is damaged; a backup has it whole.", game=game_id
        ) from None


def find_start(reading: Session | Connection, game_id: str) -> Snapshot | None:
    """Return the position that an archived game began from, if it ever began."""
    pressed = find_pressed(reading, game_id)
    if pressed is None or pressed.start is None:
        return None
    n, dump = pressed.start
    return Snapshot(game_id=game_id, n=n, dump=dump)
