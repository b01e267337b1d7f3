"""For those who host a club, on its own machine: make it, check it, back it up, read its mail."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.commands import hosting, interventions, moving, oversight
from cli.env import Env
from cli.exits import Failure
from cli.machine import existing, open_club, open_club_of, settings
from cli.options import ClubOption
from engine.core.language import Text
from engine.core.refusals import REFUSALS, Exit

if TYPE_CHECKING:
    from server.services.club import Club

host_app = typer.Typer(
    name="host",
    help="Host a club: on its machine make it, check it, back it up; from anywhere look after it and its members.",
    no_args_is_help=True,
)
HEADERS = ("From", "To", "Date", "Subject")
OUTCOMES = {
    "played": Text("Your moves were played."),
    "undone": Text("Your turn was taken back."),
    "agreed": Text("What you said to the table was written down."),
    **dict.fromkeys(("hosted", "seated", "done"), Text("It was done.")),
    **dict.fromkeys(("sender_mismatch", "sender_unverified", "to_confirm"), Text("It waits until it is confirmed.")),
    "duplicate": Text("That mail had been read before."),
    "token_spent": Text("That turn had been played already, so nothing was played."),
    "token_superseded": Text("The game has moved on since that mail, so nothing was played."),
}
"""What became of a mail, by the code that scripts go by."""
NOT_DONE = Text("Nothing was played.")
NumberOption = Annotated[int, typer.Option("--number", "-n", min=1, help="Which mail: 1 is the newest.")]
NameArg = Annotated[str | None, typer.Argument(help="A mail's name, which stays; without it, the newest one.")]
ToOption = Annotated[str | None, typer.Option("--to", metavar="NAME", help="The name of the mail to answer.")]


@host_app.command("init")
def init(ctx: typer.Context, club: ClubOption = None) -> None:
    """Make a club's folder, key and database; doing it again changes nothing.

    Example: atelier host init --club /srv/atelier
    """
    from server.services import founding, host

    env: Env = ctx.obj
    config = settings(env, club)
    made = host.init(config)
    claim = founding.found(made).claim
    made.engine.dispose()
    if env.json:
        env.data({"club": str(config.folder), "origin": made.origin, "kid": made.key.kid, "claim": claim})
        return
    env.out(str(config.folder))
    if claim is not None:
        tell_claim(env, claim)
    env.tell(
        Text(
            "Ready. Settings go into {path}; `atelier serve --club {folder}` serves it.",
            path=str(config.folder / "atelier.toml"),
            folder=str(config.folder),
        )
    )


def tell_claim(env: Env, code: str) -> None:
    """Show the code that makes a host, and how it is used."""
    env.tell(Text("The code of the club's host, shown this once: {code}", code=code))
    env.tell(Text("`atelier register HANDLE MAIL --server URL --claim CODE` uses it, or later `atelier claim CODE`."))


@host_app.command("claim")
def claim(ctx: typer.Context, club: ClubOption = None) -> None:
    """Show a new code that makes whoever has it a host; an earlier one ends. For the club's machine alone.

    Example: atelier host claim --club /srv/atelier
    """
    from server.services import founding

    env: Env = ctx.obj
    with open_club(env, club) as found:
        code = founding.make_claim(found)
    if env.json:
        env.data({"claim": code})
        return
    tell_claim(env, code)


@host_app.command("migrate")
def migrate(
    ctx: typer.Context,
    club: ClubOption = None,
    to: Annotated[str, typer.Option(help="The revision to go to.")] = "head",
) -> None:
    """Bring the club's database to the tables of this version.

    Example: atelier host migrate --club /srv/atelier
    """
    from server.storage.migrations import migrate

    env: Env = ctx.obj
    migrate(settings(env, club), to)
    env.answer({"revision": to}, Text("The database is up to date."))


@host_app.command("worker")
def worker(
    ctx: typer.Context,
    club: ClubOption = None,
    once: Annotated[bool, typer.Option("--once", help="Do what is due now, then stop.")] = False,
) -> None:
    """Let bots play, mind the clock and send mail, until Ctrl-C; any number of workers can share a database.

    Example: atelier host worker --club /srv/atelier
    """
    from server.worker import Worker

    env: Env = ctx.obj
    with open_club(env, club) as found:
        working = Worker(found)
        if once:
            working.once()
            return
        env.tell(Text("Working. Ctrl-C ends it."))
        working.run()


@host_app.command("receive")
def receive(ctx: typer.Context, club: ClubOption = None) -> None:
    """Take one mail from stdin, as a mail server's pipe delivers it; exit codes are those of sysexits.h.

    Example: atelier host receive < message.eml
    """
    from server.mail.incoming.receive import receive_piped

    env: Env = ctx.obj
    raw = getattr(env.stdin, "buffer", env.stdin).read()
    with open_club(env, club) as found:
        code = receive_piped(found, raw if isinstance(raw, bytes) else raw.encode())
    raise typer.Exit(code)


@host_app.command("mail")
def mail(ctx: typer.Context, name: NameArg = None, club: ClubOption = None, number: NumberOption = 1) -> None:
    """Show the newest mail in the club's mail folder; that is where mail goes until a mail server is set up.

    Example: atelier host mail
    """
    from server.mail import folder

    env: Env = ctx.obj
    with open_club(env, club) as found:
        path = find_letter(found, name, number)
    shown, named = folder.read(path), folder.get_name(path)
    headers = {header: str(shown[header]) for header in HEADERS}
    if env.json:
        plain = {header.lower(): value for header, value in headers.items()}
        env.data({**plain, "text": folder.get_text(shown), "name": named})
        return
    for header, value in headers.items():
        env.out(f"{header}: {value}")
    env.out("")
    env.out(folder.get_text(shown))
    env.tell(Text("`atelier host answer --to {name} LINE` answers this mail, whatever comes in after it.", name=named))


@host_app.command("answer")
def answer(
    ctx: typer.Context,
    lines: Annotated[list[str], typer.Argument(help="What to write, one line in each argument.")],
    to: ToOption = None,
    club: ClubOption = None,
    number: NumberOption = 1,
) -> None:
    """Answer the newest mail in the club's mail folder, as a mail program would.

    Example: atelier host answer "repair 2"
    """
    from server.mail import folder

    env: Env = ctx.obj
    with open_club(env, club) as found:
        outcome = folder.answer(found, folder.read(find_letter(found, to, number)), lines)
    env.answer(
        {"outcome": outcome.code, "answered": outcome.is_answered},
        OUTCOMES.get(outcome.code, NOT_DONE if outcome.code in REFUSALS else Text("The mail was read.")),
        *([Text("The answer comes by mail: `atelier host mail` shows it in a moment.")] if outcome.is_answered else []),
    )


def find_letter(club: "Club", name: str | None, number: int) -> Path:
    """Return the file of a mail in the club's folder, by its name or its number, or say why there is none."""
    from server.mail import folder

    if club.config.mail.transport != "maildir":
        raise Failure(Text("This club sends its mail by SMTP; there is no mail folder."), Exit.NOT_ALLOWED, "not_found")
    found = folder.find_mails(club)
    if name is not None:
        return get_named(found, name)
    if len(found) < number:
        pause = club.config.mail.undo_pause
        raise Failure(
            Text("There are {count} mails in the club's folder.", count=len(found)),
            Exit.NOT_ALLOWED,
            "not_found",
            Text("A turn mail waits {seconds} seconds, so that an undo can overtake it.", seconds=pause),
        )
    return found[number - 1]


