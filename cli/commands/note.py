"""Notes: what to play when one is asked next, left at the table beforehand."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.answers import NotesJson, WorkedOutJson
from cli.commands.interventions import read_moment
from cli.env import Env
from cli.exits import Failure
from cli.notes import Expiry, NotesDesk, add_condition, show_worked, tell_notes
from cli.options import GameArg
from cli.seats import get_seat, open_seat, open_to_play
from engine.core.language import Count, Text

app = typer.Typer()
NotesArg = Annotated[
    list[str] | None,
    typer.Argument(help='Notes, one for each ask to come: `"PHASE: MOVE; MOVE | MOVE"`; without any, show yours.'),
]
AddOption = Annotated[bool, typer.Option("--add", help="Leave them behind those that wait; else they replace them.")]
UnlessOption = Annotated[bool, typer.Option("--unless-new", help="Not where there is an option that is not there now.")]
EvenOption = Annotated[bool, typer.Option("--even-if-new", help="Whatever other options there are.")]
AsksOption = Annotated[int | None, typer.Option(metavar="N", min=1, help="For the next N asks at most.")]
RoundOption = Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="Up to round N.")]
UntilOption = Annotated[
    str | None,
    typer.Option(metavar="WHEN", help="So long: `48h`, `3d`, or `2026-12-01T20:00` on this machine's clock."),
]
StaysOption = Annotated[bool, typer.Option("--stays", help="Keep them when you play by hand.")]
DropOption = Annotated[bool, typer.Option("--drop", help="Take all your notes at this table back.")]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Show how they are understood, and leave nothing.")]
SlipOption = Annotated[
    bool, typer.Option("--slip", help="Print them signed, one on each line, for `atelier send`; leave nothing.")
]
NONE = Text("No note of yours waits at this table.")


@app.command()
def note(
    ctx: typer.Context,
    game: GameArg = None,
    notes: NotesArg = None,
    *,
    add: AddOption = False,
    unless_new: UnlessOption = False,
    even_if_new: EvenOption = False,
    asks: AsksOption = None,
    up_to_round: RoundOption = None,
    until: UntilOption = None,
    stays: StaysOption = False,
    drop: DropOption = False,
    dry_run: DryOption = False,
    slip: SlipOption = False,
) -> None:
    """Leave notes for your next asks: the first alternative that still means what it means now is played.

    Moves stand between `;`, alternatives between `|`. A move with `?` is passed over where it does not fit.

    A turn goes on after a move with `!`, whatever it shows. One with `~` may cost one more, or bring one less.

    One with `*` is played if it can be, whatever it brings. `take any` is any move of its kind, as often as there is one.

    Example: atelier note . "plan: extractor 3 | extractor 2" "turn: use all; collect"
    """
    env: Env = ctx.obj
    desk, typed = _open_desk(env, game, notes or [], drop=drop)
    if drop:
        drop_notes(env, desk, slip=slip)
    elif typed:
        expiry = Expiry(asks, up_to_round, None if until is None else read_moment(until, env.now()), stays)
        texts = add_condition(typed, unless_new=unless_new, even_if_new=even_if_new)
        if dry_run:
            show_dry(env, desk.work_out(texts))
        else:
            leave_notes(env, desk, texts, expiry, add=add, slip=slip)
    else:
        show_notes(env, desk.read())


def _open_desk(env: Env, game: str | None, notes: Sequence[str], *, drop: bool) -> tuple[NotesDesk, Sequence[str]]:
    """Return the notes at a table, and those that were typed: a first word with a space is one of them."""
    if " " in (game or ""):
        seat, notes = open_to_play(env, game, notes)
    else:
        seat = open_seat(env, game)
    if drop and notes:
        raise Failure(Text("Either notes or `--drop`."))
    return NotesDesk(seat), notes


def _find_first(desk: NotesDesk, *, add: bool) -> int | None:
    """Return the first number of the list that waits, if notes are to go on with it."""
    waiting = desk.read()["notes"] if add else []
    return waiting[0]["first"] if waiting else None


def show_dry(env: Env, worked: WorkedOutJson) -> None:
    """Show how notes are understood."""
    if env.json:
        env.data(worked)
    else:
        show_worked(env, worked)
        env.tell(Text("Nothing was left."))


def leave_notes(env: Env, desk: NotesDesk, texts: Sequence[str], expiry: Expiry, *, add: bool, slip: bool) -> None:
    """Sign notes and leave them, or print them."""
    view = desk.seat.look()
    get_seat(view)
    worked = desk.work_out(texts)
    slips = desk.sign(worked, view, expiry, first=_find_first(desk, add=add))
    if slip:
        for one in slips:
            env.out(one)
        return
    noted = desk.leave(slips)
    show_worked(env, worked)
    left = Count("{n} note is left; nobody else can tell.", "{n} notes are left; nobody else can tell.", len(noted))
    env.answer({"game": desk.seat.game, "notes": noted}, left)


def show_notes(env: Env, found: NotesJson) -> None:
    """Show the notes that wait."""
    if env.json:
        env.data(found)
    elif found["notes"]:
        tell_notes(env, found["notes"])
    else:
        env.tell(NONE)


def drop_notes(env: Env, desk: NotesDesk, *, slip: bool) -> None:
    """Take all notes back, or print the slip that does."""
    signed = desk.sign_drop(desk.seat.look())
    if signed is None:
        env.answer({"dropped": 0}, NONE)
    elif slip:
        env.out(signed)
    else:
        noted = desk.send_drop(signed)
        said = Text(
            "Your notes up to number {n} are taken back: the receipt shows that none of them may be played.",
            n=noted["note"],
        )
        env.answer({"dropped": noted["note"], **noted}, said)
