"""What is logged and counted: one shape, the id of what a line belongs to, nothing secret, right for several processes."""

import json
import logging
import re

import msgspec
import pytest
import requests

from server import create_app
from server.logs import log_as, prepare_logs
from server.services import outages
from server.worker import Worker
from tests.server.people import FlaskDoor, Person
from tests.server.processes import Served

on_sqlite = pytest.mark.parametrize("config", ["sqlite"], indirect=True)


@pytest.fixture
def logged(config):
    """Makes apps that log in a shape."""
    made = []

    def make(log, **more):
        made.append(create_app(msgspec.structs.replace(config, log=log, **more)))
        return made[-1]

    yield make
    for app in made:
        app.extensions["atelier"].engine.dispose()


def broken(app):
    """Return the answer of an address at which something goes wrong that nobody thought of."""

    @app.get("/broken")
    def break_down():
        logging.getLogger("atelier.deep").warning("on the way")
        raise ZeroDivisionError("by ada@example.org with atl_0123456789abcdef")

    return FlaskDoor(app)("GET", "/broken")


@on_sqlite
def test_the_id_in_the_answer_to_a_bug_finds_its_traceback_in_json(logged, capsys):
    answer = broken(logged("json"))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    mine = [line for line in lines if line["id"] == answer.json["id"]]
    assert [line["event"] for line in mine] == ["on the way", "unexpected", "request"]
    assert "ZeroDivisionError" in mine[1]["exception"]
    assert "in break_down" in mine[1]["exception"]
    assert (mine[2]["route"], mine[2]["status"], mine[2]["level"]) == ("/broken", 500, "info")


@on_sqlite
def test_the_id_in_the_answer_to_a_bug_finds_its_traceback_in_text(logged, capsys):
    answer = broken(logged("text"))
    text = capsys.readouterr().err
    line = next(line for line in text.splitlines() if "unexpected" in line)
    assert answer.json["id"] in line
    assert "ZeroDivisionError" in text[text.index(line) :]


@on_sqlite
def test_a_traceback_covers_tokens_and_addresses(logged, capsys):
    broken(logged("json"))
    written = capsys.readouterr().err
    assert "ZeroDivisionError: by *** with ***" in written
    assert "ada@" not in written
    assert "atl_" not in written


@on_sqlite
def test_two_requests_have_two_ids_and_nothing_is_left_for_the_next(logged, capsys):
    door = FlaskDoor(logged("json"))
    ids = [door("GET", "/healthz").headers["X-Request-Id"] for _ in range(2)]
    assert [json.loads(line)["id"] for line in capsys.readouterr().err.splitlines()] == ids
    assert len(set(ids)) == 2


@on_sqlite
def test_each_round_of_the_worker_and_each_mail_has_an_id_of_its_own(logged, capsys, monkeypatch):
    club = logged("json").extensions["atelier"]
    monkeypatch.setattr("server.services.clock.mind", lambda _club: 1 / 0)
    worker = Worker(club, pause=0)
    worker._guarded(worker._once_without_mail)
    with log_as("atelier-mail-in"):
        logging.getLogger("atelier.mail").info("mail: played")
    failed, mail = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (failed["event"], failed["level"]) == ("a round of work failed", "error")
    assert "ZeroDivisionError" in failed["exception"]
    assert (mail["event"], mail["work"]) == ("mail: played", "atelier-mail-in")
    assert re.fullmatch("[0-9a-f]{16}", failed["id"])
    assert failed["id"] != mail["id"]


def test_nothing_is_logged_where_logs_are_off(config, capsys):
    prepare_logs(config)
    logging.getLogger("atelier.mail").error("unheard")
    assert capsys.readouterr().err == ""


@on_sqlite
def test_strangers_and_players_do_not_see_the_figures_and_hosts_do(app, club, door):
    host, ada = (Person(door, club, name).register() for name in ("hana", "ada"))
    host.become_host()
    assert door("GET", "/metrics").code == "token_missing"
    tokens = [{"Authorization": f"Bearer {one.token}"} for one in (ada, host)]
    assert door("GET", "/metrics", headers=tokens[0]).code == "host_only"
    assert door("GET", "/metrics", headers=tokens[1]).status == 200


def figures(text):
    """Return the values of samples by their names."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_the_figures_tell_what_waits_what_runs_and_whether_anybody_works(logged):
    app = logged("off", metrics="everybody")
    club, door = app.extensions["atelier"], FlaskDoor(app)
    ada = Person(door, club, "ada").register()
    assert "atelier_heartbeat_age_seconds" not in figures(door("GET", "/metrics").body.decode())
    game = ada.open("foundry", 2, bots=[{"seat": 1, "bot": "random"}])
    ada.join(game, 0)
    outages.beat(club)
    shown = figures(door("GET", "/metrics").body.decode())
    assert (shown["atelier_running"], shown["atelier_waiting"], shown["atelier_parked"]) == (1, 1, 0)
    assert shown["atelier_queued"] > 0
    assert 0 <= shown["atelier_heartbeat_age_seconds"] < 60


@on_sqlite
def test_whichever_of_several_processes_is_asked_shows_the_sum(config, tmp_path):
    folder = tmp_path / "figures"
    folder.mkdir()
    shared = {"PROMETHEUS_MULTIPROC_DIR": str(folder), "ATELIER_METRICS": "everybody"}
    one, other = (Served(config, **shared).start() for _ in range(2))
    try:
        for served in (one, other, other):
            requests.get(f"{served.url}/v1/rules/nicodemus", timeout=30).raise_for_status()
        for served in (one, other):
            shown = figures(requests.get(f"{served.url}/metrics", timeout=30).text)
            route = 'atelier_requests_total{method="GET",route="/v1/rules/<rules_id>",status="200"}'
            assert shown[route] == 3
    finally:
        one.stop()
        other.stop()
