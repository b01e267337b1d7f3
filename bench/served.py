"""The real server as a process for the benchmarks, with the tiny game beside the others; its worker only if asked for."""

import sys

from server.__main__ import main
from tests.games import register_tiny_games

if __name__ == "__main__":
    register_tiny_games()
    main(worker="worker" in sys.argv)
