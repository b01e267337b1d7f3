"""Games and the seats at them."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode

from flask import Response, redirect
from marshmallow import Schema, fields, post_load, validate
from werkzeug.wrappers import Response as BaseResponse

from server.api.common import (
    InvitationQuery,
    Strict,
    answer_slip,
    answers_receipt,
    asks,
    club,
    find_member,
    get_member,
    resource,
    slip_body,
    takes_slip,
    wants_page,
)
from server.services import finding, games, invitations, joining, substitutes

bp = resource("games", "Opening, finding, joining, starting")


class SeatSchema(Schema):
    """A seat and who is asked to move."""

    seat = fields.Integer(required=True)
    by = fields.String(required=True)
    player = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, metadata={"description": "How sentences call whoever plays it."})
    bot = fields.String(required=True, allow_none=True)
    awaited = fields.Boolean(required=True)
    ask = fields.Integer(required=True)
    deadline = fields.Integer(required=True, allow_none=True)
    stopped = fields.Boolean(required=True, metadata={"description": "The clock stands still: nobody can be reached."})
    away_until = fields.Integer(required=True, allow_none=True, metadata={"description": "On vacation until then."})


class GameSchema(Schema):
    """What is public of a game."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True)
    edition = fields.String(required=True)
    options = fields.Dict(required=True)
    pace = fields.Dict(required=True)
    policy = fields.Dict(required=True)
    private = fields.Boolean(required=True)
    spectators = fields.Boolean(required=True)
    slips_only = fields.Boolean(required=True)
    hints = fields.String(required=True, metadata={"description": "`none`: the server suggests no moves."})
    start = fields.String(required=True)
    status = fields.String(required=True)
    held = fields.Boolean(required=True)
    paused = fields.Boolean(required=True, metadata={"description": "Clocks stand: the game or the club is paused."})
    host = fields.String(required=True, allow_none=True)
    n = fields.Integer(required=True)
    head = fields.String(required=True)
    terms = fields.String(required=True, metadata={"description": "A join slip agrees to these."})
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    you = fields.Integer(required=True, allow_none=True)
    notes = fields.Integer(required=True, metadata={"description": "How many notes of your own wait there."})
    result = fields.Dict(required=True, allow_none=True)
    created_at = fields.Integer(required=True)
    changed_at = fields.Integer(required=True)
    ended_at = fields.Integer(required=True, allow_none=True)


class GamePageSchema(Schema):
    """Some games, and the cursor of the next page."""

    games = fields.List(fields.Nested(GameSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class BotSchema(Strict):
    """A seat that a bot plays."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(0, 9))
    bot = fields.String(required=True)


class NewGame(Strict):
    """What somebody wants to play."""

    rules = fields.String(required=True)
    seats = fields.Integer(required=True, strict=True, validate=validate.Range(1, 10))
    title = fields.String(load_default="", validate=validate.Length(max=80))
    options = fields.Dict(load_default=dict)
    edition = fields.String(load_default=None, allow_none=True)
    bots = fields.List(fields.Nested(BotSchema), load_default=list)
    pace = fields.Dict(load_default=None, metadata={"description": "Without it, the club's own; `{}` is no clock."})
    policy = fields.Dict(load_default=None)
    private = fields.Boolean(load_default=False)
    spectators = fields.Boolean(load_default=True)
    slips_only = fields.Boolean(load_default=False)
    hints = fields.String(load_default="any", validate=validate.OneOf(["any", "none"]))
    start = fields.String(load_default="full", validate=validate.OneOf(["full", "by_hand"]))

    @post_load
    def make_wish(self, data: dict[str, Any], **_: object) -> games.Wish:
        """Return the wish, its bots by their seats."""
        bots = {one["seat"]: one["bot"] for one in data.pop("bots")}
        return games.Wish(bots=bots, **data)


class GameQuery(Strict):
    """Which games to list."""

    which = fields.String(data_key="filter", load_default=None, validate=validate.OneOf(finding.FILTERS))
    rules = fields.String(load_default=None, validate=validate.Length(max=64))
    cursor = fields.String(load_default=None, validate=validate.Length(max=100))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


class InviteSchema(Strict):
    """Whom to invite; without an address only a link is made."""

    mail = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=254))


class InvitationSchema(Schema):
    """An invitation with its secret, shown once."""

    id = fields.String(required=True)
    invitation = fields.String(required=True)
    link = fields.String(required=True)
    expires_at = fields.Integer(required=True)


@bp.route("/games", methods=["POST"])
@asks("act")
@bp.arguments(NewGame, as_kwargs=False)
@bp.response(201, GameSchema)
def create(wish: games.Wish) -> games.PublicGame:
    """Open a game."""
    return games.create(club(), get_member(), wish)


@bp.route("/games", methods=["GET"])
@asks("read", optional=True)
@bp.arguments(GameQuery, location="query")
@bp.response(200, GamePageSchema)
def find(which: str | None, rules: str | None, cursor: str | None, limit: int) -> finding.GamePage:
    """List games: yours, those waiting for you, open ones, running ones, finished ones."""
    return finding.find_games(club(), find_member(), which, rules, cursor, limit)


@bp.route("/games/<game_id>", methods=["GET"])
@asks("read", optional=True)
@bp.arguments(InvitationQuery, location="query")
@bp.response(200, GameSchema)
@bp.alt_response(303, description="A browser is led to the page of the game", success=True)
def read(game_id: str, invitation: str | None) -> games.PublicGame | BaseResponse:
    """Show what is public of a game; a browser is led to its page."""
    if wants_page():
        query = f"?{urlencode({'invitation': invitation})}" if invitation else ""
        return redirect(f"/games/{quote(game_id)}{query}", HTTPStatus.SEE_OTHER)
    return games.read(club(), game_id, find_member(), invitation)


@bp.route("/games/<game_id>/seats", methods=["POST"])
@takes_slip(bp, "A signed join, or a seat slip `take` for a free seat of a running game.")
@bp.arguments(InvitationQuery, location="query")
@answers_receipt(bp)
def join(game_id: str, invitation: str | None) -> Response:
    """Take a seat, or step in as a substitute."""
    return answer_slip(substitutes.sit(club(), game_id, slip_body(), invitation))


@bp.route("/games/<game_id>/seats", methods=["DELETE"])
@takes_slip(bp, "A signed seat slip: leave, return or settle.")
@answers_receipt(bp)
def leave(game_id: str) -> Response:
    """Leave your seat, return to it, or agree to stop the game here."""
    return answer_slip(joining.leave(club(), game_id, slip_body()))


@bp.route("/games/<game_id>/start", methods=["POST"])
@asks("act")
@bp.response(200, GameSchema)
def start(game_id: str) -> games.PublicGame:
    """Start a full game that waits for it."""
    return games.start(club(), game_id, get_member())


@bp.route("/games/<game_id>/invitations", methods=["POST"])
@asks("act")
@bp.arguments(InviteSchema)
@bp.response(201, InvitationSchema)
def invite(game_id: str, mail: str | None) -> invitations.NewInvitation:
    """Invite somebody by mail, or make a link."""
    return invitations.invite(club(), get_member(), game_id, mail)


@bp.route("/games/<game_id>/invitations/<invitation_id>", methods=["DELETE"])
@asks("act")
@bp.response(204)
def revoke(game_id: str, invitation_id: str) -> None:
    """Take back an invitation."""
    invitations.revoke_invitation(club(), get_member(), game_id, invitation_id)
