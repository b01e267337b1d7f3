"""The server as a house: health, keys, documentation, headers, settings, a full disk."""

import msgspec
import pytest
from sqlalchemy import event, text

from engine.core.errors import Refused
from server.config import load_config
from server.services import moving
from tests.server.conftest import open_app
from tests.server.people import FlaskDoor, Person


def test_health_keys_and_documentation_are_there(door, club):
    assert door("GET", "/healthz").body == b"ok\n"
    assert door("GET", "/readyz").body == b"ready\n"
    assert door("GET", "/.well-known/jwks.json").json["keys"][0]["kid"] == club.key.kid
    assert door("GET", "/").json["origin"] == club.origin
    assert b"POST /v1/games/{game_id}/turns" in door("GET", "/docs").body
    assert "/v1/games" in door("GET", "/openapi.json").json["paths"]


def test_every_answer_has_its_id_and_is_kept_by_nobody(door):
    answer = door("GET", "/v1/games")
    assert answer.headers["X-Request-Id"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("origin", "said"), [("https://club.example", "max-age=31536000"), ("http://club.example", None)]
)
def test_browsers_are_told_to_use_tls_where_the_club_does(config, club, origin, said):
    moving.move(club, origin)
    with open_app(config) as app:
        for path in ("/healthz", "/v1/games", "/v1/nothing"):
            assert FlaskDoor(app)("GET", path).headers.get("Strict-Transport-Security") == said


def test_an_unknown_address_or_method_is_a_problem_too(door):
    assert door("GET", "/v1/nothing").code == "not_found"
    wrong = door("PUT", "/v1/games")
    assert (wrong.code, wrong.headers["Allow"]) == ("method_not_allowed", "GET, HEAD, OPTIONS, POST")


def test_pages_of_one_named_origin_may_call(config):
    with open_app(msgspec.structs.replace(config, cors="https://pages.example")) as app:
        door = FlaskDoor(app)
        allowed = door("GET", "/v1/games", headers={"Origin": "https://pages.example"})
        assert allowed.headers["Access-Control-Allow-Origin"] == "https://pages.example"
        foreign = door("GET", "/v1/games", headers={"Origin": "https://evil.example"})
        assert "Access-Control-Allow-Origin" not in foreign.headers


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
def test_a_full_disk_loses_nothing_and_the_game_goes_on_when_there_is_room(app, club, door):
    ada, bob = (Person(door, club, name).register() for name in ("ada", "bob"))
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    bob.join(game, 1)
    view, raw = ada.view(game), ada.turn_slip(game, ["bid 1"])
    with club.read() as session:
        pages = session.execute(text("pragma page_count")).scalar_one()

    def limit(connection):
        connection.exec_driver_sql(f"pragma max_page_count = {pages}")

    event.listen(club.engine, "begin", limit)
    answers = [ada.call("POST", f"/games/{game}/messages", json={"text": "x" * 3900}) for _ in range(40)]
    assert answers[-1].code == "storage_full"
    assert answers[-1].status == 503
    event.remove(club.engine, "begin", limit)
    with club.connect() as connection:
        connection.exec_driver_sql("pragma max_page_count = 1073741823")
    club.engine.dispose()
    assert ada.view(game)["n"] == view["n"]
    assert ada.slip("POST", f"/games/{game}/turns", raw).status == 201


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"ATELIER_REGISTRATION": "perhaps"}, "registration"),
        ({"ATELIER_MAIL_PORT": "many"}, "port"),
        ({"ATELIER_CONFIG": "/nowhere/atelier.toml"}, "no settings file"),
        ({"ATELIER_REGISTRATIONS": "open"}, "ATELIER_REGISTRATIONS"),
        ({"ATELIER_TABLES_PACE": "slowly"}, "bad_pace"),
        ({"ATELIER_TABLES_REMINDERS": "24h,often"}, "bad_pace"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(environment, said, tmp_path):
    with pytest.raises(Refused, match=said):
        load_config(environment, home=str(tmp_path))


def test_settings_come_from_the_file_then_from_the_environment(tmp_path):
    (tmp_path / "atelier.toml").write_text('name = "Winter League"\nlanguage = "fr"\n[mail]\nport = 2525\n')
    config = load_config({"ATELIER_LANGUAGE": "en", "DATABASE_URL": "postgres://u@h/d"}, home=str(tmp_path))
    assert (config.name, config.language, config.mail.port) == ("Winter League", "en", 2525)
    assert config.database == "postgresql+psycopg://u@h/d"


def test_an_unknown_setting_is_an_error(tmp_path):
    (tmp_path / "atelier.toml").write_text('colour = "red"\n')
    with pytest.raises(Refused, match="colour"):
        load_config({}, home=str(tmp_path))
