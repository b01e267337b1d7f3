"""Notes from the shell: left, looked at, taken back, left with a turn, made apart from sending, completed with Tab."""

import pytest

from cli.completion import offer_notes
from tests.cli.people import write_witnesses


@pytest.fixture
def pebbles(person):
    """Two people at Pebbles; the first of them is asked."""
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "pebbles", "--seats", "2", "--title", f"pebbles {ada.handle}")["id"]
    bob.ok("join", game)
    return (game, ada, bob) if ada.view(game)["awaited"] else (game, bob, ada)


def waiting(player, game):
    return [one["shown"] for one in player.data("note", game)["notes"]]


def kept(player, game):
    return (player.home / "profiles" / "default" / "noted" / f"{game}.txt").read_text().splitlines()


def test_notes_are_left_shown_with_what_they_would_do_and_taken_back(pebbles):
    game, _, bob = pebbles
    left = bob.ok("note", game, "take 3 | take 2", "turn: take 1")
    assert "turn: take 3 | take 2" in left.out
    assert "2 notes are left" in left.err
    shown = bob.ok("note", game).out
    assert "   1  turn: take 3 | take 2\n      now it would play `take 3`" in shown
    assert "2 notes of yours wait" in bob.ok("show", game).err
    assert "up to number 2 are taken back" in bob.ok("note", game, "--drop").err
    assert "No note of yours waits" in bob.ok("note", game).err
    assert "No note of yours waits" in bob.ok("note", game, "--drop").err
    assert len(kept(bob, game)) == 3


def test_a_dry_run_shows_how_a_note_is_understood_and_leaves_nothing(pebbles):
    game, _, bob = pebbles
    shown = bob.ok("note", game, "prendre 3", "--dry-run")
    assert ("turn: take 3" in shown.out, "Nothing was left" in shown.err) == (True, True)
    assert bob.data("note", game, "take 3", "--dry-run")["notes"][0]["says"]["phase"] == "turn"
    assert waiting(bob, game) == []


def test_a_list_replaces_the_one_before_unless_it_is_added(pebbles):
    game, _, bob = pebbles
    bob.ok("note", game, "take 3")
    bob.ok("note", game, "take 2")
    assert waiting(bob, game) == ["turn: take 2"]
    bob.ok("note", game, "take 1", "--add")
    assert waiting(bob, game) == ["turn: take 2", "turn: take 1"]


def test_conditions_and_limits_are_options(pebbles):
    game, _, bob = pebbles
    bob.ok("note", game, "take 3", "--unless-new", "--asks", "2", "--round", "4", "--until", "3d", "--stays")
    (note,) = bob.data("note", game)["notes"]
    assert note["says"]["known"]
    assert (note["ask"], note["round"], note["stays"]) == (bob.view(game)["ask"] + 1, 4, True)
    assert note["until"] > note["at"]
    shown = bob.ok("note", game).out
    assert all(said in shown for said in ("unless new", "up to ask", "up to round 4", "it stays"))
    bob.ok("note", game, "turn: take 3", "--even-if-new")
    assert waiting(bob, game) == ["turn: take 3"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["take 9"], 3, "between 1 and 3"),
        (["dusk: take 1"], 2, "no phase"),
        (["take 1", "--unless-new", "--even-if-new"], 2, "Either"),
        (["take 1", "--drop"], 2, "Either"),
        (["take 1", "--until", "soon"], 2, "soon"),
    ],
)
def test_what_can_t_be_left_is_refused_with_the_reason(pebbles, words, code, said):
    game, _, bob = pebbles
    result = bob.run("note", game, *words)
    assert (result.exit, said in result.err) == (code, True), result
    assert waiting(bob, game) == []


def test_refusals_are_french_for_a_french_reader(pebbles):
    game, _, bob = pebbles
    assert "phase" in bob.run("note", game, "crépuscule: prendre 1", ATELIER_LANG="fr").err
    assert "tour : prendre 3" in bob.ok("note", game, "tour: prendre 3", "--dry-run", ATELIER_LANG="fr").out.replace(
        "tour: ", "tour : "
    )


def test_somebody_without_a_seat_leaves_no_note(pebbles, person):
    game, _, _ = pebbles
    assert person("eve").run("note", game, "take 1").exit == 7


