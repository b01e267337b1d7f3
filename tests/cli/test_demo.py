"""A game at once: in a terminal or through a pipe, resumed, exported, verified."""

import json

import pytest

import engine


def play_out(player, game):
    """Feed a demo one legal line at a time until it is over."""
    player.run("demo", game, stdin="")
    lines = [move["line"] for move in table_of(player).look()["legal"]]
    for _ in range(2000):
        result = player.run("demo", "--resume", "--json", stdin=f"{lines[-1]}\n")
        assert result.exit == 0, result
        last = json.loads(result.out.splitlines()[-1])
        if last.get("status") == "over":
            return result
        lines = [move["line"] for move in table_of(player).look()["legal"]]
    pytest.fail("the demo does not end")


def table_of(player):
    from cli.local import resume_local

    return resume_local(player.env())


def test_a_demo_is_played_to_its_end_exported_and_verified(newcomer):
    result = play_out(newcomer, "nicodemus")
    bundle = next((newcomer.home / "demo").glob("*.atelier.json"))
    assert str(bundle) in result.err
    report = newcomer.data("verify", bundle)
    assert (report["grade"], report["is_over"], report["why"]) == ("anchored", True, None)
    assert report["seats"][0]["signed"] > 0
    assert report["seats"][1]["bot"] > 0


@pytest.mark.parametrize("game", sorted(engine.games()))
def test_every_game_can_be_tried(newcomer, game):
    result = newcomer.ok("demo", game, stdin="")
    assert "Nothing leaves this machine" in result.err
    newcomer.ok("demo", "--export", newcomer.home / "half.json")
    assert newcomer.data("verify", newcomer.home / "half.json")["grade"] == "partial"


def test_a_demo_is_guided_on_a_terminal(newcomer):
    left = newcomer.run("demo", "nicodemus", stdin="1\ny\nq\n", terminal=True)
    assert left.exit == 130
    assert "--resume" in left.err
    assert "your move>" in left.err


@pytest.mark.parametrize("named", ["mech", "Mech A", "mech_a", "MECH"])
def test_the_beginning_of_its_name_is_enough_for_a_game(newcomer, named):
    newcomer.ok("demo", named, stdin="")
    assert table_of(newcomer).look()["rules"] == "mech_a_dream"


def test_a_french_title_names_a_game_too_and_a_word_that_begins_none_is_refused(newcomer):
    assert newcomer.data("rules", "Fantastiques fab")["id"] == "fantastic_factories"
    assert newcomer.run("rules", "chess").exit == 7
    assert newcomer.run("rules", "").exit == 7


def test_somebody_who_plays_alone_is_told_so(newcomer):
    assert "and play alone" in newcomer.ok("demo", "fantastic", "-n", "1", stdin="").err
    alone = newcomer.ok("demo", "fantastic", "-n", "1", stdin="", ATELIER_LANG="fr").err
    assert "jouez en solo" in alone


def test_nothing_is_there_to_resume(newcomer):
    assert newcomer.run("demo", "--resume").exit == 7


def test_a_demo_in_french_speaks_french(newcomer):
    assert "Rien ne quitte cette machine" in newcomer.ok("demo", "nicodemus", ATELIER_LANG="fr").err


def test_a_saved_demo_that_was_edited_into_nonsense_is_refused(newcomer):
    from cli.local import saved_file

    newcomer.run("demo", "nicodemus", stdin="")
    path = saved_file(newcomer.env())
    kept = json.loads(path.read_text(encoding="utf-8"))
    dump = json.loads(kept["dump"])
    dump["state"]["players"][0]["score"] = 99
    path.write_text(json.dumps({**kept, "dump": json.dumps(dump)}), encoding="utf-8")
    result = newcomer.run("demo", "--resume")
    assert result.exit != 0
    assert "a score that ends the game" in result.err


def test_a_bot_that_takes_long_is_seen_to_think(newcomer):
    left = newcomer.run("demo", "mech_a_dream", "-n", "2", "--bot", "apprentice", stdin="1\ny\nq\n", terminal=True)
    assert left.exit == 130
    assert "is thinking" in left.err
