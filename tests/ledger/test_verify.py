"""Verification finds whatever was changed, and never trusts more than it can."""

import copy
import json
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.canonical import b64u, canonical
from engine.ledger.anchoring import Anchors, find_fork
from engine.ledger.bundle import Bundle, decode_bundle, encode_bundle, redact
from engine.ledger.clerk import Clerk
from engine.ledger.entries import BODIES, ClockBody, commit, salt_of_body
from engine.ledger.heads import Head, head_of, sign_statement
from engine.ledger.joining import draft_leave
from engine.ledger.playing import draft_mailed_undo
from engine.ledger.seed import Secrets
from engine.ledger.tending import draft_clock, draft_key, draft_server_key
from engine.ledger.verify import verify
from tests.ledger.room import ORIGIN, SECRETS, Room, key

SERVER = key("server")


@cache
def played():
    """Return a finished game in which every kind of entry occurs."""
    room = Room(seats=3)
    room.join(0)
    room.note(room.clerk.write(draft_leave(room.record, room.seat_slip(0, "leave")), room.tick()))
    room.start(bots={2: "greedy"})
    room.turn(0, "bid 2")
    room.undo(0, room.page.n - 1)
    room.turn(0, "bid 3")
    mailed = room.mailed(0, on=room.page.hash)
    room.note(room.clerk.write(draft_mailed_undo(room.record, mailed, room.page.n - 1, room), room.tick()))
    room.settle(1)
    room.host("pause")
    room.acts("extend", seat=0, until=room.now + 9)
    motion = room.propose("extend", about=0, until=room.now + 99_000)
    room.agrees(0, motion)
    room.agrees_by_mail(1, motion)
    room.seat(1, "leave")
    room.seat(1, "return")
    credit = ClockBody("credit", opened=1, told=2, deadline=3, credits={"vacation": 4})
    room.note(room.clerk.write(draft_clock(room.record, 0, credit), room.tick()))
    room.note(room.clerk.write(draft_key(room.record, 1, key("bob's new one").public, None), room.tick()))
    room.players[1] = key("bob's new one")
    room.note(room.clerk.write(draft_server_key(room.record, key("server 2").public), room.tick()))
    room.clerk = Clerk(key("server 2"), ORIGIN)
    room.fire(room.leave_note(1, "bid: bid 1"))
    return room.play_out()


def anchors(**more):
    """Return what a player holds who pinned the server's first key."""
    return Anchors(server_keys=(SERVER.public,), **more)


@cache
def file(seat="whole"):
    bundle = played().bundle()
    return encode_bundle(bundle if seat == "whole" else redact(bundle, seat))


def plain(raw=None):
    return json.loads(raw or file())


def found(data):
    """Return what verification finds in a changed bundle, spelled as bundles are."""
    raw = data if isinstance(data, bytes) else canonical(data) + b"\n"
    return verify(raw)


# What holds


def test_a_whole_bundle_is_consistent():
    report = verify(file())
    assert (report.grade, report.is_over, report.entries) == ("consistent", True, len(played().entries))
    assert canonical(report.result) == canonical(played().table.result)


def test_every_seats_answers_are_counted_by_who_vouches_for_them():
    kinds = [(entry.header.seat, entry.header.kind) for entry in played().entries]
    mailed_undos = [1, 0, 0]
    for seat, tally in enumerate(verify(file()).seats):
        answers = {kind: kinds.count((seat, kind)) for kind in ("turn", "note", "undo", "relay", "bot")}
        assert tally.signed == answers["turn"] + answers["note"] + answers["undo"] - mailed_undos[seat]
        assert (tally.vouched, tally.bot) == (answers["relay"] + mailed_undos[seat], answers["bot"])


def test_a_running_game_verifies_up_to_where_it_is():
    room = Room().start()
    room.turn(0, "bid 2")
    report = verify(encode_bundle(room.bundle()))
    assert (report.grade, report.is_over, report.result) == ("consistent", False, None)


def test_a_bundle_comes_back_from_its_file():
    assert decode_bundle(file()) == played().bundle()


def test_a_clubs_own_edition_travels_in_the_bundle():
    room = Room(edition={"coins": 9}).start().play_out()
    edition = msgspec.to_builtins(room.table.rules.edition)
    bundle = msgspec.structs.replace(room.bundle(), edition=edition)
    assert verify(encode_bundle(bundle)).grade == "consistent"
    assert verify(encode_bundle(redact(bundle, 0))).grade == "partial"
    edition = {**edition, "coins": 8}
    for changed in (bundle, redact(bundle, 0), room.bundle()):
        wrong = None if changed is bundle else edition
        report = verify(encode_bundle(msgspec.structs.replace(changed, edition=wrong)))
        assert (report.grade, report.failed_at) == ("failed", 0)


