"""Writers on SQLite: those who wait together are stored together, and each of them fails alone."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from engine.core.errors import Refused
from server.storage.engines import empty_log, prepare_sqlite, translate_errors, vacuum_sqlite
from server.storage.writers import MOST_TOGETHER, Writers


class Desk:
    """A database with one table, its line of writers, and how often something was stored."""

    def __init__(self, folder):
        self.engine = create_engine(f"sqlite:///{folder / 'desk.sqlite'}")
        prepare_sqlite(self.engine)
        self.writers = Writers(self.engine, folder / "write.lock")
        self.commits = 0
        with self.writers.turn() as connection:
            connection.execute(text("create table words (word text primary key, weight blob)"))
        event.listen(self.engine, "commit", self._count)

    def _count(self, _connection):
        self.commits += 1

    def write(self, word, weight=0):
        with self.writers.turn() as connection:
            connection.execute(
                text("insert into words values (:word, zeroblob(:weight))"), {"word": word, "weight": weight}
            )

    @property
    def words(self):
        with self.engine.connect() as connection:
            return sorted(connection.execute(text("select word from words")).scalars())

    def together(self, *jobs):
        """Run jobs that wait in line at the same time; return what each of them raised."""
        waiting = []
        with ThreadPoolExecutor(len(jobs)) as pool, suppress(Exception), self.writers.turn():
            waiting += [pool.submit(job) for job in jobs]
            while self.writers._coming < len(jobs):
                time.sleep(0.001)
        return [one.exception() for one in waiting]


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    desk.engine.dispose()


def test_those_who_wait_together_are_stored_together(desk):
    assert desk.together(*(lambda word=word: desk.write(word) for word in "abc")) == [None] * 3
    assert desk.words == ["a", "b", "c"]
    assert desk.commits == 1


def test_a_long_line_is_stored_in_several_goes(desk):
    words = [f"{number:02}" for number in range(MOST_TOGETHER + 4)]
    desk.together(*(lambda word=word: desk.write(word) for word in words))
    assert desk.words == words
    assert desk.commits == 2


def test_whoever_fails_takes_nobody_along(desk):
    desk.write("b")
    errors = desk.together(*(lambda word=word: desk.write(word) for word in "abc"))
    assert [type(error) for error in errors if error is not None] == [IntegrityError]
    assert desk.words == ["a", "b", "c"]


def test_the_first_in_line_may_fail_too(desk):
    def write_and_fail():
        with desk.writers.turn() as connection:
            connection.execute(text("insert into words values ('x', null)"))
            raise LookupError

    with pytest.raises(LookupError):
        write_and_fail()
    desk.write("y")
    assert desk.words == ["y"]


def test_nobody_goes_on_before_it_is_stored(desk):
    seen = []

    def write_and_look(word):
        desk.write(word)
        seen.append(word in desk.words)

    desk.together(*(lambda word=word: write_and_look(word) for word in "abcd"))
    assert seen == [True] * 4


def test_on_a_full_disk_what_was_said_to_be_stored_is_stored(desk):
    with desk.engine.connect() as connection:
        pages = connection.execute(text("pragma page_count")).scalar_one()

    def limit(raw, _record, _proxy):
        raw.execute(f"pragma max_page_count={pages + 20}")

    event.listen(desk.engine, "checkout", limit)
    jobs = [("a", 10), ("b", 10_000_000), ("c", 10), ("d", 10_000_000), ("e", 10)]
    errors = desk.together(*(lambda job=job: desk.write(*job) for job in jobs))
    stored = [word for (word, _), error in zip(jobs, errors, strict=True) if error is None]
    assert desk.words == stored
    assert all(isinstance(error, OperationalError) for error in errors if error is not None)
    assert errors[1] is not None
    assert errors[3] is not None
    desk.write("f")
    assert "f" in desk.words


def test_a_store_that_fails_fails_for_everybody(desk):
    def refuse(_connection):
        raise OSError("no sync")

    event.listen(desk.engine, "commit", refuse)
    errors = desk.together(*(lambda word=word: desk.write(word) for word in "abc"))
    event.remove(desk.engine, "commit", refuse)
    assert [type(error) for error in errors] == [OSError] * 3
    assert desk.words == []
    desk.write("z")
    assert desk.words == ["z"]


def test_what_can_not_be_taken_back_is_not_stored_with_what_others_wrote(desk):
    def write_and_lose_the_way_back():
        with desk.writers.turn() as connection:
            connection.execute(text("insert into words values ('half', null)"))
            connection.connection.driver_connection.execute(f"release part{desk.writers._batch.size}")
            raise LookupError

    errors = desk.together(lambda: desk.write("a"), write_and_lose_the_way_back, lambda: desk.write("b"))
    assert [type(error) for error in errors].count(LookupError) >= 1
    stored = [word for word, error in zip("a-b", errors, strict=True) if error is None]
    assert desk.words == stored
    desk.write("z")
    assert desk.words == [*stored, "z"]


@pytest.mark.parametrize(
    ("said", "code"),
    [("database or disk is full", "storage_full"), ("unable to open database file", "busy")],
)
def test_what_a_driver_says_outside_of_a_statement_is_a_refusal_too(said, code):
    """As when a connection is opened, or a transaction begun, while the disk is full."""
    with pytest.raises(Refused) as refused, translate_errors():
        raise sqlite3.OperationalError(said)
    assert refused.value.code == code


def test_two_lines_on_one_file_wait_for_each_other(desk, tmp_path):
    other = Writers(desk.engine, tmp_path / "write.lock")
    order = []

    def write():
        with other.turn():
            order.append("other")

    with desk.writers.turn():
        thread = threading.Thread(target=write)
        thread.start()
        time.sleep(0.05)
        order.append("first")
    thread.join()
    assert order == ["first", "other"]


def synchronous(connection):
    return connection.exec_driver_sql("pragma synchronous").scalar_one()


def test_who_writes_lazily_shares_with_nobody_and_leaves_no_trace(desk):
    full, normal = 2, 1
    with desk.writers.turn(lazily=True) as connection:
        assert synchronous(connection) == normal
        connection.execute(text("insert into words values ('lazy', null)"))
    with desk.writers.turn() as connection:
        assert synchronous(connection) == full
    assert desk.words == ["lazy"]


def test_who_comes_after_a_lazy_writer_has_a_transaction_of_its_own(desk):
    seen = []

    def write():
        with desk.writers.turn() as connection:
            seen.append(synchronous(connection))

    with ThreadPoolExecutor(1) as pool:
        with desk.writers.turn(lazily=True):
            waiting = pool.submit(write)
            while desk.writers._coming < 1:
                time.sleep(0.001)
        waiting.result()
    assert seen == [2]
    assert desk.commits == 2


def test_whoever_writes_the_file_anew_holds_up_the_others_and_loses_none_of_their_words(desk):
    def rewrite():
        with desk.writers.hold_up():
            assert vacuum_sqlite(desk.engine)

    jobs = [lambda word=word: desk.write(word, 5000) for word in "abcdefghijkl"]
    assert desk.together(*jobs) == [None] * 12
    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(job) for word in "mnopqr" for job in (lambda word=word: desk.write(word), rewrite)]
    assert [one.exception() for one in waiting] == [None] * 12
    assert "".join(desk.words) == "abcdefghijklmnopqr"


def test_what_was_erased_is_in_neither_the_file_nor_its_log(desk, tmp_path):
    desk.write("canary@nest.example")
    empty_log(desk.engine)
    with desk.writers.turn() as connection:
        connection.execute(text("delete from words"))
    empty_log(desk.engine)
    assert not any(b"canary" in path.read_bytes() for path in tmp_path.glob("desk.sqlite*"))


def test_a_log_that_somebody_reads_is_left_for_later(desk):
    desk.write("a")
    with desk.engine.connect() as reader:
        reader.execute(text("select * from words")).fetchall()
        desk.write("b")
        empty_log(desk.engine)
    assert desk.words == ["a", "b"]


def test_what_is_written_waits_for_those_who_are_about_to_write(desk):
    about_to_write, has_written = threading.Event(), threading.Event()

    def come_later():
        with desk.writers.expect():
            about_to_write.set()
            has_written.wait(5)
            desk.write("later")

    before = desk.commits
    with ThreadPoolExecutor(1) as pool:
        later = pool.submit(come_later)
        about_to_write.wait(5)
        with desk.writers.turn() as connection:
            connection.execute(text("insert into words values ('first', null)"))
            has_written.set()
            while desk.writers._first.locked() and not later.done() and desk.writers._coming == 0:
                time.sleep(0.001)
        later.result(5)
    assert desk.words == ["first", "later"]
    assert desk.commits - before == 1


def test_nobody_waits_long_for_somebody_who_does_not_come(desk):
    before = desk.commits
    with ThreadPoolExecutor(1) as pool, desk.writers.expect():
        pool.submit(desk.write, "alone").result(5)
    assert desk.words == ["alone"]
    assert desk.commits - before == 1


def test_somebody_who_gave_it_up_is_expected_no_longer(desk):
    with suppress(KeyError), desk.writers.expect():
        raise KeyError
    assert desk.writers._coming == 0
