"""The parts of a mail (MIME), found in one pass over the lines that may divide them."""

from functools import cached_property
from typing import NamedTuple

from server.mail.incoming.charsets import decode, decode_transfer
from server.mail.incoming.headers import Fields, Kind, read_head


class MailPart:
    """A part that holds no others: its head, its content type and its content."""

    def __init__(self, head: Fields, kind: Kind, content: bytes) -> None:
        self.head = head
        self.kind = kind
        self.content = content

    @cached_property
    def is_attached(self) -> bool:
        """Whether it is a file, and not what the mail says."""
        disposition = self.head.read_kind("Content-Disposition")
        names = {"name", "filename"} & {*disposition.parameters, *self.kind.parameters}
        return disposition.value == "attachment" or bool(names)

    @cached_property
    def raw(self) -> bytes:
        """Its content without its transfer encoding."""
        return decode_transfer(self.content, self.head.get("Content-Transfer-Encoding"))

    @property
    def text(self) -> str:
        """Its content as text."""
        return decode(self.raw, self.kind.parameters.get("charset", ""))


def read_content_type(head: Fields) -> Kind:
    """Return the content type of a mail or a part; one that can't be read is plain text."""
    kind = head.read_kind("Content-Type")
    return kind if kind.value.count("/") == 1 else Kind("text/plain", kind.parameters)


def split_parts(raw: bytes, head: Fields, at: int) -> list[MailPart]:
    """Return the parts of a mail whose body begins at a place."""
    return _Splitter(raw, head).split(at)


class _Begun(NamedTuple):
    """A part whose end is not found yet."""

    head: Fields
    kind: Kind
    at: int


class _Splitter:
    """Goes once over the lines of a mail that begin with two dashes, and knows which multiparts are open."""

    def __init__(self, raw: bytes, head: Fields) -> None:
        self.raw = raw
        self.head = head
        self.budget = head.budget
        self.parts: list[MailPart] = []
        self.open: list[bytes] = []
        self.levels: dict[bytes, int] = {}
        self.begun: _Begun | None = None

    def split(self, at: int) -> list[MailPart]:
        """Return all parts."""
        self._begin(self.head, at)
        if self.open:
            self.budget.spend("dashes", self.raw.count(b"\n--", max(0, at - 1)))
        while self.open and (line := self.raw.find(b"\n--", max(0, at - 1))) >= 0:
            at = self._take_line(line + 1)
        self._end(len(self.raw))
        return self.parts

    def _take_line(self, at: int) -> int:
        """End and begin parts where a line divides them; return where to look on."""
        after = self.raw.find(b"\n", at) + 1 or len(self.raw)
        mark = self.raw[at:after].rstrip()
        is_last = mark not in self.levels and mark.endswith(b"--")
        level = self.levels.get(mark[:-2] if is_last else mark)
        if level is None:
            return after
        self._end(at)
        self._close(level if is_last else level + 1)
        return after if is_last else self._begin(*read_head(self.raw, after, self.budget))

    def _begin(self, head: Fields, at: int) -> int:
        """Begin a part, or a multipart; return where its body begins."""
        kind = read_content_type(head)
        self.budget.spend("parts")
        if not kind.value.startswith("multipart/") or not kind.parameters.get("boundary"):
            self.begun = _Begun(head, kind, at)
            return at
        mark = b"--" + kind.parameters["boundary"].rstrip().encode()
        self.levels.setdefault(mark, len(self.open))
        self.open.append(mark)
        self.budget.check_depth(len(self.open))
        return at

    def _end(self, at: int) -> None:
        if self.begun is not None:
            self.parts.append(MailPart(self.begun.head, self.begun.kind, self.raw[self.begun.at : at]))
        self.begun = None

    def _close(self, level: int) -> None:
        """Forget the multiparts from a level on."""
        for mark in self.open[level:]:
            if self.levels.get(mark, -1) >= level:
                del self.levels[mark]
        del self.open[level:]
