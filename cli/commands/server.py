"""The club that a profile belongs to: where it is, which key it signs with, and where it went."""

from typing import Annotated

import typer

from cli import profiles, render
from cli.client import Client, check_server
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text
from engine.core.refusals import Exit
from engine.ledger.keys import PublicKey
from engine.ledger.succession import Succession

app = typer.Typer()
HOW = {
    "founded": Text("founded"),
    "moved": Text("moved"),
    "rotated": Text("new key, named by the one before"),
    "lost": Text("new key, the one before was lost"),
}


@app.command()
def server(
    ctx: typer.Context,
    url: Annotated[str | None, typer.Argument(metavar="URL", help="Where the club is now, if it has moved.")] = None,
    trust: Annotated[
        str, typer.Option(metavar="KID", help="Pin this key, whose thumbprint a host told you by another way.")
    ] = "",
) -> None:
    """Show the club of your profile, its addresses and its keys; follow it where it has moved.

    Example: atelier server https://new.example
    """
    env: Env = ctx.obj
    env.server = None
    profile = profiles.get(env)
    client = Client(env, profile)
    client.server = client.server if url is None else check_server(url)
    followed = client.follow(trust)
    if followed is None:
        raise Failure(
            Text("{server} does not tell where it came from: it has not begun, or is older.", server=client.server),
            Exit.NOT_ALLOWED,
            "not_found",
        )
    show(env, profile, followed.line)


def show(env: Env, profile: Profile, line: Succession) -> None:
    """Show a club's way."""
    if env.json:
        steps = [
            {"n": one.n, "how": one.how, "origin": one.origin, "kid": PublicKey(one.jwk["x"]).kid, "at": one.at}
            for one in line.passages
        ]
        env.data({"server": profile.server, "origin": line.origin, "kid": line.key.kid, "steps": steps})
        return
    rows = [
        [render.moment(env, one.at), env.say(HOW[one.how]), one.origin, PublicKey(one.jwk["x"]).kid[:8]]
        for one in line.passages
    ]
    heads = [env.say(text) for text in (Text("when"), Text("what"), Text("address"), Text("key"))]
    render.show(env, render.listing(f"{profile.name} · {profile.server}", heads, rows))
