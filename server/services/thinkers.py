"""Processes at the lowest priority in which bots think, so that neither turns nor mail wait for them; all cores but one."""

import logging
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from engine.core.errors import Refused
from engine.thinking import settle

T = TypeVar("T")
MOST_WAITING, LONGEST_WAIT = 4, 20.0
"""So many may wait for something at once, and so many seconds: they keep a thread that others need."""
MOST_PROCESSES = max(1, (os.cpu_count() or 1) - 1)
log = logging.getLogger("atelier.thinking")


class Work(NamedTuple, Generic[T]):
    """A function of `engine/thinking.py`, what it is given, and what will come of it."""

    act: Callable[..., T]
    given: tuple[Any, ...]
    future: "Future[T]"

    def finish(self, seconds: float | None = None) -> T:
        """Return what came of it, or wait so long for it; where its process has ended too early, it is done here, and logged."""
        try:
            return self.future.result(seconds)
        except TimeoutError:
            self.future.cancel()
            raise _say_busy() from None
        except (BrokenExecutor, CancelledError) as error:
            log.warning("a process that thinks has ended too early (%s); it is thought here", type(error).__name__)
        return self.act(*self.given)


def _say_busy() -> Refused:
    return Refused("busy", "Too much is being thought about just now; try again in a moment.")


class Thinkers:
    """The processes of one club; they begin when something is first thought about."""

    def __init__(self, done: Callable[[], None]) -> None:
        """Call `done` whenever something was thought through."""
        self._done = done
        self._lock = threading.Lock()
        self._waiting = threading.Semaphore(MOST_WAITING)
        self._pool: ProcessPoolExecutor | None = None
        self._going: dict[str, tuple[str, Work[Any]]] = {}
        """By game: the head of the position that is thought about."""
        self._patient: deque[Work[Any]] = deque()
        """What bots are to think about when a process is free: a person who asks comes before them."""
        self._fed = 0
        """How many of the bots' thoughts are with the processes."""

    def is_thinking(self, game: str, head: str) -> bool:
        """Tell whether this position of a game was given to think about, and nobody has taken what came of it."""
        return game in self._going and self._going[game][0] == head

    def begin(self, game: str, head: str, act: Callable[..., T], *given: object) -> None:
        """Begin to think about a position of a game."""
        work = Work(act, given, Future[T]())
        work.future.add_done_callback(lambda _: self._done())
        self._going[game] = (head, work)
        self._patient.append(work)
        self._feed()

    def take(self, game: str) -> Any:
        """Return what came of thinking about a game, once; None as long as it goes on."""
        work = self._going[game][1]
        if not work.future.done():
            return None
        del self._going[game]
        return work.finish()

    def keep(self, games: Collection[str]) -> None:
        """Forget what was thought about other games: nobody is asked there any more."""
        for game in [one for one in self._going if one not in games]:
            self._going.pop(game)[1].future.cancel()

    def _feed(self) -> None:
        """Give the processes as many of the bots' thoughts as there are processes, and keep the others."""
        while (work := self._pick()) is not None:
            self._submit(work.act, work.given).future.add_done_callback(partial(self._hand_on, work))

    def _pick(self) -> Work[Any] | None:
        with self._lock:
            while self._patient and self._fed < MOST_PROCESSES:
                work = self._patient.popleft()
                if work.future.set_running_or_notify_cancel():
                    self._fed += 1
                    return work
        return None

    def _hand_on(self, work: Work[Any], done: "Future[Any]") -> None:
        with self._lock:
            self._fed -= 1
        error = CancelledError() if done.cancelled() else done.exception()
        if error is None:
            work.future.set_result(done.result())
        else:
            work.future.set_exception(error)
        self._feed()

    def run(self, act: Callable[..., T], *given: object) -> T:
        """Return what comes of thinking about something; whoever asks waits for it, or is refused where many do."""
        if not self._waiting.acquire(blocking=False):
            raise _say_busy()
        try:
            return self._submit(act, given).finish(LONGEST_WAIT)
        finally:
            self._waiting.release()

    def _submit(self, act: Callable[..., T], given: tuple[object, ...]) -> Work[T]:
        with self._lock:
            try:
                future = self._open().submit(act, *given)
            except BrokenExecutor:
                self._pool = None
                future = self._open().submit(act, *given)
        return Work(act, given, future)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(MOST_PROCESSES, multiprocessing.get_context("spawn"), settle)
        return self._pool

    def close(self) -> None:
        """End the processes after what they are thinking about now."""
        with self._lock:
            pool, self._pool = self._pool, None
            left, self._patient = self._patient, deque()
        for work in left:
            work.future.cancel()
        if pool is not None:
            pool.shutdown(cancel_futures=True)
