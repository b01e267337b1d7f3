"""For hosts, and for whoever opened a table: what they do to a game, signed, from anywhere."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

import typer

from cli import keys, render
from cli.client import Client, connect
from cli.commands.hosting import EverythingOption, WhyOption, YesOption, act, make_sure
from cli.env import Env
from cli.exits import Failure
from cli.seats import find_game
from engine.core.dates import read_span
from engine.core.errors import Refused
from engine.core.language import Text

app = typer.Typer()
TRIES = 5
"""How often an act is signed anew, since somebody may play between a look at the game and the signature."""
GameArg = Annotated[str, typer.Argument(help="The game's id or title, or the beginning of either.")]
MaybeGame = Annotated[str | None, typer.Argument(help="The game's id or title, or the beginning of either.")]
SeatArg = Annotated[str, typer.Argument(help="Whose seat: a name, or p1, p2, ...")]
SeatOption = Annotated[str | None, typer.Option("--seat", help="One seat alone: a name, or p1, p2, ...")]
TimeArg = Annotated[
    str, typer.Argument(help="How much more, such as `48h` or `3d`; or until when: `2026-12-01T20:00`.")
]
ForOption = Annotated[
    str | None, typer.Option("--for", metavar="TIME", help="How long, such as `7d`; or until when: `2026-12-01T20:00`.")
]


def intervene(env: Env, game: str, do: str, why: str | None, **said: Any) -> dict[str, Any]:
    """Sign an act on a game and send it with its note; anew where the game has moved on meanwhile."""
    client = connect(env)
    found = find_game(env, client, game, ("mine", "running"))
    for _ in range(TRIES - 1):
        try:
            return send(client, look_at(client, found), do, why, said)
        except Failure as failure:
            if failure.code != "stale_position":
                raise
    return send(client, look_at(client, found), do, why, said)


def look_at(client: Client, game: str) -> dict[str, Any]:
    """Return a game as its hosts see it."""
    shown: dict[str, Any] = client.call("GET", f"/games/{game}/host")
    return shown


def send(client: Client, shown: dict[str, Any], do: str, why: str | None, said: dict[str, Any]) -> dict[str, Any]:
    """Sign an act on a game as it stands, and send it."""
    from engine.ledger.slips import HostSlip

    given: dict[str, Any] = {"do": do, **{name: value for name, value in said.items() if value is not None}}
    slip = keys.sign(HostSlip(game=shown["id"], on=shown["head"], **given), keys.load(client.profile))
    body = {"slip": slip.decode(), **({"note": why} if why else {})}
    return {**client.call("POST", f"/games/{shown['id']}/host", body=body), "game": shown["id"]}


def get_seat(shown: dict[str, Any], name: str) -> int:
    """Return a seat of a game by the name of who plays it, or by its own."""
    from engine.ledger.proposals import find_seat

    return find_seat(name, [seat["name"] for seat in shown["seats"]])


def tell_done(env: Env, done: dict[str, Any], said: Text) -> None:
    """Say what was done, and where it stands."""
    stands = Text("It is entry {n} of the ledger, and the table is told.", n=done["n"])
    env.answer({"n": done["n"], "hash": done["hash"], "game": done["game"]}, said, stands)


def read_moment(text: str, since: int) -> int:
    """Return a moment: so much after another one, or a date and time on this machine's clock."""
    with suppress(Refused):
        return since + read_span(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Failure(
            Text("`{text}` is neither a time such as `48h` nor a moment such as `2026-12-01T20:00`.", text=text)
        ) from None
    return int(moment.astimezone().timestamp() * 1000)


@app.command()
def give(
    ctx: typer.Context,
    game: GameArg,
    seat: SeatArg,
    to: Annotated[str, typer.Option(metavar="WHOM", help="`bot`, `substitute`, or a member's name.")] = "bot",
    why: WhyOption = None,
) -> None:
    """Give a seat to a bot, open it to substitutes, or offer it to a member, who takes it with their own slip.

    Example: atelier host give club-7 bruno --to odile
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = look_at(client, find_game(env, client, game, ("mine", "running")))
    game, number = shown["id"], get_seat(shown, seat)
    if to in {"bot", "substitute"}:
        done = intervene(env, game, "bot_seat" if to == "bot" else "open_seat", why, seat=number)
        whom = (
            Text("A bot plays {seat} now.", seat=seat)
            if to == "bot"
            else Text("{seat} is open to substitutes.", seat=seat)
        )
        tell_done(env, done, whom)
        return
    known = client.call("GET", f"/members/{to}")
    done = intervene(env, game, "offer_seat", why, seat=number, to=known["kid"])
    tell_done(env, done, Text("{seat} is kept for {name}, who is mailed.", seat=seat, name=known["handle"]))


@app.command()
def extend(ctx: typer.Context, game: GameArg, time: TimeArg, seat: SeatOption = None, why: WhyOption = None) -> None:
    """Give more time to whoever is awaited now, or to one seat of them; nobody loses time by it.

    Example: atelier host extend club-7 48h --seat bruno
    """
    env: Env = ctx.obj
    client = connect(env)
    shown = look_at(client, find_game(env, client, game, ("mine", "running")))
    number = None if seat is None else get_seat(shown, seat)
    dues = [one["deadline"] for one in shown["seats"] if one["deadline"] and number in {None, one["seat"]}]
    until = read_moment(time, max([env.now(), *dues]))
    done = intervene(env, shown["id"], "extend", why, until=until, seat=number)
    tell_done(env, done, Text("There is time until {when}.", when=render.deadline(env, until)))


@app.command()
def pause(
    ctx: typer.Context,
    game: MaybeGame = None,
    span: ForOption = None,
    everything: EverythingOption = False,
    why: WhyOption = None,
) -> None:
    """Let the clocks of a game stand and its bots wait, or with `--everything` the clocks of the whole club.

    Example: atelier host pause club-7 --for 7d
    """
    env: Env = ctx.obj
    if everything or game is None:
        check_everything(everything, game, span)
        act(env, "pause", why=why)
        return
    until = None if span is None else read_moment(span, env.now())
    done = intervene(env, game, "pause", why, until=until)
    when = (
        Text("until `atelier host resume {game}`", game=game)
        if until is None
        else Text("until {when}", when=render.moment(env, until))
    )
    tell_done(env, done, Text("The game is paused {when}.", when=when))


@app.command()
def resume(
    ctx: typer.Context, game: MaybeGame = None, everything: EverythingOption = False, why: WhyOption = None
) -> None:
    """Let the clocks of a game run again, or with `--everything` those of the whole club; nobody has lost time.

    Example: atelier host resume club-7
    """
    env: Env = ctx.obj
    if everything or game is None:
        check_everything(everything, game, None)
        act(env, "resume")
        return
    tell_done(env, intervene(env, game, "resume", why), Text("The clocks of the game run again."))


def check_everything(everything: bool, game: str | None, span: str | None) -> None:
    """Refuse to touch the whole club unless just that was said."""
    if not everything or game is not None or span is not None:
        raise Failure(Text("Name a game, or the whole club with `--everything`; that stands until it is resumed."))


@app.command()
def end(
    ctx: typer.Context,
    game: GameArg,
    places: Annotated[
        str | None, typer.Option(metavar="PLACES", help="The places of p1, p2 and so on, such as `2,1,3`.")
    ] = None,
    why: WhyOption = None,
    yes: YesOption = False,
) -> None:
    """End a game: without a result, or with the places that a host has judged.

    Example: atelier host end club-7 --places 2,1,3 --yes
    """
    env: Env = ctx.obj
    judged = None if places is None else read_places(places)
    make_sure(env, yes, Text("An ended game can't be played on."), Text("End {game}? (y/n)", game=game))
    done = intervene(env, game, "stop", why) if judged is None else intervene(env, game, "judge", why, places=judged)
    tell_done(env, done, Text("The game is over.") if judged is None else Text("The game is over, as it was judged."))


def read_places(text: str) -> tuple[int, ...]:
    """Return the places of all seats, one after the other."""
    given = text.replace(",", " ").split()
    if not given or not all(one.isdecimal() and int(one) > 0 for one in given):
        raise Failure(Text("`{text}` are no places such as `2,1,3`: one for each seat, 1 is the first.", text=text))
    return tuple(map(int, given))


@app.command()
def void(ctx: typer.Context, game: GameArg, why: WhyOption = None, yes: YesOption = False) -> None:
    """Declare a game void: it is over and counts for nothing.

    Example: atelier host void club-7 --why "Two seats were one person." --yes
    """
    env: Env = ctx.obj
    make_sure(env, yes, Text("A void game can't be played on."), Text("Declare {game} void? (y/n)", game=game))
    tell_done(env, intervene(env, game, "void", why), Text("The game is void."))
