"""All that the client has around it: streams, home, language, options; replaced whole in tests."""

import json
import os
import sys
import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from cli.speech import say
from engine.core.language import Text, preferred_language

SAFE_CONTROLS = "\n\t"
NARROW, WIDEST = 80, 100
TO_COPY = "    "
"""What begins a line that people copy: it is never broken."""
BEYOND_BMP = 0x10000


@dataclass
class Env:
    """One run of the client."""

    environ: Mapping[str, str]
    stdin: IO[str]
    stdout: IO[str]
    stderr: IO[str]
    home: Path
    server: str | None = None
    profile: str | None = None
    lang: str = "en"
    zone: str = ""
    """The zone in which times are told: the profile's, once it is known; empty is this machine's."""
    json: bool = False
    plain: bool = False
    now: Callable[[], int] = field(default=lambda: time.time_ns() // 1_000_000)
    sleep: Callable[[float], None] = time.sleep
    closers: list[Callable[[], None]] = field(default_factory=list)
    """What is to be closed when the run is over."""

    @classmethod
    def of_system(cls) -> "Env":
        """Return the environment that the process was started in."""
        return cls.of(os.environ, sys.stdin, sys.stdout, sys.stderr)

    @classmethod
    def of(cls, environ: Mapping[str, str], stdin: IO[str], stdout: IO[str], stderr: IO[str]) -> "Env":
        """Return an environment from variables and streams."""
        home = environ.get("ATELIER_HOME") or str(Path(environ.get("HOME") or "~").expanduser() / ".config" / "atelier")
        return cls(
            environ,
            stdin,
            stdout,
            stderr,
            Path(home),
            environ.get("ATELIER_SERVER") or None,
            environ.get("ATELIER_PROFILE") or None,
            preferred_language(environ),
        )

    @property
    def is_terminal(self) -> bool:
        """Whether somebody sits there who can be asked."""
        return self.stdin.isatty() and self.stderr.isatty() and not self.json

    @property
    def has_colour(self) -> bool:
        """Whether what goes to stdout may be coloured."""
        wished = self.stdout.isatty() and not self.environ.get("NO_COLOR") and self.environ.get("TERM") != "dumb"
        return wished and not self.plain and not self.json

    @property
    def width(self) -> int:
        """How many columns talk may take on the person's terminal."""
        try:
            columns = os.get_terminal_size(self.stderr.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return min(columns or NARROW, WIDEST)

    def close(self) -> None:
        """Close what was opened for this run."""
        while self.closers:
            self.closers.pop()()

    def say(self, text: Text | str) -> str:
        """Return a sentence in the reader's language."""
        return say(text, self.lang)

    def tell(self, text: Text | str) -> None:
        """Talk to the person: stderr, never data."""
        said = clean(self.say(text))
        self.stderr.write((wrap_talk(said, self.width) if self.stderr.isatty() else said) + "\n")
        self.stderr.flush()

    def out(self, text: str) -> None:
        """Write a line of data to stdout."""
        self.stdout.write(clean(text) + "\n")
        self.stdout.flush()

    def read_out(self, text: str, hanging: int = 0) -> None:
        """Write sentences to stdout, broken between words where the width ends; what follows hangs under the first line."""
        from engine.core.sheet import wrap

        said = text.lstrip()
        indent = text[: len(text) - len(said)]
        lines = wrap(said, self.width, indent=indent, hanging=" " * hanging, keep_words=True)
        self.out("\n".join(lines) if not self.plain else text)

    def data(self, value: Any) -> None:
        """Write data as one line of JSON to stdout."""
        self.stdout.write(as_json(value) + "\n")
        self.stdout.flush()

    def answer(self, value: Any, *told: Text | str) -> None:
        """Write data for a script, or tell a person."""
        if self.json:
            self.data(value)
        for text in told if not self.json else ():
            self.tell(text)

    def ask(self, prompt: Text | str) -> str:
        """Ask the person for a line; the end of input is an EOFError."""
        self.stderr.write(clean(self.say(prompt)) + " ")
        self.stderr.flush()
        line = self.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def ask_secretly(self, prompt: Text | str) -> str:
        """Ask the person for a line that is not shown while they type it."""
        if self.stdin is not sys.stdin:
            return self.ask(prompt)
        from getpass import getpass

        return getpass(f"{clean(self.say(prompt))} ", sys.stderr)


def wrap_talk(text: str, width: int) -> str:
    """Return talk in lines that end between words."""
    from engine.core.sheet import wrap

    lines: list[str] = []
    for line in text.split("\n"):
        if len(line) <= width or line.startswith(TO_COPY):
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        lines += wrap(line.lstrip(), width, indent=indent, keep_words=True)
    return "\n".join(lines)


def clean(text: str) -> str:
    """Return a text without what could move a cursor, ring a bell or turn letters around."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char for char in text if char in SAFE_CONTROLS or not is_control(char))


def is_control(char: str) -> bool:
    """Tell whether a character acts instead of being shown (controls, directions, unassigned and private ones)."""
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def as_json(value: Any) -> str:
    """Return JSON on one line in which acting characters are escaped, not dropped: scripts get the data as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    return "".join(f"\\u{ord(char):04x}" if ord(char) < BEYOND_BMP and is_control(char) else char for char in text)
