"""Nothing published before the end lets anybody check a guess, and nobody alone chooses the shuffle."""

import base64
import hashlib
import hmac
import itertools
import json

import pytest

from engine.core.canonical import b64u, canonical
from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.joining import draft_leave
from engine.ledger.seed import (
    Secrets,
    derive_seed,
    make_secrets_from_os_randomness,
    salt_commit,
    seed_commit,
)
from engine.ledger.verify import verify
from tests.ledger.room import GAME, Room, entropy
from tests.ledger.test_verify import leaves

PREFIXES = (b"", b"atelier-entry-v1\0", b"atelier-seed-v1\0", b"atelier-salt-v1\0", b"body:", b"state:")


def running():
    """Return a game in which hands are hidden, a turn was stopped and a new plan of seat 2 lies unplayed."""
    room = Room(seats=3).start()
    room.turn(0, "bid 2")
    room.turn(1, "bid 3")
    room.turn(2, "bid 4", "keep bell")
    return room


def published(room, seat):
    """Return every text that a seat (None: anybody) holds before the end, the insides of every JWS included."""
    bundle = redact(room.bundle(), seat)
    data = json.loads(encode_bundle(bundle))
    return set(_texts(data))


def _texts(data):
    for path in leaves(data):
        value = data
        for step in path:
            value = value[step]
        if not isinstance(value, str):
            continue
        yield value
        if value.count(".") == 2:
            for part in value.split(".")[:2]:
                yield from _texts(json.loads(base64.urlsafe_b64decode(part + "==")))


def hidden(room, seat=None):
    """Return all that a rival may not know, as an attacker who holds the true state would spell it."""
    table = room.table
    dump = json.loads(table.dump())
    parts = [dump, dump["state"], *dump["state"].values(), *dump["state"]["players"], *dump["state"]["sealed"]]
    bodies = [entry.body for entry in room.entries if entry.header.kind == "turn" and entry.header.seat != seat]
    slips = [json.loads(body)["slip"].encode() for body in bodies]
    lines = [b"bid 2", b"bid 4", b"2", b"4", b"keep bell"]
    return [table.state_bytes(), table.dump(), *map(canonical, parts), *bodies, *slips, *lines]


def guesses(secret, room):
    """Return every digest of a secret that can be made without K."""
    known_keys = [b"", GAME.encode(), bytes(32), room.page.terms.encode(), room.page.hash.encode(), secret]
    for prefix in PREFIXES:
        for digest in ("sha256", "sha512", "sha1", "md5"):
            yield hashlib.new(digest, prefix + secret).digest()
        for known in known_keys:
            yield hmac.digest(known, prefix + secret, "sha256")


@pytest.mark.parametrize("seat", [1, None])
def test_nothing_published_is_an_unsalted_digest_of_anything_hidden(seat):
    room = running()
    shown = published(room, seat)
    assert room.entries[-1].header.body in shown
    for secret in hidden(room, seat):
        for guess in guesses(secret, room):
            assert b64u(guess) not in shown
            assert guess.hex() not in shown


def test_the_attacker_would_have_found_an_unsalted_one():
    """The test above is no empty one: with a salt that everybody knows it finds the commitment."""
    room = running()
    secret = room.table.state_bytes()
    careless = b64u(hmac.digest(bytes(32), secret, "sha256"))
    assert careless in {b64u(guess) for guess in guesses(secret, room)}


@pytest.mark.parametrize("seat", [1, None])
def test_nothing_hidden_stands_in_what_is_published(seat):
    room = running()
    shown = " ".join(published(room, seat))
    for secret in ("bid 2", "bid 4", "keep bell", b64u(room.secrets.S), b64u(room.secrets.K)):
        assert secret not in shown


def test_the_author_can_open_the_own_body_but_no_position():
    room = running()
    mine = redact(room.bundle(), 0).entries[-3]
    assert mine.salt_b is not None
    salt = base64.urlsafe_b64decode(mine.salt_b + "=")
    assert b64u(hmac.digest(salt, canonical(mine.body), "sha256")) == mine.header.body
    assert mine.salt_s is None


def test_an_authors_own_body_holds_nothing_that_only_others_may_know():
    """Ada's bid is the last one; Cleo wins by it and draws, which is in no body that Ada gets."""
    room = Room(seats=3).start()
    room.turn(1, "bid 1")
    room.turn(2, "bid 5")
    written = room.turn(0, "bid 0")
    assert written.outcome is not None
    assert [event.seen_by for event in written.outcome.events if event.seen_by is not None] == [(2,)]
    body = redact(room.bundle(), 0).entries[-1].body
    assert body is not None
    assert [event["event"] for event in body["events"]] == ["bid_placed", "bids_opened"]
    assert verify(encode_bundle(room.bundle())).grade == "consistent"


