"""Who you are here, and how you are written to."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from cli import profiles, render
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from cli.seats import find_game
from engine.core.language import Count, Text

app = typer.Typer()
MAILS = {
    "every": Text("every turn"),
    "once": Text("one, until you look"),
    "digest": Text("one a day"),
    "off": Text("none about games"),
}
"""What a mail policy means to its reader."""
MailsOption = Annotated[
    Literal["every", "once", "digest", "off", "usual"] | None,
    typer.Option(
        help="Mails about games: at every turn, once until you look, one a day (digest), or off; with `--table` also usual."
    ),
]


@app.command()
def whoami(ctx: typer.Context) -> None:
    """Show who you are here, and all that you have chosen: mails, vacations, standby, zone, tokens, what waits.

    Example: atelier whoami --json
    """
    env: Env = ctx.obj
    client = connect(env)
    show_me(env, client, client.call("GET", "/me"))


@app.command()
def me(
    ctx: typer.Context,
    mails: MailsOption = None,
    table: Annotated[str | None, typer.Option(metavar="GAME", help="Choose the mails about this table alone.")] = None,
    language: Annotated[str | None, typer.Option(help="The language of mails: en or fr.")] = None,
    zone: Annotated[str | None, typer.Option(help="Your time zone, such as Europe/Paris.")] = None,
) -> None:
    """Choose how you are written to: which mails about games, in which language, in which time zone.

    Example: atelier me --mails digest --table "Winter league"
    """
    env: Env = ctx.obj
    client = connect(env)
    check_policy(mails, table)
    if table is not None:
        choose_mails(env, client, table, mails or "usual")
    general = {"mail_policy": mails if table is None else None, "language": language, "zone": zone}
    given = {name: value for name, value in general.items() if value}
    show_me(env, client, client.call("PATCH", "/me", body=given) if given else client.call("GET", "/me"))


def check_policy(mails: str | None, table: str | None) -> None:
    """Refuse half a wish: a table without a policy, or the usual one for all tables."""
    if table is not None and mails is None:
        raise Failure(
            Text("Which mails about it? `atelier me --mails off --table GAME`, or every, once, digest, usual.")
        )
    if table is None and mails == "usual":
        raise Failure(Text("`usual` is for one table: `atelier me --mails usual --table GAME`."))


def choose_mails(env: Env, client: Client, table: str, mails: str) -> None:
    """Choose the mails about one table, or let it be as the others."""
    path = f"/me/mails/{find_game(env, client, table)}"
    if mails == "usual":
        client.call("DELETE", path)
    else:
        client.call("PUT", path, body={"mail_policy": mails})


def show_me(env: Env, client: Client, shown: dict[str, Any]) -> None:
    """Show a player's own profile, and what else is theirs."""
    more = {
        "vacations": client.call("GET", "/me/vacations"),
        "standby": client.call("GET", "/me/standby")["rules"],
        "tokens": client.call("GET", "/tokens"),
    }
    if env.json:
        env.data({"profile": client.profile.name, "server": client.server, **shown, **more})
        return
    rows = [[env.say(name), value] for name, value in describe(env, shown, more)]
    render.show(env, render.listing(f"{client.profile.name} · {client.server}", [], rows))


def describe(env: Env, shown: dict[str, Any], more: dict[str, Any]) -> Iterator[tuple[Text, str]]:
    """Yield a player's affairs, each with its name."""
    confirmed = Text("confirmed") if shown["confirmed"] else Text("not confirmed: `atelier confirm CODE`")
    yield Text("player"), shown["handle"]
    yield Text("mail"), f"{shown['mail'] or '-'} ({env.say(confirmed)})"
    yield from describe_waiting(env, shown)
    yield Text("mails"), env.say(MAILS.get(shown["mail_policy"], shown["mail_policy"]))
    for one in shown["tables"]:
        yield Text("  at {title}", title=one["title"]), env.say(MAILS.get(one["mail_policy"], one["mail_policy"]))
    for one in more["vacations"]:
        if one["until"] > env.now():
            yield Text("vacation"), f"{one['from']} - {one['to']}  {one['id']}"
    if more["standby"]:
        yield Text("standby"), ", ".join(more["standby"])
    yield Text("language"), f"{shown['language']}, {shown['zone']}"
    yield Text("tokens"), env.say(Count("{n} token", "{n} tokens", len(more["tokens"])))
    yield Text("key"), shown["kid"]
    yield Text("role"), shown["role"]


def describe_waiting(env: Env, shown: dict[str, Any]) -> Iterator[tuple[Text, str]]:
    """Yield the changes that wait for their day."""
    if shown["new_mail"]:
        yield Text("new mail"), f"{shown['new_mail']}, {render.deadline(env, shown['new_mail_at'])}"
    if shown["new_key_at"]:
        said = Text("{when}; `atelier key cancel` stops it", when=render.deadline(env, shown["new_key_at"]))
        yield Text("new key"), env.say(said)
    if shown["leaves_at"]:
        yield Text("deleted"), render.deadline(env, shown["leaves_at"])


@app.command()
def profile(
    ctx: typer.Context, name: Annotated[str | None, typer.Argument(help="The profile to use from now on.")] = None
) -> None:
    """List your profiles, or choose the one that is used when none is named.

    Example: atelier profile winter-league
    """
    env: Env = ctx.obj
    known = profiles.names(env)
    if name is not None:
        if name not in known:
            raise Failure(
                Text("There is no profile `{name}`; there are: {names}.", name=name, names=", ".join(known) or "-")
            )
        profiles.choose(env, name)
    current = profiles.current_name(env)
    found = [one for one in (profiles.find(env, each) for each in known) if one is not None]
    shown = [
        {"profile": one.name, "server": one.server, "handle": one.handle, "current": one.name == current}
        for one in found
    ]
    if env.json:
        env.data(shown)
        return
    rows: list[list[Any]] = [
        ["*" if one["current"] else "", one["profile"], one["handle"], one["server"]] for one in shown
    ]
    render.show(env, render.listing(env.say(Text("Profiles")), [], rows))
