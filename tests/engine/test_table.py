"""The facade: opening, playing, stopping at reveals, imagining, dumping; and what bad input is told."""

import json
import runpy

import pytest

import engine
from engine.core.editions import bind_default
from engine.core.errors import IllegalMove, Refused


def foundry(seats=3, seed=b"table", **given):
    return engine.open_table("foundry", seats, seed=seed, **given)


def edited(table, change):
    """Return a table after its dump was edited by hand."""
    dump = json.loads(table.dump())
    change(dump)
    return engine.load_table(json.dumps(dump))


def at_casting(hand=("bell",), iron=3, tin=1):
    def change(dump):
        state = dump["state"]
        pool = state["deck"] + [card for player in state["players"] for card in player["hand"]]
        for player in state["players"]:
            player["hand"] = []
        for card in hand:
            pool.remove(card)
        state["players"][0] |= {"hand": list(hand), "iron": iron, "tin": tin}
        state |= {"deck": pool, "step": "cast"}

    return edited(foundry(), change)


def test_the_games_are_a_mapping_of_ids_to_rules():
    assert engine.games()["foundry"].title.fr == "Fonderie"
    assert "foundry" in engine.games()
    assert len(engine.games()) >= 1


def test_a_turn_is_a_list_of_moves_in_words_or_objects():
    table = foundry()
    assert str(table.play(0, ["bid 2"]).played[0]) == "bid 2"
    assert table.play(1, table.legal(1)[0]).played == (engine.open_table("foundry", 3).legal(1)[0],)


def test_a_table_awaits_whoever_is_asked():
    table = foundry()
    assert table.awaiting == (0, 1, 2)
    table.play(1, "bid 0")
    assert table.awaiting == (0, 2)


def test_a_move_out_of_turn_is_refused():
    table = at_casting()
    with pytest.raises(IllegalMove, match="not your turn") as refused:
        table.play(2, "pass")
    assert refused.value.code == "not_awaited"


def test_a_move_of_another_step_says_what_can_be_done_now():
    with pytest.raises(IllegalMove, match="now you can: bid") as refused:
        foundry().play(0, "pass")
    assert refused.value.reason == "not_now"


def test_a_refusal_names_the_move_the_reason_and_what_is_allowed():
    with pytest.raises(IllegalMove) as refused:
        at_casting().play(0, "cast bell iron")
    assert refused.value.say() == (
        "`cast Bell iron`: it costs 2 metals, not 1. Allowed: `cast Bell 2 iron`, `cast Bell iron tin`."
    )
    assert "il coûte 2 métaux, pas 1" in refused.value.say("fr")


def test_an_illegal_move_refuses_the_whole_turn_with_its_index():
    table = at_casting()
    before = table.dump()
    with pytest.raises(IllegalMove) as refused:
        table.play(0, ["cast bell iron*2", "cast bell iron*2"])
    assert refused.value.index == 1
    assert table.dump() == before


def at_the_last_bid():
    table = foundry()
    table.play(1, "bid 0")
    table.play(2, "bid 0")
    return table


def test_a_turn_stops_after_the_first_move_that_showed_its_player_something():
    outcome = at_the_last_bid().play(0, ["bid 3", "keep bell"])
    assert (len(outcome.played), outcome.unplayed, outcome.stopped) == (1, ("keep bell",), "reveal")


@pytest.mark.parametrize("how", ["bang", "blind"])
def test_a_blind_turn_plays_on(how):
    table = at_the_last_bid()
    drawn = table.copy().play(0, "bid 3").table.view(0)["drawn"][0]
    first = "bid 3!" if how == "bang" else "bid 3"
    outcome = table.play(0, [first, f"keep {drawn}"], blind=how == "blind")
    assert (len(outcome.played), outcome.unplayed, outcome.stopped) == (2, (), None)


def test_after_a_reveal_an_illegal_move_leaves_what_was_played():
    outcome = at_the_last_bid().play(0, ["bid 3!", "keep nothing", "pass"])
    assert (len(outcome.played), outcome.stopped) == (1, "illegal")
    assert outcome.unplayed == ("keep nothing", "pass")
    assert outcome.refusal.index == 1


def test_an_imagined_turn_is_refused_at_the_move_that_is_not_legal():
    table = foundry()
    with pytest.raises(IllegalMove) as illegal:
        table.imagine(0, ["bid 3", "keep bell"])
    assert (illegal.value.index, illegal.value.code) == (1, "not_awaited")
    with pytest.raises(IllegalMove) as illegal:
        table.imagine(0, "bid 99")
    assert illegal.value.index == 0


def test_imagining_changes_nothing_and_stops_at_a_reveal():
    table = at_the_last_bid()
    before = table.dump()
    outcome = table.imagine(0, ["bid 3!", "keep bell"])
    assert (outcome.stopped, outcome.events) == ("reveal", ())
    assert table.dump() == before


def test_a_spectator_sees_no_hand():
    view = foundry().view(None)
    assert view["hand"] is None
    assert view["you"] is None