def get_named(letters: list[Path], name: str) -> Path:
    """Return the mail of a name, or say that there is none."""
    from server.mail.folder import get_name

    found = next((path for path in letters if get_name(path) == name), None)
    if found is None:
        said = Text("There is no mail `{name}` in the club's folder.", name=name)
        raise Failure(said, Exit.NOT_ALLOWED, "not_found")
    return found


@host_app.command("check")
def check(
    ctx: typer.Context,
    club: ClubOption = None,
    hold: Annotated[bool, typer.Option("--hold", help="Make games that differ read-only.")] = False,
) -> None:
    """Replay every running game on the installed rules, as before an upgrade, and read what was archived.

    The exit code is 1 if a game differs.

    Example: atelier host check --json
    """
    from server.services import archiving, checks

    env: Env = ctx.obj
    with open_club(env, club) as found:
        differing = [*checks.check(found, hold=hold, again=True), *archiving.find_damaged(found)]
        warn_of_open_files(env, found)
    if env.json:
        env.data(msgspec.to_builtins(differing))
    for one in differing if not env.json else ():
        env.out(f"{one.game} {one.rules}: {one.why}")
    if differing:
        raise typer.Exit(Exit.FAILED)
    env.tell(Text("Every running game replays."))


def warn_of_open_files(env: Env, club: "Club") -> None:
    """Say which files of a club others on this machine can read."""
    from server.services import host

    found = host.find_open_files(club.config)
    if found:
        folder = str(club.config.folder)
        env.tell(Text("Others can read {paths}: `chmod -R go= {folder}` ends that.", paths=found, folder=folder))


@host_app.command("hear")
def hear(
    ctx: typer.Context,
    mail: Annotated[str, typer.Argument(help="The address that asked never to be mailed again.")],
    club: ClubOption = None,
) -> None:
    """Mail again to an address whose owner once wanted no mail and has changed their mind.

    Example: atelier host hear odile@example.org
    """
    from server.services import strangers

    env: Env = ctx.obj
    with open_club(env, club) as found:
        was_silent = strangers.lift_silence(found, mail)
    if not was_silent:
        raise Failure(Text("{mail} did not ask for silence.", mail=mail), Exit.NOT_ALLOWED, "not_found")
    env.answer({"mail": mail}, Text("{mail} can be mailed again.", mail=mail))


@host_app.command("backup")
def backup(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(help="The archive to write.")], club: ClubOption = None
) -> None:
    """Write database, key and settings into one archive; the club may be served meanwhile.

    Example: atelier host backup /backups/club-monday.tar.gz --club /srv/atelier
    """
    from server.services.backup import backup as write

    env: Env = ctx.obj
    written = str(write(existing(env, club), file))
    env.answer({"file": written}, Text("The archive holds the server's key: keep it where nobody else can read it."))


@host_app.command("restore")
def restore(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(help="The archive to restore.")], club: ClubOption = None
) -> None:
    """Put a backup into an empty folder; running games are marked, so that slips for what is lost no longer count.

    Example: atelier host restore /backups/club-monday.tar.gz --club /srv/again
    """
    from server.services.backup import find_named_database, mark_restored, unpack

    env: Env = ctx.obj
    if not file.exists():
        raise Failure(Text("There is no file {path}.", path=str(file)), Exit.NOT_ALLOWED, "not_found")
    target = settings(env, club)
    unpack(target, file)
    with open_club_of(msgspec.structs.replace(existing(env, club), database_url=target.database_url)) as found:
        marked = mark_restored(found)
    env.answer({"games": marked}, Text("Restored; {games} running games are marked.", games=marked))
    if find_named_database(file) not in {None, target.database_url}:
        env.tell(Text("The restored atelier.toml names another database: change `database_url` before you serve."))


host_app.registered_commands += [
    *oversight.app.registered_commands,
    *hosting.app.registered_commands,
    *interventions.app.registered_commands,
    *moving.app.registered_commands,
]
host_app.add_typer(moving.key_app)
