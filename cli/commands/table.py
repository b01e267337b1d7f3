"""At the table between turns: talking, and waiting until it is your turn."""

import os
import subprocess
from typing import Annotated

import typer

from cli import render
from cli.acts import show_act
from cli.answers import GameJson
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from cli.options import GameArg
from cli.seats import find_game, is_waiting, my_games
from engine.core.language import Text
from engine.core.refusals import Exit

app = typer.Typer()
HANGING = 4
"""Where what was said goes on that does not fit in a line."""


@app.command()
def say(
    ctx: typer.Context,
    game: GameArg = None,
    words: Annotated[list[str] | None, typer.Argument(help="What to say; without it, read what was said.")] = None,
) -> None:
    """Say something at the table, or read what was said there.

    Example: atelier say club-7 "Sorry, back on Monday."
    """
    env: Env = ctx.obj
    client = connect(env)
    found = find_game(env, client, game)
    if words:
        said = client.call("POST", f"/games/{found}/messages", body={"text": " ".join(words)})
        env.answer(said, Text("Said. The others are told."))
        return
    messages = client.call("GET", f"/games/{found}/messages", query={"limit": 100})
    if env.json:
        env.data(messages)
        return
    for message in messages:
        env.read_out(f"{render.moment(env, message['at'])}  {message['player'] or '-'}: {message['text']}", HANGING)


@app.command()
def news(ctx: typer.Context) -> None:
    """Read what the club's hosts told everybody, the last first, and whether the club is paused.

    Example: atelier news
    """
    env: Env = ctx.obj
    shown = connect(env).call("GET", "/news")
    if env.json:
        env.data(shown)
        return
    if shown["paused_since"] is not None:
        env.tell(
            Text("The club is paused since {when}: all clocks stand.", when=render.moment(env, shown["paused_since"]))
        )
    for line in (line for act in shown["news"] for line in show_act(env, act)):
        env.read_out(line, HANGING)


@app.command()
def watch(
    ctx: typer.Context,
    game: GameArg = None,
    every: Annotated[float, typer.Option(help="Look every so many seconds.")] = 10.0,
    timeout: Annotated[float, typer.Option(help="Give up after so many seconds; 0 looks once.")] = float("inf"),
    run: Annotated[
        str | None, typer.Option("--run", help="A command to run when it is your turn; ATELIER_GAME is the game.")
    ] = None,
) -> None:
    """Wait until it is your turn, in one game or in any; exit code 5 if the time runs out or the game is over.

    Example: atelier watch --run 'notify-send "Your turn"'
    """
    env: Env = ctx.obj
    client = connect(env)
    wanted = None if game is None else find_game(env, client, game)
    waited = 0.0
    while True:
        found = waiting_game(env, client, wanted)
        if found is not None:
            break
        if waited >= timeout:
            raise Failure(Text("It is not your turn."), Exit.NOT_YOUR_TURN, "not_awaited")
        env.sleep(every)
        waited += every
    if env.json:
        env.data({"game": found["id"], "title": found["title"]})
    else:
        env.out(found["id"])
        env.tell(Text("It is your turn at {title}.", title=found["title"]))
    if run:
        around = {**os.environ, "ATELIER_GAME": found["id"]}
        done = subprocess.run(run, shell=True, check=False, env=around)  # noqa: S602 - the player's own command
        raise typer.Exit(done.returncode)


def waiting_game(env: Env, client: Client, wanted: str | None) -> GameJson | None:
    """Return a game that waits for the player, or None; refuse to wait for a game that is over."""
    if wanted is None:
        return next((game for game in my_games(env, client, "waiting")), None)
    game: GameJson = client.call("GET", f"/games/{wanted}")
    if game["status"] == "over":
        raise Failure(Text("The game is over."), Exit.NOT_YOUR_TURN, "game_over")
    return game if is_waiting(game) else None