def test_a_dump_goes_on_as_the_same_game():
    table = at_the_last_bid()
    other = engine.load_table(table.dump())
    table.play(0, "bid 1")
    other.play(0, "bid 1")
    assert table.dump() == other.dump()


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"game": "chess", "seats": 2}, "unknown_rules", "no game `chess`"),
        ({"game": "foundry", "seats": 9}, "seats_out_of_range", "for 2 to 4 players, not 9"),
        ({"game": "foundry", "seats": 2, "options": {"speed": 1}}, "unknown_option", "no option `speed`"),
        ({"game": "foundry", "seats": 2, "edition": "coins = "}, "broken_edition", "not a TOML file"),
        ({"game": "foundry", "seats": 2, "edition": "coins = " + "9" * 5000}, "broken_edition", "not a TOML file"),
        ({"game": "foundry", "seats": 2, "edition": "coins = " + "[" * 5000}, "broken_edition", "not a TOML file"),
        ({"game": "foundry", "seats": 2, "edition": "[[design]]\nid = [1]"}, "broken_edition", "Expected `str`"),
        ({"game": "foundry", "seats": 2, "edition": "coins = 'many'"}, "broken_edition", "Expected `int`, got `str`"),
        ({"game": "foundry", "seats": 2, "edition": "colour = 1"}, "broken_edition", "unknown field `colour`"),
        (
            {"game": "foundry", "seats": 2, "edition": "[[design]]\nid = 'bell'\ncost = 'two'"},
            "broken_edition",
            "`design[0].cost` (bell)",
        ),
        ({"game": "foundry", "seats": 2, "edition": "[[design]]\nid = 'gong'"}, "broken_edition", "gong"),
        ({"game": "foundry", "seats": 2, "edition": "# " + "x" * 300_000}, "edition_too_large", "at most 262144 bytes"),
    ],
)
def test_bad_input_is_refused_by_name(given, code, said):
    with pytest.raises(Refused) as refused:
        engine.open_table(**given)
    assert refused.value.code == code
    assert said in refused.value.say()
    assert refused.value.say("fr")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda dump: dump.pop("seed"), "missing required field `seed`"),
        (lambda dump: dump.update(atelier=9), "format 9"),
        (lambda dump: dump.update(extra=1), "unknown field `extra`"),
        (lambda dump: dump.update(seed="zz"), "hexadecimal"),
        (lambda dump: dump["state"].update(step="dance"), "no step `dance`"),
        (lambda dump: dump["state"]["deck"].pop(), "where the game has 4"),
        (lambda dump: dump["state"]["deck"].append("gong"), "`gong` where the game has 0"),
        (lambda dump: dump["state"].update(players="none"), "Expected `array`"),
        (lambda dump: dump.update(seats=4), "makes no sense"),
        (lambda dump: dump.update(seats=9), "9 seats"),
    ],
)
def test_a_dump_that_makes_no_sense_is_refused_with_the_reason(change, said):
    with pytest.raises(Refused) as refused:
        edited(foundry(), change)
    assert refused.value.code == "broken_dump"
    assert said in refused.value.say()


@pytest.mark.parametrize(
    ("change", "code"), [({"version": 7}, "unknown_version"), ({"edition": "x"}, "unknown_edition")]
)
def test_a_dump_of_rules_that_are_not_here_is_refused(change, code):
    with pytest.raises(Refused) as refused:
        edited(foundry(), lambda dump: dump.update(change))
    assert refused.value.code == code


@pytest.mark.parametrize("data", [b"", b"nothing", b"[]", b"\xff\xfe", b"{}"])
def test_what_is_no_dump_is_refused(data):
    with pytest.raises(Refused, match="broken_dump"):
        engine.load_table(data)


def test_an_empty_turn_is_refused():
    with pytest.raises(Refused, match="at least one move"):
        foundry().play(0, [])


def test_an_edition_file_changes_one_figure_and_the_dump_says_so():
    table = foundry(edition="coins = 9")
    assert table.view(0)["players"][0]["coins"] == 9
    assert table.rules.bound.own is not None
    again = engine.load_table(table.dump())
    assert again.rules.bound.digest == table.rules.bound.digest != foundry().rules.bound.digest
    assert again.dump() == table.dump()


def test_a_row_of_an_edition_is_changed_by_its_id():
    table = foundry(edition="[[design]]\nid = 'bell'\ncost = 7")
    assert table.rules.book.designs["bell"].cost == 7
    assert table.rules.book.designs["anchor"].cost == 4


def test_a_result_tells_scores_ranking_winners_and_how():
    table = foundry()
    while table.awaiting:
        table.play(table.awaiting[0], table.legal(table.awaiting[0])[0])
    result = table.result
    assert result.how in table.rules.ends
    assert sorted(result.ranking) == [0, 1, 2]
    assert result.scores == (0, 0, 0)
    assert result.winners == (0, 1, 2)


def test_no_two_components_of_an_edition_have_the_same_id(tmp_path):
    row = '[[design]]\nid = "bell"\nname = { en = "Bell", fr = "Cloche" }\nsource = "designed"\n'
    row += "copies = 1\ncost = 1\npoints = 1\n"
    path = tmp_path / "edition.toml"
    path.write_text('format = 1\ngame = "foundry"\ncoins = 6\nrounds = 4\nsources = {}\n' + row + row)
    with pytest.raises(Refused, match="two rows with the id `bell`"):
        bind_default(type(engine.games()["foundry"].edition), path)


def test_the_engine_plays_by_itself(capsys):
    runpy.run_module("engine", run_name="__main__")
    said = capsys.readouterr().out
    assert all(rules.title.en in said for rules in engine.games().values())
    assert "winners" in said
