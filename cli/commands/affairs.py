"""Being away, stepping in, deadlines in a calendar, and the tokens that act for you."""

from typing import Annotated, Any

import typer

from cli import render
from cli.client import Client, connect
from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text

app = typer.Typer()


@app.command()
def vacation(
    ctx: typer.Context,
    first: Annotated[str | None, typer.Argument(help="The first day, such as 2026-12-24.")] = None,
    last: Annotated[str | None, typer.Argument(help="The last day; without it, the first is also the last.")] = None,
    cancel: Annotated[
        str | None, typer.Option(metavar="ID", help="Cancel this one, or end it if it has begun.")
    ] = None,
) -> None:
    """List your vacations, book one, or cancel it: your clocks stand still on these days, and your tables see it.

    Example: atelier vacation 2026-12-24 2027-01-02
    """
    env: Env = ctx.obj
    client = connect(env)
    if cancel is not None:
        client.call("DELETE", f"/me/vacations/{cancel}")
        env.answer({"cancelled": cancel}, Text("Cancelled."))
    elif first is not None:
        booked = client.call("POST", "/me/vacations", body={"from": first, "to": last or first})
        said = Text("Your clocks stand still from {first} to {last}.", first=booked["from"], last=booked["to"])
        env.answer(booked, said, Text("`atelier vacation --cancel {id}` cancels it.", id=booked["id"]))
    else:
        show_vacations(env, client.call("GET", "/me/vacations"))


def show_vacations(env: Env, vacations: list[dict[str, Any]]) -> None:
    """List vacations, past ones too: they count for the year."""
    if env.json:
        env.data(vacations)
        return
    rows = [[one["id"], one["from"], one["to"], state_of(env, one)] for one in vacations]
    render.show(env, render.listing(env.say(Text("Vacations")), [], rows))


def state_of(env: Env, one: dict[str, Any]) -> str:
    """Say whether a vacation is over."""
    return env.say(Text("over")) if one["until"] <= env.now() else ""


@app.command()
def standby(
    ctx: typer.Context,
    games: Annotated[list[str] | None, typer.Argument(help="Games such as nicodemus; these are all of them.")] = None,
    none: Annotated[bool, typer.Option("--none", help="Step in for nobody any more.")] = False,
) -> None:
    """Say for which games you would step in when a player vanishes; without any, show them.

    Example: atelier standby nicodemus imaginarium
    """
    env: Env = ctx.obj
    client = connect(env)
    if games and none:
        raise Failure(Text("Either games or `--none`."))
    changes = bool(games) or none
    shown = (
        client.call("PUT", "/me/standby", body={"rules": games or []}) if changes else client.call("GET", "/me/standby")
    )
    env.answer(shown, Text("You would step in for: {games}.", games=shown["rules"]))


@app.command()
def calendar(
    ctx: typer.Context,
    new: Annotated[bool, typer.Option("--new", help="Make a new link; earlier ones end.")] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="End the link.")] = False,
) -> None:
    """Show the secret link to a calendar of your deadlines, which your calendar program can subscribe to.

    Example: atelier calendar --new
    """
    env: Env = ctx.obj
    client = connect(env)
    if new and revoke:
        raise Failure(Text("Either `--new` or `--revoke`."))
    if revoke:
        client.call("DELETE", "/me/calendar")
        env.answer({"revoked": True}, Text("The links to your calendar have ended."))
        return
    show_link(env, client.call("POST" if new else "GET", "/me/calendar"))


def show_link(env: Env, shown: dict[str, Any]) -> None:
    """Show a calendar's link, or say how to get one."""
    if env.json:
        env.data(shown)
    elif shown["link"]:
        env.out(shown["link"])
        env.tell(Text("Whoever has this link sees your deadlines. `atelier calendar --revoke` ends it."))
    elif shown["created_at"]:
        made = render.moment(env, shown["created_at"])
        env.tell(Text("The link of {made} can't be shown again: `atelier calendar --new` replaces it.", made=made))
    else:
        env.tell(Text("You have no link: `atelier calendar --new` makes one."))


@app.command()
def tokens(
    ctx: typer.Context,
    revoke: Annotated[str | None, typer.Option(metavar="ID", help="Revoke this one.")] = None,
    others: Annotated[bool, typer.Option("--others", help="Revoke all but the one in use here.")] = False,
) -> None:
    """List the tokens by which programs act for you, or revoke them; each machine of yours has one.

    Example: atelier tokens --revoke tk_k7f3
    """
    env: Env = ctx.obj
    client = connect(env)
    found = client.call("GET", "/tokens")
    ended = [one["id"] for one in found if others and not one["is_current"]] or ([revoke] if revoke else [])
    if not ended and not others:
        show_tokens(env, found)
        return
    revoke_all(client, ended)
    env.answer({"revoked": ended}, Text("Revoked: {tokens}.", tokens=ended))


def revoke_all(client: Client, tokens: list[str]) -> None:
    """Revoke tokens, one after the other."""
    for one in tokens:
        client.call("DELETE", f"/tokens/{one}")


def show_tokens(env: Env, found: list[dict[str, Any]]) -> None:
    """List tokens: which one is used here, what they may do, when they were used and end."""
    if env.json:
        env.data(found)
        return
    heads = ["", "", *(env.say(text) for text in (Text("label"), Text("may"), Text("last used"), Text("ends")))]
    rows: list[list[Any]] = [
        [
            "*" if one["is_current"] else "",
            one["id"],
            one["label"],
            ", ".join(one["scopes"]),
            render.moment(env, one["used_at"]) if one["used_at"] else "-",
            render.moment(env, one["expires_at"]),
        ]
        for one in found
    ]
    render.show(env, render.listing(env.say(Text("Tokens")), heads, rows))
