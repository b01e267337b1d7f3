"""A note as players type it, in both languages, and what it is kept as."""

import random

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Voice
from engine.core.notes import named
from engine.core.notes.judging import is_near, judge
from engine.core.notes.misfits import CardGone, Changed, NewOption, NotLegal, OtherPhase, ThingGone
from engine.core.notes.named import name_move
from engine.core.notes.reading import SaidMove, read_note
from engine.core.notes.showing import say_note
from engine.core.notes.terms import Lies, NoteMove, NoteTerms
from engine.core.notes.writing import write_notes
from tests.engine.fantastic_factories.positions import at_work, player

NICODEMUS = engine.open_table("nicodemus", 2, {"first_player": "p1"}, b"notes")
FACTORIES = engine.open_table("fantastic_factories", 2, {"first_player": "p1"}, b"notes")
IMAGINARIUM = engine.open_table("imaginarium", 3, seed=b"notes")
DREAM = engine.open_table("mech_a_dream", 2, {"first_player": "p1"}, b"notes")


def read(table, text):
    return read_note(table.rules, text, table.view(0))


def lines(terms):
    return [[move.line for move in moves] for moves in terms.alternatives]


def refused(table, text, seat=1):
    with pytest.raises(Refused) as why:
        write_notes(table, seat, [text])
    return why.value.say()


def test_alternatives_moves_and_marks_are_taken_apart():
    said = read(FACTORIES, "work: place 1 research!; end | recruit Diplomat?; end")
    assert said.phase == "work"
    assert said.alternatives == (
        (SaidMove("place 1 research", False, True), SaidMove("end", False, False)),
        (SaidMove("recruit Diplomat", True, False), SaidMove("end", False, False)),
    )


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("repair Diplomat~", SaidMove("repair Diplomat", False, False, 1)),
        ("repair 3 ~2 ?!", SaidMove("repair 3", True, True, 2)),
        ("repair 3?~0", SaidMove("repair 3", True, False, 0)),
        ("repair 3 ~22", SaidMove("repair 3 ~22", False, False)),
        ("repair 3 *!", SaidMove("repair 3", False, True, freely=True)),
    ],
)
def test_marks_stand_behind_a_move_in_any_order(typed, move):
    assert read(NICODEMUS, typed).alternatives == ((move,),)


def test_marks_without_end_are_read_all_the_same():
    (((move,),), *_) = read(NICODEMUS, "~?! " * 5000)
    assert move.line == ""


@pytest.mark.parametrize(
    "text",
    [
        "turn, if row has Sawmill, even if new: pass",
        "Tour, si rangée a Scierie, même si nouveau : passer",
        "turn, if bric-a-brac has blue_1, even if new: pass",
        "tour, si bric-à-brac a Scierie, même si nouveau: passer",
    ],
)
def test_conditions_stand_before_the_colon_in_either_language(text):
    said = read(NICODEMUS, text)
    assert (said.phase, said.is_wary, said.having) == ("turn", False, (Lies("bric-a-brac", "blue_1"),))


def test_a_wary_game_waits_for_its_player_where_something_is_new_unless_told_otherwise():
    assert read(NICODEMUS, "pass").is_wary
    assert read(FACTORIES, "pass").is_wary
    assert not read(IMAGINARIUM, "end").is_wary
    assert not read(DREAM, "sleep").is_wary
    assert read(DREAM, "night, sauf nouveauté: sleep").is_wary


def test_a_word_that_is_no_phase_is_refused_with_those_there_are():
    said = refused(DREAM, "dusk: sleep")
    assert "`dusk`" in said
    assert "day" in said
    assert "night" in said


def test_a_place_or_a_card_that_there_is_not_is_refused_with_what_there_is():
    assert "there are row, projects, hand" in refused(NICODEMUS, "if attic has Sawmill: pass")
    assert "Sawmill" in refused(NICODEMUS, "if row has Sawmil: pass")
    assert "no card" in refused(NICODEMUS, "if row has xyzzy: pass")


def test_a_card_that_is_called_like_another_is_asked_for_by_its_id():
    alike = 'name = { en = "Sawmill", fr = "Scierie" }'
    table = engine.open_table("nicodemus", 2, seed=b"notes", edition=f"[[machine]]\nid = 'blue_2'\n{alike}")
    assert refused(table, "if row has Sawmill: pass") == "`sawmill` can be blue_1, blue_2; write which."
    assert read(table, "if row has blue_2: pass").having == (Lies("bric-a-brac", "blue_2"),)


