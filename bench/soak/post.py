"""The mail around a club: a mail server that is away now and then, and people who answer what it brings."""

import re
import smtplib
import time
import uuid
from collections import defaultdict
from typing import Any

from tests.mail.post import Received, Sink, free_port, post, reply
from tests.server.people import Person

SECONDS_TO_WAIT = 20
SECONDS_FOR_A_MAIL = 4
DELIVERIES = 10
_GAME = re.compile(r"<game-(\w+)@")


class PostOffice:
    """A mail server on loopback; what it took is kept even while it is away."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: dict[str, list[Received]] = defaultdict(list)
        self.last_about: dict[tuple[str, str], Received] = {}
        """The last mail about a game to an address that can be answered."""
        self.accepted: list[str] = []
        """Message-IDs of answers that the club has taken."""
        self._sink: Any = None
        self.open()

    def open(self) -> None:
        """Take mail."""
        self._sink = Sink(port=self.port, answer=self._take)
        self._sink.__enter__()

    def close(self) -> None:
        """Take no mail."""
        self._sink.__exit__()

    def _take(self, envelope: Any) -> str:
        mail = Received(envelope.mail_from, envelope.rcpt_tos[0], envelope.content)
        self.mails[mail.to].append(mail)
        about = _GAME.search(str(mail["References"]))
        if about and mail["Reply-To"]:
            self.last_about[about[1], mail.to] = mail
        return "250 OK"

    @property
    def ids(self) -> set[str]:
        """The Message-IDs of all that came."""
        return {str(mail["Message-ID"]) for mails in list(self.mails.values()) for mail in list(mails)}

    def code_for(self, address: str) -> str:
        """Return the code that was mailed to an address."""
        for _ in range(SECONDS_TO_WAIT * 10):
            for mail in list(self.mails[address]):
                found = re.match(r"(\S+) confirms your address", str(mail.subject))
                if found:
                    return found[1]
            time.sleep(0.1)
        raise TimeoutError(address)

    def current(self, game: str, address: str, head: str) -> Received | None:
        """Return the mail that asks for a turn in this position, once it has come."""
        for _ in range(SECONDS_FOR_A_MAIL * 10):
            mail = self.last_about.get((game, address))
            if mail is not None and head in mail.text:
                return mail
            time.sleep(0.1)
        return None

    def deliver(self, port: int, mail: Received, text: str) -> bool:
        """Answer a mail as its reader, trying as a mail server does; tell whether the club took the answer."""
        message_id = f"<{uuid.uuid4().hex}@example.org>"
        raw = reply(mail.reply_to, mail, text, message_id=message_id)
        for _ in range(DELIVERIES):
            try:
                post(port, raw, mail.to, mail.reply_to)
            except (OSError, smtplib.SMTPException):
                time.sleep(0.3)
                continue
            self.accepted.append(message_id)
            return True
        return False


class Mailed(Person):
    """Somebody whose mail comes by the post office."""

    def __init__(self, door: Any, club: Any, handle: str, office: PostOffice) -> None:
        super().__init__(door, club, handle)
        self.office = office

    @property
    def address(self) -> str:
        """Where mail reaches them."""
        return f"{self.handle}@example.org"

    def confirm(self) -> None:
        """Confirm the address with the code that came by mail."""
        answer = self.call("POST", "/me/confirmation", json={"code": self.office.code_for(self.address)})
        assert answer.status == 200, answer
