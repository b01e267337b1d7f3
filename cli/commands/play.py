"""Playing: whole turns from arguments, files or pipes, guided turns, undo."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated

import typer

from cli import keys, profiles
from cli.aftermath import tell_aftermath, tell_next
from cli.answers import ReceiptJson, ViewJson
from cli.boards import show_board, show_preview, spell, spell_all, tell_forced
from cli.env import Env
from cli.exits import Failure
from cli.guided import HELP, Guide
from cli.notes import NotesDesk, play_with_notes, show_worked, tell_left
from cli.options import BlindOption, DryOption, ExactOption, FileOption, GameArg, MovesArg, ThenOption
from cli.phases import check_lines, check_phase, is_within
from cli.reading import exact_lines, gather, lines_of
from cli.render import short_hash
from cli.seats import RemoteSeat, check_awaited, get_seat, open_seat, open_to_play
from engine.core.errors import IllegalMove
from engine.core.language import Text
from engine.core.refusals import Exit

app = typer.Typer()
TYPED = "# "
"""What begins the line of a draft that was not finished."""


@app.command()
def play(
    ctx: typer.Context,
    game: GameArg = None,
    moves: MovesArg = None,
    file: FileOption = None,
    *,
    dry_run: DryOption = False,
    blind: BlindOption = False,
    exact: ExactOption = False,
    then: ThenOption = None,
) -> None:
    """Sign moves and play them; with no move on a terminal, go through the turn step by step.

    A turn stops after the first move that shows you something new, unless that line ends in `!` or you say --blind.

    Where one move is left after yours, and shows nobody anything new, it is played with them; not with --exact or --json.

    Example: atelier play club-7 "use 1" acquire "dial extract+repair" end
    """
    play_turn(ctx.obj, game, moves or [], file, dry_run=dry_run, blind=blind, exact=exact, then=then or ())


@app.command()
def plan(
    ctx: typer.Context,
    game: GameArg = None,
    moves: MovesArg = None,
    file: FileOption = None,
    dry_run: DryOption = False,
) -> None:
    """Play Imaginarium's planning phase: reserve a machine or take an extractor.

    Example: atelier plan club-7 "reserve 3"
    """
    play_turn(ctx.obj, game, moves or [], file, dry_run=dry_run, phase="plan")


@app.command()
def implement(
    ctx: typer.Context,
    game: GameArg = None,
    moves: MovesArg = None,
    file: FileOption = None,
    dry_run: DryOption = False,
    blind: BlindOption = False,
) -> None:
    """Play Imaginarium's implementation phase: use machines, acquire, dial and act.

    Example: atelier implement club-7 "use 1" acquire "dial extract+repair" extract end
    """
    play_turn(ctx.obj, game, moves or [], file, dry_run=dry_run, blind=blind, phase="implement")


def play_turn(
    env: Env,
    game: str | None,
    moves: Sequence[str],
    file: Path | None,
    *,
    dry_run: bool = False,
    blind: bool = False,
    exact: bool = False,
    phase: str | None = None,
    then: Sequence[str] = (),
) -> None:
    """Read, check and play a turn, and leave notes with it."""
    seat, moves = open_to_play(env, game, moves)
    turn = TypedTurn(env, seat, moves, file, phase, exact=exact or env.json)
    if not dry_run and not then and turn.play_where_known(blind=blind):
        return
    view = seat.look()
    turn.check(view)
    if not turn.lines:
        guided_turn(env, seat, view, blind=blind, phase=phase, then=then)
        return
    lines = turn.read(view)
    if dry_run:
        show_preview(env, view, seat.preview([line.removesuffix("!") for line in lines]), exact=turn.exact)
        if then:
            show_worked(env, NotesDesk(seat).work_out(then, lines, forced=not turn.exact, blind=blind))
    elif then:
        turn.finish(lines, play_with_notes(seat, view, lines, then, blind=blind, forced=not turn.exact))
    else:
        turn.finish(lines, seat.play(view, lines, blind=blind, forced=not turn.exact))


class TypedTurn:
    """A turn as it was typed; stdin is read once, however often the turn is."""

    def __init__(
        self,
        env: Env,
        seat: RemoteSeat,
        moves: Sequence[str],
        file: Path | None,
        phase: str | None,
        *,
        exact: bool = False,
    ) -> None:
        self.env, self.seat, self.moves, self.file, self.phase, self.exact = env, seat, moves, file, phase, exact

    @cached_property
    def lines(self) -> list[str]:
        """The lines; none where a person is to be asked for them."""
        return gather(self.env, self.moves, self.file)

    def check(self, view: ViewJson) -> None:
        """Refuse a turn where none is asked for, or another phase."""
        check_awaited(view)
        check_phase(view, self.phase)

    def read(self, view: ViewJson) -> list[str]:
        """Return the lines in their exact spelling; all of them are of the phase, where there is one."""
        exact = exact_lines(self.seat, view, self.lines)
        check_lines(exact, self.phase, [spell(view, line, self.env.lang) for line in exact])
        return exact

    def play_where_known(self, *, blind: bool) -> bool:
        """Play on the position last looked at; False where there is none, or where it no longer holds.

        Whatever is refused there is tried once more on a fresh view, which is what the player is told about.
        """
        view = self.seat.take_known()
        if view is None:
            return False
        try:
            self.check(view)
            exact = self.read(view)
            if not exact:
                return False
            receipt = self.seat.send(view, exact, blind=blind, forced=not self.exact)
        except (IllegalMove, Failure, OSError) as refused:
            if getattr(refused, "exit", None) == Exit.NETWORK:
                raise
            return False
        self.seat.keep_receipt(receipt)
        self.finish(exact, receipt)
        return True

    def finish(self, lines: Sequence[str], receipt: ReceiptJson) -> None:
        """Tell what became of the turn."""
        tell_rest(self.env, self.seat, tell_turn(self.env, self.seat, lines, receipt), receipt)


def guided_turn(
    env: Env, seat: RemoteSeat, view: ViewJson, *, blind: bool, phase: str | None, then: Sequence[str] = ()
) -> None:
    """Go through turns step by step, as long as the same person is asked again, in the same phase if there is one."""
    show_board(env, view)
    env.tell(HELP)
    while True:
        guide = start_guide(env, seat, view, phase)
        guide.notes = list(then)
        try:
            lines = guide.run()
        except (KeyboardInterrupt, EOFError):
            keep_draft(env, seat, guide.draft, guide.typed)
            raise typer.Exit(Exit.INTERRUPTED) from None
        if guide.notes:
            receipt = play_with_notes(seat, view, lines, guide.notes, blind=blind)
        else:
            receipt = seat.play(view, lines, blind=blind)
        then = ()
        seat.client.profile.draft_file(seat.game).unlink(missing_ok=True)
        view = tell_rest(env, seat, tell_turn(env, seat, lines, receipt), receipt)
        if not view["awaited"] or view["n"] > receipt["n"] or not is_within(view, phase):
            return
        show_board(env, view)


def start_guide(env: Env, seat: RemoteSeat, view: ViewJson, phase: str | None) -> Guide:
    """Return a guide with the draft that was left, if it still fits, and with what was being typed."""
    kept = seat.client.profile.draft_file(seat.game)
    if not kept.exists():
        return Guide(env, seat, view, phase=phase, desk=NotesDesk(seat))
    lines = kept.read_text(encoding="utf-8").splitlines()
    draft, typed = lines_of("\n".join(lines)), lines[-1][len(TYPED) :] if lines and lines[-1].startswith(TYPED) else ""
    try:
        resumed = Guide(env, seat, view, draft, phase, NotesDesk(seat))
    except (IllegalMove, Failure):
        kept.unlink()
        left = spell_all(view, draft, env.lang)
        env.tell(Text("The draft that you had left no longer fits; it was: {moves}.", moves=left))
        resumed = Guide(env, seat, view, phase=phase, desk=NotesDesk(seat))
    else:
        env.tell(Text("Your draft goes on: {moves}.", moves=" · ".join(resumed.picked) or typed))
    resumed.typed = typed
    return resumed


def keep_draft(env: Env, seat: RemoteSeat, draft: list[str], typed: str = "") -> None:
    """Keep what was picked, and what was being typed, for the next time."""
    env.tell("")
    if draft or typed:
        lines = [*draft, *([f"{TYPED}{typed}"] if typed else [])]
        profiles.write_private(seat.client.profile.draft_file(seat.game), "\n".join(lines) + "\n")
        env.tell(Text("Nothing was sent. Your draft is kept: `atelier play` goes on with it."))
    else:
        env.tell(Text("Nothing was sent."))


def tell_turn(env: Env, seat: RemoteSeat, lines: Sequence[str], receipt: ReceiptJson) -> ViewJson:
    """Tell what became of a turn; return the view after it."""
    played = min(receipt.get("played", len(lines)), len(lines))
    if env.json:
        view = seat.look()
        env.data({"game": seat.game, **receipt, "played": list(lines[:played]), "awaited": view["awaited"]})
        return view
    view, told, forced = seat.look_after(receipt["n"])
    for said in told:
        env.read_out(said)
    seal = {"n": receipt["n"], "hash": short_hash(receipt["hash"])}
    env.tell(Text("Played {played} of {all} moves. Receipt n={n} {hash}.", played=played, all=len(lines), **seal))
    for move in forced:
        env.tell(tell_forced(move))
    tell_left(env, receipt)
    tell_stopped(env, receipt, view)
    return view


def tell_rest(env: Env, seat: RemoteSeat, view: ViewJson, receipt: ReceiptJson) -> ViewJson:
    """Tell what is still asked, or what others did meanwhile and who is next; return the view after it."""
    if env.json:
        return view
    if view["awaited"] and view["n"] == receipt["n"]:
        env.tell(Text("Your turn is not over: {prompt}", prompt=view["prompt"]))
        return view
    return tell_aftermath(env, seat, view, receipt["n"])


def tell_stopped(env: Env, receipt: ReceiptJson, view: ViewJson) -> None:
    """Tell why a turn was not played to its end, and what is left of it."""
    left = spell_all(view, receipt.get("unplayed", []), env.lang)
    if receipt.get("stopped") == "reveal":
        env.tell(Text("The turn stopped because you learned something; not played: {moves}.", moves=left))
    elif receipt.get("stopped") == "illegal":
        env.tell(Text("What followed was not legal any more; not played: {moves}.", moves=left))


@app.command()
def undo(
    ctx: typer.Context,
    game: GameArg = None,
    to: Annotated[
        int | None, typer.Option(help="The entry to go back to; without it, the start of your last turn.")
    ] = None,
) -> None:
    """Take back your last turn, as long as nobody has learned anything or answered since; the ledger keeps both.

    Example: atelier undo club-7
    """
    from engine.ledger.slips import UndoSlip

    env: Env = ctx.obj
    seat = open_seat(env, game)
    view = seat.look()
    number = get_seat(view)
    back_to = to if to is not None else (view["undo"] or [max(0, view["n"] - 1)])[0]
    said = UndoSlip(view["game"], number, view["ask"] or 0, view["head"] or "", back_to)
    receipt = seat.client.slip("POST", f"/games/{seat.game}/undo", keys.sign(said, keys.load(seat.client.profile)))
    profiles.keep_receipt(seat.client.profile, seat.game, receipt["receipt"])
    if env.json:
        env.data({"game": seat.game, **receipt, "to": back_to})
        return
    env.tell(Text("Taken back, to entry {n}.", n=back_to))
    tell_next(env, seat.look())
