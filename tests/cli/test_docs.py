"""The reference is what the commands say of themselves, in both languages."""

import re
from pathlib import Path

import pytest
import typer

from cli.app import COMMANDS as PANELS
from cli.app import app, common_options
from cli.speech import EXAMPLE, LOCALE
from engine.core.errors import IllegalMove
from engine.core.language import translations
from server.mail.incoming import lines
from tests.cli.operations import BY_LINK, WAYS
from tests.cli.reference import commands, reference, top_commands
from tests.engine.nicodemus import positions as nicodemus
from tests.said import find_fault

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = commands()
DESIGNED = [
    "serve",
    "demo",
    "register",
    "confirm",
    "whoami",
    "me",
    "key",
    "address",
    "vacation",
    "standby",
    "calendar",
    "tokens",
    "unregister",
    "rules",
    "new",
    "invite",
    "join",
    "leave",
    "return",
    "start",
    "games",
    "show",
    "moves",
    "play",
    "plan",
    "implement",
    "preview",
    "undo",
    "slip",
    "send",
    "log",
    "replay",
    "verify",
    "export",
    "say",
    "watch",
    "host",
]


def test_the_reference_is_up_to_date():
    fresh = "run `python -m tests.cli.reference > docs/cli.md`"
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == reference(), fresh


def test_the_readme_shows_a_refusal_as_it_is_printed():
    table = nicodemus.duel(row=["blue_1", "blue_2", "red_1"], mine=nicodemus.player(["blue_2"], wood=1, copper=1))
    with pytest.raises(IllegalMove) as refused:
        table.play(0, "repair Sawmill")
    shown = f'$ atelier play "repair Sawmill"\nMove 1 {refused.value.say()}\nNothing was played.\n'
    assert shown in (DOCS.parent / "README.md").read_text(encoding="utf-8")


def test_every_command_of_the_design_is_there():
    assert set(DESIGNED) <= {name for names in PANELS.values() for name in names}
    host = {name.split()[1] for name in COMMANDS if name.startswith("host ")}
    assert host >= {"init", "migrate", "receive", "worker", "check", "backup", "restore", "players", "games", "outbox"}
    assert {name.split()[1] for name in COMMANDS if name.startswith("key ")} >= {"show", "rotate", "export", "import"}


def test_everything_that_a_member_can_ask_of_the_api_has_a_command(served):
    document = served.app.extensions["atelier-api"].spec.to_dict()
    known = {
        f"{method.upper()} {path}"
        for path, operations in document["paths"].items()
        for method in operations
        if method != "parameters" and path.split("/")[2] not in BY_LINK
    }
    assert {operation.strip() for operation in WAYS} == known


@pytest.mark.parametrize("operation", sorted(WAYS))
def test_the_command_of_an_operation_is_one_that_the_client_takes(newcomer, operation):
    assert find_fault(WAYS[operation].command, newcomer.env()) is None


@pytest.mark.parametrize("line", sorted({way.line.split()[0].strip(",") for way in WAYS.values() if way.line}))
def test_the_line_of_an_operation_is_one_that_a_mail_may_hold(line):
    assert line in lines.COMMANDS or line == "a"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_says_what_it_does_with_an_example(name):
    help_ = COMMANDS[name].help
    assert re.search(rf"{EXAMPLE} atelier {name}\b", help_), help_
    for param in COMMANDS[name].params:
        assert param.help, param.name


def helps():
    yield from PANELS
    yield from ("Everywhere", "Exit codes", EXAMPLE)
    groups = [one for _, one in top_commands()]
    for command in (typer.main.get_command(app), *groups, *COMMANDS.values()):
        yield from (command.help or "").split("\n\n")
        yield from (param.help or "" for param in command.params)
    yield from (option.help or "" for option in common_options())


def test_every_help_text_has_its_french():
    known = translations("fr", LOCALE)
    wanted = {text for text in helps() if text and not text.startswith(f"{EXAMPLE} ")}
    assert [text for text in sorted(wanted) if known.gettext(text) == text] == []


def test_help_is_shown_in_the_readers_language(newcomer):
    shown = newcomer.process("play", "--help", ATELIER_LANG="fr")
    assert (shown.exit, "Signer des coups" in shown.out, "Exemple" in shown.out) == (0, True, True)


def test_the_exit_codes_are_in_the_help(newcomer):
    shown = newcomer.process("--help")
    assert "nothing is asked of you now" in shown.out
