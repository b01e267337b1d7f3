"""The yardstick of the turn path: a Flask endpoint that verifies one signature and writes two rows, nothing else."""

import sys
import threading
from contextlib import nullcontext

import waitress
from flask import Flask, request
from sqlalchemy import Column, Integer, LargeBinary, MetaData, String, Table, create_engine, insert

from engine.ledger.keys import PublicKey
from server.config import load_config
from server.services.club import prepare_sqlite
from server.serving import THREADS, bind

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


def main() -> None:
    """Serve POST /turns on loopback with the same database, threads and durability as the real server."""
    config = load_config()
    config.folder.mkdir(parents=True, exist_ok=True)
    engine = create_engine(config.database, **({} if config.is_sqlite else {"pool_size": 12, "max_overflow": 12}))
    if config.is_sqlite:
        prepare_sqlite(engine)
    METADATA.create_all(engine)
    in_line = threading.Lock() if config.is_sqlite else nullcontext()
    app = Flask("bare")
    listener = bind("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0)

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

    print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", flush=True)
    waitress.serve(app, sockets=[listener], threads=THREADS, _quiet=True)


if __name__ == "__main__":
    main()
