"""Looking: the board, the moves, what they would do."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import cache, render
from cli.answers import shown_moves
from cli.boards import explain, group_moves, show_asked, show_board, show_preview, show_suggestions, verb_help
from cli.env import Env
from cli.exits import Failure
from cli.notes import tell_waiting
from cli.options import FileOption, GameArg, MovesArg
from cli.profiles import write_private
from cli.reading import exact_lines, gather
from cli.seats import check_awaited, open_seat, open_to_play
from engine.core.language import Text

app = typer.Typer()


@app.command()
def show(
    ctx: typer.Context,
    game: GameArg = None,
    at: Annotated[int | None, typer.Option(help="Look back: the board after entry N of the ledger.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the view in a file, for `atelier slip --view FILE MOVE` offline.")
    ] = None,
) -> None:
    """Show the board with all that is yours to see, and what is asked of you.

    Example: atelier show club-7
    """
    env: Env = ctx.obj
    seat = open_seat(env, game)
    if seat.game not in cache.read(env).get("games", {}):
        cache.keep_games(env, seat.client.profile, [seat.client.call("GET", f"/games/{seat.game}")])
    view = seat.look(at)
    if save is not None:
        write_private(save.absolute(), json.dumps(view) + "\n")
        env.tell(
            Text("Saved to {path}; `atelier slip --view {path} MOVE` signs a turn without the network.", path=str(save))
        )
    if env.json:
        env.data(view)
        return
    show_board(env, view)
    if at is None:
        has_result = bool((view["view"] or {}).get("result"))
        show_asked(env, view, seat.tell_since(view["n"]) if view["status"] == "over" and not has_result else ())
        if view["status"] == "running" and view["seat"] is not None:
            tell_waiting(env, seat.client.call("GET", f"/games/{seat.game}"))


@app.command()
def moves(ctx: typer.Context, game: GameArg = None) -> None:
    """List your legal moves as lines to copy, grouped by verb, with the cards explained.

    Example: atelier moves club-7
    """
    env: Env = ctx.obj
    view = open_seat(env, game).look()
    if env.json:
        env.data({name: view[name] for name in ("game", "seat", "ask", "awaited", "prompt", "legal")})
        return
    check_awaited(view)
    groups, shown = group_moves(view), shown_moves(view)
    for verb, pattern, does in verb_help(env, view):
        rows: list[list[Any]] = [[shown[line], explain(env, view, line)] for line in groups[verb]]
        render.show(env, render.listing(pattern, [], rows, below=does))


@app.command()
def suggest(ctx: typer.Context, game: GameArg = None) -> None:
    """Suggest up to three lines for your turn, with what they would bring and how often they would win; nothing is played.

    They are found from what you know alone. A table can forbid it: `atelier new GAME --hints none`.

    Example: atelier suggest club-7
    """
    env: Env = ctx.obj
    seat = open_seat(env, game)
    if env.json:
        env.data(seat.suggest())
        return
    show_suggestions(env, seat)


@app.command()
def preview(ctx: typer.Context, game: GameArg = None, moves: MovesArg = None, file: FileOption = None) -> None:
    """Show what moves would do, as far as you can know; nothing is played.

    Example: atelier preview club-7 "use 1" acquire
    """
    env: Env = ctx.obj
    seat, given = open_to_play(env, game, moves or [])
    view = seat.look()
    lines = gather(env, given, file)
    if not lines:
        raise Failure(Text("Which moves? Write them after the game."))
    check_awaited(view)
    show_preview(env, view, seat.preview([line.removesuffix("!") for line in exact_lines(seat, view, lines)]))
