"""Slips that a page signs are those of the client, byte for byte."""

import json

import pytest

from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import HelloSlip, TurnSlip, check_signature, read_slip, sign
from engine.ledger.slips import JoinSlip as Join

HASH = "A" * 42 + "E"
SAID = [
    TurnSlip(game="club-7", seat=0, ask=3, on=HASH, moves=("bid 3", "take “l’œuf”"), forced=True),
    Join(game="club-7", seat=1, terms=HASH, entropy=HASH),
    HelloSlip(aud="https://club.example", iat=1_790_000_000_123, jti="x" * 22, scope=("read", "act"), label="browser"),
]
SIGN = """async ({slips}, {jwk, typ, payload}) => slips.sign(await slips.lockKey(jwk), typ, JSON.parse(payload))"""


@pytest.fixture
def page(visitor):
    visitor = visitor()
    visitor.open("/")
    return visitor


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.typ)
def test_a_page_makes_the_very_slip_that_the_client_makes(page, said):
    key = make_key_from_os_randomness()
    by_client = sign(said, key)
    plain = json.loads(read_payload(by_client))
    shuffled = json.dumps(dict(reversed(plain.items())))
    by_page = page.run(SIGN, {"jwk": key.jwk, "typ": said.typ, "payload": shuffled})
    assert by_page.encode() == by_client


def read_payload(raw):
    from engine.ledger.jws import split_parts

    return split_parts(raw).payload


def test_a_key_made_in_a_page_signs_what_the_engine_takes(page):
    made = page.run(
        """async ({slips}, payload) => {
          const jwk = await slips.makeKey();
          const identity = await slips.lockKey(jwk);
          return {jwk: slips.publicPart(jwk), kid: identity.kid, slip: await slips.sign(identity, "atelier-hello+jws", payload)};
        }""",
        {"aud": "https://club.example", "iat": 1, "jti": "j" * 16, "scope": ["read"], "label": ""},
    )
    from engine.ledger.keys import read_public_jwk

    key, slip = read_public_jwk(made["jwk"]), read_slip(made["slip"].encode())
    assert made["kid"] == key.kid == slip.kid
    check_signature(slip, key)


def test_a_kept_key_cant_be_taken_out(page):
    told = page.run(
        """async ({slips, store}) => {
          await store.keepIdentity(await slips.lockKey(await slips.makeKey()));
          const {key, jwk} = await store.getIdentity();
          const tried = async (form) => crypto.subtle.exportKey(form, key).then(() => "taken", (error) => error.name);
          return [key.extractable, key.usages, Object.keys(jwk).sort(), await tried("jwk"), await tried("pkcs8")];
        }"""
    )
    assert told == [False, ["sign"], ["crv", "kty", "x"], "InvalidAccessError", "InvalidAccessError"]


def test_two_halves_of_different_keys_are_refused(page):
    one, other = make_key_from_os_randomness(), make_key_from_os_randomness()
    tried = "({slips}, jwk) => slips.lockKey(jwk).then(() => 'taken', () => 'refused')"
    assert page.run(tried, {**one.jwk, "x": other.public.x}) == "refused"
    assert page.run(tried, one.jwk) == "taken"
