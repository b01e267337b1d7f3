"""Notes that fire: when, which, what ends them, who hears of it, and who is faster; on both databases."""

import msgspec
import pytest
from sqlalchemy import func, select, update

from engine.ledger.verify import verify
from server.models import Game, OutboxRow, Seat, StoredNote
from server.services import backup, firing, notes
from tests.mail.conftest import new_house, settings
from tests.mail.post import Clock
from tests.server.test_races import both

PAUSE = 90
DAY = 24 * 3_600_000


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"])
def house(request, tmp_path, clock):
    """A club with a clock of its own on each database."""
    config = settings(tmp_path / "club")
    if request.param == "postgres":
        config = msgspec.structs.replace(config, database_url=request.getfixturevalue("fresh_postgres"))
    with new_house(config, clock) as house:
        yield house


@pytest.fixture
def table(house):
    """Two people at a table of Pebbles, where the first is asked."""
    return house.table("pebbles")


def kinds(one, game):
    """Return the kinds of the entries of a game."""
    return [entry["header"]["kind"] for entry in one.call("GET", f"/games/{game}/entries").json["entries"]]


def last(one, game):
    entries = one.call("GET", f"/games/{game}/entries").json["entries"]
    return entries[-1]


def wait(house, seconds=PAUSE):
    house.clock.wait(seconds=seconds)
    firing.fire_due(house.club)


def holds(game, one):
    """Check a game's ledger as somebody may see it."""
    report = verify(one.bundle(game))
    assert report.holds, report
    return report


