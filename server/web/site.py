"""What all pages share: the frame around them, the reader's language, and refusals that are pages."""

import gzip
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, g, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice, say_plainly
from server import problems
from server.api.common import club, wants_page
from server.problems import reader_language, refused

HTML = "text/html; charset=utf-8"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Of where a page may have anything from: from here alone, and nothing that stands in the page itself is run."""
PRIVATE = "private, no-store"
WORTH_PRESSING = 1000
VARIES = "Accept, Accept-Language, Accept-Encoding, Authorization, Cookie"


@cache
def get_voice(lang: str) -> Voice:
    """Return the voice of pages in a language."""
    return Voice(lang)


def say(text: Text | str) -> str:
    """Return a text in the reader's language."""
    return text if isinstance(text, str) else get_voice(reader_language()).say(text)


def show(template: str, title: Text | str, status: int = 200, **shown: Any) -> Response:
    """Return a page; all that is shown on it is escaped, but what was drawn as HTML already."""
    lang = reader_language()
    say_one, say_many = _get_sayers(lang)
    frame = {"lang": lang, "title": say(title), "club": club().config.name, "member": g.get("player")}
    page = render_template(template, _=say_one, _n=say_many, say=say, **frame, **shown)
    return send(page.encode(), status)


@cache
def _get_sayers(lang: str) -> tuple[Callable[..., str], Callable[..., str]]:
    return say_plainly(lang)


def takes_pressed() -> bool:
    """Tell whether the reader takes answers that are pressed."""
    return request.accept_encodings.quality("gzip") > 0


def send(page: bytes, status: int = 200) -> Response:
    """Return HTML as an answer, pressed where the reader takes it so, kept by nobody."""
    headers = {"Vary": VARIES, "Cache-Control": PRIVATE, "Content-Security-Policy": POLICY}
    if len(page) > WORTH_PRESSING and takes_pressed():
        page = gzip.compress(page, 3, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(page, status, headers, content_type=HTML)


def not_modified(tag: str) -> Response:
    """Answer that the page is as it was."""
    answer = Response(status=HTTPStatus.NOT_MODIFIED)
    answer.set_etag(tag)
    answer.headers["Vary"] = VARIES
    answer.headers["Cache-Control"] = PRIVATE
    return answer


def show_refusal(why: Refused) -> Response:
    """Say why there is no such page, or why something was not done."""
    problem = refused(why)
    page = show("refusal.html", club().config.name, problem.status_code, why=why.say(reader_language()), code=why.code)
    if "Retry-After" in problem.headers:
        page.headers["Retry-After"] = problem.headers["Retry-After"]
    return page


def show_or_tell(why: Refused) -> Response:
    """Refuse as a page where one is wanted, else as a problem."""
    return show_refusal(why) if wants_page() else refused(why)


def show_nowhere(error: HTTPException) -> Response:
    """Say that there is no page at an address, or none that can be opened; under /v1 that is a problem for programs."""
    problem: Response = problems.http(error)
    if request.path.startswith("/v1/") or not wants_page():
        return problem
    page = show_refusal(Refused("not_found", "There is nothing at this address."))
    page.status_code = problem.status_code
    if "Allow" in problem.headers:
        page.headers["Allow"] = problem.headers["Allow"]
    return page


def install(app: Flask) -> None:
    """Answer people who open what is not there with a page."""
    for kind in (NotFound, MethodNotAllowed):
        app.register_error_handler(kind, show_nowhere)


def show_illegal(why: IllegalMove) -> Response:
    """Say which move is not allowed, why, and what is."""
    said = why.say(reader_language())
    return show("refusal.html", club().config.name, HTTPStatus.UNPROCESSABLE_ENTITY, why=said, code=why.code)


def pages(name: str) -> Blueprint:
    """Return a blueprint of pages: what it refuses is a page too."""
    made = Blueprint(f"web_{name}", __name__, template_folder="templates")
    made.register_error_handler(Refused, show_refusal)
    made.register_error_handler(IllegalMove, show_illegal)
    return made
