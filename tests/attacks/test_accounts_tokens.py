"""What somebody can do with a token that is not theirs, and how many there can be."""

import pytest

from tests.attacks.houses import config, house

__all__ = ["config", "house"]


@pytest.fixture
def ada(house):
    return house.person("ada")


def test_a_read_token_revokes_no_token_that_may_act(house, ada):
    acting = ada.hello()
    reading = ada.hello(scope=("read",))
    assert ada.call("DELETE", f"/tokens/{acting['id']}").code == "scope_missing"
    other = ada.hello(scope=("read",))
    assert ada.call("DELETE", f"/tokens/{reading['id']}").status == 204
    assert ada.call("DELETE", f"/tokens/{other['id']}").status == 204
    ada.token = acting["token"]
    assert ada.call("GET", "/me").status == 200


def test_of_too_many_tokens_the_one_that_was_unused_the_longest_ends(house, ada):
    kept = ada.token
    ada.hello()
    for _ in range(2):
        house.clock.wait(days=2)
        ada.token = kept
        assert ada.call("GET", "/me").status == 200
        for _ in range(15):
            ada.hello()
    ada.token = kept
    assert len(ada.call("GET", "/tokens").json) == 20
