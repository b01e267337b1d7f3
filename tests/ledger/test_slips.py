"""Slips have one reading: everything else is refused by its own name."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.jws import MAX_SLIP
from engine.ledger.slips import (
    KINDS,
    MAX_MOVES,
    JoinSlip,
    Slip,
    TurnSlip,
    UndoSlip,
    check_signature,
    expect,
    read_slip,
    sign,
)
from tests.ledger.room import key

ADA = key("ada")
ON = b64u(bytes(range(32)))
HEADER = {"alg": "Ed25519", "kid": ADA.kid, "typ": "atelier-turn+jws"}
TURN = {"game": "club-7", "seat": 1, "ask": 14, "on": ON, "moves": ["reserve 3", "end"]}


def craft(header=None, payload=None):
    """Return a rightly signed slip over any header and payload, as text or as plain data."""
    parts = (header if header is not None else HEADER, payload if payload is not None else TURN)
    texts = [part if isinstance(part, bytes) else json.dumps(part).encode() for part in parts]
    signed = ".".join(b64u(text) for text in texts).encode()
    return signed + b"." + b64u(ADA.sign(signed)).encode()


def without(members, *names):
    return {name: value for name, value in members.items() if name not in names}


def code_of(raw):
    with pytest.raises(Refused) as refused:
        check_signature(read_slip(raw), ADA.public)
    assert refused.value.say().endswith(".")
    return refused.value.code


def nested(depth):
    return b'{"game":' + b"[" * depth + b"]" * depth + b"}"


def test_a_signed_slip_is_read_as_it_was_meant():
    meant = TurnSlip("club-7", 1, 14, ON, ("reserve 3", "end"), blind=True)
    slip = read_slip(sign(meant, ADA))
    check_signature(slip, ADA.public)
    assert (slip.payload, slip.kid) == (meant, ADA.kid)


@pytest.mark.parametrize("alg", ["Ed25519", "EdDSA"])
def test_both_names_of_the_algorithm_are_taken(alg):
    slip = read_slip(craft({**HEADER, "alg": alg}))
    check_signature(slip, ADA.public)
    assert expect(slip, TurnSlip).moves == ("reserve 3", "end")


def test_white_space_around_a_slip_is_no_part_of_it():
    assert read_slip(b"\r\n  " + craft() + b"\n").digest == read_slip(craft()).digest


def test_members_can_stand_in_any_order_and_with_white_space():
    loose = json.dumps(dict(reversed(TURN.items())), indent=2).encode()
    assert read_slip(craft(payload=loose)).payload == read_slip(craft()).payload


CRAFTED = {
    # The whole
    "nothing": (b"", "malformed_slip"),
    "two parts": (craft().rsplit(b".", 1)[0], "malformed_slip"),
    "four parts": (craft() + b".AAAA", "malformed_slip"),
    "no signature": (craft().rsplit(b".", 1)[0] + b".", "malformed_slip"),
    "too large": (craft() + b"A" * MAX_SLIP, "slip_too_large"),
    "white space inside": (craft().replace(b".", b".\n", 1), "malformed_slip"),
    "padded": (craft() + b"==", "malformed_slip"),
    "trailing bits": (craft()[:-1] + bytes([craft()[-1] + 1]), "malformed_slip"),
    "not ASCII": (craft() + "é".encode(), "malformed_slip"),
    # The header
    "header not JSON": (craft(header=b"alg"), "malformed_slip"),
    "header not an object": (craft(header=b'["alg"]'), "malformed_slip"),
    "header not UTF-8": (craft(header=b"\xff\xfe"), "malformed_slip"),
    "header with a byte order mark": (craft(header=b"\xef\xbb\xbf" + json.dumps(HEADER).encode()), "malformed_slip"),
    "two algs": (craft(header=b'{"alg":"none",' + json.dumps(HEADER).encode()[1:]), "duplicate_member"),
    "two kids": (craft(header=json.dumps(HEADER).encode()[:-1] + b',"kid":"x"}'), "duplicate_member"),
    "none": (craft({**HEADER, "alg": "none"}), "wrong_alg"),
    "None": (craft({**HEADER, "alg": "None"}), "wrong_alg"),
    "HS256": (craft({**HEADER, "alg": "HS256"}), "wrong_alg"),
    "ES256": (craft({**HEADER, "alg": "ES256"}), "wrong_alg"),
    "Ed448": (craft({**HEADER, "alg": "Ed448"}), "wrong_alg"),
    "alg not a text": (craft({**HEADER, "alg": ["Ed25519"]}), "malformed_slip"),
    "embedded jwk": (craft({**HEADER, "jwk": ADA.public.jwk}), "unknown_field"),
    "jku": (craft({**HEADER, "jku": "https://evil.example"}), "unknown_field"),
    "x5c": (craft({**HEADER, "x5c": []}), "unknown_field"),
    "crit": (craft({**HEADER, "crit": ["b64"], "b64": False}), "unknown_field"),
    "b64": (craft({**HEADER, "b64": False}), "unknown_field"),
    "no kid": (craft(without(HEADER, "kid")), "malformed_slip"),
    "no typ": (craft(without(HEADER, "typ")), "malformed_slip"),
    "no alg": (craft(without(HEADER, "alg")), "malformed_slip"),
    "strange typ": (craft({**HEADER, "typ": "JWT"}), "wrong_typ"),
    "typ in capitals": (craft({**HEADER, "typ": "ATELIER-TURN+JWS"}), "wrong_typ"),
    "kid too short": (craft({**HEADER, "kid": "ada"}), "invalid_value"),
    "kid of another": (craft({**HEADER, "kid": key("bob").kid}), "wrong_key"),
    # The payload
    "payload not JSON": (craft(payload=b"moves"), "malformed_slip"),
    "payload a list": (craft(payload=b"[]"), "malformed_slip"),
    "payload cut short": (craft(payload=b'{"game":"club-7"'), "malformed_slip"),
    "two objects": (craft(payload=b"{}{}"), "malformed_slip"),
    "two moves": (craft(payload=json.dumps(TURN).encode()[:-1] + b',"moves":["pass"]}'), "duplicate_member"),
    "two moves, one escaped": (
        craft(payload=json.dumps(TURN).encode()[:-1] + b',"m\\u006fves":["pass"]}'),
        "duplicate_member",
    ),
    "duplicates deep down": (craft(payload=b'{"game":{"a":1,"a":2}}'), "duplicate_member"),
    "extra member": (craft(payload={**TURN, "exp": 1}), "unknown_field"),
    "member of another slip": (craft(payload={**TURN, "to": 3}), "unknown_field"),
    "turn called undo": (craft({**HEADER, "typ": "atelier-undo+jws"}), "unknown_field"),
    "no ask": (craft(payload=without(TURN, "ask")), "invalid_value"),
    "no moves": (craft(payload=without(TURN, "moves")), "invalid_value"),
    "empty moves": (craft(payload={**TURN, "moves": []}), "invalid_value"),
    "empty line": (craft(payload={**TURN, "moves": [""]}), "invalid_value"),
    "moves as one text": (craft(payload={**TURN, "moves": "end"}), "invalid_value"),
    "moves as numbers": (craft(payload={**TURN, "moves": [1]}), "invalid_value"),
    "too many moves": (craft(payload={**TURN, "moves": ["end"] * (MAX_MOVES + 1)}), "slip_too_large"),
    "ask as a text": (craft(payload={**TURN, "ask": "14"}), "invalid_value"),
    "ask with a fraction": (craft(payload=json.dumps(TURN).replace("14", "14.0").encode()), "invalid_value"),
    "ask with an exponent": (craft(payload=json.dumps(TURN).replace("14", "14e0").encode()), "invalid_value"),
    "ask below zero": (craft(payload={**TURN, "ask": -1}), "invalid_value"),
    "ask true": (craft(payload={**TURN, "ask": True}), "invalid_value"),
    "ask of 2^53": (craft(payload={**TURN, "ask": 2**53}), "invalid_value"),
    "ask of ten thousand digits": (
        craft(payload=json.dumps(TURN).replace("14", "9" * 10_000).encode()),
        "invalid_value",
    ),
    "ask not a number": (craft(payload=json.dumps(TURN).replace("14", "NaN").encode()), "invalid_value"),
    "ask endless": (craft(payload=json.dumps(TURN).replace("14", "-Infinity").encode()), "invalid_value"),
    "seat null": (craft(payload={**TURN, "seat": None}), "invalid_value"),
    "blind as a number": (craft(payload={**TURN, "blind": 1}), "invalid_value"),
    "blind null": (craft(payload={**TURN, "blind": None}), "invalid_value"),
    "on padded": (craft(payload={**TURN, "on": ON + "="}), "invalid_value"),
    "on with trailing bits": (craft(payload={**TURN, "on": ON[:-1] + "9"}), "invalid_value"),
    "on with a line end": (craft(payload={**TURN, "on": ON + "\n"}), "invalid_value"),
    "on too short": (craft(payload={**TURN, "on": ON[:-1]}), "invalid_value"),
    "game with a slash": (craft(payload={**TURN, "game": "../club-7"}), "invalid_value"),
    "escape in a move": (craft(payload={**TURN, "moves": ["end\x1b[2J"]}), "invalid_value"),
    "line end in a move": (craft(payload={**TURN, "moves": ["end\nend"]}), "invalid_value"),
    "C1 control in a move": (craft(payload={**TURN, "moves": ["end\x9b"]}), "invalid_value"),
    "right-to-left override": (craft(payload={**TURN, "moves": ["end \u202e3 evreser"]}), "invalid_value"),
    "isolate": (craft(payload={**TURN, "moves": ["\u2066end"]}), "invalid_value"),
    "zero width": (craft(payload={**TURN, "moves": ["e\u200bnd"]}), "invalid_value"),
    "lone surrogate": (craft(payload={**TURN, "moves": ["\ud800"]}), "invalid_value"),
    "control in a member's name": (craft(payload={**TURN, "a\u0007": 1}), "invalid_value"),
    "too deep": (craft(payload=nested(8)), "malformed_slip"),
    "far too deep": (craft(payload=b'{"game":' + b"[" * 9000), "malformed_slip"),
    "an endless text of quotes": (craft(payload=b'{"game":"' + b'\\"' * 5000), "malformed_slip"),
}


@pytest.mark.parametrize("name", sorted(CRAFTED))
def test_a_crafted_slip_is_refused_by_name(name):
    raw, code = CRAFTED[name]
    assert code_of(raw) == code


def test_standard_base64_is_refused():
    payload = json.dumps({**TURN, "moves": ["~~~???>>>"]}).encode()
    text = base64.b64encode(payload).decode().rstrip("=")
    assert {"+", "/"} & set(text)
    assert code_of(f"{b64u(json.dumps(HEADER).encode())}.{text}.{'A' * 86}".encode()) == "malformed_slip"


def test_as_deep_as_allowed_is_not_malformed():
    assert code_of(craft(payload=nested(7))) == "invalid_value"


def test_a_slip_of_another_key_is_refused():
    slip = read_slip(sign(TurnSlip("club-7", 1, 14, ON, ("end",)), key("bob")))
    with pytest.raises(Refused) as refused:
        check_signature(slip, ADA.public)
    assert refused.value.code == "wrong_key"


def test_a_signature_over_other_contents_is_refused():
    header, _, signature = craft().split(b".")
    other = b64u(json.dumps({**TURN, "moves": ["pass"]}).encode()).encode()
    assert code_of(b".".join([header, other, signature])) == "bad_signature"


def test_a_signature_with_a_second_spelling_of_its_number_is_refused():
    order = 2**252 + 27742317777372353535851937790883648493
    head, _, text = craft().rpartition(b".")
    raw = base64.urlsafe_b64decode(text + b"==")
    number = int.from_bytes(raw[32:], "little") + order
    assert code_of(head + b"." + b64u(raw[:32] + number.to_bytes(32, "little")).encode()) == "bad_signature"


@pytest.mark.parametrize("members", [{}, {"entropy": ON, "seal": ON}])
def test_a_join_has_either_entropy_or_a_seal(members):
    payload = {"game": "club-7", "seat": 0, "terms": ON, **members}
    assert code_of(craft({**HEADER, "typ": JoinSlip.typ}, payload)) == "invalid_value"


@pytest.mark.parametrize("member", ["entropy", "seal"])
def test_a_join_without_a_value_is_refused(member):
    payload = {"game": "club-7", "seat": 0, "terms": ON, member: None}
    assert code_of(craft({**HEADER, "typ": JoinSlip.typ}, payload)) == "invalid_value"


def test_a_slip_at_the_wrong_door_is_refused():
    with pytest.raises(Refused) as refused:
        expect(read_slip(craft()), UndoSlip)
    assert refused.value.code == "wrong_typ"


SAMPLES: dict[str, dict[str, Any]] = {
    "atelier-turn+jws": TURN,
    "atelier-undo+jws": {"game": "g", "seat": 0, "ask": 1, "on": ON, "to": 3},
    "atelier-join+jws": {"game": "g", "seat": 0, "terms": ON, "entropy": ON},
    "atelier-ready+jws": {"game": "g", "seat": 0, "table": ON, "entropy": ON},
    "atelier-seat+jws": {"game": "g", "seat": 0, "on": ON, "do": "leave"},
    "atelier-host+jws": {"game": "g", "on": ON, "do": "stop"},
    "atelier-agree+jws": {"game": "g", "seat": 0, "on": ON, "do": "stop", "ends": 9},
    "atelier-note+jws": {
        "game": "g",
        "seat": 0,
        "note": 2,
        "first": 1,
        "n": 5,
        "on": ON,
        "says": {"alternatives": [[{"line": "pass", "brings": {}}]]},
    },
    "atelier-drop+jws": {"game": "g", "seat": 0, "note": 2, "n": 5, "on": ON},
    "atelier-hello+jws": {"aud": "https://a.example", "iat": 1, "jti": "j" * 16, "scope": ["read"], "label": "phone"},
    "atelier-register+jws": {
        "aud": "https://a.example",
        "iat": 1,
        "jti": "j" * 16,
        "handle": "ada",
        "mail": "a@b.example",
        "jwk": ADA.public.jwk,
    },
    "atelier-key+jws": {
        "aud": "https://a.example",
        "iat": 1,
        "jti": "j" * 16,
        "new": ADA.public.jwk,
        "accept": "a.b.c",
    },
    "atelier-accept+jws": {"aud": "https://a.example", "jti": "j" * 16, "old": ON},
    "atelier-act+jws": {"aud": "https://a.example", "iat": 1, "jti": "j" * 16, "do": "vacation", "args": {"days": 7}},
}


@pytest.mark.parametrize("typ", sorted(KINDS))
def test_every_kind_of_slip_is_read(typ):
    assert read_slip(craft({**HEADER, "typ": typ}, SAMPLES[typ])).payload.typ == typ


@pytest.mark.parametrize("typ", sorted(KINDS))
def test_every_kind_of_slip_refuses_a_member_too_many(typ):
    assert code_of(craft({**HEADER, "typ": typ}, {**SAMPLES[typ], "extra": 1})) == "unknown_field"


@pytest.mark.parametrize(("typ", "name"), [(typ, name) for typ in sorted(KINDS) for name in SAMPLES[typ]])
def test_every_kind_of_slip_refuses_a_member_too_few(typ, name):
    assert code_of(craft({**HEADER, "typ": typ}, without(SAMPLES[typ], name))) == "invalid_value"


@given(st.binary(max_size=200))
def test_no_bytes_whatever_break_the_reader(raw):
    with pytest.raises(Refused):
        read_slip(raw)


@given(st.integers(min_value=0, max_value=len(craft()) - 1), st.integers(min_value=0, max_value=7))
def test_a_slip_with_a_flipped_bit_is_refused(position, bit):
    raw = bytearray(craft())
    raw[position] ^= 1 << bit
    with pytest.raises(Refused):
        check_signature(read_slip(bytes(raw)), ADA.public)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda v: st.lists(v) | st.dictionaries(st.text(), v),
)


@given(st.dictionaries(st.sampled_from(sorted(TURN)), json_values))
def test_any_payload_is_read_or_refused(changes):
    raw = craft(payload={**TURN, **changes})
    try:
        slip = read_slip(raw)
    except Refused:
        return
    assert isinstance(slip, Slip)
