"""Whoever lost a key gets the account back, whatever others ask for and guess at in their name."""

import pytest

from engine.ledger.keys import make_key_from_os_randomness
from tests.attacks.houses import config, house

__all__ = ["config", "house"]
MAIL = "ada@example.org"


@pytest.fixture
def ada(house):
    one = house.person("ada")
    house.send()
    return one


def ask(house, caller, mail=MAIL):
    """Ask for a recovery from an address; return the status and the codes that were mailed because of it."""
    asked = house.door("POST", "/v1/recoveries", json={"mail": mail}, environ_overrides={"REMOTE_ADDR": caller})
    return asked.status, [one.subject.split()[0] for one in house.work() if "recovers" in one.subject]


def confirm(house, caller, code):
    body = {"mail": MAIL, "code": code, "jwk": make_key_from_os_randomness().public.jwk}
    return house.door(
        "POST", "/v1/recoveries/confirmation", json=body, environ_overrides={"REMOTE_ADDR": caller}
    ).status


def test_whoever_has_codes_mailed_to_others_keeps_nobody_from_recovering(house, ada):
    mailed = [code for number in range(30) for code in ask(house, f"192.0.2.{number}")[1]]
    assert len(mailed) == 10
    house.clock.wait(minutes=25)
    assert ask(house, "198.51.100.7") == (202, [])
    house.clock.wait(minutes=25)
    assert confirm(house, "198.51.100.7", mailed[-1]) == 202


def test_one_caller_asks_only_so_often(house, ada):
    statuses = [ask(house, "192.0.2.1", f"nobody{number}@example.org")[0] for number in range(21)]
    assert statuses == [202] * 20 + [429]
    assert ask(house, "192.0.2.2")[0] == 202


def test_wrong_guesses_spend_no_code(house, ada):
    (code,) = ask(house, "198.51.100.7")[1]
    guesses = [confirm(house, "192.0.2.1", f"{number:06d}") for number in range(61)]
    assert guesses == [410] * 60 + [429]
    assert confirm(house, "198.51.100.7", f" {code.upper().replace('-', ' ')} ") == 202


def test_a_code_that_was_used_is_not_prolonged(house, ada):
    mailed = [code for number in range(10) for code in ask(house, f"192.0.2.{number}")[1]]
    assert confirm(house, "198.51.100.7", mailed[-1]) == 202
    assert ask(house, "198.51.100.7") == (202, [])
    assert {confirm(house, "198.51.100.7", code) for code in mailed} == {410}
