"""Seats of a game: which are free, and the slips by which one is taken, left or returned to."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from cli import keys, profiles
from cli.answers import GameJson, ReceiptJson, SeatJson
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from cli.seats import find_game, my_games
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from engine.ledger.slips import JoinSlip, SeatSlip

TRIES = 5
"""How often a seat is signed for, since bots may play between a look at the game and the signature."""


def is_free(seat: SeatJson) -> bool:
    """Tell whether somebody can sit there before the start."""
    return seat["by"] == "empty" and not seat["bot"]


def is_orphaned(seat: SeatJson) -> bool:
    """Tell whether nobody has a seat of a running game: it is open, or a bot plays on in somebody's place."""
    return seat["by"] != "player" and not seat["bot"]


def seat_number(name: str) -> int:
    """Return the number of a seat from its name, p1 for 0."""
    if not name.lower().startswith("p") or not name[1:].isdecimal():
        raise Failure(Text("`{name}` is not a seat: they are called p1, p2, ...", name=name))
    return int(name[1:]) - 1


def choose_seat(shown: GameJson) -> int:
    """Return the first seat that somebody could take; in a game that runs there may be none."""
    if shown["status"] != "running":
        return next((one["seat"] for one in shown["seats"] if is_free(one)), 0)
    orphaned = sorted(filter(is_orphaned, shown["seats"]), key=lambda one: (one["by"] != "empty", one["seat"]))
    if not orphaned:
        raise Failure.of_refusal("game_started", Text("The game has started, and all of its seats are played."))
    return orphaned[0]["seat"]


def look_at(client: Client, game: str, invitation: str | None = None) -> GameJson:
    """Return a game as it is now; a private one is shown to those who are invited."""
    shown: GameJson = client.call("GET", f"/games/{game}", query=_with(invitation))
    return shown


def take_seat(
    env: Env, client: Client, shown: GameJson, seat: str | None, invitation: str | None
) -> tuple[ReceiptJson, int]:
    """Sign for a seat, send it, and keep the receipt."""
    number = seat_number(seat) if seat else choose_seat(shown)

    def send(seen: GameJson) -> ReceiptJson:
        raw = keys.sign(_make_slip(seen, number), keys.load(client.profile))
        receipt: ReceiptJson = client.slip("POST", f"/games/{seen['id']}/seats", raw, _with(invitation))
        return receipt

    receipt = sign_again_if_stale(send, shown, lambda: look_at(client, shown["id"], invitation))
    profiles.keep_receipt(client.profile, shown["id"], receipt["receipt"])
    my_games(env, client)
    return receipt, number


def _make_slip(shown: GameJson, seat: int) -> "JoinSlip | SeatSlip":
    """Return what is to be signed for a seat: a join with fresh randomness, or a substitute's word in a running game."""
    import secrets

    from engine.core.canonical import b64u
    from engine.ledger.slips import JoinSlip, SeatSlip

    if shown["status"] == "running":
        return SeatSlip(shown["id"], seat, shown["head"], "take")
    return JoinSlip(shown["id"], seat, shown["terms"], b64u(secrets.token_bytes(32)))


def sign_for_seat(env: Env, game: str, do: Literal["return", "leave", "settle"]) -> dict[str, Any]:
    """Sign what somebody wants to do with the seat that is theirs, send it, and keep the receipt."""
    from engine.ledger.slips import SeatSlip

    client = connect(env)
    shown = look_at(client, find_game(env, client, game))

    def send(seen: GameJson) -> ReceiptJson:
        if seen["you"] is None:
            raise Failure(Text("You have no seat in this game."), Exit.NOT_ALLOWED, "not_your_seat")
        raw = keys.sign(SeatSlip(seen["id"], seen["you"], seen["head"], do), keys.load(client.profile))
        receipt: ReceiptJson = client.slip("DELETE", f"/games/{seen['id']}/seats", raw)
        return receipt

    receipt = send(shown) if do == "settle" else sign_again_if_stale(send, shown, lambda: look_at(client, shown["id"]))
    profiles.keep_receipt(client.profile, shown["id"], receipt["receipt"])
    return {"game": shown["id"], "do": do, **receipt}


def sign_again_if_stale(
    send: Callable[[GameJson], ReceiptJson], shown: GameJson, look: Callable[[], GameJson]
) -> ReceiptJson:
    """Send what is signed for a position; where the game has moved on, sign it anew for where it stands."""
    for _ in range(TRIES - 1):
        try:
            return send(shown)
        except Failure as failure:
            if failure.code != "stale_position":
                raise
        shown = look()
    return send(shown)


def _with(invitation: str | None) -> dict[str, str] | None:
    return {"invitation": invitation} if invitation else None
