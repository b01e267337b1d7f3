"""People at a table: they send turns over a bad line or by mail, twice, too late, or another one for the same ask."""

import random
import time
from collections.abc import Callable
from typing import Any

import requests

import engine
from bench.soak.post import Mailed
from tests.server.people import Answer, HttpDoor

TRIES = 600
BY_MAIL = 0.15
WITH_NOTES = 0.2
REFUSED_LATE = {"stale_ask", "stale_position", "ask_taken", "not_awaited", "game_over"}


class GaveUp(Exception):
    """The time is over."""


class PatientDoor(HttpDoor):
    """Calls until there is an answer: the line may break, the server be down, busy or full just now."""

    def __init__(self, origin: str, is_running: Callable[[], bool]) -> None:
        super().__init__(origin)
        self.is_running = is_running
        self.put_off: dict[str, int] = {}

    def __call__(self, method: str, path: str, **given: Any) -> Answer:
        """Call, again and again."""
        for _ in range(TRIES):
            try:
                answer: Answer = super().__call__(method, path, **given)
            except requests.RequestException:
                time.sleep(0.1)
                continue
            if answer.headers.get("Content-Length") != str(len(answer.body)):
                continue  # cut off within its headers, which the library takes for their end
            if answer.status != 503:
                return answer
            self.put_off[answer.code] = self.put_off.get(answer.code, 0) + 1
            time.sleep(0.2)
            if not self.is_running():
                raise GaveUp
        raise TimeoutError(path)


class TableOfTwo:
    """Two people who play one game after the other, with a bot where there is room."""

    def __init__(self, number: int, people: list[Mailed], is_running: Callable[[], bool], lmtp_port: int) -> None:
        self.people = people
        self.is_running = is_running
        self.lmtp_port = lmtp_port
        self.rng = random.Random(number)
        self.number = number
        self.acknowledged: list[tuple[str, int, str]] = []
        self.tables: list[str] = []
        self.finished: list[str] = []
        self.faults: list[str] = []
        self.doubled = self.late = self.rivals = self.mailed = 0
        self._mailed: set[tuple[str, int, int]] = set()
        """Asks that were answered by mail, whether or not the answer arrived."""
        self.notes_left = self.notes_dropped = 0
        self._noted: set[str] = set()
        """Tables at which notes were left: one of them may have been faster than a turn."""
        self._old: list[tuple[Mailed, str, bytes, Answer]] = []

    def run(self) -> None:
        """Play until the time is over or something is wrong."""
        games = [name for name, rules in engine.games().items() if 2 in rules.seats]
        try:
            while self.is_running() and not self.faults:
                self.play_game(games[self.number % len(games)])
                self.number += 1
        except GaveUp:
            return
        except Exception as fault:  # noqa: BLE001 - whatever it is, the soak tells of it
            self.faults.append(repr(fault))

    def play_game(self, game: str) -> None:
        """Play a game to its end."""
        table = self.open_table(game)
        self._old.clear()
        while self.is_running() and not self.faults:
            views = [(one, one.view(table)) for one in self.people]
            if views[0][1]["status"] == "over":
                self.finished.append(table)
                return
            waiting = [(one, view) for one, view in views if view["awaited"]]
            for one, view in self.rng.sample(waiting, len(waiting)):
                self.take_turn(one, table, view)
            if not waiting:
                time.sleep(0.05)  # a bot is thinking

    def open_table(self, game: str) -> str:
        """Open a game and sit down at it."""
        room = engine.games()[game].seats[-1] > 2
        table: str = self.people[0].open(game, 2 + room, bots=[{"seat": 2, "bot": "greedy"}] if room else [])
        self.tables.append(table)
        for seat, one in enumerate(self.people):
            raw = one.join_slip(table, seat)
            answer = one.slip("POST", f"/games/{table}/seats", raw)
            assert answer.status in {200, 201}, answer
        return table

    def take_turn(self, one: Mailed, table: str, view: dict[str, Any]) -> None:
        """Play a move: by mail, or over the line; then perhaps let an old slip arrive late."""
        lines = [move["line"] for move in view["legal"]]
        if self.rng.random() < WITH_NOTES:
            self.leave_notes(one, table, lines)
        if self.rng.random() < BY_MAIL and self.play_by_mail(one, table, view, self.rng.choice(lines)):
            return
        raw = one.turn_slip(table, [self.rng.choice(lines)], view)
        for _ in range(1 + (self.rng.random() < 0.1)):
            answer = one.slip("POST", f"/games/{table}/turns", raw)
            if not self.is_taken(answer, view):
                return
            self.acknowledged.append((table, answer.json["n"], answer.json["hash"]))
            self.doubled += answer.status == 200
        self._old.append((one, table, raw, answer))
        self.arrive_late()
        if self.rng.random() < 0.1:
            self.send_rival(one, table, lines, view)

    def leave_notes(self, one: Mailed, table: str, lines: list[str]) -> None:
        """Leave notes for this ask and those to come, and take them back now and then; the game may go on meanwhile."""
        self._noted.add(table)
        verb, *others = self.rng.choice(lines).split()
        last = f"{verb} any" if others else f"{verb}*"
        typed = f"even if new: {self.rng.choice(lines)} | {self.rng.choice(lines)} | {last}"
        worked = one.call("POST", f"/games/{table}/notes/preview", json={"notes": [typed]})
        if worked.status != 200:
            if worked.status >= 500:
                self.faults.append(f"notes: {worked!r}")
            return
        left = one.leave(table, typed)
        self.notes_left += left.status in {200, 201}
        if self.rng.random() < 0.3 and one.view(table)["status"] == "running":
            self.notes_dropped += one.drop_notes(table).status in {200, 201}

    def is_taken(self, answer: Answer, view: dict[str, Any]) -> bool:
        """Tell whether a turn was taken; a mail of one's own may have been faster."""
        if answer.status in {200, 201}:
            return True
        is_rival = (view["game"], view["seat"], view["ask"]) in self._mailed or view["game"] in self._noted
        if not is_rival or answer.code not in REFUSED_LATE:
            self.faults.append(repr(answer))
        return False

    def arrive_late(self) -> None:
        """Let a slip of an earlier turn come once more, behind later ones: it gets its own receipt again."""
        if self.rng.random() < 0.1:
            one, table, raw, first = self.rng.choice(self._old)
            again = one.slip("POST", f"/games/{table}/turns", raw)
            self.late += 1
            if again.status != 200 or again.json["receipt"] != first.json["receipt"]:
                self.faults.append(f"late: {again!r}")

    def send_rival(self, one: Mailed, table: str, lines: list[str], view: dict[str, Any]) -> None:
        """Send another turn for an ask that was answered: it is stale."""
        raw = one.turn_slip(table, [self.rng.choice(lines), "end"], view)
        answer = one.slip("POST", f"/games/{table}/turns", raw)
        self.rivals += 1
        if answer.status != 409 or answer.code not in REFUSED_LATE:
            self.faults.append(f"rival: {answer!r}")

    def play_by_mail(self, one: Mailed, table: str, view: dict[str, Any], line: str) -> bool:
        """Answer the mail that asks for this turn, if it comes; tell whether the turn was taken."""
        mail = one.office.current(table, one.address, view["head"])
        if mail is None:
            return False
        self._mailed.add((table, view["seat"], view["ask"]))
        one.office.deliver(self.lmtp_port, mail, line)
        now = one.view(table)
        is_taken: bool = now["ask"] != view["ask"]
        self.mailed += is_taken
        return is_taken
