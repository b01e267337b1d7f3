"""Looks for an address wherever a club may have kept it: unsealed, unpacked and decoded, again and again."""

import base64
import binascii
import html
import json
import quopri
import re
import zlib
from urllib.parse import unquote_to_bytes

from cryptography.exceptions import InvalidTag
from sqlalchemy import select

from server.models import Base, InboundMail
from server.services import replies

RUN = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
WRAPPED = re.compile(rb"(?:[A-Za-z0-9+/]{20,76}\r?\n)+[A-Za-z0-9+/]{0,76}={0,2}")
PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]|\x1f\x8b\x08")
DEEPEST = 3


def holds(blob, addresses, depth=0):
    """Tell whether an address stands in some bytes, however it is written there."""
    spelt = (blob, blob.replace(b"\0", b"")) if b"\0" in blob else (blob,)
    if any(address.encode() in one.lower() for one in spelt for address in addresses):
        return True
    return depth < DEEPEST and any(holds(one, addresses, depth + 1) for one in decodings(blob))


def decodings(blob):
    """Yield what some bytes may mean."""
    for found in (*RUN.finditer(blob), *WRAPPED.finditer(blob)):
        yield from from_base64(found[0])
    for found in PACKED.finditer(blob):
        yield from unpack(blob[found.start() :])
    if b"=" in blob:
        yield from changed(blob, quopri.decodestring(blob))
    if b"%" in blob:
        yield from changed(blob, unquote_to_bytes(blob))
    if b"&" in blob:
        yield from changed(blob, html.unescape(blob.decode("latin-1")).encode(errors="replace"))
    if b"\\u" in blob or b"\\x" in blob:
        yield from changed(blob, re.sub(rb"\\[ux](?:00)?([0-7][0-9a-fA-F])", unescape, blob))


def changed(blob, decoded):
    return [decoded] if decoded != blob else []


def unescape(found):
    return bytes([int(found[1], 16)])


def from_base64(run):
    letters = b"".join(run.split()).rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
    for cut in range(4):
        some = letters[cut:]
        try:
            yield base64.b64decode(some + b"=" * (-len(some) % 4))
        except binascii.Error:
            continue


def unpack(packed):
    try:
        yield zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed)
    except zlib.error:
        return


def find_tables(club, addresses):
    """Return the columns in which an address stands."""
    found = set()
    with club.read() as session:
        for table in Base.metadata.sorted_tables:
            for row in session.execute(select(table)):
                found |= {
                    f"{table.name}.{name}"
                    for name, value in row._mapping.items()
                    if value is not None and holds(read(club, table.name, name, value), addresses)
                }
    return found


def read(club, table, name, value):
    if (table, name) == (InboundMail.__tablename__, "raw"):
        try:
            return replies.unseal(club, value)
        except InvalidTag as broken:
            raise AssertionError("a kept mail can't be opened") from broken
    return value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()


def find_files(folder, addresses):
    """Return the files in which an address stands, the database's own among them."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in files if holds(path.read_bytes(), addresses)}
