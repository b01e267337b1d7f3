"""Every problem has one exit code and one sentence in each language."""

import pytest

from cli.exits import ADVICE, MEANINGS, Exit, Failure, exit_of
from server.problems import STATUS


@pytest.mark.parametrize("code", sorted(STATUS))
def test_every_code_of_the_server_has_a_sentence_in_both_languages(code):
    english, french = ADVICE[code].say("en"), ADVICE[code].say("fr")
    assert english != french
    assert english.endswith(".")
    assert french.endswith(".")


@pytest.mark.parametrize(("code", "status"), sorted(STATUS.items()))
def test_every_code_has_the_exit_of_the_design(code, status):
    by_name = {
        "illegal_move": 3, "unreadable_move": 3, "ambiguous_name": 3, "stale_ask": 4, "stale_position": 4,
        "ask_taken": 4, "terms_changed": 4, "not_awaited": 5,
    }  # fmt: skip
    by_status = {401: 7, 403: 7, 404: 7, 410: 7, 429: 6, 500: 6, 503: 6}
    assert exit_of(code) == by_name.get(code, by_status.get(status, 2))


def test_no_advice_is_about_a_code_that_does_not_exist():
    assert set(ADVICE) <= set(STATUS)


def test_every_exit_is_explained():
    assert set(Exit) - set(MEANINGS) == {Exit.BROKEN_PIPE}
    assert all(text.say("fr") != text.say("en") for text in MEANINGS.values())


def test_a_problem_without_words_still_says_something():
    failure = Failure.of_problem({"code": "brand_new"})
    assert (failure.sentence("en"), failure.exit) == ("brand_new", Exit.USAGE)