def test_too_many_alternatives_moves_or_conditions_are_refused_with_the_limit():
    assert "at most 5 alternatives" in refused(NICODEMUS, "|".join(["pass"] * 6))
    assert "1 to 40 moves" in refused(NICODEMUS, ";".join(["pass"] * 41))
    assert "1 to 40 moves, and this one has 0" in refused(NICODEMUS, "pass | ")
    assert "at most 5 conditions" in refused(NICODEMUS, "if row has Sawmill," * 5 + "if row has Sawmill: pass")


def test_a_move_is_kept_by_the_id_of_what_it_names_and_with_what_it_brings():
    card = next(card for card in FACTORIES.view(1)["market"] if card)
    name = FACTORIES.rules.names[card]["fr"]
    (terms,) = write_notes(FACTORIES, 1, [f"marché: prendre {name}"])
    assert lines(terms) == [[f"take {card}"]]
    assert terms.alternatives[0][0].brings == {"cards": 1}
    assert terms.phase == "market"


def test_a_note_without_a_phase_is_for_the_first_one_where_its_moves_are_legal():
    (terms,) = write_notes(DREAM, 1, ["sleep"])
    assert terms.phase == "night"


def test_the_price_of_a_reserved_machine_counts_at_once():
    machine = IMAGINARIUM.view(2)["belt"][-1]
    (terms,) = write_notes(IMAGINARIUM, 2, [f"plan: reserve {machine['space']}"])
    (move,) = terms.alternatives[0]
    assert move == NoteMove(f"reserve {machine['machine']}", {"charcoalium": -machine["price"]})


def test_a_list_of_notes_goes_on_where_the_first_choice_of_each_leads():
    plan, turn = write_notes(IMAGINARIUM, 2, ["plan: extractor 3 | extractor 2", "turn: use all; collect"])
    assert lines(plan) == [["extractor 3"], ["extractor 2"]]
    assert lines(turn)[0][-1] == "collect"
    assert all(line.startswith("use ") for line in lines(turn)[0][:-1])


def test_all_of_a_kind_must_be_some():
    with pytest.raises(IllegalMove):
        write_notes(IMAGINARIUM, 2, ["plan: extractor 3", "turn: recruit all"])


def test_what_nobody_knows_yet_can_t_be_written_for():
    assert "`work`" in refused(FACTORIES, "work: end")


def test_whoever_waits_for_what_nobody_knows_yet_can_write_no_note_for_whatever_comes():
    table = engine.open_table("mech_a_dream", 2, {"robots": True}, b"notes")
    table.play(0, table.legal(0)[:1])
    assert refused(table, "dock", seat=0).startswith("A note can't be written now:")


def test_all_of_a_kind_ends_with_the_first_that_shows_something():
    (terms,) = write_notes(FACTORIES, 0, ["market: take all"])
    ((only,),) = lines(terms)
    assert only.startswith("take ")


def test_moves_after_a_reveal_need_its_mark():
    hand = NICODEMUS.view(0)["hand"][0]
    with pytest.raises(Refused, match="invalid_value") as why:
        write_notes(NICODEMUS, 0, [f"play {hand} coins; pass"])
    assert "coins!`" in why.value.say()


def test_an_illegal_move_is_refused_as_the_rules_say():
    with pytest.raises(IllegalMove) as illegal:
        write_notes(NICODEMUS, 1, ["pass"])
    assert illegal.value.names
    assert illegal.value.say().startswith("`pass`")


def test_unless_new_keeps_no_more_options_than_fit(monkeypatch):
    monkeypatch.setattr("engine.core.notes.writing.MOST_OPTIONS", 1)
    hand = NICODEMUS.view(1)["hand"][0]
    assert "even if new" in refused(NICODEMUS, f"play {hand} coins")


def note(line, brings=None, **more):
    return NoteTerms(alternatives=((NoteMove(line, brings or {}),),), **more)


def why(table, seat, terms, lang="en"):
    (misfit,) = judge(table, seat, terms).misfits
    return type(misfit), Voice(lang, table.rules.names).say(misfit.text(table.rules))


