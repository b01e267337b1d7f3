"""What a page asks its reader to sign: the kind of slip, all that it says, and where it goes; a script with the key does it."""

import json
from typing import Any, NamedTuple

from engine.ledger.slips import ActSlip, AgreeSlip, JoinSlip, SeatSlip, TurnSlip, UndoSlip
from engine.seats import SeatView
from server.services.agreements import PublicMotion
from server.services.games import PublicGame
from server.web.turns import Panel


class Unsigned(NamedTuple):
    """A slip before it is signed; members that are null are filled in by whoever signs."""

    typ: str
    method: str
    to: str
    payload: str
    game: str
    then: str


def _ask(typ: str, path: str, said: dict[str, Any], method: str = "POST") -> Unsigned:
    game = said["game"]
    return Unsigned(typ, method, f"/v1/games/{game}/{path}", json.dumps(said), game, f"/games/{game}")


def ask_turn(view: SeatView, panel: Panel) -> Unsigned:
    """Return the turn that was put together, with what goes without saying after it."""
    said = _answer(view) | {"on": view.on, "moves": [one.line for one in panel.picked], "forced": True}
    return _ask(TurnSlip.typ, "turns", said)


def _answer(view: SeatView) -> dict[str, Any]:
    return {"game": view.game, "seat": view.seat, "ask": view.ask}


def ask_undo(view: SeatView) -> Unsigned:
    """Return the undo of one's own last turn."""
    return _ask(UndoSlip.typ, "undo", _answer(view) | {"on": view.head, "to": view.undo[0]})


def ask_join(game: PublicGame, seat: int, invitation: str | None) -> Unsigned:
    """Return the join of a seat, with randomness that whoever signs adds."""
    said = {"game": game.id, "seat": seat, "terms": game.terms, "entropy": None}
    path = f"seats?invitation={invitation}" if invitation else "seats"
    return _ask(JoinSlip.typ, path, said)


def ask_seat(view: SeatView, do: str, seat: int) -> Unsigned:
    """Return that a seat is left, taken or returned to."""
    said = {"game": view.game, "seat": seat, "on": view.head, "do": do}
    return _ask(SeatSlip.typ, "seats", said, "POST" if do == "take" else "DELETE")


def ask_agreement(view: SeatView, motion: PublicMotion) -> Unsigned:
    """Return the reader's yes to a motion."""
    said = {"game": view.game, "seat": view.seat, "on": motion.on, "do": motion.do, "ends": motion.ends}
    more = {"about": motion.about, "until": motion.until}
    return _ask(AgreeSlip.typ, "motions", said | {name: value for name, value in more.items() if value is not None})


def ask_act(method: str, to: str, do: str, then: str) -> Unsigned:
    """Return something that is done to the reader's account."""
    said: dict[str, Any] = {"do": do, "args": {}, "aud": None, "iat": None, "jti": None}
    return Unsigned(ActSlip.typ, method, to, json.dumps(said), "", then)
