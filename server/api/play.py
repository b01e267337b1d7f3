"""Playing: views, previews, turns, undo, the ledger, table talk."""

from http import HTTPStatus

from flask import Response, request
from marshmallow import Schema, fields, post_dump, validate

from engine.seats import Preview, SeatView
from engine.suggestions import Suggestions
from server.api.common import (
    Strict,
    TurnWithNotes,
    answer_slip,
    answers_receipt,
    asks,
    club,
    find_member,
    get_member,
    resource,
    slip_body,
    takes_slip,
    turn_body,
)
from server.problems import reader_language
from server.services import agreements, suggestions, talk, turns, views

bp = resource("play", "Views, turns, ledger, talk")
MOST_NUMBER = 2**31 - 1


class MoveSchema(Schema):
    """A move as a line, in its typed form, and as its reader types it."""

    line = fields.String(required=True)
    typed = fields.Dict(required=True)
    shown = fields.String(required=True, metadata={"description": "With names for ids, in the reader's language."})


class ViewSchema(Schema):
    """What a seat may know, what is asked of it and what it can do."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True, metadata={"description": "The version of the rules it is played by."})
    edition = fields.String(required=True, metadata={"description": "The digest of its edition."})
    status = fields.String(required=True)
    n = fields.Integer(required=True)
    head = fields.String(required=True, allow_none=True)
    players = fields.List(fields.String(), required=True)
    bots = fields.List(fields.Integer(), required=True, metadata={"description": "The seats that bots play."})
    seat = fields.Integer(required=True, allow_none=True)
    ask = fields.Integer(required=True, allow_none=True)
    on = fields.String(required=True, allow_none=True)
    awaited = fields.Boolean(required=True)
    prompt = fields.String(required=True, allow_none=True)
    legal = fields.List(fields.Nested(MoveSchema), required=True)
    undo = fields.List(fields.Integer(), required=True, metadata={"description": "Entries you can go back to."})
    deadline = fields.Integer(required=True, allow_none=True)
    view = fields.Dict(required=True, allow_none=True)
    board = fields.String(required=True, allow_none=True)
    told = fields.List(fields.String(), metadata={"description": "What the entry asked for with `told` says."})
    forced = fields.List(
        fields.String(), metadata={"description": "Your moves in it that went without saying, as you type them."}
    )


class PreviewSchema(Schema):
    """What moves would do, as far as the seat can know."""

    played = fields.List(fields.String(), required=True)
    unplayed = fields.List(fields.String(), required=True)
    reveals = fields.Boolean(required=True)
    events = fields.List(fields.String(), required=True)
    advice = fields.List(fields.String(), required=True)
    awaited = fields.Boolean(required=True)
    prompt = fields.String(required=True, allow_none=True)
    legal = fields.List(fields.Nested(MoveSchema), required=True)
    forced = fields.List(
        fields.Nested(MoveSchema),
        required=True,
        metadata={
            "description": "What a slip with `forced` would play besides: nothing else is left, and nothing is learned."
        },
    )
    view = fields.Dict(required=True)
    board = fields.String(required=True)


class SuggestionSchema(Schema):
    """A line of moves, and how good it looks."""

    moves = fields.List(fields.String(), required=True)
    shown = fields.List(fields.String(), required=True, metadata={"description": "The moves as you type them."})
    events = fields.List(fields.String(), required=True, metadata={"description": "What they would bring."})
    advice = fields.List(fields.String(), required=True)
    reveals = fields.Boolean(required=True, metadata={"description": "The last of them shows you something new."})
    verdict = fields.String(
        required=True,
        metadata={
            "description": "`better` (than all others, clearly), `first`, `even` (with the first), `behind` (a little), `worse` (clearly)."
        },
    )
    chance = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "The estimated chance to win, from 0 to 1, where the game has one."},
    )
    error = fields.Float(required=True, allow_none=True, metadata={"description": "Its standard error."})
    said = fields.String(required=True)


class SuggestionsSchema(Schema):
    """Some lines for a seat, the best first."""

    seat = fields.Integer(required=True)
    bot = fields.String(required=True, metadata={"description": "The level at which was looked."})
    lines = fields.List(fields.Nested(SuggestionSchema), required=True)
    note = fields.String(required=True)


class MovesSchema(Strict):
    """Moves to try."""

    moves = fields.List(
        fields.String(validate=validate.Length(1, 500)), required=True, validate=validate.Length(1, 200)
    )


class ViewQuery(Strict):
    """Which moment to look at."""

    at = fields.Integer(load_default=None, validate=validate.Range(0, MOST_NUMBER))
    told = fields.Integer(load_default=None, validate=validate.Range(0, MOST_NUMBER))


class SinceQuery(Strict):
    """From where on, and how many."""

    since = fields.Integer(load_default=0, validate=validate.Range(0, MOST_NUMBER))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 100))


class EntrySchema(Schema):
    """An entry as the reader may see it."""

    header = fields.Dict(required=True)
    hash = fields.String(required=True)
    head = fields.String(required=True)
    body = fields.Dict()
    salt_b = fields.String()
    salt_s = fields.String()
    told = fields.List(fields.String(), required=True)
    shown = fields.List(fields.String(), metadata={"description": "Its moves as the reader types them."})

    @post_dump
    def leave_out(self, data: dict[str, object], **_: object) -> dict[str, object]:
        """Leave out what the reader may not know yet."""
        return {name: value for name, value in data.items() if value is not None}


class EntryPageSchema(Schema):
    """Some entries, and where the next ones begin."""

    entries = fields.List(fields.Nested(EntrySchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class MotionSchema(Schema):
    """What a table is asked to agree to; who agrees signs the same `do`, `on`, `ends`, `about` and `until`."""

    do = fields.String(required=True)
    on = fields.String(required=True)
    ends = fields.Integer(required=True)
    about = fields.Integer(required=True, allow_none=True)
    until = fields.Integer(required=True, allow_none=True)
    by = fields.Integer(required=True, metadata={"description": "The seat that proposed it."})
    yes = fields.List(fields.Integer(), required=True, metadata={"description": "The seats that have agreed."})
    agreed = fields.Integer(required=True, metadata={"description": "How many of them count."})
    needed = fields.Integer(required=True, metadata={"description": "How many must agree."})
    said = fields.String(required=True)


class SaySchema(Strict):
    """Something to say."""

    text = fields.String(required=True, validate=validate.Length(1, 4000))


class MessageSchema(Schema):
    """Something that was said at the table."""

    id = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True)
    seat = fields.Integer(required=True, allow_none=True)
    text = fields.String(required=True)
    at = fields.Integer(required=True)


@bp.route("/games/<game_id>/view", methods=["GET"])
@asks("read", optional=True)
@bp.arguments(ViewQuery, location="query")
@bp.response(200, ViewSchema)
@bp.alt_response(304, description="Nothing has changed", success=True)
def view(game_id: str, at: int | None, told: int | None) -> Response | tuple[SeatView, HTTPStatus, dict[str, str]]:
    """Show your private view, what is asked of you and your legal moves; `at` looks back, `told` adds an entry's words."""
    lang = reader_language()
    tag = views.make_etag(club(), game_id, find_member(), lang, at, told)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "private, no-store"}
    if request.if_none_match.contains(tag):
        return Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    look = views.view(club(), game_id, find_member(), lang, at)
    if told is not None:
        look = views.add_told(look, club(), game_id, find_member(), told, lang)
    return look, HTTPStatus.OK, headers


