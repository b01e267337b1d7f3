"""Running games are replayed once for every build: before they are served where it is quick, else beside the work."""

from contextlib import contextmanager

import pytest
from sqlalchemy import event, func, insert, select, update

from engine.core.errors import Refused
from server.models import Game, StoredEdition, StoredEntry, table
from server.services import checks, shelf
from server.services.builds import find_build
from server.worker import CHECKED_AT_ONCE, Worker
from tests.server.people import seat_all


@contextmanager
def counted(club):
    """Count the statements that are run meanwhile."""
    statements = []
    listener = lambda *args: statements.append(args[2])  # noqa: E731 - the event wants a function
    event.listen(club.engine, "before_cursor_execute", listener)
    yield statements
    event.remove(club.engine, "before_cursor_execute", listener)


@pytest.fixture
def people(person):
    return person("ada"), person("bob")


@pytest.fixture
def games(people):
    """Two games of one kind, each with a turn, and one of another."""
    ada, bob = people
    opened = [ada.open(rules, 2) for rules in ("foundry", "foundry", "nicodemus")]
    for game in opened:
        seat_all(game, (ada, bob))
    for game in opened[:2]:
        ada.play(game, "bid 1")
    return opened


def columns(club, game):
    with club.read() as session:
        return session.execute(select(Game.checked, Game.held).where(Game.id == game)).one()


def forget(club, *games):
    """Let games look as after an upgrade."""
    with club.write() as session:
        session.execute(update(Game).where(Game.id.in_(games)).values(checked="another build"))


def break_replay(club, game):
    here = (StoredEntry.game_id == game) & (StoredEntry.kind == "turn")
    with club.write() as session:
        body = session.scalars(select(StoredEntry.body).where(here)).one()
        session.execute(update(StoredEntry).where(here).values(body=body.replace(b"bid 1", b"bid 2")))


def test_a_game_that_was_made_on_this_build_is_not_replayed_again(club, games):
    assert columns(club, games[0]) == (find_build("foundry"), False)
    assert len({find_build(rules) for rules in ("foundry", "nicodemus")}) == 2
    break_replay(club, games[0])
    assert checks.check(club) == checks.check_sample(club) == []
    assert [one.game for one in checks.check(club, again=True)] == [games[0]]


def test_after_an_upgrade_one_game_of_each_kind_is_replayed_before_the_first_answer(club, games):
    forget(club, *games)
    assert checks.check_sample(club) == []
    right = [game for game in games if columns(club, game).checked == find_build(rules_of(club, game))]
    assert len(right) == 2
    assert games[2] in right


def rules_of(club, game):
    with club.read() as session:
        return session.scalars(select(Game.rules).where(Game.id == game)).one()


def test_the_worker_replays_the_rest_and_holds_what_differs(club, games):
    forget(club, *games)
    break_replay(club, games[1])
    Worker(club).once()
    assert [columns(club, game).held for game in games] == [False, True, False]
    assert checks.check(club) != []


def test_the_worker_takes_its_time(club, games, monkeypatch):
    forget(club, *games)
    monkeypatch.setattr("server.worker.CHECKED_AT_ONCE", 2)
    assert CHECKED_AT_ONCE > 2
    worker = Worker(club)
    for left in (1, 0, 0):
        worker.once()
        assert len(checks.find_games(club, checks.is_due())) == left


def test_nothing_is_written_onto_a_game_before_it_was_replayed(club, games, people):
    _, bob = people
    forget(club, *games)
    break_replay(club, games[1])
    assert bob.play(games[0], "bid 0").status == 201
    assert columns(club, games[0]) == (find_build("foundry"), False)
    assert bob.play(games[1], "bid 0").code == "held_for_upgrade"
    assert columns(club, games[1]).held


def test_what_was_held_goes_on_when_its_rules_are_back(club, games):
    break_replay(club, games[0])
    checks.check(club, hold=True, again=True)
    assert columns(club, games[0]) == (None, True)
    here = (StoredEntry.game_id == games[0]) & (StoredEntry.kind == "turn")
    with club.write() as session:
        body = session.scalars(select(StoredEntry.body).where(here)).one()
        session.execute(update(StoredEntry).where(here).values(body=body.replace(b"bid 2", b"bid 1")))
    assert checks.check(club, hold=True) == []
    assert columns(club, games[0]) == (find_build("foundry"), False)


def test_ten_thousand_games_of_which_nothing_changed_cost_a_few_statements(club, games):
    with club.write() as session:
        row = dict(session.execute(select(table(Game)).where(Game.id == games[0])).mappings().one())
        session.execute(insert(table(Game)), [{**row, "id": f"copy-{n}"} for n in range(10_000)])
    with counted(club) as statements:
        assert checks.check_sample(club) == []
        assert not checks.check_some(club, 10)
    assert len([one for one in statements if "select" in one.lower()]) == 2


def test_a_clubs_own_edition_is_stored_once_and_no_position_carries_it(club, person):
    ada, bob = person("ada").become_host(), person("bob")
    opened = [ada.open("foundry", 2, edition="coins = 9") for _ in range(2)]
    for game in opened:
        seat_all(game, (ada, bob))
        ada.play(game, "bid 8")
    with club.read() as session:
        assert session.scalars(select(func.count()).select_from(StoredEdition)).one() == 1
        dumps = session.scalars(select(Game.dump).where(Game.id.in_(opened))).all()
    assert all(b"components" not in dump for dump in dumps)
    assert bob.view(opened[0])["view"]["players"][1]["coins"] == 9
    assert checks.check(club, again=True) == []


def test_an_edition_that_is_not_there_any_more_is_said(club, person):
    ada, bob = person("ada").become_host(), person("bob")
    game = ada.open("foundry", 2, edition="coins = 17")
    seat_all(game, (ada, bob))
    with club.write() as session:
        session.execute(table(StoredEdition).delete())
        dump = session.scalars(select(Game.dump).where(Game.id == game)).one()
        other = dump.replace(b'"edition":"', b'"edition":"A')
        session.execute(update(Game).where(Game.id == game).values(dump=other))
    with pytest.raises(Refused, match="unknown_edition"), club.read() as session:
        shelf.get_record(session, game)
