"""The reference of all commands, made from their own help: `python -m tests.cli.reference > docs/cli.md`."""

import sys
from collections.abc import Iterator
from typing import Any

from cli.app import COMMANDS, common_options, load
from cli.exits import MEANINGS
from tests.cli.operations import write_table

HEAD = """# The `atelier` command

Made from the commands' own help by `python -m tests.cli.reference > docs/cli.md`; a test fails when it is out of date.
A first evening is told in [playing.md](playing.md), scripts in [scripting.md](scripting.md).

Data goes to stdout, talk to stderr. Every command takes the options under *Everywhere*, before or after its name.
"""
VARIABLES = """## Variables

| variable | what |
|---|---|
| `ATELIER_HOME` | where profiles and keys are kept; `~/.config/atelier` without it |
| `ATELIER_PROFILE` | the profile to use |
| `ATELIER_SERVER` | the server to use |
| `ATELIER_LANG` | `en` or `fr`; without it the locale decides |
| `ATELIER_CLUB` | the club's folder, for `serve` and `host` |
| `ATELIER_PASSWORD` | the password of an encrypted key, for scripts |
| `NO_COLOR` | set to anything: no colour; there is none in a pipe either |
"""


def top_commands() -> Iterator[tuple[str, Any]]:
    """Yield every command and every group of them by its name."""
    for names in COMMANDS.values():
        for name, where in names.items():
            yield name, load(where, name)


def commands() -> dict[str, Any]:
    """Return every command by its full name, those of groups included."""
    return dict(one for name, command in top_commands() for one in _spread(name, command))


def _spread(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
    for each, one in (inner or {}).items():
        yield from _spread(f"{name} {each}", one)


def reference() -> str:
    """Return the whole page."""
    known = commands()
    parts = [HEAD, exits(), VARIABLES, "## Everywhere\n\n" + table(common_options())]
    for panel, names in COMMANDS.items():
        parts.append(f"## {panel}")
        for name in names:
            parts += [section(full, one) for full, one in known.items() if full.split()[0] == name]
    parts.append(write_table())
    return "\n".join(parts)


def exits() -> str:
    """Return the table of exit codes."""
    rows = [f"| {int(code)} | {text.say('en')} |" for code, text in MEANINGS.items()]
    return "\n".join(["## Exit codes", "", "| code | meaning |", "|---|---|", *rows, ""])


def section(name: str, command: Any) -> str:
    """Return one command: how it is called, what it does, its arguments and options."""
    arguments = [
        f"[{one.name.upper()}]" if not one.required else one.name.upper() for one in of_kind(command, "argument")
    ]
    many = {one.name.upper() for one in of_kind(command, "argument") if one.nargs == -1}
    shown = " ".join(f"{word}..." if word.strip("[]") in many else word for word in arguments)
    needed = [f"{one.opts[0]} {one.metavar}" for one in of_kind(command, "option") if one.required]
    usage = " ".join([f"    atelier {name} {shown}".rstrip(), *needed])
    told = "\n\n".join(paragraph.replace("\n", " ") for paragraph in command.help.split("\n\n"))
    told = told.replace("Example: ", "Example:\n\n    ")
    return f"### {name}\n\n{usage}\n\n{told}\n\n{table(command.params)}"


def of_kind(command: Any, kind: str) -> list[Any]:
    """Return the arguments or the options of a command."""
    return [one for one in command.params if one.param_type_name == kind]


def table(params: list[Any]) -> str:
    """Return arguments and options with their help."""
    rows = [f"| `{spelled(one)}` | {one.help} |" for one in params if one.name != "help"]
    return "\n".join(["| | |", "|---|---|", *rows, ""]) if rows else ""


def spelled(one: Any) -> str:
    """Return how an option or argument is written."""
    if one.param_type_name == "argument":
        return str(one.name.upper())
    value = "" if one.is_flag else f" {(one.metavar or one.type.name).upper()}"
    return ", ".join(one.opts) + value


if __name__ == "__main__":
    sys.stdout.write(reference())
