"""Players: no passwords, keys and mailed codes; what is refused, and by which name."""

import pytest

from engine.bots.names import name_bots
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import AcceptSlip, HelloSlip, KeySlip, RegisterSlip, sign
from server.services import founding, keys, waits
from tests.server.people import Person, mailed_code, nonce


def registration(person, **changes):
    said = {
        "aud": person.origin,
        "iat": person.now(),
        "jti": nonce(),
        "handle": person.handle,
        "mail": f"{person.handle}@example.org",
        "jwk": person.key.public.jwk,
        **changes,
    }
    return {"slip": sign(RegisterSlip(**said), person.key).decode()}


def test_who_made_the_club_is_the_host_and_has_to_confirm_the_address(door, club):
    ada = Person(door, club, "ada").register(confirmed=False, claim=founding.make_claim(club))
    me = ada.call("GET", "/me").json
    assert (me["role"], me["confirmed"], me["mail"]) == ("host", False, "ada@example.org")
    wrong = ada.call("POST", "/me/confirmation", json={"code": "000000x"})
    assert (wrong.status, wrong.code) == (422, "invalid_value")
    ada.confirm()
    assert ada.call("GET", "/me").json["confirmed"]


def test_codes_can_be_guessed_only_a_few_times(door, club):
    ada = Person(door, club, "ada").register(confirmed=False)
    codes = [ada.call("POST", "/me/confirmation", json={"code": "nope"}).code for _ in range(8)]
    assert codes[-1] == "too_many_attempts"
    assert ada.call("POST", "/me/code").status == 202
    ada.confirm()


def test_an_unconfirmed_player_can_not_join(person):
    ada, bob = person("ada"), person("bob", confirmed=False)
    game = ada.open("foundry", 2)
    assert bob.slip("POST", f"/games/{game}/seats", bob.join_slip(game, 0)).code == "address_unconfirmed"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"aud": "https://elsewhere.example"}, "wrong_audience"),
        ({"iat": 1_000_000_000_000}, "slip_expired"),
        ({"handle": "p1"}, "invalid_value"),
        ({"handle": "a\u202eb"}, "invalid_value"),
        ({"handle": "x y"}, "invalid_value"),
        ({"mail": "no address"}, "invalid_value"),
        ({"mail": "a@b\r\nBcc: c@d"}, "invalid_value"),
        ({"jwk": {"kty": "OKP", "crv": "Ed25519", "x": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}, "weak_key"),
    ],
)
def test_a_registration_that_does_not_fit_is_refused_by_name(door, club, changes, code):
    bob = Person(door, club, "bob")
    answer = bob.call("POST", "/players", json=registration(bob, **changes))
    assert answer.code == code, answer
    assert answer.json["detail"]


def test_seconds_are_understood_as_well_as_milliseconds(door, club):
    bob = Person(door, club, "bob")
    assert bob.call("POST", "/players", json=registration(bob, iat=bob.now() // 1000)).status == 201


def test_handles_and_keys_are_unique(person, door, club):
    ada = person("ada")
    twin = Person(door, club, "ADA")
    assert twin.call("POST", "/players", json=registration(twin)).code == "handle_taken"
    twin.handle, twin.key = "bob", ada.key
    assert twin.call("POST", "/players", json=registration(twin)).code == "key_taken"


def test_a_slip_to_the_server_is_good_once(person):
    ada = person("ada")
    raw = sign(HelloSlip(ada.origin, ada.now(), nonce(), ("read",), "twice"), ada.key)
    assert ada.slip("POST", "/tokens", raw).status == 201
    assert ada.slip("POST", "/tokens", raw).code == "jti_seen"


def test_tokens_are_listed_scoped_and_revoked(person):
    ada = person("ada")
    reading = ada.hello(scope=("read",))
    assert ada.call("POST", "/games", json={"rules": "foundry", "seats": 2}).code == "scope_missing"
    assert {one["label"] for one in ada.call("GET", "/tokens").json} == {"tests"}
    assert ada.call("DELETE", f"/tokens/{reading['id']}").status == 204
    assert ada.call("GET", "/me").code == "token_unknown"
    assert ada.call("GET", "/me", anonymous=True).code == "token_missing"


def test_a_profile_can_be_changed(person):
    ada = person("ada")
    changed = ada.call("PATCH", "/me", json={"language": "fr", "zone": "Europe/Paris", "mail_policy": "digest"}).json
    assert (changed["language"], changed["zone"], changed["mail_policy"]) == ("fr", "Europe/Paris", "digest")
    assert ada.call("PATCH", "/me", json={"language": "tlh"}).code == "invalid_value"
    assert ada.call("PATCH", "/me", json={"zone": "Moon/Sea"}).code == "invalid_value"
    assert ada.call("PATCH", "/me", json={"role": "host"}).code == "unknown_field"


def test_a_deleted_player_leaves_a_tombstone_and_the_game_goes_on(table):
    game, ada, bob = table
    gone = ada.slip("POST", "/me/acts", ada.act_slip("delete"))
    assert gone.status == 200
    assert gone.json["handle"] is None
    assert ada.call("GET", "/me").code == "token_unknown"
    assert bob.view(game)["players"] == [name_bots(game, 2, ["bob"])[0], "bob"]


def test_an_address_changes_only_after_its_code_and_a_day(person, club, monkeypatch):
    ada = person("ada")
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail="new@example.org"))
    assert ada.call("GET", "/me").json["new_mail"] is None
    ada.confirm()
    waits.finish_due(club)
    me = ada.call("GET", "/me").json
    assert (me["mail"], me["new_mail"]) == ("ada@example.org", "new@example.org")
    monkeypatch.setattr(club, "now", lambda: me["new_mail_at"])
    waits.finish_due(club)
    me = ada.call("GET", "/me").json
    assert (me["mail"], me["new_mail"]) == ("new@example.org", None)


