"""What becomes of mails on their way out: turned away for now or for good, a relay that is down, policies, digests."""

import pytest
from sqlalchemy import select, update

from engine.core.errors import Refused
from server.mail.outgoing.sender import Sender
from server.mail.outgoing.transports import Envelope, Maildir, RelayDown, Smtp, TurnedAway
from server.models import Member, OutboxRow, Seat
from server.services import outbox
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Sink
from tests.server.crowds import count_statements


def states(house, kind="turn"):
    with house.club.read() as session:
        rows = session.execute(select(OutboxRow.state, OutboxRow.error).where(OutboxRow.kind == kind))
        return [(row.state, row.error) for row in rows.all()]


def refuse(code):
    def trouble(parcel):
        if parcel.to == "bob@example.org":
            raise TurnedAway(code, "no")

    return trouble


def set_policy(house, who, policy):
    with house.club.write() as session:
        session.execute(update(Member).where(Member.handle == who).values(mail_policy=policy))


def told_at(house, game, seat):
    with house.club.read() as session:
        here = (Seat.game_id == game) & (Seat.seat == seat)
        return session.execute(select(Seat.told_at).where(here)).scalar()


def test_a_mail_that_is_refused_for_good_is_parked_at_once_and_the_host_is_told(house):
    host = house.person("hostess").become_host()
    house.send()
    house.table()
    house.box.trouble = refuse(550)
    sent = house.send() + house.send()
    assert sorted(mail.to for mail in sent) == ["ada@example.org", f"{host.handle}@example.org"]
    notice = next(mail for mail in sent if mail.to.startswith("hostess"))
    assert "1 mail could not be delivered" in notice.text
    parked = outbox.find_mails(house.club, "parked")
    assert [(one.to, one.error) for one in parked] == [("bob@example.org", "550 no")]
    house.box.trouble = None
    outbox.retry(house.club, parked[0].id)
    assert [mail.to for mail in house.send()] == ["bob@example.org"]


def test_a_parked_mail_can_be_dropped_and_only_a_parked_one(house):
    house.table()
    house.box.trouble = refuse(550)
    house.send()
    (parked,) = outbox.find_mails(house.club, "parked")
    outbox.drop(house.club, parked.id)
    assert outbox.find_mails(house.club, "parked") == []
    with pytest.raises(Refused):
        outbox.retry(house.club, parked.id)


def test_a_mail_that_is_refused_for_now_is_tried_for_three_days(house):
    house.table()
    house.box.trouble = refuse(451)
    tries, began = 0, house.clock()
    for _ in range(4 * 24 * 4):
        house.send()
        house.clock.wait(minutes=15)
        (row,) = [one for one in outbox.find_mails(house.club) if one.to == "bob@example.org" and one.kind == "turn"]
        tries = max(tries, row.attempts)
        if row.state == "parked":
            break
    assert row.state == "parked"
    assert 10 <= tries <= 20
    assert house.clock() - began <= 4 * 24 * 3_600_000


def test_a_relay_that_is_down_pauses_the_queue_and_counts_for_no_mail(house):
    calls = []

    def down(parcel):
        calls.append(parcel)
        raise RelayDown("session refused")

    house.table()
    house.box.trouble = down
    house.clock.wait(minutes=2)
    for _ in range(50):
        house.worker.sender.run_dry()
        house.clock.wait(seconds=1)
    assert len(calls) < 8
    assert {one.attempts for one in outbox.find_mails(house.club)} == {0}
    house.box.trouble = None
    house.clock.wait(minutes=11)
    assert len(house.send()) == 2


def test_a_mail_that_can_not_be_written_does_not_stop_the_others(house):
    house.table()
    with house.club.write() as session:
        broken = (OutboxRow.kind == "turn") & (OutboxRow.seat == 1)
        session.execute(update(OutboxRow).where(broken).values(kind="talk", data={}))
    assert "ada@example.org" in [mail.to for mail in house.send()]
    assert [(row.state, row.attempts) for row in outbox.find_mails(house.club) if row.kind == "talk"] == [("queued", 1)]


def test_what_is_answered_before_it_goes_out_is_not_mailed(house):
    game, ada, _ = house.table()
    ada.play(game, "bid 1")
    assert [mail.to for mail in house.send()] == ["bob@example.org"]
    assert ("dropped", "answered") in states(house)


def test_an_undo_within_the_pause_leaves_one_mail(house):
    game, ada, _ = house.table()
    house.send()
    ada.play(game, "bid 1")
    ada.undo(game)
    assert sorted(mail.to for mail in house.send()) == ["ada@example.org", "bob@example.org"]


