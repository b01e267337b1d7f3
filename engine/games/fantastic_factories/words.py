"""How dice and amounts of Fantastic Factories are said."""

from collections.abc import Iterable

from engine.core.language import Name, Text

KINDS = ("metal", "energy", "goods")
PIPS = "⚀⚁⚂⚃⚄⚅"


def show_dice(faces: Iterable[int]) -> str:
    """Return dice as their faces, with the numbers that are typed."""
    return " ".join(f"{PIPS[face - 1]}{face}" for face in faces)


def bundle(metal: int = 0, energy: int = 0, goods: int = 0) -> list[Text | Name]:
    """Return amounts as they are said: each kind once, with its number when it is more than one."""
    counts = zip(KINDS, (metal, energy, goods), strict=True)
    return [Name(kind) if n == 1 else Text("{kind}*{n}", kind=Name(kind), n=n) for kind, n in counts if n]
