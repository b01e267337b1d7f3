"""A turn by the link in its mail: opened by a button, for mail scanners follow links; put together and played without a key.

The link leaves a cookie behind that is good for what the mail asked, and every form says that it is of a page of ours.
"""

from http import HTTPStatus
from typing import NoReturn
from urllib.parse import urlsplit

from flask import Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from engine.core.dates import say_when
from engine.core.errors import Refused
from engine.core.language import Text
from engine.seats import Onlooker
from server.api.common import club
from server.mail.incoming import linked
from server.problems import reader_language
from server.services import turn_links, views
from server.services.turn_links import LinkedAsk
from server.web import slips
from server.web.boards import ICONS
from server.web.front import name_game
from server.web.games import find_news
from server.web.site import pages, say, show
from server.web.turns import read_form, try_out

bp = pages("by_link")
COOKIE = "turn"


@bp.get("/turn/<token>")
def ask_to_open(token: str) -> Response:
    """Ask whether a turn shall be opened; looking at this page changes nothing."""
    with club().read() as session:
        asked = turn_links.read_turn_link(session, club(), token)
        sight = turn_links.check_is_open(session, club(), asked)
    question = Text("It is your turn at {title}.", title=sight.game.title or name_game(sight.game.rules))
    return show("question.html", club().config.name, question=question, button=Text("Open my turn"))


@bp.post("/turn/<token>")
def open_turn(token: str) -> BaseResponse:
    """Let this browser play what a mail asks for."""
    check_sent_from_here()
    with club().read() as session:
        asked = turn_links.read_turn_link(session, club(), token)
        turn_links.check_is_open(session, club(), asked)
    return keep_pass(redirect(find_address(asked), HTTPStatus.SEE_OTHER), asked)


def find_address(asked: LinkedAsk) -> str:
    """Return where a turn is put together; what the link left behind goes there and nowhere else."""
    return f"/turn/{asked.game_id}/{asked.seat}"


def keep_pass(answer: BaseResponse, asked: LinkedAsk) -> BaseResponse:
    """Let a browser keep what it may answer."""
    answer.set_cookie(
        COOKIE,
        turn_links.write_pass(club(), asked),
        path=find_address(asked),
        secure=club().origin.startswith("https://"),
        httponly=True,
        samesite="Strict",
    )
    return answer


@bp.get("/turn/<game_id>/<int:seat>")
def show_turn(game_id: str, seat: int) -> Response:
    """Show the turn that was opened in this browser."""
    return show_panel(read_pass(game_id, seat), [])


@bp.post("/turn/<game_id>/<int:seat>")
def build_turn(game_id: str, seat: int) -> Response:
    """Show the turn as far as it is put together, and the board as it would be then; nothing is stored."""
    asked = read_pass(game_id, seat)
    check_proof()
    return show_panel(asked, read_form())


@bp.post("/turn/<game_id>/<int:seat>/play")
def play_turn(game_id: str, seat: int) -> BaseResponse:
    """Play the turn; where it goes on at once, its page does too."""
    asked = read_pass(game_id, seat)
    check_proof()
    played = linked.play(club(), asked, read_form(), reader_language())
    if played.next is not None:
        return keep_pass(redirect(find_address(asked), HTTPStatus.SEE_OTHER), played.next)
    answer: BaseResponse = show("played.html", Text("Your turn is played"), said=played.said, game_id=game_id)
    answer.delete_cookie(COOKIE, path=find_address(asked))
    return answer


def read_pass(game_id: str, seat: int) -> LinkedAsk:
    """Return what this browser may answer at a table, or refuse one in which no link was followed."""
    kept = request.cookies.get(COOKIE, "")
    with club().read() as session:
        asked = turn_links.read_pass(session, club(), kept) if kept else None
    if asked is None or (asked.game_id, asked.seat) != (game_id, seat):
        raise Refused("not_found", "No turn is open in this browser: follow the link in your mail.")
    return asked


def check_proof() -> None:
    """Refuse a form that is not of the page which this browser was shown last."""
    check_sent_from_here()
    kept = request.cookies.get(COOKIE, "")
    if not turn_links.is_proved(club(), kept, request.form.get("proof", "")):
        refuse_foreign_form()


def check_sent_from_here() -> None:
    """Refuse what another site had a browser send, as far as browsers say from where it comes."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin", "null")
    ours = {request.host, urlsplit(club().origin).netloc}
    if site not in {None, "same-origin", "none"} or (origin != "null" and urlsplit(origin).netloc not in ours):
        refuse_foreign_form()


def refuse_foreign_form() -> NoReturn:
    """Say that nothing was done."""
    raise Refused(
        "foreign_form",
        "This form is not of the page that was shown here last. Nothing was played: load the page again.",
    )


def show_panel(asked: LinkedAsk, moves: list[str]) -> Response:
    """Return the page of a turn as far as it is put together, with the board and what happened, as a mail tells them."""
    with club().read() as session:
        sight = turn_links.check_is_open(session, club(), asked)
        view, table = views.look(session, sight, reader_language(), None, is_written=False)
        news = find_news(session, sight, view.n, views.find_marks(session, sight.glance).last_turn)
    assert table is not None
    panel = try_out(table, Onlooker(asked.seat, reader_language(), sight.names), view, moves)
    return show(
        "turn_by_link.html",
        sight.game.title,
        panel.status,
        game=sight.game,
        kind=name_game(sight.game.rules),
        view=view,
        icons=ICONS,
        panel=panel,
        news=news,
        slips=slips,
        address=find_address(asked),
        proof=turn_links.make_proof(club(), request.cookies[COOKIE]),
        when=lambda at: say(say_when(at, club().now(), sight.zone)),
    )
