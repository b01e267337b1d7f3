"""A club month in fast motion: ten games, absences, a dead address, an outage, somebody who vanishes."""

import hashlib
import random
import re
import secrets
import threading
from datetime import UTC, datetime

import msgspec
from sqlalchemy import select, update

from engine.ledger.keys import PrivateKey
from engine.ledger.seed import Secrets
from engine.ledger.slips import SeatSlip, sign
from engine.ledger.verify import verify
from server.models import Member, Moment, StoredEntry
from server.services import accounts, games
from server.storage import keyfiles
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Clock
from tests.server import people

START = 1_793_577_600_000  # Monday 2 November 2026, midnight UTC
HOURS = 30 * 24
STEP = 4
DSN = (
    b"From: MAILER-DAEMON@mx.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
    b"--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
    b"Final-Recipient: rfc822; x\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
)
BUSINESS = {"turn": "24h", "days": "mon-fri", "quiet": "20:00-08:00", "zone": "Europe/Paris"}
SLOW, FAST = {"turn": "72h"}, {"turn": "48h", "zone": "Europe/Paris"}
TABLES = [
    ("ada", "bob", SLOW, {"timeout": "wait", "reminders": ["24h"]}),
    ("ada", "cleo", FAST, {"timeout": "bot_turn", "reminders": ["24h"]}),
    ("bob", "dan", FAST, {"timeout": "bot_turn", "reminders": ["12h"]}),
    ("cleo", "dan", SLOW, {"timeout": "bot_seat"}),
    ("ada", "eve", FAST, {"timeout": "bot_turn"}),
    ("eve", "bob", SLOW, {"timeout": "wait"}),
    ("finn", "ada", FAST, {"timeout": "substitute", "reminders": ["24h"]}),
    ("finn", "cleo", FAST, {"timeout": "bot_seat", "reminders": ["24h", "6h"]}),
    ("bob", "cleo", BUSINESS, {"timeout": "bot_turn", "reminders": ["4h"]}),
    ("dan", "eve", BUSINESS, {"timeout": "bot_turn"}),
]
HABITS = {
    "ada": range(6, 24, 4),
    "bob": (20,),
    "cleo": (8, 18),
    "dan": (10, 22),
    "eve": (12,),
    "finn": (14,),
    "gail": (16,),
}
VANISHED = {"finn": 8 * 24}
OUTAGE = range(20 * 24, 22 * 24)


def fixed(*words):
    """Return 32 bytes that are always the same."""
    return hashlib.sha256(":".join(map(str, words)).encode()).digest()


def make_repeatable(monkeypatch):
    """Let keys, ids, secrets and entropy follow from names and numbers: the month is the same every time.

    A club of other tests may be at work in its own threads: it gets real entropy, and does not shift ours.
    """
    counts: dict[str, int] = {}
    strangers = set(threading.enumerate()) - {threading.current_thread()}
    token_bytes = secrets.token_bytes

    def count(name):
        counts[name] = counts.get(name, 0) + 1
        return counts[name]

    def make_id(prefix):
        return f"{prefix}{prefix.strip('_')}{count(prefix):020d}"

    def make_entropy(size=32):
        if threading.current_thread() in strangers:
            return token_bytes(size)
        return fixed("entropy", count("entropy"))[:size]

    for module in (accounts, games):
        monkeypatch.setattr(module, "make_id", make_id)
    monkeypatch.setattr(
        games, "make_secrets_from_os_randomness", lambda: Secrets(fixed("S", count("S")), fixed("K", count("K")))
    )
    monkeypatch.setattr(people, "make_key_from_os_randomness", lambda: PrivateKey(fixed("person", count("person"))))
    monkeypatch.setattr(keyfiles, "make_key_from_os_randomness", lambda: PrivateKey(fixed("server")))
    monkeypatch.setattr(secrets, "token_bytes", make_entropy)


