"""Notes left at the table: left, shown with what each would do now, taken back, worked out from what is typed."""

from http import HTTPStatus

from marshmallow import Schema, fields, validate

from server.api.common import (
    MOST_NOTES,
    NotedSchema,
    NotesBody,
    Strict,
    asks,
    club,
    get_member,
    resource,
    slip_body,
    takes_slip,
)
from server.problems import reader_language
from server.services import notebook, notes
from server.services.acts import NoteAnswer

bp = resource("notes", "Notes left at the table")
MOST_TYPED = 2000


class NotedListSchema(Schema):
    """The answers to notes, in their order."""

    notes = fields.List(fields.Nested(NotedSchema), required=True)


class PlaceSchema(Schema):
    """What the slip of the next note names."""

    next = fields.Integer(required=True, metadata={"description": "The number of the next note of your seat."})
    n = fields.Integer(required=True)
    on = fields.String(required=True, metadata={"description": "The hash of entry `n`, the last one."})


class WorkedOutSchema(Schema):
    """A note as its slip says it, and as its reader types it."""

    says = fields.Dict(required=True, metadata={"description": "Sign it as it stands, in the member `says`."})
    shown = fields.String(required=True)


class WorkedOutListSchema(PlaceSchema):
    """Notes that were worked out, ready to be signed."""

    notes = fields.List(fields.Nested(WorkedOutSchema), required=True)


class LeftNoteSchema(WorkedOutSchema):
    """A note of yours that waits, and what it would do if you were asked now."""

    note = fields.Integer(required=True)
    first = fields.Integer(required=True)
    ask = fields.Integer(required=True, allow_none=True)
    round = fields.Integer(required=True, allow_none=True)
    until = fields.Integer(required=True, allow_none=True)
    stays = fields.Boolean(required=True)
    at = fields.Integer(required=True, metadata={"description": "When it was left."})
    signed = fields.Boolean(required=True, metadata={"description": "Not one that came by plain mail."})
    would = fields.String(
        required=True,
        validate=validate.OneOf(["plays", "unfit", "unknown"]),
        metadata={"description": "`unknown` where that depends on what nobody knows yet."},
    )
    moves = fields.List(fields.String(), required=True, metadata={"description": "What it would play, as you type it."})
    unplayed = fields.List(fields.String(), required=True)
    reveals = fields.Boolean(required=True, metadata={"description": "Whether it could not be undone."})
    why = fields.List(
        fields.String(), required=True, metadata={"description": "Why it, or an alternative, does not fit."}
    )


class LeftNotesSchema(PlaceSchema):
    """Your notes at a table, and where the next one counts on."""

    tried_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When they are tried at what you are asked now."}
    )
    notes = fields.List(fields.Nested(LeftNoteSchema), required=True)


class TypedNotesSchema(Strict):
    """Notes as they are typed, and the turn after which they are to be left, if any."""

    notes = fields.List(
        fields.String(validate=validate.Length(1, MOST_TYPED)), required=True, validate=validate.Length(1, MOST_NOTES)
    )
    moves = fields.List(
        fields.String(validate=validate.Length(1, 500)), load_default=[], validate=validate.Length(max=200)
    )
    forced = fields.Boolean(load_default=False)
    blind = fields.Boolean(load_default=False)


@bp.route("/games/<game_id>/notes", methods=["POST"])
@bp.arguments(NotesBody)
@bp.alt_response(200, schema=NotedListSchema, description="All of them came before", success=True)
@bp.response(201, NotedListSchema)
def leave(game_id: str, slips: list[str]) -> tuple[dict[str, list[NoteAnswer]], HTTPStatus]:
    """Leave notes at the table, all of them or none; no entry is written, and nobody else is told."""
    answers = notes.leave(club(), game_id, [slip.encode() for slip in slips])
    is_fresh = not all(answer.repeated for answer in answers)
    return {"notes": answers}, HTTPStatus.CREATED if is_fresh else HTTPStatus.OK


@bp.route("/games/<game_id>/notes", methods=["DELETE"])
@takes_slip(bp, "A signed drop: it takes back every note up to the one that it names.")
@bp.alt_response(200, schema=NotedSchema, description="The same slip came before", success=True)
@bp.response(201, NotedSchema)
def drop(game_id: str) -> tuple[NoteAnswer, HTTPStatus]:
    """Take notes back; the receipt shows that none of them may be played from now on."""
    answer = notes.drop(club(), game_id, slip_body())
    return answer, HTTPStatus.OK if answer.repeated else HTTPStatus.CREATED


@bp.route("/games/<game_id>/notes", methods=["GET"])
@asks("read")
@bp.response(200, LeftNotesSchema)
def read(game_id: str) -> notebook.Notebook:
    """Show your notes at a table, each with what it would do if you were asked now."""
    return notebook.get_notebook(club(), game_id, get_member(), reader_language())


@bp.route("/games/<game_id>/notes/preview", methods=["POST"])
@asks("read")
@bp.arguments(TypedNotesSchema)
@bp.response(200, WorkedOutListSchema)
def preview(game_id: str, **typed: object) -> notebook.WorkedOut:
    """Work typed notes out into what a slip says; nothing is stored, and nothing hidden is used."""
    return notebook.work_out(club(), game_id, get_member(), notebook.TypedNotes(**typed), reader_language())  # type: ignore[arg-type]
