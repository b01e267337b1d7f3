"""What one request of somebody unknown or unproven can make the server do."""

from tests.attacks.houses import config, house

__all__ = ["config", "house"]


def test_only_so_many_games_of_bots_alone_are_opened_in_an_hour(house):
    ada = house.person("ada")
    body = {"rules": "foundry", "seats": 2, "bots": [{"seat": seat, "bot": "random"} for seat in range(2)]}
    answers = [ada.call("POST", "/games", json=body) for _ in range(8)]
    assert [one.status for one in answers] == [201] * 6 + [429] * 2


def test_little_is_read_of_a_long_list_of_languages(house):
    long = {"Accept-Language": ", ".join(["xx-YY;q=0.1"] * 5000 + ["fr"])}
    assert "address" in house.door("GET", "/v1/nowhere", headers=long).json["detail"]
    short = {"Accept-Language": "xx, fr;q=0.9"}
    assert "adresse" in house.door("GET", "/v1/nowhere", headers=short).json["detail"]