def test_a_note_says_why_it_does_not_fit_in_the_reader_s_words():
    card = FACTORIES.view(0)["market"][0]
    there = next(
        one for one in FACTORIES.rules.names if FACTORIES.rules.about(one) and one not in FACTORIES.view(0)["market"]
    )
    name = FACTORIES.rules.names[card]["fr"]
    said = [
        why(FACTORIES, 0, note("end", phase="work"), "fr"),
        why(FACTORIES, 0, note(f"take {card}", having=(Lies("contractors", card),)), "fr"),
        why(FACTORIES, 0, note(f"take {card}", known=()), "fr"),
        why(FACTORIES, 0, note(f"take {there}"), "fr"),
        why(FACTORIES, 0, note("hire 9 discard golem"), "fr"),
        why(FACTORIES, 0, note(f"take {card}", {"metal": -1}), "fr"),
        why(FACTORIES, 0, note("what is this"), "fr"),
    ]
    kinds = [OtherPhase, CardGone, NewOption, ThingGone, NotLegal, Changed, NotLegal]
    assert [kind for kind, _ in said] == kinds
    assert "(travail)" in said[0][1]
    assert f"{name} ne s'y trouve pas (prestataires)." in said[1][1]
    assert "prendre" in said[2][1]
    assert "cela n'y est plus" in said[3][1]
    assert said[5][1] == f"`prendre {name}` : cela devait donner -1 métal, et donnerait +1 carte en main."


@pytest.mark.parametrize(
    ("brings", "within", "fits"),
    [
        ({"copper": 1}, None, True),
        ({"copper": 0}, None, False),
        ({"copper": 0}, 0, True),
        ({"copper": 2}, 0, False),
        ({"copper": 2}, 1, True),
        ({"copper": 3}, 1, False),
        ({"copper": 3}, 2, True),
        ({"copper": 1, "wood": 1}, 1, True),
        ({"copper": 1, "blue_1": 1}, 9, False),
        ({"copper": 1, "points": 2}, 1, False),
    ],
)
def test_within_limits_a_move_may_cost_more_or_bring_less_and_always_the_other_way_round(brings, within, fits):
    assert is_near(NICODEMUS.rules, NoteMove("pass", brings, within=within), {"copper": 1}) is fits


def test_optional_moves_are_passed_over_and_alone_are_no_turn():
    card = FACTORIES.view(0)["market"][0]
    moves = (NoteMove("hire 9 discard golem", {}, optional=True), NoteMove(f"take {card}", {"cards": 1}))
    verdict = judge(FACTORIES, 0, NoteTerms(alternatives=(moves,)))
    assert [str(move) for move in verdict.moves] == ["take 1"]
    (misfit,) = judge(FACTORIES, 0, NoteTerms(alternatives=(moves[:1],))).misfits
    assert "nothing of it" in misfit.text(FACTORIES.rules).say()


def test_where_every_condition_holds_a_note_is_played():
    hand, row = NICODEMUS.view(0)["hand"], NICODEMUS.view(0)["row"]
    here, there = Lies("bric-a-brac", row[0]), Lies("hand", hand[0])
    terms = free(f"play {hand[0]}")
    assert judge(NICODEMUS, 0, msgspec.structs.replace(terms, having=(here, there))).taken == 0
    gone = Lies("bric-a-brac", hand[-1])
    assert judge(NICODEMUS, 0, msgspec.structs.replace(terms, having=(here, gone))).misfits == (
        CardGone(gone.place, gone.card),
    )


def test_a_note_is_shown_with_its_conditions_and_needs_no_phase():
    terms = msgspec.structs.replace(free("play blue_1"), having=(Lies("bric-a-brac", "blue_1"),))
    shown = [say_note(NICODEMUS.rules, terms, Voice(lang, NICODEMUS.rules.names)) for lang in ("en", "fr")]
    assert shown == [
        "if row has Sawmill, even if new: play Sawmill*",
        "si rangée a Scierie, même si nouveau: jouer Scierie*",
    ]
    assert [read(NICODEMUS, said).having for said in shown] == [terms.having] * 2


def test_a_seat_that_is_not_asked_fires_nothing():
    assert judge(FACTORIES, 1, note("pass")).taken is None


def test_a_note_can_be_for_a_step_by_its_name():
    assert read(NICODEMUS, "keep: keep two_wood").phase == "keep"


def test_before_the_screens_are_open_nothing_can_be_planned():
    table = engine.open_table("mech_a_dream", 2, {"robots": True}, b"notes")
    assert "day" in refused(table, "day: dock")


