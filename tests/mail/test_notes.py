"""Notes by mail: left below the moves or alone, shown, taken back, by a line or by a slip, in both languages."""

import pytest
from sqlalchemy import select

from engine.ledger.armour import armour
from engine.ledger.verify import verify
from server.models import StoredEntry, StoredNote
from server.services import firing
from tests.mail.post import reply


@pytest.fixture
def table(house):
    return house.table("pebbles")


def answer_to(house, who):
    return next(mail for mail in reversed(house.send()) if mail.to.startswith(f"{who}@"))


def answered(house, mail, text):
    """Answer a mail, and return what is said to that."""
    outcome = house.answer(mail, text)
    house.worker.sender.run_dry()
    return outcome.code, [one for one in house.box.take() if one.to == mail.to][-1].text


def fire(house):
    house.clock.wait(seconds=90)
    firing.fire_due(house.club)


def last(house, game):
    with house.club.read() as session:
        wanted = select(StoredEntry.kind, StoredEntry.seat).where(StoredEntry.game_id == game)
        return tuple(session.execute(wanted.order_by(StoredEntry.n.desc())).first())


def test_what_stands_behind_then_is_left_with_the_turn(house, table):
    game, ada, bob = table
    outcome, said = answered(house, answer_to(house, "ada"), "take 2\nthen: take 3 | take 2\n")
    assert (outcome, "Left for when you are asked: `turn: take 3 | take 2`." in said) == ("played", True)
    bob.play(game, "take 1")
    fire(house)
    assert last(house, game) == ("note", 0)
    report = verify(ada.bundle(game))
    assert report.holds
    assert report.seats[0].vouched == 2
    (note,) = ada.call("GET", f"/games/{game}/entries").json["entries"][-1:]
    assert (note["body"]["slip"], note["body"]["via"]) == (None, "mail")


def test_several_lines_are_a_list(house, table):
    game, ada, _ = table
    answered(house, answer_to(house, "ada"), "take 2\nthen: take 3\nthen: take 2\n")
    assert [note["shown"] for note in ada.read_notes(game)["notes"]] == ["turn: take 3", "turn: take 2"]
    assert [note["signed"] for note in ada.read_notes(game)["notes"]] == [False, False]


def test_a_note_is_left_shown_and_taken_back_by_a_line(house, table):
    game, ada, _ = table
    mail = answer_to(house, "ada")
    outcome, said = answered(house, mail, "note take 3\n")
    assert (outcome, "Left for when you are asked" in said) == ("note", True)
    outcome, said = answered(house, mail, "notes\n")
    assert "1. `turn: take 3`" in said
    assert "If you were asked now, it would play: `take 3`." in said
    outcome, said = answered(house, mail, "notes drop\n")
    assert "Your notes are taken back: none of them is played." in said
    assert "No note of yours waits at this table." in answered(house, mail, "notes\n")[1]
    assert "was played, overtaken or taken back" in answered(house, mail, "notes drop\n")[1]
    assert ada.play(game, "take 1").status == 201


def test_a_note_that_can_t_be_worked_out_is_refused_with_why(house, table):
    mail = answer_to(house, "ada")
    assert "you take between 1 and 3 pebbles" in answered(house, mail, "note take 4\n")[1]
    assert "`dusk` is no phase" in answered(house, mail, "note dusk: take 1\n")[1]


def test_a_turn_stands_whose_note_can_t_be_kept(house, table):
    game, ada, _ = table
    outcome, said = answered(house, answer_to(house, "ada"), "take 2\nthen: take 9\n")
    assert (outcome, "Your note was not kept:" in said) == ("played", True)
    assert ada.read_notes(game)["notes"] == []


def test_notes_by_mail_read_french(house):
    game, ada, bob = house.table("pebbles")
    bob.call("PATCH", "/me", json={"language": "fr"})
    ada.play(game, "take 1")
    mail = answer_to(house, "bob")
    outcome, said = answered(house, mail, "prendre 1\npuis: tour: prendre 3 | prendre 2\n")
    assert (outcome, "Laissé pour quand on vous demandera : `tour: prendre 3 | prendre 2`." in said) == ("played", True)


def test_a_table_for_slips_only_takes_no_note_by_a_line(house):
    game, ada, _ = house.table("pebbles", slips_only=True)
    outcome, _ = answered(house, answer_to(house, "ada"), "note take 3\n")
    assert outcome == "slips_only"
    assert ada.read_notes(game)["notes"] == []


def test_a_note_in_somebody_else_s_name_is_held(house, table):
    game, ada, _ = table
    mail = answer_to(house, "ada")
    house.answer(mail, "note take 3\n", author="mallory@example.org")
    assert ada.read_notes(game)["notes"] == []
    house.answer(mail, "notes\n", author="mallory@example.org")
    house.worker.sender.run_dry()
    assert not [one for one in house.box.take() if "mallory" in one.to]


def test_signed_notes_and_drops_come_by_mail_too(house, table):
    game, _, bob = table
    address, mail = house.config.mail.sender, answer_to(house, "ada")

    def post(slip):
        raw = reply(address, mail, armour(slip), author="bob@example.org")
        return house.take_in(raw, address, sender="bob@example.org").code

    (slip,) = bob.note_slips(game, "take 3")
    assert post(slip) == "noted"
    assert [note["signed"] for note in bob.read_notes(game)["notes"]] == [True]
    assert post(bob.drop_slip(game)) == "noted"
    with house.club.read() as session:
        assert session.scalars(select(StoredNote.gone)).all() == ["dropped"]


def test_the_mail_about_a_played_note_can_be_answered(house, table):
    game, ada, bob = table
    house.send()
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=90)
    mail = next(one for one in house.work() if one.to.startswith("bob@"))
    assert mail.about == "[pebbles] Your note was played"
    outcome, _ = answered(house, mail, "note take 1\n")
    assert outcome == "note"
    assert house.answer(mail, "undo\n").code == "undone"
    assert bob.read_notes(game)["notes"] == []
