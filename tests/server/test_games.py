"""Games before their first move, their lists, private ones, bots, talk, time travel, previews."""

import random

import pytest

from engine.ledger.verify import verify
from server.services import bots
from tests.server.people import Person


def test_rules_are_listed_with_their_moves(door):
    listed = door("GET", "/v1/rules").json
    foundry = next(one for one in listed if one["id"] == "foundry")
    assert {move["usage"] for move in foundry["moves"]} >= {"bid COINS", "pass"}
    assert door("GET", "/v1/rules/foundry").json == foundry
    assert door("GET", "/v1/rules/chess").code == "unknown_rules"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"rules": "chess", "seats": 2}, "unknown_rules"),
        ({"rules": "foundry", "seats": 9}, "seats_out_of_range"),
        ({"rules": "foundry", "seats": 2, "options": {"speed": 2}}, "unknown_option"),
        ({"rules": "foundry", "seats": 2, "edition": "coins = 'x'"}, "broken_edition"),
        ({"rules": "foundry", "seats": 2, "edition": "#" * 300_000}, "edition_too_large"),
        ({"rules": "foundry", "seats": 2, "bots": [{"seat": 5, "bot": "random"}]}, "invalid_value"),
        ({"rules": "foundry", "seats": 2, "bots": [{"seat": 1, "bot": "genius"}]}, "invalid_value"),
        ({"rules": "foundry", "seats": 2, "colour": "red"}, "unknown_field"),
        ({"rules": "foundry", "seats": "two"}, "invalid_value"),
        ({"rules": "foundry", "seats": 2, "title": "a\x1b[2Jb"}, "invalid_value"),
        ({"rules": "foundry"}, "invalid_value"),
    ],
)
def test_a_game_that_can_not_be_is_refused_by_name(person, wish, code):
    ada = person("ada").become_host()
    answer = ada.call("POST", "/games", json=wish)
    assert answer.code == code, answer
    assert ada.call("GET", "/games", query_string={"filter": "mine"}).json["games"] == []


def test_only_hosts_bring_editions(person):
    person("ada")
    bob = person("bob")
    answer = bob.call("POST", "/games", json={"rules": "foundry", "seats": 2, "edition": "coins = 9"})
    assert answer.code == "host_only"


def test_an_edition_of_the_club_is_played_recorded_and_exported(person):
    ada, bob = person("ada").become_host(), person("bob")
    game = ada.open("foundry", 2, edition="coins = 9")
    ada.join(game, 0)
    bob.join(game, 1)
    assert ada.view(game)["view"]["players"][0]["coins"] == 9
    assert verify(bob.bundle(game)).grade == "partial"


def test_seats_are_taken_left_and_taken_again(person):
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    assert bob.slip("POST", f"/games/{game}/seats", bob.join_slip(game, 0)).code == "seat_taken"
    assert ada.slip("POST", f"/games/{game}/seats", ada.join_slip(game, 1)).code == "already_seated"
    left = ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "leave"))
    assert left.status == 201, left
    assert ada.call("GET", f"/games/{game}").json["you"] is None
    bob.join(game, 0)
    eve.join(game, 1)
    assert ada.slip("POST", f"/games/{game}/seats", ada.join_slip(game, 0)).code == "game_started"
    assert eve.view(game)["players"] == ["bob", "eve"]


def test_a_join_agrees_to_the_terms_of_this_game(person):
    ada = person("ada")
    one, two = ada.open("foundry", 2), ada.open("foundry", 3)
    terms = ada.call("GET", f"/games/{two}").json["terms"]
    assert ada.slip("POST", f"/games/{one}/seats", ada.join_slip(one, 0, terms)).code == "terms_changed"
    raw = ada.join_slip(one, 0)
    assert ada.slip("POST", f"/games/{two}/seats", raw).code == "wrong_game"


def test_a_game_can_wait_to_be_started_by_hand(person):
    ada, bob = person("ada"), person("bob")
    game = ada.open("foundry", 2, start="by_hand")
    ada.join(game, 0)
    assert ada.call("POST", f"/games/{game}/start").code == "seats_out_of_range"
    bob.join(game, 1)
    assert ada.view(game)["status"] == "open"
    assert ada.view(game)["view"] is None
    assert bob.call("POST", f"/games/{game}/start").json["status"] == "running"


def test_joining_or_leaving_twice_with_one_slip_gives_the_first_receipt_again(person):
    ada = person("ada")
    game = ada.open("foundry", 2)
    join = ada.join_slip(game, 0)
    first, again = (ada.slip("POST", f"/games/{game}/seats", join).json for _ in range(2))
    assert (again["receipt"], again["repeated"]) == (first["receipt"], True)
    leave = ada.seat_slip(game, "leave")
    first, again = (ada.slip("DELETE", f"/games/{game}/seats", leave).json for _ in range(2))
    assert (again["receipt"], again["repeated"]) == (first["receipt"], True)


