"""A command line that does not fit is told in the reader's language."""

from typing import Any

import pytest
import typer
from typer import Context

from cli.app import app
from cli.misuse import MEANT


@pytest.mark.parametrize(
    ("words", "said", "dit"),
    [
        (["fly"], "No such command: fly.", "Il n'y a pas de commande fly."),
        (
            ["pla"],
            "No such command: pla. Did you mean `play`?",
            "Il n'y a pas de commande pla. Vouliez-vous dire `play` ?",
        ),
        (
            ["legal"],
            "No such command: legal. Did you mean `moves`?",
            "Il n'y a pas de commande legal. Vouliez-vous dire `moves` ?",
        ),
        (
            ["reserve", "3"],
            'No such command: reserve. A move is played by `atelier play "reserve ..."`.',
            'Il n\'y a pas de commande reserve. Un coup se joue par `atelier play "reserve ..."`.',
        ),
        (["host", "legal"], "No such command: legal.", "Il n'y a pas de commande legal."),
        (["show", "--fly"], "No such option: --fly.", "Il n'y a pas d'option --fly."),
        (
            ["show", "--plan"],
            "No such option: --plan. Near it are: --at, --plain.",
            "Il n'y a pas d'option --plan. Il y a presque : --at, --plain.",
        ),
        (["join"], "GAME is missing.", "Il manque GAME."),
        (["log", "--since"], "--since needs a value.", "--since demande une valeur."),
        (["show", "--json=3"], "--json takes no value.", "--json ne prend pas de valeur."),
        (["log", "--since", "x"], "--since: `x` is not a number.", "--since : `x` n'est pas un nombre."),
        (
            ["host", "outbox", "--state", "x"],
            "--state: `x` is none of queued, sent, parked, dropped, joined.",
            "--state : `x` n'est aucun de queued, sent, parked, dropped, joined.",
        ),
        (
            ["host", "mail", "--number", "0"],
            "--number: 0 is not in the range x>=1.",
            "--number : 0 n'est pas dans l'intervalle x>=1.",
        ),
        (
            ["export", "a", "b"],
            "The command takes no more words: b.",
            "La commande ne prend pas d'autres mots : b.",
        ),
    ],
)
def test_what_is_wrong_with_a_command_line_is_said_in_both_languages(newcomer, words, said, dit):
    for lang, sentence in (("en", said), ("fr", dit)):
        result = newcomer.run(*words, ATELIER_LANG=lang)
        assert (result.exit, result.err.splitlines()[0]) == (2, sentence)


def test_every_word_that_is_typed_for_a_command_leads_to_one_and_is_none():
    group: Any = typer.main.get_command(app)
    commands = group.list_commands(Context(group))
    words = [word for others in MEANT.values() for word in others]
    assert set(MEANT) <= set(commands)
    assert not set(words) & set(commands)
    assert len(words) == len(set(words))


def test_help_is_a_word_too(newcomer):
    assert newcomer.run("help", "play").out == newcomer.run("play", "--help").out
    assert newcomer.run("help").out == newcomer.run("--help").out
