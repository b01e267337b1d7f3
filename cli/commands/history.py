"""What happened: the log, a replay, the export, and its verification."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cli import render
from cli.answers import EntryJson
from cli.boards import show_board
from cli.client import Client, guest
from cli.env import Env
from cli.exits import Failure
from cli.options import GameArg
from cli.progress import busy
from cli.seats import RemoteSeat, find_game, open_seat
from engine.core.language import Text
from engine.core.refusals import Exit

app = typer.Typer()
PAUSE = 3.0
HANGING = 6
"""Where what an entry tells begins."""
TURNS = {
    "turn": Text("{who}"),
    "relay": Text("{who} (by mail)"),
    "link": Text("{who} (by the link in a mail)"),
    "note": Text("{who} (by a note)"),
    "bot": Text("{who} (played by a bot)"),
}


@app.command()
def log(
    ctx: typer.Context,
    game: GameArg = None,
    since: Annotated[int, typer.Option(help="Begin with entry N.")] = 0,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on as new entries come, until the game is over.")
    ] = False,
) -> None:
    """Tell what happened, entry by entry, as far as you may know it.

    Example: atelier log club-7 --since 40 --follow
    """
    env: Env = ctx.obj
    client = guest(env)
    found = find_game(env, client, game)
    names = client.call("GET", f"/games/{found}/view")["players"]
    is_over = False
    while not is_over:
        for entry in entries(client, found, since):
            tell_entry(env, entry, names)
            since = entry["header"]["n"] + 1
            is_over = entry["header"]["kind"] == "end"
        if not follow:
            return
        env.sleep(0 if is_over else PAUSE)


def entries(client: Client, game: str, since: int) -> Iterator[EntryJson]:
    """Yield the entries of a game from one on, page by page."""
    more: int | None = since
    while more is not None:
        page = client.call("GET", f"/games/{game}/entries", query={"since": more, "limit": 100})
        yield from page["entries"]
        more = page["next"]


def tell_entry(env: Env, entry: EntryJson, names: list[str]) -> None:
    """Write one entry: JSON as it came, or a line with what it tells."""
    if env.json:
        env.data(entry)
        return
    first, *others = _tell_turn(env, entry, names) or entry["told"] or [entry["header"]["kind"]]
    at = render.moment(env, entry["header"]["at"])
    env.read_out(f"{entry['header']['n']:4}  {at}  {first}", HANGING)
    for sentence in others:
        env.read_out(f"{' ' * HANGING}{sentence}", HANGING)


def _tell_turn(env: Env, entry: EntryJson, names: list[str]) -> list[str]:
    """Return who played which moves, and what came of them; nothing of an entry that is no turn."""
    header, body = entry["header"], entry.get("body") or {}
    if header["kind"] not in TURNS or header["seat"] is None:
        return []
    moves = " · ".join(entry.get("shown") or body.get("played") or body.get("moves") or [])
    way = "link" if header["kind"] == "relay" and body.get("via") == "link" else header["kind"]
    turn = env.say(TURNS[way].fill(who=names[header["seat"]]))
    return [env.say(Text("{turn}: {moves}", turn=turn, moves=moves)) if moves else turn, *entry["told"]]


@app.command()
def replay(
    ctx: typer.Context,
    game: GameArg = None,
    start: Annotated[int | None, typer.Option("--from", help="Begin after entry N; without it, at the start.")] = None,
) -> None:
    """Step through a game, board by board: Enter goes on, b goes back, a number jumps, q leaves.

    Example: atelier replay club-7 --from 30
    """
    env: Env = ctx.obj
    seat = open_seat(env, game)
    told = list(entries(seat.client, seat.game, 0))
    boards = [
        entry for entry in told if entry["header"]["kind"] in {"start", "turn", "relay", "bot", "note", "undo", "end"}
    ]
    if not boards:
        raise Failure(Text("The game has not started: there is no board yet."), code="game_not_started")
    at = next((i for i, entry in enumerate(boards) if start is not None and entry["header"]["n"] >= start), 0)
    while 0 <= at < len(boards):
        step(env, seat, boards[at])
        at = next_step(env, boards, at)


def step(env: Env, seat: RemoteSeat, entry: EntryJson) -> None:
    """Show one entry and the board after it."""
    view = seat.look(entry["header"]["n"])
    if env.json:
        env.data({"entry": entry, "view": view["view"]})
        return
    show_board(env, view)
    tell_entry(env, entry, view["players"])


def next_step(env: Env, boards: list[EntryJson], at: int) -> int:
    """Return which board comes next: as the person says, or the following one where nobody sits."""
    if not env.is_terminal:
        return at + 1
    answer = env.ask(Text("[Enter/b/N/q]")).casefold()
    if answer == "q":
        return -1
    if answer.isdecimal():
        return next((i for i, entry in enumerate(boards) if entry["header"]["n"] >= int(answer)), len(boards) - 1)
    return max(0, at - 1) if answer == "b" else at + 1


@app.command()
def export(
    ctx: typer.Context,
    game: GameArg = None,
    file: Annotated[str | None, typer.Option("--file", "-f", help="Where to write it; without it, stdout.")] = None,
) -> None:
    """Write the game as a bundle, which anybody can verify offline; while it runs, as far as you may see it.

    Example: atelier export club-7 -f club-7.atelier.json
    """
    env: Env = ctx.obj
    client = guest(env)
    found = find_game(env, client, game)
    with busy(env, Text("Exporting ...")):
        raw = client.raw(f"/games/{found}/bundle")
    if file is None or file == "-":
        env.stdout.write(raw.decode())
        env.stdout.flush()
        return
    Path(file).write_bytes(raw)
    env.tell(Text("Written to {path}; `atelier verify {path}` checks it.", path=file))


@app.command()
def verify(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(help="A bundle's file, which is checked offline, or a game.")] = None,
    witness: Annotated[
        list[Path] | None,
        typer.Option("--witness", metavar="FILE", help="What a browser kept and saved; can be given several times."),
    ] = None,
    bots: Annotated[
        bool,
        typer.Option("--bots", help="Also let every bot choose its turns again, once the game is over; takes minutes."),
    ] = False,
) -> None:
    """Check a game: chain, signatures, chance and every move again; say how far that can be trusted.

    Example: atelier verify club-7.atelier.json --witness atelier-witnesses.json
    """
    from cli.verifying import check, derive_bots, show_report

    env: Env = ctx.obj
    raw = bundle_of(env, game)
    began = time.perf_counter()
    with busy(env, Text("Playing every move again ...")):
        report = check(env, raw, witness or ())
    derived = derive_bots(env, raw) if bots and report.holds else None
    show_report(env, report, time.perf_counter() - began, derived)
    if not report.holds or (derived is not None and derived.strays):
        raise typer.Exit(Exit.FAILED)


def bundle_of(env: Env, game: str | None) -> bytes:
    """Return a bundle from a file, or from the server."""
    if game is not None and Path(game).is_file():
        return Path(game).read_bytes()
    if game is not None and ("/" in game or game.endswith(".json")):
        raise Failure(Text("There is no file {path}.", path=game), Exit.NOT_ALLOWED, "not_found")
    client = guest(env)
    return client.raw(f"/games/{find_game(env, client, game)}/bundle")
