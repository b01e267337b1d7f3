"""The page of a game: what is asked, the board, what happened, who is awaited, talk; and looking back."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from flask import Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

import engine
from engine.core.dates import read_span, say_span, say_when
from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.core.table import Table
from engine.seats import Onlooker, SeatView
from server.api.common import asks, club, find_member, get_member, wants_page
from server.models import Game, Session
from server.problems import reader_language
from server.services import agreements, games, invitations, suggestions, talk, views, welcome
from server.services.agreements import PublicMotion
from server.services.games import PublicGame
from server.services.seating import get_game
from server.services.talk import Remark
from server.services.views import Glance, Marks, Sight, ToldLine, get_sight
from server.web import slips
from server.web.assets import find_digest
from server.web.boards import ICONS, draw_board
from server.web.front import MOST_SECRET, tell_how
from server.web.site import not_modified, pages, say, show
from server.web.turns import Panel, put_together, read_form, try_out

bp = pages("games")
MOST_NEWS, MOST_REMARKS, PAGE = 40, 100, 50
UNSEEN_TURNS = 6
"""How many entries a spectator is told of."""


class Looked(NamedTuple):
    """A game as somebody sees it at a moment, in what a page needs."""

    sight: Sight
    view: SeatView
    table: Table | None
    news: list[ToldLine]
    remarks: list[Remark]
    motions: list[PublicMotion]
    marks: Marks
    is_news: bool
    """Whether it is noted that the reader has seen it."""

    @property
    def is_now(self) -> bool:
        """Whether it is the game as it stands."""
        return self.view.n == self.sight.last


def look(game_id: str) -> Looked:
    """Return what a page shows of a game as it stands."""
    with club().read() as session:
        seen = views.glance(club(), session, get_game(session, game_id), find_member())
        return look_closer(session, seen, views.find_marks(session, seen), None)


def look_closer(session: Session, seen: Glance, marks: Marks, at: int | None) -> Looked:
    """Return what a page shows of a game at a moment."""
    sight = views.look_closer(club(), session, seen, find_member())
    view, table = views.look(session, sight, reader_language(), at, is_written=False)
    remarks = talk.get_last_remarks(session, seen.game.id, MOST_REMARKS) if marks.said else []
    news = find_news(session, sight, view.n, marks.last_turn)
    motions = _find_motions(sight) if view.n == sight.last else []
    is_news = views.is_news_to(club(), session, sight, find_member())
    return Looked(sight, view, table, news, remarks, motions, marks, is_news)


def find_news(session: Session, sight: Sight, n: int, last_turn: int) -> list[ToldLine]:
    """Return what happened since the reader's last turn, that turn among it; looking back, what happened just then."""
    lang = reader_language()
    if n < sight.last:
        return views.tell_between(session, sight, n, n, lang)
    last = last_turn or sight.last - UNSEEN_TURNS + 1
    return views.tell_between(session, sight, max(last, sight.last - MOST_NEWS + 1), sight.last, lang)


@bp.get("/games/<game_id>")
@asks("read", optional=True)
def show_game(game_id: str) -> BaseResponse:
    """Show a game to whoever has its link; programs are led to its JSON."""
    invitation = request.args.get("invitation", "")[:MOST_SECRET] or None
    if not wants_page():
        query = f"?{urlencode({'invitation': invitation})}" if invitation else ""
        return redirect(f"/v1/games/{quote(game_id)}{query}", HTTPStatus.SEE_OTHER)
    with club().read() as session:
        game = get_game(session, game_id)
        answer = None if game.status == "open" else _look_again(session, game, read_moment())
    if answer is None:
        return show_open(game_id, invitation)
    return not_modified(answer) if isinstance(answer, str) else show_table(*answer)


def _look_again(session: Session, game: Game, at: int | None) -> str | tuple[Looked, str]:
    """Return what a page shows with the tag of it, or only the tag where its reader has that page."""
    seen = views.glance(club(), session, game, find_member())
    marks = views.find_marks(session, seen)
    tag = f"{seen.make_tag(reader_language(), at)}.{game.changed_at}.{marks.said}.{find_digest()}"
    return tag if request.if_none_match.contains(tag) else (look_closer(session, seen, marks, at), tag)


def read_moment() -> int | None:
    """Return which entry is looked at, None for the last one."""
    asked = request.args.get("at", "")
    if asked and not asked.isdecimal():
        raise Refused("bad_position", "`{at}` is not the number of an entry.", at=asked[:20])
    return int(asked[:12]) if asked else None


def show_table(looked: Looked, tag: str = "", panel: Panel | None = None, status: int = 200) -> Response:
    """Return the page of a game that has begun."""
    sight, view = looked.sight, looked.view
    if looked.is_news:
        views.note_reading(club(), sight.game.id, get_member())
    panel = panel or _open_panel(looked)
    rules = sight.rules
    shown: dict[str, Any] = {
        "game": sight.game,
        "kind": welcome.name_game(sight.game.rules, reader_language()),
        "view": view,
        "icons": ICONS,
        "panel": panel,
        "board": panel.board if panel else draw_board(rules, view.view or {}, get_voice_of(looked)),
        "news": looked.news,
        "is_now": looked.is_now,
        "first": looked.marks.start,
        "head": looked.marks.head,
        "last": sight.last,
        "seats": sight.seats,
        "when": lambda at: say(say_when(at, club().now(), sight.zone)),
        "remarks": looked.remarks,
        "motions": looked.motions,
        "slips": slips,
        "has_hints": sight.game.hints != "none",
    }
    page = show("game.html", sight.game.title, status, **shown)
    if tag:
        page.set_etag(tag)
    return page


