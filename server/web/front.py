"""The club's first page: what this is, who invites, and how to take part; JSON for programs."""

from typing import Any

from flask import Response, request

from engine.core.dates import say_moment
from server.api.common import asks, club, wants_page
from server.problems import reader_language
from server.services import identity, outages, settings, welcome
from server.services.finding import find_games
from server.services.welcome import Invited
from server.web.site import pages, say, show

bp = pages("front")
MOST_SECRET, MOST_GAMES = 100, 10
PUBLIC = ("open", "running", "finished")


@bp.get("/")
@asks("read", optional=True)
def front() -> dict[str, str | int | None] | Response:
    """Say what this is, who may register now, whether its clocks stand, and where its documentation is."""
    identity.follow(club())
    if wants_page():
        return show_club(request.args.get("invitation", "")[:MOST_SECRET])
    config = club().config
    with club().read() as session:
        registration, paused_since = settings.get_registration(session, club()), outages.find_pause(session)
    return {
        "name": config.name,
        "origin": club().origin,
        "registration": registration,
        "paused_since": paused_since,
        "docs": "/docs",
        "api": "/openapi.json",
    }


def show_club(invitation: str) -> Response:
    """Return the page of the club, for whoever opens its address or an invitation to it."""
    with club().read() as session:
        invited = welcome.look_at_club(session, club(), invitation)
    lists = {which: find_games(club(), None, which, None, None, MOST_GAMES).games for which in PUBLIC}
    return show(
        "club.html", club().config.name, lists=lists, name_game=name_game, invitation=invitation, **tell_how(invited)
    )


def name_game(rules: str) -> str:
    """Return how a game is called in the reader's language."""
    return welcome.name_game(rules, reader_language())


def tell_how(invited: Invited | None) -> dict[str, Any]:
    """Return what the page says of taking part: whether one may register, what to type, until when."""
    with club().read() as session:
        steps = welcome.list_steps(session, club(), invited)
        registration = settings.get_registration(session, club())
    is_invited = invited is not None and invited.secret is not None
    ends = None if invited is None else invited.expires_at
    return {
        "invited": invited,
        "steps": steps,
        "may_register": registration == "open" or (registration == "invited" and is_invited),
        "until": None if ends is None else say(say_moment(ends, club().config.zone)),
    }
