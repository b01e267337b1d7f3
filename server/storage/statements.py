"""Statements that SQLAlchemy writes once and the driver runs: on the turn's path its own way costs more than they do."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from sqlalchemy import Connection, Dialect, Executable, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Row = Mapping[str, Any]
Convert = Any
"""What turns a value into the driver's or back: SQLAlchemy's own processors, which have no common type."""


class Compiled(NamedTuple):
    """A statement for one kind of database: its text, and how values go in and come out."""

    text: str
    names: Sequence[str] | None
    """The order of the values; None where the driver takes them by name."""
    fixed: dict[str, Any]
    """The values that are always the same, as the driver takes them."""
    into: dict[str, Convert]
    out: tuple[tuple[int, Convert], ...]

    def put(self, row: Row) -> Any:
        """Return a row's values as the driver takes them."""
        values = {**self.fixed, **row}
        for name, convert in self.into.items():
            values[name] = convert(values[name])
        return values if self.names is None else [values[name] for name in self.names]

    def take(self, found: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what the driver found as SQLAlchemy would return it."""
        if not self.out:
            return found
        values = list(found)
        for index, convert in self.out:
            values[index] = convert(values[index])
        return tuple(values)


class Statement:
    """A statement of the turn's path. It runs inside whatever SQLAlchemy has begun on a connection, or outside of all.

    The rows that it is run with all have the same names.
    """

    def __init__(self, on: Mapping[str, Executable] | Executable) -> None:
        """Take a statement, or one for each kind of database."""
        self._on = on
        self._compiled: dict[str, Compiled] = {}

    def find(self, connection: Connection, row: Row) -> tuple[Any, ...] | None:
        """Return the first row that is found."""
        compiled = self._get(connection.dialect, row)
        found = self._execute(connection, compiled.text, compiled.put(row)).fetchone()
        return None if found is None else compiled.take(found)

    def run(self, connection: Connection, row: Row) -> int:
        """Return how many rows it changed."""
        compiled = self._get(connection.dialect, row)
        count: int = self._execute(connection, compiled.text, compiled.put(row)).rowcount
        return count

    def _execute(self, connection: Connection, text: str, values: Any) -> Any:
        driver: Any = connection.connection.driver_connection
        try:
            return driver.execute(text, values)
        except get_errors(connection.dialect) as error:
            _raise_as_sqlalchemy_does(connection, error)

    def _get(self, dialect: Dialect, row: Row) -> Compiled:
        if dialect.name not in self._compiled:
            statement = self._on[dialect.name] if isinstance(self._on, Mapping) else self._on
            self._compiled[dialect.name] = _compile(statement, dialect, row)
        return self._compiled[dialect.name]


def get_errors(dialect: Dialect) -> type[Exception]:
    """Return what a driver raises."""
    errors: Any = dialect.dbapi
    kind: type[Exception] = errors.Error
    return kind


def _raise_as_sqlalchemy_does(connection: Connection, error: Any) -> NoReturn:
    """Raise what SQLAlchemy would, and give up a connection that turned out to be dead."""
    driver: Any = connection.connection
    is_lost = connection.dialect.is_disconnect(error, driver, None)
    if is_lost:
        connection.invalidate(error)
    kind = get_errors(connection.dialect)
    raise DBAPIError.instance(None, None, error, kind, connection_invalidated=is_lost) from error


def _compile(statement: Any, dialect: Dialect, row: Row) -> Compiled:
    compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=list(row))
    binds = compiled.binds.items()
    into = {name: convert for name, bind in binds if (convert := _impl(bind.type, dialect).bind_processor(dialect))}
    found = statement.selected_columns if isinstance(statement, Select) else ()
    kinds = [_impl(column.type, dialect).result_processor(dialect, None) for column in found]
    fixed = {name: bind.value for name, bind in binds if not bind.required}
    return Compiled(
        text=compiled.string,
        names=compiled.positiontup,
        fixed={name: into.pop(name)(value) if name in into else value for name, value in fixed.items()},
        into=into,
        out=tuple((index, convert) for index, convert in enumerate(kinds) if convert is not None),
    )


def _impl(kind: TypeEngine[Any], dialect: Dialect) -> Any:
    return kind.dialect_impl(dialect)
