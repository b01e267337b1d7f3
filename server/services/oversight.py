"""What a host needs to see: who keeps whom waiting, whose mail comes back, who is there, how the club stands."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ScalarSelect, Select, and_, case, func, or_, select

from server.models import AccessToken, ArchivedGame, Game, Member, OutboxRow, Seat, Session, StoredEntry
from server.services import outages, settings
from server.services.club import Club
from server.services.outbox import ShownMail, find_mails

HOUR = 3600 * 1000
DAY = 24 * HOUR
ABOUT_A_TURN = ("turn", "reminder")


class StuckSeat(msgspec.Struct, kw_only=True):
    """A seat that is awaited: since when, until when, and whether its player was told."""

    game: str
    title: str
    seat: int
    by: str
    player: str | None
    since: int | None
    deadline: int | None
    told_at: int | None
    mail: str | None
    """In which state the last mail about it is; None where there was none."""
    bounced_at: int | None


class ListedMember(msgspec.Struct, kw_only=True):
    """A member as hosts see them."""

    id: str
    handle: str | None
    mail: str | None
    role: str
    confirmed: bool
    banned: bool
    deleted: bool
    joined_at: int
    seen_at: int | None
    bounced_at: int | None
    games: int
    """How many they play now."""


class MemberPage(msgspec.Struct):
    """Some members, in the order in which they came, and after how many the next ones are."""

    members: list[ListedMember]
    next: int | None


class StuckPage(msgspec.Struct):
    """Some awaited seats, those that wait longest first, and after how many the next ones are."""

    seats: list[StuckSeat]
    next: int | None


class MailPage(msgspec.Struct):
    """Some mails, the latest first, and below which number the next ones are."""

    mails: list[ShownMail]
    next: int | None


class ListedGame(msgspec.Struct, kw_only=True):
    """A game in the host's list."""

    id: str
    title: str
    rules: str
    status: str
    private: bool
    n: int
    changed_at: int
    held: bool


class ListedGamePage(msgspec.Struct):
    """Some games, private ones among them, the last changed first, and after how many the next ones are."""

    games: list[ListedGame]
    next: int | None


class ClubFigures(msgspec.Struct, kw_only=True):
    """A club in figures."""

    members: int
    hosts: int
    seen_this_month: int
    banned: int
    games_open: int
    games_running: int
    games_over: int
    games_archived: int
    turns_this_week: int
    awaited: int
    overdue: int
    mails_queued: int
    mails_parked: int
    registration: str
    paused_since: int | None


def get_stuck(club: Club, hours: int, after: int, most: int) -> StuckPage:
    """Return the seats that were asked so many hours ago and have not answered, or are overdue."""
    now = club.now()
    wanted = (
        select(Seat, Game.title, Member.handle, Member.mail_bounced_at, _find_last_mail())
        .join(Game, Game.id == Seat.game_id)
        .outerjoin(Member, and_(Member.id == Seat.player_id, Seat.by == "player"))
        .where(Seat.awaited, Game.status == "running")
        .where(or_(Seat.asked_at <= now - hours * HOUR, Seat.deadline <= now))
        .order_by(Seat.asked_at, Seat.game_id, Seat.seat)
    )
    with club.read() as session:
        rows = session.execute(wanted.offset(after).limit(most + 1)).all()
    return StuckPage([_show_stuck(*row) for row in rows[:most]], _find_next(rows, after, most))


def _find_last_mail() -> ScalarSelect[str]:
    about = (OutboxRow.game_id == Seat.game_id) & (OutboxRow.seat == Seat.seat) & (OutboxRow.ask == Seat.ask)
    mails = select(OutboxRow.state).where(about, OutboxRow.kind.in_(ABOUT_A_TURN))
    return mails.order_by(OutboxRow.id.desc()).limit(1).correlate(Seat).scalar_subquery()


def _show_stuck(seat: Seat, title: str, handle: str | None, bounced_at: int | None, mail: str | None) -> StuckSeat:
    return StuckSeat(
        game=seat.game_id,
        title=title,
        seat=seat.seat,
        by=seat.by,
        player=handle,
        since=seat.asked_at,
        deadline=seat.deadline,
        told_at=seat.told_at,
        mail=mail,
        bounced_at=bounced_at,
    )


def _find_next(rows: Sequence[Any], after: int, most: int) -> int | None:
    return after + most if len(rows) > most else None