@pytest.mark.parametrize(
    ("typed", "lang", "shown"),
    [
        ("market, even if new: take Beacon*; take any", "en", "market, even if new: take Beacon*; take any"),
        (
            "marché, même si nouveau: prendre Flambeau*!; prendre au choix",
            "en",
            "market, even if new: take Beacon*!; take any",
        ),
        ("market: take Beacon*; take any!", "fr", "marché: prendre Flambeau*; prendre au choix!"),
    ],
)
def test_a_free_move_names_what_need_not_lie_there_yet(typed, lang, shown):
    table = engine.open_table("fantastic_factories", 2, {"first_player": "p1"}, b"no beacon")
    beacon = next(card for card, said in table.rules.names.items() if said["en"] == "Beacon")
    assert beacon not in table.view(0)["market"]
    (terms,) = write_notes(table, 0, [typed])
    assert [(move.line, move.freely, move.brings) for move in terms.alternatives[0]] == [
        (f"take {beacon}", True, {}),
        ("take", True, {}),
    ]
    assert say_note(table.rules, terms, Voice(lang, table.rules.names)) == shown


def free(*moves):
    return NoteTerms(alternatives=(tuple(NoteMove(line, {}, freely=True) for line in moves),))


def test_a_free_move_is_played_whatever_it_brings_or_passed_over():
    card = FACTORIES.view(0)["market"][1]
    assert [str(move) for move in judge(FACTORIES, 0, free("hire 9 discard golem", f"take {card}")).moves] == ["take 2"]
    assert [str(move) for move in judge(FACTORIES, 0, free("what is this", "take")).moves] == ["take 1"]


def test_a_note_of_free_moves_of_which_none_can_be_played_leaves_its_player_to_be_asked():
    (misfit,) = judge(FACTORIES, 0, free("discard", "drop")).misfits
    assert misfit.text(FACTORIES.rules).say() == "`discard any`: nothing of it can be played now."


def test_any_of_a_kind_goes_on_as_long_as_there_is_one_and_takes_those_without_extras_first():
    table = engine.open_table("mech_a_dream", 2, {"first_player": "p1"}, b"notes")
    placed = judge(table, 0, free("storage")).moves
    left = table.copy()
    left.play(0, placed, blind=True)
    assert placed
    assert not [move for move in left.legal(0) if str(move).startswith("storage ")]


def test_a_free_move_that_is_a_move_alone_is_that_move():
    (terms,) = write_notes(DREAM, 1, ["night: sleep*"])
    assert lines(terms) == [["sleep"]]
    assert write_notes(DREAM, 1, ["night: sleep any"]) == [terms]


def test_a_free_move_with_a_name_that_nothing_has_is_refused():
    with pytest.raises(IllegalMove, match="xyzzy"):
        write_notes(FACTORIES, 0, ["market: take xyzzy*"])


def test_of_a_free_move_some_words_will_do():
    (terms,) = write_notes(NICODEMUS, 1, ["turn, even if new: play Sawmill*"])
    (move,) = terms.alternatives[0]
    assert (move.line, move.freely) == ("play blue_1", True)
    assert (
        say_note(NICODEMUS.rules, terms, Voice("fr", NICODEMUS.rules.names)) == "tour, même si nouveau: jouer Scierie*"
    )


def test_of_several_moves_that_some_words_can_mean_the_one_is_played_that_is_written_first():
    hand = NICODEMUS.view(0)["hand"][0]
    meant = sorted(str(move) for move in NICODEMUS.legal(0) if str(move).startswith(f"play {hand} "))
    assert len(meant) > 1
    assert [str(move) for move in judge(NICODEMUS, 0, free(f"play {hand}")).moves] == meant[:1]


def test_a_free_move_of_which_something_is_said_is_played_once():
    table = at_work(player(dice=[3, 3, 5]))
    assert len(judge(table, 0, free("place 3")).moves) == 1
    assert len(judge(table, 0, free("place")).moves) == 3


def test_an_id_with_capitals_is_found_again():
    table = engine.open_table("imaginarium", 2, seed=b"capitals")
    rng = random.Random(4)
    while not [move for move in table.legal(table.awaiting[0]) if str(move).startswith("use ")]:
        table.play(table.awaiting[0], rng.choice(table.legal(table.awaiting[0])))
    seat = table.awaiting[0]
    use = next(move for move in table.legal(seat) if str(move).startswith("use "))
    line = str(name_move(use, table.rules.rows(table.view(seat))))
    assert line != line.lower()
    assert judge(table, seat, free(line)).moves == (use,)


def test_a_place_is_named_by_what_stands_there_alone():
    assert named._find_name([{"a", "b"}, {"a"}], 1) == "b"
    assert named._find_name([{"a"}, {"a", "b"}], 1) is None
    assert named._find_name([{"a"}, {"a"}], 2) == "a"
