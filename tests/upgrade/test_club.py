"""A club of version 0.1 is taken over: nothing that its members hold is lost, and every game is played on."""

import pytest

from engine.ledger.anchoring import Anchors
from engine.ledger.verify import verify
from server.services import outbox
from tests.cli.people import Player
from tests.upgrade.club import GAMES, KEPT, OldClub, letter, unpack, unpack_migrated

SINCE = "/v1/silence/"
"""What 0.1 did not have: a link in mails to strangers that ends them."""
HEADERS = ("Message-ID", "Reply-To", "X-Atelier-Head", "List-Unsubscribe")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request):
    """Where the club's tables are: an address on Postgres, None in its folder."""
    return request.getfixturevalue("fresh_postgres") if request.param == "postgres" else None


@pytest.fixture
def folder(tmp_path, database):
    return unpack(tmp_path / "club", database)


@pytest.fixture
def house(tmp_path, database):
    folder = unpack(tmp_path / "club", database) if database else unpack_migrated(tmp_path / "club")
    house = OldClub(folder, **({"database_url": database} if database else {}))
    yield house
    house.close()


def kinds(one, game):
    return [entry["header"]["kind"] for entry in one.call("GET", f"/games/{game}/entries").json["entries"]]


def test_it_is_migrated_and_every_running_game_replays(folder, database, tmp_path):
    host = Player(tmp_path / "home", "http://127.0.0.1:9", **({"DATABASE_URL": database} if database else {}))
    host.ok("host", "migrate", "--club", folder)
    assert host.data("host", "check", "--club", folder) == []
    running = [one for one in host.data("host", "games", "--club", folder) if one["status"] == "running"]
    assert {one["rules"] for one in running} == {"nicodemus", "imaginarium", "mech_a_dream", "fantastic_factories"}
    assert len(host.data("host", "players", "--club", folder)) == len(KEPT["people"])


def test_the_mails_that_wait_go_out_as_0_1_would_have_sent_them(house):
    parked = outbox.find_mails(house.club, "parked")
    assert [mail.error for mail in parked] == ["550 no"] * 3
    outbox.retry(house.club, parked[0].id)
    sent = [
        {"to": mail.to, "from": mail.sender}
        | {name: "".join(str(mail[name]).split()) for name in HEADERS if SINCE not in (mail[name] or SINCE)}
        for mail in house.send()
    ]
    assert sent == KEPT["mails"]


def test_an_answer_to_a_letter_of_0_1_is_played(house):
    mail, lines = letter("turn")
    game = KEPT["letters"]["turn"]["game"]
    before = len(kinds(house.people["ada"], game))
    assert house.answer(mail, lines).code == "played"
    assert kinds(house.people["ada"], game)[before:] == ["relay"]


def test_a_mail_that_0_1_held_is_played_when_it_is_confirmed(house):
    mail, lines = letter("confirm")
    one = house.people[KEPT["letters"]["confirm"]["to"]]
    game = KEPT["letters"]["confirm"]["game"]
    assert house.answer(mail, lines).code == "played"
    assert kinds(one, game)[-1] == "relay"


@pytest.mark.parametrize(
    ("name", "method", "path", "kind"),
    [
        ("turn", "POST", "/games/{game}/turns", "turn"),
        ("late", "POST", "/games/{game}/turns", "turn"),
        ("undo", "POST", "/games/{game}/undo", "undo"),
        ("return", "DELETE", "/games/{game}/seats", "seat"),
        ("take", "POST", "/games/{game}/seats", "seat"),
        ("join", "POST", "/games/{game}/seats", "join"),
    ],
)
def test_a_slip_that_a_0_1_client_signed_is_written_into_the_ledger(house, name, method, path, kind):
    answer = house.hand_in(name, method, path)
    assert answer.status == 201, answer
    again = house.hand_in(name, method, path)
    assert (again.status, again.json["receipt"]) == (200, answer.json["receipt"])
    assert kind in kinds(house.by(name), KEPT["slips"][name]["game"])[answer.json["n"] :]


def test_slips_to_the_server_are_taken_too(house):
    assert house.hand_in("hello", "POST", "/tokens").status == 201
    assert house.hand_in("address", "POST", "/me/acts").status == 200
    assert "gaelle@example.net" in {mail.to for mail in house.send()}
    body = {"slip": KEPT["slips"]["register"]["slip"], "language": "fr"}
    assert house.people["ada"].call("POST", "/players", json=body).json["handle"] == "zoé"


def test_tokens_codes_and_links_of_0_1_are_good(house):
    for handle, one in house.people.items():
        assert one.call("GET", "/me").json["handle"] == handle
    bob, eve, gaelle = (house.people[handle] for handle in ("bob", "eve", "gaëlle"))
    assert eve.call("POST", "/me/confirmation", json={"code": KEPT["code"]}).status == 200
    assert [one["from"] for one in gaelle.call("GET", "/me/vacations").json] == ["2026-12-24"]
    calendar = KEPT["calendar"].removeprefix(house.club.origin)
    assert b"BEGIN:VCALENDAR" in house.door("GET", calendar).body
    secret = KEPT["mailed_invitation"]
    assert eve.call("GET", f"/games/{GAMES['waiting']}", query_string={"invitation": secret}).status == 200
    bob.token = KEPT["readonly"]
    assert bob.call("GET", "/games").status == 200
    assert bob.call("POST", "/games", json={"rules": "nicodemus", "seats": 2}).code == "scope_missing"


def test_a_turn_that_0_1_lent_is_played_by_a_bot(house):
    game = GAMES["fantastic_factories"]
    assert kinds(house.people["ada"], game)[-1] == "clock"
    house.work()
    assert kinds(house.people["ada"], game)[-1] == "bot"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("rules", ["nicodemus", "imaginarium", "mech_a_dream", "fantastic_factories"])
def test_a_game_that_0_1_began_is_played_to_its_end_and_verifies(house, rules):
    if rules == "mech_a_dream":
        assert house.hand_in("return", "DELETE", "/games/{game}/seats").status == 201
    game = GAMES[rules]
    house.play_out(game)
    player = next(one for one in house.people.values() if one.receipts)
    receipts = tuple(receipt.encode() for receipt in player.receipts)
    report = verify(player.bundle(game), Anchors(server_keys=(house.club.key.public,), receipts=receipts))
    assert report.grade == "anchored", report.refused
    assert report.result is not None