def test_whoever_has_no_part_in_a_game_neither_starts_it_nor_invites_to_it(person):
    ada, eve = person("ada"), person("eve")
    game = ada.open("foundry", 2, start="by_hand")
    ada.join(game, 0)
    assert eve.call("POST", f"/games/{game}/start").code == "not_your_seat"
    assert eve.call("POST", f"/games/{game}/invitations", json={}).code == "not_your_seat"


def test_a_bots_seat_is_taken_and_a_stranger_has_no_key(person, door, club):
    ada, stranger = person("ada"), Person(door, club, "stranger")
    game = ada.open("foundry", 3, bots=[{"seat": 1, "bot": "random"}])
    assert ada.slip("POST", f"/games/{game}/seats", ada.join_slip(game, 1)).code == "seat_taken"
    terms = ada.call("GET", f"/games/{game}").json["terms"]
    assert stranger.slip("POST", f"/games/{game}/seats", stranger.join_slip(game, 0, terms)).code == "wrong_key"


def test_a_private_game_is_not_there_for_outsiders(person):
    ada, eve = person("ada"), person("eve")
    game = ada.open("foundry", 2, private=True)
    absent = eve.call("GET", "/games/gaaaaaaaaaaaaaaaaaaaa")
    for path in ("", "/view", "/entries", "/bundle", "/messages"):
        hidden = eve.call("GET", f"/games/{game}{path}")
        assert (hidden.status, hidden.code) == (404, "not_found")
        assert hidden.json["detail"].replace(game, "ID") == absent.json["detail"].replace("gaaaaaaaaaaaaaaaaaaaa", "ID")
    assert eve.call("GET", "/games").json["games"] == []
    made = ada.call("POST", f"/games/{game}/invitations", json={"mail": "eve@example.org"}).json
    shown = eve.call("GET", f"/games/{game}", query_string={"invitation": made["invitation"]})
    assert shown.json["private"]
    raw = eve.slip(
        "POST",
        f"/games/{game}/seats",
        eve.join_slip(game, 0, shown.json["terms"]),
        query_string={"invitation": made["invitation"]},
    )
    assert raw.status == 201, raw
    again = person("zoe").call("GET", f"/games/{game}", query_string={"invitation": made["invitation"]})
    assert again.code == "invite_used"


def test_an_invitation_can_be_taken_back(person):
    ada, eve = person("ada"), person("eve")
    game = ada.open("foundry", 2, private=True)
    made = ada.call("POST", f"/games/{game}/invitations", json={}).json
    assert ada.call("DELETE", f"/games/{game}/invitations/{made['id']}").status == 204
    assert eve.call("GET", f"/games/{game}", query_string={"invitation": made["invitation"]}).code == "link_revoked"


def test_an_invitation_is_not_good_for_ever_nor_for_another_game(person, club, monkeypatch):
    ada, eve = person("ada"), person("eve")
    game, other = (ada.open("foundry", 2, private=True) for _ in range(2))
    invited = {"invitation": ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]}
    assert eve.call("GET", f"/games/{other}", query_string=invited).code == "not_found"
    assert eve.call("GET", f"/games/{game}", query_string=invited).status == 200
    now = club.now
    monkeypatch.setattr(club, "now", lambda: now() + 60 * 24 * 3600 * 1000)
    late = eve.call("GET", f"/games/{game}", query_string=invited, anonymous=True)
    assert late.code == "invite_expired"


def test_lists_are_filtered_and_paged(person):
    ada, bob = person("ada"), person("bob")
    games = [ada.open("foundry", 2, title=f"number {i}") for i in range(5)]
    ada.join(games[0], 0)
    bob.join(games[0], 1)
    waiting = bob.call("GET", "/games", query_string={"filter": "waiting"}).json["games"]
    assert [one["id"] for one in waiting] == [games[0]]
    seen, cursor = [], None
    while True:
        query = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        page = ada.call("GET", "/games", query_string=query).json
        seen += [one["id"] for one in page["games"]]
        cursor = page["next"]
        if not cursor:
            break
    assert sorted(seen) == sorted(games)
    assert ada.call("GET", "/games", query_string={"cursor": "x"}).code == "bad_cursor"
    assert len(ada.call("GET", "/games", query_string={"filter": "open"}).json["games"]) == 4


def test_bots_play_at_once_each_turn_its_own_entry(person, club):
    ada = person("ada")
    game = ada.open("foundry", 3, bots=[{"seat": 1, "bot": "random"}, {"seat": 2, "bot": "greedy"}])
    ada.join(game, 0)
    rng = random.Random(3)
    while True:
        assert game in [*bots.find_games_with_work(club), game]
        bots.play_due(club, game)
        view = ada.view(game)
        if not view["awaited"]:
            break
        assert ada.play(game, rng.choice(view["legal"])["line"], view=view).status == 201
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"
    report = verify(ada.bundle(game))
    assert report.grade == "consistent", report.refused
    assert report.seats[0].signed > 0
    assert report.seats[1].bot > 0


def test_a_game_of_bots_alone_plays_itself(person, club):
    ada = person("ada")
    game = ada.open("foundry", 2, bots=[{"seat": seat, "bot": "random"} for seat in range(2)])
    bots.play_due(club, game)
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"


