"""The ways out: a mail server over SMTP, or a Maildir in the club's folder for trying things."""

import os
import select
import smtplib
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, Protocol

from server.config import Mail as Settings
from server.mail.outgoing.pipelining import send_mail
from server.storage.files import make_folder, open_owned

TIMEOUT = 30
FOR_NOW, FOR_GOOD = 400, 500
SERVER_SHUTS_DOWN = 421


class Envelope(NamedTuple):
    """A mail ready to go: who it is from and to on the envelope, and its bytes."""

    sender: str
    to: str
    raw: bytes


class RelayDown(Exception):
    """Nothing can be sent now, whatever the mail: it is not the mail's fault."""


class TurnedAway(Exception):
    """This mail is not taken: for now (4xx), or for good (5xx)."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(f"{code} {text}")
        self.is_final = code >= FOR_GOOD


class Transport(Protocol):
    """A way out."""

    def send(self, envelope: Envelope) -> None:
        """Hand over a mail and wait until it is taken, or raise RelayDown or TurnedAway."""

    def close(self) -> None:
        """Let go of connections."""


class Maildir:
    """Writes mails into a folder as a mail program reads it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        for path in (folder, *(folder / name for name in ("tmp", "new", "cur"))):
            make_folder(path)

    def send(self, envelope: Envelope) -> None:
        """Write the mail under a name of its own, whole or not at all."""
        self.count += 1
        name = f"{time.time_ns()}.{os.getpid()}_{self.count}.{socket.gethostname()}"
        fresh = self.folder / "tmp" / name
        outside = f"Return-Path: <{envelope.sender}>\nDelivered-To: {envelope.to}\n".encode()
        with open(fresh, "wb", opener=open_owned) as file:
            file.write(outside + envelope.raw.replace(b"\r\n", b"\n"))
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(self.folder / "new" / name)

    def close(self) -> None:
        """Nothing to let go of."""


class Smtp:
    """One connection to a mail server, used again and again."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._connection: smtplib.SMTP | None = None

    def send(self, envelope: Envelope) -> None:
        """Send a mail; a connection that has gone stale in between is made anew."""
        if self._connection is not None and _is_stale(self._connection):
            self.close()
        connection = self._get_connection()
        try:
            if connection.has_extn("pipelining"):
                send_mail(connection, *envelope)
            else:
                connection.sendmail(envelope.sender, [envelope.to], envelope.raw)
        except smtplib.SMTPRecipientsRefused as refused:
            self._judge(*refused.recipients[envelope.to])
        except smtplib.SMTPResponseException as refused:
            said = refused.smtp_error
            self._judge(refused.smtp_code, said if isinstance(said, bytes) else said.encode())
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise RelayDown(_text(error)) from error

    def _judge(self, code: int, said: bytes) -> None:
        text = said.decode(errors="replace")
        if code == SERVER_SHUTS_DOWN or code < FOR_NOW:
            self.close()
            raise RelayDown(f"{code} {text}")
        raise TurnedAway(code, text)

    def _get_connection(self) -> smtplib.SMTP:
        if self._connection is None:
            try:
                self._connection = self._connect()
            except (OSError, smtplib.SMTPException) as error:
                raise RelayDown(_text(error)) from error
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        settings = self.settings
        if settings.security == "tls":
            context = ssl.create_default_context()
            connection: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=TIMEOUT, context=context)
        else:
            connection = smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT)
        if settings.security == "starttls":
            connection.starttls(context=ssl.create_default_context())
        if settings.user:
            connection.login(settings.user, settings.password)
        connection.ehlo_or_helo_if_needed()
        return connection

    def close(self) -> None:
        """Say goodbye, if anybody listens."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                connection.quit()
            connection.close()


class Several:
    """Several connections to one mail server; each mail takes one that is idle."""

    def __init__(self, ways: Sequence[Transport]) -> None:
        self._idle: SimpleQueue[Transport] = SimpleQueue()
        for way in ways:
            self._idle.put(way)

    def send(self, envelope: Envelope) -> None:
        """Send a mail over the next connection that is idle."""
        way = self._idle.get()
        try:
            way.send(envelope)
        finally:
            self._idle.put(way)

    def close(self) -> None:
        """Close those that are idle."""
        for _ in range(self._idle.qsize()):
            way = self._idle.get()
            way.close()
            self._idle.put(way)


def _is_stale(connection: smtplib.SMTP) -> bool:
    """Tell whether a mail server has said something that nobody asked for, such as goodbye."""
    return connection.sock is None or bool(select.select([connection.sock], [], [], 0)[0])


def _text(error: BaseException) -> str:
    return str(error) or type(error).__name__


def transport_for(settings: Settings, folder: Path) -> Transport:
    """Return the way out that the settings name."""
    if settings.transport == "maildir":
        return Maildir(folder / "mail")
    return (
        Several([Smtp(settings) for _ in range(settings.connections)]) if settings.connections > 1 else Smtp(settings)
    )
