"""Tokens for reading and for what needs no signature."""

from typing import Any

from flask import g
from marshmallow import Schema, fields

from server.api.common import asks, club, resource, slip_body, takes_slip
from server.services import tokens

bp = resource("tokens", "Bearer tokens")


class TokenSchema(Schema):
    """A token without its secret."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    created_at = fields.Integer(required=True)
    expires_at = fields.Integer(required=True)


class NewTokenSchema(TokenSchema):
    """A token with its secret, shown once."""

    token = fields.String(required=True)
    player = fields.String(required=True)


@bp.route("/tokens", methods=["POST"])
@takes_slip(bp, "A signed hello.")
@bp.response(201, NewTokenSchema)
def give() -> dict[str, Any]:
    """Get a token for a signed hello."""
    return tokens.give(club(), slip_body())


@bp.route("/tokens", methods=["GET"])
@asks("read")
@bp.response(200, TokenSchema(many=True))
def listed() -> list[dict[str, Any]]:
    """List your tokens."""
    return tokens.listed(club(), g.player.id)


@bp.route("/tokens/<token_id>", methods=["DELETE"])
@asks("read")
@bp.response(204)
def revoke(token_id: str) -> None:
    """Revoke one of your tokens."""
    tokens.revoke(club(), g.player.id, token_id)
