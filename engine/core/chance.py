"""Randomness that any implementation can repeat, and the marks of who learned what.

Word `i` of a stream is taken from HMAC-SHA256(seed, "label:block"), eight 32-bit big-endian words a block;
a number below `n` is a word modulo `n`, words at or above the largest multiple of `n` being passed over.
"""

import hmac
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from engine.core.types import Seat

T = TypeVar("T")
WORDS_PER_BLOCK = 8
BLOCKS_KEPT = 1 << 12
WORD_RANGE = 1 << 32
SURE = WORD_RANGE - (1 << 16)
"""No number up to 65,536 passes over a word below this one."""


class Stream:
    """One sequence of random words, addressed by its label and its position."""

    __slots__ = ("_block_index", "_marks", "_seed", "_words", "label", "position")

    def __init__(self, seed: bytes, label: str, marks: "Chance", position: int = 0) -> None:
        """Start at a position; the chance it belongs to is told that it was used."""
        self._seed = seed
        self.label = label
        self._marks = marks
        self.position = position
        self._block_index = -1
        self._words: tuple[int, ...] = ()

    def word(self) -> int:
        """Return the next 32 bits."""
        position = self.position
        self.position = position + 1
        if position // WORDS_PER_BLOCK != self._block_index:
            self._go_to_block(position)
        return self._words[position % WORDS_PER_BLOCK]

    def _go_to_block(self, position: int) -> None:
        self._block_index = position // WORDS_PER_BLOCK
        self._words = _make_block(self._seed, self.label, self._block_index)

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
        """Shuffle a list in place, and return it.

        It takes what as many calls of `below` would take, block by block: search deals anew for each move it imagines.
        """
        last, position = len(items) - 1, self.position
        self._marks.touched = self._marks.touched or last > 0
        while last > 0:
            self._go_to_block(position)
            for word in self._words[position % WORDS_PER_BLOCK :]:
                position += 1
                n = last + 1
                if word < SURE or word < WORD_RANGE - WORD_RANGE % n:
                    other = word % n
                    items[last], items[other] = items[other], items[last]
                    last -= 1
                    if last == 0:
                        break
        self.position = position
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


@lru_cache(BLOCKS_KEPT)
def _make_block(seed: bytes, label: str, index: int) -> tuple[int, ...]:
    """Return the words of a block. Whoever imagines moves deals by the same few seeds again and again."""
    return _split(hmac.digest(seed, f"{label}:{index}".encode(), "sha256"))


_split = struct.Struct(">8I").unpack


def take_out(cards: Iterable[T], some: Iterable[T]) -> list[T]:
    """Return cards less some of them."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return left


def forget_order(pool: Iterable[T], chance: Stream) -> list[T]:
    """Return unknown things in a new order that tells nothing about the old one (sorted first, then shuffled)."""
    return chance.shuffle(sorted(pool))  # type: ignore[type-var]
