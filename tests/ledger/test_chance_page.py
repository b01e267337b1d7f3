"""What docs/protocol.md says of chance and positions is enough: a second implementation, written from the page alone, agrees."""

import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import engine
from engine.core.chance import Chance
from engine.ledger.entries import commit, salt_of_state
from engine.ledger.seed import derive_seed

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
ENTRY = 3


def read_vector():
    """Return the vector that stands on the page."""
    found = re.search(r"<!-- vector -->\n```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return json.loads(found[1])


VECTOR = read_vector()


def b64(raw):
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


class PageStream:
    """A stream as the page tells it."""

    def __init__(self, seed, label):
        self.seed, self.label, self.read = seed, label, 0

    def below(self, n):
        while True:
            block = mac(self.seed, f"{self.label}:{self.read // 8}".encode())
            place = self.read % 8 * 4
            word = int.from_bytes(block[place : place + 4], "big")
            self.read += 1
            if word < 2**32 // n * n:
                return word % n

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def page_seed():
    joined = [[seat, entropy] for seat, entropy in enumerate(VECTOR["entropy"])]
    return mac(unb64(VECTOR["S"]), canonical([VECTOR["game"], joined]))


def make_vector():
    """Return what our own code makes of the vector's first members."""
    seed = derive_seed(VECTOR["game"], unb64(VECTOR["S"]), dict(enumerate(VECTOR["entropy"])))
    dice = Chance(seed).of(0)
    table = engine.open_table("nicodemus", 2, seed=seed)
    position = json.loads(table.state_bytes())
    return {
        **{name: VECTOR[name] for name in ("game", "S", "K", "entropy")},
        "seed": b64(seed),
        "words": [Chance(seed).word(), *(Chance(seed, {"table": at}).word() for at in (1, 8))],
        "shuffled": Chance(seed).shuffle(list(range(10))),
        "below": [dice.below(3 * 2**30) for _ in range(6)],
        "read": dice.position,
        "position": position,
        "state": commit(salt_of_state(unb64(VECTOR["K"]), ENTRY), table.state_bytes()),
    }


def test_the_vector_is_what_we_play():
    assert make_vector() == VECTOR


def test_the_page_is_enough_for_seed_streams_and_shuffles():
    seed = page_seed()
    assert b64(seed) == VECTOR["seed"]
    assert PageStream(seed, "table").shuffle(list(range(10))) == VECTOR["shuffled"]
    dice = PageStream(seed, "p1")
    assert [dice.below(3 * 2**30) for _ in range(6)] == VECTOR["below"]
    assert dice.read == VECTOR["read"] > len(VECTOR["below"])


def test_the_page_is_enough_for_the_commitment():
    salt = mac(unb64(VECTOR["K"]), f"state:{ENTRY}".encode())
    assert b64(mac(salt, canonical(VECTOR["position"]))) == VECTOR["state"]


def test_the_page_is_enough_for_what_is_dealt_in_nicodemus():
    edition: Any = engine.games()["nicodemus"].edition
    stream, state = PageStream(page_seed(), "table"), VECTOR["position"]["state"]
    pile = stream.shuffle([project.id for project in edition.project])
    deck = stream.shuffle([machine.id for machine in edition.machine for _ in range(machine.copies)])
    first = stream.below(2)
    shown = [pile.pop() for _ in range(edition.setup.projects_face_up)]
    row = [deck.pop() for _ in range(edition.setup.machines_face_up)]
    hands = [sorted(deck.pop() for _ in range(edition.setup.hand)) for _ in range(2)]
    assert (state["pile"], state["projects"], state["row"], state["deck"]) == (pile, shown, row, deck)
    assert [player["hand"] for player in state["players"]] == hands
    assert state.get("first", 0) == first
    assert VECTOR["position"]["drawn"] == {"table": stream.read}
