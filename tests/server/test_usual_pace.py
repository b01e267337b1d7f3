"""Tables whose opener says nothing of a clock have the club's."""

import msgspec
import pytest
from sqlalchemy import update

from server.config import Tables, load_config
from server.models import Moment
from tests.mail.conftest import new_house, settings

USUAL = {"pace": {"turn": "3d"}, "policy": {"timeout": "substitute", "reminders": ["24h"]}}


@pytest.fixture
def house(tmp_path):
    """A club that has no settings for its tables."""
    with new_house(msgspec.structs.replace(settings(tmp_path / "club"), tables=Tables())) as house:
        yield house


def terms(one, game):
    shown = one.call("GET", f"/games/{game}").json
    return {"pace": shown["pace"], "policy": shown["policy"]}


def test_a_new_table_has_the_clubs_pace(house):
    game, ada, _ = house.table()
    assert terms(ada, game) == USUAL
    assert ada.view(game)["deadline"] == house.clock() + 72 * 3_600_000


def test_whoever_opens_a_table_can_have_another_pace_or_none(house):
    ada = house.person("ada")
    assert terms(ada, ada.open("foundry", 2, pace={"turn": "8h"})) == {**USUAL, "pace": {"turn": "8h"}}
    assert terms(ada, ada.open("foundry", 2, pace={})) == {"pace": {}, "policy": {}}
    waits = ada.open("foundry", 2, policy={"timeout": "wait"})
    assert terms(ada, waits) == {**USUAL, "policy": {"timeout": "wait"}}


def test_an_absent_player_is_reminded_then_replaced_and_the_game_goes_on(house):
    game, ada, _ = house.table()
    house.send()
    ada.play(game, "bid 1")
    mails = []
    for _ in range(8):
        house.clock.wait(hours=24)
        with house.club.write() as session:
            session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=house.clock()))
        mails += house.work()
    told = [mail.about for mail in mails if mail.to.startswith("bob@")]
    assert any("Reminder" in subject for subject in told)
    assert any("given away" in subject for subject in told)
    assert ada.call("GET", f"/games/{game}").json["seats"][1]["by"] == "bot"
    assert ada.view(game)["awaited"]


def test_the_settings_say_what_the_club_does(tmp_path):
    (tmp_path / "atelier.toml").write_text('[tables]\npace = "none"\n')
    assert not load_config({}, home=str(tmp_path)).tables.has_clock
    given = {"ATELIER_TABLES_PACE": "48h", "ATELIER_TABLES_REMINDERS": "12h, 2h", "ATELIER_TABLES_TIMEOUT": "bot_seat"}
    tables = load_config(given, home=str(tmp_path)).tables
    assert (tables.pace, tables.reminders, tables.timeout) == ("48h", ("12h", "2h"), "bot_seat")
