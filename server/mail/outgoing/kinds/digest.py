"""One mail a day for those who want it so: what waits for them, and what happened."""

from collections.abc import Iterator, Sequence

from sqlalchemy import select

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.outgoing.material import Composition, Material, Stale
from server.models import Game, Member, Message, OutboxRow, Seat
from server.services.stops import AskKey


def digest(material: Material) -> Composition:
    """Write which games wait for the reader, and what the mails that it replaces would have said."""
    waiting = _find_waiting(material)
    news = list(_write_news(material))
    if not waiting and not news:
        raise Stale("nothing")
    told = [AskKey(seat.game_id, seat.seat, seat.ask) for seat, _ in waiting]
    parts = [*_write_turns(material, waiting), *news]
    return Composition(Text("{club}: your games today", club=material.club.config.name), parts, tells=told)


def _find_waiting(material: Material) -> Sequence[tuple[Seat, str]]:
    mine = (Seat.player_id == material.row.player_id) & Seat.awaited & (Seat.by == "player")
    wanted = select(Seat, Game.title).join(Game, Game.id == Seat.game_id).where(mine, Game.status == "running")
    policies = material.lookups.policies
    general = material.reader.member.mail_policy if material.reader.member else "every"
    return [
        (seat, title)
        for seat, title in material.session.execute(wanted.order_by(Seat.deadline))
        if policies.get((material.row.player_id or "", seat.game_id), general) != "off"
    ]


def _write_turns(material: Material, waiting: Sequence[tuple[Seat, str]]) -> Iterator[Part]:
    if not waiting:
        return
    yield material.heading(Text("Your turn"))
    yield material.lines([_write_line(material, seat, title) for seat, title in waiting])
    yield material.note(Text("`atelier show GAME` shows the board; `atelier play GAME` plays."))


def _write_line(material: Material, seat: Seat, title: str) -> Text | str:
    if seat.deadline is None:
        return f"{seat.game_id}  {title}"
    return Text("{game}  {title}, due {when}", game=seat.game_id, title=title, when=material.when(seat.deadline))


def _write_news(material: Material) -> Iterator[Part]:
    wanted = select(OutboxRow, Game.title).join(Game, Game.id == OutboxRow.game_id)
    gathered = wanted.where(OutboxRow.joined == material.row.id).order_by(OutboxRow.id)
    found = material.session.execute(gathered).all()
    talk = _find_talk(material, [mail.data["message"] for mail, _ in found if mail.kind == "talk"])
    lines = [line for mail, title in found for line in _tell(mail, title, talk)]
    if lines:
        yield material.heading(Text("News"))
        yield material.lines(lines)


def _find_talk(material: Material, messages: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return who said what in some messages."""
    wanted = select(Message.id, Member.handle, Message.text).join(Member, Member.id == Message.player_id)
    found = material.session.execute(wanted.where(Message.id.in_(messages)))
    return {number: (handle or "?", text) for number, handle, text in found}


def _tell(mail: OutboxRow, title: str, talk: dict[int, tuple[str, str]]) -> Iterator[Text]:
    if mail.kind == "started":
        yield Text("{title}: the game has begun.", title=title)
    elif mail.kind == "over":
        yield Text("{title}: the game is over.", title=title)
    elif mail.kind == "note_played":
        yield Text("{title}: your note was played.", title=title)
    elif mail.kind == "talk" and mail.data["message"] in talk:
        who, text = talk[mail.data["message"]]
        yield Text("{title}: {who} says: {text}", title=title, who=who, text=text)
