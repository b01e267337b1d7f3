"""A corpus of raw messages in the styles of common programs, machines and accidents: each has its one outcome."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from server.models import InboundMail, Member, Message, OutboxRow, StoredEntry
from tests.mail.conftest import new_house, settings

CORPUS = Path(__file__).parent / "corpus"
EXPECTED = tomllib.loads((CORPUS / "expected.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """One club for all: every mail has a game of its own."""
    with new_house(settings(tmp_path_factory.mktemp("corpus") / "club", authserv_id="mx.club.example")) as house:
        yield house


def raw_mail(name, mail):
    raw = (CORPUS / name).read_bytes()
    for mark, value in (("REPLY", mail.reply_to), ("PLAYER", mail.to), ("ID", name)):
        raw = raw.replace(f"@@{mark}@@".encode(), value.encode())
    return raw


def rows(house, wanted):
    with house.club.read() as session:
        return session.execute(wanted).all()


def count(house):
    return {
        "answers": len(rows(house, select(OutboxRow.id).where(OutboxRow.kind == "answer"))),
        "inbound": len(rows(house, select(InboundMail.id))),
    }


def played(house, game):
    bodies = rows(house, select(StoredEntry.body).where(StoredEntry.game_id == game, StoredEntry.kind == "relay"))
    return [move for (body,) in bodies for move in msgspec.json.decode(body)["played"]]


def test_there_are_at_least_sixty_and_each_has_its_expectation():
    assert len(EXPECTED) >= 60
    assert set(EXPECTED) == {path.name for path in CORPUS.glob("*.eml")}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_mail_has_its_one_outcome(club, name):
    expected = EXPECTED[name]
    who = f"ada{name[:2]}" if "vacation" in name or expected.get("bounced") else "ada"
    game, *_ = club.table(names=(who, "bob"))
    mail = next(one for one in club.send() if one.to == f"{who}@example.org" and game in one.text)
    to = {"bounce": mail.sender}.get(expected.get("to"), expected.get("to") or mail.reply_to)
    raw, before = raw_mail(name, mail), count(club)
    outcome = club.take_in(raw, to, sender=expected.get("sender", mail.to))
    after = count(club)
    assert outcome.code == expected["outcome"]
    assert outcome.is_answered == expected["answered"]
    assert after["answers"] - before["answers"] == expected["answered"]
    assert played(club, game) == expected.get("plays", [])
    said = [text for (text,) in rows(club, select(Message.text).where(Message.game_id == game))]
    assert said == ([expected["says"]] if "says" in expected else [])
    is_dead = rows(club, select(Member.mail_bounced_at).where(Member.handle == who))[0][0] is not None
    assert is_dead == expected.get("bounced", False)
    check_again(club, raw, to, expected, after, mail)


def check_again(club, raw, to, expected, after, mail):
    """The same mail once more changes nothing, and its answer goes to the address on file alone."""
    again = club.take_in(raw, to, sender=expected.get("sender", mail.to))
    assert again.code == ("duplicate" if expected["answered"] else expected["outcome"])
    assert count(club) == after
    for sent in club.send():
        assert sent.to.endswith("@example.org")
        assert not sent.mail.defects
        assert "Bcc" not in sent.mail
