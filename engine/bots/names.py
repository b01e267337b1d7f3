"""What bots are called at a table, so that every sentence has a subject."""

import hashlib
from collections.abc import Collection

from engine.core.names import fold

NAMES = (
    "Gaston",
    "Odile",
    "Max",
    "Lea",
    "Hector",
    "Simone",
    "Basile",
    "Clara",
    "Edgar",
    "Irma",
    "Leopold",
    "Nora",
    "Octave",
    "Paula",
    "Rosalie",
    "Victor",
)


def name_bots(game: str, seats: int, taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return what a bot would be called on each seat of a game: always the same, and nobody at the table is."""
    begin = hashlib.sha256(game.encode()).digest()[0]
    turned = [NAMES[(begin + place) % len(NAMES)] for place in range(len(NAMES))]
    known = {fold(name) for name in taken}
    free = [name for name in turned if fold(name) not in known]
    return tuple(free[:seats])
