"""What all tables share: the naming of constraints, and short names for column types."""

from typing import TYPE_CHECKING, Annotated, Any, cast

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, BigInteger, ForeignKey, MetaData, String, Table
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


db = SQLAlchemy(model_class=Base)
if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model


def table(model: type[Base]) -> Table:
    """Return the table of a model, for statements that need no objects."""
    return cast("Table", model.__table__)
