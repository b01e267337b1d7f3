"""Makes what a version leaves to those after it: games of every kind, with all that people, bots, hosts and the clock do to them.

    .venv/bin/python -m tests.upgrade.keepsakes tests/fixtures/0.2/bundles

It is run once for a version; what it made is never made anew.
"""

import gzip
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import engine
from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from engine.core.spelling import verb_of
from engine.core.types import Move, Seat
from engine.ledger.anchoring import Anchors
from engine.ledger.verify import verify
from server.services import host, shelf
from tests.mail.conftest import House, settings
from tests.mail.post import Clock
from tests.mail.test_turn_links import LINK, Reader, link_of
from tests.server.people import Person
from tests.upgrade.reports import show

NAMES = ("ada", "bob", "eve")
MOST_TURNS, FLIPPED = 3000, 3
DAY = 24 * 3600 * 1000


class Played:
    """A game that goes through everything that can happen to one."""

    def __init__(self, house: House, rules: str, number: int) -> None:
        seats = min(4, max(engine.games()[rules].seats))
        names = [f"{name}{number}" for name in NAMES[: seats - 1] if seats > 2 or name != "eve"]
        bots = [{"seat": seats - 1, "bot": "greedy"}] if seats > len(names) else []
        self.house = house
        self.people: list[Person] = [house.people.get(name) or house.person(name) for name in names]
        self.game = self.people[0].open(rules, seats, bots=bots, pace={"turn": "48h"}, title=f"Table {number}")
        for seat, one in enumerate(self.people):
            one.join(self.game, seat)
        self.turns = 0

    def play_on(self, turns: int) -> None:
        """Let everybody play so many turns, each by some door."""
        for _ in range(turns):
            self.house.clock.wait(minutes=7)
            self.house.work()
            asked = next((seat for seat, one in enumerate(self.people) if one.view(self.game)["awaited"]), None)
            if asked is None:
                return
            self.play(asked)
            self.turns += 1

    def play(self, seat: Seat) -> None:
        """Play a turn as the greedy bot would: by a slip, by mail, by its link, or by a note left before."""
        one, moves = self.people[seat], self.choose(seat)
        way = self.turns % 7
        mail = self.find_mail(one) if way in {2, 4} else None
        if mail is not None and way == 2:
            self.house.answer(mail, "\n".join(map(str, moves)))
        elif mail is not None:
            reader = Reader(self.house)
            reader.follow(link_of(mail))
            reader.play(*map(str, moves))
        elif way == 5:
            assert one.leave(self.game, f"even if new: {moves[0]}?!; {verb_of(type(moves[0]))} any!").status == 201
            self.house.clock.wait(minutes=3)
            self.house.work()
        else:
            assert one.play(self.game, *map(str, moves)).status == 201
            if way == 3 and one.view(self.game)["undo"]:
                one.undo(self.game)

    def find_mail(self, one: Person) -> Any:
        """Return the mail that asks for the turn, as soon as it is sent."""
        return next((mail for mail in self.house.mails_to(one.handle) if LINK.search(mail.text)), None)

    def choose(self, seat: Seat) -> list[Move]:
        """Return the greedy bot's turn."""
        with self.house.club.read() as session:
            table = shelf.get_record(session, self.game).table
        assert table is not None
        return BOTS["greedy"].choose(Desk(table, seat), Chance(b"%d" % self.turns))

    def meddle(self) -> None:
        """Let the table agree to something, the host act, the clock run out, and somebody name a new key."""
        ada, *others = self.people
        ada.agree(self.game, "pause", until=self.house.clock() + DAY)
        if self.find_motions():
            others[0].second(self.game)
        self.house.clock.wait(days=2)
        self.house.work()
        host_of_all = self.house.people["hana"]
        assert host_of_all.intervene(self.game, "extend", until=self.house.clock() + 3 * DAY).status == 201
        self.house.clock.wait(days=9)
        self.house.work()

    def find_motions(self) -> Any:
        """Return what is proposed to the table."""
        return self.people[0].call("GET", f"/games/{self.game}/motions").json

    def finish(self) -> None:
        """Play to the end."""
        while self.people[0].view(self.game)["status"] != "over" and self.turns < MOST_TURNS:
            self.play_on(20)


def main(folder: Path) -> None:
    """Play a game of each kind, and write it as it was exported half way and at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    kept: dict[str, tuple[bytes, Person]] = {}
    with tempfile.TemporaryDirectory() as home:
        config = settings(Path(home) / "club")
        host.init(config).engine.dispose()
        house = House(config, Clock())
        house.person("hana").become_host()
        for number, rules in enumerate(sorted(engine.games())):
            game = Played(house, rules, number)
            game.play_on(12)
            for one in game.people[:2]:
                kept[f"{rules}-running-{one.handle}"] = (one.bundle(game.game), one)
            game.meddle()
            game.finish()
            kept[f"{rules}-finished-{game.people[0].handle}"] = (game.people[0].bundle(game.game), game.people[0])
            sys.stdout.write(f"{rules}: {game.turns} turns\n")
        write(folder, house, kept)
        house.close()


def write(folder: Path, house: House, kept: dict[str, tuple[bytes, Person]]) -> None:
    """Write bundles, what their readers held, and what `verify` says of them."""
    held: dict[str, Any] = {"server_key": house.club.key.public.jwk, "readers": {}}
    reports: dict[str, Any] = {}
    for name, (raw, one) in kept.items():
        (folder / f"{name}.json.gz").write_bytes(gzip.compress(raw, 9, mtime=0))
        receipts = [receipt for receipt in one.receipts if read_game(receipt) in raw.decode()]
        held["readers"][name] = {"own_keys": [one.key.public.jwk], "heads": [], "receipts": receipts}
        anchors = Anchors(
            server_keys=(house.club.key.public,),
            own_keys=(one.key.public,),
            receipts=tuple(receipt.encode() for receipt in receipts),
        )
        flipped = [flip(raw, random.Random(f"{name}:{n}")) for n in range(FLIPPED)]
        reports[name] = {"alone": show(verify(raw)), "held": show(verify(raw, anchors)), "flipped": flipped}
    (folder / "held.json").write_text(json.dumps(held, indent=1), encoding="utf-8")
    (folder / "reports.json").write_text(json.dumps(reports, indent=1, ensure_ascii=False), encoding="utf-8")


def read_game(receipt: str) -> str:
    """Return the game of a receipt."""
    from engine.ledger.jws import split_parts

    return str(json.loads(split_parts(receipt.encode()).payload)["game"])


def flip(raw: bytes, rng: random.Random) -> dict[str, Any]:
    """Return where a bit was flipped, and how that is found."""
    at = rng.randrange(len(raw))
    changed = bytearray(raw)
    changed[at] ^= 1
    report = verify(bytes(changed))
    assert report.refused is not None
    return {"at": at, "failed_at": report.failed_at, "code": report.refused.code}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
