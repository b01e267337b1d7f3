"""Your key: shown, carried, passed on, recovered."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import keys, profiles, render, sealing
from cli.client import Client, check_server, connect, greet, guest
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text

if TYPE_CHECKING:
    from engine.ledger.keys import PrivateKey

key_app = typer.Typer(name="key", help="Your key: show it, change it, carry it elsewhere.", no_args_is_help=True)
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
VARIABLE = "ATELIER_PASSWORD"


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
    password: Annotated[
        bool, typer.Option("--password", help="Put it under a password, as a browser keeps its copy: asked for twice.")
    ] = False,
    force: ForceOption = False,
) -> None:
    """Copy your private key into a file of mode 600, to carry it to another machine or into a browser.

    Example: atelier key export my-key.jwe --password
    """
    env: Env = ctx.obj
    if file.exists() and not force:
        raise Failure(Text("{path} is there already; `--force` overwrites it.", path=str(file)))
    key = keys.load(profiles.get(env))
    text = sealing.seal(key, choose_password(env)) if password else json.dumps(key.jwk)
    profiles.write_private(file.absolute(), text + "\n")
    sealed = Text("Written to {path}. Whoever has it and the password can play as you.", path=str(file))
    plain = Text("Written to {path}. Whoever has it can play as you.", path=str(file))
    env.answer({"file": str(file)}, sealed if password else plain)


def choose_password(env: Env) -> str:
    """Return a new password, typed twice without being shown; a script gives it in a variable."""
    given = env.environ.get(VARIABLE)
    if given is not None:
        return given
    _check_can_ask(env)
    chosen = env.ask_secretly(Text("A password for the file:"))
    if env.ask_secretly(Text("Once more:")) != chosen:
        raise Failure(Text("The two passwords differ; nothing was written."))
    return chosen


def ask_password(env: Env, file: Path) -> str:
    """Return the password of a file."""
    given = env.environ.get(VARIABLE)
    if given is not None:
        return given
    _check_can_ask(env)
    return env.ask_secretly(Text("The password of {path}:", path=str(file)))


def _check_can_ask(env: Env) -> None:
    if not env.is_terminal:
        raise Failure(Text("Nobody can be asked for a password here: set ATELIER_PASSWORD."))


def read_key(env: Env, file: Path) -> "PrivateKey":
    """Return the key in a file: a plain one that nobody else may read, or one under a password."""
    text = profiles.read_text(file)
    if sealing.is_sealed(text):
        return keys.read(sealing.unseal(text, ask_password(env, file), str(file)), str(file))
    return keys.read(profiles.read_private(file), str(file))


@key_app.command("import")
def key_import(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="The private key's file.")],
    force: ForceOption = False,
) -> None:
    """Take over a key that you carried here, from another machine or a browser, and get a token with it.

    Example: atelier key import my-key.jwe --server https://club.example
    """
    env: Env = ctx.obj
    key = read_key(env, file)
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
    client.slip("DELETE", "/recoveries", keys.sign_act(env, client.profile, "cancel_recovery"))
    env.answer({"cancelled": True}, Text("Cancelled. Your key counts as before."))
