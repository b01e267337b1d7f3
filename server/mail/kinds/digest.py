"""One mail a day for those who want it so: what waits for them, and what happened."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.desk import Desk, Draft, Stale
from server.models import Game, Message, OutboxRow, Player, Seat
from server.services.outbox import Told


def digest(desk: Desk) -> Draft:
    """Write which games wait for the reader, and what the mails that it replaces would have said."""
    waiting = _waiting(desk)
    news = list(_news(desk))
    if not waiting and not news:
        raise Stale("nothing")
    told = [Told(row.game_id, row.seat, row.ask) for row in waiting]
    parts = [*_turns(desk, waiting), *news]
    return Draft(Text("{club}: your games today", club=desk.club.config.name), parts, tells=told)


def _waiting(desk: Desk) -> list[Any]:
    mine = (Seat.player_id == desk.row.player_id) & Seat.awaited & (Seat.by == "player")
    wanted = select(Seat.game_id, Seat.seat, Seat.ask, Seat.deadline, Game.title).join(Game, Game.id == Seat.game_id)
    return list(desk.connection.execute(wanted.where(mine, Game.status == "running").order_by(Seat.deadline)).all())


def _turns(desk: Desk, waiting: list[Any]) -> Iterator[Part]:
    if not waiting:
        return
    yield desk.heading(Text("Your turn"))
    yield desk.lines([_line(desk, row) for row in waiting])
    yield desk.note(Text("`atelier show GAME` shows the board; `atelier play GAME` plays."))


def _line(desk: Desk, row: Any) -> Text | str:
    if row.deadline is None:
        return f"{row.game_id}  {row.title}"
    return Text("{game}  {title}, due {when}", game=row.game_id, title=row.title, when=desk.when(row.deadline))


def _news(desk: Desk) -> Iterator[Part]:
    wanted = select(OutboxRow.kind, OutboxRow.data, OutboxRow.game_id, Game.title)
    joined = wanted.join(Game, Game.id == OutboxRow.game_id).where(OutboxRow.joined == desk.row.id)
    lines = [line for row in desk.connection.execute(joined.order_by(OutboxRow.id)) for line in _said(desk, row)]
    if lines:
        yield desk.heading(Text("News"))
        yield desk.lines(lines)


def _said(desk: Desk, row: Any) -> Iterator[Text]:
    if row.kind == "started":
        yield Text("{title}: the game has begun.", title=row.title)
    elif row.kind == "over":
        yield Text("{title}: the game is over.", title=row.title)
    elif row.kind == "talk":
        wanted = select(Message.text, Player.handle).join(Player, Player.id == Message.player_id)
        said = desk.connection.execute(wanted.where(Message.id == row.data["message"])).first()
        if said is not None:
            yield Text("{title}: {who} says: {text}", title=row.title, who=said.handle or "?", text=said.text)
