"""The worker: plays notes, lets bots play, ends waits, minds the clock, sends and takes mail; one or many, in `serve` or alone."""

import logging
import threading
import time
from collections.abc import Callable

from engine.core.errors import Refused
from server.logs import log_as
from server.mail.incoming.listener import Listener
from server.mail.outgoing.sender import Sender
from server.services import archiving, bots, checks, clock, firing, identity, substitutes, tidying, vacancies, waits
from server.services.club import Club

PAUSE = 1.0
CLOCK_EVERY = 15_000
CHECKED_AT_ONCE = 10
ARCHIVED_AT_ONCE = 2
TIDY_EVERY = 3600 * 1000
log = logging.getLogger("atelier.worker")


class Worker:
    """Does what is due, again and again, until it is stopped."""

    def __init__(self, club: Club, pause: float = PAUSE) -> None:
        self.club = club
        self.pause = pause
        self.sender = Sender(club)
        self.listener: Listener | None = None
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._last: dict[str, int] = {}
        self._has_unchecked = True
        """Whether there may be games that this build has not replayed yet."""
        self._to_archive: list[str] = []
        """Games that ended long ago, a few of which are archived in each round."""

    def start(self) -> "Worker":
        """Work in threads of its own."""
        thread = threading.Thread(target=self.run, name="atelier-worker", daemon=True)
        thread.start()
        self._threads.append(thread)
        return self

    def stop(self) -> None:
        """Stop after what is being done now."""
        self._stop.set()
        self.club.work.set()
        for thread in self._threads:
            thread.join(timeout=30)

    def run(self) -> None:
        """Work until stopped; what fails is logged and tried again. Mail goes out beside everything else."""
        with self.club.open_thinkers():
            self._work_on()

    def _work_on(self) -> None:
        self._listen()
        mail = threading.Thread(target=self._mail, name="atelier-mail-out", daemon=True)
        mail.start()
        try:
            while not self._stop.is_set():
                self._guarded(self._once_without_mail)
                self.club.work.wait(self.pause)
                self.club.work.clear()
        finally:
            self._stop.set()
            mail.join(timeout=30)
            if self.listener is not None:
                self.listener.stop()

    def _listen(self) -> None:
        """Wait for mail, if the settings say where; another worker may be doing so already."""
        if not self.club.config.mail.listen_port:
            return
        try:
            self.listener = Listener(self.club)
            self.listener.start()
        except (OSError, TimeoutError) as error:
            self.listener = None
            log.warning("no mail is taken here: %s", error)

    def _mail(self) -> None:
        while not self._stop.is_set():
            self._guarded(lambda: self.sender.run_dry(self._stop.is_set))
            self._stop.wait(self.pause)
        self.sender.close()

    def _guarded(self, work: Callable[[], object]) -> None:
        with log_as(threading.current_thread().name):
            try:
                work()
            except Exception:  # the worker outlives whatever one round of work meets
                log.exception("a round of work failed")
                time.sleep(self.pause)

    def once(self) -> None:
        """Do everything that is due now."""
        self._once_without_mail()
        self.sender.run_dry()

    def _once_without_mail(self) -> None:
        firing.fire_due(self.club)
        if self._is_time("clock", CLOCK_EVERY):
            identity.follow(self.club)
            clock.mind(self.club)
            vacancies.fill(self.club)
            substitutes.mind(self.club)
        self._let_bots_play()
        waits.finish_due(self.club)
        if self._has_unchecked:
            self._has_unchecked = checks.check_some(self.club, CHECKED_AT_ONCE)
        if self._is_time("tidy", TIDY_EVERY):
            tidying.tidy(self.club)
            self._to_archive = archiving.find_old(self.club)
        self._archive_some()

    def _let_bots_play(self) -> None:
        """Let bots play where they are asked; those that think in a process of their own are looked after next time."""
        games = bots.find_games_with_work(self.club)
        if self.club.thinkers is not None:
            self.club.thinkers.keep(games)
        for game_id in games:
            try:
                bots.play_due(self.club, game_id)
            except Refused as refused:
                log.warning("bots can't play in %s: %s", game_id, refused)

    def _archive_some(self) -> None:
        """Archive a few games, so that bots and the clock are not kept waiting."""
        for game_id in self._to_archive[:ARCHIVED_AT_ONCE]:
            archiving.archive_game(self.club, game_id)
        del self._to_archive[:ARCHIVED_AT_ONCE]

    def _is_time(self, what: str, every: int) -> bool:
        """Tell whether something that need not be done all the time is due, and note that it is done."""
        now = self.club.now()
        if abs(now - self._last.get(what, -every)) < every:
            return False
        self._last[what] = now
        return True
