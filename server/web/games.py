"""The page of a game: for whoever is invited, who to and how to take part."""

from http import HTTPStatus
from urllib.parse import quote, urlencode

from flask import redirect, request
from werkzeug.wrappers import Response as BaseResponse

from engine.core.language import Text
from server.api.common import club, wants_page
from server.problems import reader_language
from server.services import welcome
from server.services.seating import get_game
from server.web.front import MOST_SECRET, tell_how
from server.web.site import pages, show

bp = pages("games")


@bp.get("/games/<game_id>")
def show_game(game_id: str) -> BaseResponse:
    """Show a game to whoever has its link; programs are led to its JSON."""
    invitation = request.args.get("invitation", "")[:MOST_SECRET] or None
    if not wants_page():
        query = f"?{urlencode({'invitation': invitation})}" if invitation else ""
        return redirect(f"/v1/games/{quote(game_id)}{query}", HTTPStatus.SEE_OTHER)
    with club().read() as session:
        invited = welcome.look_at_game(session, club(), game_id, invitation)
        game = get_game(session, game_id)
    return show(
        "invitation.html", Text("A game"), game=welcome.name_game(game.rules, reader_language()), **tell_how(invited)
    )
