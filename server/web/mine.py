"""A member's own pages: the games that wait for them, how they are mailed, when they are away, and opening a table."""

from flask import Response, request

import engine
from engine.bots import list_newest
from engine.core.dates import say_when
from engine.core.errors import Refused
from engine.core.language import LANGUAGES, Text
from server.api.common import asks, club, find_member, get_member
from server.problems import reader_language
from server.services import absences, accounts, games, policies, substitutes
from server.services.finding import find_games
from server.web import slips
from server.web.front import name_game
from server.web.site import pages, say, show

bp = pages("mine")
MOST = 50
POLICIES = {
    "every": Text("for every turn"),
    "once": Text("once, until I have looked"),
    "digest": Text("one mail a day"),
    "off": Text("none"),
}


@bp.get("/me")
@asks("read", optional=True)
def show_me() -> Response:
    """Show a member's games, those that wait first, and their settings; to others how to become one."""
    return _show_me() if find_member() else show("stranger.html", Text("My games"))


def _show_me() -> Response:
    member = get_member()
    waiting = find_games(club(), member, "waiting", None, None, MOST).games
    others = [one for one in find_games(club(), member, "mine", None, None, MOST).games if one not in waiting]
    with club().read() as session:
        vacations = [one for one in absences.get_vacations(session, member) if one.until > club().now()]
        standbys = substitutes.get_standbys(session, member.id)
    return show(
        "me.html",
        Text("My games"),
        waiting=waiting,
        running=[one for one in others if one.status == "running"],
        opened=[one for one in others if one.status == "open"],
        ended=[one for one in others if one.status == "over"],
        profile=accounts.read_profile(club(), member.id),
        vacations=vacations,
        standbys=standbys,
        games={rules: name_game(rules) for rules in engine.games()},
        name_game=name_game,
        policies=POLICIES,
        languages=LANGUAGES,
        when=lambda at: say(say_when(at, club().now(), member.zone)),
    )


@bp.post("/me")
@asks("act")
def change_me() -> Response:
    """Change how a member is mailed and spoken to."""
    form = request.form
    policy = form.get("mail_policy", "")
    if policy not in policies.POLICIES:
        raise Refused(
            "invalid_value", "`{policy}` is none of {policies}.", policy=policy[:20], policies=policies.POLICIES
        )
    change = accounts.ProfileChange(language=form.get("language"), zone=form.get("zone"), mail_policy=policy)
    get_member().zone = accounts.change_profile(club(), get_member().id, change).zone
    return _show_me()


@bp.post("/me/vacations")
@asks("act")
def go_away() -> Response:
    """Book a vacation."""
    first, last = (absences.read_day(request.form.get(name, "")) for name in ("first", "last"))
    absences.book(club(), get_member(), first, last)
    return _show_me()


@bp.post("/me/vacations/<vacation_id>/end")
@asks("act")
def come_back(vacation_id: str) -> Response:
    """Cancel a vacation, or end one that has begun."""
    absences.cancel(club(), get_member(), vacation_id)
    return _show_me()


@bp.post("/me/standby")
@asks("act")
def stand_by() -> Response:
    """Say for which games a member would step in."""
    substitutes.stand_by(club(), get_member(), request.form.getlist("rules")[:MOST])
    return _show_me()


@bp.get("/new")
@asks("read", optional=True)
def ask_new() -> Response:
    """Ask what is to be played."""
    if find_member() is None:
        return show("stranger.html", Text("Open a table"))
    return show(
        "new.html",
        Text("Open a table"),
        games={
            rules.id: (name_game(rules.id), min(rules.seats), max(rules.seats)) for rules in engine.games().values()
        },
        bots={name: getattr(bot.title, reader_language()) for name, bot in list_newest().items()},
        most=max(max(rules.seats) for rules in engine.games().values()),
    )


@bp.post("/new")
@asks("act")
def open_table() -> Response:
    """Open a table, and show it: its first seat is taken by whoever signs for it."""
    form = request.form
    seats, bots = (_read_number(form.get(name, ""), name) for name in ("seats", "bots"))
    if not 0 <= bots < max(seats, 1):
        raise Refused("invalid_value", "Of {seats} seats at most {most} are for bots.", seats=seats, most=seats - 1)
    wish = games.Wish(
        rules=form.get("rules", ""),
        seats=seats,
        title=form.get("title", "").strip()[:80],
        bots={seats - 1 - n: form.get("bot", "") for n in range(bots)},
        private="private" in form,
        slips_only="slips_only" in form,
        hints="none" if "no_hints" in form else "any",
    )
    opened = games.create(club(), get_member(), wish)
    return show("opened.html", Text("The table is open"), game=opened, join=slips.ask_join(opened, 0, None))


def _read_number(text: str, name: str) -> int:
    if not text.isdecimal() or len(text) > 3:  # noqa: PLR2004 - nobody plays with a thousand
        raise Refused("invalid_value", "`{name}` is not a number.", name=name)
    return int(text)
