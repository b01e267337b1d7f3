"""The bot that picks any legal move."""

from engine.bots.desk import Desk
from engine.core.chance import Stream
from engine.core.editions import Label
from engine.core.types import Move


class RandomBot:
    """Every legal move is as likely."""

    name = "random"
    version = 1
    title = Label("random", "hasard")

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return one legal move."""
        return [stream.pick(desk.legal)]
