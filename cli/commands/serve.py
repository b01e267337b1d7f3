"""A club on this machine: made if it is not there, then served with its worker until Ctrl-C."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from cli.env import Env
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


@app.command()
def serve(
    ctx: typer.Context,
    *,
    club: ClubOption = None,
    port: Annotated[
        int | None,
        typer.Option(help="The port; 0 takes a free one. The first time it becomes part of the club's address."),
    ] = None,
    address: Annotated[str, typer.Option("--bind", help="The address to listen at.")] = "127.0.0.1",
    demo: Annotated[
        bool, typer.Option("--demo", help="Also make a player and a game against a bot, ready to play.")
    ] = False,
    hold: Annotated[
        bool, typer.Option("--hold", help="Serve games that no longer replay on these rules read-only.")
    ] = False,
    no_worker: Annotated[
        bool, typer.Option("--no-worker", help="Leave bots, clock and mail to `atelier host worker`.")
    ] = False,
) -> None:
    """Serve a club from this machine: folder, key and database are made the first time.

    Example: atelier serve --club ~/winter-league
    """
    from server.serving import serve as serve_club

    env: Env = ctx.obj
    folder = Path(club or env.environ.get("ATELIER_CLUB") or "club")
    listener = listen(env, folder, address, port)
    config = configure(env, folder, listener.getsockname()[1], FOR_TRYING if demo else "")
    if demo:
        from cli.trial import welcome

        welcome(env, config)
    else:
        env.tell(
            Text("Then, in another terminal: atelier register HANDLE MAIL --server {origin}", origin=config.origin)
        )
    announce(env, config, folder, listener.getsockname()[1])
    serve_club(config, listener, worker=not no_worker, hold=hold)
    env.tell(Text("The club is closed; everything is kept in {folder}.", folder=str(folder)))


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
    env.out(env.say(said))


def listen(env: Env, folder: Path, address: str, port: int | None) -> "socket.socket":
    """Return a listening socket; a new club takes another port where the usual one is in use."""
    from server.serving import bind

    is_new = port is None and not (folder / "atelier.toml").exists()
    try:
        listener = bind(address, known_port(env, folder) if port is None else port)
    except Refused:
        if not is_new:
            raise
        listener = bind(address, 0)
    listener.listen(BACKLOG)  # whoever comes before all is ready waits, instead of being turned away
    return listener


def known_port(env: Env, folder: Path) -> int:
    """Return the port of a club that was served before, else the usual one."""
    from server.config import load_config

    return urlsplit(load_config(env.environ, home=str(folder)).origin).port or DEFAULT_PORT


def configure(env: Env, folder: Path, port: int, more: str = "") -> "Config":
    """Return the club's settings; its address is written down the first time, since slips are signed for it."""
    from server.config import load_config
    from server.services import host
    from server.storage import files

    settings = folder / "atelier.toml"
    named = any(env.environ.get(name) for name in ("ATELIER_ORIGIN", "ATELIER_CONFIG"))
    if not settings.exists() and not named:
        files.make_folder(folder)
        with open(settings, "w", encoding="utf-8", opener=files.open_owned) as file:
            file.write(f'origin = "http://127.0.0.1:{port}"\n{more}')
    config = load_config(env.environ, home=str(folder))
    host.init(config).engine.dispose()
    return config
