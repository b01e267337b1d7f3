"""Whatever comes by mail: one outcome, at most one answer, little work, and never a mail that the mail server must keep."""

import contextlib
import smtplib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from engine.core.errors import Refused
from server.mail.incoming import message
from server.mail.incoming.budget import Overrun
from server.mail.incoming.lines import own_lines
from server.mail.incoming.listener import Listener
from server.models import OutboxRow
from tests.attacks.mails import CHARSETS, DIVIDERS, ENCODINGS, HTML, NAMES, SIZE, TEXT, WORDS
from tests.attacks.scales import Scales
from tests.fuzz.broken import fuzzed, mutated
from tests.mail.conftest import new_house, settings
from tests.mail.post import free_port, post
from tests.mail.test_corpus import EXPECTED, raw_mail


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with new_house(settings(tmp_path_factory.mktemp("fuzz") / "club", authserv_id="mx.club.example")) as house:
        yield house


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
    """A line or a mail that SMTP itself does not take, or that is past its budget."""


def handed_over(port, raw, asked):
    """Hand a mail to the listener; return what it says, unless the mail is refused for good."""
    try:
        return post(port, raw, asked.to, asked.reply_to)
    except smtplib.SMTPDataError as refused:
        if refused.smtp_code in {500, 552, 554}:
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


kinds = st.sampled_from(["text/plain", "text/html", "multipart/mixed; boundary=b", "multipart/report; boundary=b", "x"])
forms = st.sampled_from(["", "; format=flowed", "; format=flowed; delsp=yes"])


@st.composite
def composed(draw, units, most):
    """A text of units that are mixed, and as a whole repeated up to a size."""
    whole = "".join(draw(st.lists(st.sampled_from(units), min_size=1, max_size=6)))
    return (whole * draw(st.sampled_from([1, 2, 30, most])))[:most]


@st.composite
def parcels(draw, most):
    """The fields and the body of a mail that hardly anybody would write."""
    kind = f"Content-Type: {draw(kinds)}; charset={draw(st.sampled_from(CHARSETS))}{draw(forms)}"
    fields = [kind, f"Content-Transfer-Encoding: {draw(st.sampled_from(ENCODINGS))}"]
    names = draw(st.lists(st.sampled_from(NAMES), max_size=2))
    fields += [f"{name}: {draw(composed(WORDS, most)).strip()}" for name in names]
    return "\n".join(fields), draw(composed(HTML + TEXT + DIVIDERS, most)).encode()


@fuzzed(400)
@given(parcels(2000) | st.binary(max_size=400).map(lambda raw: ("", raw)))
def test_any_mail_is_read_or_past_its_budget(parcel):
    fields, body = parcel
    with contextlib.suppress(Overrun):
        mail = message.read(fields.encode() + b"\n\n" + body, None)
        parts = message.find_parts(mail)
        message.may_hold_slip(parts)
        with contextlib.suppress(Refused):
            assert isinstance(own_lines(message.read_parts(parts).text), list)


@pytest.mark.no_cover  # counting branches costs too
def test_no_mail_costs_more_than_five_plain_ones(tmp_path):
    scales = Scales(tmp_path)

    @fuzzed(100)
    @given(parcels(SIZE))
    def run(parcel):
        assert scales.find_worst([parcel]).times <= 5

    run()
    scales.house.close()
