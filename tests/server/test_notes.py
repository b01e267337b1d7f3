"""Notes over REST: left, shown with what they would do, taken back, and kept with a turn; nobody else can tell."""

import msgspec
import pytest
from sqlalchemy import func, select, update

from engine.core.notes.terms import NoteMove, NoteTerms
from engine.ledger.heads import NoteReceipt, read_statement
from engine.ledger.slips import MAX_MOVES
from server.models import Game, Member, OutboxRow, Rate, StoredNote
from server.services import farewell, notes, tidying
from server.services.notes import MOST_WAITING
from tests.server.people import seat_two


@pytest.fixture
def pebbles(person):
    """Two people at a table of Pebbles, where the first is asked."""
    return seat_two(person, "pebbles")


def receipt(club, answer):
    return read_statement(answer["receipt"].encode(), NoteReceipt, club.key.public)


def waiting(one, game):
    return [(note["note"], note["shown"]) for note in one.read_notes(game)["notes"]]


def test_a_note_is_left_shown_and_taken_back(pebbles, club):
    game, ada, bob = pebbles
    left = bob.leave(game, "take 3 | take 2")
    assert left.status == 201, left
    view = ada.view(game)
    said = receipt(club, left.json["notes"][0])
    assert (said.did, said.n, said.hash, said.seat) == ("kept", view["n"], view["head"], 1)
    (shown,) = bob.read_notes(game)["notes"]
    assert (shown["note"], shown["shown"], shown["signed"]) == (1, "turn: take 3 | take 2", True)
    assert (shown["would"], shown["moves"], shown["why"]) == ("plays", ["take 3"], [])
    dropped = bob.drop_notes(game)
    assert dropped.status == 201, dropped
    assert receipt(club, dropped.json).did == "dropped"
    after = {"next": 2, "n": view["n"], "on": view["head"], "tried_at": None, "notes": []}
    assert bob.read_notes(game) == after


def test_the_same_slip_again_gets_its_first_receipt(pebbles):
    game, ada, bob = pebbles
    slips = bob.note_slips(game, "take 3")
    first = bob.post_notes(game, slips).json["notes"]
    ada.play(game, "take 1")
    again = bob.post_notes(game, slips)
    assert (again.status, again.json["notes"]) == (200, [{**first[0], "repeated": True}])
    drop = bob.drop_slip(game)
    first = bob.slip("DELETE", f"/games/{game}/notes", drop).json
    again = bob.slip("DELETE", f"/games/{game}/notes", drop)
    assert (again.status, again.json) == (200, {**first, "repeated": True})


def test_what_was_taken_back_or_replaced_can_t_be_left_again_by_a_copy_of_it(pebbles):
    game, _, bob = pebbles
    old = bob.note_slips(game, "take 3")
    bob.post_notes(game, old)
    bob.leave(game, "take 2")
    assert waiting(bob, game) == [(2, "turn: take 2")]
    assert bob.post_notes(game, old).json["notes"][0]["repeated"] is True
    bob.drop_notes(game)
    assert bob.post_notes(game, old).status == 200
    assert waiting(bob, game) == []
    other = bob.note_slips(game, "take 1", note=1, first=1)
    assert bob.post_notes(game, other).code == "ask_taken"
    assert bob.slip("DELETE", f"/games/{game}/notes", bob.drop_slip(game, 1)).code == "already_so"


def test_a_list_is_kept_whole_or_not_at_all(pebbles):
    game, ada, bob = pebbles
    good = bob.note_slips(game, "take 3", "take 2")
    assert bob.post_notes(game, [*good, *ada.note_slips(game, "take 1")]).code == "invalid_value"
    stale = bob.note_slips(game, "take 1", note=3, n=0)
    assert bob.post_notes(game, [*good, *stale]).code == "stale_position"
    assert waiting(bob, game) == []
    assert bob.post_notes(game, good).status == 201
    assert [n for n, _ in waiting(bob, game)] == [1, 2]


def test_a_list_can_be_gone_on_with(pebbles):
    game, _, bob = pebbles
    bob.leave(game, "take 3")
    assert bob.leave(game, "take 2", first=1).status == 201
    assert [n for n, _ in waiting(bob, game)] == [1, 2]


