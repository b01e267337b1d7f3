"""A game looked at afterwards: who stood how, what swung it, and what was luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli import render
from cli.commands.history import bundle_of
from cli.env import Env
from cli.exits import Failure
from cli.progress import progress
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis.report import Analysis, Stroke, Swing
    from engine.core.sheet import Sheet

app = typer.Typer()
CURVE = 56
"""How wide a curve is: a name and a figure stand beside it."""
STEPS = {"decisions": Text("decisions")}


@app.command()
def analyse(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="A bundle's file, for which no server is needed, or a game that is over.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Also draw the curves into this file.")] = None,
) -> None:
    """Look at a game that is over: everybody's chance to win, the turns that swung it, and what was luck.

    What would have been better is judged by what its player knew. All chances are estimates by the eye of the bots.

    Example: atelier analyse club-7.atelier.json --svg club-7.svg
    """
    from engine.analysis.report import analyse as look_at
    from engine.ledger.bundle import decode_bundle
    from engine.ledger.replay import Broken

    env: Env = ctx.obj
    bundle = decode_bundle(bundle_of(env, game))
    try:
        with progress(env, STEPS) as show:
            found = look_at(bundle, env.lang, lambda done, of: show("decisions", done, of))
    except Broken:
        raise Failure(
            Text("The bundle does not hold: `atelier verify` says why."), Exit.FAILED, "broken_bundle"
        ) from None
    if svg is not None:
        draw(env, found, svg)
    if env.json:
        env.data(msgspec.to_builtins(found))
    else:
        show_analysis(env, found)


def draw(env: Env, found: "Analysis", path: Path) -> None:
    """Write the picture."""
    from engine.analysis.picture import draw_curves

    title = env.say(Text("Chance to win: {players}", players=", ".join(found.players)))
    path.write_text(draw_curves(found, title), encoding="utf-8")
    env.tell(Text("Drawn into {path}.", path=str(path)))


def show_analysis(env: Env, found: "Analysis") -> None:
    """Print what was found: curves, the same round by round, and sentences."""
    if not env.plain:
        render.show(env, list_curves(env, found))
    render.show(env, list_rounds(env, found))
    if not found.is_judged:
        env.tell(Text("Turns are not judged in this game yet: the bots themselves do not play by these chances."))
    for title, sentences in (
        (
            (Text("What swung it"), [env.say(tell_swing(one, found)) for one in found.swings]),
            (Text("Luck"), [env.say(tell_stroke(one, found)) for one in found.strokes]),
        )
        if found.is_judged
        else ()
    ):
        env.out("")
        env.out(env.say(title))
        for said in sentences or [env.say(Text("Nothing that can be told from chance."))]:
            env.read_out(f"  {said}", 2)
    env.tell(
        Text(
            "Chances are estimates by the eye of the bots (fit {fit}); what is within two standard errors is left out.",
            fit=found.fit,
        )
    )


def list_curves(env: Env, found: "Analysis") -> "Sheet":
    """Return everybody's chance to win as a line of blocks."""
    from engine.analysis.picture import draw_blocks

    rows = [
        [name, draw_blocks(found.points, seat, CURVE), say_percent(env, found.points[-1].chances[seat])]
        for seat, name in enumerate(found.players)
    ]
    return render.listing(env.say(Text("Chance to win")), ["", "", env.say(Text("at the end"))], rows)


def list_rounds(env: Env, found: "Analysis") -> "Sheet":
    """Return how everybody stood when each round began, and at the end."""
    begins = dict(_find_rounds(found))
    rows = [[str(number), *(say_percent(env, one) for one in chances)] for number, chances in begins.items()]
    rows.append([env.say(Text("end")), *(say_percent(env, one) for one in found.points[-1].chances)])
    return render.listing(env.say(Text("When each round began")), [env.say(Text("round")), *found.players], rows)


def _find_rounds(found: "Analysis") -> "Iterator[tuple[int, tuple[float, ...]]]":
    before = None
    for point in found.points:
        if point.round != before:
            yield point.round, point.chances
        before = point.round


def say_percent(env: Env, chance: float) -> str:
    """Return a chance as people say it."""
    return env.say(Text("{n} %", n=round(100 * chance)))


def tell_swing(one: "Swing", found: "Analysis") -> Text:
    """Return what would have been better, and by how much."""
    return Text(
        "Round {round}, {who}: `{better}` instead of `{played}` would have won about {n} more games in a hundred (± {error}).",
        round=one.round,
        who=found.players[one.seat],
        better="; ".join(one.better),
        played="; ".join(one.played),
        n=round(100 * one.lost),
        error=max(1, round(100 * one.error)),
    )


def tell_stroke(one: "Stroke", found: "Analysis") -> Text:
    """Return what a reveal was worth."""
    worth = Text("Round {round}, {who}: what `{played}` showed was worth about {n} games in a hundred (± {error}).")
    cost = Text("Round {round}, {who}: what `{played}` showed cost about {n} games in a hundred (± {error}).")
    return (worth if one.gained > 0 else cost).fill(
        round=one.round,
        who=found.players[one.seat],
        played="; ".join(one.played),
        n=round(100 * abs(one.gained)),
        error=max(1, round(100 * one.error)),
    )
