"""The way in, spoken to over raw sockets: LMTP and SMTP, one recipient at a time, 250 only when it is stored."""

import socket
import subprocess
import sys

import msgspec
import pytest

from server.mail import receive_stdin
from server.mail.incoming import receive
from server.mail.incoming.listener import Listener
from server.services import club as club_module
from server.services.club import wall_clock
from tests.mail.post import free_port, post, reply


class Wire:
    """A conversation, line by line."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.file = self.socket.makefile("rb")
        self.greeting = self.answer()

    def answer(self):
        while True:
            line = self.file.readline().decode()
            if not line or line[3] == " ":
                return line.strip()

    def say(self, line):
        self.socket.sendall(line.encode() + b"\r\n")
        return self.answer()

    def close(self):
        self.file.close()
        self.socket.close()


@pytest.fixture
def wired(house):
    """A listener for the house, and a mail to answer."""
    listener = Listener(house.club, free_port())
    listener.start()
    house.table()
    wire = Wire(listener.port)
    yield house, listener, wire, house.mails_to("ada")[0]
    wire.close()
    listener.stop()


def test_lmtp_takes_one_recipient_per_transaction(wired):
    _, _, wire, mail = wired
    assert wire.say("EHLO mx").startswith("500")
    assert wire.say("LHLO mx").startswith("250")
    assert wire.say("MAIL FROM:<ada@example.org>").startswith("250")
    assert wire.say(f"RCPT TO:<{mail.reply_to}>").startswith("250")
    assert wire.say(f"RCPT TO:<{mail.reply_to}>").startswith("452")
    assert wire.say("RCPT TO:<turns+zzzzzzzzzzzzzzzzzzzzzzzzzz@club.example>").startswith("452")
    assert wire.say("RSET").startswith("250")
    assert wire.say("MAIL FROM:<ada@example.org>").startswith("250")
    assert wire.say("RCPT TO:<turns+zzzzzzzzzzzzzzzzzzzzzzzzzz@club.example>").startswith("550")
    assert wire.say("DATA").startswith("503")


def test_250_means_that_it_is_stored(wired):
    house, _, wire, mail = wired
    wire.say("LHLO mx")
    wire.say("MAIL FROM:<ada@example.org>")
    wire.say(f"RCPT TO:<{mail.reply_to}>")
    assert wire.say("DATA").startswith("354")
    body = reply(mail.reply_to, mail, "bid 1").replace(b"\r\n.", b"\r\n..")
    assert wire.say(body.decode() + "\r\n.").startswith("250")
    assert [one.to for one in house.send()] == ["ada@example.org"]


def test_a_busy_server_asks_for_another_try_and_nothing_is_lost(wired, monkeypatch):
    from engine.core.errors import Refused

    house, listener, _, mail = wired
    raw = reply(mail.reply_to, mail, "bid 1")

    def busy(*_):
        raise Refused("busy", "The server is busy; nothing was stored. Try again in a moment.")

    with monkeypatch.context() as patch:
        patch.setattr(club_module.Club, "write", busy)
        wire = Wire(listener.port)
        for line in ("LHLO mx", "MAIL FROM:<ada@example.org>", f"RCPT TO:<{mail.reply_to}>"):
            assert wire.say(line).startswith("250")
        wire.say("DATA")
        assert wire.say(raw.decode() + "\r\n.").startswith("451")
        assert receive.receive_piped(house.club, raw, mail.reply_to, mail.to) == 75
        wire.close()
    assert post(listener.port, raw, mail.to, mail.reply_to) == {}
    assert "Played 1 of 1" in house.send()[0].text


def test_a_bug_keeps_the_mail_at_the_mail_server(wired, monkeypatch):
    _, listener, _, mail = wired
    monkeypatch.setattr("server.mail.incoming.receive.message.read", lambda *_: 1 / 0)
    wire = Wire(listener.port)
    for line in ("LHLO mx", "MAIL FROM:<ada@example.org>", f"RCPT TO:<{mail.reply_to}>", "DATA"):
        wire.say(line)
    assert wire.say("Subject: x\r\n\r\nbid 1\r\n.").startswith("451")
    wire.close()


def test_plain_smtp_speaks_ehlo(house):
    config = msgspec.structs.replace(house.config.mail, listen_protocol="smtp")
    house.club.config = msgspec.structs.replace(house.config, mail=config)
    listener = Listener(house.club, free_port())
    listener.start()
    house.table()
    mail = house.mails_to("ada")[0]
    assert post(listener.port, reply(mail.reply_to, mail, "bid 1"), mail.to, mail.reply_to, lmtp=False) == {}
    listener.stop()


def test_a_mail_of_more_than_a_megabyte_is_refused_with_a_sentence(wired):
    house, listener, _, mail = wired
    raw = reply(mail.reply_to, mail, "bid 1") + b"x" * 70 + b"\r\n"
    raw += (b"y" * 70 + b"\r\n") * 16_000
    assert post(listener.port, raw, mail.to, mail.reply_to) == {}
    (answer,) = house.send()
    assert "too large" in answer.text


def test_a_pipe_gets_the_exit_codes_of_sysexits(house):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    raw = reply(mail.reply_to, mail, "bid 1")
    assert receive_stdin(house.config, b"", mail.reply_to, mail.to) == 65
    assert receive_stdin(house.config, raw, "turns+zzzzzzzzzzzzzzzzzzzzzzzzzz@club.example", mail.to) == 67
    assert receive_stdin(house.config, raw, "somebody@elsewhere.example", mail.to) == 67
    assert receive_stdin(house.config, raw) == 0
    assert not ada.view(game)["awaited"]
    assert receive_stdin(house.config, raw) == 0


def test_the_command_of_the_host_takes_a_mail_from_a_pipe(house):
    house.clock.at = wall_clock()  # another process has the time of the day
    house.table()
    mail = house.mails_to("ada")[0]
    raw = reply(mail.reply_to, mail, "bid 1")
    code = (
        "import sys; from tests.games import register_tiny_games; register_tiny_games();"
        "from server.config import load_config; from server.mail import receive_stdin;"
        "c = load_config({}, home=sys.argv[1], log='off', mail={'sender': 'turns@club.example'});"
        "sys.exit(receive_stdin(c, sys.stdin.buffer.read()))"
    )
    done = subprocess.run([sys.executable, "-c", code, house.config.home], input=raw, check=False)
    assert done.returncode == 0
    house.clock.at = wall_clock()
    assert "Played 1 of 1" in house.send()[0].text