@bp.route("/games/<game_id>/preview", methods=["POST"])
@asks("read")
@bp.arguments(MovesSchema)
@bp.response(200, PreviewSchema)
def preview(game_id: str, moves: list[str]) -> Preview:
    """Show what moves would do; nothing is stored, and nothing hidden is used."""
    return views.preview(club(), game_id, get_member(), moves, reader_language())


@bp.route("/games/<game_id>/suggestions", methods=["GET"])
@asks("read")
@bp.response(200, SuggestionsSchema)
def suggest(game_id: str) -> Suggestions:
    """Suggest up to three lines for your turn, from what you know alone; the table's terms can forbid it."""
    return suggestions.get_suggestions(club(), game_id, get_member(), reader_language())


@bp.route("/games/<game_id>/turns", methods=["POST"])
@takes_slip(
    bp,
    'A signed turn; with `"forced": true` in it, what goes without saying after its moves is played too. As JSON it can bring notes.',
    TurnWithNotes,
)
@answers_receipt(bp)
def turn(game_id: str) -> Response:
    """Play a signed turn, and leave notes with it."""
    return answer_slip(turns.submit(club(), game_id, *turn_body()))


@bp.route("/games/<game_id>/undo", methods=["POST"])
@takes_slip(bp, "A signed undo.")
@answers_receipt(bp)
def undo(game_id: str) -> Response:
    """Take back your own last turn; the ledger keeps it."""
    return answer_slip(turns.undo(club(), game_id, slip_body()))


@bp.route("/games/<game_id>/motions", methods=["POST"])
@takes_slip(bp, "A signed yes to a motion; the first one proposes it.")
@answers_receipt(bp)
def agree(game_id: str) -> Response:
    """Propose something to the table, or agree to what somebody has proposed."""
    return answer_slip(agreements.agree(club(), game_id, slip_body()))


@bp.route("/games/<game_id>/motions", methods=["GET"])
@asks("read", optional=True)
@bp.response(200, MotionSchema(many=True))
def motions(game_id: str) -> list[agreements.PublicMotion]:
    """Show what the table can agree to now."""
    return agreements.get_motions(club(), game_id, find_member(), reader_language())


@bp.route("/games/<game_id>/entries", methods=["GET"])
@asks("read", optional=True)
@bp.arguments(SinceQuery, location="query")
@bp.response(200, EntryPageSchema)
def entries(game_id: str, since: int, limit: int) -> views.EntryPage:
    """Show the ledger as you may see it."""
    return views.list_entries(club(), game_id, find_member(), since, limit, reader_language())


@bp.route("/games/<game_id>/bundle", methods=["GET"])
@asks("read", optional=True)
@bp.response(200, {"type": "object"}, content_type="application/json", description="A bundle for `atelier verify`")
def bundle(game_id: str) -> Response:
    """Export the game; after its end everything is in it."""
    raw = views.export_bundle(club(), game_id, find_member())
    name = f'attachment; filename="{game_id}.atelier.json"'
    return Response(raw, content_type="application/json", headers={"Content-Disposition": name})


@bp.route("/games/<game_id>/messages", methods=["POST"])
@asks("act")
@bp.arguments(SaySchema)
@bp.response(201, MessageSchema)
def say(game_id: str, text: str) -> talk.Remark:
    """Say something at the table."""
    return talk.say(club(), game_id, get_member(), text)


@bp.route("/games/<game_id>/messages", methods=["GET"])
@asks("read", optional=True)
@bp.arguments(SinceQuery, location="query")
@bp.response(200, MessageSchema(many=True))
def messages(game_id: str, since: int, limit: int) -> list[talk.Remark]:
    """Show what was said at the table."""
    return talk.get_remarks(club(), game_id, find_member(), since, limit)
