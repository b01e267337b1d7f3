"""Sends the outbox: leases, renders, hands over outside any transaction, and writes down what became of each mail."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from server.mail.compose import Ready, next_digest, render
from server.mail.desk import Desk, Files, Joined, Later, Stale
from server.mail.transports import RelayDown, Transport, TurnedAway, transport_for
from server.models import Letter, OutboxRow, Player, table
from server.services import outages, outbox, stops
from server.services.club import Club
from server.services.notices import announce
from server.services.outbox import Told

LEAST_PAUSE, MOST_PAUSE = 5_000, 10 * 60_000
log = logging.getLogger("atelier.mail")


def _rendered(desk: Desk) -> Ready | Exception:
    try:
        return render(desk)
    except Exception as error:  # noqa: BLE001 - one mail that can't be written must not stop the others
        return error


def _ask_of(row: Any) -> Told:
    return Told(row.game_id, row.seat, row.ask)


class Sender:
    """One worker's way out; pauses when the mail server is down."""

    def __init__(self, club: Club, transport: Transport | None = None) -> None:
        self.club = club
        self.transport = transport or transport_for(club.config.mail, club.config.folder)
        self.pause = 0
        self.paused_until = 0
        self.is_well = False
        """Whether a mail went out since mail was last known to be down."""

    def run_dry(self, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Send until nothing is due; return how many mails went out."""
        sent = 0
        batch = self._next_batch(is_stopped)
        while batch.write_all():
            coming = self._next_batch(is_stopped)
            sent += self._send(batch.ready, coming)
            batch = coming
        return sent

    def _next_batch(self, is_stopped: Callable[[], bool]) -> "Batch":
        may_go_on = not is_stopped() and self.club.now() >= self.paused_until
        return Batch(self, outbox.lease(self.club) if may_go_on else ())

    def close(self) -> None:
        """Let go of the connection."""
        self.transport.close()

    def unsent(self, row: Any, error: Exception) -> None:
        """Deal with a mail that does not go out now."""
        if isinstance(error, Joined):
            self._join(row)
        elif isinstance(error, Later):
            outbox.postpone(self.club, row, error.due)
        else:
            log.error("mail %s can't be written", row.id, exc_info=error)
            outbox.turned_away(self.club, row, f"{type(error).__name__}: {error}")

    def drop(self, connection: Connection, row: Any, why: str) -> None:
        """Drop a mail; who does not want one counts as told, who can't get one does not."""
        is_told = row.kind == "turn" and why in {"off", "once"}
        outbox.finish(connection, self.club, row.id, "dropped", why, [_ask_of(row)] if is_told else ())
        if row.kind == "turn" and why in {"bounced", "unconfirmed"}:
            stops.unreachable(connection, self.club, row)

    def _join(self, row: Any) -> None:
        """Leave a mail to the player's next daily one, as they want it: their clock runs."""
        with self.club.write() as connection:
            zone = connection.execute(select(Player.zone).where(Player.id == row.player_id)).scalar_one()
            due = next_digest(self.club.now(), zone)
            key = f"digest:{row.player_id}:{due:%Y-%m-%d}"
            wait = round(due.timestamp() * 1000) - self.club.now()
            announce(connection, self.club, "digest", row.player_id, unique=key, wait=wait)
            waits = (OutboxRow.key == key) & (OutboxRow.state == "queued") & OutboxRow.lease_id.is_(None)
            carrier = connection.execute(select(OutboxRow.id).where(waits).with_for_update()).scalar()
            if carrier is not None:
                self._carry(connection, row, carrier)
        if carrier is None:  # it is just leaving: the next one will do
            outbox.postpone(self.club, row, self.club.now() + outbox.LEASE)

    def _carry(self, connection: Connection, row: Any, carrier: int) -> None:
        outbox.finish(connection, self.club, row.id, "joined", told=[_ask_of(row)] if row.kind == "turn" else ())
        connection.execute(update(OutboxRow).where(OutboxRow.id == row.id).values(joined=carrier))

    def _send(self, ready: Sequence[Ready], coming: "Batch") -> int:
        """Send a batch; while the mail server stores one mail, another one is written."""
        count = 0
        for index, one in enumerate(ready):
            try:
                is_taken = self.transport.send(one.parcel)
                coming.write_one()
                is_taken()
            except TurnedAway as refused:
                self._turned_away(one, refused)
                continue
            except RelayDown as down:
                self._relay_is_down([*(later.row.id for later in ready[index:]), *coming.give_up()], str(down))
                return count
            self._write_down(one)
            count += 1
        return count

    def _write_down(self, sent: Ready) -> None:
        """Write down that a mail has gone, before the next one goes: a worker that dies repeats one mail at most.

        Only a power cut can take back more; what is sent again has the same Message-ID.
        """
        with self.club.write(lazily=True) as connection:
            outbox.finish(connection, self.club, sent.row.id, "sent", told=sent.tells)
            if self.club.config.mail.transport == "smtp" and sent.row.data:
                outbox.forget_secrets(connection, sent.row)
        if not self.is_well:
            self.is_well, self.pause = True, 0
            outages.mail_works(self.club)

    def _turned_away(self, one: Ready, refused: TurnedAway) -> None:
        if refused.is_final:
            outbox.park(self.club, one.row, str(refused))
        elif not outbox.turned_away(self.club, one.row, str(refused)):
            return
        if one.row.kind == "turn":
            with self.club.write() as connection:
                stops.unreachable(connection, self.club, one.row)

    def _relay_is_down(self, ids: list[int], why: str) -> None:
        log.warning("mail can't go out now: %s", why)
        self.is_well = False
        self.pause = min(MOST_PAUSE, max(LEAST_PAUSE, self.pause * 2))
        self.paused_until = self.club.now() + self.pause
        outbox.release(self.club, ids)
        outages.mail_fails(self.club)


class Batch:
    """Mails that one worker has leased: written one by one, and their tokens stored before anybody can answer with them."""

    def __init__(self, sender: Sender, rows: Sequence[Any]) -> None:
        self.sender = sender
        self.rows = rows
        self.ready: list[Ready] = []
        self.stale: list[tuple[Any, str]] = []
        self._writing = self._written() if rows else iter(())

    def _written(self) -> Iterator[None]:
        club = self.sender.club
        with club.read() as connection:
            files = Files(connection, self.rows)
            for row in self.rows:
                result = _rendered(Desk(club, connection, row, files))
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
        insert = sqlite_insert if club.config.is_sqlite else postgres_insert
        letters = insert(table(Letter)).on_conflict_do_nothing(index_elements=["outbox_id"])
        with club.write() as connection:
            if self.ready:
                connection.execute(letters, [one.letter for one in self.ready])
            for row, why in self.stale:
                self.sender.drop(connection, row, why)

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
