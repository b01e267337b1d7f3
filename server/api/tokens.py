"""Tokens for reading and for what needs no signature."""

from marshmallow import Schema, fields

from server.api.common import asks, club, get_token, resource, slip_body, takes_slip
from server.services import tokens

bp = resource("tokens", "Bearer tokens")


class TokenSchema(Schema):
    """A token without its secret."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    created_at = fields.Integer(required=True)
    expires_at = fields.Integer(required=True)
    used_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When it was last used, to the day."}
    )
    is_current = fields.Boolean(required=True, metadata={"description": "Whether it is the one that asks."})


class NewTokenSchema(TokenSchema):
    """A token with its secret, shown once."""

    token = fields.String(required=True)
    player = fields.String(required=True)


@bp.route("/tokens", methods=["POST"])
@takes_slip(bp, "A signed hello.")
@bp.response(201, NewTokenSchema)
def give() -> tokens.NewToken:
    """Get a token for a signed hello."""
    return tokens.give(club(), slip_body())


@bp.route("/tokens", methods=["GET"])
@asks("read")
@bp.response(200, TokenSchema(many=True))
def find() -> list[tokens.ShownToken]:
    """List your tokens."""
    return tokens.get_tokens(club(), get_token())


@bp.route("/tokens/<token_id>", methods=["DELETE"])
@asks("read")
@bp.response(204)
def revoke(token_id: str) -> None:
    """Revoke one of your tokens: this one, or one that may do no more than it."""
    tokens.revoke(club(), get_token(), token_id)
