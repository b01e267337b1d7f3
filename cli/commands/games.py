"""Finding, opening, joining games; what can be played and how."""

from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import typer

from cli import render
from cli.answers import GameJson, SeatJson
from cli.boards import title_of
from cli.client import Client, connect, guest
from cli.env import Env
from cli.exits import Failure
from cli.notes import say_waiting, tell_waiting
from cli.options import GameArg, NeededGame
from cli.seating import is_free, look_at, sign_for_seat, take_seat
from cli.seats import find_game, is_waiting, my_games
from cli.wishes import as_object, bot_seats, pair
from engine.core.dates import read_span
from engine.core.language import Count, Text
from engine.core.refusals import Exit

app = typer.Typer()
InvitationOption = Annotated[str | None, typer.Option(help="The invitation to a private game.")]
SeatOption = Annotated[str | None, typer.Option("--seat", help="The seat, p1, p2, ...; without it the first free one.")]
PaceOption = Annotated[
    str | None,
    typer.Option(help="How fast to play: 48h for a turn, `none` for no clock, or as JSON; else as the club does."),
]
BotOption = Annotated[
    list[str] | None,
    typer.Option(
        help="Give a seat to a bot: p2=journeyman; or just journeyman, for the last free seat. There are random, greedy, apprentice and journeyman."
    ),
]
HintsOption = Annotated[
    str | None, typer.Option(help="`none`: nobody is suggested moves here; it stands in the terms.")
]
ByHandOption = Annotated[
    bool, typer.Option("--by-hand", help="Start only at `atelier start GAME`, not when the table is full.")
]
TIMEOUTS = {
    "wait": Text("the table waits"),
    "bot_turn": Text("a bot plays that turn"),
    "bot_seat": Text("a bot takes the seat"),
    "substitute": Text("the seat is offered to a substitute, and after three days to a bot"),
}
"""What happens when a turn's time is up."""
STATUS = {"open": Text("open"), "running": Text("running"), "over": Text("over")}


