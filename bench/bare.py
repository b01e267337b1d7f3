"""The yardstick of the turn path: a Flask endpoint that verifies one signature and writes two rows, nothing else."""

import threading
from contextlib import nullcontext

from flask import Flask, request
from sqlalchemy import Column, Engine, Integer, LargeBinary, MetaData, String, Table, create_engine, insert

from engine.ledger.keys import PublicKey
from server.config import Config, load_config
from server.storage.engines import prepare_sqlite

METADATA = MetaData()
ONE = Table(
    "bare_one",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(64)),
    Column("body", LargeBinary),
)
TWO = Table(
    "bare_two",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", String(64)),
    Column("state", LargeBinary),
)


def create_app(engine: Engine | None = None) -> Flask:
    """Return an app with POST /turns, and with the same database and durability as the real server."""
    engine = engine or open_database(load_config())
    in_line = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
    app = Flask("bare")

    @app.get("/readyz")
    def ready() -> str:
        return "ready"

    @app.post("/turns")
    def turn() -> tuple[dict[str, bool], int]:
        raw = request.get_data()
        key, signature, message = raw[:43].decode(), raw[43:107], raw[107:]
        if not PublicKey(key).fits(signature, message):
            return {"ok": False}, 403
        with in_line, engine.connect().execution_options(write=True) as connection, connection.begin():
            connection.execute(insert(ONE).values(game="g", body=message))
            connection.execute(insert(TWO).values(game="g", state=message))
        return {"ok": True}, 201

    return app


def open_database(config: Config) -> Engine:
    """Return the club's database with two tables of our own in it."""
    engine = create_engine(config.database, **({} if config.is_sqlite else {"pool_size": 12, "max_overflow": 12}))
    if config.is_sqlite:
        prepare_sqlite(engine)
    METADATA.create_all(engine)
    return engine