def test_equal_moves_in_equal_positions_have_different_commitments():
    room = Room().start()
    room.turn(0, "bid 2")
    first = room.entries[-1].header
    room.undo(0, room.page.n - 1)
    room.turn(0, "bid 2")
    again = room.entries[-1].header
    assert first.state != again.state
    assert first.body != again.body


def test_receipts_and_heads_show_only_public_fields():
    room = running()
    for raw, members in ((room.receipts[-1], 10), (room.entries[-1].head, 5)):
        shown = json.loads(base64.urlsafe_b64decode(raw.split(b".")[1] + b"=="))
        assert len(shown) == members
        assert {"moves", "events", "unplayed", "state", "body"}.isdisjoint(shown)


def test_nothing_personal_is_in_the_chain():
    room = running()
    for entry in room.entries:
        shown = (canonical(entry.header) + entry.body).lower()
        for personal in (b"ada", b"bob", b"cleo", b"@"):
            assert personal not in shown.replace(base64_of(entry), b"")


def base64_of(entry):
    """Return the slip of an entry: random letters may spell any short name."""
    slip = json.loads(entry.body).get("slip")
    return slip.encode().lower() if slip else b"\0"


# Chance


def test_the_seed_is_made_exactly_as_written_down():
    given = {1: entropy("1"), 0: entropy("0")}
    message = f'["{GAME}",[[0,"{entropy("0")}"],[1,"{entropy("1")}"]]]'.encode()
    assert derive_seed(GAME, b"s" * 32, given) == hmac.digest(b"s" * 32, message, "sha256")


def test_commitments_are_made_exactly_as_written_down():
    wanted = hashlib.sha256(b"atelier-seed-v1\0" + GAME.encode() + b"\0" + b"s" * 32).digest()
    assert seed_commit(GAME, b"s" * 32) == b64u(wanted)
    assert salt_commit(GAME, b"s" * 32) != b64u(wanted)


def seed_of(room):
    return room.table.chance.seed


def test_when_and_in_which_order_players_join_leaves_the_seed_alone():
    seeds = set()
    for order, start in itertools.product(itertools.permutations(range(3)), (1, 10**12)):
        room = Room(seats=3)
        room.now = start
        for seat in order:
            room.join(seat)
        seeds.add(seed_of(room.start()))
    assert len(seeds) == 1


def test_what_the_server_writes_and_signs_leaves_the_seed_alone():
    """A host can't grind: neither key, nor pace, nor extra entries, nor receipts are in the seed."""
    plain = Room().start()
    busy = Room(server="another", pace={"hours": 48}, policy={"timeout": "bot"})
    busy.join(0)
    for _ in range(3):
        busy.note(busy.clerk.write(draft_leave(busy.record, busy.seat_slip(0, "leave")), busy.tick()))
        busy.host("pause")
        busy.join(0)
    assert seed_of(busy.start()) == seed_of(plain)


def test_every_players_entropy_counts():
    seeds = {seed_of(started(entropy(one), entropy(other))) for one in "ab" for other in "cd"}
    assert len(seeds) == 4


def started(*given):
    room = Room()
    for seat, value in enumerate(given):
        room.join(seat, entropy=value)
    return room.start()


def test_the_secret_and_the_game_count():
    other = Secrets(S=bytes(32), K=bytes(32))
    assert (
        len({seed_of(Room(secrets=secrets, game=game).start()) for secrets in (other, Room().secrets) for game in "xy"})
        == 4
    )


def test_bots_give_no_entropy():
    room = Room().start(bots={1: "greedy"})
    assert seed_of(room) == derive_seed(GAME, room.secrets.S, {0: entropy("0")})


def test_secrets_are_fresh():
    one, other = make_secrets_from_os_randomness(), make_secrets_from_os_randomness()
    assert len({one.S, one.K, other.S, other.K}) == 4
    assert all(len(secret) == 32 for secret in (one.S, one.K))


def test_the_seed_is_nowhere_in_the_ledger():
    room = running()
    seed = seed_of(room)
    everything = b"".join(canonical(entry.header) + entry.body + entry.head for entry in room.entries)
    assert b64u(seed).encode() not in everything
    assert seed.hex().encode() not in everything
