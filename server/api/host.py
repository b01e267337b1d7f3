"""For hosts: what they do, signed, and what they need to see."""

from typing import Any

from marshmallow import Schema, fields, validate

from server.api.common import Strict, asks, club, get_member, resource, slip_body, takes_slip
from server.services import hosting, oversight
from server.services.powers import POWERS

bp = resource("host", "What hosts do and see")
STATES = ("queued", "sent", "parked", "dropped", "joined")
MOST = 2**31 - 1


class HostActSchema(Schema):
    """What a host did, when and on whom."""

    id = fields.Integer(required=True)
    at = fields.Integer(required=True)
    act = fields.String(required=True)
    host = fields.String(required=True, allow_none=True, metadata={"description": "None for somebody who has left."})
    on = fields.String(required=True, allow_none=True)
    game = fields.String(required=True, allow_none=True)
    n = fields.Integer(required=True, allow_none=True, metadata={"description": "The entry of that game's ledger."})
    args = fields.Dict(required=True)
    note = fields.String(required=True, allow_none=True)
    invitation = fields.String(required=True, allow_none=True, metadata={"description": "A secret, shown this once."})
    link = fields.String(required=True, allow_none=True)


class HostActPageSchema(Schema):
    """Some acts of hosts, the last first."""

    acts = fields.List(fields.Nested(HostActSchema), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "The next `before`."})


