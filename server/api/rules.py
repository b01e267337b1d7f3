"""The games that can be played here."""

import msgspec
from marshmallow import Schema, fields

import engine
from engine.core.errors import Refused
from engine.core.rules import AnyRules
from engine.core.spelling import help_of, usage, verb_of
from engine.core.types import Move
from server.api.common import resource
from server.problems import reader_language

bp = resource("rules", "Games, their options and moves")


class ShownRules(msgspec.Struct, kw_only=True):
    """A game as it is shown."""

    id: str
    version: int
    title: dict[str, str]
    fewest: int
    most: int
    edition: str
    options: dict[str, object]
    moves: list[dict[str, object]]


class RulesSchema(Schema):
    """A game that can be played."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    title = fields.Dict(required=True)
    fewest = fields.Integer(required=True)
    most = fields.Integer(required=True)
    edition = fields.String(required=True)
    options = fields.Dict(required=True, metadata={"description": "JSON Schema"})
    moves = fields.List(fields.Dict(), required=True)


@bp.route("/rules", methods=["GET"])
@bp.response(200, RulesSchema(many=True))
def find() -> list[ShownRules]:
    """List the games."""
    return [show_rules(rules) for rules in engine.games().values()]


@bp.route("/rules/<rules_id>", methods=["GET"])
@bp.response(200, RulesSchema)
def read(rules_id: str) -> ShownRules:
    """Show a game's options and moves."""
    if rules_id not in engine.games():
        games = sorted(engine.games())
        raise Refused("unknown_rules", "There is no game `{game}`; there are {games}.", game=rules_id[:64], games=games)
    return show_rules(engine.games()[rules_id])


def show_rules(rules: AnyRules) -> ShownRules:
    """Return a game as it is shown."""
    return ShownRules(
        id=rules.id,
        version=rules.version,
        title={"en": rules.title.en, "fr": rules.title.fr},
        fewest=rules.seats[0],
        most=rules.seats[-1],
        edition=rules.edition.digest,
        options=msgspec.json.schema(rules.options_type),
        moves=[_show_kind(move) for move in rules.moves],
    )


def _show_kind(move: type[Move]) -> dict[str, object]:
    return {
        "verb": verb_of(move),
        "usage": usage(move),
        "help": help_of(move, reader_language()),
        "schema": msgspec.json.schema(move),
    }
