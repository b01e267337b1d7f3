"""A club on this machine: made if it is not there, then served with its worker until Ctrl-C."""

import secrets
import shlex
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from cli import keys, profiles
from cli.env import Env
from cli.options import ClubOption
from cli.profiles import Profile
from engine.core.language import Text

app = typer.Typer()
HOME, HANDLE = "you", "camille"
GAME = "nicodemus"
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
    listener = listening(env, folder, address, port)
    config = configured(env, folder, listener.getsockname()[1], FOR_TRYING if demo else "")
    if demo:
        welcome(env, config)
    else:
        env.tell(
            Text("Then, in another terminal: atelier register HANDLE MAIL --server {origin}", origin=config.origin)
        )
    announce(env, config, folder, listener.getsockname()[1])
    serve_club(config, listener, worker=not no_worker, hold=hold)
    env.tell(Text("The club is closed; everything is kept in {folder}.", folder=str(folder)))


def announce(env: Env, config: Any, folder: Path, port: int) -> None:
    """Say where the club is served."""
    if env.json:
        env.data({"origin": config.origin, "club": str(folder), "port": port})
        return
    said = Text(
        "Serving {name} at {origin} (folder {folder}). Ctrl-C ends it.",
        name=config.name, origin=config.origin, folder=str(folder),
    )  # fmt: skip
    env.out(env.say(said))


def listening(env: Env, folder: Path, address: str, port: int | None) -> Any:
    """Return a listening socket; a new club takes another port where the usual one is in use."""
    from engine.core.errors import Refused
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


def configured(env: Env, folder: Path, port: int, more: str = "") -> Any:
    """Return the club's settings; its address is written down the first time, since slips are signed for it."""
    from server.config import load_config
    from server.services import host

    settings = folder / "atelier.toml"
    named = any(env.environ.get(name) for name in ("ATELIER_ORIGIN", "ATELIER_CONFIG"))
    if not settings.exists() and not named:
        folder.mkdir(parents=True, exist_ok=True)
        settings.write_text(f'origin = "http://127.0.0.1:{port}"\n{more}', encoding="utf-8")
    config = load_config(env.environ, home=str(folder))
    host.init(config).engine.dispose()
    return config


def welcome(env: Env, config: Any) -> None:
    """Make a player with a profile inside the club's folder and a game against a bot, and say what to type."""
    from server.services import host

    home = config.folder.absolute() / HOME
    player_env = Env(env.environ, env.stdin, env.stdout, env.stderr, home, lang=env.lang)
    club = host.init(config)
    profile = profiles.find(player_env, "default") or new_player(player_env, club)
    renew_token(player_env, club, profile)
    line = first_line(player_env, club, profile)
    club.engine.dispose()
    program = shlex.quote(program_path())
    env.tell(Text("A game of Nicodemus against a bot waits for you. In another terminal, type:"))
    env.tell("")
    env.tell(f"    export ATELIER_HOME={shlex.quote(str(home))}")
    env.tell(f"    {program} play")
    env.tell("")
    env.tell(Text("The mail about it comes into the club's folder. To read it, and to play by answering it:"))
    env.tell("")
    env.tell(f"    {program} host mail")
    env.tell(f'    {program} host answer "{line}"')
    env.tell("")


def program_path() -> str:
    """Return how this program is called from the same folder."""
    import sys

    path = Path(sys.argv[0])
    return str(path) if path.name == "atelier" and path.exists() else "atelier"


def new_player(env: Env, club: Any) -> Profile:
    """Register a player directly with the club that is about to be served, and confirm the address."""
    from engine.ledger.slips import RegisterSlip
    from server.services import accounts

    profile = Profile(
        name="default", folder=profiles.folder_of(env, "default"), server=club.config.origin, origin=club.config.origin,
        handle=free_handle(club), server_keys=[club.key.public.jwk],
    )  # fmt: skip
    key = keys.make()
    said = RegisterSlip(
        handle=profile.handle, mail=f"{profile.handle}@localhost", jwk=key.public.jwk, **keys.stamp(env, profile)
    )
    shown = accounts.register(
        club, keys.sign(said, key), language=env.lang, zone=club.config.zone, invitation=None, address=""
    )
    profile.player, profile.kid = shown["id"], shown["kid"]
    accounts.confirm(club, shown["id"], mailed_code(club, shown["id"]))
    keys.keep(profile, key)
    profiles.save(profile)
    return profile


def renew_token(env: Env, club: Any, profile: Profile) -> None:
    """Give the player a fresh token: the last one may be months old."""
    from engine.ledger.slips import HelloSlip
    from server.services import tokens

    hello = HelloSlip(scope=("read", "act"), label="atelier", **keys.stamp(env, profile))
    profile.token = tokens.give(club, keys.sign(hello, keys.load(profile)))["token"]
    profiles.save(profile)


def free_handle(club: Any) -> str:
    """Return a name, or something like it where somebody has it already."""
    from server.services import host

    taken = {player["handle"] for player in host.players(club)}
    return HANDLE if HANDLE not in taken else f"{HANDLE}-{secrets.token_hex(2)}"


def mailed_code(club: Any, player: str) -> str:
    """Return the code that is about to be mailed to a player of this machine's own club."""
    from cli.commands.host import outbox_rows

    return next(
        str(row["data"]["code"]) for row in outbox_rows(club) if row["player"] == player and "code" in row["data"]
    )


def first_line(env: Env, club: Any, profile: Profile) -> str:
    """Return a line that the player can answer the first mail with."""
    from server.services import tokens, views

    with club.read() as connection:
        player = tokens.owner(connection, club, profile.token, "act")
    game = open_game(env, club, profile, player)
    legal = views.view(club, game, player, env.lang).legal
    return legal[0].line if legal else "help"


def open_game(env: Env, club: Any, profile: Profile, player: Any) -> str:
    """Return a running game of the player's; open one against a bot and take the first seat if there is none."""
    from engine.core.canonical import b64u
    from engine.ledger.slips import JoinSlip
    from server.services import games

    for game in games.listed(club, player, "mine", None, None, 100)["games"]:
        if game["status"] != "over":
            return str(game["id"])
    wish = games.Wish(
        rules=GAME, seats=2, title=env.say(Text("first game")), bots={1: "greedy"}, options={"first_player": "p1"}
    )
    shown = games.create(club, player, wish)
    said = JoinSlip(shown["id"], 0, shown["terms"], b64u(secrets.token_bytes(32)))
    receipt = games.join(club, shown["id"], keys.sign(said, keys.load(profile)), None)
    profiles.keep_receipt(profile, shown["id"], receipt["receipt"])
    return str(shown["id"])