@app.command()
def games(
    ctx: typer.Context,
    game: GameArg = None,
    open_: Annotated[bool, typer.Option("--open", help="Games with free seats.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="Every game that you can see.")] = False,
    waiting: Annotated[bool, typer.Option("--waiting", help="Only games that wait for you.")] = False,
) -> None:
    """List your games, those that wait for you first; with a game, show its terms and seats.

    Example: atelier games --waiting --json
    """
    env: Env = ctx.obj
    client = guest(env)
    if game is not None:
        show_game(env, client, find_game(env, client, game))
        return
    which = "open" if open_ else "waiting" if waiting else "mine"
    found = all_games(env, client) if all_ else my_games(env, client, which)
    found.sort(key=lambda one: (not is_waiting(one), one["status"] == "over", _due(one) or 2**60))
    if env.json:
        env.data(found)
        return
    render.show(env, render.listing(env.say(Text("Games")), game_heads(env), [_row(env, one) for one in found]))
    if not found:
        env.tell(
            Text("No games here. `atelier games --open` lists games with free seats; `atelier new GAME` opens one.")
        )


def all_games(env: Env, client: Client) -> list[GameJson]:
    """Return open, running and finished games."""
    return [game for which in ("open", "running", "finished") for game in my_games(env, client, which)]


def game_heads(env: Env) -> list[str]:
    """Return the column heads of a list of games."""
    return [env.say(text) for text in (Text("id"), Text("title"), Text("game"), Text("state"), Text("due"))]


def _due(game: GameJson) -> int | None:
    due: int | None = None if game["you"] is None else game["seats"][game["you"]]["deadline"]
    return due


def _row(env: Env, game: GameJson) -> list[Any]:
    from engine.core.sheet import Cell

    state: Any = env.say(STATUS[game["status"]])
    if is_waiting(game):
        state = Cell(env.say(Text("YOUR TURN")), "yours")
    elif game["status"] == "running":
        names = [seat_name(env, seat) for seat in game["seats"] if seat["awaited"]]
        state = env.say(Text("waits for {names}", names=", ".join(names)))
        if (left := say_waiting(game)) is not None:
            state = f"{state} · {env.say(left)}"
    elif game["status"] == "open":
        free = sum(is_free(seat) for seat in game["seats"])
        seats = len(game["seats"])
        state = env.say(Count("open, {n} of {seats} seats free", "open, {n} of {seats} seats free", free, seats=seats))
    due = env.say(Text("paused")) if game.get("paused") else render.deadline(env, _due(game))
    return [game["id"], game["title"], title_of(game["rules"], env.lang), state, due]


def seat_name(env: Env, seat: SeatJson) -> str:
    """Return who sits there: a handle, a bot's name, or the seat's own name."""
    if seat["by"] == "empty" and seat["bot"]:
        return env.say(Text("a bot ({kind})", kind=bot_title(seat["bot"], env.lang)))
    if seat["by"] != "bot":
        return seat["name"]
    if seat["player"]:
        return env.say(Text("{bot} (a bot, for {who})", bot=seat["name"], who=seat["player"]))
    if seat["bot"]:
        return env.say(Text("{bot} (a bot, {kind})", bot=seat["name"], kind=bot_title(seat["bot"], env.lang)))
    return env.say(Text("{bot} (a bot)", bot=seat["name"]))


def bot_title(name: str, lang: str) -> str:
    """Return how a kind of bot is called in a language; one that only the server knows, by its name."""
    from engine.bots import find_title

    title = find_title(name)
    return name if title is None else str(getattr(title, lang))


def show_game(env: Env, client: Client, game: str) -> None:
    """Show a game's terms and seats."""
    shown = client.call("GET", f"/games/{game}")
    if env.json:
        env.data(shown)
        return
    rows: list[list[Any]] = [
        [
            f"p{seat['seat'] + 1}",
            env.say(Text("free")) if is_free(seat) else seat_name(env, seat),
            render.deadline(env, seat["deadline"]) if seat["awaited"] else "",
        ]
        for seat in shown["seats"]
    ]
    title = f"{shown['title']} · {title_of(shown['rules'], env.lang)}"
    render.show(env, render.listing(title, [], rows, env.say(STATUS[shown["status"]])))
    if shown.get("paused"):
        env.read_out(env.say(Text("The game, or the whole club, is paused: clocks stand.")))
    if shown["status"] == "running":
        show_motions(env, client, shown)
        tell_waiting(env, shown)
    env.read_out(env.say(say_pace(env, shown)))
    if shown.get("hints") == "none":
        env.read_out(env.say(Text("No hints: nobody is suggested moves here.")))
    options = ", ".join(f"{name}={value}" for name, value in shown["options"].items())
    env.read_out(env.say(Text("Options: {options}. Terms: {terms}", options=options or "-", terms=shown["terms"])))


def say_pace(env: Env, shown: GameJson) -> Text:
    """Return how long a turn lasts at a table, and what happens then."""
    if not shown["pace"]:
        return Text("No clock runs here.")
    after = TIMEOUTS[shown["policy"].get("timeout", "wait")]
    turn = render.span(env, read_span(shown["pace"]["turn"]))
    return Text("A turn may take {turn}; when its time is up, {after}.", turn=turn, after=after)


def show_motions(env: Env, client: Client, shown: GameJson) -> None:
    """Show what is proposed to a table."""
    for one in client.call("GET", f"/games/{shown['id']}/motions"):
        said = Text(
            "{who} proposes: {motion}. {agreed} of {needed} agree, until {when}.",
            who=seat_name(env, shown["seats"][one["by"]]),
            motion=one["said"],
            agreed=one["agreed"],
            needed=one["needed"],
            when=render.moment(env, one["ends"]),
        )
        env.read_out(env.say(said))


@app.command()
def new(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="What to play; `atelier rules` lists the games.")],
    *,
    seats: Annotated[int, typer.Option("--seats", "-n", help="How many play, bots included.")] = 2,
    title: Annotated[str, typer.Option(help="What the table is called.")] = "",
    bot: BotOption = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE.")] = None,
    edition: Annotated[Path | None, typer.Option(help="The club's own edition, a TOML file (hosts only).")] = None,
    pace: PaceOption = None,
    policy: Annotated[str | None, typer.Option(help="What happens when time runs out: bot_turn, or as JSON.")] = None,
    private: Annotated[bool, typer.Option("--private", help="Only for those whom you invite.")] = False,
    by_hand: ByHandOption = False,
    slips_only: Annotated[bool, typer.Option("--slips-only", help="Take signed turns only, no plain mail.")] = False,
    hints: HintsOption = None,
    no_join: Annotated[bool, typer.Option("--no-join", help="Do not take a seat yourself.")] = False,
) -> None:
    """Open a game and take its first seat.

    Example: atelier new imaginarium -n 3 --title "Winter league B" --bot greedy
    """
    env: Env = ctx.obj
    client = connect(env)
    body = {
        "rules": game,
        "seats": seats,
        "title": title,
        "bots": bot_seats(bot or [], seats),
        "private": private,
        "options": dict(pair(one) for one in option or []),
        "slips_only": slips_only,
        "start": "by_hand" if by_hand else "full",
        **({"hints": hints} if hints else {}),
        **({"pace": {} if pace == "none" else as_object(pace, "turn")} if pace else {}),
        **({"policy": as_object(policy, "timeout")} if policy else {}),
        **({"edition": edition.read_text(encoding="utf-8")} if edition else {}),
    }
    shown = client.call("POST", "/games", body=body)
    tell_opened(env, shown if no_join else take_first_seat(env, client, shown))


def take_first_seat(env: Env, client: Client, opened: GameJson) -> GameJson:
    """Sit down at a game that was opened, and return it as it is then."""
    take_seat(env, client, opened, None, None)
    shown: GameJson = client.call("GET", f"/games/{opened['id']}")
    return shown


def tell_opened(env: Env, shown: GameJson) -> None:
    """Say what comes next for a game that was opened."""
    if env.json:
        env.data(shown)
        return
    env.out(shown["id"])
    env.tell(say_pace(env, shown))
    if shown["status"] == "open":
        env.tell(Text("Open. `atelier invite {game}` invites others; they `atelier join {game}`.", game=shown["id"]))
    else:
        env.tell(Text("Started. `atelier show {game}` shows the board.", game=shown["id"]))


