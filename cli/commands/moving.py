"""For those who host a club, on its own machine: another address, another key, and what to do when the key is lost."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.client import check_server
from cli.env import Env
from cli.exits import Failure
from cli.machine import existing, open_club, open_club_of, settings
from cli.options import ClubOption
from cli.progress import progress
from engine.core.language import Count, Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from server.services.club import Club
    from server.services.moving import PassedOn

app = typer.Typer()
STEPS = {"rows": Text("rows"), "games": Text("games")}
key_app = typer.Typer(name="key", help="The club's key: pass it on, or replace one that is lost.", no_args_is_help=True)


@app.command()
def move(
    ctx: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="The new address, as players type it.")],
    club: ClubOption = None,
) -> None:
    """Give the club another address. Its key signs the move, and clients follow it; begun games go on as they are.

    Example: atelier host move https://new.example --club /srv/atelier
    """
    from server.services import moving

    env: Env = ctx.obj
    wanted = check_server(url)
    with open_club_of(msgspec.structs.replace(existing(env, club), origin="")) as found:
        before = found.origin
        line = moving.move(found, wanted)
    env.answer(
        {"from": before, "origin": line.origin, "steps": len(line.passages)},
        Text("The club has moved from {before} to {origin}.", before=before, origin=line.origin),
    )
    if settings(env, club).origin:
        env.tell(
            Text("Change `origin` in the settings too: nothing serves a club whose settings name another address.")
        )
    env.tell(
        Text(
            "Serve it at both addresses for a while: clients that ask at the old one are told of the new one. "
            "`atelier host tell WORDS` mails the news to everybody."
        )
    )


@app.command()
def copy(
    ctx: typer.Context,
    to: Annotated[
        str,
        typer.Option("--to", metavar="DATABASE", help="postgresql://…, or `sqlite` for the file in the club's folder."),
    ],
    club: ClubOption = None,
) -> None:
    """Copy the whole club into another, empty database, and close the old one. Nobody can play meanwhile.

    Every row is compared and every game replayed before the old database is closed; it stays as it was if anything differs.

    Example: atelier host copy --to postgresql://localhost/atelier --club /srv/atelier
    """
    from server.services import copying

    env: Env = ctx.obj
    source = existing(env, club)
    counts = {"rows": 0, "games": 0}
    with progress(env, STEPS) as show:
        for step in copying.copy_club(source, copying.name_target(source, to)):
            counts[step.what] = step.of
            show(step.what, step.done, step.of)
    env.answer(
        counts,
        Text("The club is in the new database: {rows} rows, {games} games, all of them checked.", **counts),
    )
    env.tell(Text("Name it in the settings (`database_url`) before you serve the club again."))


@key_app.command("rotate")
def rotate(ctx: typer.Context, club: ClubOption = None) -> None:
    """Make a new key for the club, named by the one of today, and write it into every running game.

    Cut off, it goes on where it was when you run it again. Earlier keys stay in the folder: kept mails are sealed with them.

    Example: atelier host key rotate --club /srv/atelier
    """
    from server.services import moving

    env: Env = ctx.obj
    with open_club(env, club) as found:
        moving.rotate(found)
        tell_passed_on(env, found, moving.pass_games_on(found))


@key_app.command("lost")
def lost(
    ctx: typer.Context,
    club: ClubOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="There is no backup: make a new key.")] = False,
) -> None:
    """Go on with a new key when the club's own is lost and in no backup. Nobody vouches for the new one.

    Games go on and are verified as before up to here; beyond, only by those who have pinned the new key.

    Example: atelier host key lost --yes --club /srv/atelier
    """
    from server.services import host, moving

    env: Env = ctx.obj
    if not yes:
        raise Failure(
            Text(
                "Look for server-key*.json in every backup first. If there is none, `--yes` makes a new key: kept mails "
                "can't be read any more, links and reply addresses of old mails end, and each player has to pin it."
            ),
            Exit.NOT_ALLOWED,
        )
    found = host.open_bare(settings(env, club))
    try:
        moving.replace_lost(found)
        tell_passed_on(env, found, moving.pass_games_on(found))
    finally:
        found.engine.dispose()
    env.tell(
        Text(
            "Tell the players its thumbprint by another way than this club: `atelier server --trust {kid}` pins it.",
            kid=found.key.kid,
        )
    )


def tell_passed_on(env: Env, club: "Club", passed: "Iterator[PassedOn]") -> None:
    """Say which key the club has now and how many games it was written into; the exit code tells of failures."""
    seen = list(passed)
    failed = [one for one in seen if one.refused is not None]
    done = len(seen) - len(failed)
    env.answer(
        {"kid": club.key.kid, "games": done, "failed": [one.game for one in failed]},
        Text("The club signs with the key {kid}.", kid=club.key.kid),
    )
    env.tell(Count("{n} game goes on with it.", "{n} games go on with it.", done))
    for one in failed:
        why = "" if one.refused is None else one.refused.say(env.lang)
        env.tell(Text("{game} could not be written to: {why}", game=one.game, why=why))
    if failed:
        raise typer.Exit(Exit.FAILED)