# What was changed


def leaves(value, path=()):
    """Yield the path of every leaf of plain data."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


def place(path, kinds):
    """Return a path without its entry's number, but with the entry's kind: one of each is enough."""
    if path[0] != "entries":
        return tuple(step for step in path if not isinstance(step, int))
    return (kinds[path[1]], *(step for step in path[2:] if not isinstance(step, int)))


def classes():
    data = plain()
    kinds = [line["header"]["kind"] for line in data["entries"]]
    return list({place(path, kinds): path for path in leaves(data)}.values())


def changed(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value:
        return ("A" if value[0] != "A" else "B") + value[1:]
    return "something" if value in ("", None) else "nothing"


@pytest.mark.parametrize("path", classes(), ids=lambda path: ".".join(map(str, path)))
def test_a_change_in_any_part_of_any_kind_of_entry_is_found(path):
    data = copy.deepcopy(plain())
    *way, last = path
    part = data
    for step in way:
        part = part[step]
    part[last] = changed(part[last])
    report = found(data)
    assert report.grade == "failed"
    assert report.refused is not None
    assert report.refused.say().endswith(".")


@pytest.mark.parametrize("seat", ["whole", 0, None])
@settings(max_examples=150)
@given(data=st.data())
def test_a_flipped_bit_anywhere_is_found(seat, data):
    raw = bytearray(file(seat))
    position = data.draw(st.integers(0, len(raw) - 1))
    raw[position] ^= 1 << data.draw(st.integers(0, 7))
    assert verify(bytes(raw)).grade == "failed"


@pytest.mark.nightly
@pytest.mark.timeout(0)
@pytest.mark.parametrize("redacted", [False, True])
def test_a_flipped_bit_at_every_position_is_found(redacted):
    room = Room().start()
    room.turn(0, "bid 1")
    room.settle(0)
    room.settle(1)
    room.end()
    raw = encode_bundle(redact(room.bundle(), 1) if redacted else room.bundle())
    for position in range(len(raw)):
        twisted = bytearray(raw)
        twisted[position] ^= 1 << position % 8
        assert verify(bytes(twisted)).grade == "failed", position


@pytest.mark.parametrize("way", ["cut", "swap", "drop", "double"])
def test_entries_out_of_place_are_found(way):
    data = plain()
    entries = data["entries"]
    if way == "swap":
        entries[6], entries[7] = entries[7], entries[6]
    elif way == "drop":
        del entries[6]
    elif way == "double":
        entries.insert(6, entries[6])
    else:
        del entries[0]
    assert found(data).grade == "failed"


def test_white_space_and_second_spellings_are_found():
    assert verify(json.dumps(plain()).encode()).grade == "failed"
    assert verify(file() + b"\n").grade == "failed"
    assert verify(file().replace(b'"v":1', b'"v":1,"v":1')).grade == "failed"


@given(st.binary(max_size=300))
def test_any_bytes_can_be_verified_and_fail(raw):
    assert verify(raw).grade == "failed"


def test_a_failure_names_the_entry_and_the_reason():
    data = plain()
    n = next(n for n, line in enumerate(data["entries"]) if line["header"]["kind"] == "turn")
    data["entries"][n]["body"]["played"] = ["bid 6"]
    report = found(data)
    assert report.failed_at == n
    assert report.refused is not None
    assert "commits to" in report.refused.say()


# What a cheating server could write


def rewritten(change):
    """Return the game with bodies changed from an entry on, chained and signed anew as its server could."""
    bundle = played().bundle()
    lines, prev, server = [], None, SERVER
    for line in bundle.entries:
        body = copy.deepcopy(line.body)
        header = line.header
        if body is not None:
            header, body = change(header, body)
        commitment = commit(salt_of_body(SECRETS.K, header.n), canonical(body))
        header = msgspec.structs.replace(header, body=commitment, prev=prev or header.prev)
        prev = header.hash
        head = sign_statement(head_of(header, prev, ORIGIN), server).decode()
        if header.kind == "key" and header.seat is None:
            server = key("server 2")
        lines.append(msgspec.structs.replace(line, header=header, body=body, head=head))
    return msgspec.structs.replace(bundle, entries=tuple(lines), receipts=())


def test_rewriting_nothing_changes_nothing():
    """The forger's tool is sound: what fails below fails for what was changed."""
    again = rewritten(lambda header, body: (header, body))
    assert again.entries == played().bundle().entries


def forge_event(header, body):
    for event in body.get("events", []):
        if event["event"] == "bids_opened":
            event["amount"] += 1
    return header, body


def forge_result(header, body):
    if header.kind == "end" and body["result"]:
        body["result"]["standings"][0]["score"] += 100
    return header, body


