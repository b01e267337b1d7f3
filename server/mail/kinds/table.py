"""News of a table: it begins, it is over, somebody says something, a seat is free or was given away."""

import textwrap
from collections.abc import Iterator

from sqlalchemy import select

import engine
from engine.core.language import Text
from engine.core.sheet import Part, grid
from server.mail import story
from server.mail.desk import Bound, Desk, Draft, Stale
from server.mail.kinds.turn import GAP, head_line
from server.models import Game, Invitation, Message, OutboxRow, Player, Seat
from server.services.accounts import secret_hash
from server.services.seating import Place, find_place

MOST_IN_SUBJECT = 60


def started(desk: Desk) -> Draft:
    """Write that a game has begun; dropped where the reader's first turn says so anyway."""
    same = (OutboxRow.game_id == desk.row.game_id) & (OutboxRow.player_id == desk.row.player_id)
    turn = select(OutboxRow.id).where(same, OutboxRow.kind == "turn", OutboxRow.n == desk.row.n)
    if desk.connection.execute(turn).first() or desk.game.status != "running":
        raise Stale("told")
    waiting = [desk.names[seat["seat"]] for seat in desk.seats if seat["awaited"]]
    parts = [
        desk.note(Text("The game has begun. It is the turn of {players}.", players=waiting), "strong"),
        GAP,
        *desk.board(place(desk).seat),
        *head_line(desk),
    ]
    return Draft(Text("[{title}] The game has begun", title=desk.game.title), parts, seated(desk), head=desk.head)


def over(desk: Desk) -> Draft:
    """Write how a game ended."""
    seat = place(desk).seat
    parts = [*scores(desk), *_last_events(desk, seat), GAP, *desk.board(seat), *_proof(desk), *head_line(desk)]
    return Draft(Text("[{title}] The game is over", title=desk.game.title), parts, seated(desk), head=desk.head)


def seated(desk: Desk) -> Bound | None:
    """Return the reader's seat: answers to this mail can talk and ask, but play nothing."""
    seat = place(desk).seat
    return None if seat is None else Bound(desk.row.game_id, seat, 0, "")


def place(desk: Desk) -> Place:
    """Return from where the reader sees the game."""
    return find_place(desk.connection, desk.club, desk.game, desk.reader.row)


def scores(desk: Desk) -> Iterator[Part]:
    """Yield who won and with how many points."""
    result = None if desk.record.table is None else desk.table.result
    if result is None:
        yield desk.note(Text("The game was stopped without a result."), "strong")
        return
    yield desk.note(Text("Won by {players}.", players=[desk.names[seat] for seat in result.winners]), "strong")
    yield desk.heading(Text("Scores"))
    standings = sorted(result.standings, key=lambda one: (one.place, one.seat))
    yield grid([[f"{one.place}.", desk.names[one.seat], one.score] for one in standings], right=[2])


def _last_events(desk: Desk, seat: int | None) -> Iterator[Part]:
    if seat is None:
        return
    happened = story.since_last_turn(desk, seat)
    if happened:
        yield desk.heading(Text("Since your last turn"))
        yield desk.lines([f"- {one}" for one in happened])


def _proof(desk: Desk) -> Iterator[Part]:
    yield desk.note(
        Text("`atelier export {game}` keeps the whole game, and `atelier verify` proves it.", game=desk.game.id)
    )


def talk(desk: Desk) -> Draft:
    """Write what somebody said at the table."""
    wanted = select(Message.text, Player.handle).join(Player, Player.id == Message.player_id)
    said = desk.connection.execute(wanted.where(Message.id == desk.data["message"])).first()
    if said is None:
        raise Stale("gone")
    who = said.handle or Text("somebody")
    lines = [line or " " for line in said.text.splitlines()]
    parts = [
        desk.note(Text("{who} says at the table:", who=who)),
        desk.lines(lines),
        GAP,
        desk.note(Text("Answer this mail with `say` and your words, or use `atelier say {game}`.", game=desk.game.id)),
    ]
    beginning = textwrap.shorten(said.text, MOST_IN_SUBJECT, placeholder="…")
    subject = Text("[{title}] {who}: {beginning}", title=desk.game.title, who=who, beginning=beginning)
    return Draft(subject, parts, seated(desk))


def invitation(desk: Desk) -> Draft:
    """Write an invitation; dropped if it was used or taken back meanwhile."""
    good = (Invitation.hash == secret_hash(desk.data["secret"])) & Invitation.used_at.is_(None)
    alive = good & Invitation.revoked_at.is_(None) & (Invitation.expires_at > desk.now)
    row = desk.connection.execute(select(Invitation.expires_at).where(alive)).first()
    if row is None:
        raise Stale("revoked")
    by = desk.data.get("by") or Text("somebody")
    parts = [
        desk.note(
            Text("{by} invites you to a game of {game}: “{title}”.", by=by, game=_rules(desk), title=desk.game.title),
            "strong",
        ),
        *_edition(desk),
        desk.heading(Text("How to join")),
        desk.copy(_join_lines(desk)),
        desk.note(Text("The invitation is good until {when}.", when=desk.when(row.expires_at))),
    ]
    return Draft(Text("{by} invites you to {game}", by=by, game=_rules(desk)), parts)


def _join_lines(desk: Desk) -> list[str]:
    link = f"{desk.link}/v1/games/{desk.game.id}?invitation={desk.data['secret']}"
    return [
        f"atelier register --server {desk.link}",
        f"atelier join {desk.game.id} --invitation {desk.data['secret']}",
        link,
    ]


def _rules(desk: Desk) -> str:
    rules = engine.games().get(desk.game.rules)
    return desk.game.rules if rules is None else str(getattr(rules.title, desk.reader.lang))


def _edition(desk: Desk) -> Iterator[Part]:
    rules = engine.games().get(desk.game.rules)
    if rules is not None and rules.edition.digest != desk.game.edition:
        yield desk.note(
            Text("This game is played with an edition of the club's own: `atelier rules` shows the differences.")
        )


def substitute(desk: Desk) -> Draft:
    """Offer a free seat; dropped once it is taken."""
    here = (Seat.game_id == desk.row.game_id) & (Seat.seat == desk.row.seat)
    seat = desk.connection.execute(select(Seat.by).where(here)).scalar()
    status = desk.connection.execute(select(Game.status).where(Game.id == desk.row.game_id)).scalar()
    if seat != "empty" or status != "running":
        raise Stale("taken")
    invited = f" --invitation {desk.data['secret']}" if "secret" in desk.data else ""
    parts = [
        desk.note(
            Text("A seat is free in a running game of {game}: “{title}”.", game=_rules(desk), title=desk.game.title),
            "strong",
        ),
        desk.note(Text("You are on the list of substitutes; the first to accept plays on.")),
        desk.copy([f"atelier join {desk.game.id} --take --seat {desk.row.seat + 1}{invited}"]),
    ]
    return Draft(Text("[{title}] A seat is free: will you step in?", title=desk.game.title), parts)


def seat_lost(desk: Desk) -> Draft:
    """Write that somebody's seat was given away, and how to come back."""
    here = (Seat.game_id == desk.row.game_id) & (Seat.seat == desk.row.seat)
    if desk.connection.execute(select(Seat.by).where(here)).scalar() == "player":
        raise Stale("back")
    parts = [
        desk.note(Text("Your time was up, and your seat was given away so that the others can play on."), "strong"),
        desk.note(
            Text("You can come back as long as nobody else has taken it: `atelier return {game}`.", game=desk.game.id)
        ),
    ]
    return Draft(Text("[{title}] Your seat was given away", title=desk.game.title), parts)