def test_players_agree_to_stop(table):
    game, ada, bob = table
    assert ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "settle")).status == 201
    assert ada.call("GET", f"/games/{game}").json["status"] == "running"
    assert bob.slip("DELETE", f"/games/{game}/seats", bob.seat_slip(game, "settle")).status == 201
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"
    assert verify(ada.bundle(game)).grade == "consistent"


def test_table_talk_is_kept_as_plain_text(person):
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    game = ada.open("foundry", 2, spectators=False)
    ada.join(game, 0)
    bob.join(game, 1)
    assert ada.call("POST", f"/games/{game}/messages", json={"text": "*good* luck\n<b>"}).status == 201
    assert [one["text"] for one in bob.call("GET", f"/games/{game}/messages").json] == ["*good* luck\n<b>"]
    assert ada.call("POST", f"/games/{game}/messages", json={"text": "\x1b]52;c;x\x07"}).code == "invalid_value"
    assert eve.call("POST", f"/games/{game}/messages", json={"text": "hello"}).code == "not_your_seat"
    assert eve.call("GET", f"/games/{game}/messages").code == "spectators_off"


def test_a_view_can_look_back_within_what_the_seat_may_know(table):
    game, ada, bob = table
    seen = {}
    rng = random.Random(5)
    for _ in range(40):
        for one in (ada, bob):
            view = one.view(game)
            seen[one.handle, view["n"]] = view["view"]
            if view["awaited"]:
                assert one.play(game, rng.choice(view["legal"])["line"], view=view).status == 201
    for (handle, n), known in seen.items():
        one = ada if handle == "ada" else bob
        assert one.view(game, at=n)["view"] == known
    assert ada.call("GET", f"/games/{game}/view", query_string={"at": 9999}).code == "bad_position"
    assert ada.call("GET", f"/games/{game}/view", query_string={"at": 0}).code == "bad_position"


def test_an_unchanged_view_is_answered_with_304(table):
    game, ada, bob = table
    first = ada.call("GET", f"/games/{game}/view")
    tag = first.headers["ETag"]
    assert ada.call("GET", f"/games/{game}/view", headers={"If-None-Match": tag}).status == 304
    assert bob.call("GET", f"/games/{game}/view", headers={"If-None-Match": tag}).status == 200
    ada.play(game, "bid 1")
    assert ada.call("GET", f"/games/{game}/view", headers={"If-None-Match": tag}).status == 200


def test_a_view_can_bring_what_an_entry_told(table):
    game, ada, bob = table
    ada.play(game, "bid 3")
    n = bob.play(game, "bid 0").json["n"]
    for one in (ada, bob):
        shown = one.call("GET", f"/games/{game}/view", query_string={"told": n})
        (entry,) = one.call("GET", f"/games/{game}/entries", query_string={"since": n}).json["entries"]
        assert shown.json == one.view(game) | {"told": entry["told"], "forced": []}
        assert shown.headers["ETag"] != one.call("GET", f"/games/{game}/view").headers["ETag"]


def test_a_preview_stores_nothing_and_stops_at_a_reveal(table):
    game, ada, bob = table
    bob.play(game, "bid 0")
    before = ada.view(game)
    shown = ada.call("POST", f"/games/{game}/preview", json={"moves": ["bid 3", "keep bell"]}).json
    assert (shown["played"], shown["unplayed"], shown["reveals"]) == (["bid 3"], ["keep bell"], True)
    assert shown["events"] == ["You handed in a bid."]
    assert ada.view(game) == before
    assert ada.call("POST", f"/games/{game}/preview", json={"moves": ["bid 9"]}).code == "illegal_move"


def test_the_log_tells_each_seat_its_part(table):
    game, ada, bob = table
    ada.play(game, "bid 3")
    bob.play(game, "bid 0")
    mine, theirs = (
        one.call("GET", f"/games/{game}/entries", query_string={"since": 5}).json["entries"] for one in (ada, bob)
    )
    assert any("You drew" in line for line in mine[0]["told"])
    assert not any("drew" in line for line in theirs[0]["told"])
    assert "body" in theirs[0]
    assert "body" not in mine[0]


def test_a_problem_is_told_in_the_readers_language(person):
    ada = person("ada")
    french = ada.call("GET", "/games/nothing", headers={"Accept-Language": "fr-FR,fr;q=0.9"})
    assert french.json["detail"] == "Il n'y a pas de partie nothing ici."
    ada.call("PATCH", "/me", json={"language": "fr"})
    assert ada.call("GET", "/games/nothing").json["detail"] == "Il n'y a pas de partie nothing ici."


@pytest.mark.parametrize("body", [b'{"title": "\\ud800"}', b'{"seats": ' + b"9" * 5000 + b"}", b"[" * 100_000])
def test_what_only_json_could_hold_is_no_json(person, body):
    answer = person("ada").call("POST", "/games", data=body, content_type="application/json")
    assert (answer.status, answer.code) == (400, "malformed_json")
