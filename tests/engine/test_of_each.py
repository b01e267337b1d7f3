"""As much of every resource is said in short, and what is no resource beside it by its name."""

import pytest

import engine
from engine.core.language import Text, join_resources, list_amounts
from engine.core.markup import name_points

RESOURCES = ("wood", "copper", "crystal")


@pytest.mark.parametrize(
    ("counts", "en", "fr"),
    [
        ((1, 1, 1, 0), "1 of each resource", "1 de chaque ressource"),
        ((2, 2, 2, 3), "2 of each resource, 3 charcoalium", "2 de chaque ressource, 3 charboniums"),
        ((1, 1, 2, 0), "1 wood, 1 copper, 2 crystals", "1 bois, 1 cuivre, 2 cristaux"),
        ((1, 1, 0, 1), "1 wood, 1 copper, 1 charcoalium", "1 bois, 1 cuivre, 1 charbonium"),
    ],
)
@pytest.mark.parametrize("game", ["nicodemus", "imaginarium"])
def test_it_is_said_where_there_is_as_much_of_every_resource(game, counts, en, fr):
    table = engine.open_table(game, 2, {}, b"of each")
    amounts = list_amounts(dict(zip((*RESOURCES, "charcoalium"), counts, strict=True)))
    said = Text("{goods}", goods=join_resources(amounts, RESOURCES))
    assert [table.voice(lang).say(said) for lang in ("en", "fr")] == [en, fr]


def test_one_point_is_no_points():
    assert [name_points("pts", n) for n in ("0", "1", "2-5")] == ["pts", "pt", "pts"]
