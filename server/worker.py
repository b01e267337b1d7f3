"""The worker: lets bots play, ends waits, sends mail; one or many, in `serve` or on its own."""

import logging
import threading
import time

from engine.core.errors import Refused
from server.services import bots, keys
from server.services.club import Club

PAUSE = 1.0
log = logging.getLogger("atelier.worker")


class Worker:
    """Does what is due, again and again, until it is stopped."""

    def __init__(self, club: Club, pause: float = PAUSE) -> None:
        self.club = club
        self.pause = pause
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> "Worker":
        """Work in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="atelier-worker", daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop after what is being done now."""
        self._stop.set()
        self.club.work.set()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def run(self) -> None:
        """Work until stopped; what fails is logged and tried again."""
        while not self._stop.is_set():
            try:
                self.once()
            except Exception:  # the worker outlives whatever one round of work meets
                log.exception("a round of work failed")
                time.sleep(self.pause)
            self.club.work.wait(self.pause)
            self.club.work.clear()

    def once(self) -> None:
        """Do everything that is due now."""
        for game_id in bots.games_with_work(self.club):
            try:
                bots.play_due(self.club, game_id)
            except Refused as refused:
                log.warning("bots can't play in %s: %s", game_id, refused)
        keys.finish_recoveries(self.club)
