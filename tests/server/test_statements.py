"""Statements that the driver runs: values go in and come out as SQLAlchemy has them, and errors are its own."""

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    insert,
    literal,
    make_url,
    select,
    update,
)
from sqlalchemy import text as sql
from sqlalchemy.exc import IntegrityError, OperationalError

from server.storage.statements import Statement
from tests.databases import create_empty

TABLE = Table(
    "things",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", String(20)),
    Column("data", JSON),
    Column("is_open", Boolean),
)
ADD = Statement(insert(TABLE))
FIND = Statement(select(TABLE.c.name, TABLE.c.data, TABLE.c.is_open).where(TABLE.c.id == bindparam("which")))
RENAME = Statement(update(TABLE).where(TABLE.c.name == bindparam("old")).values(name=bindparam("new"), is_open=False))
LAMP = {"id": 1, "name": "lamp", "data": {"colours": ["red", "é"]}, "is_open": True}


@pytest.fixture
def on_postgres(fresh_postgres):
    create_empty(make_url(fresh_postgres))
    engine = create_engine(fresh_postgres)
    TABLE.create(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def on_sqlite(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'things.sqlite'}")
    TABLE.create(engine)
    yield engine
    engine.dispose()


@pytest.fixture(params=["on_sqlite", "on_postgres"])
def engine(request):
    return request.getfixturevalue(request.param)


def test_what_went_in_comes_out_as_it_was(engine):
    with engine.begin() as connection:
        assert ADD.run(connection, LAMP) == 1
        assert FIND.find(connection, {"which": 1}) == ("lamp", {"colours": ["red", "é"]}, True)
        assert FIND.find(connection, {"which": 2}) is None


def test_what_is_the_same_in_every_row_stands_in_the_statement(engine):
    lamps = {"data": literal(LAMP["data"], JSON), "is_open": literal(True, Boolean)}
    add_lamp = Statement(insert(TABLE).values(id=bindparam("id"), name=bindparam("name"), **lamps))
    with engine.begin() as connection:
        for number in (1, 2):
            add_lamp.run(connection, {"id": number, "name": f"lamp {number}"})
        assert FIND.find(connection, {"which": 2}) == ("lamp 2", LAMP["data"], True)


def test_it_is_a_part_of_what_sqlalchemy_has_begun(engine):
    with engine.connect() as connection:
        with connection.begin() as begun:
            ADD.run(connection, LAMP)
            begun.rollback()
        assert FIND.find(connection, {"which": 1}) is None


def test_it_tells_how_many_rows_it_changed(engine):
    with engine.begin() as connection:
        ADD.run(connection, LAMP)
        ADD.run(connection, {**LAMP, "id": 2})
        assert RENAME.run(connection, {"old": "lamp", "new": "torch"}) == 2
        assert RENAME.run(connection, {"old": "lamp", "new": "torch"}) == 0
        assert FIND.find(connection, {"which": 2}) == ("torch", {"colours": ["red", "é"]}, False)


def test_what_the_database_refuses_is_raised_as_sqlalchemy_does(engine):
    with engine.connect() as connection, connection.begin():
        ADD.run(connection, LAMP)
        with pytest.raises(IntegrityError):
            ADD.run(connection, LAMP)
        connection.rollback()


def test_a_connection_that_died_is_given_up(on_postgres):
    with on_postgres.connect() as connection, on_postgres.connect() as other:
        mine = connection.scalar(sql("select pg_backend_pid()"))
        connection.rollback()
        other.execute(sql("select pg_terminate_backend(:who)"), {"who": mine})
        with pytest.raises(OperationalError) as raised:
            FIND.find(connection, {"which": 1})
    assert raised.value.connection_invalidated
    with on_postgres.connect() as connection:
        assert FIND.find(connection, {"which": 1}) is None
