"""Games that ended long ago are archived, and nobody who looks at them can tell."""

import random
import re
import subprocess
import sys
from typing import ClassVar
from unittest import mock

import msgspec
import pytest
from sqlalchemy import func, select, update

import engine
from engine.core.table import Table
from engine.ledger.bundle import decode_bundle
from engine.ledger.jws import split_parts
from engine.ledger.pressing import unpress
from engine.ledger.verify import verify
from server.models import ArchivedGame, ClockAct, Game, Member, Snapshot, StoredEntry, table
from server.services import archiving, bots, checks, farewell, shelf
from server.services.club import wall_clock
from server.worker import Worker
from tests.server.people import seat_all
from tests.server.test_whole_games import open_table_with_bots

DAY = 24 * 3600 * 1000
NEW_EACH_TIME = re.compile(rb'"id":"[0-9a-f]{16}"')
"""The number of a refusal."""
ROWS = (StoredEntry, Snapshot, ClockAct)


def count(club, model, game):
    with club.read() as session:
        here = table(model).c.game_id == game
        return session.scalar(select(func.count()).select_from(model).where(here))


class Care:
    """How closely an archived game is compared: each day a part of its moments, and each reader in one language."""

    every = 15
    languages: ClassVar = {"ada": ("en",), "bob": ("fr",), "eve": ("en",)}


@pytest.fixture(autouse=True, params=["some", pytest.param("all", marks=pytest.mark.nightly)])
def care(request, monkeypatch):
    """Compare all at night."""
    if request.param == "all":
        monkeypatch.setattr(Care, "every", 1)
        monkeypatch.setattr(Care, "languages", dict.fromkeys(Care.languages, ("en", "fr")))


def look_everywhere(game, people):
    """Return every answer about a game that each of them gets."""
    n = people[0].call("GET", f"/games/{game}").json["n"]
    paths = (
        "",
        "/view",
        "/view?told=4",
        *(f"/view?at={at}" for at in range(0, n + 1, Care.every)),
        *(f"/entries?since={since}&limit=40" for since in range(0, n + 1, 40)),
        "/bundle",
        "/messages",
        "/motions",
    )
    return {
        (one.handle, path, lang): (answer.status, msgspec.json.decode(NEW_EACH_TIME.sub(b'"id":""', answer.body)))
        for one in people
        for path in paths
        for lang in Care.languages[one.handle]
        for answer in [one.call("GET", f"/games/{game}{path}", headers={"Accept-Language": lang})]
    }


def play_and_stop(club, game, people, rng):
    """Play a while with a bot, take turns back now and then, and stop."""
    for number in range(40):
        bots.play_due(club, game)
        waiting = [(one, view) for one in people if (view := one.view(game))["awaited"]]
        if not waiting:
            return
        one, view = rng.choice(waiting)
        assert one.play(game, rng.choice(view["legal"])["line"], view=view).status == 201
        if number % 5 == 4 and one.view(game)["undo"]:
            one.undo(game)
    assert people[0].become_host().intervene(game, "stop").status == 201


@pytest.fixture
def ended(table, club):
    """A game of Foundry that is over."""
    game, ada, bob = table
    assert ada.call("POST", f"/games/{game}/messages", json={"text": "good game"}).status == 201
    for one in (ada, bob):
        assert one.play(game, "bid 1").status == 201
    assert ada.agree(game, "stop").status == 201
    assert bob.second(game).status == 201
    return game, ada, bob


def later(club, days):
    """Let time pass for a club."""
    moment = wall_clock() + days * DAY
    club.now = lambda: moment


@pytest.mark.timeout(240)
@pytest.mark.parametrize("rules", list(engine.games()))
def test_an_archived_game_answers_as_before(club, person, rules):
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    game = open_table_with_bots(ada, bob, rules)
    play_and_stop(club, game, (ada, bob), random.Random(5))
    before, exported = look_everywhere(game, (ada, bob, eve)), ada.bundle(game)
    assert archiving.archive_game(club, game)
    assert [count(club, model, game) for model in ROWS] == [0, 0, 0]
    assert look_everywhere(game, (ada, bob, eve)) == before
    assert ada.bundle(game) == exported
    assert verify(exported).holds


