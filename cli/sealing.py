"""A private key under a password: a compact JWE that the pages of a club make and read too."""

import re
import secrets
import unicodedata
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from cli.exits import Failure
from engine.core.canonical import b64u, canonical
from engine.core.errors import Refused
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

    from engine.ledger.keys import PrivateKey

SEALED = re.compile(r"\Aey[\w-]*(?:\.[\w-]+){4}\Z", re.ASCII)
LONGEST = 4096
ALG, ENC = "PBES2-HS512+A256KW", "A256GCM"
MADE = {"alg": ALG, "cty": "jwk+json", "enc": ENC}
ROUNDS = 300_000
"""As many as joserfc reads: what a guess at the password costs."""
FEWEST = 100_000
SALT = 16
SHORTEST_PASSWORD = 10


def is_sealed(text: str) -> bool:
    """Tell whether a file's text is a key under a password."""
    return SEALED.match(text.strip()) is not None


def seal(key: "PrivateKey", password: str) -> str:
    """Return a key under a password."""
    from joserfc import jwe

    if len(normalise(password)) < SHORTEST_PASSWORD:
        raise Failure(Text("A password has at least {fewest} characters.", fewest=SHORTEST_PASSWORD))
    header = {**MADE, "p2c": ROUNDS, "p2s": b64u(secrets.token_bytes(SALT))}
    with _as_key(password) as typed:
        return jwe.encrypt_compact(header, canonical(key.jwk), typed, algorithms=[ALG, ENC])


def unseal(text: str, password: str, where: str) -> str:
    """Return the JWK that a file holds under a password; a hostile one is refused before it costs any work."""
    from joserfc import jwe
    from joserfc.errors import JoseError

    check_header(text.strip(), where)
    try:
        with _as_key(password) as typed:
            opened = jwe.decrypt_compact(text.strip(), typed, algorithms=[ALG, ENC])
    except (JoseError, ValueError):
        raise Failure(
            Text("The password does not open {path}, or the file was changed.", path=where),
            Exit.NOT_ALLOWED,
            "wrong_password",
        ) from None
    return (opened.plaintext or b"").decode(errors="replace")


def check_header(text: str, where: str) -> None:
    """Refuse a file whose header is not exactly what both sides write, or which asks for too much work or too little."""
    from engine.ledger.strict import read_base64url, read_object

    try:
        header = read_object(read_base64url(text.partition(".")[0])) if len(text) <= LONGEST else {}
        salt = read_base64url(str(header.pop("p2s", "")))
    except Refused:
        _refuse(where)
    rounds = header.pop("p2c", None)
    if header != MADE or len(salt) != SALT or type(rounds) is not int or not FEWEST <= rounds <= ROUNDS:
        _refuse(where)


def _refuse(where: str) -> NoReturn:
    said = Text(
        "{path} is not a key under a password as Atelier writes it ({alg}, {enc}, {fewest} to {most} rounds).",
        path=where,
        alg=ALG,
        enc=ENC,
        fewest=FEWEST,
        most=ROUNDS,
    )
    raise Failure(said, Exit.NOT_ALLOWED, "key_unreadable")


def normalise(password: str) -> str:
    """Return a password in the one spelling that counts, however its letters were typed."""
    return unicodedata.normalize("NFC", password)


@contextmanager
def _as_key(password: str) -> "Iterator[OctKey]":
    """Give a password as joserfc takes it, which warns of short ones as if they were keys."""
    from joserfc.errors import SecurityWarning
    from joserfc.jwk import OctKey

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)
        yield OctKey.import_key(normalise(password).encode())
