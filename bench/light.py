"""A light client: posts made beforehand go out over kept-alive connections, from a process of its own."""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from statistics import quantiles

import msgspec


class Post(msgspec.Struct):
    """A request that only has to be sent."""

    path: str
    kind: str
    body: bytes

    def encode(self) -> bytes:
        """Return it as it goes over the wire."""
        head = f"POST {self.path} HTTP/1.1\r\nHost: bench\r\nContent-Type: {self.kind}\r\n"
        return f"{head}Content-Length: {len(self.body)}\r\n\r\n".encode() + self.body


class Load(msgspec.Struct):
    """Posts for a server on loopback, and over how many connections they go."""

    port: int
    connections: int
    posts: list[Post]


class Seen(msgspec.Struct):
    """What came of a load: how long all of it took, how long each post waited, and how it was answered."""

    seconds: float
    waits: list[float]
    statuses: dict[int, int]

    @property
    def rate(self) -> float:
        """Posts a second."""
        return len(self.waits) / self.seconds

    @property
    def middle(self) -> float:
        """The wait that half of the posts do not exceed (p50)."""
        return quantiles(self.waits, n=2, method="inclusive")[0]

    @property
    def longest(self) -> float:
        """The wait that all but one in a hundred posts do not exceed (p99)."""
        return quantiles(self.waits, n=100, method="inclusive")[-1]


def fire(load: Load) -> Seen:
    """Send a load from a process of its own; every post must have been taken."""
    command = [sys.executable, "-m", "bench.light"]
    done = subprocess.run(command, input=msgspec.msgpack.encode(load), stdout=subprocess.PIPE, check=True)
    seen = msgspec.msgpack.decode(done.stdout, type=Seen)
    assert set(seen.statuses) == {201}, seen.statuses
    return seen


async def send(load: Load) -> Seen:
    """Send a load: each connection takes the next post as soon as its last one is answered."""
    wires = iter([post.encode() for post in load.posts])
    opened = [await asyncio.open_connection("127.0.0.1", load.port) for _ in range(load.connections)]
    waits: list[float] = []
    statuses: Counter[int] = Counter()
    began = time.perf_counter()
    await asyncio.gather(*(_work(*streams, wires, waits, statuses) for streams in opened))
    spent = time.perf_counter() - began
    for _, writer in opened:
        writer.close()
    return Seen(spent, waits, dict(statuses))


async def _work(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    wires: Iterator[bytes],
    waits: list[float],
    statuses: Counter[int],
) -> None:
    for wire in wires:
        began = time.perf_counter()
        writer.write(wire)
        status = await read_status(reader)
        waits.append(time.perf_counter() - began)
        statuses[status] += 1


async def read_status(reader: asyncio.StreamReader) -> int:
    """Read a whole answer and return its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if b"transfer-encoding: chunked" in head:
        await _skip_chunks(reader)
    else:
        await reader.readexactly(int(head.partition(b"content-length:")[2].partition(b"\r\n")[0]))
    return int(head.split(b" ", 2)[1])


async def _skip_chunks(reader: asyncio.StreamReader) -> None:
    while size := int(await reader.readline(), 16):
        await reader.readexactly(size + 2)
    await reader.readline()


if __name__ == "__main__":
    wanted = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Load)
    sys.stdout.buffer.write(msgspec.msgpack.encode(asyncio.run(send(wanted))))
