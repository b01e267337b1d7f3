"""The bench of a club of the size of the internet, at the size of a village; and its page says what the model adds up to."""

import re
import tomllib

import pytest
from sqlalchemy import create_engine, make_url, text

from bench.scale.__main__ import Sizes, run
from bench.scale.filling import ENTRIES, INDEXES, Crop, fill
from bench.scale.measuring import Side
from bench.scale.model import Figures, find_cores, find_sizes, tell
from bench.scale.nursery import make_nursery
from engine.ledger.verify import verify
from server.config import load_config
from server.models import Base
from tests.databases import create_empty, make_club, name_database
from tests.pages import DOCS, find_blocks

pytestmark = pytest.mark.process
COPIES, PEOPLE, LIVE = 30, 7, 4


@pytest.fixture(scope="module")
def nursery(tmp_path_factory):
    nursery = make_nursery(tmp_path_factory.mktemp("nursery") / "club", LIVE, middle=8)
    yield nursery
    nursery.club.engine.dispose()


@pytest.fixture
def filled(nursery, tmp_path, fresh_postgres):
    create_empty(make_url(fresh_postgres))
    config = load_config({}, home=str(tmp_path / "club"), database_url=fresh_postgres, log="off", rates=False)
    fill(config, nursery, Crop(nursery.live, COPIES, PEOPLE))
    side = Side(config, nursery, LIVE)
    yield side
    side.club.engine.dispose()


def read(url, statement):
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(text(statement)).all()
    engine.dispose()
    return sorted(map(tuple, found))


def count(side, table):
    ((number,),) = read(side.config.database, f"select count(*) from {table}")
    return number


def test_a_filled_database_has_copies_among_the_games_that_can_be_played(filled, nursery):
    own = nursery.dump(set(nursery.live))
    assert count(filled, "games") == COPIES + LIVE
    assert count(filled, "entries") == COPIES * ENTRIES + len(own["entries"])
    assert count(filled, "players") == PEOPLE + len(nursery.people)
    assert count(filled, "outbox") == COPIES + len(own["outbox"])
    untouched = {table.name for table in Base.metadata.sorted_tables} & {"tokens", "server_keys", "club_steps", "codes"}
    assert {name: count(filled, name) for name in untouched} == {name: len(own[name]) for name in untouched}


def test_it_has_the_indexes_and_constraints_of_any_other(filled, postgres, tmp_path):
    other = name_database(postgres).render_as_string(hide_password=False)
    make_club(load_config({}, home=str(tmp_path / "other"), database_url=other))
    constraints = "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint"
    for statement in (INDEXES, constraints):
        assert read(filled.config.database, statement) == read(load_config({}, database_url=other).database, statement)


def test_its_games_are_played_on_and_verify(filled):
    for number, game in enumerate(filled.live):
        assert filled.time_turn(iter([number])) > 0
        assert verify(filled.seated[number][0].bundle(game)).holds
    ((copied,),) = read(filled.config.database, "select id from games order by id limit 1")
    shown = filled.people[0].call("GET", f"/games/{copied}")
    assert (shown.status, shown.json["status"]) == (200, "running")


def test_a_small_run_measures_everything_that_a_large_one_does():
    outcome = run(Sizes(60, 20, 10), rounds=3, middle=8, kinds=("nicodemus",))
    assert {row.name.partition(",")[0] for row in outcome.rows} > {"turn", "view", "tick with nothing due"}
    assert all(row.ratio > 0 for row in outcome.rows)
    assert all(figure > 0 for figure in outcome.figures)


def test_a_million_games_have_two_thousand_that_can_be_played():
    assert Sizes.of(1_000_000) == (1_000_000, 2_000, 1_000)
    assert Sizes.of(1_000).live == 20


def read_figures():
    (block,) = find_blocks("scale.md", "toml")
    return Figures(**tomllib.loads(block))


def test_the_page_holds_what_the_model_makes_of_its_figures():
    assert tell(read_figures()) in (DOCS / "scale.md").read_text(encoding="utf-8")


def test_the_model_grows_with_its_figures():
    figures = read_figures()
    dearer = figures._replace(turn_api=2 * figures.turn_api, entry_bytes=2 * figures.entry_bytes)
    assert find_cores(dearer, 12).api > find_cores(figures, 12).api
    assert find_cores(figures, 120).database == pytest.approx(10 * find_cores(figures, 12).database)
    before, after = find_sizes(figures), find_sizes(dearer)
    grown = [name for name, size in after.items() if size > before[name]]
    assert len(grown) == 2
    assert all(re.search("running|ended", name) for name in grown)
