"""How far long work is, shown to whoever waits for it at a terminal."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cli.env import Env
from engine.core.language import Text

if TYPE_CHECKING:
    from rich.progress import TaskID

Show = Callable[[str, int, int], None]
"""Is told which part of the work is how far, of how much."""


@contextmanager
def progress(env: Env, parts: Mapping[str, Text]) -> Iterator[Show]:
    """Show on a terminal how far something is, a bar for each part of it; elsewhere nothing."""
    if env.json or env.plain or not env.stderr.isatty():
        yield lambda _what, _done, _of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=env.stderr)) as bar:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(env.say(parts[what]), total=of)
            bar.update(tasks[what], completed=done)

        yield show


@contextmanager
def busy(env: Env, text: Text) -> Iterator[None]:
    """Show on a terminal that long work is going on."""
    if not env.is_terminal:
        yield
        return
    from rich.console import Console

    with Console(file=env.stderr, markup=False).status(env.say(text)):
        yield
