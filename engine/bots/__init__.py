"""Players that see only what their seat may see."""

from engine.bots.desk import Bot, Desk, take_turn
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from engine.core.errors import Refused

__all__ = ["BOTS", "Bot", "Desk", "get_bot", "take_turn"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}


def get_bot(name: str) -> Bot:
    """Return a bot by its name, or refuse an unknown one."""
    if name not in BOTS:
        raise Refused("invalid_value", "There is no bot `{bot}`; there are {bots}.", bot=name, bots=sorted(BOTS))
    return BOTS[name]
