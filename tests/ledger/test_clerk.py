"""The clerk takes what fits the game and refuses the rest by name, leaving the record as it was."""

import msgspec
import pytest

from engine.core.canonical import b64u
from engine.core.errors import IllegalMove
from engine.ledger.clerk import Clerk
from engine.ledger.entries import NO_HASH
from engine.ledger.heads import Head, Receipt, read_statement
from engine.ledger.joining import draft_join, draft_leave, draft_start
from engine.ledger.keys import KeyRing
from engine.ledger.playing import draft_relay, draft_turn, draft_undo
from engine.ledger.record import end_due, pack_page, unpack_page
from engine.ledger.slips import JoinSlip, TurnSlip, read_slip, sign
from engine.ledger.tending import draft_end, draft_settle
from tests.ledger.room import GAME, MAIL, ORIGIN, SECRETS, Room, code_of, key, make_terms

ELSE = b64u(bytes(32))


@pytest.fixture
def room():
    return Room().start()


# Opening and joining


def test_open_is_entry_zero_and_names_no_predecessor():
    opened = Room().last.entry.header
    assert (opened.n, opened.prev, opened.kind, opened.seat, opened.ask) == (0, NO_HASH, "open", None, None)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rules": "chess"}, "unknown_rules"),
        ({"seats": 9}, "seats_out_of_range"),
        ({"options": {"speed": 3}}, "unknown_option"),
        ({"game": "no spaces"}, "invalid_value"),
        ({"chance": "sealed"}, "unknown_option"),
        ({"edition": "coins = 'many'"}, "broken_edition"),
    ],
)
def test_terms_that_make_no_game_are_refused(changes, code):
    clerk = Room().clerk
    terms = {"game": GAME, "seats": 2, **changes}
    assert code_of(lambda: clerk.open(make_terms(**terms), SECRETS, 0)) == code


def test_a_join_shows_the_key_that_counts():
    room = Room()
    room.join(1)
    assert room.page.chairs[1].kid == key("bob").kid
    assert msgspec.json.decode(room.last.entry.body)["jwk"] == key("bob").public.jwk


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "another"}, "wrong_game"),
        ({"terms": ELSE}, "terms_changed"),
        ({"seat": 7}, "invalid_value"),
        ({"seat": 0}, "seat_taken"),
    ],
)
def test_a_join_that_does_not_fit_is_refused(changes, code):
    room = Room(seats=3)
    room.join(0)
    slip = room.join_slip(1, **changes)
    assert code_of(draft_join, room.record, slip, key("bob").public) == code


def test_a_join_adds_its_randomness_openly():
    room = Room()
    sealed = read_slip(sign(JoinSlip(room.page.game, 0, room.page.terms, seal=ELSE), key("ada")))
    assert code_of(draft_join, room.record, sealed, key("ada").public) == "invalid_value"


def test_nobody_sits_down_twice():
    room = Room(seats=3)
    room.join(0)
    slip = read_slip(sign(room.join_slip(1).payload, key("ada")))
    assert code_of(draft_join, room.record, slip, key("ada").public) == "already_seated"


def test_a_full_table_takes_nobody():
    room = Room()
    room.join(0)
    room.join(1)
    slip = read_slip(sign(room.join_slip(1).payload, key("cleo")))
    assert code_of(draft_join, room.record, slip, key("cleo").public) == "game_full"


def test_nobody_joins_or_leaves_a_running_game_in_the_way_of_before(room):
    assert code_of(draft_join, room.record, room.join_slip(0), key("ada").public) == "game_started"
    assert code_of(draft_leave, room.record, room.seat_slip(0, "leave")) == "game_started"


def test_a_seat_that_was_left_is_free_again():
    room = Room()
    room.join(0)
    room.note(room.clerk.write(draft_leave(room.record, room.seat_slip(0, "leave")), room.tick()))
    room.start()
    assert [entry.header.kind for entry in room.entries] == ["open", "join", "leave", "join", "join", "start"]


def test_a_join_is_not_good_for_a_second_time_at_another_table():
    other = Room(game="another-game")
    other.join(0)
    room = Room()
    assert code_of(draft_join, room.record, other.join_slip(1), key("bob").public) == "wrong_game"


def test_a_game_starts_when_every_seat_is_taken():
    room = Room(seats=3)
    room.join(0)
    assert code_of(draft_start, room.record) == "seats_out_of_range"
    assert code_of(draft_start, room.record, {0: "greedy"}) == "seat_taken"
    room.start(bots={1: "greedy", 2: "random"})
    assert [chair.by for chair in room.page.chairs] == ["player", "bot", "bot"]
    assert code_of(draft_start, room.record) == "game_started"


# Turns