def test_a_turn_and_its_notes_are_one_request(pebbles, calls):
    game, ada, _ = pebbles
    line = ada.view(game)["legal"][0]["line"]
    done = calls(ada.ok, "play", game, line, "--then", "take 1", "--then", "take 2")
    assert [call for call in done if call.startswith("POST")] == [f"POST {game}/notes/preview", f"POST {game}/turns"]
    assert len(waiting(ada, game)) == 2
    assert len(kept(ada, game)) == 2


def test_neither_turn_nor_note_is_taken_where_the_note_is_refused(pebbles):
    game, ada, _ = pebbles
    n = ada.view(game)["n"]
    assert ada.run("play", game, "take 1", "--then", "take 9").exit == 3
    assert ada.view(game)["n"] == n


def test_a_dry_run_of_a_turn_shows_its_notes_too(pebbles):
    game, ada, _ = pebbles
    assert "turn: take 1" in ada.ok("play", game, "take 2", "--then", "take 1", "--dry-run").out
    assert ada.view(game)["awaited"]


def test_a_guided_turn_offers_a_note_and_leaves_it_with_the_turn(pebbles):
    game, ada, _ = pebbles
    result = ada.run("play", game, stdin="take 1\nthen take 9\nthen take 2 | take 1\ny\n", terminal=True)
    assert result.exit == 0, result
    assert "`then NOTE` leaves a note" in result.err
    assert "Left with the turn: turn: take 2 | take 1" in result.err
    assert waiting(ada, game) == ["turn: take 2 | take 1"]


def test_what_was_left_and_taken_back_witnesses_the_game_when_it_is_verified(pebbles, newcomer, tmp_path):
    game, ada, bob = pebbles
    bob.ok("note", game, "take 3")
    bob.ok("note", game, "--drop")
    line = ada.view(game)["legal"][0]["line"]
    ada.ok("play", game, line, "--exact")
    bob.ok("play", game, bob.view(game)["legal"][0]["line"], "--exact")
    report = bob.data("verify", game)
    assert (report["grade"], report["why"]) == ("partial", None)
    bundle, witnesses = tmp_path / "game.json", tmp_path / "witnesses.json"
    bob.ok("export", game, "--file", bundle)
    witnesses.write_text(write_witnesses(bob, game))
    elsewhere = newcomer.data("verify", bundle, "--witness", witnesses)
    assert (elsewhere["anchored_to"], elsewhere["why"]) == (report["anchored_to"], None)


def test_slips_of_notes_and_drops_can_be_made_apart_from_sending(pebbles, tmp_path):
    game, _, bob = pebbles
    slips = bob.ok("note", game, "take 3", "take 2", "--slip").out
    assert waiting(bob, game) == []
    file = tmp_path / "notes.slip"
    file.write_text(slips)
    assert "2 notes are left" in bob.ok("send", file).err
    assert len(waiting(bob, game)) == 2
    drop = bob.ok("note", game, "--drop", "--slip").out
    assert len(waiting(bob, game)) == 2
    assert bob.data("send", stdin=drop)["notes"][0]["note"] == 2
    assert waiting(bob, game) == []


def test_a_list_of_games_says_that_a_note_waits_to_its_author_alone(pebbles):
    game, ada, bob = pebbles
    bob.ok("note", game, "take 3")
    assert f"waits for {ada.handle} · 1 note" in bob.ok("games").out
    assert "note" not in ada.ok("games").out + ada.ok("show", game).err
    assert [one["notes"] for one in ada.data("games")] == [0]


class Typed:
    """What a shell knows of a command line."""

    def __init__(self, game):
        self.params = {"game": game}


def test_completion_goes_on_where_a_note_is(pebbles, monkeypatch):
    game, _, bob = pebbles
    bob.view(game)
    for name, value in bob.environ.items():
        monkeypatch.setenv(name, value)
    assert "turn:" in list(offer_notes(Typed(game), "t"))
    assert "turn: take" in list(offer_notes(Typed(game), "turn: ta"))
    assert "turn: take 1 | take" in list(offer_notes(Typed(game), "turn: take 1 | "))


def test_a_first_word_that_names_no_game_is_a_note_in_the_one_that_waits(pebbles):
    _, ada, _ = pebbles
    assert "turn: take 3" in ada.ok("note", "take 3", "--dry-run").out
    assert ada.run("note", "nosuchgame").exit == 7
