"""What a ledger binds of an edition: every figure, no name; and what was ever bound can be played for ever."""

import gzip
import json
import random
from functools import reduce
from operator import getitem
from pathlib import Path

import msgspec
import pytest

import engine
from engine.core.canonical import digest
from engine.core.editions import bind_change, bind_default, bind_recorded, find_figures, is_kept, is_shipped
from engine.core.errors import Refused
from engine.core.table import new_table
from engine.registry import is_shipped as ships
from engine.registry import recorded_rules, rules_for
from tests.engine.conformance.suite import open_recorded, replay
from tests.engine.golden import records_of
from tests.games.foundry.cards import FoundryEdition
from tests.games.foundry.rules import HERE as FOUNDRY
from tests.games.foundry.rules import Foundry

each_game = pytest.mark.parametrize("game", list(engine.games()))
FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1" / "bundles"


def find_first():
    """Return game, version and edition as version 0.1 wrote them into its ledgers."""
    bundles = [json.loads(gzip.decompress(path.read_bytes())) for path in sorted(FIXTURES.glob("*.gz"))]
    opened = [bundle["entries"][0]["body"] for bundle in bundles if "edition" not in bundle]
    return sorted({(body["rules"], body["version"], body["edition"]) for body in opened})


def leaves_of(value, path=()):
    """Yield the path and the value of every leaf of plain tables."""
    if isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves_of(inner, (*path, key))
    else:
        yield path, value


def place_of(tables, path):
    """Return the innermost table on the way to a leaf."""
    return reduce(getitem, path[:-1], tables)


def other_figure(value):
    return not value if isinstance(value, bool) else value + 1


def find_told(rules):
    """Return an edition as plain tables, the leaves that are told and not played with, and the figures."""
    tables = json.loads(json.dumps(msgspec.to_builtins(rules.edition)))
    leaves = [(path, value, bool(set(path) & rules.edition.told)) for path, value in leaves_of(tables)]
    told = [(path, value) for path, value, is_told in leaves if is_told]
    return tables, told, [leaf for *leaf, is_told in leaves if not is_told and isinstance(leaf[1], int)]


@each_game
def test_no_text_is_bound(game):
    rules = engine.games()[game]
    tables, told, _ = find_told(rules)
    for path, value in told:
        place_of(tables, path)[path[-1]] = f"{value}?"
    other = msgspec.convert(tables, rules.edition_type)
    assert other != rules.edition
    assert other.digest == rules.edition.digest


@each_game
def test_every_figure_is_bound(game):
    rules = engine.games()[game]
    tables, _, figures = find_told(rules)
    for path, value in figures:
        if path != ("format",):
            place_of(tables, path)[path[-1]] = other_figure(value)
            assert msgspec.convert(tables, rules.edition_type).digest != rules.edition.digest, path
            place_of(tables, path)[path[-1]] = value


@each_game
def test_the_default_edition_is_kept(game):
    rules = engine.games()[game]
    message = f"the figures of {game} were changed: `make editions GAMES={game}` keeps them for the games to come"
    assert is_kept(rules.edition_type, rules.edition_path, rules.bound.digest), message


@pytest.mark.parametrize(("game", "version", "bound"), find_first())
def test_a_golden_game_goes_the_same_way_on_the_edition_that_0_1_bound(game, version, bound):
    rules = recorded_rules(game, version, bound)
    assert rules.edition.digest != bound
    assert rules.bound.digest == bound
    assert rules.bound.own is None
    records = [one for one in records_of(game).values() if open_recorded(one).rules.version == version]
    assert records
    for record in records[:6]:
        expected = replay(record)
        table = new_table(rules, record["seats"], record["options"], bytes.fromhex(record["seed"]))
        for seat, *lines in record["moves"]:
            table.play(seat, lines, blind=True)
        assert table.state_bytes() == expected.state_bytes()


@each_game
def test_the_order_of_keys_in_a_file_has_no_say(game):
    rules, rng = engine.games()[game], random.Random(game)
    tables = shuffle_keys(msgspec.to_builtins(rules.edition), rng)
    own = msgspec.convert(tables, rules.edition_type)
    assert own == rules.edition
    bound = bind_recorded(rules.edition_type, rules.edition_path, digest(tables), tables)
    told = rules.edition.told
    assert repr(find_figures(bound.edition, told)) == repr(find_figures(rules.edition, told))


