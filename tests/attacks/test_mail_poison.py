"""Mails that no reader should choke on: refused once, with a code that a mail server understands, and the next one is read."""

import smtplib

import pytest

from server.mail.incoming import budget, receive
from server.mail.incoming.listener import Listener
from tests.mail.conftest import new_house, settings
from tests.mail.post import free_port, post, reply

CLUB = "turns@club.example"


def nested(count, kind="mixed"):
    """Return multiparts in multiparts."""
    opened = [f'Content-Type: multipart/{kind}; boundary="b{n}"\n\n--b{n}\n' for n in range(count)]
    return "".join(opened) + "Content-Type: text/plain\n\nbid 2\n"


POISON = {
    "1,400 nested comments in a folded From": "From: " + "(\n " * 1400 + ")\n " * 1400 + "ada@example.org\n\nbid 2\n",
    "3,000 nested comments in a From": "From: "
    + ("(" * 60 + "\n ") * 50
    + ("x" + ")" * 60 + "\n ") * 50
    + "a@b\n\nbid 2\n",
    "2,000 nested multiparts": "From: ada@example.org\n" + nested(2000),
    "100 parts": "From: ada@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nbid 2\n" * 100,
    "5,000 lines that may divide parts": "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + "--c\n" * 5000,
    "2,000 fields": "From: ada@example.org\n" + "X: y\n" * 2000 + "\nbid 2\n",
    "200 KB of head": "From: ada@example.org\nX: " + ("y" * 70 + "\n ") * 2900 + "z\n\nbid 2\n",
    "40 KB of addresses": "From: " + "ada@example.org,\n " * 2400 + "ada@example.org\n\nbid 2\n",
}
AT_A_TOKEN = {
    "10,000 tags": "From: ada@example.org\nContent-Type: text/html\n\n" + ("<b>x" * 20 + "\n") * 500,
    "10,000 references": "From: ada@example.org\nContent-Type: text/html\n\n" + ("&amp;" * 20 + "\n") * 500,
}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with new_house(settings(tmp_path_factory.mktemp("poison") / "club")) as house:
        yield house


@pytest.fixture(scope="module")
def port(house):
    listener = Listener(house.club, free_port())
    listener.start()
    yield listener.port
    listener.stop()


@pytest.fixture
def asked(house):
    """A mail that asks ada for a turn."""
    game, *_ = house.table()
    return next(mail for mail in house.mails_to("ada") if game in mail.text)


def check_refused(house, port, text, to, asked):
    """The listener says 554 and the pipe 65, nothing is kept, and an honest answer is played after it."""
    raw = text.replace("\n", "\r\n").encode()
    with pytest.raises(smtplib.SMTPDataError) as refused:
        post(port, raw, asked.to, to)
    assert refused.value.smtp_code == 554
    assert b"send the moves alone, as plain text" in refused.value.smtp_error
    assert receive.receive_piped(house.club, raw, to, asked.to) == receive.BAD_DATA == 65
    assert house.send() == []
    assert post(port, reply(asked.reply_to, asked, "bid 1"), asked.to, asked.reply_to) == {}
    assert "Played 1 of 1" in house.send()[0].text


@pytest.mark.parametrize("name", [*POISON, *AT_A_TOKEN])
def test_a_poisoned_answer_is_refused_once_and_the_next_one_is_played(house, port, asked, name):
    check_refused(house, port, (POISON | AT_A_TOKEN)[name], asked.reply_to, asked)


@pytest.mark.parametrize("name", POISON)
def test_a_poisoned_mail_of_a_stranger_is_refused_once_and_the_next_one_is_played(house, port, asked, name):
    check_refused(house, port, POISON[name], CLUB, asked)


def test_a_poisoned_bounce_is_refused(house, asked):
    raw = "From: mailer-daemon@example.org\n" + nested(2000, "report")
    assert house.take_in(raw.encode(), asked.sender, sender="") == receive.OVER_BUDGET


def test_a_stranger_s_mail_of_more_than_a_megabyte_is_refused(house):
    raw = b"From: eve@example.net\r\n\r\n" + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * 16_000
    assert len(raw) > budget.MOST_BYTES
    assert house.take_in(raw, CLUB) == receive.OVER_BUDGET


def test_a_pipe_without_a_recipient_refuses_it_too(house):
    head = f"To: {CLUB}\n" + POISON["3,000 nested comments in a From"]
    assert receive.receive_piped(house.club, head.encode()) == 65
    assert receive.receive_piped(house.club, ("To: " + "(" * 3000 + "\n\n").encode()) == 65


def test_a_reader_that_goes_too_deep_all_the_same_ends_in_a_refusal(house, asked, monkeypatch):
    def go_deep(*_):
        return go_deep()

    monkeypatch.setattr("server.mail.incoming.receive.message.read_parts", go_deep)
    assert house.answer(asked, "bid 1") == receive.OVER_BUDGET


def test_a_bug_keeps_a_piped_mail_at_the_mail_server(house, asked, monkeypatch):
    monkeypatch.setattr("server.mail.incoming.receive.message.read", lambda *_: 1 / 0)
    raw = reply(asked.reply_to, asked, "bid 1")
    assert receive.receive_piped(house.club, raw, asked.reply_to, asked.to) == receive.TRY_LATER


def test_a_mail_asks_for_a_few_things_at_once_and_not_for_hundreds(house, asked):
    assert house.answer(asked, "say hello\n" * 6) == ("too_large", True)
    assert "A mail can hold 200 moves and 5 commands at most." in house.mails_to("ada")[0].text
    assert house.answer(asked, "bid 2\n" * 201).code == "too_large"
    assert house.answer(asked, "bid 1\n" + "say hello\n" * 5).code == "played"


@pytest.mark.parametrize("charset", ["punycode", "idna", "uu", "zip", "rot13", "utf-7", "unicode_escape", "x" * 500])
def test_a_charset_that_is_not_read_is_taken_for_plain_text(house, asked, charset):
    raw = f"From: {asked.to}\nMessage-ID: <{charset[:9]}@x>\nContent-Type: text/plain; charset={charset}\n\nbid 2\n"
    assert house.take_in(raw.encode(), asked.reply_to, sender=asked.to).code == "played"


def test_a_reference_with_thousands_of_digits_is_text(house, asked):
    page = f"<p>bid 2</p><p>&#{'9' * 6000};</p>"
    raw = f"From: {asked.to}\nMessage-ID: <digits@x>\nContent-Type: text/html\n\n{page}\n"
    assert house.take_in(raw.encode(), asked.reply_to, sender=asked.to).code == "played"
