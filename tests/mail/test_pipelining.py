"""Mail out to servers that offer PIPELINING, over several connections: nothing is lost, doubled or mixed up."""

import socketserver
import threading
import time
from contextlib import suppress

import pytest

from server.config import Mail
from server.mail.outgoing.pipelining import give_commands
from server.mail.outgoing.sender import Sender
from server.mail.outgoing.transports import Envelope, RelayDown, Several, Smtp, TurnedAway, transport_for
from server.services import outbox
from tests.mail.post import Sink

ENVELOPE = Envelope("turns+b-x@club.example", "ada@example.org", b"Subject: x\r\n\r\n.hidden dot\r\n\xc3\xa9\r\n")


class Eager(Sink):
    """A sink that offers PIPELINING."""

    async def handle_EHLO(self, _server, session, _envelope, hostname, responses):  # noqa: N802 - aiosmtpd's name
        session.host_name = hostname
        return [responses[0], "250-PIPELINING", *responses[1:]]


class Scripted(socketserver.ThreadingTCPServer):
    """A server on loopback with its script, what it heard and the mails that it took."""

    daemon_threads = True

    def __init__(self, script):
        super().__init__(("127.0.0.1", 0), Answering)
        self.script, self.heard, self.mails = script, [], []


class Answering(socketserver.BaseRequestHandler):
    """Answers MAIL, RCPT and DATA only once it has all three, as its server's script says."""

    server: Scripted

    def handle(self):
        script, lines = self.server.script, self.request.makefile("rb")
        self.say("220 scripted")
        for line in lines:
            self.server.heard.append(line.rstrip(b"\r\n"))
            verb = line[:4].upper()
            if verb == b"EHLO":
                self.say("250-scripted", "250-PIPELINING", "250 SIZE 1000000")
            elif verb == b"DATA":
                self.say(script["mail"], script["rcpt"], script["data"])
                if script["data"].startswith("354"):
                    self.server.mails.append(self.read_mail(lines))
                    self.say(script["end"])
            elif verb == b"RSET":
                if script.get("hangs_up"):
                    return
                self.say("250 OK")
            elif verb == b"QUIT":
                self.say("221 bye")
                return

    def read_mail(self, lines):
        return b"".join(iter(lambda: next(lines), b".\r\n"))

    def say(self, *lines):
        self.request.sendall("".join(f"{line}\r\n" for line in lines).encode())


@pytest.fixture
def scripted():
    """Starts scripted servers, and returns each with a way to it."""
    servers = []

    def start(**script):
        good = {"mail": "250 OK", "rcpt": "250 OK", "data": "354 go on", "end": "250 stored"}
        server = Scripted({**good, **script})
        threading.Thread(target=server.serve_forever, daemon=True).start()
        way = Smtp(Mail(transport="smtp", port=server.server_address[1]))
        servers.append((server, way))
        return server, way

    yield start
    for server, way in servers:
        way.close()
        server.shutdown()
        server.server_close()


def test_the_envelope_goes_in_one_piece_and_the_mail_after_its_answers(scripted):
    server, way = scripted()
    way.send(ENVELOPE)
    size = len(ENVELOPE.raw)
    assert server.heard[1:4] == [
        b"MAIL FROM:<turns+b-x@club.example> size=%d" % size,
        b"RCPT TO:<ada@example.org>",
        b"DATA",
    ]
    assert server.mails == [ENVELOPE.raw.replace(b"\r\n.hidden", b"\r\n..hidden")]


@pytest.mark.parametrize(
    ("raw", "sent"),
    [
        (b".first\r\n", b"..first\r\n"),
        (b"no end", b"no end\r\n"),
        (b"\r\n.\r\nMAIL FROM:<x@y>\r\n", b"\r\n..\r\nMAIL FROM:<x@y>\r\n"),
    ],
)
def test_dots_and_a_missing_end_are_minded(scripted, raw, sent):
    server, way = scripted()
    way.send(ENVELOPE._replace(raw=raw))
    assert server.mails == [sent]


@pytest.mark.parametrize(
    ("script", "is_final"),
    [
        ({"mail": "550 not you", "rcpt": "503 first MAIL", "data": "503 first MAIL"}, True),
        ({"rcpt": "550 no such mailbox", "data": "554 nobody to send to"}, True),
        ({"rcpt": "451 grey", "data": "354 go on", "end": "554 nobody to send to"}, False),
        ({"data": "452 full"}, False),
        ({"end": "554 spam"}, True),
        ({"rcpt": "550 no such mailbox", "data": "554 no", "hangs_up": True}, True),
    ],
)
def test_a_refusal_anywhere_is_told_from_a_server_that_is_down(scripted, script, is_final):
    server, way = scripted(**script)
    with pytest.raises(TurnedAway) as refused:
        way.send(ENVELOPE)
    assert refused.value.is_final == is_final
    server.script.update(mail="250 OK", rcpt="250 OK", data="354 go on", end="250 stored")
    way.send(ENVELOPE)
    assert len([mail for mail in server.mails if mail]) == 1 + ("end" in script and "rcpt" not in script)


