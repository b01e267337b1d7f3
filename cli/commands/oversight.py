"""What a host sees: read from the club's folder where it is at hand, else asked of the profile's server."""

from typing import Annotated, Any, Literal

import typer

from cli import machine, render
from cli.acts import show_act
from cli.client import connect
from cli.commands.hosting import send_act
from cli.env import Env
from cli.options import ClubOption
from engine.core.language import Text

app = typer.Typer()
PAGE = 200
HANGING = 4
"""Where a list of sentences goes on that does not fit in a line."""
COLUMNS = {
    "id": Text("id"),
    "title": Text("title"),
    "rules": Text("game"),
    "status": Text("state"),
    "state": Text("state"),
    "n": Text("entry"),
    "held": Text("held"),
    "handle": Text("name"),
    "mail": Text("mail"),
    "role": Text("role"),
    "confirmed": Text("confirmed"),
    "games": Text("games"),
    "seen": Text("seen"),
    "since": Text("since"),
    "kind": Text("kind"),
    "to": Text("to"),
    "data": Text("data"),
    "error": Text("error"),
}
"""What is read above the fields of a list."""
StateOption = Annotated[
    Literal["queued", "sent", "parked", "dropped", "joined"] | None, typer.Option(help="Only mails in this state.")
]


def fetch(env: Env, what: str, items: str, step: str, **query: Any) -> list[dict[str, Any]]:
    """Return a list of the server's for hosts, page by page to its end."""
    client, found, at = connect(env), [], None
    while True:
        asked = {"most": PAGE, **{name: value for name, value in {**query, step: at}.items() if value is not None}}
        page = client.call("GET", f"/host/{what}", query=asked)
        found += page[items]
        at = page["next"]
        if at is None:
            return found


@app.command()
def players(ctx: typer.Context, club: ClubOption = None) -> None:
    """List everybody in the club, with when they were last seen.

    Example: atelier host players --json
    """
    env: Env = ctx.obj
    local = machine.is_at_hand(env, club)
    found = machine.read_members(env, club) if local else fetch(env, "members", "members", "after")
    fields = ["handle", "mail", "role", "confirmed", "games", "seen"]
    table(env, Text("Players"), fields, found, [map_member(env, one) for one in found if not one["deleted"]])


def map_member(env: Env, member: dict[str, Any]) -> dict[str, Any]:
    """Return a member as they are read in a list."""
    role = env.say(Text("banned")) if member["banned"] else member["role"]
    return {**member, "role": role, "seen": ago(env, member["seen_at"])}


@app.command()
def bounces(ctx: typer.Context, club: ClubOption = None) -> None:
    """List the members whose mail comes back, and since when.

    Example: atelier host bounces
    """
    env: Env = ctx.obj
    local = machine.is_at_hand(env, club)
    found = (
        machine.read_members(env, club, bounced=True)
        if local
        else fetch(env, "members", "members", "after", bounced="true")
    )
    shown = [{**one, "since": ago(env, one["bounced_at"])} for one in found]
    table(env, Text("Bounces"), ["handle", "mail", "since", "games"], found, shown)


@app.command()
def games(ctx: typer.Context, club: ClubOption = None) -> None:
    """List every game of the club, the last changed first.

    Example: atelier host games --json
    """
    env: Env = ctx.obj
    local = machine.is_at_hand(env, club)
    found = machine.read_games(env, club) if local else fetch(env, "games", "games", "after")
    table(env, Text("Games"), ["id", "title", "rules", "status", "n", "held"], found)


@app.command()
def stuck(
    ctx: typer.Context,
    hours: Annotated[int, typer.Option(min=0, help="Asked at least so many hours ago.")] = 24,
    club: ClubOption = None,
) -> None:
    """List whom games wait for: since when, until when, and whether the mail arrived.

    Example: atelier host stuck --hours 48
    """
    env: Env = ctx.obj
    local = machine.is_at_hand(env, club)
    found = machine.read_stuck(env, club, hours) if local else fetch(env, "stuck", "seats", "after", hours=hours)
    if env.json:
        env.data(found)
        return
    for line in (line for seat in found for line in say_stuck(env, seat)):
        env.read_out(line, HANGING)
    if not found:
        env.tell(Text("Nobody is waited for who was asked more than {hours} hours ago.", hours=hours))


