"""What somebody can do who has stolen a member's key, or a token, or who only guesses at addresses."""

import pytest
from sqlalchemy import select, text

from server.models import AccountChange, Member
from server.services import keys, waits
from tests.attacks.houses import (
    change_address,
    config,
    find_link,
    house,
    recover,
    rotate,
    set_up,
    try_to_confirm,
    try_to_register,
)
from tests.mail.month import DSN
from tests.server.crowds import count_statements

__all__ = ["config", "house"]
OLD, NEW = "ada@example.org", "thief@example.net"


@pytest.fixture
def ada(house):
    one = house.person("ada")
    house.send()
    return one


def read_address(house, one):
    with house.club.read() as session:
        return session.scalar(select(Member.mail).where(Member.id == one.id))


def wait_and_work(house, **span):
    house.clock.wait(**span)
    waits.finish_due(house.club)


def test_the_old_address_is_told_when_a_new_one_is_asked_for_and_when_it_is_confirmed(house, ada):
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail=NEW))
    assert {mail.to for mail in house.send()} == {OLD, NEW}
    assert try_to_confirm(house, ada).status == 200
    (mail,) = house.send()
    assert mail.to == OLD
    assert NEW in mail.text
    wait_and_work(house, hours=23)
    assert read_address(house, ada) == OLD
    wait_and_work(house, hours=1)
    assert read_address(house, ada) == NEW


def test_another_code_goes_to_the_address_that_is_to_be_confirmed(house, ada):
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail=NEW))
    house.send()
    house.clock.wait(minutes=31)
    ada.call("POST", "/me/code")
    assert [mail.to for mail in house.send()] == [NEW]
    assert try_to_confirm(house, ada).json["new_mail"] == NEW


def test_a_new_address_that_is_dead_stops_no_mail_to_the_old_one(house, ada):
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail=NEW))
    mails = {mail.to: mail for mail in house.send()}
    house.take_in(DSN, mails[NEW].sender, sender="")
    assert read_bounce(house, ada) is None
    house.take_in(DSN, mails[OLD].sender, sender="")
    assert read_bounce(house, ada) == house.clock()


def read_bounce(house, one):
    with house.club.read() as session:
        return session.scalar(select(Member.mail_bounced_at).where(Member.id == one.id))


def test_the_wait_is_a_setting(house, ada):
    set_up(house, hours_to_cancel=48)
    change_address(house, ada, NEW)
    wait_and_work(house, hours=47)
    assert read_address(house, ada) == OLD
    wait_and_work(house, hours=1)
    assert read_address(house, ada) == NEW


def test_the_first_notice_cancels_what_was_only_asked_for(house, ada):
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail=NEW))
    link = find_link(next(mail for mail in house.send() if mail.to == OLD), "changes")
    assert house.door("POST", link).status == 200
    assert try_to_confirm(house, ada).code == "code_expired"


def test_the_second_notice_cancels_what_waits_and_only_its_button_does(house, ada):
    change_address(house, ada, NEW)
    link = find_link([mail for mail in house.send() if mail.to == OLD][-1], "changes")
    assert NEW.encode() in house.door("GET", link).body
    assert ada.call("GET", "/me").json["new_mail"] == NEW
    for _ in range(2):
        assert house.door("POST", link).status == 200
    wait_and_work(house, hours=25)
    assert read_address(house, ada) == OLD
    assert house.door("POST", link[:-1] + "x").code == "not_found"


def test_one_notice_cancels_all_that_was_asked_for(house, ada):
    change_address(house, ada, NEW)
    link = find_link([mail for mail in house.send() if mail.to == OLD][-1], "changes")
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail="second@example.net"))
    assert house.door("POST", link).status == 200
    assert try_to_confirm(house, ada).code == "code_expired"


def test_a_change_that_counts_is_no_longer_cancelled(house, ada):
    change_address(house, ada, NEW)
    link = find_link([mail for mail in house.send() if mail.to == OLD][-1], "changes")
    wait_and_work(house, hours=24)
    assert house.door("POST", link).code == "too_late"


