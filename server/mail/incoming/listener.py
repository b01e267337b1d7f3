"""The way in: LMTP behind a mail server, or plain SMTP; 250 only when what a mail did is stored."""

import asyncio
import contextvars
import logging
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from engine.core.errors import Refused
from server.logs import log_as
from server.mail.incoming import budget, receive
from server.services.club import Club

P = ParamSpec("P")
R = TypeVar("R")
MOST_BYTES = 2 * budget.MOST_BYTES
"""What is larger than a mail may be, but not absurdly so, is taken and refused with a sentence."""
THREADS = 4
SAID = {
    receive.UNKNOWN: "550 5.1.1 No such address here",
    receive.OVER_BUDGET: "554 5.6.0 This mail can't be read: send the moves alone, as plain text",
}
"""What is said of mails that are not taken."""
log = logging.getLogger("atelier.mail")


class Doorman:
    """Answers a mail server: one recipient at a time, since one reply must speak for all of them."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.pool = ThreadPoolExecutor(THREADS, "atelier-mail-in")

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: Any, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Take one recipient that is known here."""
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time"
        try:
            is_known = await self._in_thread(receive.knows, self.club, address)
        except Refused:
            return "451 4.3.0 Busy, try again later"
        if not is_known:
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: Any, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        """Deal with a mail; say 250 only after everything is stored."""
        raw = envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
        with log_as("atelier-mail-in"):
            return await self._take(raw, envelope.rcpt_tos[0], envelope.mail_from or "")

    async def _take(self, raw: bytes, recipient: str, sender: str) -> str:
        try:
            handled = await self._in_thread(receive.receive, self.club, raw, recipient, sender)
        except Refused:
            return "451 4.3.0 Busy, try again later"
        except Exception:  # a bug must not lose a mail: the mail server keeps it and tries again
            log.exception("a mail could not be dealt with")
            return "451 4.3.0 Something went wrong here, try again later"
        log.info("mail: %s", handled.code)
        return SAID.get(handled, "250 2.0.0 Taken")

    async def _in_thread(self, work: Callable[P, R], *given: P.args, **_: P.kwargs) -> R:
        """Work in a thread whose log lines have the same id."""
        run: Callable[..., R] = contextvars.copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self.pool, run, work, *given)


class Listener(Controller):
    """Waits for mail on a port; `start` and `stop` it."""

    def __init__(self, club: Club, port: int | None = None) -> None:
        settings = club.config.mail
        self.protocol: type[SMTP] = LMTP if settings.listen_protocol == "lmtp" else SMTP
        self.doorman = Doorman(club)
        super().__init__(
            self.doorman,
            settings.listen_host,
            settings.listen_port if port is None else port,
            server_hostname=socket.gethostname(),
            ready_timeout=30,
        )

    def factory(self) -> SMTP:
        """Return the protocol for one connection."""
        return self.protocol(self.handler, data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, ident="Atelier")

    def stop(self, no_assert: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base class has it
        """Stop listening; what is being dealt with is finished first."""
        super().stop(no_assert)
        self.doorman.pool.shutdown()
