"""Imaginarium's two phases: `plan` and `implement` are `play` for one of them."""

from collections.abc import Sequence

from cli.answers import PreviewJson, ViewJson
from cli.exits import Failure
from engine.core.language import Text
from engine.core.refusals import Exit


def find_phase(shown: ViewJson | PreviewJson) -> str | None:
    """Return the phase that a seat is asked for; None where nothing is asked."""
    asked = (shown["view"] or {}).get("asked")
    return None if asked is None else "plan" if asked == "plan" else "implement"


def is_within(shown: ViewJson | PreviewJson, phase: str | None) -> bool:
    """Tell whether a seat is still asked for moves of a phase; without one all are."""
    return phase is None or find_phase(shown) == phase


def check_phase(view: ViewJson, phase: str | None) -> None:
    """Refuse `plan` and `implement` in another phase, or in another game."""
    if phase is None:
        return
    if view["rules"] != "imaginarium":
        raise Failure(Text("`{phase}` is for Imaginarium; here it is `atelier play`.", phase=phase))
    if not is_within(view, phase):
        said = Text("It is the other phase now: use `atelier {now}`.", now=find_phase(view))
        raise Failure(said, Exit.ILLEGAL, "wrong_phase")


def check_lines(lines: Sequence[str], phase: str | None, typed: Sequence[str]) -> None:
    """Refuse a turn that goes on into the other phase."""
    from engine.core.spelling import verb_of
    from engine.games.imaginarium.steps.plan import PlanStep

    if phase is None:
        return
    planning = {word for move in PlanStep.moves for word in (verb_of(move), *move.aliases)}
    for line, shown in zip(lines, typed, strict=True):
        other = "plan" if line.split()[0].casefold() in planning else "implement"
        if other != phase:
            said = Text("`{line}` is for the other phase: `atelier {other}` plays it.", line=shown, other=other)
            raise Failure(said, Exit.ILLEGAL, "wrong_phase", Text("Nothing was played."))