def test_an_address_that_was_never_confirmed_is_told_nothing(house):
    eve, _ = try_to_register(house, "eve", "wrong@example.net")
    house.send()
    eve.slip("POST", "/me/acts", eve.act_slip("address", mail="eve@example.org"))
    assert {mail.to for mail in house.send()} == {"eve@example.org"}
    assert try_to_confirm(house, eve).json["mail"] == "eve@example.org"


def test_recovering_from_the_old_address_ends_a_change_that_waits(house, ada):
    change_address(house, ada, NEW)
    assert recover(house, ada, OLD)[0].status == 202
    assert ada.call("GET", "/me").json["new_mail"] is None
    wait_and_work(house, hours=25)
    assert read_address(house, ada) == OLD


def test_for_a_month_the_old_address_gets_everything_back(house, ada):
    change_address(house, ada, NEW)
    wait_and_work(house, days=29)
    assert read_address(house, ada) == NEW
    recover(house, ada, NEW)
    house.clock.wait(minutes=1)
    answer, own_key = recover(house, ada, OLD)
    assert answer.status == 202
    house.clock.wait(minutes=1)
    recover(house, ada, NEW)
    for _ in range(4):
        wait_and_work(house, hours=8, minutes=1)
    with house.club.read() as session:
        member = session.get_one(Member, ada.id)
    assert (member.mail, member.kid) == (OLD, own_key.kid)


def test_an_address_of_a_thiefs_recovers_nothing_once_the_old_one_has(house, ada):
    for mail in (NEW, "second@example.net"):
        change_address(house, ada, mail)
        wait_and_work(house, hours=24)
        ada.hello()
    recover(house, ada, OLD)
    wait_and_work(house, hours=24)
    house.send()
    for mail, told in ((NEW, []), ("second@example.net", []), (OLD, [OLD])):
        ada.call("POST", "/recoveries", json={"mail": mail}, anonymous=True)
        waits.finish_due(house.club)
        assert [one.to for one in house.send()] == told


def test_after_a_month_the_old_address_is_forgotten(house, ada):
    change_address(house, ada, NEW)
    house.clock.wait(hours=24)
    house.work()
    house.clock.wait(days=30)
    house.work()
    ada.call("POST", "/recoveries", json={"mail": OLD}, anonymous=True)
    assert house.work() == []
    with house.club.read() as session:
        assert session.scalars(select(AccountChange)).all() == []


def test_nobody_else_takes_an_address_that_can_still_recover_an_account(house, ada):
    change_address(house, ada, NEW)
    wait_and_work(house, hours=24)
    twin, _ = try_to_register(house, "twin", OLD)
    assert try_to_confirm(house, twin).code == "address_taken"


def test_an_address_that_somebody_else_takes_meanwhile_is_theirs(house, ada):
    change_address(house, ada, NEW)
    owner, _ = try_to_register(house, "owner", NEW)
    assert try_to_confirm(house, owner).status == 200
    wait_and_work(house, hours=24)
    assert read_address(house, ada) == OLD


def test_a_deletion_waits_for_the_new_address_and_erases_both(house, ada):
    change_address(house, ada, NEW)
    waiting = ada.slip("POST", "/me/acts", ada.act_slip("delete")).json
    assert not waiting["deleted"]
    assert waiting["leaves_at"] == waiting["new_mail_at"]
    house.send()
    wait_and_work(house, hours=24)
    with house.club.read() as session:
        assert session.get_one(Member, ada.id).deleted_at is not None
        tables = session.scalars(text(NAMES[house.club.engine.dialect.name])).all()
        for name in tables:
            kept = repr(session.execute(text(f'select * from "{name}"')).all())
            assert OLD not in kept, name
            assert NEW not in kept, name


NAMES = {
    "sqlite": "select name from sqlite_master where type = 'table'",
    "postgresql": "select tablename from pg_tables where schemaname = 'public'",
}


