"""A club on this machine: made if it is not there, then served with its worker until Ctrl-C."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from cli.client import check_server
from cli.env import Env
from cli.exits import Failure
from cli.options import ClubOption
from engine.core.errors import Refused
from engine.core.language import Text

if TYPE_CHECKING:
    import socket

    from server.config import Config

app = typer.Typer()
DEFAULT_PORT = 8000
BACKLOG = 128
FOR_TRYING = "\n[mail]\nundo_pause = 5 # seconds; whoever tries things does not want to wait for the mail\n"
DemoOption = Annotated[bool, typer.Option("--demo", help="Also make a player and a game against a bot, ready to play.")]
HoldOption = Annotated[bool, typer.Option("--hold", help="Serve games that no longer replay on these rules read-only.")]
NoWorkerOption = Annotated[
    bool, typer.Option("--no-worker", help="Leave bots, clock and mail to `atelier host worker`.")
]


@app.command()
def serve(
    ctx: typer.Context,
    *,
    club: ClubOption = None,
    origin: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The address that players type, chosen once; kept in the club's settings."),
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen at; 0 takes a free one.")] = None,
    address: Annotated[
        str | None, typer.Option("--bind", metavar="ADDRESS", help="The address to listen at; 127.0.0.1 without it.")
    ] = None,
    demo: DemoOption = False,
    hold: HoldOption = False,
    no_worker: NoWorkerOption = False,
) -> None:
    """Serve a club from this machine: folder, key and database are made the first time.

    Example: atelier serve --club ~/winter-league --origin https://club.example
    """
    from server.serving import serve as serve_club

    env: Env = ctx.obj
    folder = Path(club or env.environ.get("ATELIER_CLUB") or "club")
    chosen = choose_origin(env, folder, origin)
    listener = listen(env, folder, chosen, address, port)
    bound = listener.getsockname()[1]
    if chosen is None:
        assume_origin(env, folder, bound, FOR_TRYING if demo else "")
    config = load_settings(env, folder)
    if demo:
        from cli.trial import welcome

        welcome(env, config)
    else:
        tell_how_to_register(env, config)
    announce(env, config, folder, bound)
    serve_club(config, listener, worker=not no_worker, hold=hold)
    env.tell(Text("The club is closed; everything is kept in {folder}.", folder=str(folder)))


def load_settings(env: Env, folder: Path) -> "Config":
    """Return the settings of the club in a folder."""
    from server.config import load_config

    return load_config(env.environ, home=str(folder))


def tell_how_to_register(env: Env, config: "Config") -> None:
    """Say how somebody gets in: who made the club with a claim code, others as the club has it."""
    from server.services import founding, host

    club = host.init(config)
    registration, made = host.get_registration(club), founding.found(club)
    club.engine.dispose()
    if not made.has_host:
        tell_how_to_claim(env, config, made.claim)
    elif registration == "open":
        said = Text("Then, in another terminal: atelier register HANDLE MAIL --server {origin}", origin=config.origin)
        env.tell(said)
    elif registration == "invited":
        env.tell(Text("New players need an invitation: `atelier host invite MAIL` mails one."))


def tell_how_to_claim(env: Env, config: "Config", code: str | None) -> None:
    """Say how whoever makes a club becomes its host."""
    if code is None:
        folder = str(config.folder)
        env.tell(Text("This club has no host yet: `atelier host claim --club {folder}` shows a code.", folder=folder))
        return
    env.tell(Text("This club has no host yet. Whoever registers with this code becomes one:"))
    env.tell("")
    env.tell(f"    atelier register HANDLE MAIL --server {config.origin} --claim {code}")
    env.tell("")


def announce(env: Env, config: "Config", folder: Path, port: int) -> None:
    """Say where the club is served."""
    if env.json:
        env.data({"origin": config.origin, "club": str(folder), "port": port})
        return
    said = Text(
        "Serving {name} at {origin} (folder {folder}). Ctrl-C ends it.",
        name=config.name,
        origin=config.origin,
        folder=str(folder),
    )
    env.read_out(env.say(said))


def choose_origin(env: Env, folder: Path, wanted: str | None) -> str | None:
    """Return the club's address, written down if it is new; None for a club that has no settings yet."""
    from server.config import find_origin, find_settings

    known, path = find_origin(env.environ, folder), find_settings(env.environ, folder)
    if wanted is None:
        return known or (load_settings(env, folder).origin if path.exists() else None)
    wanted = check_server(wanted)
    if known is None:
        keep_origin(path, wanted)
    elif known.rstrip("/") != wanted:
        raise Failure(
            Text("The address of the club in {folder} is {origin}.", folder=str(folder), origin=known),
            advice=Text("Slips are signed for it. If the club has moved, say so in {path}.", path=str(path)),
        )
    return wanted


def keep_origin(path: Path, origin: str, more: str = "") -> None:
    """Write a club's address down, since slips are signed for it; settings that are there stay."""
    from server.storage import files

    files.make_folder(path.parent)
    others = path.read_text(encoding="utf-8") if path.exists() else more
    with open(path, "w", encoding="utf-8", opener=files.open_owned) as file:
        file.write(f"origin = {json.dumps(origin)}\n{others}")


def assume_origin(env: Env, folder: Path, port: int, more: str) -> None:
    """Give a club an address on this machine, and say what that means."""
    from server.config import find_settings

    origin, path = f"http://127.0.0.1:{port}", find_settings(env.environ, folder)
    keep_origin(path, origin, more)
    if not more:
        env.tell(
            Text(
                "No `--origin` was given: the club's address is {origin}, which is good on this machine alone. "
                "If others are to come, stop and write another one into {path} before anybody registers.",
                origin=origin,
                path=str(path),
            )
        )


def listen(env: Env, folder: Path, origin: str | None, address: str | None, port: int | None) -> "socket.socket":
    """Return a listening socket; a new club takes another port where the usual one is in use."""
    from server.serving import bind

    web = load_settings(env, folder).web
    address, wanted = address or web.bind, web.port if port is None else port
    try:
        listener = bind(address, usual_port(origin) if wanted is None else wanted)
    except Refused:
        if origin is not None or wanted is not None:
            raise
        listener = bind(address, 0)
    listener.listen(BACKLOG)  # whoever comes before all is ready waits, instead of being turned away
    return listener


def usual_port(origin: str | None) -> int:
    """Return the port of an address without TLS; behind a proxy it need not be the one that players type."""
    parts = urlsplit(origin or "")
    return (parts.port if parts.scheme == "http" else None) or DEFAULT_PORT
