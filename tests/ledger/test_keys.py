"""Keys: made, named, and refused when they are weak."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from joserfc.jwk import OKPKey

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.keys import (
    SMALL_ORDER_Y,
    P,
    PublicKey,
    make_key_from_os_randomness,
    read_private_jwk,
    read_public_jwk,
)
from tests.ledger.room import key

SIGN = 1 << 255


def jwk_of(number):
    return {"kty": "OKP", "crv": "Ed25519", "x": b64u(number.to_bytes(32, "little"))}


def code_of(jwk):
    with pytest.raises(Refused) as refused:
        read_public_jwk(jwk)
    return refused.value.code


def test_a_new_key_is_read_again_from_its_jwk():
    made = make_key_from_os_randomness()
    again = read_private_jwk(made.jwk)
    assert again.public == made.public
    assert made.public.fits(again.sign(b"hello"), b"hello")


def test_a_signature_fits_only_its_message_and_key():
    signature = key("ada").sign(b"hello")
    assert not key("ada").public.fits(signature, b"hallo")
    assert not key("bob").public.fits(signature, b"hello")


def test_the_kid_is_the_rfc_7638_thumbprint_of_rfc_8037():
    example = PublicKey("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
    assert example.kid == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def test_the_kid_is_what_another_library_finds():
    assert OKPKey.import_key({**key("ada").public.jwk}).thumbprint() == key("ada").kid


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("y", sorted(SMALL_ORDER_Y))
def test_points_of_small_order_are_refused(y, sign):
    assert code_of(jwk_of(y | sign)) == "weak_key"


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("excess", range(19))
def test_second_spellings_of_a_point_are_refused(excess, sign):
    assert code_of(jwk_of((P + excess) | sign)) == "weak_key"


def test_the_universal_signature_of_the_identity_point_is_why():
    identity = (1).to_bytes(32, "little")
    signature = identity + bytes(32)
    for message in (b"reserve 3", b"anything at all"):
        Ed25519PublicKey.from_public_bytes(identity).verify(signature, message)
    assert code_of(jwk_of(1)) == "weak_key"


def test_what_is_no_point_at_all_is_refused():
    off_curve = next(y for y in range(2, 50) if code_or_none(jwk_of(y)) is not None)
    assert code_of(jwk_of(off_curve)) == "weak_key"


def code_or_none(jwk):
    try:
        read_public_jwk(jwk)
    except Refused as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"crv": "Ed448"}, "weak_key"),
        ({"crv": "X25519"}, "weak_key"),
        ({"kty": "EC"}, "weak_key"),
        ({"d": b64u(bytes(32))}, "weak_key"),
        ({"x": b64u(bytes(31))}, "weak_key"),
        ({"x": b64u(bytes(33))}, "weak_key"),
        ({"x": key("ada").public.x + "="}, "weak_key"),
        ({"x": 7}, "weak_key"),
        ({"kid": "ada"}, "unknown_field"),
        ({"use": "sig"}, "unknown_field"),
    ],
)
def test_a_public_key_is_exactly_crv_kty_and_x(changes, code):
    assert code_of({**key("ada").public.jwk, **changes}) == code


@pytest.mark.parametrize("what", [None, [], "key", {}])
def test_what_is_no_key_is_refused(what):
    assert code_of(what) == "weak_key"


def test_trailing_bits_in_a_key_are_refused():
    x = key("ada").public.x
    twisted = x[:-1] + chr(ord(x[-1]) + 1)
    assert code_of({**key("ada").public.jwk, "x": twisted}) == "weak_key"


def test_two_parts_of_different_keys_are_refused():
    with pytest.raises(Refused) as refused:
        read_private_jwk({**key("ada").public.jwk, "d": key("bob").jwk["d"]})
    assert refused.value.code == "weak_key"
