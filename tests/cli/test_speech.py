"""The client's sentences: its own catalogue counts first, and changes nothing for the club in the same process."""

from cli.speech import say, translate
from engine.core.language import Text, Voice
from server.problems import BUG

NO_SEAT = Text("You have no seat in this game.")


def test_the_client_and_a_club_in_one_process_keep_their_own_french():
    assert Voice("fr").say(BUG) != BUG.msgid  # the club's words are there
    assert say(NO_SEAT, "fr") == "Vous n'avez pas de place dans cette partie."
    assert Voice("fr").say(NO_SEAT) == "Vous n'avez pas de place dans cette partie."


def test_what_the_client_has_no_words_for_is_said_with_the_engine_s():
    assert say(Text("A turn needs at least one move."), "fr") == "Un tour a besoin d'au moins un coup."


def test_what_was_said_elsewhere_is_left_alone():
    assert say("Interrupted.", "fr") == "Interrupted."


def test_the_example_in_a_help_text_is_the_same_in_all_languages():
    assert translate("Example: atelier demo", "fr") == "Exemple : atelier demo"
