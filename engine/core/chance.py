"""Randomness that any implementation can repeat, and the marks of who learned what.

Word `i` of a stream is taken from HMAC-SHA256(seed, "label:block"), eight 32-bit big-endian words a block;
a number below `n` is a word modulo `n`, words at or above the largest multiple of `n` being passed over.
"""

import hmac
from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.core.types import Seat

T = TypeVar("T")
WORDS_PER_BLOCK = 8
WORD_RANGE = 1 << 32


class Stream:
    """One sequence of random words, addressed by its label and its position."""

    __slots__ = ("_block", "_block_index", "_marks", "_seed", "label", "position")

    def __init__(self, seed: bytes, label: str, marks: "Chance", position: int = 0) -> None:
        """Start at a position; the chance it belongs to is told that it was used."""
        self._seed = seed
        self.label = label
        self._marks = marks
        self.position = position
        self._block_index = -1
        self._block = b""

    def word(self) -> int:
        """Return the next 32 bits."""
        index, offset = divmod(self.position, WORDS_PER_BLOCK)
        if index != self._block_index:
            self._block = hmac.digest(self._seed, f"{self.label}:{index}".encode(), "sha256")
            self._block_index = index
        self.position += 1
        return int.from_bytes(self._block[offset * 4 : offset * 4 + 4], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely."""
        self._marks.touched = True
        limit = WORD_RANGE - WORD_RANGE % n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def die(self, sides: int = 6) -> int:
        """Return a throw of a die, from 1 to its sides. Say with `Chance.tell` who sees it."""
        return self.below(sides) + 1

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> list[T]:
        """Shuffle a list in place, and return it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


class Chance(Stream):
    """A table's randomness: the common stream, one stream per seat, and what the current move gave away.

    Everything hidden is read through here on behalf of the seats that come to know it: `tell` marks them.
    The driver clears the marks before each move.
    """

    __slots__ = ("_streams", "learned_by", "seed", "touched")

    def __init__(self, seed: bytes, positions: dict[str, int] | None = None) -> None:
        """Start from a seed, or go on from the positions that a dump recorded."""
        positions = positions or {}
        super().__init__(seed, "table", self, positions.get("table", 0))
        self.seed = seed
        self.touched = False
        self.learned_by: set[Seat] = set()
        self._streams = {
            label: Stream(seed, label, self, position) for label, position in positions.items() if label != "table"
        }

    def of(self, seat: Seat) -> Stream:
        """Return a seat's own stream: its throws don't depend on when other seats move."""
        label = f"p{seat + 1}"
        stream = self._streams.get(label)
        if stream is None:
            stream = self._streams[label] = Stream(self.seed, label, self)
        return stream

    def tell(self, *seats: Seat) -> None:
        """Mark that these seats learn by this move what they could not know before."""
        self.learned_by.update(seats)

    def draw(self, pile: list[T], seats: Iterable[Seat] = ()) -> T:
        """Take the top (last) thing of a hidden pile; the seats that see it are marked."""
        self.touched = True
        self.learned_by.update(seats)
        return pile.pop()

    def clear_marks(self) -> None:
        """Forget what earlier moves gave away."""
        self.touched = False
        self.learned_by.clear()

    @property
    def positions(self) -> dict[str, int]:
        """How far each used stream has been read."""
        used = {label: stream.position for label, stream in self._streams.items() if stream.position}
        return {"table": self.position, **used} if self.position else used

    def return_to(self, positions: dict[str, int]) -> None:
        """Go back to earlier positions, as if nothing had been drawn since."""
        self.position = positions.get("table", 0)
        for label, stream in self._streams.items():
            stream.position = positions.get(label, 0)


def forget_order(pool: Iterable[T], chance: Stream) -> list[T]:
    """Return unknown things in a new order that tells nothing about the old one (sorted first, then shuffled)."""
    return chance.shuffle(sorted(pool))  # type: ignore[type-var]