@pytest.mark.parametrize("place", ["mail", "rcpt", "data", "end"])
def test_a_server_that_shuts_down_is_a_relay_that_is_down(scripted, place):
    _, way = scripted(**{place: "421 shutting down"})
    with pytest.raises(RelayDown):
        way.send(ENVELOPE)


@pytest.mark.parametrize(
    "to", ["ada@example.org>\r\nRCPT TO:<eve@example.org", "x\nRCPT TO:<eve@example.org>", "\r\nDATA"]
)
def test_an_address_smuggles_no_command_in(scripted, to):
    server, way = scripted()
    with suppress(ValueError):
        way.send(ENVELOPE._replace(to=to))
    assert [line[:4] for line in server.heard if line[:4] in {b"MAIL", b"RCPT"}] in ([], [b"MAIL", b"RCPT"])
    with pytest.raises(ValueError, match="line break"):
        give_commands(way._connection, "DATA", "RCPT TO:<ada@example.org>\nDATA")


def test_a_mail_program_reads_what_was_sent_so():
    with Eager() as sink:
        way = Smtp(Mail(transport="smtp", port=sink.port))
        way.send(ENVELOPE)
        way.send(ENVELOPE)
        way.close()
        assert [mail.raw.endswith(b"\r\n.hidden dot\r\n\xc3\xa9\r\n") for mail in sink.mails] == [True, True]


# Several connections


class Slow:
    """A way out that notes how many mails are on their way, and may fail."""

    def __init__(self, trouble=None):
        self.trouble, self.now, self.most, self.sent = trouble, 0, 0, []
        self.lock = threading.Lock()

    def send(self, envelope):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        try:
            time.sleep(0.02)
            if self.trouble is not None:
                self.trouble(envelope)
            with self.lock:
                self.sent.append(envelope.to)
        finally:
            with self.lock:
                self.now -= 1

    def close(self):
        """Nothing to let go of."""


@pytest.fixture
def crowd(house):
    """A club with turn mails to six people in its outbox."""
    for number in range(0, 6, 2):
        house.table(names=(f"member{number}", f"member{number + 1}"))
    house.clock.wait(minutes=2)
    return house


def send_all(house, way, connections):
    sender = Sender(house.club, way)
    sender.connections = connections
    sender._pool._max_workers = connections
    return sender.run_dry()


def count_states(house):
    return sorted((row.to, row.state) for row in outbox.find_mails(house.club) if row.kind == "turn")


def test_several_mails_are_on_their_way_at_once_and_each_goes_once(crowd):
    way = Slow()
    assert send_all(crowd, way, 3) == len(way.sent) == len(set(way.sent)) >= 6
    assert way.most == 3
    assert {state for _, state in count_states(crowd)} == {"sent"}


def test_of_several_only_the_refused_one_stays(crowd):
    def trouble(envelope):
        if envelope.to.startswith("member2"):
            raise TurnedAway(550, "no")

    way = Slow(trouble)
    send_all(crowd, way, 3)
    assert [to for to, state in count_states(crowd) if state == "parked"] == ["member2@example.org"]
    assert len([to for to in way.sent if to.startswith("member")]) == 5


def test_a_relay_that_goes_down_in_between_loses_and_doubles_nothing(crowd):
    done = threading.Semaphore(2)

    def trouble(_):
        if not done.acquire(blocking=False):
            raise RelayDown("gone")

    way = Slow(trouble)
    assert send_all(crowd, way, 3) == 2
    first = list(way.sent)
    way.trouble = None
    crowd.clock.wait(minutes=11)
    send_all(crowd, way, 3)
    assert len(way.sent) == len(set(way.sent)) > len(first) == 2
    assert {state for _, state in count_states(crowd)} == {"sent"}
    assert {row.attempts for row in outbox.find_mails(crowd.club)} == {0}


def test_the_settings_say_how_many_connections_there_are(tmp_path):
    one, more = Mail(transport="smtp"), Mail(transport="smtp", connections=3)
    assert isinstance(transport_for(one, tmp_path), Smtp)
    assert isinstance(transport_for(more, tmp_path), Several)


def test_each_connection_carries_mails_and_all_are_closed(tmp_path):
    with Eager() as sink:
        way = transport_for(Mail(transport="smtp", port=sink.port, connections=2), tmp_path)
        threads = [
            threading.Thread(target=way.send, args=[ENVELOPE._replace(to=f"a{n}@example.org")]) for n in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        way.close()
        assert sorted(mail.to for mail in sink.mails) == [f"a{n}@example.org" for n in range(6)]