def rotation(person, new, **changes):
    jti = nonce()
    accept = sign(AcceptSlip(person.origin, jti, person.key.kid), new).decode()
    said = {"aud": person.origin, "iat": person.now(), "jti": jti, "new": new.public.jwk, "accept": accept, **changes}
    return sign(KeySlip(**said), person.key)


def test_a_key_is_passed_on_and_running_games_follow(table):
    game, ada, _ = table
    old, new = ada.key, make_key_from_os_randomness()
    assert ada.slip("POST", "/me/key", rotation(ada, new)).status == 200
    assert ada.call("GET", "/me").code == "token_unknown"
    ada.key = new
    ada.hello()
    view = ada.view(game)
    ada.key = old
    assert ada.play(game, "bid 1", view=view).code == "wrong_key"
    ada.key = new
    assert ada.play(game, "bid 1", view=view).status == 201


def test_a_key_thief_is_answered_by_recovery_through_the_mailbox(person, club, monkeypatch):
    ada = person("ada")
    thief = make_key_from_os_randomness()
    ada.slip("POST", "/me/key", rotation(ada, thief))
    assert ada.call("POST", "/recoveries", json={"mail": "ada@example.org"}, anonymous=True).status == 202
    fresh = make_key_from_os_randomness()
    body = {"mail": "ada@example.org", "code": mailed_code(club, ada.id, "recover"), "jwk": fresh.public.jwk}
    answer = ada.call("POST", "/recoveries/confirmation", json=body, anonymous=True)
    assert answer.status == 202
    assert waits.finish_due(club) == 0
    now = club.now
    monkeypatch.setattr(club, "now", lambda: now() + keys.WAIT + 1000)
    assert waits.finish_due(club) == 1
    ada.key, ada.now = fresh, club.now
    ada.hello()
    assert ada.call("GET", "/me").json["kid"] == fresh.kid


def test_a_mailbox_thief_is_cancelled_by_the_old_key(person, club, monkeypatch):
    ada = person("ada")
    ada.call("POST", "/recoveries", json={"mail": "ada@example.org"}, anonymous=True)
    thief = make_key_from_os_randomness()
    body = {"mail": "ada@example.org", "code": mailed_code(club, ada.id, "recover"), "jwk": thief.public.jwk}
    ada.call("POST", "/recoveries/confirmation", json=body, anonymous=True)
    assert ada.slip("DELETE", "/recoveries", ada.act_slip("cancel_recovery")).status == 204
    now = club.now
    monkeypatch.setattr(club, "now", lambda: now() + keys.WAIT + 1000)
    assert waits.finish_due(club) == 0


def test_recovery_answers_the_same_for_unknown_addresses(person):
    ada = person("ada")
    answers = [
        ada.call("POST", "/recoveries", json={"mail": mail}, anonymous=True)
        for mail in ("ada@example.org", "no@example.org")
    ]
    assert len({(one.status, one.body) for one in answers}) == 1


def confirmed_recovery(person, mail, code):
    jwk = make_key_from_os_randomness().public.jwk
    body = {"mail": mail, "code": code, "jwk": jwk}
    return person.call("POST", "/recoveries/confirmation", json=body, anonymous=True)


def test_whoever_guesses_at_a_recovery_code_does_not_learn_who_has_an_address(person, club):
    ada, addresses = person("ada"), ("ada@example.org", "no@example.org")
    for asked in (False, True):
        for mail in addresses if asked else ():
            ada.call("POST", "/recoveries", json={"mail": mail}, anonymous=True)
        waits.finish_due(club)
        for _ in range(8):
            known, unknown = (confirmed_recovery(ada, mail, "nope").json for mail in addresses)
            assert {**known, "id": ""} == {**unknown, "id": ""}


def test_only_a_recovery_that_waits_is_cancelled_and_only_by_its_own_words(person):
    ada = person("ada")
    assert ada.slip("DELETE", "/recoveries", ada.act_slip("cancel_recovery")).code == "not_found"
    assert ada.slip("DELETE", "/recoveries", ada.act_slip("delete")).code == "invalid_value"


def test_a_key_is_passed_on_to_a_new_one_only(person):
    ada, bob = person("ada"), person("bob")
    assert ada.slip("POST", "/me/key", rotation(ada, bob.key)).code == "key_taken"
    ada.hello()


def test_a_closed_club_takes_players_by_invitation_only(door, club, person, monkeypatch):
    import msgspec

    ada = person("ada")
    game = ada.open("foundry", 2, private=True)
    invitation = ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
    monkeypatch.setattr(club, "config", msgspec.structs.replace(club.config, registration="invited"))
    bob = Person(door, club, "bob")
    assert bob.call("POST", "/players", json=registration(bob)).code == "registration_closed"
    assert bob.call("POST", "/players", json={**registration(bob), "invitation": invitation}).status == 201