def shuffle_keys(value, rng):
    if isinstance(value, dict):
        return {key: shuffle_keys(value[key], rng) for key in rng.sample(list(value), len(value))}
    return [shuffle_keys(inner, rng) for inner in value] if isinstance(value, list) else value


# An edition goes on


@pytest.fixture
def corrected(tmp_path):
    """A foundry whose bell was renamed and made dearer after games had begun with it as it was."""
    tables = msgspec.to_builtins(engine.games()["foundry"].edition)
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "1.json").write_bytes(msgspec.json.encode(tables))
    text = (FOUNDRY / "data" / "edition.toml").read_text(encoding="utf-8")
    bell = next(row for row in tables["design"] if row["id"] == "bell")
    assert text.count(f'"{bell["name"]["fr"]}"') == 1
    text = text.replace(f'"{bell["name"]["fr"]}"', '"Bourdon"').replace("coins = 6", "coins = 7", 1)
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    return tmp_path / "edition.toml"


def test_a_corrected_figure_is_for_new_games_and_a_corrected_name_for_all(corrected):
    before = engine.games()["foundry"].edition
    now = bind_default(FoundryEdition, corrected)
    for wanted in (before.digest, digest(msgspec.to_builtins(before))):
        begun = bind_recorded(FoundryEdition, corrected, wanted, None)
        assert (begun.edition.coins, now.edition.coins) == (6, 7)
        assert begun.edition.names()["bell"]["fr"] == now.edition.names()["bell"]["fr"] == "Bourdon"
        assert begun.digest == wanted
        assert is_shipped(FoundryEdition, corrected, wanted)


def test_a_clubs_own_edition_stays_as_it_was_with_its_names(corrected):
    own = bind_change(FoundryEdition, FOUNDRY / "data" / "edition.toml", "rounds = 5")
    begun = bind_recorded(FoundryEdition, corrected, own.digest, own.own)
    assert (begun.edition.coins, begun.edition.rounds) == (6, 5)
    assert begun.edition.names()["bell"]["fr"] != "Bourdon"


def test_a_file_that_only_renames_is_a_clubs_own_and_bound_whole():
    renamed = rules_for("foundry", {"design": [{"id": "bell", "name": {"en": "Big Bell"}}]})
    assert renamed.edition.digest == engine.games()["foundry"].edition.digest
    assert renamed.bound.digest == digest(renamed.bound.own) != renamed.edition.digest
    assert not ships("foundry", renamed.bound.digest)
    assert recorded_rules("foundry", 1, renamed.bound.digest, renamed.bound.own).names["bell"]["en"] == "Big Bell"


def test_a_file_that_changes_nothing_is_the_default_edition():
    assert rules_for("foundry", "coins = 6").bound.own is None


def test_tables_under_a_foreign_digest_are_refused():
    own = msgspec.to_builtins(engine.games()["foundry"].edition)
    with pytest.raises(Refused, match="broken_edition"):
        recorded_rules("foundry", 1, digest({}), own)


def test_an_edition_that_was_seen_with_its_tables_is_not_known_without_them():
    own = rules_for("foundry", "coins = 11").bound
    assert recorded_rules("foundry", 1, own.digest, own.own).edition == own.edition
    with pytest.raises(Refused, match="unknown_edition"):
        recorded_rules("foundry", 1, own.digest)


def test_rules_of_many_editions_are_made_again_rather_than_kept_for_ever():
    many = [rules_for("foundry", f"coins = {coins}").bound for coins in range(20, 100)]
    for own in (*many, many[0]):
        assert recorded_rules("foundry", 1, own.digest, own.own).edition is not None


# Versions


class Tomorrow(Foundry):
    version = 3
    oldest_version = 2
    corrections = {"ties_to_the_last": 3}


@pytest.mark.parametrize(("version", "is_corrected"), [(None, True), (3, True), (2, False)])
def test_a_correction_is_in_force_from_its_version_on(version, is_corrected):
    rules = Tomorrow(version=version)
    assert rules.version == (version or 3)
    assert rules.book.corrected["ties_to_the_last"] == is_corrected


@pytest.mark.parametrize("version", [1, 4])
def test_a_version_that_is_not_here_is_refused(version):
    with pytest.raises(Refused, match="here are the versions 2 to 3"):
        Tomorrow(version=version)


@each_game
def test_every_correction_has_a_version_and_the_newest_one_is_the_games(game):
    rules = engine.games()[game]
    assert rules.version == max([rules.oldest_version, *rules.corrections.values()])
    assert all(rules.oldest_version < since <= rules.version for since in rules.corrections.values())
