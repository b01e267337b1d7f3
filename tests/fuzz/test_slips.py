"""Whatever is sent as a slip: it is refused by name, or it is the very slip that was signed."""

import base64
import json

from hypothesis import given
from hypothesis import strategies as st

from engine.core.canonical import b64u
from engine.ledger.slips import HelloSlip, JoinSlip, TurnSlip, UndoSlip, check_signature, read_slip, sign
from tests.fuzz.broken import changed, encoded, fuzzed, mutated, plain_data, refusal
from tests.ledger.room import key

KEY = key("ada")
HASH = b64u(bytes(32))
SAID = (
    TurnSlip("g" * 20, 0, 1, HASH, ("bid 1", "end"), True),
    UndoSlip("g" * 20, 0, 1, HASH, 3),
    JoinSlip("g" * 20, 0, HASH, HASH),
    HelloSlip("https://club.example", 1_794_816_000_000, "n" * 22, ("read", "act"), "fuzz"),
)
SLIPS = [sign(said, KEY) for said in SAID]
HEADER, PAYLOAD = (json.loads(base64.urlsafe_b64decode(part + b"==")) for part in SLIPS[0].split(b".")[:2])


def accepted(raw):
    """Return a slip that is well formed and well signed, or None."""
    is_refused = refusal(lambda: check_signature(read_slip(raw), KEY.public))
    return None if is_refused else read_slip(raw)


@fuzzed(400)
@given(mutated(SLIPS) | st.binary(max_size=300))
def test_a_changed_slip_is_refused(raw):
    slip = accepted(raw)
    assert slip is None or slip.payload in SAID


@fuzzed(400)
@given(changed(HEADER), changed(PAYLOAD) | plain_data)
def test_a_signed_slip_of_any_content_is_read_strictly(header, payload):
    parts = [b64u(encoded(part)).encode() for part in (header, payload)]
    signed = b".".join(parts)
    accepted(signed + b"." + b64u(KEY.sign(signed)).encode())
