"""Refusals as RFC 9457 problems: one shape of answer for every code of engine/core/refusals.py."""

import logging
import secrets
from functools import lru_cache
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header

from engine.core.errors import IllegalMove, Refused
from engine.core.language import LANGUAGES, Text, Voice
from engine.core.refusals import handling_of
from server.services.limits import TooOften

HTTP_CODES: dict[int, tuple[str, Text]] = {
    400: ("malformed_json", Text("The request can't be read: it must be well-formed JSON.")),
    404: ("not_found", Text("There is nothing at this address.")),
    405: ("method_not_allowed", Text("This address does not take that method.")),
    406: ("not_acceptable", Text("This server can't answer in the form that was asked for.")),
    413: ("body_too_large", Text("The request is too large.")),
    415: ("wrong_media_type", Text("This address takes another content type.")),
    422: ("invalid_value", Text("The request does not fit.")),
    429: ("rate_limited", Text("That was too often; try again later.")),
}
MOST_LANGUAGES = 256
"""How much of `Accept-Language` is read: a browser sends a tenth of it."""
BUG = Text("Something went wrong here; the host can find it by its id.")
log = logging.getLogger("atelier")


def problem(code: str, detail: str, **more: Any) -> Response:
    """Return a problem answer; `id` names it in the log."""
    status = handling_of(code).status
    more = {key: value for key, value in more.items() if value is not None}
    body = {
        "type": f"/problems/{code}",
        "title": code.replace("_", " "),
        "status": status,
        "detail": detail,
        "code": code,
        "id": getattr(g, "request_id", None) or secrets.token_hex(8),
        **more,
    }
    return Response(msgspec.json.encode(body), status, content_type="application/problem+json")


def reader_language() -> str:
    """Return the language of the request: `Accept-Language`, else the player's own, else the club's."""
    asked = _find_asked(request.headers.get("Accept-Language", "")[:MOST_LANGUAGES])
    if asked:
        return asked
    player = getattr(g, "player", None)
    return str(player.lang) if player is not None else str(getattr(g, "club_language", "en"))


@lru_cache(256)
def _find_asked(header: str) -> str | None:
    asked = parse_accept_header(header, LanguageAccept).best_match(LANGUAGES)
    return str(asked) if asked else None


def refused(error: Refused) -> Response:
    """Answer a refusal."""
    lang = reader_language()
    params = {key: Voice(lang).word(value) for key, value in error.params.items()}
    answer = problem(error.code, error.say(lang), params=params or None)
    if isinstance(error, TooOften):
        answer.headers["Retry-After"] = str(error.seconds)
    elif answer.status_code in {429, 503}:
        answer.headers["Retry-After"] = "2"
    return answer


def illegal(error: IllegalMove) -> Response:
    """Answer an illegal move: which one of the turn, why, and what would be allowed."""
    lang = reader_language()
    params = {key: Voice(lang).word(value) for key, value in error.refusal.params.items()}
    return problem(
        error.code,
        error.say(lang),
        index=error.index,
        move=str(error.move),
        reason=error.reason,
        params=params,
        allowed=[str(line) for line in error.allowed],
    )


def http(error: HTTPException) -> Any:
    """Answer what Flask itself refuses."""
    if error.code is None or error.code < 400:  # noqa: PLR2004 - a redirect is not a problem
        return error
    code, detail = HTTP_CODES.get(error.code, ("internal", BUG))
    messages = (getattr(error, "data", None) or {}).get("messages")
    if messages:
        return _invalid(messages)
    answer = problem(code, detail.say(reader_language()))
    answer.status_code = error.code
    if error.code == 405 and getattr(error, "valid_methods", None):  # noqa: PLR2004 - the one with a list of methods
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))  # type: ignore[attr-defined]
    return answer


def _invalid(messages: dict[str, Any]) -> Response:
    """Answer a body or query that does not fit its schema, naming the fields."""
    places = {key: value for where in messages.values() if isinstance(where, dict) for key, value in where.items()}
    if not places:
        return problem("malformed_json", HTTP_CODES[400][1].say(reader_language()))
    unknown = [field for field, why in places.items() if why == ["Unknown field."]]
    code = "unknown_field" if unknown else "invalid_value"
    detail = "; ".join(f"`{field}`: {_why(why)}" for field, why in sorted(places.items(), key=str))
    return problem(code, detail, errors=msgspec.to_builtins({str(key): value for key, value in places.items()}))


def _why(why: Any) -> str:
    return " ".join(why) if isinstance(why, list) and all(isinstance(one, str) for one in why) else str(why)


def unexpected(error: Exception) -> Response:
    """Answer a bug: an id for the player, the traceback for the log."""
    log.error("unexpected", exc_info=error)
    return problem("internal", BUG.say(reader_language()))


def install(app: Flask) -> None:
    """Answer every refusal of the app as a problem."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(IllegalMove, illegal)
    app.register_error_handler(HTTPException, http)
    app.register_error_handler(Exception, unexpected)
