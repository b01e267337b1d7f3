"""Fixed keys give fixed bytes: if one of these changes, ledgers that exist stop verifying."""

import hashlib

from engine.core.canonical import b64u
from engine.ledger.entries import Header, commit, salt_of_body, salt_of_state
from engine.ledger.heads import Head, sign_statement
from engine.ledger.seed import derive_seed, salt_commit, seed_commit
from engine.ledger.slips import TurnSlip, sign
from tests.ledger.room import GAME, ORIGIN, SECRETS, entropy, key

ON = b64u(bytes(range(32)))
HEADER = Header(
    v=1,
    game=GAME,
    n=7,
    at=1_700_000_000_000,
    kind="turn",
    seat=1,
    ask=3,
    kid=key("ada").kid,
    prev=ON,
    body=commit(salt_of_body(SECRETS.K, 7), b"body"),
    state=commit(salt_of_state(SECRETS.K, 7), b"state"),
)


def test_keys():
    assert key("ada").kid == "eXoMM-8JGuKIDhEZgNiS1lvGcjReRGRMzeoqlJ-U2fI"


def test_a_slip():
    slip = sign(TurnSlip(GAME, 1, 3, ON, ("reserve 3", "end")), key("ada"))
    assert hashlib.sha256(slip).hexdigest() == "6bf2503283dfc49382df50af3e3be1620c810cfa1883ebe9f765524ae72fd0d0"


def test_the_hash_of_a_header():
    assert HEADER.hash == "bf7UTBqeH3v5eMXLGQghMeoYnq2vYxHV5vzJNuGHfAM"


def test_commitments():
    assert (HEADER.body, HEADER.state) == (
        "GQgZcGlpFscNNw3DooQNoX0CS5bEfIVdWz7KPHc-x28",
        "vjhyXYCuYbegHoXVzTAvtvJ89hNkwdUgRFPyAgI_gY4",
    )
    assert seed_commit(GAME, SECRETS.S) == "KF4eyv7Hj6DnUme9auJu0Lv6jDyR5_Y596X1dJiUl_8"
    assert salt_commit(GAME, SECRETS.K) == "fIv9KKL6rOspp2Ln_wlUI5IpESGto-cIslpntwWaWRg"


def test_the_seed():
    assert (
        derive_seed(GAME, SECRETS.S, {0: entropy("0"), 1: entropy("1")}).hex()
        == "38c74c107423f910b0344dc5c40ecdbc6ab4b4bc85e0c1f14f7c06b36b7513cb"
    )


def test_a_head():
    head = sign_statement(Head(ORIGIN, GAME, 7, HEADER.hash, HEADER.at), key("server"))
    assert hashlib.sha256(head).hexdigest() == "c176613ee97e1bb1b8fa494b916d4bfd97aa19dfd75ed3e96a5c1e2d117e1717"
