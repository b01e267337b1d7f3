"""The threats that concern mail, each answered by a test that bears its name."""

import logging
import re
import shutil
import time

import msgspec
from sqlalchemy import select, text

from engine.ledger.anchoring import Anchors
from engine.ledger.armour import armour
from engine.ledger.verify import verify
from server.models import InboundMail, OutboxRow, StoredEntry
from server.services import replies
from server.worker import Worker
from tests.databases import make_club
from tests.mail.conftest import House, new_house, settings
from tests.mail.post import Box, Clock, reply


def entries(house, game):
    with house.club.read() as session:
        return list(
            session.execute(
                select(StoredEntry.kind).where(StoredEntry.game_id == game).order_by(StoredEntry.n)
            ).scalars()
        )


def test_host_can_not_pass_off_a_mailed_move_as_signed(house):
    """A relayed turn is the server's word, with the hash of the mail as evidence; verify counts it as such."""
    game, _, bob = house.table()
    mail = house.mails_to("ada")[0]
    raw = reply(mail.reply_to, mail, "bid 2")
    assert house.take_in(raw, mail.reply_to, mail.to).code == "played"
    bob.play(game, "bid 1")
    report = verify(bob.bundle(game))
    assert (report.seats[0].vouched, report.seats[0].signed) == (1, 0)
    assert (report.seats[1].vouched, report.seats[1].signed) == (0, 1)
    with house.club.read() as session:
        body = session.execute(select(StoredEntry.body).where(StoredEntry.kind == "relay")).scalar_one()
        kept = session.execute(select(InboundMail.raw, InboundMail.sha256)).one()
    assert msgspec.json.decode(body)["mail_sha256"] == kept.sha256
    assert replies.unseal(house.club, kept.raw) == raw


def test_host_can_not_fork_a_history_that_mails_have_witnessed(house, tmp_path):
    """A host who goes back and lets the game go on otherwise signs heads that contradict those in the mails."""
    game, ada, bob = house.table()
    house.send()
    house.club.engine.dispose()
    shutil.copytree(house.config.folder, tmp_path / "other")
    ada.play(game, "bid 2")
    bob.play(game, "bid 1")
    heads = tuple("".join(str(mail["X-Atelier-Head"]).split()).encode() for mail in house.send())
    other = House(settings(tmp_path / "other"), house.clock)
    for one, bid in ((ada, "bid 0"), (bob, "bid 1")):
        one.door = other.door
        assert one.play(game, bid).status == 201
    forged = bob.bundle(game)
    assert verify(forged).holds
    report = verify(forged, Anchors(server_keys=(house.club.key.public,), heads=heads))
    assert report.grade == "failed"
    assert report.fork is not None
    other.close()


def test_opponent_can_not_use_an_answer_after_undoing(house):
    """Undo between mail and reply: the token was bound to the position before; one new mail comes instead."""
    game, ada, _ = house.table()
    old = house.mails_to("bob")[0]
    ada.play(game, "bid 2")
    assert ada.undo(game).status == 201
    assert house.answer(old, "bid 1").code == "token_superseded"
    answers = house.mails_to("bob")
    assert len(answers) == 1
    assert "moved on since that mail" in answers[0].text
    assert house.answer(answers[0], "bid 1").code == "played"


def test_forwardee_can_not_play_read_or_stall(house):
    """A reply from another address is held; the question goes to the owner alone."""
    game, _, _ = house.table()
    mail = house.mails_to("ada")[0]
    before = entries(house, game)
    outcome = house.answer(mail, "bid 6", author="eve@example.net")
    assert outcome == ("sender_mismatch", True)
    assert entries(house, game) == before
    asked = house.send()
    assert [one.to for one in asked] == ["ada@example.org"]
    assert "eve@example.net" in asked[0].text
    assert "bid 6" in asked[0].text
    assert house.answer(mail, "bid 1").code == "played"


def test_owner_can_confirm_what_came_from_another_address(house):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    house.answer(mail, "bid 6", author="ada@work.example")
    (question,) = house.send()
    assert house.answer(question, "confirm", author="ada@work.example").code == "unproved_sender"
    assert house.answer(question, "confirm").code == "played"
    assert not ada.view(game)["awaited"]
    assert house.answer(question, "confirm").code == "token_spent"


def test_opponent_can_not_swallow_a_mail_by_claiming_its_message_id(house):
    game, _, bob = house.table()
    mail = house.mails_to("ada")[0]
    other = house.table(names=("ada", "bob"))
    their_mail = next(one for one in house.send() if one.to == "bob@example.org" and other[0] in one.text)
    claimed = "<the-same@id.example>"
    assert house.answer(their_mail, "bid 0", message_id=claimed).code == "played"
    assert house.answer(mail, "bid 1", message_id=claimed).code == "played"
    assert house.answer(mail, "bid 1", message_id=claimed).code == "duplicate"
    assert bob.view(game)["awaited"]


def test_mail_robot_gets_no_answers_two_clubs_wired_back_to_back_settle_at_nothing(tmp_path):
    clock = Clock()
    clubs = []
    for name in ("one", "other"):
        config = settings(tmp_path / name, sender=f"turns@{name}.example")
        make_club(config)
        clubs.append(House(config, clock))
    for club, other in (clubs, clubs[::-1]):
        club.table()
        for mail in club.send():
            wired = mail.raw
            for house in (club, other):
                for to in (mail.reply_to, mail.sender, house.config.mail.sender):
                    outcome = house.take_in(wired, to, sender=club.config.mail.sender)
                    assert not outcome.is_answered, outcome
    assert [club.send() for club in clubs] == [[], []]
    for club in clubs:
        club.close()


