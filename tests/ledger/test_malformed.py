"""Bundles and statements that no honest export makes: each is refused for its own reason, in words."""

import msgspec
import pytest

from engine.core.canonical import canonical
from engine.core.errors import Refused
from engine.ledger.bundle import Bundle, encode_bundle, redact
from engine.ledger.heads import TYPES, Head, read_statement
from engine.ledger.jws import join_parts
from engine.ledger.verify import verify
from tests.ledger.room import Room, key
from tests.ledger.test_verify import SERVER, file, found, plain, played, rewritten

replace = msgspec.structs.replace


def why(bundle):
    """Return the sentence with which verification fails."""
    report = verify(encode_bundle(bundle)) if isinstance(bundle, Bundle) else found(bundle)
    assert report.grade == "failed"
    assert report.refused is not None
    return report.refused.say()


def with_line(n, seat="whole", **changes):
    """Return a bundle as plain data, one entry of it changed; None takes a member away."""
    data = plain(file(seat))
    line = data["entries"][n]
    data["entries"][n] = {name: value for name, value in {**line, **changes}.items() if value is not None}
    return data


def first_of(kind):
    return next(entry.header.n for entry in played().entries if entry.header.kind == kind)


def test_a_bundle_has_entries():
    assert "no entries" in why({**plain(), "entries": []})


def test_the_terms_of_a_game_are_never_redacted():
    assert "under which terms" in why(with_line(0, seat=0, body=None, salt_b=None))


def test_both_secrets_are_opened_or_none():
    data = plain()
    del data["S"]
    assert "both secrets or none" in why(data)


def test_no_entry_is_dated_before_the_one_that_it_follows():
    early = rewritten(lambda header, body: (replace(header, at=1) if header.n == 6 else header, body))
    assert "dated before" in why(early)


def test_a_body_is_shown_with_its_salt():
    assert "together or not at all" in why(with_line(first_of("join"), seat=0, salt_b=None))


def test_salts_of_positions_stay_closed_while_their_secret_is():
    salt = plain()["entries"][first_of("turn")]["salt_s"]
    assert "though K is not open" in why(with_line(first_of("turn"), seat=0, salt_s=salt))


def test_names_can_be_left_out():
    data = plain()
    del data["names"]
    assert found(data).grade == "consistent"


def test_names_are_those_of_this_game():
    data = plain()
    data["names"] = played().clerk.sign_names(Room(game="another").page, ("Ada", "Bob", "Cleo")).decode()
    assert "another game" in why(data)


def test_receipts_are_for_entries_of_the_bundle():
    other = Room(game="another-game").start()
    other.turn(0, "bid 1")
    assert "not in it" in why({**plain(), "receipts": [other.receipts[-1].decode()]})


def opened_twice(seat):
    """Return the game with its first entry written once more, in the place of a mailed turn."""
    opened = plain()["entries"][0]["body"]
    n = first_of("relay")
    bundle = rewritten(lambda h, body: (replace(h, kind="open"), opened) if h.n == n else (h, body))
    keys = (SERVER.public.jwk, key("server 2").public.jwk, SERVER.public.jwk)
    return replace(bundle if seat == "whole" else redact(bundle, seat), server_keys=keys)


def test_a_game_is_opened_once():
    assert "opened only once" in why(opened_twice("whole"))
    assert "do not occur here" in why(opened_twice(0))


def test_a_game_of_another_version_of_the_rules_is_not_replayed():
    newer = rewritten(lambda header, body: (header, {**body, "version": 99} if header.kind == "open" else body))
    assert "version 99" in why(newer)


def test_a_mailed_turn_names_its_seat():
    nobodys = rewritten(lambda header, body: (replace(header, seat=None) if header.kind == "relay" else header, body))
    assert "must name a seat" in why(nobodys)


def test_what_is_redacted_can_be_redacted_again():
    bundle = redact(redact(played().bundle(), 0), 1)
    assert bundle.entries == redact(redact(played().bundle(), 1), 0).entries
    assert verify(encode_bundle(bundle)).grade == "partial"


def test_a_statement_holds_the_values_of_its_kind():
    raw = join_parts(TYPES[Head], canonical({"origin": 1}), SERVER)
    with pytest.raises(Refused, match="invalid_value"):
        read_statement(raw, Head, SERVER.public)
