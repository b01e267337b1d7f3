"""A command line that does not fit is told in the reader's language."""

import pytest


@pytest.mark.parametrize(
    ("words", "said", "dit"),
    [
        (["fly"], "No such command: fly.", "Il n'y a pas de commande fly."),
        (["show", "--fly"], "No such option: --fly.", "Il n'y a pas d'option --fly."),
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
