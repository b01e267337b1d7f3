"""How far a seat may take back: only its own last turns, and never past what somebody learned or answered."""

from itertools import dropwhile
from typing import NoReturn

import msgspec

from engine.core.errors import Refused

# No more than this is kept: a game's record must not grow with its length.
MOST_STEPS = 64


class TrailStep(msgspec.Struct, frozen=True, array_like=True):
    """A turn that could be taken back: its entry, the entry before it, and who played."""

    n: int
    before: int
    seat: int
    bot: bool


class Trail(msgspec.Struct, frozen=True, array_like=True):
    """The turns of one person (and of bots after them) that can still be taken back; why other seats can't."""

    steps: tuple[TrailStep, ...] = ()
    barred: tuple[str, ...] = ()

    @property
    def person(self) -> int | None:
        """The seat whose turns these are."""
        return self.steps[0].seat if self.steps else None


def new_trail(seats: int) -> Trail:
    """Return the trail of a game in which nobody has moved."""
    return Trail((), ("",) * seats)


def after_person(trail: Trail, step: TrailStep, barrier: str) -> Trail:
    """Return the trail after a person's turn; `barrier` says what makes it final, if anything does."""
    if trail.person not in {None, step.seat}:
        trail = cut(trail, "answered")
    if barrier:
        return _bar(cut(trail, barrier), step.seat, barrier)
    return _bar(Trail(_latest((*trail.steps, step)), trail.barred), step.seat, "")


def after_bot(trail: Trail, step: TrailStep, *, revealed: bool) -> Trail:
    """Return the trail after a bot's turn: it can be crossed if it revealed nothing."""
    if revealed:
        return cut(trail, "bot")
    return Trail(_latest((*trail.steps, step)), trail.barred)


def cut(trail: Trail, barrier: str) -> Trail:
    """Return the trail after something that nobody can go back across."""
    person = trail.person
    trail = Trail((), trail.barred)
    return trail if person is None else _bar(trail, person, barrier)


def choices(trail: Trail, seat: int) -> tuple[int, ...]:
    """Return the entries to which a seat can go back, the last one first."""
    return tuple(step.before for step in reversed(trail.steps) if step.seat == seat and not step.bot)


def go_back(trail: Trail, seat: int, to: int) -> Trail:
    """Return the trail after an undo, or refuse it with the reason."""
    allowed = choices(trail, seat)
    if not allowed:
        _refuse(trail.barred[seat])
    if to < allowed[-1]:
        raise Refused(
            "undo_barrier",
            "You can go back to entry {furthest} at the furthest, not to {to}.",
            furthest=allowed[-1],
            to=to,
        )
    if to not in allowed:
        raise Refused(
            "nothing_to_undo",
            "No turn of yours begins at entry {to}: you can go back to {allowed}.",
            to=to,
            allowed=allowed,
        )
    kept = next(index for index, step in enumerate(trail.steps) if step.before == to and not step.bot)
    return Trail(trail.steps[:kept], trail.barred)


def _latest(steps: tuple[TrailStep, ...]) -> tuple[TrailStep, ...]:
    """Return as many of the last steps as are kept, beginning with a person's."""
    kept = steps[-MOST_STEPS:]
    return tuple(dropwhile(lambda step: step.bot, kept))


def _bar(trail: Trail, seat: int, barrier: str) -> Trail:
    return Trail(trail.steps, (*trail.barred[:seat], barrier, *trail.barred[seat + 1 :]))


def _refuse(barrier: str) -> NoReturn:
    if barrier == "learned":
        raise Refused("undo_barrier", "You have learned something by your last turn: it can't be taken back.")
    if barrier == "touched":
        raise Refused("undo_barrier", "Your last turn drew from a hidden pile or from chance: it can't be taken back.")
    if barrier == "answered":
        raise Refused("undo_barrier", "Another player has moved since your last turn: it can't be taken back.")
    if barrier == "bot":
        raise Refused("undo_barrier", "A bot's turn since yours has revealed something: yours can't be taken back.")
    if barrier:
        raise Refused("undo_barrier", "The table has changed since your last turn: it can't be taken back.")
    raise Refused("nothing_to_undo", "You have no turn that could be taken back.")
