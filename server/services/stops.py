"""A clock stands still while its player can't be reached: visibly, once per ask, for at most 72 hours."""

from typing import NamedTuple

from sqlalchemy import select, update

from server.models import Letter, Member, OutboxRow, Seat, Session, Stop
from server.services import looks
from server.services.club import Club
from server.storage.inserts import insert_unless_there

LONGEST = 72 * 3600 * 1000


class AskKey(NamedTuple):
    """Which ask: of a game, of a seat, by its number."""

    game_id: str
    seat: int
    ask: int


class Reached(NamedTuple):
    """When something was asked, and when its player was told or looked."""

    asked_at: int
    told_at: int | None
    looked_at: int | None


def stop(session: Session, key: AskKey, began: int) -> None:
    """Stop a seat's clock; a second stop for the same ask changes nothing."""
    row = {**key._asdict(), "began": began, "ended": None}
    insert_unless_there(session, Stop, ["game_id", "seat", "ask"], row)
    looks.wake(session, began, Seat.game_id == key.game_id, Seat.seat == key.seat, Seat.ask == key.ask)


def stop_unreachable(session: Session, key: AskKey) -> None:
    """Stop the clock of an ask whose mail could not be delivered, from when it was asked on."""
    here = (Seat.game_id == key.game_id) & (Seat.seat == key.seat) & (Seat.ask == key.ask)
    asked_at = session.scalar(select(Seat.asked_at).where(here, Seat.awaited, Seat.told_at.is_(None)))
    if asked_at is not None:
        stop(session, key, asked_at)


def went_to_address_on_file(session: Session, letter: Letter) -> bool:
    """Tell whether a mail went to the address that its reader has, and not to one they had or might get."""
    here = OutboxRow.address.is_(None) | (OutboxRow.address == Member.mail)
    sent = select(OutboxRow.id).join(Member, Member.id == OutboxRow.player_id).where(OutboxRow.id == letter.outbox_id)
    return session.execute(sent.where(here)).first() is not None


def stop_bounced(session: Session, club: Club, player: str, game_id: str | None, seat: int | None) -> None:
    """Mark an address as dead and stop the clock of the ask that its mail told of."""
    now = club.now()
    session.execute(update(Member).where(Member.id == player, Member.mail.is_not(None)).values(mail_bounced_at=now))
    mine = (Seat.player_id == player) & Seat.awaited & (Seat.by == "player")
    for asked in session.scalars(select(Seat).where(mine, Seat.game_id == game_id, Seat.seat == seat)).all():
        stop(session, AskKey(asked.game_id, asked.seat, asked.ask), now)


def find_end(found: Stop, reached: Reached, now: int) -> int | None:
    """Return when a stop has ended: when its player was seen again, or after its longest time; None while it lasts."""
    if found.ended is not None:
        return found.ended
    seen = [at for at in (reached.told_at, reached.looked_at) if at is not None and at > found.began]
    last = found.began + LONGEST
    if seen:
        return min(max(seen), last)
    return last if now >= last else None


def settle(club: Club, key: AskKey, found: Stop | None, reached: Reached) -> None:
    """Write down the end of a stop that is over."""
    if found is None or found.ended is not None:
        return
    ended = find_end(found, reached, club.now())
    if ended is not None:
        here = (Stop.game_id == key.game_id) & (Stop.seat == key.seat) & (Stop.ask == key.ask)
        with club.write() as session:
            session.execute(update(Stop).where(here, Stop.ended.is_(None)).values(ended=ended))
