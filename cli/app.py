"""The `atelier` command: commands are loaded when they are asked for, refusals become exit codes here."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup, TyperOption

from cli.completion import Offer, add_completion
from cli.env import Env, as_json
from cli.exits import MEANINGS, Failure
from cli.misuse import say_misuse
from cli.speech import say, translate
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text
from engine.core.refusals import Exit

COMMANDS: dict[str, dict[str, str]] = {
    "Begin": {
        "demo": "demo",
        "register": "account",
        "confirm": "account",
        "profile": "me",
        "server": "server",
        "key": "key",
        "claim": "account",
    },
    "Yours": {
        "whoami": "me",
        "me": "me",
        "address": "account",
        "vacation": "affairs",
        "standby": "affairs",
        "calendar": "affairs",
        "tokens": "affairs",
        "unregister": "account",
    },
    "Games": {
        "games": "games",
        "rules": "rules",
        "card": "rules",
        "new": "games",
        "invite": "games",
        "join": "games",
        "start": "games",
        "leave": "games",
        "return": "games",
    },
    "Play": {
        "show": "board",
        "moves": "board",
        "preview": "board",
        "suggest": "board",
        "play": "play",
        "plan": "play",
        "implement": "play",
        "note": "note",
        "undo": "play",
        "watch": "table",
        "say": "table",
        "news": "table",
        "propose": "agreements",
        "agree": "agreements",
    },
    "Slips": {"slip": "slips", "send": "slips"},
    "History": {
        "log": "history",
        "replay": "history",
        "export": "history",
        "verify": "history",
        "analyse": "analysis",
    },
    "Host": {"serve": "serve", "host": "host"},
}
"""Every command, in the order of the help: its panel there, and the module that it is loaded from."""
COMPLETING = "_ATELIER_COMPLETE"


class LazyGroup(TyperGroup):
    """The commands by name; each module is imported when one of its commands is used."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.params += common_options()

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Return all commands in the order of the help."""
        return [name for names in COMMANDS.values() for name in names]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, in the reader's language; None for an unknown one."""
        panel = next((panel for panel, names in COMMANDS.items() if cmd_name in names), None)
        if panel is None:
            return None
        command: Any = load(COMMANDS[panel][cmd_name], cmd_name)
        lang = env_of(ctx).lang
        command.rich_help_panel = translate(panel, lang)
        return prepare(command, lang)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the commands without their help: loading all of it would be felt."""
        return [Offer(name) for name in self.list_commands(ctx) if name.startswith(incomplete)]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Show the help in the reader's language, with the table of exit codes."""
        lang = env_of(ctx).lang
        _translate(self, lang)
        exits = "\n\n".join(f"{int(code)}: {say(text, lang)}" for code, text in MEANINGS.items())
        self.epilog = translate("Exit codes", lang) + "\n\n" + exits
        super().format_help(ctx, formatter)


def load(where: str, name: str) -> Any:
    """Return a command of a module as it is written, in English; groups of commands are a Typer app of their name."""
    module = import_module(f"cli.commands.{where}")
    inner = getattr(module, f"{name}_app", None)
    return typer.main.get_group(inner) if inner is not None else typer.main.get_group(module.app).commands[name]


def prepare(command: Any, lang: str) -> Any:
    """Return a command (or a group of them) translated, with completion and the options that all commands have."""
    _translate(command, lang)
    add_completion(command)
    for inner in getattr(command, "commands", {}).values():
        prepare(inner, lang)
    if not hasattr(command, "commands"):
        command.params += common_options(lang)
    return command


def _translate(command: Any, lang: str) -> None:
    command.help = translate(command.help or "", lang)
    for param in command.params:
        param.help = translate(param.help or "", lang)


def common_options(lang: str = "en") -> list[TyperOption]:
    """Return the options of every command; given after a command they count more than before it."""
    flag: dict[str, Any] = {"is_flag": True, "type": bool, "default": False}
    return [
        _common_option("json", "Write data as JSON.", lang, **flag),
        _common_option("plain", "No colour, no columns: for screen readers.", lang, **flag),
        _common_option("profile", "Use another profile.", lang, type=str, metavar="NAME"),
        _common_option("server", "Use a server at another address.", lang, type=str, metavar="URL"),
    ]


