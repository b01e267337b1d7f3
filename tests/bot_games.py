"""Whole games of bots in a ledger, true ones and such in which the server played something else in a bot's place."""

import msgspec

from engine.ledger.memory import tell
from engine.ledger.playing import draft_bot
from engine.ledger.record import end_due
from engine.seats import choose
from tests.ledger.room import Room


def play_bot(room, seat, play):
    room.note(room.clerk.write(draft_bot(room.record, play), room.tick()))


def play_out(game="foundry", bots=("greedy-3", "apprentice"), act=None):
    """Let bots play a whole game in a room; `act` may play a turn in a bot's place."""
    room = Room(len(bots), rules=game).start(dict(enumerate(bots)))
    while not end_due(room.record):
        seat = room.table.awaiting[0]
        play = choose(room.record, seat, [tell(entry) for entry in room.entries])
        if act is not None:
            play = act(room, seat, play)
        play_bot(room, seat, play)
    room.end()
    return room


class Swapped:
    """Plays, after some turns of bots, another legal move in the place of one."""

    def __init__(self, after):
        self.left, self.n, self.plays = after, None, ()

    def __call__(self, room, seat, play):
        others = [str(move) for move in room.table.legal(seat) if str(move) != play.moves[0]]
        self.left -= 1
        if self.left >= 0 or not others or self.n is not None:
            return play
        self.n, self.plays = room.page.n + 1, play.moves
        return msgspec.structs.replace(play, moves=(others[0],))


class Stumbling:
    """A bot that can't make sense of anything."""

    name = "greedy"
    version = 1

    def choose(self, desk, stream):
        raise LookupError(desk.seat)
