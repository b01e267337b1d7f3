"""Every problem has one exit code and one sentence in each language."""

import pytest

from cli.exits import MEANINGS, Failure
from cli.speech import say
from engine.core.refusals import REFUSALS, Exit

BY_NAME = {
    "illegal_move": 3,
    "unreadable_move": 3,
    "ambiguous_name": 3,
    "stale_ask": 4,
    "stale_position": 4,
    "ask_taken": 4,
    "terms_changed": 4,
    "note_unfit": 4,
    "not_awaited": 5,
}
BY_STATUS = {401: 7, 403: 7, 404: 7, 410: 7, 429: 6, 500: 6, 503: 6}
ADVICE = {code: handling.advice for code, handling in REFUSALS.items() if handling.advice is not None}


@pytest.mark.parametrize("code", sorted(ADVICE))
def test_every_advice_is_a_sentence_in_both_languages(code):
    english, french = say(ADVICE[code], "en"), say(ADVICE[code], "fr")
    assert english != french
    assert english.endswith(".")
    assert french.endswith(".")


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_code_has_the_exit_of_the_design(code):
    status, exit_code, _ = REFUSALS[code]
    assert exit_code == BY_NAME.get(code, BY_STATUS.get(status, 2))


def test_every_exit_is_explained():
    assert set(Exit) - set(MEANINGS) == {Exit.BROKEN_PIPE}
    assert all(say(text, "fr") != say(text, "en") for text in MEANINGS.values())


def test_a_problem_without_words_still_says_something():
    failure = Failure.of_problem({"code": "brand_new"})
    assert (failure.sentence("en"), failure.exit) == ("brand_new", Exit.USAGE)
