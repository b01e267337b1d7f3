"""What entries say to people, in whole sentences, in both languages."""

from typing import get_args, get_type_hints

import pytest

from engine.core.language import LANGUAGES, Voice
from engine.ledger.entries import (
    AgreeBody,
    ClockBody,
    EndBody,
    Header,
    HostAction,
    HostBody,
    MotionTerms,
    NoteBody,
    SeatBody,
    StartBody,
    UndoBody,
)
from engine.ledger.sentences import SEAT_NEWS, tell_entry
from tests.ledger.room import MAIL, Room, key

AT = 1_763_582_400_000
"""19 November 2025, 21:00 in Paris."""
NAMES = ("Ada", "Bob", "Cleo")
KID = key("hanna").kid
OTHER = key("ada").kid


def header(kind, seat=None, prev=MAIL):
    return Header(1, "g", 7, AT, kind, seat, None, KID, prev, MAIL, MAIL)


def said(kind, body, seat=None, lang="en", **more):
    told = tell_entry(header(kind, seat), body, "Europe/Paris", **more)
    return " ".join(Voice(lang, players=NAMES).say(text) for text in told)


def hosts(action, **more):
    seat = 1 if action in {"bot_seat", "open_seat", "offer_seat"} else None
    until = AT if action == "extend" else None
    return said("host", HostBody(action, "asked", kept=True, by=KID, until=until), seat, **more)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("action", get_args(HostAction))
def test_every_act_of_a_host_is_a_sentence_with_a_subject(action, lang):
    sentence = hosts(action, lang=lang)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert sentence.startswith({"en": ("A host", "The club"), "fr": ("Un hôte", "Le club")}[lang])


def test_a_host_is_called_by_name_and_shown_as_a_player_who_plays():
    assert hosts("stop", host="Hanna") == "Hanna (host) has ended the game."
    plays = HostBody("pause", "asked", kept=True, by=KID, plays=0)
    assert said("host", plays).startswith("Ada, who is a host and plays here, has paused the game")


def test_time_is_told_in_the_readers_zone():
    body = HostBody("extend", "asked", kept=True, by=KID, until=AT)
    assert said("host", body, 1) == "A host has given Bob time until Wed 19 Nov, 21:00 CET."
    assert said("host", body) == "A host has given everybody time until Wed 19 Nov, 21:00 CET."
    paused = HostBody("pause", "asked", kept=True, by=KID, until=AT)
    assert said("host", paused, lang="fr").startswith(
        "Un hôte a mis la partie en pause jusqu'au mer. 19 nov., 21:00 CET"
    )


def test_what_the_server_does_itself_blames_nobody():
    assert said("host", HostBody("bot_seat", "left", kept=True), 1) == "A bot plays on in the seat of Bob."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("action", get_args(get_type_hints(ClockBody)["action"]))
def test_every_act_of_the_clock_is_a_sentence(action, lang):
    sentence = said("clock", ClockBody(action, AT, AT, AT, {}), 2, lang)
    assert "Cleo" in sentence
    assert "{" not in sentence


@pytest.mark.parametrize("how", SEAT_NEWS)
def test_every_change_of_a_seat_is_a_sentence(how):
    assert said("seat", SeatBody(None, None, how), None if how == "server" else 2).endswith(".")


def test_all_that_is_written_in_a_game_is_known():
    room = Room().start()
    room.settle(0)
    hows = {(entry.body or {}).get("how") for entry in room.bundle().entries}
    assert hows - {None} <= set(SEAT_NEWS)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"do": "bot_seat", "about": 2}, "Ada proposes: a bot plays on for Cleo."),
        ({"do": "open_seat", "about": 2}, "Ada proposes: the seat of Cleo is offered to substitutes."),
        ({"do": "extend", "about": 2, "until": AT}, "Ada proposes: Cleo has time until Wed 19 Nov, 21:00 CET."),
        ({"do": "pause", "until": AT}, "Ada proposes: the table pauses until Wed 19 Nov, 21:00 CET."),
        ({"do": "stop"}, "Ada proposes: the game ends here."),
    ],
)
def test_a_motion_is_told_with_who_proposes_it(terms, sentence):
    motion = MotionTerms(on=MAIL, ends=AT, **terms)
    assert said("agree", AgreeBody(motion, False, None), 0) == sentence
    agreed = AgreeBody(MotionTerms(on=OTHER, ends=AT, **terms), True, None)
    assert said("agree", agreed, 0) == sentence.replace("proposes", "agrees") + " That is enough: it is done."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("how", get_args(get_type_hints(EndBody)["how"]))
def test_every_end_is_a_sentence(how, lang):
    result = {"places": [2, 1, 2]} if how == "judged" else None
    sentence = said("end", EndBody(result, how, MAIL, MAIL), lang=lang)
    assert "{" not in sentence
    assert how != "judged" or "1. Bob, 2. Ada, 2. Cleo" in sentence


@pytest.mark.parametrize(
    ("scores", "places", "told"),
    [
        (
            (19, 24, 8),
            (2, 1, 3),
            "The game is over: Bob won by 5 points. 1. Bob: 24 points 2. Ada: 19 points 3. Cleo: 8 points",
        ),
        ((1, 0), (1, 2), "The game is over: Ada won by 1 point. 1. Ada: 1 point 2. Bob: 0 points"),
        (
            (4, 4),
            (2, 1),
            "The game is over: Bob won, by what decides between equal scores. 1. Bob: 4 points 2. Ada: 4 points",
        ),
        ((4, 4), (1, 1), "The game is over: Ada, Bob share the win. 1. Ada: 4 points 1. Bob: 4 points"),
        ((7,), (1,), "The game is over. 1. Ada: 7 points"),
    ],
)
def test_an_end_says_who_won_and_by_how_much(scores, places, told):
    standings = [{"seat": n, "score": score, "place": places[n]} for n, score in enumerate(scores)]
    assert said("end", EndBody({"how": "x", "standings": standings}, "played", MAIL, MAIL)) == told


def test_the_beginning_what_was_taken_back_and_notes_are_told():
    assert said("start", StartBody(())) == "The game has begun."
    assert said("undo", UndoBody(None, 3), 1) == "Bob took back a turn."
    assert said("note", NoteBody(None, 0, (), (), ()), 1) == "Bob had left a note: it was played."
