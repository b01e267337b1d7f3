"""The clock of a game: reminders, timeouts, vacations, outages, players who can't be reached, substitutes."""

import random
import threading

import msgspec
import pytest
from sqlalchemy import select, update

from engine.ledger.slips import SeatSlip, sign
from engine.ledger.verify import verify
from server.models import Game, Member, Moment, Outage, StoredEntry, table
from server.services import bots, clock, outages, pace, stops
from tests.databases import make_club
from tests.mail.conftest import House, house, settings
from tests.mail.post import Clock

__all__ = ["house"]
HOUR = 3_600_000
TERMS = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_turn", "reminders": ["24h"]}}


@pytest.fixture(name="clock")
def _clock():
    return Clock()


def clock_entries(house, game):
    with house.club.read() as session:
        wanted = (
            select(StoredEntry.body)
            .where(StoredEntry.game_id == game, StoredEntry.kind == "clock")
            .order_by(StoredEntry.n)
        )
        return [msgspec.json.decode(body) for body in session.execute(wanted).scalars()]


def seats_of(one, game):
    return one.call("GET", f"/games/{game}").json["seats"]


def awaited(people, game):
    return next((one, view) for one in people if (view := one.view(game))["awaited"])


def subjects(mails):
    return [mail.about for mail in mails]


def test_the_deadline_is_shown_in_views_lists_and_mails(house):
    game, ada, _ = house.table(pace={"turn": "48h", "zone": "Europe/Paris"})
    asked = house.clock()
    due = asked + 48 * HOUR
    assert ada.view(game)["deadline"] == due
    assert seats_of(ada, game)[0]["deadline"] == due
    assert ada.call("GET", "/games", query_string={"filter": "waiting"}).json["games"][0]["seats"][0]["deadline"] == due
    (mail,) = house.mails_to("ada")
    assert "(due Wed 08:00)" in mail.about
    assert "Wed 18 Nov, 08:00 UTC (in 1 day 23 h)" in mail.text


def test_a_reminder_comes_once_before_the_deadline(house):
    house.table(**TERMS)
    house.send()
    assert keep_alive(house, 23) == []
    reminders = keep_alive(house, 1)
    assert sorted(mail.to for mail in reminders) == ["ada@example.org", "bob@example.org"]
    assert subjects(reminders) == ["[foundry] Reminder: your turn is due Wed 08:00"] * 2
    assert keep_alive(house, 20) == []


def test_nobody_is_reminded_of_what_they_have_done(house):
    game, ada, _ = house.table(**TERMS)
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=25)
    assert [mail.to for mail in house.work() if "Reminder" in mail.about] == ["bob@example.org"]


def test_without_a_timeout_the_table_waits_and_says_so_once(house):
    game, ada, bob = house.table(pace={"turn": "48h"})
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=50)
    assert subjects(house.work()) == ["[foundry] The table waits for you"]
    house.clock.wait(days=9)
    assert house.work() == []
    assert clock_entries(house, game) == []
    assert bob.play(game, "bid 0").status == 201


def test_a_bot_plays_one_turn_when_the_time_is_up(house):
    game, ada, bob = house.table(**TERMS)
    house.send()
    opened = house.clock() - 90_000
    ada.play(game, "bid 1")
    house.clock.wait(hours=49)
    house.work()
    (entry,) = clock_entries(house, game)
    assert entry == {
        "action": "bot_turn",
        "opened": opened,
        "told": opened + 90_000,
        "deadline": opened + 48 * HOUR,
        "credits": {},
    }
    told = bob.call("GET", f"/games/{game}/entries").json["entries"]
    assert [one["header"]["kind"] for one in told][-2:] == ["clock", "bot"]
    assert seats_of(ada, game)[1]["by"] == "player"
    report = verify(bob.bundle(game))
    assert report.holds, report.refused


def test_a_late_turn_wins_until_the_entry_is_stored(house):
    game, ada, bob = house.table(**TERMS)
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=60)
    assert bob.play(game, "bid 0").status == 201
    house.work()
    assert clock_entries(house, game) == []