def forge_state(header, body):
    return (msgspec.structs.replace(header, state=b64u(bytes(32))), body) if header.kind == "turn" else (header, body)


def forge_move(header, body):
    if header.kind == "turn":
        body["played"] = ["pass"]
    return header, body


def forge_mail(header, body):
    """A relayed turn is nobody's signature, but it still has to be a legal one."""
    if header.kind == "relay":
        body["moves"] = body["played"] = ["bid 99"]
    return header, body


def forge_author(header, body):
    return (msgspec.structs.replace(header, kid=key("bob").kid), body) if header.seat == 0 else (header, body)


def forge_end(header, body):
    if header.kind == "end":
        body["how"] = "settled"
    return header, body


def forge_bots(header, body):
    if header.kind == "start":
        body["bots"][0] = "greedy"
    return header, body


def forge_kind(header, body):
    return (
        (msgspec.structs.replace(header, kind="ready"), body)
        if header.kind == "clock" or header.n == 6
        else (header, body)
    )


@pytest.mark.parametrize(
    "forge",
    [forge_event, forge_result, forge_state, forge_move, forge_mail, forge_author, forge_end, forge_bots, forge_kind],
)
def test_a_history_that_the_rules_do_not_lead_to_fails_its_replay(forge):
    bundle = rewritten(forge)
    assert bundle.entries != played().bundle().entries
    report = verify(encode_bundle(bundle))
    assert report.grade == "failed"
    assert report.failed_at is not None


def test_another_secret_than_the_committed_one_is_found():
    for name in ("S", "K"):
        data = plain()
        data[name] = b64u(bytes(32))
        assert found(data).grade == "failed"


def fork():
    """Return the game as it went, and as its server would rather have had it: equal up to the first turn."""
    one, other = Room().start(), Room().start()
    one.relay(0, "bid 1")
    other.relay(0, "bid 5")
    return one.play_out(), other.play_out()


def test_an_altered_history_signed_anew_fails_against_a_known_head():
    true, altered = fork()
    raw = encode_bundle(altered.bundle())
    assert verify(raw).grade == "consistent"
    known = true.entries[6].head
    report = verify(raw, anchors(heads=(known,)))
    assert (report.grade, report.failed_at) == ("failed", 6)
    assert report.fork is not None
    assert {report.fork.one, report.fork.other} == {known.decode(), altered.entries[6].head.decode()}


def test_an_altered_history_fails_against_a_receipt():
    true, altered = fork()
    raw = encode_bundle(msgspec.structs.replace(altered.bundle(), receipts=()))
    report = verify(raw, anchors(receipts=(true.receipts[-1],)))
    assert report.grade == "failed"
    assert report.fork is not None


def test_two_heads_for_one_entry_are_a_fork():
    true, altered = fork()
    heads = [true.entries[5].head, true.entries[6].head, altered.entries[6].head]
    forked = find_fork(heads, [SERVER.public])
    assert forked is not None
    assert forked.n == 6
    assert find_fork(heads[:2], [SERVER.public]) is None


# How far it can be trusted


def test_a_known_head_anchors_what_came_before_it():
    room = played()
    report = verify(file(), anchors(heads=(room.entries[9].head,)))
    assert (report.grade, report.anchored_to) == ("anchored", 9)


def test_a_receipt_anchors_too():
    room = played()
    report = verify(file(), anchors(receipts=(room.receipts[-1],)))
    assert report.grade == "anchored"


def test_ones_own_slips_anchor_the_positions_that_they_name():
    report = verify(file(), anchors(own_keys=(key("ada").public,)))
    assert report.grade == "anchored"
    assert report.anchored_to is not None
    assert report.anchored_to > 3


def test_the_servers_key_alone_does_not_anchor():
    assert verify(file(), anchors()).grade == "consistent"


def test_heads_without_a_pinned_key_do_not_anchor():
    heads = tuple(entry.head for entry in played().entries)
    assert verify(file(), Anchors(heads=heads)).grade == "consistent"


def test_heads_of_other_games_and_of_later_entries_do_not_anchor():
    room = played()
    other = sign_statement(Head(ORIGIN, "another", 3, b64u(bytes(32)), 1), SERVER)
    later = sign_statement(Head(ORIGIN, room.page.game, 999, b64u(bytes(32)), 1), SERVER)
    report = verify(file(), anchors(heads=(other, later)))
    assert (report.grade, report.ahead) == ("consistent", (999,))


def test_a_known_head_that_the_server_did_not_sign_is_no_witness():
    forged = sign_statement(Head(ORIGIN, played().page.game, 3, b64u(bytes(32)), 1), key("mallory"))
    report = verify(file(), anchors(heads=(forged,)))
    assert report.grade == "failed"
    assert report.refused is not None
    assert report.refused.code == "wrong_key"