@app.command()
def invite(
    ctx: typer.Context,
    game: NeededGame,
    mail: Annotated[str | None, typer.Argument(help="Whom to invite; without an address only a link is made.")] = None,
    revoke: Annotated[str | None, typer.Option(metavar="ID", help="Take back an invitation of yours.")] = None,
) -> None:
    """Invite somebody to a game, by mail or with a link, or take an invitation back.

    Example: atelier invite club-7 lea@example.org
    """
    env: Env = ctx.obj
    client = connect(env)
    path = f"/games/{find_game(env, client, game)}/invitations"
    if revoke is not None:
        client.call("DELETE", f"{path}/{revoke}")
        env.answer({"revoked": revoke}, Text("The invitation is good no more."))
        return
    shown = client.call("POST", path, body={"mail": mail})
    if env.json:
        env.data(shown)
        return
    env.out(shown["link"])
    env.tell(
        Text(
            "They join with `atelier join LINK`. It is good once, until {when}.",
            when=render.moment(env, shown["expires_at"]),
        )
    )
    env.tell(Text("`atelier invite GAME --revoke {id}` takes it back.", id=shown["id"]))


@app.command()
def join(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="The game's id or title, or the link of an invitation.")],
    seat: SeatOption = None,
    invitation: InvitationOption = None,
) -> None:
    """Take a seat: you agree to the game's terms and add your own randomness to its shuffle.

    Once a game runs, a seat that nobody plays can be taken in the same way, and you play on from there.

    Example: atelier join club-7 --seat p2
    """
    env: Env = ctx.obj
    client = connect(env)
    name, invited = link_parts(game)
    invitation = invitation or invited
    shown = look_at(client, find_game(env, client, name, ("mine", "open", "running")), invitation)
    receipt, number = take_seat(env, client, shown, seat, invitation)
    if env.json:
        env.data({"game": shown["id"], "seat": number, **receipt})
        return
    env.out(f"{shown['id']} p{number + 1}")
    tell_seated(env, client, shown, number)


def tell_seated(env: Env, client: Client, shown: GameJson, number: int) -> None:
    """Say where somebody sits now, and what comes next."""
    after = client.call("GET", f"/games/{shown['id']}")
    state = (
        Text("It has started: `atelier show {game}`.", game=shown["id"])
        if after["status"] == "running"
        else Text("It starts when every seat is taken.")
    )
    env.tell(Text("You are p{seat} at {title}. {state}", seat=number + 1, title=shown["title"], state=state))


def link_parts(text: str) -> tuple[str, str | None]:
    """Return a game and its invitation from a link; a plain name has none."""
    if "://" not in text:
        return text, None
    parts = urlsplit(text)
    found = parse_qs(parts.query).get("invitation")
    return parts.path.rstrip("/").rpartition("/")[2], found[0] if found else None


@app.command()
def start(ctx: typer.Context, game: NeededGame) -> None:
    """Start a full game that waits for it.

    Example: atelier start club-7
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = client.call("POST", f"/games/{find_game(env, client, game)}/start")
    env.answer(shown, Text("Started. `atelier show {game}` shows the board.", game=shown["id"]))


@app.command()
def leave(
    ctx: typer.Context,
    game: NeededGame,
    settle: Annotated[
        bool, typer.Option("--settle", help="Agree to stop the game here; it ends when all agree.")
    ] = False,
    back: Annotated[bool, typer.Option("--return", help="Come back to a seat that you had left.")] = False,
) -> None:
    """Give your seat back before the start, leave it to a bot later, or agree to stop.

    Example: atelier leave club-7
    """
    env: Env = ctx.obj
    if not settle and not back and not really_leaves(env):
        raise Failure(Text("Nothing was changed."), Exit.INTERRUPTED, "interrupted")
    shown = sign_for_seat(env, game, "settle" if settle else "return" if back else "leave")
    said = Text("Done, as entry {n}.", n=shown["n"])
    after = [] if settle or back else [Text("`atelier return {game}` brings you back to a game that runs.", game=game)]
    env.answer(shown, said, *after)


def really_leaves(env: Env) -> bool:
    """Tell whether somebody wants to leave; on a terminal they are told what happens then, and asked."""
    if not env.stdin.isatty():
        return True
    env.tell(Text("A bot plays on in your place, or a substitute where the table wants one, as long as others play."))
    return env.ask(Text("Leave the table? (y/n) ")).strip().lower() in {"y", "yes", "o", "oui"}


@app.command("return")
def come_back(ctx: typer.Context, game: NeededGame) -> None:
    """Come back to a seat that you had left or lost, as long as nobody else has taken it.

    Example: atelier return club-7
    """
    env: Env = ctx.obj
    shown = sign_for_seat(env, game, "return")
    env.answer(shown, Text("You are back: `atelier show {game}` shows the board.", game=shown["game"]))