def test_policy_every_gets_a_mail_for_every_turn(house):
    first, *_ = house.table("nicodemus")
    house.table("nicodemus")
    assert sorted(len(house.box.to(who)) for who in ("ada", "bob")) == [0, 0]
    begun = house.send()
    asked = [mail for mail in begun if "Your turn" in mail.about]
    assert len(asked) == 2
    one = next(person for person in house.people.values() if person.view(first)["awaited"])
    while (view := one.view(first))["awaited"]:
        assert one.play(first, view["legal"][0]["line"], view=view).status == 201
    (mail,) = house.send()
    assert "Your turn" in mail.about
    assert not mail.to.startswith(one.handle)


def test_policy_off_gets_nothing_and_counts_as_told(house):
    house.person("bob")
    set_policy(house, "bob", "off")
    game, _, bob = house.table()
    assert [mail.to for mail in house.send()] == ["ada@example.org"]
    assert told_at(house, game, 1) == house.clock()
    bob.call("POST", "/me/code")
    assert any("confirms" in mail.about for mail in house.send())


def test_policy_once_gets_one_mail_until_the_player_looks(house):
    house.person("bob")
    set_policy(house, "bob", "once")
    first, *_ = house.table()
    assert len(house.mails_to("bob")) == 1
    second, _, bob = house.table()
    assert house.mails_to("bob") == []
    assert told_at(house, second, 1) is not None
    house.clock.wait(minutes=5)
    bob.view(first)
    house.table()
    assert len(house.mails_to("bob")) == 1


def test_policy_once_gets_one_mail_for_two_tables_that_begin_together(house):
    house.person("bob")
    set_policy(house, "bob", "once")
    house.table()
    second, *_ = house.table()
    assert [len(house.mails_to("bob")) for _ in range(3)] == [1, 0, 0]
    assert told_at(house, second, 1) is not None


def test_policy_once_gets_the_second_mail_when_the_first_is_no_longer_true(house):
    house.person("bob")
    set_policy(house, "bob", "once")
    first, _, bob = house.table()
    house.table(title="The other")
    bob.play(first, "bid 1")
    mails = [mail for _ in range(3) for mail in house.mails_to("bob")]
    assert ["The other" in mail.about for mail in mails] == [True]


def test_policy_digest_gets_one_mail_a_day_with_everything_in_it(house):
    house.person("bob", zone="Europe/Paris")
    set_policy(house, "bob", "digest")
    game, ada, _ = house.table(title="North")
    house.table(title="South", pace={"turn": "5d"})
    assert house.mails_to("bob") == []
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello there"})
    assert house.mails_to("bob") == []
    house.clock.wait(hours=24)
    (digest,) = house.mails_to("bob")
    assert digest.subject == "Winter League: your games today"
    for expected in ("North", "South", "due Sat 21 Nov", "ada says: hello there"):
        assert expected in digest.text
    house.clock.wait(hours=24)
    assert house.mails_to("bob") == []


def test_the_daily_mail_takes_as_many_statements_whatever_is_in_it(house):
    house.person("bob")
    set_policy(house, "bob", "digest")
    counts = []
    for tables in (2, 8):
        for _ in range(tables):
            game, ada, _ = house.table(pace={"turn": "5d"})
            ada.call("POST", f"/games/{game}/messages", json={"text": "hello there"})
        assert house.mails_to("bob") == []
        house.clock.wait(hours=24)
        with count_statements(house.club) as seen:
            (digest,) = house.mails_to("bob")
        assert digest.text.count("hello there") == tables
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_what_comes_while_the_daily_mail_leaves_goes_into_the_next_one(house):
    house.person("bob")
    set_policy(house, "bob", "digest")
    game, ada, _ = house.table()
    assert house.mails_to("bob") == []
    with house.club.write() as session:
        leaving = {"lease_id": "another worker", "lease_until": house.clock() + 3_600_000}
        session.execute(update(OutboxRow).where(OutboxRow.kind == "digest").values(leaving))
    ada.call("POST", f"/games/{game}/messages", json={"text": "almost too late"})
    house.send()
    assert states(house, "talk") == [("queued", None)]
    house.clock.wait(hours=24)
    digests = house.mails_to("bob")
    house.clock.wait(hours=24)
    digests += house.mails_to("bob")
    assert ["almost too late" in mail.text for mail in digests] == [False, True]


def test_a_deadline_before_the_next_digest_is_mailed_at_once(house):
    house.person("bob")
    set_policy(house, "bob", "digest")
    house.table(pace={"turn": "12h"})
    assert len(house.mails_to("bob")) == 1


