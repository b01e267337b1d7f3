"""What all resources share: who is asking, the slip in the body, and the shapes of problems and receipts."""

import json
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, ParamSpec, TypeVar

import msgspec
from flask import Request, Response, current_app, g, request
from flask_smorest import Blueprint
from marshmallow import RAISE, Schema, fields, missing, validate
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engine.core.errors import Refused
from server.addresses import Proxies
from server.models import AccessToken, Member
from server.services import tokens
from server.services.acts import SlipAnswer
from server.services.club import Club

P = ParamSpec("P")
R = TypeVar("R")
JOSE = "application/jose"
MOST_SLIP = 16 * 1024
MOST_ACCEPTED = 256
"""How much of `Accept` is read: a browser sends half of it."""
MOST_NOTES = 10
MOST_MEMBERS, LONGEST_NAME = 1000, 100
"""Of a JSON body: members and items in all, and letters of a name."""


class Strict(Schema):
    """A request's shape: nothing unknown in it."""

    class Meta:
        """Refuse unknown fields."""

        unknown = RAISE


class ProblemSchema(Schema):
    """An RFC 9457 problem."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata={"description": "A sentence for the player."})
    code = fields.String(required=True, metadata={"description": "Stable; scripts go by it."})
    id = fields.String(required=True, metadata={"description": "Names this answer in the server's log."})
    index = fields.Integer(metadata={"description": "Which move of the turn was illegal, from 0."})
    move = fields.String()
    reason = fields.String(metadata={"description": "The rule's own code."})
    params = fields.Dict()
    allowed = fields.List(fields.String())
    errors = fields.Dict()


class NotedSchema(Schema):
    """The answer to a note, or to the slip that took some back: it shows nothing of what a note says."""

    note = fields.Integer(required=True)
    receipt = fields.String(required=True, metadata={"description": "Signed by the server: keep it."})
    n = fields.Integer(required=True, metadata={"description": "The last entry at that moment: none was written."})
    hash = fields.String(required=True)
    repeated = fields.Boolean(required=True, metadata={"description": "This slip was answered before."})


class ReceiptSchema(Schema):
    """The answer to a slip: public fields only, so that a copy of the slip reads nothing."""

    receipt = fields.String(required=True, metadata={"description": "Signed by the server: keep it."})
    n = fields.Integer(required=True)
    hash = fields.String(required=True)
    repeated = fields.Boolean(required=True, metadata={"description": "This slip was answered before."})
    played = fields.Integer(metadata={"description": "How many moves were played."})
    stopped = fields.String(allow_none=True, validate=validate.OneOf(["reveal", "illegal"]))
    unplayed = fields.List(fields.String())
    notes = fields.List(fields.Nested(NotedSchema), metadata={"description": "Of the notes that came with it."})


class InvitationQuery(Strict):
    """An invitation in the address."""

    invitation = fields.String(load_default=None, validate=validate.Length(max=100))


class BodyParser(FlaskParser):
    """Reads JSON bodies, and refuses what can be spelled in JSON and nowhere else."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """Return a body's JSON; endless nesting, absurd numbers and half a character are none."""
        try:
            found = super().load_json(req, schema)
            if found is not missing and b"\\u" in req.get_data():
                json.dumps(found, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            raise Refused("malformed_json", "The request can't be read: it must be well-formed JSON.") from None
        if is_crowded(found):
            raise Refused(
                "body_too_large", "A request has at most {most} members and items, with short names.", most=MOST_MEMBERS
            )
        return found


def is_crowded(plain: Any) -> bool:
    """Tell whether there is so much in a body that it would be dear to say what is wrong with each thing."""
    left, room = [plain], MOST_MEMBERS
    while left:
        one = left.pop()
        if isinstance(one, dict | list):
            room -= len(one)
            if room < 0 or (isinstance(one, dict) and max(map(len, one), default=0) > LONGEST_NAME):
                return True
            left += one.values() if isinstance(one, dict) else one
    return False


class Resource(Blueprint):
    """A blueprint whose bodies are read so, and whose functions get what they ask for by its name."""

    ARGUMENTS_PARSER = BodyParser()

    def arguments(
        self, schema: type[Schema], *, as_kwargs: bool = True, **kwargs: str
    ) -> Callable[..., Callable[P, R]]:
        """Read a body or query; what a schema makes whole comes as the first argument, with `as_kwargs=False`."""
        decorate: Callable[..., Callable[P, R]] = super().arguments(schema, as_kwargs=as_kwargs, **kwargs)
        return decorate


def club() -> Club:
    """Return the club that this app serves."""
    served: Club = current_app.extensions["atelier"]
    return served


def wants_page() -> bool:
    """Tell whether whoever asks would rather have a page than JSON, as browsers do; programs that do not say get JSON."""
    accepted = parse_accept_header(request.headers.get("Accept", "")[:MOST_ACCEPTED], MIMEAccept)
    return accepted.best_match(("application/json", "text/html")) == "text/html"


def get_caller() -> str:
    """Return from where the request comes, as limits count it."""
    proxies: Proxies = current_app.extensions["atelier-proxies"]
    return proxies.find_caller(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""))


