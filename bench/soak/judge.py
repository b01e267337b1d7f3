"""What must hold after a soak: every turn and every mail is where it belongs, once, and every game verifies."""

import time
from collections.abc import Iterator, Sequence

from sqlalchemy import func, select, update

from bench.soak.post import PostOffice
from bench.soak.tables import TableOfTwo
from engine.ledger.verify import verify
from server.mail.incoming.message import digest
from server.models import Game, InboundMail, OutboxRow, StoredEntry, StoredNote
from server.services.club import Club

SECONDS_TO_SEND = 90


def judge(club: Club, tables: Sequence[TableOfTwo], office: PostOffice, url: str) -> list[str]:
    """Return everything that was lost, doubled or does not verify."""
    club.engine.dispose()  # its connections are of before the restarts
    for table in tables:
        for one in table.people:
            one.door.origin = url  # the good line
    faults = [fault for table in tables for fault in table.faults]
    return [
        *faults,
        *turns(club, tables),
        *notes(club),
        *games(tables),
        *mails_out(club, office),
        *mails_in(club, office),
    ]


def turns(club: Club, tables: Sequence[TableOfTwo]) -> Iterator[str]:
    """Yield acknowledged turns that are missing, and asks that were answered twice."""
    with club.read() as session:
        stored = {tuple(row) for row in session.execute(select(StoredEntry.game_id, StoredEntry.n, StoredEntry.hash))}
        asks = (
            select(func.count())
            .where(StoredEntry.answers.is_not(None))
            .group_by(StoredEntry.game_id, StoredEntry.seat, StoredEntry.answers)
        )
        doubled = [n for n in session.execute(asks).scalars() if n > 1]
    for table in tables:
        yield from (f"lost: {turn}" for turn in table.acknowledged if turn not in stored)
    yield from (f"answered {n} times" for n in doubled)


def notes(club: Club) -> Iterator[str]:
    """Yield games in play whose ledger holds other notes than those that are used up."""
    fired = (
        select(StoredEntry.game_id, func.count().label("n"))
        .where(StoredEntry.kind == "note")
        .group_by(StoredEntry.game_id)
    )
    used = (
        select(StoredNote.game_id, func.count().label("n"))
        .where(StoredNote.gone == "fired")
        .group_by(StoredNote.game_id)
    )
    with club.read() as session:
        running = session.execute(select(Game.id).where(Game.status == "running")).scalars().all()
        of_ledger = {row.game_id: row.n for row in session.execute(fired)}
        of_notes = {row.game_id: row.n for row in session.execute(used)}
    for game in running:
        if of_ledger.get(game, 0) != of_notes.get(game, 0):
            yield f"{game}: {of_ledger.get(game, 0)} notes in the ledger, {of_notes.get(game, 0)} used up"


def games(tables: Sequence[TableOfTwo]) -> Iterator[str]:
    """Yield games that do not verify: whole when they are over, else as far as a seat can see.

    A game may be over although nobody saw it end: the last turn was played, by a bot perhaps, as the time ran out.
    """
    for table in tables:
        for game in table.tables:
            report = verify(table.people[0].bundle(game))
            if report.refused or report.grade != ("consistent" if report.is_over else "partial"):
                yield f"{game}: {report.grade} {report.refused}"
            if game in table.finished and not report.is_over:
                yield f"{game}: was over and goes on"


def mails_out(club: Club, office: PostOffice) -> Iterator[str]:
    """Yield mails that did not go out, or went out and did not arrive, or arrived a second time as another one."""
    with club.write() as session:  # the lease of a dead worker would end by itself after two minutes
        session.execute(update(OutboxRow).values(lease_until=None))
    left = wait_for_empty_outbox(club)
    yield from (f"mail not sent: {row}" for row in left)
    with club.read() as session:
        sent = session.execute(select(OutboxRow.message_id).where(OutboxRow.state == "sent")).scalars().all()
    yield from (f"mail sent, not arrived: {one}" for one in sent if one not in office.ids)
    known: dict[str, tuple[str, str]] = {}
    for mail in [mail for mails in office.mails.values() for mail in mails]:
        name = (mail.to, str(mail["Reply-To"]))
        if known.setdefault(str(mail["Message-ID"]), name) != name:
            yield f"two mails with one id: {mail['Message-ID']}"


def wait_for_empty_outbox(club: Club) -> list[str]:
    """Wait until nothing is queued; return what is."""
    waiting = select(OutboxRow.kind, OutboxRow.state, OutboxRow.error).where(OutboxRow.state.in_(["queued", "parked"]))
    for _ in range(SECONDS_TO_SEND * 5):
        with club.read() as session:
            left = [str(tuple(row)) for row in session.execute(waiting)]
        if not left:
            break
        time.sleep(0.2)
    return left


def mails_in(club: Club, office: PostOffice) -> Iterator[str]:
    """Yield answers that the club took and did not deal with, once, with an answer."""
    with club.read() as session:
        dealt = session.execute(select(InboundMail.message)).scalars().all()
        answers = select(func.count()).select_from(OutboxRow).where(OutboxRow.kind == "answer")
        answered = session.execute(answers).scalar()
    yield from (f"mail taken and lost: {one}" for one in office.accepted if dealt.count(digest(one.encode())) != 1)
    if answered != len(dealt):
        yield f"{len(dealt)} mails came in, {answered} were answered"
