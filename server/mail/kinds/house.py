"""Mails to the club's hosts: what could not be delivered."""

from sqlalchemy import select

from engine.core.language import Count, Text
from server.mail.desk import Desk, Draft, Stale
from server.models import OutboxRow, Player

MOST_SHOWN = 20


def parked(desk: Desk) -> Draft:
    """Write which mails were given up."""
    wanted = (
        select(OutboxRow.id, OutboxRow.kind, OutboxRow.error, OutboxRow.address, Player.handle)
        .outerjoin(Player, Player.id == OutboxRow.player_id)
        .where(OutboxRow.state == "parked")
        .order_by(OutboxRow.id.desc())
    )
    rows = desk.connection.execute(wanted).all()
    if not rows:
        raise Stale("empty")
    shown = [f"{row.id}  {row.kind}  {row.handle or row.address}  {row.error or ''}" for row in rows[:MOST_SHOWN]]
    parts = [
        desk.note(
            Count(
                "{n} mail could not be delivered and is parked.",
                "{n} mails could not be delivered and are parked.",
                len(rows),
            ),
            "strong",
        ),
        desk.lines(shown),
        desk.note(
            Text(
                "`atelier host outbox` lists, retries and drops them. The clocks of those players stand still for now."
            )
        ),
    ]
    return Draft(Text("Parked mail at {club}", club=desk.club.config.name), parts)


def bounced(desk: Desk) -> Draft:
    """Write that a player's mail comes back."""
    row = desk.connection.execute(select(Player.handle).where(Player.id == desk.data["player"])).first()
    if row is None or row.handle is None:
        raise Stale("gone")
    parts = [
        desk.note(Text("Mail to {player} comes back as undeliverable.", player=row.handle), "strong"),
        desk.note(
            Text("Their clock stands still for at most 72 hours, once per turn. They can confirm another address.")
        ),
    ]
    return Draft(Text("Mail to {player} bounces", player=row.handle), parts)