def say_stuck(env: Env, seat: dict[str, Any]) -> tuple[str, str]:
    """Return an awaited seat as it is read: which game, then who, since when, until when, and whether they know."""
    said = Text(
        "    {seat}, {who}: asked {since}, due {due}, {told}",
        seat=f"p{seat['seat'] + 1}",
        who=seat["player"] or Text("nobody") if seat["by"] != "bot" else Text("a bot"),
        since=ago(env, seat["since"]),
        due=render.deadline(env, seat["deadline"]),
        told=say_told(seat),
    )
    return f"{seat['title']} ({seat['game']})", env.say(said)


def say_told(seat: dict[str, Any]) -> Text:
    """Return whether the player of an awaited seat knows that they are."""
    if seat["bounced_at"] is not None:
        return Text("mail bounces")
    if seat["mail"] == "parked":
        return Text("mail is parked")
    if seat["told_at"] is not None:
        return Text("mailed")
    return Text("mail waits") if seat["mail"] == "queued" else Text("not mailed")


@app.command()
def outbox(
    ctx: typer.Context,
    club: ClubOption = None,
    state: StateOption = None,
    retry: Annotated[int | None, typer.Option(metavar="ID", help="Send a parked mail after all.")] = None,
    drop: Annotated[int | None, typer.Option(metavar="ID", help="Forget a parked mail.")] = None,
) -> None:
    """List what is to be mailed or was mailed, the latest first; on the club's machine with what is to be said.

    Example: atelier host outbox --state parked
    """
    env: Env = ctx.obj
    fields = ["id", "kind", "to", "state", "error"]
    if machine.is_at_hand(env, club):
        found = machine.read_outbox(env, club, state, retry, drop)
        rows = [{**row, "data": " ".join(f"{name}={value}" for name, value in row["data"].items())} for row in found]
        table(env, Text("Outbox"), [*fields[:-1], "data", "error"], found, rows)
        return
    for word, mail in (("retry", retry), ("drop", drop)):
        if mail is not None:
            send_act(env, connect(env), word, mail=mail)
    table(env, Text("Outbox"), fields, fetch(env, "outbox", "mails", "before", state=state))


@app.command()
def stats(ctx: typer.Context, club: ClubOption = None) -> None:
    """Show the club in figures: members, games, turns, mails, who may register, whether it is paused.

    Example: atelier host stats
    """
    env: Env = ctx.obj
    local = machine.is_at_hand(env, club)
    found = machine.read_figures(env, club) if local else connect(env).call("GET", "/host/figures")
    if env.json:
        env.data(found)
        return
    paused = "-" if found["paused_since"] is None else render.moment(env, found["paused_since"])
    rows = [[env.say(FIGURES[name]), paused if name == "paused_since" else found[name]] for name in FIGURES]
    render.show(env, render.listing(env.say(Text("The club")), [], rows))


FIGURES = {
    "members": Text("members"),
    "hosts": Text("hosts among them"),
    "seen_this_month": Text("seen in 30 days"),
    "banned": Text("banned"),
    "games_open": Text("games that wait for players"),
    "games_running": Text("games in play"),
    "games_over": Text("games that are over"),
    "games_archived": Text("archived among them"),
    "turns_this_week": Text("turns in 7 days"),
    "awaited": Text("people who are awaited"),
    "overdue": Text("seats past their deadline"),
    "mails_queued": Text("mails to be sent"),
    "mails_parked": Text("mails that were given up"),
    "registration": Text("registration"),
    "paused_since": Text("paused since"),
}


@app.command("log")
def host_log(ctx: typer.Context, club: ClubOption = None) -> None:
    """Tell what hosts did, when and on whom, the last first.

    Example: atelier host log
    """
    env: Env = ctx.obj
    found = machine.read_log(env, club) if machine.is_at_hand(env, club) else fetch(env, "acts", "acts", "before")
    if env.json:
        env.data(found)
        return
    for line in (line for act in found for line in show_act(env, act)):
        env.read_out(line, HANGING)


def ago(env: Env, at: int | None) -> str:
    """Return how long ago something was; a dash for never."""
    return "-" if at is None else env.say(Text("{span} ago", span=render.span(env, env.now() - at)))


def table(
    env: Env,
    title: Text,
    fields: list[str],
    found: list[dict[str, Any]],
    shown: list[dict[str, Any]] | None = None,
) -> None:
    """Print rows with these fields as they are read, or all that was found as JSON."""
    if env.json:
        env.data(found)
        return
    rows = [["" if row[field] is None else row[field] for field in fields] for row in (shown or found)]
    render.show(env, render.listing(env.say(title), [env.say(COLUMNS[field]) for field in fields], rows))
