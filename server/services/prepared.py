"""Statements of the turn's path, prepared once and given to the driver itself.

SQLAlchemy writes them for the database at hand; its way through each run would cost more than the run. On Postgres all
of them go out in one pipeline, so that only the compare-and-set is waited for.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Row = Mapping[str, Any]


class Prepared:
    """A statement, or one for each database, that is compiled when it is first run."""

    def __init__(self, statement: Any) -> None:
        """Take a statement, or a function that makes one for a kind of database."""
        self._statement = statement
        self._compiled: dict[str, tuple[str, Callable[[Row], Any]]] = {}

    def on(self, dialect: Dialect) -> tuple[str, Callable[[Row], Any]]:
        """Return the text for a database, and what puts a row's values into the order and shape that it wants."""
        if dialect.name not in self._compiled:
            statement = self._statement(dialect.name) if callable(self._statement) else self._statement
            self._compiled[dialect.name] = _compile(statement, dialect)
        return self._compiled[dialect.name]


def _compile(statement: Any, dialect: Dialect) -> tuple[str, Callable[[Row], Any]]:
    compiled: SQLCompiler = statement.compile(dialect=dialect)
    names = compiled.positiontup
    fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
    makers = {
        name: made
        for name, bind in compiled.binds.items()
        if (made := bind.type.dialect_impl(dialect).bind_processor(dialect)) is not None
    }

    def shaped(row: Row) -> Any:
        values = {**fixed, **row}
        for name, made in makers.items():
            values[name] = made(values[name])
        return values if names is None else [values[name] for name in names]

    return compiled.string, shaped


class Together:
    """Runs prepared statements in a transaction that SQLAlchemy has begun."""

    def __init__(self, connection: Connection, driver: Any, pipeline: Any) -> None:
        self._dialect = connection.dialect
        self._cursor = driver.cursor()
        self._pipeline = pipeline

    def run(self, statement: Prepared, row: Row) -> None:
        """Run a statement; whether it failed may be known only when all have been run."""
        text, shaped = statement.on(self._dialect)
        self._cursor.execute(text, shaped(row))

    def count(self, statement: Prepared, row: Row) -> int:
        """Run a statement and wait for how many rows it changed."""
        self.run(statement, row)
        if self._pipeline is not None:
            self._pipeline.sync()
        changed: int = self._cursor.rowcount
        return changed


@contextmanager
def together(connection: Connection) -> Iterator[Together]:
    """Run statements through the driver; what goes wrong is raised as SQLAlchemy would."""
    driver: Any = connection.connection.driver_connection
    errors: Any = connection.dialect.dbapi
    try:
        with driver.pipeline() if connection.dialect.name == "postgresql" else nullcontext() as pipeline:
            yield Together(connection, driver, pipeline)
    except errors.Error as error:
        is_lost = connection.dialect.is_disconnect(error, driver, None)
        if is_lost:
            connection.invalidate(error)
        raise DBAPIError.instance(None, None, error, errors.Error, connection_invalidated=is_lost) from error
