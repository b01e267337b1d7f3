"""A club on this machine: made if it is not there, then served with its worker until Ctrl-C."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import msgspec
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
FOR_TRYING = "[mail]\nundo_pause = 5 # seconds; whoever tries things does not want to wait for the mail\n"
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
        typer.Option(metavar="URL", help="The address that players type, chosen once; the club keeps it."),
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
    if demo:
        settle_for_trying(env, folder)
    config = load_settings(env, folder, origin)
    chosen = find_chosen(config)
    listener = listen(config, chosen, address, port)
    bound = listener.getsockname()[1]
    here = chosen or f"http://127.0.0.1:{bound}"
    if demo:
        from cli.trial import welcome

        welcome(env, config, here)
    else:
        tell_newcomers(env, config, here, is_assumed=chosen is None)
    announce(env, config, here, bound)
    serve_club(config, listener, worker=not no_worker, hold=hold)
    env.tell(Text("The club is closed; everything is kept in {folder}.", folder=str(folder)))


def load_settings(env: Env, folder: Path, origin: str | None = None) -> "Config":
    """Return the settings of the club in a folder, with the address that was typed; they may not name another one."""
    from server.config import load_config

    config = load_config(env.environ, home=str(folder))
    if origin is None:
        return config
    wanted = check_server(origin)
    if config.origin.rstrip("/") not in {"", wanted}:
        raise Failure(
            Text("The settings of the club in {folder} say {origin}.", folder=str(folder), origin=config.origin),
            advice=Text("Leave `--origin` out, or correct the settings."),
        )
    return msgspec.structs.replace(config, origin=wanted)


def find_chosen(config: "Config") -> str | None:
    """Make the club if it is not there, and return its address; None where nobody has chosen one."""
    from server.services import host

    club = host.init(config)
    club.engine.dispose()
    return None if club.identity.line is None else club.origin


def tell_newcomers(env: Env, config: "Config", origin: str, *, is_assumed: bool) -> None:
    """Say where the club is, if nobody has chosen that, and how somebody gets in."""
    if is_assumed:
        tell_what_is_assumed(env, origin)
    tell_how_to_register(env, config, origin)


def tell_how_to_register(env: Env, config: "Config", origin: str) -> None:
    """Say how somebody gets in: who made the club with a claim code, others as the club has it."""
    from server.services import founding, host

    club = host.init(config, origin)
    registration, made = host.get_registration(club), founding.found(club)
    club.engine.dispose()
    if not made.has_host:
        tell_how_to_claim(env, config, origin, made.claim)
    elif registration == "open":
        said = Text("Then, in another terminal: atelier register HANDLE MAIL --server {origin}", origin=origin)
        env.tell(said)
    elif registration == "invited":
        env.tell(Text("New players need an invitation: `atelier host invite MAIL` mails one."))


def tell_how_to_claim(env: Env, config: "Config", origin: str, code: str | None) -> None:
    """Say how whoever makes a club becomes its host."""
    if code is None:
        folder = str(config.folder)
        env.tell(Text("This club has no host yet: `atelier host claim --club {folder}` shows a code.", folder=folder))
        return
    env.tell(Text("This club has no host yet. Whoever registers with this code becomes one:"))
    env.tell("")
    env.tell(f"    atelier register HANDLE MAIL --server {origin} --claim {code}")
    env.tell("")


def announce(env: Env, config: "Config", origin: str, port: int) -> None:
    """Say where the club is served."""
    folder = config.folder
    if env.json:
        env.data({"origin": origin, "club": str(folder), "port": port})
        return
    said = Text(
        "Serving {name} at {origin} (folder {folder}). Ctrl-C ends it.",
        name=config.name,
        origin=origin,
        folder=str(folder),
    )
    env.read_out(env.say(said))


def settle_for_trying(env: Env, folder: Path) -> None:
    """Give a club that is only tried out settings for the impatient, if it has none."""
    from server.config import find_settings
    from server.storage import files

    path = find_settings(env.environ, folder)
    if not path.exists():
        files.make_folder(path.parent)
        with open(path, "w", encoding="utf-8", opener=files.open_owned) as file:
            file.write(FOR_TRYING)


def tell_what_is_assumed(env: Env, origin: str) -> None:
    """Say where a club is that nobody has given an address, and what that means."""
    env.tell(
        Text(
            "No `--origin` was given: the club's address is {origin}, which is good on this machine alone. "
            "If others are to come, stop and serve it with `--origin https://club.example` before anybody registers; "
            "later `atelier host move URL` changes it.",
            origin=origin,
        )
    )


def listen(config: "Config", origin: str | None, address: str | None, port: int | None) -> "socket.socket":
    """Return a listening socket; a new club takes another port where the usual one is in use."""
    from server.serving import bind

    web = config.web
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
