"""Statements that go to the driver itself: they are shaped, counted and fail as SQLAlchemy's own would."""

import pytest
from sqlalchemy import (
    JSON,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from server.services.prepared import Prepared, together

WORDS = Table(
    "words", MetaData(), Column("word", String(20), primary_key=True), Column("weight", Integer),
    Column("page", LargeBinary), Column("more", JSON),
)  # fmt: skip
STORE = Prepared(insert(WORDS))
WEIGH = Prepared(update(WORDS).where(WORDS.c.word == bindparam("which")).values(weight=bindparam("new")))
BROKEN = Prepared(insert(WORDS.to_metadata(MetaData(), name="no_such_table")))


def row(word, **more):
    return {"word": word, "weight": 1, "page": b"\x00\xff", "more": {"é": [1, None]}, **more}


@pytest.fixture
def engine(club):
    WORDS.create(club.engine)
    return club.engine


def stored(engine):
    with engine.connect() as connection:
        return connection.execute(select(WORDS).order_by(WORDS.c.word)).all()


def store(engine, *rows):
    with engine.begin() as connection, together(connection) as driver:
        for one in rows:
            driver.run(STORE, one)


def test_every_kind_of_value_comes_back_as_it_went_in(engine):
    store(engine, row("a"), row("b", more=None, page=None))
    assert stored(engine) == [("a", 1, b"\x00\xff", {"é": [1, None]}), ("b", 1, None, None)]


def test_a_counted_statement_tells_how_many_rows_it_changed(engine):
    with engine.begin() as connection, together(connection) as driver:
        driver.run(STORE, row("a"))
        assert driver.count(WEIGH, {"which": "a", "new": 7}) == 1
        assert driver.count(WEIGH, {"which": "b", "new": 7}) == 0
    assert stored(engine)[0].weight == 7


def test_a_row_that_lacks_a_value_is_an_error_and_not_a_default(engine):
    with pytest.raises((KeyError, DBAPIError)), engine.begin() as connection, together(connection) as driver:
        driver.run(WEIGH, {"which": "a"})
    assert stored(engine) == []


def test_what_breaks_a_rule_of_the_database_is_raised_as_usual_and_nothing_is_stored(engine):
    with pytest.raises(IntegrityError):
        store(engine, row("a"), row("a"), row("b"))
    assert stored(engine) == []
    store(engine, row("c"))
    assert [one.word for one in stored(engine)] == ["c"]


def test_a_statement_that_the_database_does_not_understand_is_raised_as_usual(engine):
    with pytest.raises(DBAPIError, match="no_such_table"), engine.begin() as connection, together(connection) as driver:
        driver.run(BROKEN, row("a"))
    assert stored(engine) == []


def test_a_connection_that_postgres_ended_is_given_up(fresh_postgres):
    engine = create_engine(fresh_postgres)
    WORDS.create(engine)
    with engine.connect() as connection, engine.connect() as other:
        process = connection.exec_driver_sql("select pg_backend_pid()").scalar_one()
        other.exec_driver_sql(f"select pg_terminate_backend({process}, 5000)")
        with pytest.raises(OperationalError) as raised, together(connection) as driver:
            driver.run(STORE, row("a"))
        assert raised.value.connection_invalidated
        assert connection.invalidated
    assert stored(engine) == []
    engine.dispose()
