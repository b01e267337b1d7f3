"""Coming to a club and leaving it: registering, confirming an address, deleting the account."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import keys, profiles, render
from cli.client import Client, check_server, connect, greet, is_loopback
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text

if TYPE_CHECKING:
    from engine.ledger.keys import PrivateKey

app = typer.Typer()


@app.command()
def register(
    ctx: typer.Context,
    handle: Annotated[str, typer.Argument(help="The name that others will see.")],
    mail: Annotated[str, typer.Argument(help="The address that turns are mailed to.")],
    *,
    language: Annotated[str | None, typer.Option(help="The language of mails: en or fr.")] = None,
    zone: Annotated[str | None, typer.Option(help="Your time zone, such as Europe/Paris.")] = None,
    invitation: Annotated[str | None, typer.Option(help="An invitation, for clubs that want one.")] = None,
    claim: Annotated[str | None, typer.Option(help="The code that `host init` or `serve` printed, for a host.")] = None,
) -> None:
    """Make a key, register with a server, and keep both as a profile; a code is mailed to you.

    Example: atelier register odile odile@example.org --server https://club.example
    """
    env: Env = ctx.obj
    profile = new_profile(env, handle)
    greet(env, profile)
    key = keys.make()
    body = {"language": language or env.lang, "zone": zone, "invitation": read_invitation(invitation), "claim": claim}
    shown = enrol(env, profile, key, mail, body)
    if env.json:
        env.data({"profile": profile.name, "server": profile.server, **shown})
        return
    env.out(f"{shown['handle']} {shown['id']}")
    env.tell(
        Text(
            "Registered at {server} as {handle}; the key is in {path}.",
            server=profile.server,
            handle=handle,
            path=str(profile.key_file),
        )
    )
    env.tell(Text("A code was mailed to {mail}: `atelier confirm CODE` confirms your address.", mail=mail))
    if is_loopback(profile.server):
        env.tell(Text("If the club is on this machine, `atelier host mail` shows the code."))


def read_invitation(given: str | None) -> str | None:
    """Return an invitation, from itself or from the link that it came with."""
    return given and given.rpartition("invitation=")[2]


def new_profile(env: Env, handle: str) -> Profile:
    """Return a profile to fill in; an existing one is never overwritten."""
    name = profiles.current_name(env)
    folder = profiles.folder_of(env, name)
    if (folder / "profile.json").exists() or (folder / "key.json").exists():
        raise Failure(
            Text("The profile `{name}` is registered already.", name=name),
            advice=Text("`--profile NAME` makes another one; `atelier whoami` shows this one."),
        )
    if not env.server:
        raise Failure(Text("Which server? `--server https://club.example`, or set ATELIER_SERVER."))
    return Profile(name=name, folder=folder, server=check_server(env.server), handle=handle)


def enrol(env: Env, profile: Profile, key: "PrivateKey", mail: str, body: dict[str, Any]) -> dict[str, Any]:
    """Register a key, keep it, and get a token; the key file is written only once the server has taken it."""
    from engine.ledger.slips import RegisterSlip

    said = RegisterSlip(handle=profile.handle, mail=mail, jwk=key.public.jwk, **keys.stamp(env, profile))
    given = {name: value for name, value in body.items() if value}
    client = Client(env, profile)
    shown: dict[str, Any] = client.call("POST", "/players", body={"slip": keys.sign(said, key).decode(), **given})
    keys.keep(profile, key)
    profile.player, profile.kid, profile.handle = shown["id"], shown["kid"], shown["handle"]
    profiles.save(profile)
    client.hello()
    return shown


@app.command()
def confirm(
    ctx: typer.Context,
    code: Annotated[str | None, typer.Argument(help="The six digits that were mailed to you.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Have another code mailed.")] = False,
) -> None:
    """Confirm your mail address with the code that was mailed to it.

    Example: atelier confirm 271828
    """
    env: Env = ctx.obj
    client = connect(env)
    if again:
        client.call("POST", "/me/code")
        env.answer({"mailed": True}, Text("Another code was mailed to you."))
        return
    if not code:
        raise Failure(Text("Which code? `atelier confirm CODE`; `--again` mails another one."))
    shown = client.call("POST", "/me/confirmation", body={"code": code})
    if shown.get("new_mail"):
        when = render.deadline(env, shown["new_mail_at"])
        env.answer(shown, Text("Confirmed: {mail}. It counts from {when}.", mail=shown["new_mail"], when=when))
        return
    env.answer(shown, Text("Confirmed: {mail}. `atelier games --open` lists games to join.", mail=shown["mail"]))


@app.command()
def address(ctx: typer.Context, mail: Annotated[str, typer.Argument(help="Your new mail address.")]) -> None:
    """Change your mail address: a code is mailed to the new one, and the old one is told; it counts a day later.

    Example: atelier address odile@example.net
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = client.slip("POST", "/me/acts", keys.sign_act(env, client.profile, "address", mail=mail))
    env.answer(shown, Text("A code was mailed to {mail}: `atelier confirm CODE` confirms your address.", mail=mail))


@app.command()
def claim(
    ctx: typer.Context, code: Annotated[str, typer.Argument(help="The code that `host init` or `serve` printed.")]
) -> None:
    """Become a host of the club with the code that was shown to whoever made it.

    Example: atelier claim abcd-efgh-2345
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = client.slip("POST", "/me/acts", keys.sign_act(env, client.profile, "claim", code=code))
    env.answer(shown, Text("You are a host of this club: `atelier host --help` lists what hosts can do."))


@app.command()
def unregister(
    ctx: typer.Context, yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False
) -> None:
    """Delete your account: your name and address are erased, a bot or a substitute plays on for you.

    Example: atelier unregister --profile winter-league
    """
    env: Env = ctx.obj
    client = connect(env)
    handle = client.profile.handle
    if not yes:
        ask_to_leave(env, handle, client.server)
    shown = client.slip("POST", "/me/acts", keys.sign_act(env, client.profile, "delete"))
    if not shown["deleted"]:
        when = render.deadline(env, shown["leaves_at"])
        env.answer(shown, Text("A new address of yours waits; your account goes with that wait, {when}.", when=when))
        return
    profiles.retire(client.profile)
    said = Text(
        "Your account at {server} is deleted. Your key and receipts are kept in {folder}.",
        server=client.server,
        folder=str(client.profile.folder),
    )
    env.answer(shown, said)


def ask_to_leave(env: Env, handle: str, server: str) -> None:
    """Have the player type their name, or fail."""
    env.tell(Text("This deletes your account at {server}: name and address are erased, at once.", server=server))
    env.tell(
        Text("Your seats are given to bots or substitutes. Nobody can bring you back, and your key is good no more.")
    )
    if not env.is_terminal:
        raise Failure(Text("Nobody can be asked here: `atelier unregister --yes` deletes without asking."))
    if env.ask(Text("Type `{handle}` to go on:", handle=handle)) != handle:
        raise Failure(Text("That is not your name; nothing was deleted."))