def _common_option(name: str, told: str, lang: str, **given: Any) -> TyperOption:
    return TyperOption(
        param_decls=[f"--{name}"],
        expose_value=False,
        callback=_set,
        help=translate(told, lang),
        rich_help_panel=translate("Everywhere", lang),
        **given,
    )


def _set(ctx: Any, param: Any, value: Any) -> None:
    if value and not ctx.resilient_parsing:
        setattr(env_of(ctx), param.name, value)


def env_of(ctx: Any) -> Env:
    """Return the run's environment; the system's where nobody gave one."""
    root = ctx.find_root()
    if root.obj is None:
        root.obj = Env.of_system()
    if ctx.obj is None:
        ctx.obj = root.obj
    env: Env = root.obj
    return env


app = typer.Typer(name="atelier", cls=LazyGroup, pretty_exceptions_enable=False, no_args_is_help=False)


def show_version(wanted: bool) -> None:
    """Print the version and stop, when asked for."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"atelier {version('atelier')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def atelier(
    ctx: typer.Context,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play long board games by mail and from the shell.

    Try `atelier demo`: a game against bots, at once. Data goes to stdout, talk to stderr.
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def run(args: Sequence[str], env: Env) -> int:
    """Run one command line in an environment and return its exit code."""
    command = typer.main.get_command(app)
    words = [*args[1:], "--help"] if args[:1] == ["help"] else list(args)
    try:
        with command.make_context("atelier", words, obj=env) as ctx:
            command.invoke(ctx)
    except typer.Exit as stopped:
        return stopped.exit_code
    except typer.TyperException as usage:
        return report_misuse(env, usage)
    except (KeyboardInterrupt, typer.Abort, EOFError):
        env.tell(Text("Interrupted."))
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return Exit.BROKEN_PIPE
    except Exception as error:
        failure = as_failure(error, env.lang)
        if failure is None:
            raise
        return report(env, failure)
    finally:
        env.close()
    return Exit.OK


def report_misuse(env: Env, usage: Any) -> int:
    """Say what is wrong with a command line, and where its help is."""
    context: Any = getattr(usage, "ctx", None)
    path = context.command_path if context else "atelier"
    group = getattr(context, "command", None)
    commands = group.list_commands(context) if isinstance(group, TyperGroup) else ()
    return report(
        env,
        Failure(
            say_misuse(usage.format_message() or "Missing command.", commands),
            advice=Text("`{command} --help` shows how it is used.", command=path),
        ),
    )


def as_failure(error: Exception, lang: str) -> Failure | None:
    """Return an exception as a failure with a sentence; None for what can only be a bug."""
    if isinstance(error, Failure):
        return error
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return Failure(f"{where}{error.strerror or error}")
    if isinstance(error, Refused | IllegalMove):
        return engine_failure(error, lang)
    return None


def engine_failure(error: Refused | IllegalMove, lang: str) -> Failure:
    """Return a refusal of the engine as a failure, with the exit code that the server's would have."""
    more = {"index": error.index, "move": error.move, "reason": error.reason} if isinstance(error, IllegalMove) else {}
    return Failure.of_refusal(error.code, error.say(lang), **more)


def report(env: Env, failure: Failure) -> int:
    """Tell a failure: sentences for people, one JSON object for scripts, both on stderr."""
    if env.json:
        env.stderr.write(as_json(failure.plain(env.lang)) + "\n")
        return failure.exit
    said = failure.sentence(env.lang)
    index = failure.more.get("index")
    env.tell(said if index is None else env.say(Text("Move {number} {said}", number=index + 1, said=said)))
    if failure.advice is not None:
        env.tell(failure.advice)
    env.tell(f"({failure.code}, exit {int(failure.exit)})")
    return failure.exit


def main() -> None:
    """Run the command line; this is the console script."""
    if COMPLETING in os.environ:
        app(prog_name="atelier")
    env = Env.of_system()
    code = run(sys.argv[1:], env)
    if code == Exit.BROKEN_PIPE:  # nobody reads: close quietly, or Python complains when it flushes
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