def test_however_often_a_game_went_back_looking_back_plays_only_what_counts(table, club):
    game, ada, _ = table
    start = ada.view(game)["n"]
    for _ in range(12):
        assert ada.play(game, "bid 1").status == 201
        assert ada.undo(game).status == 201
    assert ada.play(game, "bid 2").status == 201
    assert ada.become_host().intervene(game, "stop").status == 201
    assert archiving.archive_game(club, game)
    with mock.patch.object(Table, "play", autospec=True, side_effect=Table.play) as played:
        assert ada.view(game, at=start + 25)["view"]["bid"] == 2
    assert [call.args[2] for call in played.call_args_list] == [["bid 2"]]


def test_a_slip_that_is_sent_again_finds_its_receipt_in_the_archive(ended, club):
    game, ada, _ = ended
    with club.read() as session:
        (turn,) = [row for row in shelf.get_entries(session, game, 0, 99) if row.receipt == ada.receipts[0]]
    raw = shelf.make_keepsake(turn).slip
    archiving.archive_game(club, game)
    again = ada.slip("POST", f"/games/{game}/turns", raw)
    assert (again.status, again.json["receipt"], again.json["repeated"]) == (200, ada.receipts[0], True)


def test_each_seat_finds_its_own_receipts_in_its_bundle(ended, club):
    game, ada, bob = ended
    archiving.archive_game(club, game)
    for one in (ada, bob):
        assert set(one.receipts) <= set(decode_bundle(one.bundle(game)).receipts)
    assert not set(bob.receipts) & set(decode_bundle(ada.bundle(game)).receipts)


def test_only_games_that_ended_long_enough_ago_are_archived(ended, person, club):
    game, ada, bob = ended
    running = ada.open("foundry", 2)
    seat_all(running, (ada, bob))
    later(club, 89)
    assert archiving.find_old(club) == []
    later(club, 91)
    assert archiving.find_old(club) == [game]
    archiving.archive_game(club, game)
    assert archiving.find_old(club) == []


def test_the_worker_archives_what_is_old(ended, club):
    game, *_ = ended
    later(club, 91)
    Worker(club).once()
    assert count(club, ArchivedGame, game) == 1
    assert count(club, StoredEntry, game) == 0


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
def test_a_club_that_archives_nothing_keeps_its_rows(ended, club):
    club.config = type(club.config)(home=club.config.home, archive_days=0)
    later(club, 9999)
    assert archiving.find_old(club) == []


def test_a_game_that_does_not_verify_keeps_its_rows(ended, club):
    game, *_ = ended
    here = (StoredEntry.game_id == game) & (StoredEntry.kind == "turn")
    with club.write() as session:
        first = session.scalars(select(StoredEntry.n).where(here).order_by(StoredEntry.n)).first()
        body = session.scalars(select(StoredEntry.body).where(here, StoredEntry.n == first)).one()
        changed = update(StoredEntry).where(here, StoredEntry.n == first)
        session.execute(changed.values(body=body.replace(b'"played":["bid', b'"played":["bud')))
    rows = count(club, StoredEntry, game)
    assert not archiving.archive_game(club, game)
    assert (count(club, StoredEntry, game), count(club, ArchivedGame, game)) == (rows, 0)


def test_what_two_workers_archive_is_archived_once(ended, club):
    game, *_ = ended
    with club.read() as session:
        shelved = archiving._take_down(session, game)
    assert archiving.archive_game(club, game)
    assert not archiving._replace_rows(club, game, archiving._press(shelved))


