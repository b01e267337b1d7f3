"""Rows as Postgres takes them in a binary COPY, made once and printed a million times with other names in them."""

import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from psycopg import Connection
from sqlalchemy import JSON, BigInteger, Boolean, Integer, LargeBinary, Table
from sqlalchemy.types import TypeEngine

HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, 0)
TRAILER = struct.pack("!h", -1)
NULL = struct.pack("!i", -1)
BUFFER = 1 << 20


def encode(kind: TypeEngine[Any], value: Any) -> bytes:
    """Return one value of a column, with its length before it."""
    if value is None:
        return NULL
    raw = _encode_some(kind, value)
    return struct.pack("!i", len(raw)) + raw


def _encode_some(kind: TypeEngine[Any], value: Any) -> bytes:
    if isinstance(kind, Boolean):
        return struct.pack("!?", value)
    if isinstance(kind, Integer):
        return struct.pack("!q" if isinstance(kind, BigInteger) else "!i", value)
    if isinstance(kind, JSON):
        return json.dumps(value).encode()
    return bytes(value) if isinstance(kind, LargeBinary) else str(value).encode()


class Stencil:
    """A row of a table in which some columns are left open."""

    def __init__(self, table: Table, row: Mapping[str, Any], *left_open: str) -> None:
        self.kinds = [column.type for column in table.columns if column.name in left_open]
        self.names = [column.name for column in table.columns if column.name in left_open]
        assert sorted(self.names) == sorted(left_open), (table.name, left_open)
        self.row = row
        self.pieces = [struct.pack("!h", len(table.columns))]
        for column in table.columns:
            if column.name in left_open:
                self.pieces.append(b"")
            else:
                self.pieces[-1] += encode(column.type, row[column.name])

    def fill(self, values: Mapping[str, Any]) -> bytes:
        """Return the row with the columns that were left open."""
        printed = self.pieces[0]
        for name, kind, piece in zip(self.names, self.kinds, self.pieces[1:], strict=True):
            printed += encode(kind, values[name]) + piece
        return printed


def copy_in(connection: Connection[Any], table: Table, rows: Iterable[bytes]) -> None:
    """Give rows to an empty table."""
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    with connection.cursor().copy(f'COPY "{table.name}" ({names}) FROM STDIN (FORMAT binary)') as copying:
        for block in _gather(rows):
            copying.write(block)


def _gather(rows: Iterable[bytes]) -> Iterator[bytes]:
    block = bytearray(HEADER)
    for row in rows:
        block += row
        if len(block) > BUFFER:
            yield bytes(block)
            block.clear()
    yield bytes(block) + TRAILER