def test_no_more_notes_wait_than_anybody_writes(pebbles):
    game, _, bob = pebbles
    assert bob.leave(game, *["take 1"] * MOST_WAITING).status == 201
    refused = bob.leave(game, "take 1", first=1)
    assert (refused.code, str(MOST_WAITING) in refused.json["detail"]) == ("invalid_value", True)
    assert len(waiting(bob, game)) == MOST_WAITING


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (NoteTerms(alternatives=((NoteMove("fly away", {}),),)), "unreadable_move"),
        (NoteTerms(alternatives=((NoteMove("take 1", {}),),), worlds=9), "unknown_version"),
    ],
)
def test_a_note_that_never_fires_is_refused(pebbles, says, code):
    game, _, bob = pebbles
    plain = msgspec.to_builtins(says)
    answer = bob.post_notes(game, bob.note_slips(game, "take 1", says=msgspec.convert(plain, NoteTerms)))
    assert answer.code == code
    assert bob.leave(game, "take 1", until=1).code == "slip_expired"


def test_only_the_seat_s_own_player_leaves_drops_and_reads_its_notes(pebbles, person):
    game, ada, bob = pebbles
    eve = person("eve")
    slips = bob.note_slips(game, "take 1")
    forged = ada.note_slips(game, "take 1", seat=1)
    assert ada.post_notes(game, forged).code == "not_your_seat"
    assert bob.post_notes(game, slips).status == 201
    assert ada.slip("DELETE", f"/games/{game}/notes", ada.drop_slip(game, 1)).code == "already_so"
    assert ada.read_notes(game)["notes"] == []
    assert eve.call("GET", f"/games/{game}/notes").code == "not_your_seat"
    assert eve.call("GET", f"/games/{game}/notes", anonymous=True).code == "token_missing"
    assert eve.call("POST", f"/games/{game}/notes/preview", json={"notes": ["take 1"]}).code == "not_your_seat"


def test_a_copy_of_a_note_s_slip_reads_nothing_of_it(pebbles, person):
    game, _, bob = pebbles
    slips = bob.note_slips(game, "take 3")
    bob.post_notes(game, slips)
    read = person("eve").post_notes(game, slips)
    assert set(read.json["notes"][0]) == {"note", "receipt", "n", "hash", "repeated"}
    assert b"take" not in read.body


def what_others_see(game, one, club):
    """Return all that another player can see of a club and a game."""
    paths = ("", "/view", "/entries", "/bundle", "/messages", "/motions")
    answers = [one.call("GET", f"/games/{game}{path}") for path in paths]
    with club.read() as session:
        columns = (Game.n, Game.head, Game.changed_at, Game.page, Game.dump)
        row = session.execute(select(*columns).where(Game.id == game)).one()
        mails = session.execute(select(OutboxRow.key, OutboxRow.due_at).order_by(OutboxRow.id)).all()
    return [(answer.status, answer.headers.get("ETag"), answer.body) for answer in answers], row, mails


def test_leaving_and_dropping_is_seen_by_nobody_else(pebbles, club, caplog):
    game, ada, bob = pebbles
    slips = bob.note_slips(game, "take 3")
    stopped = club.now()
    club.now = lambda: stopped
    before = what_others_see(game, ada, club)
    figures = ada.door("GET", "/metrics").body
    caplog.clear()
    bob.post_notes(game, slips)
    bob.read_notes(game)
    assert bob.slip("DELETE", f"/games/{game}/notes", bob.drop_slip(game)).status == 201
    assert [line for line in caplog.messages if "note" in line] == []
    assert not any("notes" in str(getattr(one, "route", "")) for one in caplog.records)
    assert b"/notes" not in figures + ada.door("GET", "/metrics").body
    assert what_others_see(game, ada, club) == before


