"""Pages for people: plain HTML without scripts, in the reader's language, only for those who ask for a page."""

import html
from collections.abc import Sequence

from flask import Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engine.core.dates import say_moment
from engine.core.errors import Refused
from engine.core.language import Text, Voice
from server.api.common import club
from server.models import Session
from server.problems import reader_language, refused
from server.services import settings, welcome
from server.services.welcome import Invited

MOST_ACCEPTED = 256
"""How much of `Accept` is read: a browser sends half of it."""
HTML = "text/html; charset=utf-8"
STYLE = (
    "body{font:17px/1.5 sans-serif;max-width:40em;margin:2em auto;padding:0 1em}"
    "pre{background:#eee;color:#111;padding:.7em;overflow-x:auto}"
)


def wants_page() -> bool:
    """Tell whether whoever asks would rather have a page than JSON, as browsers do; programs that do not say get JSON."""
    accepted = parse_accept_header(request.headers.get("Accept", "")[:MOST_ACCEPTED], MIMEAccept)
    return accepted.best_match(("application/json", "text/html")) == "text/html"


def write_page(body: str, title: str, status: int = 200) -> Response:
    """Return a page of HTML that was escaped by whoever wrote it."""
    head = (
        f'<!doctype html><html lang="{reader_language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title><style>{STYLE}</style></head>'
    )
    page = Response(f"{head}<body>{body}</body></html>", status, content_type=HTML)
    page.headers["Vary"] = "Accept, Accept-Language"
    return page


def write_paragraph(text: Text | str) -> str:
    """Return a paragraph in the reader's language."""
    said = text if isinstance(text, str) else Voice(reader_language()).say(text)
    return f"<p>{html.escape(said)}</p>"


def write_heading(text: Text | str, level: int = 2) -> str:
    """Return a heading in the reader's language."""
    said = text if isinstance(text, str) else Voice(reader_language()).say(text)
    return f"<h{level}>{html.escape(said)}</h{level}>"


def show_welcome(game_id: str | None, invitation: str | None) -> Response:
    """Return the page of a game, or without one of the club, for whoever opens its link; or why there is none."""
    name = club().config.name
    try:
        with club().read() as session:
            invited = _look(session, game_id, invitation)
            steps = welcome.list_steps(session, club(), invited)
            registration = settings.get_registration(session, club())
    except Refused as why:
        body = write_heading(name, 1) + write_paragraph(why.say(reader_language()))
        return write_page(body, name, refused(why).status_code)
    parts = [write_heading(name, 1), _tell_of(invited), *_tell_of_club(), *_tell_how(invited, steps, registration)]
    return write_page("\n".join(parts), name)


def _look(session: Session, game_id: str | None, invitation: str | None) -> Invited | None:
    if game_id is None:
        return welcome.look_at_club(session, club(), invitation)
    return welcome.look_at_game(session, club(), game_id, invitation)


def _tell_of(invited: Invited | None) -> str:
    """Return who invites to what, or to what one may come."""
    name = club().config.name
    if invited is None:
        return ""
    if invited.rules is None:
        return write_paragraph(Text("{by} invites you to {club}.", by=invited.by, club=name))
    game = welcome.name_game(invited.rules, reader_language())
    if invited.secret is None:
        return write_paragraph(Text("This is a game of {game} at {club}.", game=game, club=name))
    return write_paragraph(Text("{by} invites you to a game of {game} at {club}.", by=invited.by, game=game, club=name))


def _tell_of_club() -> Sequence[str]:
    what = Text(
        "{club} is a club for long board games, a turn at a time, by mail or from a terminal. "
        "You look when you like, and are told when it is your turn.",
        club=club().config.name,
    )
    fair = Text(
        "Every move is signed with a key of your own, and whoever played can check afterwards that all was fair."
    )
    return write_paragraph(what), write_paragraph(fair)


def _tell_how(invited: Invited | None, steps: Sequence[str], registration: str) -> Sequence[str]:
    """Return how to take part: by the client, and by mail."""
    if registration == "closed" or (registration == "invited" and (invited is None or invited.secret is None)):
        return (write_paragraph(Text("This club takes new players only by invitation: ask its host for one.")),)
    return (
        write_heading(Text("How to take part")),
        write_paragraph(Text("Type this into a terminal; all it needs is Python and pipx:")),
        f"<pre>{html.escape(chr(10).join(steps))}</pre>",
        write_paragraph(
            Text(
                "HANDLE is the name that others will see, MAIL the address that turns are mailed to; CODE is mailed to you."
            )
        ),
        *_tell_until(invited),
        write_heading(Text("By mail")),
        write_paragraph(
            Text(
                "Registering needs the terminal once. After that every turn can be played by answering the mail that asks for it."
            )
        ),
    )


def _tell_until(invited: Invited | None) -> Sequence[str]:
    if invited is None or invited.expires_at is None:
        return ()
    when = say_moment(invited.expires_at, club().config.zone)
    return (write_paragraph(Text("The invitation is good until {when}.", when=when)),)
