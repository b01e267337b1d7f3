"""The threats that concern REST, the ledger's storage and the server, each answered by a test that bears its name."""

import io
import json
import random
import threading
from contextlib import redirect_stderr

import msgspec
import pytest
from sqlalchemy import text

import engine
from engine import seats
from engine.core.errors import IllegalMove, Refused
from engine.ledger.slips import RegisterSlip, TurnSlip, UndoSlip, read_slip, sign
from server import create_app
from server.services import bots, checks
from server.storage.keyfiles import KEY_FILE, make_first_key
from server.worker import Worker
from tests.server.people import FlaskDoor, Person, nonce


def play_on(game, people, rng, until=None):
    while True:
        waiting = [(one, view) for one in people if (view := one.view(game))["awaited"]]
        if not waiting or (until and until(waiting)):
            return waiting
        one, view = rng.choice(waiting)
        assert one.play(game, rng.choice(view["legal"])["line"], view=view).status == 201


def test_a_rivals_plan_can_not_be_read_from_slips_or_unplayed_lines(table):
    game, ada, bob = table
    bob.play(game, "bid 0")
    answer = ada.play(game, "bid 3", "keep bell")
    assert answer.json["unplayed"] == ["keep bell"]
    seen = json.dumps(bob.call("GET", f"/games/{game}/entries").json) + bob.bundle(game).decode()
    assert "keep bell" not in seen
    assert "bid 3" not in seen
    own = json.dumps(ada.call("GET", f"/games/{game}/entries").json)
    assert "keep bell" in own


@pytest.mark.parametrize("game", list(engine.games()))
def test_previews_and_refusals_are_the_same_on_a_hundred_redeals(game):
    rules = engine.games()[game]
    table = engine.open_table(game, rules.seats[0], seed=b"peek")
    rng = random.Random(4)
    for _ in range(25):
        if not table.awaiting:
            break
        seat = rng.choice(table.awaiting)
        move = str(rng.choice(table.legal(seat)))
        shown = {answer_to(table.redeal(seat, b"%d" % i), seat, [move, "no such move"]) for i in range(10)}
        assert shown == {answer_to(table, seat, [move, "no such move"])}
        table.play(seat, move)


def answer_to(table, seat, moves):
    try:
        return msgspec.json.encode(seats.preview(table, seats.Onlooker(seat, "en", ()), moves))
    except IllegalMove as refused:
        return refused.say()


def test_nothing_is_taken_back_after_something_was_seen(table):
    game, ada, bob = table
    ada.play(game, "bid 0")
    bob.play(game, "bid 1")
    view = bob.view(game)
    raw = sign(UndoSlip(game, 1, view["ask"], view["head"], view["n"] - 1), bob.key)
    answer = bob.slip("POST", f"/games/{game}/undo", raw)
    assert (answer.status, answer.code) == (409, "undo_barrier")


def test_nothing_is_taken_back_past_the_end(table):
    game, ada, bob = table
    play_on(game, (ada, bob), random.Random(1))
    view = ada.view(game)
    raw = sign(UndoSlip(game, 0, view["ask"], view["head"], view["n"] - 2), ada.key)
    assert ada.slip("POST", f"/games/{game}/undo", raw).code == "game_over"
    assert ada.play(game, "pass", view={**view, "on": view["head"]}).code == "game_over"


def test_a_slip_replayed_elsewhere_has_its_own_refusal_and_stores_nothing(table, person):
    game, ada, bob = table
    other = ada.open("foundry", 2)
    ada.join(other, 0)
    bob.join(other, 1)
    raw = ada.turn_slip(game, ["bid 1"])
    assert ada.slip("POST", f"/games/{other}/turns", raw).code == "wrong_game"
    view = ada.view(game)
    assert ada.play(game, "bid 1", view={**view, "seat": 1}).code == "not_your_seat"
    assert person("eve").play(game, "bid 1", view=view).code == "wrong_key"
    assert ada.play(game, "bid 1", view={**view, "ask": 7}).code == "stale_ask"
    assert ada.play(game, "bid 1", view={**view, "on": ada.view(other)["on"]}).code == "stale_position"
    forged = raw[:-4] + (b"AAAA" if raw[-4:] != b"AAAA" else b"BBBA")
    assert ada.slip("POST", f"/games/{game}/turns", forged).code in {"bad_signature", "malformed_slip"}
    assert ada.view(game)["n"] == view["n"]
    assert ada.play(game, "bid 1", view=view).status == 201
    assert ada.play(game, "bid 2", view=view).code == "ask_taken"


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"not a slip", "application/jose", 400, "malformed_slip"),
        (b"a.b.c", "application/jose", 400, "malformed_slip"),
        (b"x" * 20_000, "application/jose", 413, "slip_too_large"),
        (b"{}", "application/json", 422, "invalid_value"),
        (b"{", "application/json", 400, "malformed_json"),
        (b'{"slip": "a", "more": 1}', "application/json", 422, "unknown_field"),
        (b"a=b", "application/x-www-form-urlencoded", 415, "wrong_media_type"),
        (b"x" * 600_000, "application/jose", 413, None),
    ],
)
def test_a_garbled_slip_is_refused_by_name(table, body, content_type, status, code):
    game, ada, _ = table
    answer = ada.call("POST", f"/games/{game}/turns", data=body, content_type=content_type)
    assert answer.status == status, answer
    assert code is None or answer.code == code
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_copy_of_a_slip_reads_nothing(table):
    game, ada, bob = table
    bob.play(game, "bid 0")
    raw = ada.turn_slip(game, ["bid 3"])
    first = ada.slip("POST", f"/games/{game}/turns", raw)
    again = ada.slip("POST", f"/games/{game}/turns", raw)
    for answer in (first, again):
        assert set(answer.json) <= {"receipt", "n", "hash", "repeated", "played", "stopped", "unplayed"}


