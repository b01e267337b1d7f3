"""For hosts, from anywhere: acts on the club and its members, signed with the host's key and sent to the server."""

from typing import Annotated, Any

import typer

from cli import keys
from cli.acts import say_act
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text
from engine.core.refusals import Exit

app = typer.Typer()
YES = {"y", "yes", "o", "oui"}
MemberArg = Annotated[str, typer.Argument(help="The member's name.")]
WhyOption = Annotated[str | None, typer.Option(metavar="WORDS", help="Why, in a sentence for those concerned.")]
EverythingOption = Annotated[bool, typer.Option("--everything", help="All games of the club.")]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask first.")]


def act(env: Env, word: str, **args: Any) -> dict[str, Any]:
    """Sign an act of a host, send it, and say what was done."""
    client = connect(env)
    done = send_act(env, client, word, **args)
    if env.json:
        env.data(done)
    else:
        env.tell(say_act(env, done))
    return done


def send_act(env: Env, client: Client, word: str, **args: Any) -> dict[str, Any]:
    """Sign an act of a host and send it; what was not said is left out."""
    given = {name: value for name, value in args.items() if value is not None}
    done: dict[str, Any] = client.slip("POST", "/host/acts", keys.sign_act(env, client.profile, word, **given))
    return done


def make_sure(env: Env, yes: bool, warning: Text, question: Text) -> None:
    """Go on only if somebody wants it: as said on the command line, or as asked on a terminal."""
    if yes:
        return
    if not env.stdin.isatty():
        raise Failure(Text("That can't be taken back: add `--yes`."))
    env.tell(warning)
    if env.ask(question).lower() not in YES:
        raise Failure(Text("Nothing was changed."), Exit.INTERRUPTED, "interrupted")


@app.command()
def remove(ctx: typer.Context, member: MemberArg, why: WhyOption = None, yes: YesOption = False) -> None:
    """End somebody's membership: the account is erased, bots or substitutes play on in their seats.

    Example: atelier host remove odile --yes
    """
    env: Env = ctx.obj
    warning = Text("The account of {name} is erased, and can't be brought back.", name=member)
    make_sure(env, yes, warning, Text("Remove {name}? (y/n)", name=member))
    act(env, "remove", member=member, why=why)


@app.command()
def ban(ctx: typer.Context, member: MemberArg, why: WhyOption = None, yes: YesOption = False) -> None:
    """Bar somebody: no signing in, no registering again, no seats, until they are readmitted.

    Example: atelier host ban odile --why "Insults at three tables." --yes
    """
    env: Env = ctx.obj
    warning = Text("Bots or substitutes play on in the seats of {name}, who loses them for good.", name=member)
    make_sure(env, yes, warning, Text("Ban {name}? (y/n)", name=member))
    act(env, "ban", member=member, why=why)


@app.command()
def readmit(
    ctx: typer.Context,
    member: Annotated[str, typer.Argument(help="The name, or the address of somebody removed.")],
) -> None:
    """Let somebody in again who was banned.

    Example: atelier host readmit odile
    """
    act(ctx.obj, "readmit", member=member)


@app.command()
def rename(
    ctx: typer.Context,
    member: MemberArg,
    name: Annotated[str, typer.Argument(help="The new name.")],
) -> None:
    """Give a member another name; the old one is free again.

    Example: atelier host rename odile odile-b
    """
    act(ctx.obj, "rename", member=member, to=name)


@app.command()
def readdress(
    ctx: typer.Context,
    member: MemberArg,
    mail: Annotated[str, typer.Argument(help="The address that is right.")],
) -> None:
    """Correct a member's mail address; it counts at once, and both addresses are told.

    Example: atelier host readdress odile odile@example.net
    """
    act(ctx.obj, "readdress", member=member, mail=mail)


@app.command()
def appoint(ctx: typer.Context, member: MemberArg) -> None:
    """Make a member a host, who can do all that hosts can.

    Example: atelier host appoint odile
    """
    act(ctx.obj, "appoint", member=member)


@app.command()
def dismiss(ctx: typer.Context, member: MemberArg) -> None:
    """Make a host a member like others; the last host stays.

    Example: atelier host dismiss odile
    """
    act(ctx.obj, "dismiss", member=member)


@app.command()
def registration(
    ctx: typer.Context,
    to: Annotated[
        str | None, typer.Argument(help="`open`, `invited` or `closed`; without it, which of them it is now.")
    ] = None,
) -> None:
    """Say who may register: everybody, those who are invited, nobody; the club goes on meanwhile.

    Example: atelier host registration invited
    """
    env: Env = ctx.obj
    if to is not None:
        act(env, "registration", to=to)
        return
    now = connect(env).public("/")["registration"]
    env.answer({"registration": now}, Text("Registration is `{now}`.", now=now))


@app.command()
def invite(
    ctx: typer.Context,
    mail: Annotated[str | None, typer.Argument(help="Whom to mail the invitation.")] = None,
) -> None:
    """Invite somebody to the club without a game: by mail, or with a link to pass on.

    Example: atelier host invite odile@example.org
    """
    env: Env = ctx.obj
    done = act(env, "invite", mail=mail)
    if not env.json:
        env.out(done["link"])


@app.command()
def tell(ctx: typer.Context, words: Annotated[list[str], typer.Argument(help="What to say.")]) -> None:
    """Write to everybody in the club: it is mailed, and `atelier news` shows it.

    Example: atelier host tell "We move to a new server on Sunday."
    """
    act(ctx.obj, "tell", lines=" ".join(words).splitlines())
