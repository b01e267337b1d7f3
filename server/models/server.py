"""What the server keeps about itself: its keys and the counters of its limits."""

from typing import Annotated

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import Hash, Millis, Model


class ServerKey(Model):
    """A key the server signs or has signed with; a process whose key is not listed refuses to start."""

    __tablename__ = "server_keys"

    kid: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    x: Mapped[Hash]
    added_at: Mapped[Millis]
    retired_at: Mapped[Millis | None]


class Rate(Model):
    """How often somebody did something in the current window."""

    __tablename__ = "rates"

    key: Mapped[Annotated[str, mapped_column(String(120), primary_key=True)]]
    window: Mapped[Millis] = mapped_column(primary_key=True)
    count: Mapped[int]
    ends_at: Mapped[Millis] = mapped_column(index=True)
    """When the window is over, and the row forgotten."""
