"""What is asked of each seat: a number that never falls, and the entry that asked."""

from collections.abc import Sequence

import msgspec


class Ask(msgspec.Struct, frozen=True, array_like=True):
    """A seat's last ask; `on` is the hash of the entry that opened it, None while nothing is asked."""

    number: int = 0
    on: str | None = None
    answered: int = 0

    @property
    def is_open(self) -> bool:
        """Whether an answer is awaited."""
        return self.on is not None

    @property
    def next(self) -> int:
        """The number that this seat's next slip carries, be it a turn or an undo."""
        return self.number if self.is_open else self.number + 1


def answer(ask: Ask) -> Ask:
    """Return the ask after the seat's own entry: its number is used up."""
    return Ask(ask.next, None, ask.next)


def ask_seats(asks: Sequence[Ask], awaiting: Sequence[int], digest: str, *, reopen: bool = False) -> tuple[Ask, ...]:
    """Return all asks after an entry with this hash.

    A seat is asked when it becomes awaited, or again after its own answer; other seats' entries leave an open ask
    alone. With `reopen` (undo, host) every open ask moves on to this entry, so that no answer to the old one counts.
    """
    return tuple(_ask(ask, digest, reopen=reopen) if seat in awaiting else _close(ask) for seat, ask in enumerate(asks))


def _ask(ask: Ask, digest: str, *, reopen: bool) -> Ask:
    if ask.is_open and not reopen:
        return ask
    return Ask(ask.next, digest, ask.answered)


def _close(ask: Ask) -> Ask:
    return Ask(ask.number, None, ask.answered) if ask.is_open else ask
