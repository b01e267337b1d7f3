"""Being away and being reached: vacations, standing by, the calendar."""

from datetime import date

from flask import Response
from marshmallow import Schema, fields, validate

from server.api.common import Strict, asks, club, get_member, resource
from server.services import absences, calendar, substitutes

bp = resource("absence", "Vacations, substitutes, calendar")


class NewVacation(Strict):
    """The first and the last day of a vacation, in the player's zone."""

    first = fields.Date(data_key="from", required=True)
    last = fields.Date(data_key="to", required=True)


class VacationSchema(Schema):
    """A vacation; `until` is the moment at which it ends by itself."""

    id = fields.String(required=True)
    last = fields.String(data_key="to", required=True)
    until = fields.Integer(required=True)
    first = fields.String(data_key="from", required=True)


class StandbySchema(Strict):
    """The games for which a player would step in."""

    rules = fields.List(fields.String(validate=validate.Length(1, 64)), required=True, validate=validate.Length(max=20))


class CalendarLinkSchema(Schema):
    """The secret address of your calendar; None where there is none, or where an earlier release made it."""

    link = fields.String(required=True, allow_none=True)
    created_at = fields.Integer(required=True, allow_none=True)


@bp.route("/me/vacations", methods=["GET"])
@asks("read")
@bp.response(200, VacationSchema(many=True))
def find_vacations() -> list[absences.ShownVacation]:
    """List your vacations."""
    with club().read() as session:
        return absences.get_vacations(session, get_member())


@bp.route("/me/vacations", methods=["POST"])
@asks("act")
@bp.arguments(NewVacation)
@bp.response(201, VacationSchema)
def book(first: date, last: date) -> absences.ShownVacation:
    """Book a vacation: your clocks stand still, your tables see it, and it ends by itself."""
    return absences.book(club(), get_member(), first, last)


@bp.route("/me/vacations/<vacation_id>", methods=["DELETE"])
@asks("act")
@bp.response(204)
def cancel(vacation_id: str) -> None:
    """Cancel a vacation, or end one that has begun."""
    absences.cancel(club(), get_member(), vacation_id)


@bp.route("/me/standby", methods=["GET"])
@asks("read")
@bp.response(200, StandbySchema)
def find_standbys() -> dict[str, list[str]]:
    """Show for which games you would step in."""
    with club().read() as session:
        return {"rules": substitutes.get_standbys(session, get_member().id)}


@bp.route("/me/standby", methods=["PUT"])
@asks("act")
@bp.arguments(StandbySchema)
@bp.response(200, StandbySchema)
def stand_by(rules: list[str]) -> dict[str, list[str]]:
    """Say for which games you would step in when a player vanishes."""
    return {"rules": substitutes.stand_by(club(), get_member(), rules)}


@bp.route("/me/calendar", methods=["GET"])
@asks("act")
@bp.response(200, CalendarLinkSchema)
def show_link() -> calendar.CalendarLink:
    """Show the secret link to your calendar; it may outlive the token, and so a token that only reads does not see it."""
    return calendar.find_link(club(), get_member())


@bp.route("/me/calendar", methods=["POST"])
@asks("act")
@bp.response(201, CalendarLinkSchema)
def make_link() -> calendar.CalendarLink:
    """Make a secret link to a calendar of your deadlines; earlier links end."""
    return calendar.make_link(club(), get_member())


@bp.route("/me/calendar", methods=["DELETE"])
@asks("act")
@bp.response(204)
def revoke_links() -> None:
    """End the links to your calendar."""
    calendar.revoke_links(club(), get_member())


@bp.route("/calendar/<secret>.ics", methods=["GET"])
@bp.response(200, {"type": "string"}, content_type="text/calendar", description="Your deadlines")
def read_calendar(secret: str) -> Response:
    """Show the deadlines of whoever made this link."""
    return Response(calendar.read(club(), secret), content_type="text/calendar; charset=utf-8")