def find_member() -> Member | None:
    """Return who asks, where anybody may."""
    found: Member | None = g.player
    return found


def get_member() -> Member:
    """Return who asks, behind a token that was asked for."""
    found: Member = g.player
    return found


def get_token() -> AccessToken:
    """Return the token of whoever asks, behind one that was asked for."""
    found: AccessToken = g.token
    return found


def resource(name: str, description: str) -> Blueprint:
    """Return a blueprint under /v1."""
    return Resource(name, name, url_prefix="/v1", description=description)


def bearer() -> str | None:
    """Return the token of the request, if it has one."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def asks(scope: str, *, optional: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Find the player of the request's token; `g.player` is None where a token is optional and absent."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
            secret = bearer()
            g.player = None
            if secret or not optional:
                with club().read() as session:
                    g.player, g.token = tokens.get_bearer(session, club(), secret, scope)
                tokens.note_use(club(), g.token)
            return function(*args, **kwargs)

        needed: list[dict[str, list[str]]] = [{"token": []}, *([{}] if optional else [])]
        documented: dict[str, Any] = getattr(wrapper, "_apidoc", {})
        wrapper._apidoc = {**documented, "manual_doc": {**documented.get("manual_doc", {}), "security": needed}}  # type: ignore[attr-defined]  # noqa: SLF001 - how flask-smorest documents
        return wrapper

    return decorate


class SlipBody(Strict):
    """A slip wrapped in JSON, for clients that can't send it bare."""

    slip = fields.String(required=True, validate=validate.Length(max=MOST_SLIP))


class NotesBody(Strict):
    """Notes as slips."""

    slips = fields.List(
        fields.String(validate=validate.Length(max=MOST_SLIP)), required=True, validate=validate.Length(1, MOST_NOTES)
    )


class TurnWithNotes(SlipBody):
    """A turn, and notes to leave with it: all is done, or nothing."""

    notes = fields.List(
        fields.String(validate=validate.Length(max=MOST_SLIP)),
        load_default=[],
        validate=validate.Length(max=MOST_NOTES),
    )


def slip_body() -> bytes:
    """Return the slip in the request's body: bare, or as the only member of a JSON object."""
    return _read_slips(SlipBody, MOST_SLIP)[0]


def turn_body() -> tuple[bytes, list[bytes]]:
    """Return the slip of a turn, and those of the notes that come with it."""
    return _read_slips(TurnWithNotes, (1 + MOST_NOTES) * MOST_SLIP)


def _read_slips(schema: type[Schema], most: int) -> tuple[bytes, list[bytes]]:
    kind = request.mimetype
    if (request.content_length or 0) > (MOST_SLIP if kind == JOSE else most) + 256:
        raise Refused("slip_too_large", "A slip has at most {limit} bytes.", limit=MOST_SLIP)
    if kind == JOSE:
        return request.get_data(cache=False), []
    if kind == "application/json":
        wrapped: dict[str, Any] = Resource.ARGUMENTS_PARSER.parse(schema(), request, location="json")
        return wrapped["slip"].encode(), [note.encode() for note in wrapped.get("notes", ())]
    raise Refused("wrong_media_type", "Send the slip itself as `{type}`, or as JSON in the member `slip`.", type=JOSE)


def takes_slip(
    blueprint: Blueprint, what: str, wrapped: type[Schema] = SlipBody
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Document that a call takes a slip as its body."""
    body = {
        "required": True,
        "description": what,
        "content": {
            JOSE: {"schema": {"type": "string", "maxLength": MOST_SLIP}},
            "application/json": {"schema": wrapped},
        },
    }
    documented: Callable[[Callable[P, R]], Callable[P, R]] = blueprint.doc(requestBody=body)
    return documented


def answers_receipt(blueprint: Blueprint) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Document a receipt: 201 for a slip that was written down, 200 for one that came before."""

    def document(view: Callable[P, R]) -> Callable[P, R]:
        again = blueprint.alt_response(200, schema=ReceiptSchema, description="The same slip came before", success=True)
        documented: Callable[P, R] = blueprint.response(201, ReceiptSchema)(again(view))
        return documented

    return document


def answer_slip(answer: SlipAnswer) -> Response:
    """Return the answer to a slip as it is, with 201, or with 200 when the slip came before."""
    status = HTTPStatus.OK if answer.repeated else HTTPStatus.CREATED
    return Response(msgspec.json.encode(answer), status, mimetype="application/json")