def test_a_note_is_played_after_the_pause_that_turn_mails_wait(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3 | take 2")
    ada.play(game, "take 1")
    wait(house, PAUSE - 1)
    assert kinds(bob, game)[-1] == "turn"
    wait(house, 1)
    entry = last(bob, game)
    assert (entry["header"]["kind"], entry["header"]["seat"], entry["body"]["played"]) == ("note", 1, ["take 3"])
    assert bob.read_notes(game)["notes"] == []
    assert entry["told"][-1] == "You had left a note: it was played."
    wait(house)
    assert kinds(bob, game).count("note") == 1
    assert ada.view(game)["awaited"]
    assert ada.view(game)["undo"] == []
    assert bob.view(game)["undo"] != []
    holds(game, bob)


def test_others_see_that_a_note_was_played_and_not_what_it_said(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3", "take 2")
    ada.play(game, "take 1")
    wait(house)
    seen = last(ada, game)
    assert (seen["header"]["kind"], "body" in seen, seen["told"][-1]) == (
        "note",
        False,
        "bob had left a note: it was played.",
    )
    assert "take 2" not in bob.bundle(game).decode()
    holds(game, ada)


def test_the_notes_of_a_list_are_played_one_at_an_ask(house, table):
    game, ada, bob = table
    bob.leave(game, "take 1", "take 2")
    ada.play(game, "take 1")
    wait(house)
    assert last(bob, game)["body"]["played"] == ["take 1"]
    ada.play(game, "take 1")
    wait(house)
    assert last(bob, game)["body"]["played"] == ["take 2"]


def test_notes_of_both_seats_play_on_by_themselves(house, table):
    game, ada, bob = table
    bob.leave(game, "take 1", "take 1")
    ada.leave(game, "take 1", "take 1")
    for _ in range(6):
        wait(house)
    assert kinds(bob, game)[-4:] == ["note"] * 4
    holds(game, bob)


def test_a_note_that_does_not_fit_waits_and_its_player_is_asked_and_told_why(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3", "take 1")
    for one, line in ((ada, "take 3"), (bob, "take 2")):
        one.play(game, line)
    bob.leave(game, "take 3", "take 1")
    ada.play(game, "take 3")
    wait(house)
    assert kinds(bob, game)[-1] == "turn"
    assert [note["note"] for note in bob.read_notes(game)["notes"]] == [3, 4]
    house.worker.sender.run_dry()
    mail = house.box.take()[-1]
    assert "Your note was not played:" in mail.text
    assert "- `take 3`: you take between 1 and 2 pebbles." in mail.text


def test_a_turn_by_hand_wins_and_overtakes_the_note(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    bob.play(game, "take 1")
    ada.play(game, "take 1")
    wait(house)
    assert kinds(bob, game)[-3:] == ["turn"] * 3
    with house.club.read() as session:
        assert session.scalars(select(StoredNote.gone)).all() == ["played"]
        assert session.scalars(select(StoredNote.slip)).all() == [None]
        assert session.scalars(select(Seat.has_notes).order_by(Seat.seat)).all() == [False, False]


def test_a_note_that_stays_outlives_a_turn_by_hand(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3", stays=True)
    ada.play(game, "take 1")
    bob.play(game, "take 1")
    ada.play(game, "take 1")
    wait(house)
    assert last(bob, game)["body"]["played"] == ["take 3"]


def test_a_note_that_is_left_while_its_seat_is_asked_is_played_at_that_ask(house, table):
    game, ada, _ = table
    ada.leave(game, "take 3")
    wait(house, PAUSE - 1)
    assert kinds(ada, game)[-1] == "start"
    wait(house, 1)
    assert last(ada, game)["header"]["kind"] == "note"


def test_a_note_that_came_with_a_turn_is_played_at_the_next_ask(house, table):
    game, ada, bob = table
    notes_ = ada.note_slips(game, "take 3", moves=("take 1",))
    body = {"slip": ada.turn_slip(game, ["take 1"]).decode(), "notes": [one.decode() for one in notes_]}
    assert ada.call("POST", f"/games/{game}/turns", json=body).status == 201
    bob.play(game, "take 1")
    wait(house)
    assert last(ada, game)["body"]["played"] == ["take 3"]


def test_a_note_that_was_taken_back_is_not_played(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=PAUSE)
    assert bob.drop_notes(game).status == 201
    firing.fire_due(house.club)
    assert kinds(bob, game)[-1] == "turn"


def test_a_note_taken_back_by_undo_does_not_fire_again(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3", "take 2")
    ada.play(game, "take 1")
    wait(house)
    assert bob.undo(game).status == 201
    wait(house)
    assert kinds(bob, game)[-1] == "undo"
    assert bob.read_notes(game)["notes"] == []
    holds(game, bob)


def test_what_an_undo_takes_back_before_the_pause_is_over_fires_nothing(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=30)
    assert ada.undo(game).status == 201
    wait(house)
    assert kinds(bob, game)[-1] == "undo"
    ada.play(game, "take 2")
    wait(house)
    assert last(bob, game)["body"]["played"] == ["take 3"]


@pytest.mark.parametrize("how", ["held", "paused", "club"])
def test_a_game_that_stands_still_fires_nothing_until_it_goes_on(house, table, how):
    game, ada, bob = table
    hana = house.person("hana").become_host()
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    stand_still(house, hana, game, how, begin=True)
    wait(house)
    assert "note" not in kinds(bob, game)
    stand_still(house, hana, game, how, begin=False)
    wait(house, 0)
    assert last(bob, game)["header"]["kind"] == "note"


def stand_still(house, hana, game, how, *, begin):
    if how == "held":
        with house.club.write() as session:
            session.execute(update(Game).where(Game.id == game).values(held=begin))
    elif how == "paused":
        assert hana.intervene(game, "pause" if begin else "resume").status == 201
    else:
        assert (hana.host("pause", why="stocktaking") if begin else hana.host("resume")).status == 201


def test_a_game_that_is_over_fires_nothing(house, table):
    game, ada, bob = table
    hana = house.person("hana").become_host()
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    assert hana.intervene(game, "stop").status == 201
    wait(house)
    assert kinds(bob, game)[-1] == "end"
    assert bob.call("POST", f"/games/{game}/notes", json={"slips": ["a.b.c"]}).status == 400


def test_a_seat_that_changes_hands_loses_its_notes(house, table):
    game, ada, bob = table
    eve = house.person("eve")
    bob.leave(game, "take 3", stays=True)
    assert bob.slip("DELETE", f"/games/{game}/seats", bob.seat_slip(game, "leave")).status == 201
    ada.play(game, "take 1")
    wait(house)
    assert "note" not in kinds(ada, game)
    taken = eve.slip("POST", f"/games/{game}/seats", eve.seat_slip(game, "take", 1))
    if taken.status == 201:
        wait(house)
        assert eve.read_notes(game)["notes"] == []
    assert "note" not in kinds(ada, game)


def test_a_restored_club_fires_none_of_the_notes_in_the_backup(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    backup.mark_restored(house.club)
    wait(house)
    assert kinds(bob, game)[-1] == "host"
    assert bob.read_notes(game)["notes"] == []


def open_hasty_table(house):
    """Return a table where a turn's time is up before the pause is over, and the people at it."""
    house.club.config = msgspec.structs.replace(
        house.config, mail=msgspec.structs.replace(house.config.mail, undo_pause=600)
    )
    terms = {"pace": {"turn": "5m"}, "policy": {"timeout": "bot_turn", "reminders": []}}
    return house.table("pebbles", **terms)


def test_a_timeout_comes_only_after_a_fitting_note_was_tried(house):
    game, ada, bob = open_hasty_table(house)
    bob.leave(game, "take 3")
    house.worker.once()
    ada.play(game, "take 1")
    house.worker.sender.run_dry()
    bob.view(game)
    for _ in range(6):
        house.clock.wait(seconds=55)
        house.work()
    assert [kind for kind in kinds(bob, game) if kind in {"clock", "note", "bot"}] == ["note"]


def test_a_timeout_without_a_fitting_note_comes_as_ever(house):
    game, ada, bob = open_hasty_table(house)
    bob.leave(game, "take 3", until=house.clock() + 5_000)
    ada.play(game, "take 1")
    bob.view(game)
    for _ in range(6):
        house.clock.wait(seconds=55)
        house.work()
    assert [kind for kind in kinds(bob, game) if kind in {"clock", "note", "bot"}] == ["clock", "bot"]


def test_an_expired_note_is_passed_over(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3", until=house.clock() + 1000)
    bob.leave(game, "take 2", first=1)
    ada.play(game, "take 1")
    wait(house)
    assert last(bob, game)["body"]["played"] == ["take 2"]


def test_what_can_t_be_undone_is_asked_again_of_a_note_that_is_too_old(house):
    game, ada, bob = house.table("fantastic_factories", options={"first_player": "p1"})
    assert ada.play(game, ada.view(game)["legal"][0]["line"]).status == 201
    line = next(move["line"] for move in bob.view(game)["legal"] if move["line"].startswith("take"))
    assert bob.leave(game, f"even if new: {line}").status == 201
    with house.club.write() as session:
        session.execute(update(StoredNote).values(at=house.clock() - 15 * DAY))
    (shown,) = bob.read_notes(game)["notes"]
    assert (shown["would"], "older than 14 days" in shown["why"][0]) == ("unfit", True)
    wait(house)
    assert last(bob, game)["header"]["kind"] == "turn"
    house.worker.sender.run_dry()
    assert "older than 14 days" in house.box.take()[-1].text


def test_one_mail_tells_what_was_played_and_asks_for_the_next_note(house, table):
    game, ada, bob = table
    house.send()
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=PAUSE)
    mails = [mail for mail in house.work() if mail.to.startswith("bob@")]
    assert [mail.about for mail in mails] == ["[pebbles] Your note was played"]
    assert "- take 3" in mails[0].text
    assert "answer `note`" in mails[0].text
    house.clock.wait(seconds=PAUSE)
    assert [mail.to for mail in house.work()] == ["ada@example.org"]


def test_a_turn_mail_waits_a_moment_for_the_note_and_not_for_ever(house, table):
    game, ada, bob = table
    house.send()
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=PAUSE)
    house.worker.sender.run_dry()
    assert house.box.take() == []
    house.clock.wait(seconds=61)
    house.worker.sender.run_dry()
    assert [mail.to for mail in house.box.take()] == ["bob@example.org"]


def test_one_note_that_can_t_be_judged_holds_up_nobody(house, table, monkeypatch):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")

    def stumble(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(firing, "draft_note", stumble)
        wait(house)
        broken.setattr(firing, "judge", stumble)
        house.worker.sender.run_dry()
    assert house.box.take()[-1].to == "bob@example.org"
    wait(house)
    assert kinds(bob, game)[-1] == "turn"
    assert bob.play(game, "take 1").status == 201


def test_of_a_slip_and_a_note_for_the_same_ask_exactly_one_counts(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    slip = bob.turn_slip(game, ["take 1"])
    house.clock.wait(seconds=PAUSE)
    post = lambda: bob.slip("POST", f"/games/{game}/turns", slip).status  # noqa: E731 - what is done at the same time
    status, _ = both(house.club, "UPDATE games", post, lambda: firing.fire_due(house.club))
    answers = [kind for kind in kinds(bob, game) if kind in {"turn", "note"}]
    assert answers == ["turn", "turn" if status == 201 else "note"]
    holds(game, bob)


def test_a_note_that_is_played_and_taken_back_at_once_is_one_of_both(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    drop = bob.drop_slip(game)
    house.clock.wait(seconds=PAUSE)
    post = lambda: bob.slip("DELETE", f"/games/{game}/notes", drop).status  # noqa: E731 - what is done at the same time
    status, _ = both(house.club, "UPDATE notes", post, lambda: firing.fire_due(house.club))
    assert ("note" in kinds(bob, game)) == (status == 409)


def test_workers_who_try_a_note_at_the_same_time_play_it_once(house, table):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=PAUSE)
    both(house.club, "UPDATE games", *[lambda: firing.fire_due(house.club)] * 2)
    assert kinds(bob, game).count("note") == 1
    with house.club.read() as session:
        mails = select(func.count()).select_from(OutboxRow).where(OutboxRow.kind == "note_played")
        assert session.scalar(mails) == 1


def test_what_dies_between_firing_and_storing_fires_once_afterwards(house, table, monkeypatch):
    game, ada, bob = table
    bob.leave(game, "take 3")
    ada.play(game, "take 1")
    house.clock.wait(seconds=PAUSE)

    def die(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(notes, "close_fired", die)
        with pytest.raises(KeyboardInterrupt):
            firing.fire_due(house.club)
    assert kinds(bob, game)[-1] == "turn"
    firing.fire_due(house.club)
    assert kinds(bob, game).count("note") == 1


def test_two_that_are_due_at_once_fire_by_seat(house):
    game, ada, bob = house.table("foundry")
    bob.leave(game, "bid 1")
    ada.leave(game, "bid 1")
    wait(house)
    entries = ada.call("GET", f"/games/{game}/entries").json["entries"]
    assert [entry["header"]["seat"] for entry in entries if entry["header"]["kind"] == "note"] == [0, 1]


def test_looking_for_notes_costs_the_same_however_many_wait(house, table):
    game, _, bob = table
    bob.leave(game, *["take 1"] * 9)
    assert firing.find_due(house.club) == []
