"""A worker in a process of its own, for tests that kill it: python -m tests.mail.worker_process FOLDER PORT."""

import sys

from server import create_app
from server.config import load_config
from server.mail.outgoing.sender import Sender
from tests.games import register_tiny_games


def main() -> None:
    """Send the outbox until killed, or until it is empty."""
    register_tiny_games()
    mail = {"transport": "smtp", "port": int(sys.argv[2]), "sender": "turns@club.example", "undo_pause": 0}
    config = load_config({}, home=sys.argv[1], log="off", rates=False, mail=mail)
    sender = Sender(create_app(config).extensions["atelier"])
    print("ready", flush=True)  # noqa: T201 - tells the test that it may begin to count
    sender.run_dry()
    sender.close()


if __name__ == "__main__":
    main()
