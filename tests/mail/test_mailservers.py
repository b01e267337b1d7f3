"""Real mail servers take an answer by SMTP and hand it to our listener by LMTP, and take what we send."""

import smtplib
import time

import pytest

from server.mail.incoming.listener import Listener
from server.mail.outgoing.sender import Sender
from tests.databases import make_club
from tests.debian import skipped_if_absent
from tests.mail.conftest import House, settings
from tests.mail.mailservers import Exim, Postfix
from tests.mail.post import Clock, Sink, reply

pytestmark = [pytest.mark.mailserver, pytest.mark.timeout(400)]


@pytest.fixture(params=[Postfix, Exim])
def mailserver(request):
    """A mail server of our own."""
    with skipped_if_absent():
        server = request.param()
    with server:
        yield server


def wait_for(what):
    for _ in range(600):
        found = what()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError


def submit(port, raw, sender, recipients):
    wait_for(lambda: answers(port))
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as door:
        return door.sendmail(sender, recipients, raw)


def answers(port):
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=30):
            return True
    except OSError:
        return False


def sent(house):
    """Send what is due; a mail server that was too busy is tried again later."""
    house.clock.wait(minutes=15)
    house.worker.sender.run_dry()
    return True


def test_a_mail_server_delivers_to_the_listener_and_relays_what_we_send(tmp_path, mailserver):
    with Sink(port=mailserver.sink) as sink:
        config = settings(
            tmp_path / "club", transport="smtp", port=mailserver.smtp, listen_port=mailserver.lmtp, undo_pause=0
        )
        make_club(config)
        house = House(config, Clock())
        house.worker.sender = Sender(house.club)
        listener = Listener(house.club)
        listener.start()
        game, ada, bob = house.table()
        wait_for(lambda: answers(mailserver.smtp))
        wait_for(lambda: sent(house) and len(sink.mails) >= 2)
        mails = {mail.to: mail for mail in sink.take()}
        first, second = mails["ada@example.org"], mails["bob@example.org"]
        submit(mailserver.smtp, reply(first.reply_to, first, "bid 1"), first.to, [first.reply_to])
        wait_for(lambda: not ada.view(game)["awaited"])
        two = [second.reply_to, "turns+zzzzzzzzzzzzzzzzzzzzzzzzzz@club.example"]
        submit(mailserver.smtp, reply(second.reply_to, second, "bid 0"), second.to, two)
        wait_for(lambda: bob.view(game)["n"] >= 5)
        wait_for(lambda: sent(house) and {"ada@example.org", "bob@example.org"} <= {mail.to for mail in sink.mails})
        bounced = wait_for(lambda: [one for one in sink.mails if str(one.subject).startswith(mailserver.bounce)])
        assert [mail.to for mail in bounced] == ["bob@example.org"]
        listener.stop()
        house.worker.sender.close()
        house.close()


@pytest.mark.parametrize("mailserver", [Postfix], indirect=True)
@pytest.mark.parametrize(
    ("name", "code"), [("turns", 250), ("turns+b-" + "a" * 26, 250), ("nobody", 550), ("turns+short", 550)]
)
def test_postfix_refuses_at_once_whom_the_club_does_not_have(mailserver, name, code):
    wait_for(lambda: answers(mailserver.smtp))
    with smtplib.SMTP("127.0.0.1", mailserver.smtp, timeout=30) as door:
        door.ehlo()
        door.mail("bob@example.org")
        assert door.rcpt(f"{name}@club.example")[0] == code
