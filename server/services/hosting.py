"""A host's signed act from anywhere: read, carried out, kept for the log, told to those concerned."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import aliased

from engine.core.errors import Refused
from engine.ledger.slips import ActSlip
from server.models import KeptHostAct, Member, Seat, Session
from server.services import outages, vacancies
from server.services.club import Club
from server.services.notices import About, announce
from server.services.powers import POWERS, Exerted, HostDesk, HostPower
from server.services.slips import read_for_server, use_slip
from server.storage.order import alone

NEWS = ("tell", "pause", "resume")
_HOST, _ON = aliased(Member), aliased(Member)
_ACTS = (
    select(KeptHostAct, _HOST.handle, _ON.handle)
    .join(_HOST, _HOST.id == KeptHostAct.host_id)
    .outerjoin(_ON, _ON.id == KeptHostAct.on_id)
)


class ShownHostAct(msgspec.Struct, kw_only=True):
    """What a host did, when and on whom; somebody who has left has no name."""

    id: int
    at: int
    act: str
    host: str | None
    on: str | None
    game: str | None
    n: int | None
    args: dict[str, Any]
    note: str | None
    invitation: str | None = None
    link: str | None = None
    """Of an invitation, shown this once."""


class HostActPage(msgspec.Struct):
    """Some acts of hosts, the last first, and the number below which the next ones are."""

    acts: list[ShownHostAct]
    next: int | None


class News(msgspec.Struct):
    """What hosts told everybody, the last first, and since when the club is paused."""

    paused_since: int | None
    news: list[ShownHostAct]
    next: int | None


def check_host(member: Member) -> None:
    """Refuse somebody who is no host."""
    if member.role != "host":
        raise Refused("host_only", "Only hosts of this club can do that.")


def act(club: Club, raw: bytes) -> ShownHostAct:
    """Do what a signed act of a host asks."""
    slip, said = read_for_server(club, raw, ActSlip)
    with club.write() as session:
        alone(session, "players")
        host = use_slip(session, club, slip, said.jti)
        check_host(host)
        done = _read(said).exert(HostDesk(session, club, host))
        kept = _keep(session, club, host, said.do, done)
        if done.is_news:
            _tell_everybody(session, club, kept)
    if done.has_left and done.on is not None:
        vacancies.fill(club, Seat.player_id == done.on.id)
    shown = _show(kept, host.handle, None if done.on is None else done.on.handle)
    if done.invitation is not None:
        shown.invitation, shown.link = done.invitation.invitation, done.invitation.link
    return shown


def _read(said: ActSlip) -> HostPower:
    kind = POWERS.get(said.do)
    if kind is None:
        raise Refused("invalid_value", "A host has no power `{do}`; there are {powers}.", do=said.do, powers=[*POWERS])
    try:
        return msgspec.convert(said.args, kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid_value", "`{do}` has an argument that does not fit: {what}.", do=said.do, what=str(error)
        ) from None


def _keep(session: Session, club: Club, host: Member, word: str, done: Exerted) -> KeptHostAct:
    kept = KeptHostAct(
        at=club.now(),
        host_id=host.id,
        act=word,
        on_id=None if done.on is None else done.on.id,
        args=done.args,
        note=done.note,
    )
    session.add(kept)
    session.flush()
    return kept


def _tell_everybody(session: Session, club: Club, kept: KeptHostAct) -> None:
    """Mail all members; the text stays with the act, so that it can be erased."""
    here = Member.deleted_at.is_(None) & Member.banned_at.is_(None) & Member.mail_confirmed_at.is_not(None)
    for member in session.scalars(select(Member.id).where(here, Member.id != kept.host_id)).all():
        announce(session, club, "club_news", member, About(data={"act": kept.id}), unique=f"news:{kept.id}:{member}")


def get_log(club: Club, before: int | None, most: int) -> HostActPage:
    """Return what hosts did, the last first."""
    with club.read() as session:
        found, more = _find(session, before, most)
    return HostActPage(found, more)


def get_news(club: Club, before: int | None, most: int) -> News:
    """Return what hosts told everybody, the last first."""
    with club.read() as session:
        found, more = _find(session, before, most, KeptHostAct.act.in_(NEWS), KeptHostAct.game_id.is_(None))
        return News(outages.find_pause(session), found, more)


def _find(
    session: Session, before: int | None, most: int, *where: ColumnElement[bool]
) -> tuple[list[ShownHostAct], int | None]:
    wanted = _ACTS.where(*where, *([] if before is None else [KeptHostAct.id < before]))
    rows: Sequence[Any] = session.execute(wanted.order_by(KeptHostAct.id.desc()).limit(most + 1)).all()
    shown = [_show(*row) for row in rows[:most]]
    return shown, shown[-1].id if len(rows) > most else None


def _show(kept: KeptHostAct, host: str | None, on: str | None) -> ShownHostAct:
    return ShownHostAct(
        id=kept.id,
        at=kept.at,
        act=kept.act,
        host=host,
        on=on,
        game=kept.game_id,
        n=kept.n,
        args=kept.args,
        note=kept.note,
    )