class NewsSchema(Schema):
    """What hosts told everybody, the last first."""

    paused_since = fields.Integer(required=True, allow_none=True)
    news = fields.List(fields.Nested(HostActSchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class MemberSchema(Schema):
    """A member as hosts see them."""

    id = fields.String(required=True)
    handle = fields.String(required=True, allow_none=True)
    mail = fields.String(required=True, allow_none=True)
    role = fields.String(required=True)
    confirmed = fields.Boolean(required=True)
    banned = fields.Boolean(required=True)
    deleted = fields.Boolean(required=True)
    joined_at = fields.Integer(required=True)
    seen_at = fields.Integer(required=True, allow_none=True)
    bounced_at = fields.Integer(required=True, allow_none=True)
    games = fields.Integer(required=True, metadata={"description": "How many they play now."})


class MemberPageSchema(Schema):
    """Some members, in the order in which they came."""

    members = fields.List(fields.Nested(MemberSchema), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "The next `after`."})


class StuckSchema(Schema):
    """A seat that is awaited."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    seat = fields.Integer(required=True)
    by = fields.String(required=True)
    player = fields.String(required=True, allow_none=True)
    since = fields.Integer(required=True, allow_none=True)
    deadline = fields.Integer(required=True, allow_none=True)
    told_at = fields.Integer(required=True, allow_none=True)
    mail = fields.String(required=True, allow_none=True, metadata={"description": "The state of the last mail."})
    bounced_at = fields.Integer(required=True, allow_none=True)


class StuckPageSchema(Schema):
    """Some awaited seats, those that wait longest first."""

    seats = fields.List(fields.Nested(StuckSchema), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "The next `after`."})


class MailSchema(Schema):
    """A mail of the outbox, without what it says."""

    id = fields.Integer(required=True)
    kind = fields.String(required=True)
    to = fields.String(required=True, allow_none=True)
    handle = fields.String(required=True, allow_none=True)
    game = fields.String(required=True, allow_none=True)
    state = fields.String(required=True)
    attempts = fields.Integer(required=True)
    error = fields.String(required=True, allow_none=True)
    created_at = fields.Integer(required=True)


class MailPageSchema(Schema):
    """Some mails, the latest first."""

    mails = fields.List(fields.Nested(MailSchema), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "The next `before`."})


class ListedGameSchema(Schema):
    """A game in the host's list."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.String(required=True)
    status = fields.String(required=True)
    private = fields.Boolean(required=True)
    n = fields.Integer(required=True)
    changed_at = fields.Integer(required=True)
    held = fields.Boolean(required=True)


class ListedGamePageSchema(Schema):
    """Some games, the last changed first."""

    games = fields.List(fields.Nested(ListedGameSchema), required=True)
    next = fields.Integer(required=True, allow_none=True, metadata={"description": "The next `after`."})


class FiguresSchema(Schema):
    """A club in figures."""

    members = fields.Integer(required=True)
    hosts = fields.Integer(required=True)
    seen_this_month = fields.Integer(required=True)
    banned = fields.Integer(required=True)
    games_open = fields.Integer(required=True)
    games_running = fields.Integer(required=True)
    games_over = fields.Integer(required=True)
    games_archived = fields.Integer(required=True)
    turns_this_week = fields.Integer(required=True)
    awaited = fields.Integer(required=True)
    overdue = fields.Integer(required=True)
    mails_queued = fields.Integer(required=True)
    mails_parked = fields.Integer(required=True)
    registration = fields.String(required=True)
    paused_since = fields.Integer(required=True, allow_none=True)


class Paged(Strict):
    """How many at once."""

    most = fields.Integer(load_default=50, strict=False, validate=validate.Range(1, 200))


class Backwards(Paged):
    """Those before a number."""

    before = fields.Integer(load_default=None, validate=validate.Range(0, MOST))


class Onwards(Paged):
    """Those after so many."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MOST))


class StuckQuery(Onwards):
    """Seats that were asked so many hours ago."""

    hours = fields.Integer(load_default=24, validate=validate.Range(0, 24 * 365))


class MemberQuery(Onwards):
    """All members, or those whose mail comes back."""

    bounced = fields.Boolean(load_default=False)


class MailQuery(Backwards):
    """Mails in one state, or all."""

    state = fields.String(load_default=None, validate=validate.OneOf(STATES))


@bp.route("/host/acts", methods=["POST"])
@takes_slip(bp, f"A signed act of a host, by one of these words: {', '.join(POWERS)}.")
@bp.response(201, HostActSchema)
def act() -> hosting.ShownHostAct:
    """Do what a host can do to the club and its members."""
    return hosting.act(club(), slip_body())


@bp.route("/host/acts", methods=["GET"])
@asks("read")
@bp.arguments(Backwards, location="query")
@bp.response(200, HostActPageSchema)
def list_acts(before: int | None, most: int) -> hosting.HostActPage:
    """List what hosts did, the last first."""
    hosting.check_host(get_member())
    return hosting.get_log(club(), before, most)


@bp.route("/host/members", methods=["GET"])
@asks("read")
@bp.arguments(MemberQuery, location="query")
@bp.response(200, MemberPageSchema)
def list_members(after: int, most: int, **more: Any) -> oversight.MemberPage:
    """List everybody in the club, with when they were last seen."""
    hosting.check_host(get_member())
    return oversight.get_members(club(), after, most, bounced=more["bounced"])


@bp.route("/host/games", methods=["GET"])
@asks("read")
@bp.arguments(Onwards, location="query")
@bp.response(200, ListedGamePageSchema)
def list_games(after: int, most: int) -> oversight.ListedGamePage:
    """List every game of the club, private ones among them."""
    hosting.check_host(get_member())
    return oversight.get_games(club(), after, most)


@bp.route("/host/stuck", methods=["GET"])
@asks("read")
@bp.arguments(StuckQuery, location="query")
@bp.response(200, StuckPageSchema)
def list_stuck(hours: int, after: int, most: int) -> oversight.StuckPage:
    """List whom games wait for, and whether they were told."""
    hosting.check_host(get_member())
    return oversight.get_stuck(club(), hours, after, most)


@bp.route("/host/outbox", methods=["GET"])
@asks("read")
@bp.arguments(MailQuery, location="query")
@bp.response(200, MailPageSchema)
def list_mails(state: str | None, before: int | None, most: int) -> oversight.MailPage:
    """List mails by their state, the latest first."""
    hosting.check_host(get_member())
    return oversight.get_mails(club(), state, before, most)


@bp.route("/host/figures", methods=["GET"])
@asks("read")
@bp.response(200, FiguresSchema)
def show_figures() -> oversight.ClubFigures:
    """Show the club in figures."""
    hosting.check_host(get_member())
    return oversight.get_figures(club())


@bp.route("/news", methods=["GET"])
@asks("read")
@bp.arguments(Backwards, location="query")
@bp.response(200, NewsSchema)
def list_news(before: int | None, most: int) -> hosting.News:
    """List what hosts told everybody, and say since when the club is paused."""
    return hosting.get_news(club(), before, most)