def test_a_lent_turn_is_found_by_the_bots_even_after_a_crash(house):
    game, ada, _ = house.table(**TERMS)
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=49)
    clock.mind(house.club)
    assert bots.find_games_with_work(house.club) == [game]
    bots.play_due(house.club, game)
    assert bots.find_games_with_work(house.club) == []


def test_a_bot_takes_the_seat_and_its_player_comes_back(house):
    game, ada, bob = house.table(pace={"turn": "48h"}, policy={"timeout": "bot_seat"})
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=49)
    mails = house.work()
    assert "[foundry] Your seat was given away" in subjects(mails)
    assert seats_of(ada, game)[1]["by"] == "bot"
    assert bob.play(game, "bid 0", on=house.club.key.kid).code in {"not_your_seat", "not_awaited"}
    answer = bob.slip("DELETE", f"/games/{game}/seats", bob.seat_slip(game, "return"))
    assert answer.status == 201, answer
    assert seats_of(ada, game)[1]["by"] == "player"


def test_the_first_substitute_gets_the_seat_and_plays_on(house):
    terms = {"pace": {"turn": "48h"}, "policy": {"timeout": "substitute"}}
    game, ada, bob = house.table(private=True, **terms)
    eve, kim = house.person("eve"), house.person("kim")
    for one in (eve, kim):
        assert one.call("PUT", "/me/standby", json={"rules": ["foundry"]}).status == 200
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=49)
    offers = {mail.to.partition("@")[0]: mail for mail in house.work() if "step in" in mail.about}
    assert set(offers) == {"eve", "kim"}
    assert seats_of(ada, game)[1]["by"] == "empty"
    head = ada.view(game)["head"]

    def take(one):
        secret = offers[one.handle].text.partition("--invitation ")[2].split()[0]
        slip = sign(SeatSlip(game, 1, head, "take"), one.key)
        return one.slip("POST", f"/games/{game}/seats", slip, query_string={"invitation": secret})

    assert take(eve).status == 201
    assert take(kim).code in {"seat_taken", "stale_position"}
    assert eve.view(game)["awaited"]
    assert eve.view(game)["deadline"] == house.clock() + 48 * HOUR
    assert "eve@example.org" in [mail.to for mail in house.send() if "Your turn" in mail.about]
    assert eve.play(game, "bid 0").status == 201
    assert bob.play(game, "bid 0", ask=1, on=head, seat=1).code == "wrong_key"
    assert verify(eve.bundle(game)).holds


def test_a_seat_that_nobody_takes_goes_to_a_bot(house):
    game, ada, _ = house.table(pace={"turn": "48h"}, policy={"timeout": "substitute"})
    house.send()
    ada.play(game, "bid 1")
    house.clock.wait(hours=49)
    house.work()
    assert seats_of(ada, game)[1]["by"] == "empty"
    for _ in range(3):
        house.clock.wait(hours=24, seconds=1)
        outages.beat(house.club)
        house.work()
    assert seats_of(ada, game)[1]["by"] == "bot"
    assert [one["action"] for one in clock_entries(house, game)] == ["open_seat", "bot_seat"]


def beat(house):
    """Pretend that the server was up until now."""
    with house.club.write() as session:
        session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=house.clock()))


def keep_alive(house, hours, every=1):
    """Let time pass with the server up; what is due is done every so many hours."""
    mails = []
    for _ in range(0, hours, every):
        house.clock.wait(hours=every)
        beat(house)
        mails += house.work()
    return mails