def test_a_turn_is_chained_committed_and_receipted(room):
    slip = room.turn_slip(0, "bid 2")
    written = room.note(room.clerk.write(draft_turn(room.record, slip), room.tick()))
    header, server = written.entry.header, key("server").public
    assert (header.kind, header.seat, header.ask, header.kid) == ("turn", 0, 1, key("ada").kid)
    assert header.prev == room.entries[-2].hash
    assert written.receipt is not None
    receipt = read_statement(written.receipt, Receipt, server)
    assert (receipt.slip, receipt.played, receipt.stopped, receipt.seat) == (slip.digest, 1, None, 0)
    assert read_statement(written.head, Head, server) == Head(ORIGIN, GAME, header.n, header.hash, header.at)
    assert receipt.hash == header.hash


def test_the_record_that_was_given_is_left_alone(room):
    before, state = room.record, room.table.dump()
    page = pack_page(before.page)
    room.clerk.write(draft_turn(before, room.turn_slip(0, "bid 2")), 0)
    assert (pack_page(before.page), before.table.dump()) == (page, state)


def test_the_same_act_on_the_same_record_gives_the_same_entry(room):
    slip = room.turn_slip(0, "bid 2")
    one, other = (room.clerk.write(draft_turn(room.record, slip), 5) for _ in range(2))
    assert (one.entry, one.receipt) == (other.entry, other.receipt)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "another"}, "wrong_game"),
        ({"seat": 9}, "invalid_value"),
        ({"seat": 1}, "not_your_seat"),
        ({"by": key("mallory")}, "wrong_key"),
        ({"ask": 2}, "stale_ask"),
        ({"on": ELSE}, "stale_position"),
    ],
)
def test_a_turn_that_does_not_fit_the_game_is_refused(room, changes, code):
    slip = room.turn_slip(0, "bid 2", **changes)
    assert code_of(draft_turn, room.record, slip) == code


def test_a_forged_turn_learns_nothing_but_that_it_is_forged(room):
    head, _, _ = room.turn_slip(0, "bid 2", ask=99).raw.rpartition(b".")
    forged = read_slip(head + b"." + b64u(key("mallory").sign(head)).encode())
    assert code_of(draft_turn, room.record, forged) == "bad_signature"


def test_an_illegal_turn_is_refused_with_its_index(room):
    with pytest.raises(IllegalMove) as illegal:
        room.turn(0, "bid 99")
    assert illegal.value.index == 0


def test_a_slip_counts_once(room):
    slip = room.turn_slip(0, "bid 2")
    room.note(room.clerk.write(draft_turn(room.record, slip), 0))
    assert code_of(draft_turn, room.record, slip) == "ask_taken"
    other = room.turn_slip(0, "bid 3", ask=1, on=slip.payload.on)
    assert code_of(draft_turn, room.record, other) == "ask_taken"


def test_a_seat_that_is_not_asked_has_to_wait(room):
    room.turn(0, "bid 2")
    assert code_of(draft_turn, room.record, room.turn_slip(0, "bid 3")) == "not_awaited"


def test_a_game_that_has_not_started_takes_no_turn():
    room = Room()
    room.join(0)
    assert code_of(draft_turn, room.record, room.turn_slip(0, "bid 2")) == "game_not_started"


def test_a_game_that_is_over_takes_nothing(room):
    room.play_out()
    assert code_of(draft_turn, room.record, room.turn_slip(0, "bid 2")) == "game_over"
    assert code_of(draft_undo, room.record, room.undo_slip(0, 3), room.tables.get) == "game_over"
    assert code_of(draft_relay, room.record, room.mailed(0, "bid 2")) == "game_over"
    assert code_of(draft_settle, room.record, room.seat_slip(0, "settle")) == "game_over"
    assert code_of(draft_end, room.record) == "game_over"


def test_nothing_but_its_end_can_follow_the_last_move(room):
    room.play_out(rounds=0)
    while not end_due(room.record):
        seat = room.table.awaiting[0]
        room.turn(seat, str(room.table.legal(seat)[0]))
    assert code_of(draft_undo, room.record, room.undo_slip(1, room.page.n - 1), room.tables.get) == "game_over"
    assert msgspec.json.decode(room.end().entry.body)["how"] == "played"


def test_a_slip_from_another_game_is_refused():
    one, other = Room(game="one").start(), Room(game="other").start()
    assert code_of(draft_turn, other.record, one.turn_slip(0, "bid 2")) == "wrong_game"


def test_a_slip_for_the_same_game_of_another_server_is_refused():
    """The same id and ask do not help: `on` binds the history, and with it the server and its secrets."""
    one, other = Room().start(), Room(server="other").start()
    assert code_of(draft_turn, other.record, one.turn_slip(0, "bid 2")) == "stale_position"


