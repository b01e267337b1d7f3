"""Who you are: registering, confirming, profiles, keys."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cli import keys, profiles, render
from cli.client import Client, check_server, connect, greet, guest, is_loopback
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text

if TYPE_CHECKING:
    from engine.ledger.keys import PrivateKey

app = typer.Typer()
key_app = typer.Typer(name="key", help="Your key: show it, change it, carry it elsewhere.", no_args_is_help=True)
MAILS = {
    "every": Text("every turn"),
    "once": Text("one, until you look"),
    "digest": Text("one a day"),
    "off": Text("none about games"),
}
"""What a mail policy means to its reader."""
MailsOption = Annotated[
    Literal["every", "once", "digest", "off"] | None,
    typer.Option(help="Mails about games: at every turn, once until you look, one a day (digest), or off."),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]


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
    shown = client.slip("POST", "/me/acts", sign_act(env, client, "address", mail=mail))
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
    shown = client.slip("POST", "/me/acts", sign_act(env, client, "claim", code=code))
    env.answer(shown, Text("You are a host of this club: `atelier host --help` lists what hosts can do."))


def sign_act(env: Env, client: Client, do: str, **args: Any) -> bytes:
    """Return a signed act of the profile's player."""
    from engine.ledger.slips import ActSlip

    return keys.sign(ActSlip(do=do, args=args, **keys.stamp(env, client.profile)), keys.load(client.profile))


@app.command()
def whoami(ctx: typer.Context) -> None:
    """Show who you are here: profile, server, handle, key.

    Example: atelier whoami --json
    """
    env: Env = ctx.obj
    client = connect(env)
    show_me(env, client, client.call("GET", "/me"))


@app.command()
def me(
    ctx: typer.Context,
    mails: MailsOption = None,
    language: Annotated[str | None, typer.Option(help="The language of mails: en or fr.")] = None,
    zone: Annotated[str | None, typer.Option(help="Your time zone, such as Europe/Paris.")] = None,
) -> None:
    """Choose how you are written to: which mails about games, in which language, in which time zone.

    Example: atelier me --mails every
    """
    env: Env = ctx.obj
    client = connect(env)
    wanted = {"mail_policy": mails, "language": language, "zone": zone}
    given = {name: value for name, value in wanted.items() if value}
    show_me(env, client, client.call("PATCH", "/me", body=given) if given else client.call("GET", "/me"))


def show_me(env: Env, client: Client, shown: dict[str, Any]) -> None:
    """Show a player's own profile."""
    if env.json:
        env.data({"profile": client.profile.name, "server": client.server, **shown})
        return
    confirmed = Text("confirmed") if shown["confirmed"] else Text("not confirmed: `atelier confirm CODE`")
    waiting = [shown["new_mail"], render.deadline(env, shown["new_mail_at"])] if shown.get("new_mail") else []
    rows: list[list[Any]] = [
        [env.say(Text("player")), shown["handle"]],
        [env.say(Text("mail")), f"{shown['mail']} ({env.say(confirmed)})"],
        *([[env.say(Text("new mail")), ", ".join(waiting)]] if waiting else []),
        [env.say(Text("mails")), env.say(MAILS.get(shown["mail_policy"], shown["mail_policy"]))],
        [env.say(Text("language")), f"{shown['language']}, {shown['zone']}"],
        [env.say(Text("key")), shown["kid"]],
        [env.say(Text("role")), shown["role"]],
    ]
    render.show(env, render.listing(f"{client.profile.name} · {client.server}", [], rows))


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


@key_app.command("show")
def key_show(ctx: typer.Context) -> None:
    """Show the public part of your key as a JWK, with its thumbprint.

    Example: atelier key show
    """
    env: Env = ctx.obj
    key = keys.load(profiles.get(env))
    env.data({**key.public.jwk, "kid": key.kid})


@key_app.command("export")
def key_export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where to write the private key.")],
    force: ForceOption = False,
) -> None:
    """Copy your private key into a file of mode 600, to carry it to another machine.

    Example: atelier key export my-key.json
    """
    env: Env = ctx.obj
    if file.exists() and not force:
        raise Failure(Text("{path} is there already; `--force` overwrites it.", path=str(file)))
    key = keys.load(profiles.get(env))
    profiles.write_private(file.absolute(), json.dumps(key.jwk) + "\n")
    env.answer({"file": str(file)}, Text("Written to {path}. Whoever has it can play as you.", path=str(file)))