class Month:
    """The house, its people and the story of the month."""

    def __init__(self, folder):
        config = settings(folder)
        make_club(config)
        self.house = House(config, Clock(START))
        self.rng = random.Random(11)
        self.told: list[str] = []
        self.inbox: dict[str, list] = {}
        self.games: list[str] = []
        self.seen: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.hour = 0

    def begin(self):
        """Open the ten games."""
        for name in ("hugo", *HABITS):
            self.house.person(name, zone="Europe/Paris")
        with self.house.club.write() as session:  # a claim code would draw from the month's randomness
            session.execute(update(Member).where(Member.handle == "hugo").values(role="host"))
        self.person("cleo").call("PATCH", "/me", json={"mail_policy": "digest"})
        self.person("gail").call("PUT", "/me/standby", json={"rules": ["nicodemus", "foundry"]})
        for number, (one, other, pace, policy) in enumerate(TABLES):
            rules = "foundry" if number in {0, 4} else "nicodemus"
            table = self.house.table(rules, (one, other), title=f"T{number}", pace=pace, policy=policy)
            self.games.append(table[0])

    def person(self, name):
        return self.house.people[name]

    def say(self, text):
        at = datetime.fromtimestamp(self.house.clock() / 1000, UTC)
        self.told.append(f"{at:%a %d %H:%M}  {text}")

    def run(self):
        """Live through the month."""
        self.begin()
        for self.hour in range(0, HOURS, STEP):
            self.house.clock.at = START + self.hour * 3_600_000
            if self.hour % 24 == 0:
                self.end_of_day()
            if self.hour in OUTAGE:
                continue
            self.events()
            self.people_play()
            self.serve()
        self.end_of_day()

    def serve(self):
        """Let the worker work; it was up all the time unless there was an outage."""
        if self.hour - STEP not in OUTAGE:
            with self.house.club.write() as session:
                beat = update(Moment).where(Moment.name == "heartbeat", Moment.at <= self.house.clock())
                session.execute(beat.values(at=self.house.clock()))
        for _ in range(2):
            self.house.clock.wait(seconds=90)
            for mail in self.house.work():
                self.deliver(mail)
        self.note_the_ledger()

    def deliver(self, mail):
        who = mail.to.partition("@")[0]
        kind = mail.about.partition("] ")[2].partition(":")[0].partition(" (")[0] or mail.about
        kind = "answer" if mail.about.startswith("Re: ") else kind
        if who == "eve" and 9 * 24 <= self.hour < 13 * 24:
            self.house.take_in(DSN, mail.sender, sender="")
            self.say(f"mail to eve bounces ({kind})")
            return
        self.inbox.setdefault(who, []).append(mail)
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if kind not in {"answer", "Your turn", "Winter League: your games today"}:
            self.say(f"mail to {who}: {mail.about}")

    def events(self):
        """What happens once."""
        if self.hour == 4 * 24 + 8:
            answer = self.person("dan").call("POST", "/me/vacations", json={"from": "2026-11-07", "to": "2026-11-11"})
            self.say(f"dan books a vacation: {answer.status}")
        if self.hour == 13 * 24:
            self.person("eve").view(self.games[4])
            self.say("eve looks at the server and mends her mailbox")
            with self.house.club.write() as session:
                session.execute(update(Member).where(Member.handle == "eve").values(mail_bounced_at=None))
        if self.hour == OUTAGE.stop:
            self.say("the server is back after two days")
        self.substitute()

    def substitute(self):
        """Gail takes the first seat that is offered to her."""
        for mail in self.inbox.pop("gail", []):
            if "step in" not in mail.about:
                self.inbox.setdefault("gail", []).append(mail)
                continue
            game = next(one for one in self.games if one in mail.text)
            head = self.person("ada").call("GET", f"/games/{game}").json["head"]
            slip = sign(SeatSlip(game, 0, head, "take"), self.person("gail").key)
            answer = self.person("gail").slip("POST", f"/games/{game}/seats", slip)
            self.say(f"gail steps in at T{self.games.index(game)}: {answer.status}")

    def people_play(self):
        for name, hours in HABITS.items():
            now = self.hour % 24
            is_there = self.hour < VANISHED.get(name, HOURS)
            is_away = name == "dan" and 5 * 24 <= self.hour < 10 * 24
            if is_there and not is_away and any(now <= hour < now + STEP for hour in hours):
                self.play_all(name)

    def play_all(self, name):
        """Play wherever one is asked: by answering mails, or by the client for those who read them seldom."""
        by_mail = name in {"ada", "gail"}
        for mail in self.inbox.pop(name, []) if by_mail else ():
            if " Your moves\n" in mail.text:
                offered = mail.text.partition(" Your moves\n")[2].partition("\n\n")[0]
                moves = [line.strip() for line in offered.splitlines() if re.match(r"  \S", line)]
                self.house.answer(mail, self.rng.choice(moves))
        listed = [] if by_mail else self.person(name).call("GET", "/games?filter=waiting&limit=50").json["games"]
        waiting = {one["id"] for one in listed}
        for game in (one for one in self.games if one in waiting):
            view = self.person(name).view(game)
            if view["awaited"]:
                self.person(name).play(game, self.rng.choice(view["legal"])["line"], view=view)

    def note_the_ledger(self):
        """Tell what the clock wrote, and which games ended."""
        for number, game in enumerate(self.games):
            with self.house.club.read() as session:
                wanted = select(StoredEntry.n, StoredEntry.kind, StoredEntry.seat, StoredEntry.body).where(
                    StoredEntry.game_id == game
                )
                rows = session.execute(
                    wanted.where(StoredEntry.n > self.seen.get(game, 0)).order_by(StoredEntry.n)
                ).all()
            for row in rows:
                self.seen[game] = row.n
                if row.kind == "clock":
                    self.say(f"T{number} clock: {self.clock_line(number, row)}")
                elif row.kind in {"seat", "end"}:
                    self.say(f"T{number} {row.kind}")

    def clock_line(self, number, row):
        body = msgspec.json.decode(row.body)
        added = ", ".join(f"{cause} {ms / 3_600_000:.1f}h" for cause, ms in sorted(body["credits"].items()))
        who = TABLES[number][row.seat]
        return f"{body['action']} for {who}" + (f" ({added})" if added else "")

    def end_of_day(self):
        if self.counts:
            self.say("mails of the day: " + ", ".join(f"{kind} {n}" for kind, n in sorted(self.counts.items())))
        self.counts = {}

    def check(self):
        """Every ledger verifies, and every sum in it is right."""
        for number, game in enumerate(self.games):
            bundle = self.person(TABLES[number][0] if TABLES[number][0] != "finn" else TABLES[number][1]).bundle(game)
            report = verify(bundle)
            assert report.holds, (number, report.refused)
            self.say(f"T{number} verified: {report.entries} entries, {'over' if report.is_over else 'running'}")
        self.house.close()
