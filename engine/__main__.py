"""Shows the games and plays a short one between bots: the engine without server or client."""

import sys

import engine
from engine.bots import BOTS, take_turn


def main() -> None:
    """List the games, then play the first one to its end."""
    for game, rules in engine.games().items():
        sys.stdout.write(f"{game:22} {rules.title.en}, {rules.seats[0]} to {rules.seats[-1]} players\n")
    for game in list(engine.games())[:1]:
        play_out(game)


def play_out(game: str) -> None:
    """Let bots play a game and show its last board."""
    table = engine.open_table(game, engine.games()[game].seats[-1], seed=b"a short game")
    turns = 0
    while table.awaiting:
        take_turn(table, table.awaiting[0], BOTS["random"], b"turn %d" % turns)
        turns += 1
    sys.stdout.write(f"\n{table.sheet(0)}\n\n{turns} turns; winners: {table.result and table.result.winners}\n")


if __name__ == "__main__":
    main()
