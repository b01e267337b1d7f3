"""Under faults: a worker killed in the middle of its mails, and a thousand mails that come in, many of them twice."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import func, insert, select, update

from server.mail.incoming.listener import Listener
from server.models import InboundMail, Letter, OutboxRow, StoredEntry, table
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Sink, free_port, post, reply

MAILS = 200


def many_intents(house, game, count):
    """Announce something to ada many times."""
    with house.club.write() as session:
        row = session.execute(select(table(OutboxRow)).where(OutboxRow.kind == "turn", OutboxRow.seat == 0)).one()
        plain = {key: value for key, value in row._asdict().items() if key != "id"}
        more = {"kind": "reminder", "state": "queued", "due_at": 0, "lease_id": None, "lease_until": None}
        rows = [{**plain, **more, "key": f"k{i}", "message_id": f"<m{i}@club.example>"} for i in range(count)]
        session.execute(insert(table(OutboxRow)), rows)
        session.execute(update(OutboxRow).where(OutboxRow.kind != "reminder").values(state="dropped"))
    assert game


def start_worker(config, port):
    command = [sys.executable, "-m", "tests.mail.worker_process", config.home, str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_kill_9_of_the_worker_loses_no_mail_and_repeats_one_at_most_with_the_same_id(tmp_path):
    config = settings(tmp_path / "club", undo_pause=0)
    make_club(config)
    house = House(config, lambda: time.time_ns() // 1_000_000)
    game, *_ = house.table(pace={"turn": "48h"})
    many_intents(house, game, MAILS)
    kills = 0
    with Sink() as sink:
        while kills < 4:
            process = start_worker(config, sink.port)
            want = len(sink.mails) + 25
            while len(sink.mails) < want and process.poll() is None:
                time.sleep(0.002)
            process.kill()
            process.wait()
            process.stdout.close()
            kills += 1
            with house.club.write() as session:  # the lease of the dead would end by itself after two minutes
                session.execute(update(OutboxRow).values(lease_until=None))
        last = start_worker(config, sink.port)
        assert last.wait(timeout=60) == 0
        last.stdout.close()
    ids = [str(mail["Message-ID"]) for mail in sink.mails]
    assert set(ids) == {f"<m{i}@club.example>" for i in range(MAILS)}
    assert len(ids) - MAILS <= kills
    same: dict[str, str] = {}
    for mail in sink.mails:
        assert same.setdefault(str(mail["Message-ID"]), mail.reply_to) == mail.reply_to
    house.close()


def test_a_thousand_mails_come_in_and_none_is_lost_or_answered_twice(tmp_path):
    """Real sockets, four connections at once, every third mail delivered twice."""
    config = settings(tmp_path / "club", undo_pause=0)
    make_club(config)
    house = House(config, lambda: time.time_ns() // 1_000_000)
    listener = Listener(house.club, free_port())
    listener.start()
    games = [house.table()[0] for _ in range(10)]
    house.worker.sender.run_dry()
    asked = [mail for mail in house.box.take() if "Your turn" in mail.about]
    deliveries = []
    for number in range(750):
        mail = asked[number % len(asked)]
        text = "bid 1" if number < len(asked) else "status"
        raw = reply(mail.reply_to, mail, text, message_id=f"<in-{number}@example.org>")
        deliveries += [(raw, mail)] * (2 if number % 3 == 0 else 1)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda one: post(listener.port, one[0], one[1].to, one[1].reply_to), deliveries))
    listener.stop()
    assert len(deliveries) == 1000
    assert results == [{}] * 1000
    with house.club.read() as session:
        assert session.execute(select(func.count()).select_from(table(InboundMail))).scalar() == 750
        answers = select(func.count()).select_from(table(OutboxRow)).where(OutboxRow.kind == "answer")
        assert session.execute(answers).scalar() == 750
        relayed = select(func.count()).select_from(table(StoredEntry)).where(StoredEntry.kind == "relay")
        assert session.execute(relayed).scalar() == len(asked) == 2 * len(games)
        used = select(func.count()).select_from(table(Letter)).where(Letter.used_n.is_not(None))
        assert session.execute(used).scalar() == len(asked)
    house.close()