def test_a_vacation_stops_the_clock_is_seen_by_the_table_and_ends_by_itself(house):
    game, ada, bob = house.table(**TERMS)
    house.send()
    before = bob.view(game)["deadline"]
    booked = bob.call("POST", "/me/vacations", json={"from": "2026-11-16", "to": "2026-11-20"})
    assert booked.status == 201, booked
    ada.play(game, "bid 1")
    house.work()
    assert seats_of(ada, game)[1]["away_until"] == booked.json["until"]
    (entry,) = clock_entries(house, game)
    assert entry["action"] == "credit"
    assert entry["credits"] == {"vacation": booked.json["until"] - house.clock()}
    after = bob.view(game)["deadline"]
    assert after - before == entry["credits"]["vacation"]
    keep_alive(house, 6 * 24, every=6)
    assert seats_of(ada, game)[1]["away_until"] is None
    assert [one["action"] for one in clock_entries(house, game)] == ["credit"]
    keep_alive(house, 24)
    assert [one["action"] for one in clock_entries(house, game)][:2] == ["credit", "bot_turn"]


def test_vacations_have_a_yearly_budget(house):
    bob = house.person("bob")
    assert bob.call("POST", "/me/vacations", json={"from": "2026-12-01", "to": "2026-12-28"}).status == 201
    refused = bob.call("POST", "/me/vacations", json={"from": "2026-11-20", "to": "2026-11-22"})
    assert "2 of 30 vacation days left in 2026" in refused.json["detail"]
    assert bob.call("POST", "/me/vacations", json={"from": "2026-12-30", "to": "2027-01-20"}).status == 201
    for days in (("2026-11-10", "2026-11-12"), ("2026-12-05", "2026-12-06"), ("2026-12-09", "2026-12-01")):
        assert bob.call("POST", "/me/vacations", json={"from": days[0], "to": days[1]}).status == 422
    listed = bob.call("GET", "/me/vacations").json
    assert [one["from"] for one in listed] == ["2026-12-01", "2026-12-30"]
    assert bob.call("DELETE", f"/me/vacations/{listed[0]['id']}").status == 204
    assert len(bob.call("GET", "/me/vacations").json) == 1


def test_two_days_of_outage_are_added_back_once(house):
    game, ada, bob = house.table(**TERMS)
    house.send()
    house.work()
    before = bob.view(game)["deadline"]
    ada.play(game, "bid 1")
    house.clock.wait(days=2, minutes=10)
    house.work()
    (entry,) = clock_entries(house, game)
    assert (entry["action"], set(entry["credits"])) == ("credit", {"outage"})
    assert bob.view(game)["deadline"] == before + entry["credits"]["outage"]
    house.work()
    assert len(clock_entries(house, game)) == 1


def test_a_clock_that_goes_back_is_no_outage(house):
    house.work()
    house.clock.wait(days=-3)
    house.work()
    house.clock.wait(minutes=1)
    house.work()
    with house.club.read() as session:
        assert session.execute(select(Outage.id)).all() == []


def test_held_games_have_no_running_clock(house):
    game, ada, bob = house.table(**TERMS)
    house.send()
    ada.play(game, "bid 1")
    house.work()
    before = bob.view(game)["deadline"]
    with house.club.write() as session:
        session.execute(update(Game).values(held=True))
    keep_alive(house, 60)
    with house.club.write() as session:
        session.execute(update(Game).values(held=False))
    keep_alive(house, 2)
    assert clock_entries(house, game)[0]["credits"]["outage"] >= 59 * HOUR
    assert bob.view(game)["deadline"] > before


def test_no_deadline_falls_on_somebody_who_was_not_told(house):
    game, ada, bob = house.table(**TERMS)
    with house.club.write() as session:
        session.execute(update(Member).where(Member.handle == "bob").values(mail_bounced_at=1))
    house.send()
    ada.play(game, "bid 1")
    keep_alive(house, 60)
    assert clock_entries(house, game) == []
    assert seats_of(ada, game)[1]["stopped"]
    bob.view(game)
    keep_alive(house, 1)
    (entry,) = clock_entries(house, game)
    assert entry["credits"].keys() <= {"bounce", "untold"}
    assert 59 * HOUR < sum(entry["credits"].values()) <= 61 * HOUR
    assert not seats_of(ada, game)[1]["stopped"]