def get_members(club: Club, after: int, most: int, *, bounced: bool = False) -> MemberPage:
    """Return members with when they were last seen: all of them, or those whose mail comes back."""
    used = select(func.max(AccessToken.used_at)).where(AccessToken.player_id == Member.id).scalar_subquery()
    playing = (Seat.player_id == Member.id) & (Seat.by == "player") & (Game.status == "running")
    games = select(func.count()).select_from(Seat).join(Game, Game.id == Seat.game_id).where(playing).scalar_subquery()
    wanted = select(Member, used, games).order_by(Member.created_at, Member.id)
    if bounced:
        wanted = wanted.where(Member.mail_bounced_at.is_not(None))
    with club.read() as session:
        rows = session.execute(wanted.offset(after).limit(most + 1)).all()
    return MemberPage([_show_member(*row) for row in rows[:most]], _find_next(rows, after, most))


def _show_member(member: Member, used_at: int | None, games: int) -> ListedMember:
    return ListedMember(
        id=member.id,
        handle=member.handle,
        mail=member.mail,
        role=member.role,
        confirmed=member.mail_confirmed_at is not None,
        banned=member.banned_at is not None,
        deleted=member.deleted_at is not None,
        joined_at=member.created_at,
        seen_at=max(filter(None, (member.looked_at, used_at)), default=None),
        bounced_at=member.mail_bounced_at,
        games=games,
    )


def get_games(club: Club, after: int, most: int) -> ListedGamePage:
    """Return every game of the club, the last changed first."""
    wanted = select(Game).order_by(Game.changed_at.desc(), Game.id)
    with club.read() as session:
        rows = session.scalars(wanted.offset(after).limit(most + 1)).all()
    shown = [
        ListedGame(
            id=game.id,
            title=game.title,
            rules=game.rules,
            status=game.status,
            private=game.is_private,
            n=game.n,
            changed_at=game.changed_at,
            held=game.held,
        )
        for game in rows[:most]
    ]
    return ListedGamePage(shown, _find_next(rows, after, most))


def get_mails(club: Club, state: str | None, before: int | None, most: int) -> MailPage:
    """Return mails, the latest first, without what they say."""
    found = find_mails(club, state, most + 1, before)
    return MailPage(found[:most], found[most - 1].id if len(found) > most else None)


def get_figures(club: Club) -> ClubFigures:
    """Return the club in figures."""
    with club.read() as session:
        members, hosts, seen, banned = session.execute(_count_people(club.now())).one()
        awaited, overdue = session.execute(_count_awaited(club.now())).one()
        games, mails = _count_by(session, Game.status), _count_by(session, OutboxRow.state)
        return ClubFigures(
            members=members,
            hosts=hosts,
            seen_this_month=seen,
            banned=banned,
            games_open=games.get("open", 0),
            games_running=games.get("running", 0),
            games_over=games.get("over", 0),
            games_archived=session.scalar(select(func.count()).select_from(ArchivedGame)) or 0,
            turns_this_week=session.scalar(_count_turns(club.now() - 7 * DAY)) or 0,
            awaited=awaited,
            overdue=overdue,
            mails_queued=mails.get("queued", 0),
            mails_parked=mails.get("parked", 0),
            registration=settings.get_registration(session, club),
            paused_since=outages.find_pause(session),
        )


def _count_people(now: int) -> Select[int, int, int, int]:
    here = Member.deleted_at.is_(None) & Member.banned_at.is_(None)
    month = now - 30 * DAY
    signed_in = select(AccessToken.player_id).where(AccessToken.used_at > month)
    is_seen = or_(Member.looked_at > month, Member.id.in_(signed_in))
    is_host, is_banned = here & (Member.role == "host"), Member.banned_at.is_not(None)
    return select(_count(here), _count(is_host), _count(here & is_seen), _count(is_banned))


def _count_awaited(now: int) -> Select[int, int]:
    figures = select(_count(Seat.by == "player"), _count(Seat.deadline <= now)).select_from(Seat)
    return figures.join(Game, Game.id == Seat.game_id).where(Game.status == "running", Seat.awaited)


def _count_turns(since: int) -> Select[int]:
    answered = (StoredEntry.at > since) & StoredEntry.answers.is_not(None)
    return select(func.count()).select_from(StoredEntry).where(answered)


def _count(where: Any) -> Any:
    return func.coalesce(func.sum(case((where, 1), else_=0)), 0)


def _count_by(session: Session, column: Any) -> dict[str, int]:
    return dict(session.execute(select(column, func.count()).group_by(column)).all())
