"""How dice and amounts of Fantastic Factories are said."""

from collections.abc import Iterable

from engine.core.language import Amount, list_amounts

KINDS = ("metal", "energy", "goods")
PIPS = "⚀⚁⚂⚃⚄⚅"


def show_dice(faces: Iterable[int]) -> str:
    """Return dice as their faces, with the numbers that are typed."""
    return " ".join(f"{PIPS[face - 1]}{face}" for face in faces)


def bundle(metal: int = 0, energy: int = 0, goods: int = 0) -> list[Amount]:
    """Return amounts as they are said: `2 metal`, each kind once."""
    return list_amounts(dict(zip(KINDS, (metal, energy, goods), strict=True)))
