"""Notes: what to play when one is asked next, left at the table beforehand."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.answers import NotesJson
from cli.commands.interventions import read_moment
from cli.env import Env
from cli.exits import Failure
from cli.notes import Limits, NotesDesk, add_condition, show_worked, tell_notes
from cli.options import GameArg
from cli.seats import get_seat, open_seat
from engine.core.language import Count, Text

app = typer.Typer()


@app.command()
def note(
    ctx: typer.Context,
    game: GameArg = None,
    notes: Annotated[
        list[str] | None,
        typer.Argument(help='Notes, one for each ask to come: `"PHASE: MOVE; MOVE | MOVE"`; without any, show yours.'),
    ] = None,
    *,
    add: Annotated[
        bool, typer.Option("--add", help="Leave them behind those that wait; else they replace them.")
    ] = False,
    unless_new: Annotated[
        bool, typer.Option("--unless-new", help="Not where there is an option that is not there now.")
    ] = False,
    even_if_new: Annotated[bool, typer.Option("--even-if-new", help="Whatever other options there are.")] = False,
    asks: Annotated[int | None, typer.Option(metavar="N", min=1, help="For the next N asks at most.")] = None,
    up_to_round: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="Up to round N.")] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="So long: `48h`, `3d`, or `2026-12-01T20:00` on this machine's clock."),
    ] = None,
    stays: Annotated[bool, typer.Option("--stays", help="Keep them when you play by hand.")] = False,
    drop: Annotated[bool, typer.Option("--drop", help="Take all your notes at this table back.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show how they are understood, and leave nothing.")
    ] = False,
) -> None:
    """Leave notes for your next asks: the first alternative that still means what it means now is played.

    Moves stand between `;`, alternatives between `|`. Behind a move, `?` passes it over where it does not fit, `!` goes on
    after it whatever it shows, and `~` lets it cost one more or bring one less.

    Example: atelier note . "plan: extractor 3 | extractor 2" "turn: use all; collect"
    """
    env: Env = ctx.obj
    desk = NotesDesk(open_seat(env, game))
    if drop:
        if notes:
            raise Failure(Text("Either notes or `--drop`."))
        drop_notes(env, desk)
        return
    if not notes:
        show_notes(env, desk.read())
        return
    limits = Limits(asks, up_to_round, None if until is None else read_moment(until, env.now()), stays)
    texts = add_condition(notes, unless_new=unless_new, even_if_new=even_if_new)
    leave_notes(env, desk, texts, limits, add=add, dry_run=dry_run)


def leave_notes(env: Env, desk: NotesDesk, texts: Sequence[str], limits: Limits, *, add: bool, dry_run: bool) -> None:
    """Work notes out, sign them and leave them; or only show how they are understood."""
    view = desk.seat.look()
    get_seat(view)
    worked = desk.work_out(texts)
    if dry_run:
        env.data(worked) if env.json else show_worked(env, worked)
        return
    waiting = desk.read()["notes"] if add else []
    slips = desk.sign(worked, view, limits, first=waiting[0]["first"] if waiting else None)
    noted = desk.leave(slips)
    if env.json:
        env.data({"game": view["game"], "notes": noted})
        return
    show_worked(env, worked)
    env.tell(Count("{n} note is left; nobody else can tell.", "{n} notes are left; nobody else can tell.", len(noted)))


def show_notes(env: Env, found: NotesJson) -> None:
    """Show the notes that wait."""
    if env.json:
        env.data(found)
    elif found["notes"]:
        tell_notes(env, found["notes"])
    else:
        env.tell(Text("No note of yours waits at this table."))


def drop_notes(env: Env, desk: NotesDesk) -> None:
    """Take all notes back."""
    noted = desk.drop(desk.seat.look())
    if noted is None:
        env.answer({"dropped": 0}, Text("No note of yours waits at this table."))
        return
    said = Text(
        "Your notes up to number {n} are taken back: the receipt shows that none of them may be played.",
        n=noted["note"],
    )
    env.answer({"dropped": noted["note"], **noted}, said)
