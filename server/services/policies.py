"""Which mails about games a member wants: in general, at one table, or by one click none at all."""

import msgspec
from sqlalchemy import delete, select, update

from engine.core.errors import Refused
from engine.core.language import Text
from server.models import Game, Letter, MailWish, Member, Session
from server.services import replies
from server.services.club import Club
from server.services.seating import find_standpoint, get_game
from server.storage.inserts import insert_into

POLICIES = ("every", "once", "digest", "off")
NAMED = {"every": Text("every"), "once": Text("once"), "digest": Text("digest"), "off": Text("off")}
"""As a mail names them in the reader's language; an answer may."""


class TableWish(msgspec.Struct):
    """Which mails a member wants about one table."""

    game: str
    title: str
    mail_policy: str


def choose(club: Club, member: Member, game_id: str, policy: str) -> TableWish:
    """Choose which mails about one table somebody gets who sits there."""
    with club.write() as session:
        return choose_within(session, club, member, game_id, policy)


def choose_within(session: Session, club: Club, member: Member, game_id: str, policy: str) -> TableWish:
    """Choose which mails about one table somebody gets, in a transaction of the caller's."""
    game = get_game(session, game_id)
    if find_standpoint(session, club, game, member).seat is None:
        raise Refused("not_your_seat", "You have no seat at this table, and get no mails about it.")
    wish = insert_into(session.dialect, MailWish).values(player_id=member.id, game_id=game_id, mail_policy=policy)
    session.execute(wish.on_conflict_do_update(index_elements=["player_id", "game_id"], set_={"mail_policy": policy}))
    return TableWish(game_id, game.title, policy)


def forget(club: Club, member: Member, game_id: str) -> None:
    """Let a member get the same mails about a table as about all others."""
    with club.write() as session:
        forget_within(session, member, game_id)


def forget_within(session: Session, member: Member, game_id: str) -> None:
    """Let a table be as all others, in a transaction of the caller's; doing so again changes nothing."""
    session.execute(delete(MailWish).where(MailWish.player_id == member.id, MailWish.game_id == game_id))


def get_wishes(session: Session, player: str) -> list[TableWish]:
    """Return the tables that are not over about which a member wants other mails than in general."""
    wanted = select(MailWish, Game.title).join(Game, Game.id == MailWish.game_id).where(Game.status != "over")
    rows = session.execute(wanted.where(MailWish.player_id == player).order_by(Game.title, Game.id))
    return [TableWish(wish.game_id, title, wish.mail_policy) for wish, title in rows]


def get_letter(club: Club, token: str) -> Letter:
    """Return the mail of ours that a link came with, or refuse."""
    letter = replies.find_letter(club, token, "unsubscribe")
    if letter is None or letter.player_id is None:
        raise Refused("not_found", "There is nothing at this address.")
    return letter


def unsubscribe(club: Club, token: str) -> None:
    """Stop the mails about games, of every table, to whoever got this link."""
    letter = get_letter(club, token)
    with club.write() as session:
        session.execute(update(Member).where(Member.id == letter.player_id).values(mail_policy="off"))
        session.execute(delete(MailWish).where(MailWish.player_id == letter.player_id))