def test_notes_are_kept_in_the_transaction_of_a_turn(pebbles, club):
    game, ada, bob = pebbles
    view = ada.view(game)
    slips = ada.note_slips(game, "take 3", moves=("take 2",))
    body = {"slip": ada.turn_slip(game, ["take 2"], view).decode(), "notes": [slip.decode() for slip in slips]}
    played = ada.call("POST", f"/games/{game}/turns", json=body, anonymous=True)
    assert played.status == 201, played
    (kept,) = played.json["notes"]
    assert (kept["n"], kept["hash"]) == (played.json["n"], played.json["hash"])
    assert receipt(club, kept).did == "kept"
    assert waiting(ada, game) == [(1, "turn: take 3")]
    again = ada.call("POST", f"/games/{game}/turns", json=body, anonymous=True)
    assert (again.status, again.json["notes"]) == (200, [{**kept, "repeated": True}])
    assert "notes" not in bob.play(game, "take 1").json


def test_a_note_that_can_t_be_kept_keeps_its_turn_from_being_played(pebbles):
    game, ada, bob = pebbles
    slips = ada.note_slips(game, "take 3", n=0)
    body = {"slip": ada.turn_slip(game, ["take 2"]).decode(), "notes": [slip.decode() for slip in slips]}
    n = ada.view(game)["n"]
    assert ada.call("POST", f"/games/{game}/turns", json=body).code == "stale_position"
    assert ada.view(game)["n"] == n
    body["notes"] = [bob.note_slips(game, "take 3")[0].decode()]
    assert ada.call("POST", f"/games/{game}/turns", json=body).code == "invalid_value"


def test_a_turn_by_hand_overtakes_what_was_left_before_unless_it_stays(pebbles):
    game, ada, bob = pebbles
    bob.leave(game, "take 3")
    bob.leave(game, "take 2", first=1, stays=True)
    ada.play(game, "take 1")
    assert [n for n, _ in waiting(bob, game)] == [1, 2]
    bob.play(game, "take 1")
    assert waiting(bob, game) == [(2, "turn: take 2")]


def test_a_note_that_does_not_fit_says_why_in_its_reader_s_language(pebbles):
    game, ada, bob = pebbles
    bob.leave(game, "take 3", stays=True)
    for one in (ada, bob, ada):
        one.play(game, "take 3" if one is ada else "take 2")
    (note,) = bob.read_notes(game, headers={"Accept-Language": "fr"})["notes"]
    assert (note["would"], note["moves"], note["shown"]) == ("unfit", [], "tour: prendre 3")
    assert note["why"] == ["`prendre 3` : vous prenez entre 1 et 2 cailloux."]


def test_a_typed_note_that_can_t_be_read_is_refused(pebbles):
    game, _, bob = pebbles
    asked = {"notes": ["dusk: take 1"]}
    assert bob.call("POST", f"/games/{game}/notes/preview", json=asked).code == "invalid_value"
    asked = {"notes": ["take seven"]}
    assert bob.call("POST", f"/games/{game}/notes/preview", json=asked).code == "unreadable_move"
    asked = {"notes": ["take 1"], "moves": ["take 1"] * (MAX_MOVES + 1)}
    assert bob.call("POST", f"/games/{game}/notes/preview", json=asked).status == 422


def test_notes_go_with_their_player_and_with_their_game(pebbles, club):
    game, ada, bob = pebbles
    bob.leave(game, "take 3")
    ada.leave(game, "take 3")
    with club.write() as session:
        farewell.bury(session, club, session.get_one(Member, bob.id))
        assert session.scalars(select(StoredNote.seat)).all() == [0]
        session.execute(update(Game).where(Game.id == game).values(status="over"))
    tidying.tidy(club)
    with club.read() as session:
        assert session.scalar(select(func.count()).select_from(StoredNote)) == 0


def test_notes_are_not_left_all_the_time(pebbles, club, monkeypatch):
    game, _, bob = pebbles
    club.config = msgspec.structs.replace(club.config, rates=True)
    monkeypatch.setattr(notes, "MOST_AN_HOUR", 2)
    assert [bob.leave(game, "take 3").status for _ in range(3)] == [201, 201, 429]
    with club.read() as session:
        assert session.scalar(select(func.count()).select_from(Rate).where(Rate.key.startswith("notes:"))) == 1
