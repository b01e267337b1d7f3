"""A club with many games, made within seconds by copying the rows of one; and how many statements something takes."""

from contextlib import contextmanager

from sqlalchemy import event, insert, select

from server.models import Game, Holder, OutboxRow, Seat, StoredEntry, Vacation, table

YEAR = 366 * 24 * 3_600_000


def copy_game(club, game, count):
    """Add as many games that stand as this one does; each with its seats, holders and last entry."""
    with club.write() as session:
        for model, name in ((Game, "id"), (Seat, "game_id"), (Holder, "game_id"), (StoredEntry, "game_id")):
            _copy_rows(session, table(model), name, game, count)


def _copy_rows(session, rows, name, game, count):
    found = [dict(row) for row in session.execute(select(rows).where(rows.c[name] == game)).mappings()]
    once = {"slip": None} if "slip" in rows.c else {}
    copies = [{**row, **once, name: f"{game}-{copy}"} for copy in range(count) for row in found]
    if copies:
        session.execute(insert(rows), copies)


def add_old_vacations(club, players, count):
    """Add vacations that were over long ago."""
    ended = club.now() - YEAR
    rows = [
        {"id": f"old-{player}-{n}", "player_id": player, "began": ended - 1, "ended": ended, "created_at": 0}
        for player in players
        for n in range(count)
    ]
    with club.write() as session:
        session.execute(insert(table(Vacation)), rows)


def copy_mails(club, count):
    """Add as many copies of the last mail of the outbox."""
    rows = table(OutboxRow)
    with club.write() as session:
        last = dict(session.execute(select(rows).order_by(rows.c.id.desc()).limit(1)).mappings().one())
        del last["id"]
        session.execute(insert(rows), [{**last, "key": f"{last['key']}-{copy}"} for copy in range(count)])


@contextmanager
def count_statements(club):
    """Collect the statements that the database is given."""
    seen = []

    def note(_connection, _cursor, statement, *_more):
        seen.append(statement)

    event.listen(club.engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(club.engine, "before_cursor_execute", note)