def test_one_click_unsubscribes_and_looking_does_not(house):
    house.table()
    mail = house.mails_to("bob")[0]
    link = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(house.club.origin)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert house.door("GET", link).status == 200
    house.table()
    assert len(house.mails_to("bob")) == 1
    form = {"data": "List-Unsubscribe=One-Click", "content_type": "application/x-www-form-urlencoded"}
    assert house.door("POST", link, **form).status == 200
    house.table()
    assert house.mails_to("bob") == []
    assert house.door("POST", "/v1/unsubscribe/" + "a" * 26).status == 404


@pytest.mark.parametrize("transport", ["smtp", "maildir"])
def test_codes_and_links_are_forgotten_once_they_went_out(tmp_path, clock, transport):
    with Sink() as sink:
        config = settings(tmp_path / "club", transport=transport, port=sink.port)
        make_club(config)
        house = House(config, clock)
        house.worker.sender = Sender(house.club)
        ada = house.person("ada")
        game = ada.open("foundry", 2)
        ada.call("POST", f"/games/{game}/invitations", json={"mail": "bob@example.org"})
        ada.call("POST", "/recoveries", json={"mail": "ada@example.org"})
        assert {name for data in outbox_data(house) for name in data} >= {"code", "secret"}
        house.send()
        assert [data for data in outbox_data(house) if data] == []
        house.worker.sender.close()
        house.close()


def test_what_is_dropped_is_forgotten_too(house):
    house.person("ada", confirmed=False)
    house.clock.wait(minutes=31)
    assert house.send() == []
    assert outbox_data(house) == [{}]
    house.person("bob", confirmed=False)
    house.box.trouble = refuse(550)
    house.send()
    (parked,) = outbox.find_mails(house.club, "parked")
    assert "code" in parked.data
    outbox.drop(house.club, parked.id)
    assert [data for data in outbox_data(house) if "code" in data] == []


def outbox_data(house):
    with house.club.read() as session:
        return list(session.execute(select(OutboxRow.data)).scalars())


# The ways out


ENVELOPE = Envelope("turns+b-x@club.example", "ada@example.org", b"Subject: x\r\n\r\n.hidden dot\r\n\xc3\xa9\r\n")


def smtp(port, **more):
    from server.config import Mail

    return Smtp(Mail(transport="smtp", port=port, **more))


def test_smtp_uses_one_connection_and_makes_it_again_when_it_went_stale():
    with Sink() as sink:
        way = smtp(sink.port)
        way.send(ENVELOPE)
        session = way._connection
        way.send(ENVELOPE)
        assert way._connection is session
        session.sock.close()
        way.send(ENVELOPE)
        way.close()
        assert len(sink.mails) == 3
        assert b"\r\n.hidden dot\r\n" in sink.mails[0].raw
        assert (sink.mails[0].sender, sink.mails[0].to) == ENVELOPE[:2]


@pytest.mark.parametrize(("answer", "is_final"), [("451 later", False), ("554 never", True)])
def test_smtp_tells_for_now_from_for_good(answer, is_final):
    with Sink(answer) as sink:
        way = smtp(sink.port)
        with pytest.raises(TurnedAway) as refused:
            way.send(ENVELOPE)
        assert refused.value.is_final == is_final
        way.close()


def test_smtp_goes_on_after_an_address_that_is_turned_away():
    class Choosy(Sink):
        async def handle_RCPT(self, _server, _session, envelope, address, _options):  # noqa: N802 - aiosmtpd's name
            if address.startswith("nobody@"):
                return "550 5.1.1 no such mailbox"
            envelope.rcpt_tos.append(address)
            return "250 OK"

    with Choosy() as sink:
        way = smtp(sink.port)
        with pytest.raises(TurnedAway) as refused:
            way.send(ENVELOPE._replace(to="nobody@example.org"))
        assert refused.value.is_final
        session = way._connection
        way.send(ENVELOPE)
        assert way._connection is session
        way.close()
        assert [mail.to for mail in sink.mails] == ["ada@example.org"]


def test_smtp_without_a_server_is_a_relay_that_is_down():
    from tests.mail.post import free_port

    with pytest.raises(RelayDown):
        smtp(free_port()).send(ENVELOPE)
    with Sink("421 shutting down") as sink, pytest.raises(RelayDown):
        smtp(sink.port).send(ENVELOPE)


def test_a_maildir_holds_whole_mails(tmp_path):
    way = Maildir(tmp_path / "mail")
    way.send(ENVELOPE)
    way.send(ENVELOPE)
    files = list((tmp_path / "mail" / "new").iterdir())
    assert len(files) == 2
    assert b"Delivered-To: ada@example.org\n" in files[0].read_bytes()
    assert list((tmp_path / "mail" / "tmp").iterdir()) == []
