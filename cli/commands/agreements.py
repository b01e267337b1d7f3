"""What a table agrees on: proposing it, and agreeing."""

from typing import Annotated

import typer

from cli import keys, profiles
from cli.answers import GameJson, MotionJson, ReceiptJson
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from cli.options import NeededGame
from cli.seating import look_at, sign_again_if_stale
from cli.seats import find_game
from engine.core.language import Text
from engine.core.refusals import Exit

app = typer.Typer()


@app.command()
def propose(
    ctx: typer.Context,
    game: NeededGame,
    words: Annotated[
        list[str], typer.Argument(help="What: bot NAME, substitute NAME, extend NAME 2d, pause 7d, or stop.")
    ],
) -> None:
    """Propose something to the table; it is done when more than half agree, and two of three to stop.

    A seat can be given away when its time is up, or after three days without an answer. Whom it is about has no say.

    Example: atelier propose club-7 bot odile
    """
    from engine.ledger.proposals import read_proposal

    env: Env = ctx.obj
    client = connect(env)
    shown = look_at(client, find_game(env, client, game))
    names = client.call("GET", f"/games/{shown['id']}/view")["players"]

    def send(seen: GameJson) -> ReceiptJson:
        terms = read_proposal(words, names, seen["head"], env.now())
        motion = {"do": terms.do, "on": terms.on, "ends": terms.ends, "about": terms.about, "until": terms.until}
        return sign_motion(client, seen, motion)

    receipt = sign_again_if_stale(send, shown, lambda: look_at(client, shown["id"]))
    tell_agreed(env, client, shown, receipt)


@app.command()
def agree(
    ctx: typer.Context,
    game: NeededGame,
    name: Annotated[str | None, typer.Argument(help="Who proposed it, where several things are proposed.")] = None,
) -> None:
    """Agree to what is proposed to the table; `atelier games GAME` lists it.

    Example: atelier agree club-7
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = look_at(client, find_game(env, client, game))
    motion = choose_motion(client, shown, name)
    said: dict[str, object] = {member: motion[member] for member in ("do", "on", "ends", "about", "until")}
    tell_agreed(env, client, shown, sign_motion(client, shown, said))


def choose_motion(client: Client, shown: GameJson, name: str | None) -> MotionJson:
    """Return the motion of a proposer, or the only one that the player has not agreed to."""
    motions: list[MotionJson] = client.call("GET", f"/games/{shown['id']}/motions")
    names: list[str] = client.call("GET", f"/games/{shown['id']}/view")["players"]
    wanted = [one for one in motions if (names[one["by"]] == name if name else shown["you"] not in one["yes"])]
    if not wanted:
        raise Failure(Text("Nothing is proposed to the table that you could agree to."), Exit.NOT_ALLOWED, "not_found")
    if len(wanted) > 1:
        proposers = ", ".join(names[one["by"]] for one in wanted)
        raise Failure(Text("Several things are proposed: say whose you agree to, {names}.", names=proposers))
    return wanted[0]


def sign_motion(client: Client, shown: GameJson, said: dict[str, object]) -> ReceiptJson:
    """Sign a yes, send it, and keep the receipt."""
    from engine.ledger.slips import AgreeSlip, read_payload

    if shown["you"] is None:
        raise Failure(Text("You have no seat in this game."), Exit.NOT_ALLOWED, "not_your_seat")
    members = {name: value for name, value in said.items() if value is not None}
    slip = read_payload(AgreeSlip, {"game": shown["id"], "seat": shown["you"], **members})
    raw = keys.sign(slip, keys.load(client.profile))
    receipt: ReceiptJson = client.slip("POST", f"/games/{shown['id']}/motions", raw)
    profiles.keep_receipt(client.profile, shown["id"], receipt["receipt"])
    return receipt


def tell_agreed(env: Env, client: Client, shown: GameJson, receipt: ReceiptJson) -> None:
    """Say what the entry says."""
    query = {"since": receipt["n"], "limit": 1}
    (entry,) = client.call("GET", f"/games/{shown['id']}/entries", query=query)["entries"]
    env.answer({"game": shown["id"], "told": entry["told"], **receipt}, *entry["told"])