def test_an_invented_bundle_is_never_anchored():
    """Mallory makes up a server, players and a game that is all in order, and even uses our names."""
    invented = Room(server="mallory's server", secrets=Secrets(bytes(32), bytes(32))).start().play_out()
    raw = encode_bundle(invented.bundle())
    assert verify(raw).grade == "consistent"
    genuine = played()
    heads = tuple(entry.head for entry in invented.entries)
    for held in (
        Anchors(own_keys=(key("ada").public,), heads=heads, receipts=tuple(invented.receipts)),
        anchors(),
        anchors(own_keys=(key("ada").public,)),
        anchors(heads=(genuine.entries[3].head,)),
        anchors(heads=heads),
        anchors(receipts=tuple(genuine.receipts)),
    ):
        assert verify(raw, held).grade in {"consistent", "failed"}


def test_an_invented_bundle_that_names_the_genuine_server_fails():
    invented = Room(server="mallory's server").start().play_out()
    data = plain(encode_bundle(invented.bundle()))
    data["server_keys"] = [SERVER.public.jwk]
    assert found(data).grade == "failed"
    data["entries"][0]["body"]["server_jwk"] = SERVER.public.jwk
    assert found(data).grade == "failed"


# Redacted


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_redacted_bundle_verifies_in_part(seat):
    assert verify(file(seat)).grade == "partial"


def test_a_redacted_bundle_can_be_anchored_in_part():
    room = played()
    report = verify(file(0), anchors(heads=(room.entries[9].head,)))
    assert (report.grade, report.anchored_to) == ("partial", 9)


def redacted_running(seat):
    room = Room(seats=3).start()
    room.turn(0, "bid 2")
    room.relay(1, "bid 3")
    return room, redact(room.bundle(), seat)


def test_a_redacted_bundle_holds_no_private_body_of_others():
    room, bundle = redacted_running(2)
    shown = {line.header.n for line in bundle.entries if line.body is not None}
    assert shown == set(range(room.page.n - 1))
    assert b"bid" not in encode_bundle(bundle).replace(b"bidding", b"")


def test_a_redacted_bundle_holds_ones_own_bodies():
    _, bundle = redacted_running(0)
    assert [line.body is not None for line in bundle.entries[-2:]] == [True, False]


def test_a_redacted_bundle_holds_no_secret_and_no_salt_of_a_position():
    _, bundle = redacted_running(0)
    assert (bundle.K, bundle.S) == (None, None)
    assert all(line.salt_s is None for line in bundle.entries)
    assert all((line.salt_b is None) == (line.body is None) for line in bundle.entries)


def test_a_redacted_bundle_holds_only_ones_own_receipts():
    room, bundle = redacted_running(1)
    assert len(room.receipts) == 4
    assert len(bundle.receipts) == 1
    assert redacted_running(None)[1].receipts == ()


def test_turns_that_may_be_shown_are_shown_to_all():
    room = Room().start()
    room.turn(0, "bid 1")
    room.turn(1, "bid 2")
    room.turn(1, str(room.table.legal(1)[0]))
    room.turn(0, "pass")
    bundle = redact(room.bundle(), None)
    bodies = [line.body for line in bundle.entries[-4:]]
    assert bodies[:3] == [None, None, None]
    assert bodies[3] is not None
    assert bodies[3]["played"] == ["pass"]


def test_a_turn_with_a_private_event_is_not_shown_even_if_its_moves_could_be():
    room = Room().start()
    room.turn(0, "bid 1")
    room.turn(1, "bid 2")
    room.turn(1, str(room.table.legal(1)[0]))
    room.turn(0, "pass")
    data = json.loads(canonical(room.bundle()))
    data["entries"][-1]["body"]["events"][0]["seen_by"] = [0]
    bundle = redact(msgspec.convert(data, Bundle), 1)
    assert bundle.entries[-1].body is None


@pytest.mark.parametrize("seat", [0, None])
def test_a_redacted_history_with_a_strangers_key_fails(seat):
    bundle = redact(rewritten(forge_author), seat)
    report = verify(encode_bundle(bundle))
    assert report.grade == "failed"


def test_a_redacted_history_in_which_an_ask_is_answered_twice_fails():
    def twice(header, body):
        if header.ask and header.kind in {"turn", "relay", "bot"}:
            return msgspec.structs.replace(header, ask=1), body
        return header, body

    report = verify(encode_bundle(redact(rewritten(twice), None)))
    assert (report.grade, report.refused and report.refused.code) == ("failed", "ask_taken")


def test_every_kind_of_entry_was_there_to_be_tampered_with():
    assert {entry.header.kind for entry in played().entries} == set(BODIES)
