"""`atelier analyse`: a bundle is enough, no server is asked, and it reads well in both languages."""

import gzip
from pathlib import Path

import pytest

from cli.commands.analysis import tell_stroke
from cli.speech import say
from engine.analysis.report import Analysis, Stroke
from tests.cli.people import Player

BUNDLES = Path(__file__).parents[1] / "fixtures" / "0.1" / "bundles"


@pytest.fixture
def nobody(tmp_path):
    """Somebody without a profile, and no server to ask."""
    return Player(tmp_path / "nobody", "http://127.0.0.1:9")


@pytest.fixture
def bundle(tmp_path):
    path = tmp_path / "game.atelier.json"
    path.write_bytes(gzip.decompress((BUNDLES / "nicodemus-finished-ada.json.gz").read_bytes()))
    return path


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_tells_curves_swings_and_luck_in_80_columns(nobody, bundle, lang):
    shown = nobody.run("analyse", bundle, ATELIER_LANG=lang)
    assert shown.exit == 0, shown.err
    assert all(len(line) <= 80 for line in shown.out.splitlines())
    assert {"en": "What swung it", "fr": "Ce qui l'a fait basculer"}[lang] in shown.out
    assert {"en": "more games in a hundred", "fr": "parties de plus sur cent"}[lang] in " ".join(shown.out.split())
    assert "█" in shown.out


def test_a_screen_reader_gets_rounds_and_no_blocks(nobody, bundle):
    shown = nobody.run("analyse", bundle, "--plain")
    assert shown.exit == 0, shown.err
    assert "█" not in shown.out
    assert "ada: 100 %" in shown.out


def test_scripts_get_all_of_it(nobody, bundle):
    found = nobody.run("analyse", bundle, "--json").json
    assert found["winners"] == [0]
    assert len(found["points"]) > 30
    assert {"n", "round", "seat", "played", "better", "lost", "error"} == set(found["swings"][0])


def test_the_curves_are_drawn_into_a_file(nobody, bundle, tmp_path):
    shown = nobody.run("analyse", bundle, "--svg", tmp_path / "game.svg")
    assert "Drawn into" in shown.err
    assert (tmp_path / "game.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_game_that_runs_is_refused(nobody, tmp_path):
    path = tmp_path / "running.json"
    path.write_bytes(gzip.decompress((BUNDLES / "nicodemus-running-ada.json.gz").read_bytes()))
    shown = nobody.run("analyse", path)
    assert (shown.exit, "The game is not over" in shown.err) == (2, True)


def test_a_bundle_that_does_not_hold_is_refused(nobody, bundle):
    bundle.write_bytes(bundle.read_bytes().replace(b'"seat":0', b'"seat":1', 1))
    shown = nobody.run("analyse", bundle)
    assert shown.exit != 0
    assert "Traceback" not in shown.err
    assert "atelier verify" in shown.err


@pytest.mark.parametrize(
    ("gained", "said", "dit"),
    [
        (
            0.123,
            "Round 3, bob: what `draw` showed was worth about 12 games in a hundred (± 2).",
            "a montré valait environ 12 parties sur cent (± 2).",
        ),
        (
            -0.2,
            "Round 3, bob: what `draw` showed cost about 20 games in a hundred (± 2).",
            "a coûté environ 20 parties sur cent (± 2).",
        ),
    ],
)
def test_luck_is_told_as_what_was_shown_was_worth_or_cost(gained, said, dit):
    stroke = Stroke(9, 3, 1, ("draw",), gained, 0.021)
    found = Analysis("g", "nicodemus", ("ada", "bob"), 1, (0,), (), True, (), (stroke,))
    told = tell_stroke(stroke, found)
    assert say(told, "en") == said
    assert say(told, "fr").endswith(dit)