def test_mail_robot_can_not_be_made_to_answer_often(tmp_path):
    config = msgspec.structs.replace(settings(tmp_path / "club"), rates=True)
    with new_house(config) as house:
        house.table()
        mail = house.mails_to("ada")[0]
        outcomes = [house.answer(mail, "status", author=f"x{i}@example.net") for i in range(40)]
        assert sum(outcome.is_answered for outcome in outcomes) == 20
        assert [outcome.code for outcome in outcomes].count("rate_limited") == 10
        assert len(house.send()) == 20


def test_copy_holder_of_a_slip_reads_nothing_by_mailing_it_again(house):
    game, ada, _ = house.table()
    house.send()
    raw = ada.turn_slip(game, ["bid 2"])
    ada.slip("POST", f"/games/{game}/turns", raw)
    mail = b"From: eve@example.net\r\nMessage-ID: <x@y>\r\n\r\n" + armour(raw).encode()
    outcome = house.take_in(mail, "turns@club.example", sender="eve@example.net")
    assert outcome == ("duplicate", False)
    assert "ada@example.org" not in [one.to for one in house.send()]


def test_mailbox_thief_is_announced_to_the_owner(house):
    ada = house.person("ada")
    house.send()
    ada.call("POST", "/recoveries", json={"mail": "ada@example.org"})
    (mail,) = house.work()
    code = re.search(r"\w{4}-\w{4}-\w{4}", mail.about)
    assert code is not None
    from engine.ledger.keys import make_key_from_os_randomness

    thief = make_key_from_os_randomness()
    taken = {"mail": "ada@example.org", "code": code[0], "jwk": thief.public.jwk}
    assert ada.call("POST", "/recoveries/confirmation", json=taken, anonymous=True).status == 202
    (notice,) = house.send()
    assert notice.to == "ada@example.org"
    assert "A new key was named for your account" in notice.text
    house.clock.wait(hours=25)
    assert any("Your key has changed" in one.about for one in house.work() + house.work())


def test_nobody_injects_headers_terminals_or_markup(house):
    """What players write is refused where it is stored, and harmless where it is shown."""
    bad = ["a\r\nBcc: eve@example.net", "a\x1b[2J", "a\u202eb", "a\x00b"]
    ada = house.person("ada")
    for title in bad:
        assert ada.call("POST", "/games", json={"rules": "foundry", "seats": 2, "title": title}).status == 422
    game, _, bob = house.table(title="<b>Été</b> & [red]x[/red]")
    house.send()
    assert (
        bob.call("POST", f"/games/{game}/messages", json={"text": "<script>alert(1)</script>\n[bold]hi"}).status == 201
    )
    (mail,) = house.send()
    assert "<script>" not in mail.html
    assert "&lt;script&gt;" in mail.html
    assert "[bold]hi" in mail.text
    assert mail.about == "[<b>Été</b> & [red]x[/red]] bob: <script>alert(1)</script> [bold]hi"
    assert not mail.mail.defects


def test_log_reader_and_database_thief_find_no_token(house, caplog):
    caplog.set_level(logging.DEBUG)
    house.table()
    mails = house.send()
    for mail in mails:
        house.answer(mail, "status")
    house.send()
    tokens = {part for mail in mails for part in re.findall(r"[a-z2-7]{26}", mail.raw.decode())}
    assert len(tokens) >= 4
    database = (house.config.folder / "atelier.sqlite").read_bytes()
    wal = house.config.folder / "atelier.sqlite-wal"
    stored = database + (wal.read_bytes() if wal.exists() else b"")
    for token in tokens:
        assert token.encode() not in stored
        assert token not in caplog.text


def test_two_workers_never_send_a_mail_twice(tmp_path, request):
    """Leases on both databases: four workers, every mail once."""
    import threading

    for url in ("", request.getfixturevalue("fresh_postgres")):
        config = msgspec.structs.replace(settings(tmp_path / f"club{bool(url)}"), database_url=url)
        make_club(config)
        house = House(config, Clock())
        for _ in range(8):
            house.table()
        house.clock.wait(minutes=5)
        boxes = [Box() for _ in range(4)]
        senders = [House(config, house.clock, box) for box in boxes]
        threads = [threading.Thread(target=one.worker.sender.run_dry) for one in senders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sent = [mail["Message-ID"] for box in boxes for mail in box.mails]
        assert len(sent) == len(set(sent)) == 16
        for one in (house, *senders):
            one.close()


def test_a_worker_that_dies_loses_its_lease_and_no_mail(house):
    from server.services import outbox

    house.table()
    house.clock.wait(minutes=2)
    assert len(outbox.lease(house.club)) > 0
    assert house.send() == []
    house.clock.wait(minutes=3)
    assert len(house.send()) == 2


def test_a_worker_starts_and_stops(house):
    worker = Worker(house.club, pause=0.01).start()
    while "clock" not in worker._last:
        time.sleep(0.01)
    worker.stop()
    with house.club.read() as session:
        assert session.execute(text("select count(*) from marks")).scalar() == 1
        assert session.execute(select(OutboxRow.id)).all() == []
