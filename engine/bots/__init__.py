"""Players that see only what their seat may see."""

from collections.abc import Iterable

from engine.bots.desk import Bot, Desk, take_turn
from engine.bots.greedy import GreedyBot, PlanningBot
from engine.bots.random import RandomBot
from engine.bots.search.levels import EARLIER, LEVELS
from engine.core.editions import Label
from engine.core.errors import Refused
from engine.core.names import fold

__all__ = [
    "BOTS",
    "FALLBACK",
    "STAND_IN",
    "Bot",
    "Desk",
    "find_title",
    "get_bot",
    "list_newest",
    "take_turn",
    "word_of",
]


def word_of(bot: Bot) -> str:
    """Return how a ledger names a seat's bot, so that a begun game keeps it: a first version has the bare name."""
    return bot.name if bot.version == 1 else f"{bot.name}-{bot.version}"


def _list_by_word(bots: Iterable[Bot]) -> dict[str, Bot]:
    return {word_of(bot): bot for bot in bots}


BOTS: dict[str, Bot] = _list_by_word(
    (RandomBot(), GreedyBot(), PlanningBot(), PlanningBot(version=3, fit=2), *EARLIER, *LEVELS)
)
"""Every version that a ledger can name, by its word, each name's newest one last."""
STAND_IN = "greedy-3"
"""Who plays for somebody who does not."""
FALLBACK = BOTS["random"]
"""Who plays where a bot is unknown here, or stumbles."""


def list_newest() -> dict[str, Bot]:
    """Return the bots that can be chosen, by name."""
    return {bot.name: bot for bot in BOTS.values()}


def find_title(name: str) -> Label | None:
    """Return how a bot is called in each language, by its name or word."""
    bot = list_newest().get(name) or BOTS.get(name)
    return None if bot is None else bot.title


def get_bot(name: str) -> Bot:
    """Return the newest bot of a name, English or French, or a version by its word; refuse an unknown one."""
    newest = list_newest()
    found = newest.get(name) or BOTS.get(name)
    if found is None:
        found = next((bot for bot in newest.values() if fold(name) in {fold(bot.title.en), fold(bot.title.fr)}), None)
    if found is None:
        raise Refused("invalid_value", "There is no bot `{bot}`; there are {bots}.", bot=name, bots=sorted(newest))
    return found
