"""Whatever comes by mail: one outcome, at most one answer, and never a mail that the mail server must keep for ever."""

import contextlib
import smtplib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from server.mail.incoming.listener import Listener
from server.models import OutboxRow
from tests.databases import make_club
from tests.fuzz.broken import fuzzed, mutated
from tests.mail.conftest import House, settings
from tests.mail.post import Clock, free_port, post
from tests.mail.test_corpus import EXPECTED, raw_mail


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    config = settings(tmp_path_factory.mktemp("fuzz") / "club", authserv_id="mx.club.example")
    make_club(config)
    house = House(config, Clock())
    yield house
    house.close()


@pytest.fixture(scope="module")
def asked(house):
    """A mail that asks for a turn."""
    game, *_ = house.table()
    return next(mail for mail in house.send() if mail.to == "ada@example.org" and game in mail.text)


def answers(house):
    with house.club.read() as session:
        count = select(func.count()).select_from(OutboxRow).where(OutboxRow.kind == "answer")
        return session.execute(count).scalar()


def test_any_mail_has_one_outcome_and_at_most_one_answer(house, asked):
    corpus = [raw_mail(name, asked) for name in sorted(EXPECTED)]
    to = st.sampled_from([asked.reply_to, asked.sender, "turns@club.example", "turns+x@club.example", "a@b", ""])

    @fuzzed(400)
    @given(mutated(corpus) | st.binary(max_size=400), to, st.sampled_from([asked.to, "", "eve@example.org", None]))
    def run(raw, recipient, sender):
        before = answers(house)
        outcome = house.take_in(raw, recipient, sender=sender)
        assert outcome.code
        assert answers(house) - before == outcome.is_answered

    run()


class TooLong(Exception):
    """A line or a mail that SMTP itself does not take."""


def handed_over(port, raw, asked):
    """Hand a mail to the listener; return what it says, unless the mail is none by the rules of SMTP."""
    try:
        return post(port, raw, asked.to, asked.reply_to)
    except smtplib.SMTPDataError as refused:
        if refused.smtp_code in {500, 552}:
            raise TooLong from refused
        raise


def test_the_listener_takes_any_mail_or_says_why_not(house, asked):
    corpus = [raw_mail(name, asked) for name in sorted(EXPECTED)]
    listener = Listener(house.club, free_port())
    listener.start()

    @fuzzed(40)
    @given(mutated(corpus))
    def run(raw):
        with contextlib.suppress(TooLong):
            assert handed_over(listener.port, raw, asked) == {}

    try:
        run()
    finally:
        listener.stop()