def _open_panel(looked: Looked) -> Panel | None:
    """Return the turn that the reader can begin, None where nothing is asked of them."""
    table = looked.table
    is_asked = looked.is_now and looked.view.awaited
    return None if table is None or not is_asked else put_together(table, get_onlooker(looked), looked.view)


def get_onlooker(looked: Looked) -> Onlooker:
    """Return who looks."""
    return Onlooker(looked.sight.standpoint.seat, reader_language(), looked.sight.names)


def get_voice_of(looked: Looked) -> Voice:
    """Return the voice of the table."""
    assert looked.table is not None
    return looked.table.voice(reader_language(), looked.sight.names)


def _find_motions(sight: Sight) -> list[PublicMotion]:
    """Return what the table is asked to agree to."""
    voice = Voice(reader_language(), players=sight.names)
    is_running = sight.game.status == "running"
    return agreements.show_motions(sight.record, voice, sight.zone, club().now()) if is_running else []


@bp.post("/games/<game_id>/turn")
@asks("read")
def build_turn(game_id: str) -> Response:
    """Show a turn as far as it is put together, and the board as it would be then; nothing is stored."""
    looked, moves = look(game_id), read_form()
    if not looked.view.awaited or looked.table is None:
        return show_table(looked)
    panel = try_out(looked.table, get_onlooker(looked), looked.view, moves)
    return show_table(looked, panel=panel, status=panel.status)


@bp.get("/games/<game_id>/suggestions")
@asks("read")
def show_suggestions(game_id: str) -> Response:
    """Show what the reader might play."""
    found = suggestions.get_suggestions(club(), game_id, get_member(), reader_language())
    return show("suggestions.html", Text("What you might play"), game_id=game_id, found=found)


@bp.get("/games/<game_id>/log")
@asks("read", optional=True)
def show_log(game_id: str) -> Response:
    """Show what happened, in sentences, the last first."""
    before = request.args.get("before", "")
    with club().read() as session:
        sight = get_sight(club(), session, game_id, find_member())
        last = min(int(before[:12]) - 1, sight.last) if before.isdecimal() else sight.last
        told = views.tell_between(session, sight, last - PAGE + 1, last, reader_language())
    return show(
        "log.html",
        sight.game.title,
        game=sight.game,
        told=told[::-1],
        when=lambda at: say(say_when(at, club().now(), sight.zone)),
        earlier=last - PAGE + 1 if last >= PAGE else None,
    )


@bp.post("/games/<game_id>/talk")
@asks("act")
def say_at_table(game_id: str) -> Response:
    """Say something at the table."""
    talk.say(club(), game_id, get_member(), request.form.get("text", "").replace("\r\n", "\n"))
    return _show_again(game_id)


@bp.post("/games/<game_id>/start")
@asks("act")
def start(game_id: str) -> Response:
    """Start a full game that waits for it."""
    games.start(club(), game_id, get_member())
    return _show_again(game_id)


@bp.post("/games/<game_id>/invitations")
@asks("act")
def invite(game_id: str) -> Response:
    """Invite somebody by mail, or make a link."""
    made = invitations.invite(club(), get_member(), game_id, request.form.get("mail", "").strip() or None)
    return show("invited.html", Text("Invited"), game_id=game_id, link=made.link, mail=request.form.get("mail", ""))


def _show_again(game_id: str) -> Response:
    with club().read() as session:
        is_open = get_game(session, game_id).status == "open"
    return show_open(game_id, None) if is_open else show_table(look(game_id))


def show_open(game_id: str, invitation: str | None) -> Response:
    """Return the page of a game whose seats are being taken: who invites to what, the game in a few lines, the seats."""
    with club().read() as session:
        invited = welcome.look_at_game(session, club(), game_id, invitation, find_member())
    game = games.read(club(), game_id, find_member(), invitation)
    rules = engine.games()[game.rules]
    primer = rules.primer()
    return show(
        "invitation.html",
        welcome.name_game(game.rules, reader_language()),
        game=game,
        kind=welcome.name_game(game.rules, reader_language()),
        primer=primer,
        free=_find_free_seat(game),
        invitation=invitation,
        terms=[say(line) for line in tell_terms(game)],
        slips=slips,
        **tell_how(invited),
    )


def tell_terms(game: PublicGame) -> Iterator[Text]:
    """Yield how long a turn lasts at a table, and what else is unlike the usual there."""
    if game.pace:
        yield Text("A turn may take {turn}.", turn=say_span(read_span(str(game.pace["turn"]))))
    else:
        yield Text("No clock runs here.")
    if game.private:
        yield Text("Only those who sit here, and whoever they invite, see this table.")
    if game.slips_only:
        yield Text("Every turn is signed: the mails of this table can't be answered.")
    if game.hints == "none":
        yield Text("No hints: nobody is suggested moves here.")


def _find_free_seat(game: PublicGame) -> int | None:
    """Return the first seat that can be taken."""
    if game.you is not None:
        return None
    return next((seat.seat for seat in game.seats if seat.by != "bot" and not seat.player), None)
