"""Slips by hand: signed without the network, sent from a file or a pipe."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from cli import profiles
from cli.answers import PreviewJson, ViewJson, before_any_move
from cli.client import connect
from cli.env import Env
from cli.exits import Failure
from cli.notes import NotesDesk
from cli.options import BlindOption, FileOption
from cli.reading import exact_lines, gather
from cli.render import short_hash
from cli.seats import RemoteSeat, turn_slip
from engine.core.language import Count, Text

app = typer.Typer()
DOORS = {
    "atelier-turn+jws": ("POST", "turns"),
    "atelier-undo+jws": ("POST", "undo"),
    "atelier-join+jws": ("POST", "seats"),
    "atelier-seat+jws": ("DELETE", "seats"),
}

NOTED = ("atelier-note+jws", "atelier-drop+jws")
"""Notes may be several, one on each line; a drop is one."""


class SavedSeat:
    """A seat without a network: a saved view, in which later lines of a turn can't be looked ahead."""

    def __init__(self, view: ViewJson) -> None:
        self.view = view

    def preview(self, lines: Sequence[str]) -> PreviewJson:
        """Return the saved position, as one beyond which nothing can be known."""
        return {**before_any_move(self.view), "legal": [], "reveals": True, "unplayed": list(lines)}


@app.command()
def slip(
    ctx: typer.Context,
    moves: Annotated[
        list[str] | None, typer.Argument(help="Moves, one in each argument; `-` reads them from stdin.")
    ] = None,
    view: Annotated[
        Path | None, typer.Option("--view", help="The view to answer, as `atelier show --save FILE` wrote it.")
    ] = None,
    file: FileOption = None,
    blind: BlindOption = False,
    armour: Annotated[bool, typer.Option("--armour", help="Wrap the slip in lines that survive a mail.")] = False,
) -> None:
    """Print a signed turn without sending it; from a saved view it needs no network.

    Example: atelier slip --view club-7.json "reserve 3" > turn.slip
    """
    env: Env = ctx.obj
    profile = profiles.get(env)
    if view is None:
        raise Failure(Text("Which position? `--view FILE`; `atelier show GAME --save FILE` writes one."))
    saved = load_view(view)
    lines = gather(env, moves or [], file)
    if not lines:
        raise Failure(Text("Which moves? Write them after the view."))
    raw = turn_slip(profile, saved, exact_lines(SavedSeat(saved), saved, lines), blind=blind)
    if env.json:
        env.data({"game": saved["game"], "slip": raw.decode()})
    elif armour:
        from engine.ledger.armour import armour as wrap_slip

        env.out(wrap_slip(raw).rstrip("\n"))
    else:
        env.out(raw.decode())


def load_view(path: Path) -> ViewJson:
    """Return a saved view, or refuse a file that is none."""
    try:
        view = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        view = None
    if (
        not isinstance(view, dict)
        or not {"game", "seat", "ask", "on", "rules", "legal", "players", "view"} <= view.keys()
    ):
        raise Failure(Text("{path} is not a view that `atelier show --save FILE` wrote.", path=str(path)))
    return cast("ViewJson", view)


@app.command()
def send(ctx: typer.Context, file: Annotated[str, typer.Argument(help="The slip's file; `-` is stdin.")] = "-") -> None:
    """Send a slip that was made before, here or elsewhere; sending it twice plays it once.

    Example: atelier send turn.slip
    """
    from engine.ledger.armour import find_slip
    from engine.ledger.slips import read_slip

    env: Env = ctx.obj
    text = env.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    raw = find_slip(text) or text.strip().encode()
    said: Any = read_slip(raw.split()[0] if raw.split() else raw).payload
    if said.typ in NOTED:
        send_noted(env, said.game, raw.decode().split(), is_drop=said.typ == NOTED[1])
        return
    door = DOORS.get(said.typ)
    if door is None:
        raise Failure(Text("A slip of the kind {typ} is not sent in this way.", typ=said.typ))
    client = connect(env)
    receipt = client.slip(door[0], f"/games/{said.game}/{door[1]}", raw)
    profiles.keep_receipt(client.profile, said.game, receipt["receipt"])
    if env.json:
        env.data({"game": said.game, **receipt})
        return
    env.tell(Text("Taken as entry {n} {hash}.", n=receipt["n"], hash=short_hash(receipt["hash"])))
    if receipt["repeated"]:
        env.tell(Text("It had been sent before."))


def send_noted(env: Env, game: str, slips: list[str], *, is_drop: bool) -> None:
    """Leave notes that were signed before, or take notes back."""
    desk = NotesDesk(RemoteSeat(env, connect(env), game))
    noted = [desk.send_drop(slips[0])] if is_drop else desk.leave(slips)
    said = Text("Taken back, up to number {n}.", n=noted[0]["note"])
    left = Count("{n} note is left; nobody else can tell.", "{n} notes are left; nobody else can tell.", len(noted))
    env.answer({"game": game, "notes": noted}, said if is_drop else left)
