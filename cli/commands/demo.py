"""A game at once: against bots, in this terminal, in this process."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from cli.answers import ViewJson
from cli.boards import show_board, tell_result
from cli.commands.rules import get_rules
from cli.env import Env
from cli.guided import HELP, Guide
from cli.reading import exact_lines, lines_of
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from cli.local import LocalTable

app = typer.Typer()
FEWEST = 3
"""How many sit at a demo, where the game allows it."""


@app.command()
def demo(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game to play; without it, Nicodemus.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", "-n", help="How many play, you included.")] = None,
    bot: Annotated[
        str, typer.Option("--bot", help="Who plays with you: random, greedy, apprentice or journeyman.")
    ] = "greedy",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the demo that you left.")] = False,
    export: Annotated[
        Path | None, typer.Option("--export", help="Only write the demo that you left as a bundle.")
    ] = None,
) -> None:
    """Play at once against bots, with nothing to set up and nothing sent.

    Moves can also come from a pipe, one turn after the other: atelier demo nicodemus < moves.txt

    Example: atelier demo imaginarium
    """
    from cli.local import open_local, resume_local

    env: Env = ctx.obj
    if export is not None:
        write_bundle(env, resume_local(env), export)
        return
    table = resume_local(env) if resume else open_local(env, *choose_game(game, seats), bot)
    greet(env, table)
    try:
        play_on(env, table)
    except (KeyboardInterrupt, EOFError):
        table.save()
        env.tell("")
        env.tell(Text("Kept. `atelier demo --resume` goes on; `--export FILE` writes it as a bundle."))
        raise typer.Exit(Exit.INTERRUPTED if env.stdin.isatty() else Exit.OK) from None


def choose_game(game: str | None, seats: int | None) -> tuple[str, int]:
    """Return the game and how many play it."""
    known = engine.games()
    game = game or ("nicodemus" if "nicodemus" in set(known) else next(iter(known)))
    rules = get_rules(game)
    allowed = rules.seats
    return rules.id, seats or min(max(FEWEST, allowed[0]), allowed[-1])


def greet(env: Env, table: "LocalTable") -> None:
    """Say who sits at the table."""
    you, *others = table.players
    names = ", ".join(f"{name} (p{seat})" for seat, name in enumerate(others, 2))
    env.tell(
        Text(
            "A table for {seats}. You are {you} (p1); with you: {names}.",
            seats=len(table.players),
            you=you,
            names=names,
        )
        if others
        else Text("A table for one: you are {you} (p1), and play alone.", you=you)
    )
    env.tell(Text("Nothing leaves this machine. Ctrl-C any time; `atelier demo --resume` goes on."))
    if env.is_terminal:
        env.tell(HELP)


def play_on(env: Env, table: "LocalTable") -> None:
    """Play turn after turn until the game is over or the person leaves."""
    turns = guided_turn if env.is_terminal else piped_turn
    while True:
        for said in table.let_bots_play():
            env.tell(f"  {said}")
        view = table.look()
        if view["status"] == "over":
            finish(env, table, view)
            return
        turns(env, table, view)


def guided_turn(env: Env, table: "LocalTable", view: ViewJson) -> None:
    """Let the person pick one turn."""
    show_board(env, view)
    played = table.play(view, Guide(env, table, view).run())
    for said in played.told:
        env.tell(f"  {said}")


def piped_turn(env: Env, table: "LocalTable", view: ViewJson) -> None:
    """Play one line from a pipe; without a line the demo is kept as it is."""
    while True:
        text = env.stdin.readline()
        if not text:
            raise EOFError
        lines = lines_of(text)
        if lines:
            break
    played = table.play(view, exact_lines(table, view, lines))
    if env.json:
        env.data({**played._asdict(), "legal": [move["line"] for move in table.look()["legal"]]})
    for said in played.told if not env.json else ():
        env.read_out(said)


def finish(env: Env, table: "LocalTable", view: ViewJson) -> None:
    """Show the end, and keep the bundle."""
    if env.json:
        assert view["view"] is not None
        env.data({"status": "over", "result": view["view"]["result"]})
    else:
        show_board(env, view)
        for said in tell_result(env, view):
            env.tell(said)
    write_bundle(env, table, env.home / "demo" / f"{table.game}.atelier.json")


def write_bundle(env: Env, table: "LocalTable", path: Path) -> None:
    """Write the game as a bundle and say how to check it."""
    path.write_bytes(table.bundle())
    env.tell(Text("The game is kept as a bundle. This checks it:"))
    env.tell(f"    atelier verify {shlex.quote(str(path))}")