@key_app.command("import")
def key_import(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="The private key's file.")],
    force: ForceOption = False,
) -> None:
    """Take over a key that you carried here, and get a token with it.

    Example: atelier key import my-key.json --server https://club.example
    """
    env: Env = ctx.obj
    key = keys.read(profiles.read_private(file), str(file))
    found = profiles.find(env)
    if found is not None and not force:
        raise Failure(Text("The profile `{name}` has a key already; `--force` replaces it.", name=found.name))
    if not env.server and found is None:
        raise Failure(Text("Which server? `--server https://club.example`, or set ATELIER_SERVER."))
    name = profiles.current_name(env)
    fresh = found or Profile(name=name, folder=profiles.folder_of(env, name), server="")
    fresh.server = check_server(env.server or fresh.server)
    greet(env, fresh)
    keys.keep(fresh, key)
    client = Client(env, fresh)
    client.hello()
    shown = client.call("GET", "/me")
    fresh.handle, fresh.player, fresh.kid = shown["handle"], shown["id"], shown["kid"]
    profiles.save(fresh)
    said = Text("You are {handle} at {server}.", handle=fresh.handle, server=fresh.server)
    env.answer({"profile": fresh.name, "server": fresh.server, **shown}, said)


@key_app.command("rotate")
def key_rotate(ctx: typer.Context) -> None:
    """Make a new key and pass on to it; your running games and your tokens follow, the old key counts no more.

    Example: atelier key rotate
    """
    from engine.ledger.slips import AcceptSlip, KeySlip

    env: Env = ctx.obj
    client = connect(env)
    old, new = keys.load(client.profile), keys.make()
    stamp = keys.stamp(env, client.profile)
    accept = keys.sign(AcceptSlip(stamp["aud"], stamp["jti"], old.kid), new)
    waiting = client.profile.folder / "key.next.json"
    profiles.write_private(waiting, json.dumps(new.jwk) + "\n")  # before the server counts on it
    shown = client.slip("POST", "/me/key", keys.sign(KeySlip(new=new.public.jwk, accept=accept.decode(), **stamp), old))
    profiles.write_private(client.profile.folder / f"key.{old.kid[:8]}.json", json.dumps(old.jwk) + "\n")
    keys.keep(client.profile, new)
    waiting.unlink()
    client.profile.kid = shown["kid"]
    client.hello()
    said = Text("Your key is a new one. Tokens that were given to the old one no longer work.")
    env.answer({"kid": new.kid}, said)


@key_app.command("recover")
def key_recover(
    ctx: typer.Context,
    mail: Annotated[str, typer.Argument(help="The address of your account, or the one it had until lately.")],
    code: Annotated[str | None, typer.Option(help="The code that was mailed to you.")] = None,
) -> None:
    """Get your account back without your key: first a code is mailed to you, and with it you name a new key.

    Example: atelier key recover odile@example.org --code abcd-efgh-2345
    """
    env: Env = ctx.obj
    client = guest(env)
    if code is None:
        client.call("POST", "/recoveries", body={"mail": mail})
        said = Text("If somebody has this address, a code was mailed to it: `atelier key recover MAIL --code CODE`.")
        env.answer({"mailed": True}, said)
        return
    new, name = keys.make(), profiles.current_name(env)
    file = profiles.folder_of(env, name) / "key.recovered.json"
    profiles.write_private(file, json.dumps(new.jwk) + "\n")  # before the server counts on it
    shown = client.call("POST", "/recoveries/confirmation", body={"mail": mail, "code": code, "jwk": new.public.jwk})
    env.answer(
        {"file": str(file), **shown},
        Text(
            "Your new key counts from {when}. Then: `atelier key import {path} --force --server {server}`.",
            when=render.deadline(env, shown["effective_at"]),
            path=shlex.quote(str(file)),
            server=client.server,
        ),
    )


@key_app.command("cancel")
def key_cancel(ctx: typer.Context) -> None:
    """Cancel a recovery that somebody else has begun; your key stays the one that counts.

    Example: atelier key cancel
    """
    env: Env = ctx.obj
    client = connect(env)
    client.slip("DELETE", "/recoveries", sign_act(env, client, "cancel_recovery"))
    env.answer({"cancelled": True}, Text("Cancelled. Your key counts as before."))