def test_whoever_cancels_the_new_address_cancels_the_deletion(house, ada):
    change_address(house, ada, NEW)
    ada.slip("POST", "/me/acts", ada.act_slip("delete"))
    link = find_link([mail for mail in house.send() if mail.to == OLD][-1], "changes")
    assert house.door("POST", link).status == 200
    wait_and_work(house, hours=25)
    assert ada.call("GET", "/me").json["leaves_at"] is None


def test_a_passed_on_key_is_told_and_the_link_puts_the_old_one_back(house, ada):
    bob = house.person("bob")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    bob.join(game, 1)
    house.send()
    _, thief = rotate(ada)
    link = find_link(next(mail for mail in house.send() if "key" in mail.subject), "changes")
    house.door("GET", link)
    assert ada.slip("POST", "/me/acts", ada.act_slip("delete")).code == "wrong_key"
    assert house.door("POST", link).status == 200
    ada.hello()
    view = ada.view(game)
    own, ada.key = ada.key, thief
    assert ada.play(game, "bid 1", view=view).code == "wrong_key"
    ada.key = own
    assert ada.play(game, "bid 1", view=view).status == 201


def test_a_key_passed_on_twice_goes_back_to_the_first(house, ada):
    own = ada.key
    _, ada.key = rotate(ada)
    house.clock.wait(minutes=1)
    rotate(ada)
    first = next(mail for mail in house.send() if "key" in mail.subject)
    assert house.door("POST", find_link(first, "changes")).status == 200
    ada.key = own
    ada.hello()


def test_a_key_is_taken_back_for_a_day_and_not_once_the_account_was_recovered(house, ada):
    _, ada.key = rotate(ada)
    link = find_link(house.send()[-1], "changes")
    house.clock.wait(hours=24)
    assert house.door("POST", link).code == "too_late"
    rotate(ada)
    link = find_link(house.send()[-1], "changes")
    _, own = recover(house, ada, OLD)
    set_up(house, hours_to_cancel=72)
    wait_and_work(house, hours=24)
    assert house.door("POST", link).status == 200
    ada.key = own
    ada.hello()


def test_a_changed_key_is_told_to_the_address_before_too(house, ada):
    change_address(house, ada, NEW)
    wait_and_work(house, hours=24)
    house.send()
    rotate(ada)
    assert {mail.to for mail in house.send()} == {OLD, NEW}


def test_a_thief_passes_a_key_on_only_so_often(house, ada):
    answers = []
    for _ in range(keys.MOST_ROTATIONS + 1):
        answer, new = rotate(ada)
        answers.append(answer)
        ada.key = new if answer.status == 200 else ada.key
    assert [one.status for one in answers] == [200] * keys.MOST_ROTATIONS + [429]


def test_a_tick_asks_the_database_no_more_while_changes_wait(house, ada):
    house.worker.once()
    with count_statements(house.club) as before:
        house.worker.once()
    change_address(house, ada, NEW)
    recover(house, ada, OLD)
    house.worker.once()
    with count_statements(house.club) as after:
        house.worker.once()
    assert before == after
    assert sum("account_changes" in one for one in after) == 1


def test_recoveries_ask_the_same_of_the_database_whoever_has_the_address(house, ada):
    said = []
    for mail in ("first@example.org", OLD, "nobody@example.org"):
        with count_statements(house.club) as asked:
            ada.call("POST", "/recoveries", json={"mail": mail}, anonymous=True)
        body = {"mail": mail, "code": "000000x", "jwk": ada.key.public.jwk}
        waits.finish_due(house.club)
        with count_statements(house.club) as confirmed:
            ada.call("POST", "/recoveries/confirmation", json=body, anonymous=True)
        said.append((asked, confirmed))
    assert said[1] == said[2]


def test_one_address_is_confirmed_for_one_account(house):
    house.person("ada")
    twin, answer = try_to_register(house, "twin", "Ada@Example.org")
    assert answer.json["mail"] == "ada@example.org"
    assert try_to_confirm(house, twin).code == "address_taken"
    bob = house.person("bob")
    bob.slip("POST", "/me/acts", bob.act_slip("address", mail="ada@example.org"))
    assert try_to_confirm(house, bob).code == "address_taken"
