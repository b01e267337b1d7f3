"""The games that can be played here."""

from typing import Any

import msgspec
from marshmallow import Schema, fields

import engine
from engine.core.errors import Refused
from engine.core.rules import AnyRules
from engine.core.spelling import help_of, usage, verb_of
from server.api.common import resource
from server.problems import reader_language

bp = resource("rules", "Games, their options and moves")


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
def listed() -> list[dict[str, Any]]:
    """List the games."""
    return [described(rules) for rules in engine.games().values()]


@bp.route("/rules/<rules_id>", methods=["GET"])
@bp.response(200, RulesSchema)
def read(rules_id: str) -> dict[str, Any]:
    """Show a game's options and moves."""
    if rules_id not in engine.games():
        games = sorted(engine.games())
        raise Refused("unknown_rules", "There is no game `{game}`; there are {games}.", game=rules_id[:64], games=games)
    return described(engine.games()[rules_id])


def described(rules: AnyRules) -> dict[str, Any]:
    """Return a game as it is shown."""
    return {
        "id": rules.id, "version": rules.version, "title": {"en": rules.title.en, "fr": rules.title.fr},
        "fewest": rules.seats[0], "most": rules.seats[-1], "edition": rules.edition.digest,
        "options": msgspec.json.schema(rules.options_type), "moves": [_move(move) for move in rules.moves],
    }  # fmt: skip


def _move(move: Any) -> dict[str, Any]:
    return {
        "verb": verb_of(move), "usage": usage(move), "help": help_of(move, reader_language()),
        "schema": msgspec.json.schema(move),
    }  # fmt: skip