KILLED = """
import os, sys
from sqlalchemy import event
from server.config import load_config
from server.services import archiving, host, identity
from tests.games import register_tiny_games
register_tiny_games()
club = host.open_bare(load_config({}, home=sys.argv[1], log="off", database_url=sys.argv[2]))
identity.recognise(club)
event.listen(club.engine, "before_cursor_execute", lambda *args: args[2].startswith("DELETE FROM snapshots") and os._exit(9))
archiving.archive_game(club, sys.argv[3])
"""


def test_a_process_that_dies_in_the_middle_loses_nothing(ended, club):
    game, ada, bob = ended
    before = look_everywhere(game, (ada, bob))
    rows = [count(club, model, game) for model in ROWS]
    given = [club.config.home, club.config.database_url, game]
    died = subprocess.run([sys.executable, "-c", KILLED, *given], check=False)
    assert died.returncode == 9
    assert [count(club, model, game) for model in ROWS] == rows
    assert count(club, ArchivedGame, game) == 0
    assert archiving.archive_game(club, game)
    assert look_everywhere(game, (ada, bob)) == before


def read_names(one, game):
    return split_parts((decode_bundle(one.bundle(game)).names or "").encode()).payload


def test_who_leaves_the_club_is_nowhere_in_an_archived_game(ended, club):
    game, ada, bob = ended
    archiving.archive_game(club, game)
    assert b"ada" in read_names(bob, game)
    assert ada.slip("POST", "/me/acts", ada.act_slip("delete")).status == 200
    with club.write() as session:
        farewell.bury(session, club, session.get_one(Member, ada.id))
    names = bob.call("GET", f"/games/{game}").body + bob.call("GET", f"/games/{game}/entries").body
    assert re.search(rb"\bada\b", names) is None  # as a word: random hashes may hold these letters
    assert b"player 1" in names
    assert b"ada" not in read_names(bob, game)
    with club.read() as session:
        packed = session.scalars(select(ArchivedGame.packed)).one()
    assert b"ada@example.org" not in repr(unpress(packed)).encode()


def test_a_damaged_archive_is_found(ended, club):
    game, ada, _ = ended
    archiving.archive_game(club, game)
    assert archiving.find_damaged(club) == []
    with club.write() as session:
        packed = session.scalars(select(ArchivedGame.packed)).one()
        session.execute(update(ArchivedGame).values(packed=packed[:200] + b"?" + packed[201:]))
    (found,) = archiving.find_damaged(club)
    assert (found.game, found.why) == (game, f"The archive of the game {game} is damaged; a backup has it whole.")
    assert ada.call("GET", f"/games/{game}/entries").code == "broken_dump"
    assert checks.find_replay_fault(club, game) == found.why


def test_an_archive_of_another_ledger_is_found(ended, club):
    game, *_ = ended
    archiving.archive_game(club, game)
    with club.write() as session:
        session.execute(update(Game).where(Game.id == game).values(head="A" * 43))
    assert [one.game for one in archiving.find_damaged(club)] == [game]


def test_a_game_that_never_began_is_archived_too(person, club):
    ada, bob = person("ada"), person("bob")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    assert ada.become_host().intervene(game, "stop").status == 201
    before = look_everywhere(game, (ada, bob))
    assert archiving.archive_game(club, game)
    assert look_everywhere(game, (ada, bob)) == before


def test_a_mail_about_an_archived_game_has_its_head(ended, club):
    game, ada, _ = ended
    Worker(club).once()
    archiving.archive_game(club, game)
    assert ada.call("POST", f"/games/{game}/messages", json={"text": "again?"}).status == 201
    Worker(club).once()
    mails = [path.read_bytes() for path in (club.config.folder / "mail").rglob("*") if path.is_file()]
    assert any(b"again?" in mail and b"bob@example.org" in mail for mail in mails)


def test_hosts_see_how_many_games_are_archived(ended, club):
    game, ada, _ = ended
    ada.become_host()
    assert ada.call("GET", "/host/figures").json["games_archived"] == 0
    archiving.archive_game(club, game)
    figures = ada.call("GET", "/host/figures").json
    assert (figures["games_over"], figures["games_archived"]) == (1, 1)
