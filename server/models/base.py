"""What all tables share: the naming of constraints, short names for column types, and the session."""

from typing import TYPE_CHECKING, Annotated, Any, cast

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import (
    JSON,
    BigInteger,
    Connection,
    CursorResult,
    Engine,
    ForeignKey,
    MetaData,
    String,
    Table,
    UpdateBase,
)
from sqlalchemy.orm import DeclarativeBase, mapped_column

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Id = Annotated[str, mapped_column(String(64))]
Hash = Annotated[str, mapped_column(String(43))]
Millis = Annotated[int, mapped_column(BigInteger)]
Json = Annotated[dict[str, Any], mapped_column(JSON)]
PlayerId = Annotated[str, mapped_column(String(64), ForeignKey("players.id"))]
GameId = Annotated[str, mapped_column(String(64), ForeignKey("games.id"))]


class Base(DeclarativeBase):
    """The base of all models; every constraint has a name, so that migrations can find it."""

    metadata = MetaData(naming_convention=NAMING)


class Session(FlaskSession):
    """Flask-SQLAlchemy's session on a connection of the club's, so that it needs no app: workers and mail have none."""

    def get_bind(self, *args: Any, **kwargs: Any) -> Engine | Connection:
        """Return the connection that the session was opened on; without one, the app's engine."""
        return super().get_bind(*args, **kwargs) if self.bind is None else self.bind

    def change(self, statement: UpdateBase) -> int:
        """Run an insert, update or delete, and return how many rows it changed."""
        return cast("CursorResult[Any]", self.execute(statement)).rowcount

    @property
    def dialect(self) -> str:
        """Which kind of database this is: `sqlite` or `postgresql`."""
        return self.get_bind().dialect.name


db = SQLAlchemy(model_class=Base, session_options={"class_": Session, "expire_on_commit": False})
if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


def open_session(connection: Connection) -> Session:
    """Return a session for what happens on a connection; whoever opened the connection commits."""
    return cast("Session", db.session.session_factory(bind=connection))


def table(model: type[Base]) -> Table:
    """Return the table of a model, for statements that need no objects."""
    return cast("Table", model.__table__)
