"""Mails to the club's hosts: what could not be delivered."""

from sqlalchemy import select

from engine.core.language import Count, Text
from server.mail.outgoing.material import Bound, Composition, Material, Stale
from server.models import Member, OutboxRow

MOST_SHOWN = 20
OF_NO_GAME = Bound("", 0, 0, "")
"""Answers can name a game; they play nothing."""


def parked(material: Material) -> Composition:
    """Write which mails were given up."""
    wanted = (
        select(OutboxRow.id, OutboxRow.kind, OutboxRow.error, OutboxRow.address, Member.handle)
        .outerjoin(Member, Member.id == OutboxRow.player_id)
        .where(OutboxRow.state == "parked")
        .order_by(OutboxRow.id.desc())
    )
    rows = material.session.execute(wanted).all()
    if not rows:
        raise Stale("empty")
    shown = [f"{row.id}  {row.kind}  {row.handle or row.address}  {row.error or ''}" for row in rows[:MOST_SHOWN]]
    parts = [
        material.note(
            Count(
                "{n} mail could not be delivered and is parked.",
                "{n} mails could not be delivered and are parked.",
                len(rows),
            ),
            "strong",
        ),
        material.lines(shown),
        material.note(
            Text(
                "`atelier host outbox --state parked` lists them, with `--retry ID` or `--drop ID` for one of them. The clocks of those players stand still for now."
            )
        ),
    ]
    return Composition(Text("Parked mail at {club}", club=material.club.config.name), parts)


def bounced(material: Material) -> Composition:
    """Write that a player's mail comes back."""
    row = material.session.execute(select(Member.handle).where(Member.id == material.data["player"])).first()
    if row is None or row.handle is None:
        raise Stale("gone")
    parts = [
        material.note(Text("Mail to {player} comes back as undeliverable.", player=row.handle), "strong"),
        material.note(
            Text("Their clock stands still for at most 72 hours, once per turn. They can confirm another address.")
        ),
        material.note(
            Text(
                "`atelier host stuck` lists the games that wait. An answer to this mail can help one: `host extend GAME 48h`, or `host give GAME p2 bot`."
            )
        ),
    ]
    return Composition(Text("Mail to {player} bounces", player=row.handle), parts, OF_NO_GAME)
