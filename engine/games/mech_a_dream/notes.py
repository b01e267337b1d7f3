"""What notes need to know of Mech A Dream: day and night, the factory and the specialists, and what a player has."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from engine.core.editions import Label
from engine.core.names import Rows
from engine.core.phases import Phase
from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS
from engine.games.mech_a_dream.state import DreamState, Player

PHASES = {
    "day": Phase(Label("day", "jour"), ("day",)),
    "night": Phase(Label("night", "nuit"), ("night",)),
}
PLACES = {
    "factory": Label("factory", "usine"),
    "dock": Label("dock", "quai"),
    "specialists": Label("specialists", "spécialistes"),
}


def find_places(book: DreamBook, view: Mapping[str, Any]) -> Rows:
    """Return the open tiles of all belts, the delivery, and the specialists that nobody has."""
    tiles = list(chain(*view["market"].values()))
    return {"factory": [tiles], "dock": [[view["delivery"]]], "specialists": [list(view["centre"])]}


def count_purse(book: DreamBook, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return goods and points, machines under construction or built, and specialists."""
    player = view["players"][seat]
    cards = Counter([*player["belt"], *player["built"], *player["specialists"]])
    return {**cards, **{kind: player[kind] for kind in ("flower", "ink", "rainbow", "points")}}


def put_on_turn(book: DreamBook, state: DreamState, seat: Seat, phase: str) -> bool:
    """Send the seat's next assistant, in the factory as it is; or let night fall, as the machines stand."""
    if state.step == "screens":
        return False
    state.pending = [[] for _ in state.pending]
    if phase == "day":
        _begin_moment(state, state.players[seat])
    elif state.step != "night":
        state.dusk = [len(player.built) for player in state.players]
        for player in state.players:
            player.assistants = []
    state.players[seat].asleep = False
    state.turn, state.step = seat, phase
    return True


def _begin_moment(state: DreamState, player: Player) -> None:
    """Go on to the moment of a player's next assistant: the morning after the evening."""
    player.used = []
    player.assistants = player.assistants if len(player.assistants) < len(MOMENTS) else []
    state.moment = len(player.assistants)
