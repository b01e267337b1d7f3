"""For hosts and programs: health, metrics, keys and the documentation page."""

import base64
import hashlib
import html
from typing import Any

from flask import Blueprint, Response, current_app
from sqlalchemy import text

from engine.core.errors import Refused
from server.api.common import bearer, club
from server.metrics import show_metrics
from server.services import identity, tokens
from server.services.host import get_known_keys

bp = Blueprint("about", __name__)
STYLE = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}code{background:#eee;padding:.1em .3em;overflow-wrap:anywhere}"
STYLE_ALONE = (
    f"default-src 'none'; style-src 'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""That a page may have this style and nothing else."""
HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    f"<title>API</title><style>{STYLE}</style>"
)


@bp.get("/healthz")
def health() -> Response:
    """Say that the process lives."""
    return Response("ok\n", content_type="text/plain")


@bp.get("/readyz")
def ready() -> Response:
    """Say whether the database answers."""
    with club().read() as session:
        session.execute(text("select 1"))
    return Response("ready\n", content_type="text/plain")


@bp.get("/metrics")
def metrics() -> Response:
    """Show counters and gauges for Prometheus, to hosts or, where the club's settings say so, to everybody."""
    if club().config.metrics == "hosts":
        _check_host()
    return Response(show_metrics(club()), content_type="text/plain; version=0.0.4")


def _check_host() -> None:
    with club().read() as session:
        member = tokens.get_owner(session, club(), bearer(), "read")
    if member.role != "host":
        raise Refused("host_only", "Only hosts see the club's figures.")


@bp.get("/.well-known/jwks.json")
def jwks() -> dict[str, list[dict[str, str]]]:
    """Show the keys that this server signs or has signed with."""
    return {"keys": get_known_keys(club())}


@bp.get("/.well-known/atelier-succession.json")
def succession() -> dict[str, list[str]]:
    """Show where the club went: every address and key in order, each signed by the key before it."""
    identity.follow(club())
    line = club().identity.line
    return {"succession": [] if line is None else [step.decode() for step in line.raws]}


@bp.get("/docs")
def docs() -> Response:
    """Show the API as one page, without scripts."""
    document = current_app.extensions["atelier-api"].spec.to_dict()
    parts = [f"<h1>{html.escape(document['info']['title'])}</h1>"]
    for path, operations in document["paths"].items():
        parts += [_operation(path, method, one) for method, one in operations.items() if method != "parameters"]
    page = f"{HEAD}<main>{chr(10).join(parts)}</main>"
    return Response(page, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": STYLE_ALONE})


def _operation(path: str, method: str, one: dict[str, Any]) -> str:
    summary = html.escape(one.get("summary", ""))
    body = ", ".join(html.escape(kind) for kind in one.get("requestBody", {}).get("content", {}))
    takes = f"<p>Takes <code>{body}</code>.</p>" if body else ""
    answers = ", ".join(html.escape(status) for status in one.get("responses", {}))
    return (
        f"<h2><code>{method.upper()} {html.escape(path)}</code></h2><p>{summary}</p>{takes}<p>Answers: {answers}.</p>"
    )
