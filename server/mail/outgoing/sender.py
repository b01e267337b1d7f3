"""Sends the outbox: leases, renders, hands over outside any transaction, and writes down what became of each mail."""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from sqlalchemy import select, update

from server.mail.outgoing.compose import Ready, next_digest, render
from server.mail.outgoing.material import Gathered, Later, Lookups, Material, Stale
from server.mail.outgoing.transports import RelayDown, Transport, TurnedAway, transport_for
from server.models import Letter, Member, OutboxRow, Session
from server.services import outages, outbox, stops
from server.services.club import Club
from server.services.notices import About, announce
from server.services.stops import AskKey
from server.storage.inserts import insert_into

LEAST_PAUSE, MOST_PAUSE = 5_000, 10 * 60_000
log = logging.getLogger("atelier.mail")


def _render(material: Material) -> Ready | Exception:
    try:
        return render(material)
    except Exception as error:  # noqa: BLE001 - one mail that can't be written must not stop the others
        return error


def _get_ask(row: OutboxRow) -> AskKey:
    assert row.game_id is not None
    assert row.seat is not None
    assert row.ask is not None
    return AskKey(row.game_id, row.seat, row.ask)


class Sender:
    """One worker's way out; pauses when the mail server is down."""

    def __init__(self, club: Club, transport: Transport | None = None) -> None:
        self.club = club
        self.transport = transport or transport_for(club.config.mail, club.config.folder)
        self.connections = club.config.mail.connections
        self._pool = ThreadPoolExecutor(self.connections, "atelier-mail-out")
        self.pause = 0
        self.paused_until = 0
        self.is_well = False
        """Whether a mail went out since mail was last known to be down."""

    def run_dry(self, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Send until nothing is due; return how many mails went out."""
        sent = 0
        batch = self.next_batch(is_stopped)
        while batch.write_all():
            coming = self.next_batch(is_stopped)
            sent += self.send_batch(batch.ready, coming)
            batch = coming
        return sent

    def next_batch(self, is_stopped: Callable[[], bool] = lambda: False) -> "Sheaf":
        """Lease the mails that are due next; none while the mail server is down."""
        may_go_on = not is_stopped() and self.club.now() >= self.paused_until
        return Sheaf(self, outbox.lease(self.club) if may_go_on else ())

    def close(self) -> None:
        """Let go of the session."""
        self.transport.close()

    def unsent(self, row: OutboxRow, error: Exception) -> None:
        """Deal with a mail that does not go out now."""
        if isinstance(error, Gathered):
            self._join(row)
        elif isinstance(error, Later):
            outbox.postpone(self.club, row, error.due)
        else:
            log.error("mail %s can't be written", row.id, exc_info=error)
            outbox.put_off(self.club, row, f"{type(error).__name__}: {error}")

    def drop(self, session: Session, row: OutboxRow, why: str) -> None:
        """Drop a mail; who does not want one counts as told, who can't get one does not."""
        is_told = row.kind == "turn" and why in {"off", "once"}
        outbox.finish(session.connection(), self.club, row.id, "dropped", why, [_get_ask(row)] if is_told else ())
        if row.kind == "turn" and why in {"bounced", "unconfirmed"}:
            stops.stop_unreachable(session, _get_ask(row))

    def _join(self, row: OutboxRow) -> None:
        """Leave a mail to the player's next daily one, as they want it: their clock runs."""
        with self.club.write() as session:
            zone = session.scalars(select(Member.zone).where(Member.id == row.player_id)).one()
            due = next_digest(self.club.now(), zone)
            key = f"digest:{row.player_id}:{due:%Y-%m-%d}"
            wait = round(due.timestamp() * 1000) - self.club.now()
            announce(session, self.club, "digest", row.player_id, About(wait=wait), unique=key)
            waits = (OutboxRow.key == key) & (OutboxRow.state == "queued") & OutboxRow.lease_id.is_(None)
            carrier = session.execute(select(OutboxRow.id).where(waits).with_for_update()).scalar()
            if carrier is not None:
                self._carry(session, row, carrier)
        if carrier is None:  # it is just leaving: the next one will do
            outbox.postpone(self.club, row, self.club.now() + outbox.LEASE)

    def _carry(self, session: Session, row: OutboxRow, carrier: int) -> None:
        outbox.finish(
            session.connection(), self.club, row.id, "joined", told=[_get_ask(row)] if row.kind == "turn" else ()
        )
        session.execute(update(OutboxRow).where(OutboxRow.id == row.id).values(joined=carrier))

    def send_batch(self, ready: Sequence[Ready], coming: "Sheaf") -> int:
        """Send a batch, several at once if the settings say so; while the mail server stores mails, others are written."""
        sent, failed, why = 0, [], ""
        left = deque(ready)
        going: deque[tuple[Ready, Future[None]]] = deque()
        while left or going:
            while left and len(going) < self.connections:
                going.append((left[0], self._pool.submit(self.transport.send, left.popleft().envelope)))
                coming.write_one()
            one, sending = going.popleft()
            try:
                sending.result()
            except TurnedAway as refused:
                self._turned_away(one, refused)
            except RelayDown as down:
                why = str(down)
                failed += [one.row.id, *(later.row.id for later in left)]
                left.clear()
            else:
                self._write_down(one)
                sent += 1
        if failed:
            self._relay_is_down([*failed, *coming.give_up()], why)
        return sent

    def _write_down(self, sent: Ready) -> None:
        """Write down that a mail has gone, before the next one goes: a worker that dies repeats one mail of each connection at most.

        Only a power cut can take back more; what is sent again has the same Message-ID.
        """
        with self.club.begin(lazily=True) as connection:
            outbox.finish(connection, self.club, sent.row.id, "sent", told=sent.tells)
        if not self.is_well:
            self.is_well, self.pause = True, 0
            outages.note_mail_works(self.club)

    def _turned_away(self, one: Ready, refused: TurnedAway) -> None:
        if refused.is_final:
            outbox.park(self.club, one.row, str(refused))
        elif not outbox.put_off(self.club, one.row, str(refused)):
            return
        if one.row.kind == "turn":
            with self.club.write() as session:
                stops.stop_unreachable(session, _get_ask(one.row))

    def _relay_is_down(self, ids: list[int], why: str) -> None:
        log.warning("mail can't go out now: %s", why)
        self.is_well = False
        self.pause = min(MOST_PAUSE, max(LEAST_PAUSE, self.pause * 2))
        self.paused_until = self.club.now() + self.pause
        outbox.release(self.club, ids)
        outages.note_mail_fails(self.club)


class Sheaf:
    """Mails that one worker has leased: written one by one, and their tokens stored before anybody can answer with them."""

    def __init__(self, sender: Sender, rows: Sequence[OutboxRow]) -> None:
        self.sender = sender
        self.rows = rows
        self.ready: list[Ready] = []
        self.stale: list[tuple[OutboxRow, str]] = []
        self._writing = self._write() if rows else iter(())

    def _write(self) -> Iterator[None]:
        club = self.sender.club
        with club.read() as session:
            lookups = Lookups(session, self.rows)
            for row in self.rows:
                result = _render(Material(club, session, row, lookups))
                if isinstance(result, Ready):
                    self.ready.append(result)
                elif isinstance(result, Stale):
                    self.stale.append((row, str(result)))
                else:
                    self.sender.unsent(row, result)
                yield
        self._store()

    def _store(self) -> None:
        club = self.sender.club
        with club.write() as session:
            if self.ready:
                letters = insert_into(session.dialect, Letter).on_conflict_do_nothing(index_elements=["outbox_id"])
                session.connection().execute(letters, [one.letter for one in self.ready])
            for row, why in self.stale:
                self.sender.drop(session, row, why)

    def write_one(self) -> None:
        """Write the next mail, if any is left."""
        next(self._writing, None)

    def write_all(self) -> bool:
        """Write what is left; tell whether there was anything to do at all."""
        for _ in self._writing:
            pass
        return bool(self.rows)

    def give_up(self) -> list[int]:
        """Write no more, and return the mails that were leased for nothing."""
        self._writing = iter(())
        self.ready = []
        rows, self.rows = self.rows, ()
        return [row.id for row in rows]
