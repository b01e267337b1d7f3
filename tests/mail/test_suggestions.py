"""Suggested moves by mail: a line `suggest`, or « suggérer », is answered with lines that can be sent back."""

import pytest


@pytest.mark.parametrize(
    ("lang", "word", "said"), [("en", "suggest", "Estimates by"), ("fr", "suggérer", "Estimations")]
)
def test_a_mail_is_answered_with_moves(house, lang, word, said):
    house.person("ada", language=lang)
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, word).code == "suggest"
    answer = house.mails_to("ada")[-1]
    assert "1. " in answer.text
    assert said in answer.text
    assert ada.view(game)["awaited"]


def test_a_table_without_hints_gives_none_by_mail(house):
    house.table(hints="none")
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "suggest").code == "hints_off"
    assert "wants no hints" in house.mails_to("ada")[-1].text


def test_it_stands_alone_in_a_mail(house):
    house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "suggest\nbid 1").code == "unreadable_move"


def test_what_comes_from_elsewhere_is_asked_about_first(house):
    house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "suggest", author="mallory@example.net").code == "sender_mismatch"


def test_a_mail_about_no_game_has_nothing_to_suggest(house):
    house.person("ada")
    mails = house.mails_to("ada")
    assert all(house.answer(mail, "suggest").code == "not_found" for mail in mails if mail["Reply-To"])