def test_mail_that_is_down_for_more_than_an_hour_is_an_outage(house):
    from server.mail.outgoing.transports import RelayDown

    def down(_parcel):
        raise RelayDown("session refused")

    game, _, _ = house.table(**TERMS)
    house.box.trouble = down
    keep_alive(house, 3)
    house.box.trouble = None
    keep_alive(house, 1)
    with house.club.read() as session:
        (outage,) = session.execute(select(table(Outage))).all()
    assert outage.cause == "mail"
    assert outage.ended - outage.began >= 2 * HOUR
    keep_alive(house, 1)
    assert all("mail" in entry["credits"] for entry in clock_entries(house, game))
    assert len(clock_entries(house, game)) == 2


# The threats of the clock, by their names


def test_stalling_player_who_bounces_on_purpose_times_out(house):
    game, ada, bob = house.table(**TERMS)
    mail = house.mails_to("bob")[0]
    ada.play(game, "bid 1")
    house.clock.wait(hours=40)
    keep_alive(house, 1)
    for _ in range(3):
        raw = b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; bob@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
        assert house.take_in(raw, mail.sender, sender="").code == "bounce"
    keep_alive(house, 100, every=5)
    actions = clock_entries(house, game)
    assert [one["action"] for one in actions] == ["credit", "bot_turn"]
    assert actions[0]["credits"]["bounce"] <= stops.LONGEST
    assert not bob.view(game)["awaited"] or bob.view(game)["ask"] > 1


def test_host_can_not_time_out_unfairly_the_sums_are_in_the_ledger(house):
    """Anybody with the bundle can add up: ask opened, pace, credits, deadline, and when the clock acted."""
    game, ada, bob = house.table(
        pace={"turn": "30h", "days": "mon-fri", "zone": "Europe/Paris"}, policy=TERMS["policy"]
    )
    house.send()
    bob.call("POST", "/me/vacations", json={"from": "2026-11-17", "to": "2026-11-18"})
    ada.play(game, "bid 1")
    keep_alive(house, 7 * 24, every=6)
    bundle = msgspec.json.decode(bob.bundle(game))
    terms = pace.read_pace(bundle["entries"][0]["body"]["pace"])
    assert terms is not None
    headers = [(one["header"], one.get("body")) for one in bundle["entries"]]
    acted = [(header, body) for header, body in headers if header["kind"] == "clock"]
    assert len(acted) >= 2
    for header, body in acted:
        counted = pace.open_time(terms, body["opened"], body["deadline"])
        assert counted == terms.turn + sum(body["credits"].values())
        assert body["action"] == "credit" or header["at"] >= body["deadline"]
        assert body["told"] is not None


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_two_workers_never_act_twice_on_one_deadline(tmp_path, request, database):

    config = settings(tmp_path / "club")
    if database == "postgres":
        config = msgspec.structs.replace(config, database_url=request.getfixturevalue("fresh_postgres"))
    make_club(config)
    one = House(config, Clock())
    other = House(config, one.clock)
    games = [one.table(names=("ada", "bob"), **TERMS)[0] for _ in range(6)]
    one.send()
    one.clock.wait(hours=25)
    outages.beat(one.club)
    one.clock.wait(hours=24)
    beat(one)
    threads = [threading.Thread(target=clock.mind, args=(house.club,)) for house in (one, other) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for game in games:
        assert [entry["action"] for entry in clock_entries(one, game)] == ["bot_turn", "bot_turn"]
    one.close()
    other.close()


def test_random_games_with_absent_players_verify(house):
    rng = random.Random(3)
    game, ada, bob = house.table(names=("ada", "bob"), **TERMS)
    for _ in range(30):
        house.work()
        if ada.call("GET", f"/games/{game}").json["status"] == "over":
            break
        if rng.random() < 0.5:
            waiting = [one for one in (ada, bob) if one.view(game)["awaited"]]
            one = rng.choice(waiting)
            assert one.play(game, rng.choice(one.view(game)["legal"])["line"]).status == 201
        else:
            keep_alive(house, 50, every=5)
    assert verify(ada.bundle(game)).holds