def test_simultaneous_seats_do_not_move_each_other():
    room = Room(seats=4).start()
    slips = [room.turn_slip(seat, "bid 1") for seat in range(4)]
    for seat in (2, 0, 3, 1):
        room.note(room.clerk.write(draft_turn(room.record, slips[seat]), room.tick()))
    assert [entry.header.seat for entry in room.entries[-4:]] == [2, 0, 3, 1]


def test_a_turn_that_stops_at_a_reveal_asks_again_at_once(room):
    room.turn(0, "bid 1")
    written = room.turn(1, "bid 2", "keep bell")
    assert written.outcome is not None
    assert (written.outcome.stopped, written.outcome.unplayed) == ("reveal", ("keep bell",))
    assert room.ask(1) == type(room.ask(1))(2, room.page.hash, 1)


def test_time_never_goes_back(room):
    late = room.clerk.write(draft_turn(room.record, room.turn_slip(0, "bid 2")), 0)
    assert late.entry.header.at == room.page.at


def test_a_clerk_without_the_games_key_writes_nothing(room):
    clerk = Clerk(key("other"), ORIGIN)
    assert code_of(clerk.write, draft_turn(room.record, room.turn_slip(0, "bid 2")), 0) == "wrong_key"


def test_a_game_keeps_its_origin_and_its_key_when_the_club_has_others(room):
    ring = KeyRing([key("server"), key("other")])
    room.clerk = Clerk(key("other"), "https://other.example", ring)
    written = room.turn(0, "bid 2")
    assert read_statement(written.head, Head, key("server").public).origin == ORIGIN
    assert read_statement(written.receipt, Receipt, key("server").public).origin == ORIGIN
    assert Room(server="other").page.server != room.page.server


# Mail and bots


def test_a_mailed_turn_is_the_servers_word(room):
    written = room.relay(0, "bid 2")
    body = msgspec.json.decode(written.entry.body)
    assert (written.entry.header.kind, written.entry.header.kid) == ("relay", key("server").kid)
    assert (body["mail_sha256"], body["played"]) == (MAIL, ["bid 2"])
    assert written.receipt is None


@pytest.mark.parametrize(("changes", "code"), [({"ask": 2}, "stale_ask"), ({"on": ELSE}, "stale_position")])
def test_a_mailed_turn_answers_what_was_asked(room, changes, code):
    assert code_of(room.relay, 0, "bid 2", **changes) == code


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["bid 2\x1b[2J"], "invalid_value"),
        (["bid 2 \u202e"], "invalid_value"),
        ([""], "invalid_value"),
        (["b" * 501], "invalid_value"),
        ([], "invalid_value"),
        (["bid 2"] * 201, "slip_too_large"),
    ],
)
def test_a_mailed_turn_has_the_limits_of_a_slip(room, moves, code):
    assert code_of(room.relay, 0, *moves) == code


@pytest.mark.parametrize("changes", [{"via": "Free text!"}, {"mail_sha256": "abc"}])
def test_nothing_is_written_that_would_not_verify(room, changes):
    assert code_of(room.relay, 0, "bid 2", **changes) == "invalid_value"


def test_no_two_entries_answer_the_same_ask(room):
    room.play_out()
    answers = [entry.header.answers for entry in room.entries if entry.header.answers is not None]
    assert len(answers) == len(set(answers)) > 10


def test_a_bot_plays_only_bots_seats():
    room = Room().start(bots={1: "greedy"})
    assert code_of(room.bot, 0, "bid 1") == "not_your_seat"
    room.bot(1, "bid 1")
    assert code_of(room.bot, 1, "bid 1") == "not_awaited"
    assert room.entries[-1].header.kid == key("server").kid


# Storage


def test_a_page_is_stored_and_read_again(room):
    room.turn(0, "bid 2")
    assert unpack_page(pack_page(room.page)) == room.page


def test_a_page_does_not_grow_with_the_game():
    room = Room().start()
    early = len(pack_page(room.page))
    room.play_out()
    assert len(pack_page(room.page)) < early + 1000


def test_a_slip_of_another_kind_is_refused(room):
    assert code_of(draft_turn, room.record, room.undo_slip(0, 1)) == "wrong_typ"


def test_a_turn_may_name_the_algorithm_either_way(room):
    """Other makers call it EdDSA; the bytes that they signed are what counts."""
    asked = room.turn_slip(0, "bid 2").payload
    assert isinstance(asked, TurnSlip)
    header = msgspec.json.encode({"typ": TurnSlip.typ, "alg": "EdDSA", "kid": key("ada").kid})
    signed = f"{b64u(header)}.{b64u(msgspec.json.encode(asked))}".encode()
    slip = read_slip(signed + b"." + b64u(key("ada").sign(signed)).encode())
    assert room.clerk.write(draft_turn(room.record, slip), 0).entry.header.kind == "turn"
