"""A redacted history that its server tampered with, chained and signed anew, fails where it can't be right."""

import msgspec
import pytest

from engine.core.canonical import b64u
from engine.core.forced import MOST_FORCED
from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.slips import TurnSlip, UndoSlip, read_slip, sign
from engine.ledger.verify import verify
from tests.ledger.room import MAIL, key
from tests.ledger.test_verify import played, rewritten

ELSE = b64u(bytes(32))
replace = msgspec.structs.replace


def found(change, seat=0):
    report = verify(encode_bundle(redact(rewritten(change), seat)))
    return report.grade, report.refused and report.refused.code


def where(kind, /, **changes):
    """Return a forger of the headers of one kind."""
    return lambda header, body: (replace(header, **changes) if header.kind == kind else header, body)


def say(kind, /, **changes):
    """Return a forger of what entries of one kind say."""
    return lambda header, body: (header, {**body, **changes} if header.kind == kind else body)


def test_the_history_as_it_was_holds():
    assert found(lambda header, body: (header, body)) == ("partial", None)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (where("open", seat=0), "bad_position"),
        (where("open", kid=key("mallory").kid), "wrong_key"),
        (say("open", origin="https://other.example"), "wrong_key"),
        (say("open", edition=ELSE), "unknown_edition"),
        (where("join", seat=1), "bad_position"),
        (where("join", kid=key("mallory").kid), "bad_position"),
        (say("join", how="invited"), "bad_position"),
        (say("join", jwk=key("mallory").public.jwk), "wrong_key"),
        (where("start", kid=key("ada").kid), "wrong_key"),
        (say("start", bots=[None, None, None]), "bad_position"),
        (say("start", bots=["greedy"] * 9), "invalid_value"),
        (where("relay", kid=key("ada").kid), "wrong_key"),
        (where("bot", seat=None), "invalid_value"),
        (where("bot", seat=77), "invalid_value"),
        (where("turn", seat=None), "invalid_value"),
        (where("turn", seat=77), "invalid_value"),
        (where("turn", seat=1), "wrong_key"),
        (where("clock", seat=77), "invalid_value"),
        (where("clock", seat=None), "invalid_value"),
        (where("clock", kid=key("ada").kid), "wrong_key"),
        (where("clock", kind="ready"), "bad_position"),
        (where("settle", kind="start"), "wrong_key"),
        (where("settle", kind="end"), "wrong_key"),
        (say("clock", action="nothing"), "invalid_value"),
        (say("settle", slip=None), "malformed_slip"),
        (say("host", action="fold"), "invalid_value"),
        (say("end", S=ELSE), "bad_position"),
        (say("end", K=ELSE), "bad_position"),
    ],
)
def test_what_can_not_be_right_is_named(change, code):
    assert found(change) == ("failed", code)


def test_a_game_does_not_go_on_after_its_end():
    end = played().entries[-1]

    def early(header, body):
        if header.kind == "clock":
            return replace(header, kind="end", seat=None, ask=None), msgspec.json.decode(end.body)
        return header, body

    assert found(early) == ("failed", "game_over")


def test_nobody_answers_before_the_start():
    def early(header, body):
        if header.n == 1:
            sent = {"moves": ["bid 1"], "via": "lmtp", "mail_sha256": MAIL, "played": ["bid 1"], "events": []}
            return replace(header, kind="relay", ask=1, kid=played().entries[0].header.kid), sent
        return header, body

    assert found(early, seat=None) == ("failed", "game_not_started")


def test_a_game_starts_once():
    def twice(header, body):
        if header.kind == "host":
            return replace(header, kind="start"), {"bots": [None, None, "greedy"]}
        return header, body

    assert found(twice) == ("failed", "bad_position")


def signed(slip, **changes):
    return sign(replace(read_slip(slip.encode()).payload, **changes), key("ada")).decode()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"on": ELSE}, "stale_position"),
        ({"ask": 99}, "stale_position"),
        ({"game": "another"}, "wrong_game"),
        ({"seat": 1}, "not_your_seat"),
        ({"moves": ("bid 2", "pass")}, "bad_position"),
    ],
)
def test_ones_own_turn_is_held_against_its_slip(changes, code):
    def forge(header, body):
        if header.kind == "turn" and header.seat == 0:
            body["slip"] = signed(body["slip"], **changes)
        return header, body

    assert found(forge) == ("failed", code)


@pytest.mark.parametrize(
    ("forced", "added"),
    [(True, MOST_FORCED + 1), (False, 1)],
)
def test_a_turn_holds_no_more_moves_than_its_slip_allows(forced, added):
    def forge(header, body):
        if header.kind == "turn" and header.seat == 0 and not body["unplayed"]:
            body["slip"] = signed(body["slip"], forced=forced)
            body["played"] += ["pass"] * added
        return header, body

    assert found(forge) == ("failed", "bad_position")


def test_ones_own_undo_is_held_against_its_slip():
    def forge(header, body):
        if header.kind == "undo" and body["slip"]:
            body["to"] += 1
        return header, body

    assert found(forge) == ("failed", "stale_position")


def test_a_slip_of_another_kind_is_no_turn():
    def forge(header, body):
        if header.kind == "turn" and header.seat == 0:
            says = read_slip(body["slip"].encode()).payload
            assert isinstance(says, TurnSlip)
            body["slip"] = sign(UndoSlip(says.game, 0, says.ask, says.on, 1), key("ada")).decode()
        return header, body

    assert found(forge) == ("failed", "wrong_typ")
