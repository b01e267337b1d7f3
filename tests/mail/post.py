"""A post office for tests: a sink that keeps what is sent to it, and letters written as people write them."""

import email
import email.policy
import smtplib
import socket
from email.message import EmailMessage
from email.utils import make_msgid

from aiosmtpd.controller import Controller

from tests.server.people import CODE

DAY = 24 * 3600 * 1000


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, at=1_794_816_000_000):
        self.at = at

    def __call__(self):
        return self.at

    def wait(self, **span):
        units = {"seconds": 1000, "minutes": 60_000, "hours": 3_600_000, "days": DAY}
        self.at += sum(round(value * units[unit]) for unit, value in span.items())


class Received:
    """One mail that arrived."""

    def __init__(self, sender, to, raw):
        self.sender = sender
        self.to = to
        self.raw = raw
        self.mail = email.message_from_bytes(raw, policy=email.policy.default)

    def __getitem__(self, header):
        return self.mail[header]

    @property
    def subject(self):
        return self.mail["Subject"]

    @property
    def about(self):
        """What the mail is about: its subject, or its first lines where all mails of a table have one subject."""
        if "<game-" not in str(self["References"]) or self.subject.startswith("Re: ") or "[" not in self.text[:3]:
            return str(self.subject)
        return " ".join(self.text.partition("\n\n")[0].split())

    @property
    def text(self):
        return self._body("plain").replace("\r\n", "\n")

    @property
    def html(self):
        return self._body("html")

    def _body(self, kind):
        body = self.mail.get_body((kind,))
        assert body is not None
        return body.get_content()

    @property
    def reply_to(self):
        return str(self.mail["Reply-To"])

    def __repr__(self):
        return f"<to {self.to}: {self.about}>"


class Box:
    """A transport that keeps mails in a list; `trouble` may raise instead."""

    def __init__(self, trouble=None):
        self.mails = []
        self.codes = []
        """Every code that went out in a subject; the outbox forgets them."""
        self.trouble = trouble

    def send(self, envelope):
        if self.trouble is not None:
            self.trouble(envelope)
        mail = Received(envelope.sender, envelope.to, envelope.raw)
        self.mails.append(mail)
        self.codes += CODE.findall(mail.subject)

    def close(self):
        pass

    def to(self, who):
        return [mail for mail in self.mails if mail.to.startswith(f"{who}@")]

    def take(self):
        mails, self.mails = self.mails, []
        return mails


class Sink:
    """A real SMTP server on loopback that keeps what it gets."""

    def __init__(self, answer="250 OK", port=None, hostname="127.0.0.1", **more):
        self.mails = []
        self.answer = answer
        self.controller = Controller(self, hostname, port or free_port(), ready_timeout=30, **more)

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - aiosmtpd's name
        answer = self.answer(envelope) if callable(self.answer) else self.answer
        if answer.startswith("250"):
            self.mails.append(Received(envelope.mail_from, envelope.rcpt_tos[0], envelope.content))
        return answer

    @property
    def port(self):
        return self.controller.port

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()

    def take(self):
        mails, self.mails = self.mails, []
        return mails


def reply(to, mail, text, *, author=None, message_id=None, **headers):
    """Return the bytes of an answer to a mail, as a simple mail program writes it."""
    answer = EmailMessage()
    answer["From"] = author or mail.to
    answer["To"] = to
    answer["Subject"] = "Re: " + str(mail.subject)
    answer["Message-ID"] = message_id or make_msgid(domain="example.org")
    answer["In-Reply-To"] = mail["Message-ID"]
    for name, value in headers.items():
        answer[name.replace("_", "-")] = value
    quoted = "\n".join("> " + line for line in mail.text.splitlines())
    answer.set_content(f"{text}\n\nOn Monday, the club wrote:\n{quoted}\n")
    return answer.as_bytes(policy=email.policy.SMTP)


def post(port, raw, sender, to, *, lmtp=True):
    """Hand a mail to a listener as a mail server does; return its answer."""
    kind = smtplib.LMTP if lmtp else smtplib.SMTP
    with kind("127.0.0.1", port, timeout=30) as door:
        return door.sendmail(sender, [to], raw)
