"""For hosts, and for whoever opened a table: what they do to a game, signed."""

from flask import Response
from marshmallow import Schema, fields, validate

from server.api.common import (
    MOST_SLIP,
    Strict,
    answer_slip,
    answers_receipt,
    asks,
    club,
    get_member,
    resource,
)
from server.api.games import SeatSchema
from server.services import interventions

bp = resource("hosting", "What hosts do to a game")


class HostedGameSchema(Schema):
    """A game as whoever looks after it sees it."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.String(required=True)
    status = fields.String(required=True)
    n = fields.Integer(required=True)
    head = fields.String(required=True, metadata={"description": "What a host's slip says in `on`."})
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    paused = fields.Boolean(required=True)
    paused_until = fields.Integer(required=True, allow_none=True)


class HostBodySchema(Strict):
    """A signed act of a host, and a note for the table beside it, which is in no ledger and can be erased."""

    slip = fields.String(required=True, validate=validate.Length(max=MOST_SLIP))
    note = fields.String(load_default="", validate=validate.Length(max=500))


class KnownKeySchema(Schema):
    """A member and the key that counts for them."""

    handle = fields.String(required=True)
    kid = fields.String(required=True, metadata={"description": "What a host's slip says in `to`."})


@bp.route("/games/<game_id>/host", methods=["GET"])
@asks("read")
@bp.response(200, HostedGameSchema)
def show(game_id: str) -> interventions.HostedGame:
    """Show a game to its hosts: seats and clocks, nothing of the position."""
    return interventions.show(club(), game_id, get_member())


@bp.route("/games/<game_id>/host", methods=["POST"])
@bp.arguments(HostBodySchema)
@answers_receipt(bp)
def act(game_id: str, slip: str, note: str) -> Response:
    """Give a seat or time, pause, resume, end or void a game."""
    return answer_slip(interventions.act(club(), game_id, slip.encode(), note))


@bp.route("/members/<handle>", methods=["GET"])
@asks("read")
@bp.response(200, KnownKeySchema)
def find_key(handle: str) -> interventions.KnownKey:
    """Return the thumbprint of a member's key, to offer them a seat."""
    return interventions.find_key(club(), handle)
