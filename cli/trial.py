"""A club to try things out: a player with a profile and a game against a bot, ready to play."""

import secrets
import shlex
import sys
from pathlib import Path

from cli import keys, profiles
from cli.env import Env
from cli.profiles import Profile
from engine.core.canonical import b64u
from engine.core.language import Text
from engine.ledger.slips import HelloSlip, JoinSlip, RegisterSlip
from server.config import Config
from server.models import Member
from server.services import accounts, finding, founding, games, host, joining, tokens, views
from server.services.club import Club
from server.services.outbox import find_mails

HOME, HANDLE = "you", "camille"
GAME = "nicodemus"
DEFAULT_FOLDER = Path("club")
"""Where `host` looks by itself."""


def welcome(env: Env, config: Config, origin: str) -> None:
    """Make a player with a profile inside the club's folder and a game against a bot, and say what to type."""
    home = config.folder.absolute() / HOME
    player_env = Env(env.environ, env.stdin, env.stdout, env.stderr, home, lang=env.lang)
    club = host.init(config, origin)
    profile = profiles.find(player_env, "default") or new_player(player_env, club)
    renew_token(player_env, club, profile)
    game, line = first_ask(player_env, club, profile)
    club.engine.dispose()
    where = "" if config.folder == DEFAULT_FOLDER else f" --club {shlex.quote(str(config.folder.absolute()))}"
    program = shlex.quote(program_path(is_anywhere=bool(where)))
    env.tell(Text("A game of Nicodemus against a bot waits for you. In another terminal, type:"))
    env.tell("")
    env.tell(f"    export ATELIER_HOME={shlex.quote(str(home))}")
    env.tell(f"    {program} play")
    env.tell("")
    env.tell(Text("The mail about it comes into the club's folder. To read it, and to play by answering it:"))
    env.tell("")
    env.tell(f"    {program} host mail{where}")
    env.tell(f'    {program} host answer{where} "{line}"')
    env.tell("")
    env.tell(Text("In a browser the game is at {page}.", page=f"{club.origin}/games/{game}"))
    env.tell(Text("To play there, bring the key: `{program} key export FILE` writes it.", program=program))
    env.tell("")


def program_path(*, is_anywhere: bool) -> str:
    """Return how this program is called, from the same folder or from anywhere."""
    path = Path(sys.argv[0])
    if path.name != "atelier" or not path.exists():
        return "atelier"
    return str(path.absolute() if is_anywhere else path)


def new_player(env: Env, club: Club) -> Profile:
    """Register a player directly with the club that is about to be served, and confirm the address."""
    profile = Profile(
        name="default",
        folder=profiles.folder_of(env, "default"),
        server=club.origin,
        origin=club.origin,
        handle=free_handle(club),
        server_keys=[club.key.public.jwk],
    )
    key = keys.make()
    said = RegisterSlip(
        handle=profile.handle, mail=f"{profile.handle}@localhost", jwk=key.public.jwk, **keys.stamp(env, profile)
    )
    arrival = accounts.Arrival(language=env.lang, zone=club.config.zone, claim=founding.claim_unless_hosted(club))
    shown = accounts.register(club, keys.sign(said, key), arrival)
    profile.player, profile.kid = shown.id, shown.kid
    accounts.confirm(club, shown.id, mailed_code(club, shown.id))
    keys.keep(profile, key)
    profiles.save(profile)
    return profile


def renew_token(env: Env, club: Club, profile: Profile) -> None:
    """Give the player a fresh token: the last one may be months old."""
    hello = HelloSlip(scope=("read", "act"), label="atelier", **keys.stamp(env, profile))
    profile.token = tokens.give(club, keys.sign(hello, keys.load(profile))).token
    profiles.save(profile)


def free_handle(club: Club) -> str:
    """Return a name, or something like it where somebody has it already."""
    taken = {player.handle for player in host.get_players(club)}
    return HANDLE if HANDLE not in taken else f"{HANDLE}-{secrets.token_hex(2)}"


def mailed_code(club: Club, player: str) -> str:
    """Return the code that is about to be mailed to a player of this machine's own club."""
    return next(str(mail.data["code"]) for mail in find_mails(club) if mail.player == player and "code" in mail.data)


def first_ask(env: Env, club: Club, profile: Profile) -> tuple[str, str]:
    """Return the player's game, and a line that the first mail of it can be answered with."""
    with club.read() as session:
        player = tokens.get_owner(session, club, profile.token, "act")
    game = open_game(env, club, profile, player)
    legal = views.view(club, game, player, env.lang).legal
    return game, legal[0].shown if legal else "help"


def open_game(env: Env, club: Club, profile: Profile, player: Member) -> str:
    """Return a running game of the player's; open one against a bot and take the first seat if there is none."""
    for game in finding.find_games(club, player, "mine", None, None, 100).games:
        if game.status != "over":
            return game.id
    wish = games.Wish(
        rules=GAME,
        seats=2,
        title=env.say(Text("first game")),
        bots={1: "greedy"},
        options={"first_player": "p1"},
        pace={},
    )
    shown = games.create(club, player, wish)
    said = JoinSlip(shown.id, 0, shown.terms, b64u(secrets.token_bytes(32)))
    answer = joining.join(club, shown.id, keys.sign(said, keys.load(profile)), None)
    profiles.keep_receipt(profile, shown.id, answer.receipt)
    return shown.id