def test_nobody_can_inject_into_a_terminal_or_a_header(person):
    ada = person("ada")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    for bad in ("\x1b[2J", "\x1b]52;c;QQ==\x07", "a\r\nBcc: x@y", "a\u202eb", "a\u2066b", "\x00"):
        assert ada.call("POST", "/games", json={"rules": "foundry", "seats": 2, "title": bad}).code == "invalid_value"
        assert ada.call("POST", f"/games/{game}/messages", json={"text": bad.replace("\n", "")}).code == "invalid_value"
        assert ada.call("PATCH", "/me", json={"language": bad}).code == "invalid_value"
        raw = sign(TurnSlip(game, 0, 1, "A" * 43, (f"bid {bad}",)), ada.key)
        with pytest.raises(Refused):
            read_slip(raw)


def test_a_flood_is_slowed_down(config):
    limited = create_app(msgspec.structs.replace(config, rates=True))
    club = limited.extensions["atelier"]
    door = FlaskDoor(limited)
    answers = [try_to_register(door, club, f"player{i}", "victim@example.org") for i in range(14)]
    assert [one.status for one in answers[:10]] == [201] * 10
    assert answers[-1].code == "rate_limited"
    assert int(answers[-1].headers["Retry-After"]) > 0
    club.engine.dispose()


def try_to_register(door, club, handle, mail):
    one = Person(door, club, handle)
    said = RegisterSlip(one.origin, one.now(), nonce(), handle, mail, one.key.public.jwk)
    return one.call("POST", "/players", json={"slip": sign(said, one.key).decode()})


def test_logs_metrics_and_problems_hold_no_secret(config, capsys):
    shown = io.StringIO()
    with redirect_stderr(shown):
        app = create_app(msgspec.structs.replace(config, log="json", metrics="everybody"))
        club = app.extensions["atelier"]
        ada = Person(FlaskDoor(app), club, "canaryhandle").register()
        game = ada.open("foundry", 2, private=True)
        invitation = ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
        ada.call("GET", f"/games/{game}", query_string={"invitation": invitation})
        ada.call("GET", "/games/nothing", headers={"Authorization": "Bearer atl_canarytoken"})
        metrics = FlaskDoor(app)("GET", "/metrics").body.decode()
    written = shown.getvalue() + metrics + "".join(capsys.readouterr())
    assert "/v1/games/<game_id>" in written
    for secret in (ada.token, invitation, "canaryhandle", "example.org", "atl_canarytoken"):
        assert secret not in written
    with club.read() as session:
        for column in ("tokens", "invitations"):
            rows = repr(session.execute(text(f"select * from {column}")).all())
            assert ada.token not in rows
            assert invitation not in rows
    club.engine.dispose()


def test_two_workers_never_play_a_bots_turn_twice(person, club):
    ada = person("ada")
    games = [ada.open("foundry", 4, bots=[{"seat": seat, "bot": "random"} for seat in range(4)]) for _ in range(6)]
    workers = [threading.Thread(target=Worker(club).once) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for game in games:
        bots.play_due(club, game)
        assert ada.call("GET", f"/games/{game}").json["status"] == "over"
        assert checks.find_replay_fault(club, game) is None


def test_a_lost_or_foreign_key_stops_the_server_before_it_signs(config):
    path = config.folder / KEY_FILE
    kept = path.read_bytes()
    path.unlink()
    with pytest.raises(Refused, match="signs with the key"):
        create_app(config)
    path.write_bytes(kept)
    path.chmod(0o644)
    with pytest.raises(Refused, match="chmod 600"):
        create_app(config)
    path.unlink()
    make_first_key(config.folder)
    with pytest.raises(Refused, match="signs with the key"):
        create_app(config)


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
def test_a_flood_of_forged_slips_is_slowed_down_and_honest_ones_still_count(config):
    limited = create_app(msgspec.structs.replace(config, rates=True))
    club = limited.extensions["atelier"]
    ada, bob = (Person(FlaskDoor(limited), club, name).register() for name in ("ada", "bob"))
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    bob.join(game, 1)
    honest = ada.turn_slip(game, ["bid 1"])
    header, payload, _ = honest.split(b".")
    forged = b".".join([header, payload, ada.turn_slip(game, ["bid 2"]).split(b".")[2]])
    codes = [ada.slip("POST", f"/games/{game}/turns", forged).code for _ in range(605)]
    assert (codes[0], codes[-1]) == ("bad_signature", "rate_limited")
    assert ada.slip("POST", f"/games/{game}/turns", honest).status == 201
    club.engine.dispose()
