"""Looking around: who am I, which games, what is said, what waits; in words, and as data."""

import json
import re

import pytest
from sqlalchemy import select, update

from cli.boards import show_board
from server.models import Member, StoredEntry
from tests.cli.people import Player, Served


def test_somebody_is_told_who_they_are(person):
    shown = person("ada").ok("whoami").out
    assert "@example.org (confirmed)" in shown
    assert "player" in shown


def test_a_code_is_asked_for(person):
    result = person("ada").run("confirm")
    assert (result.exit, "atelier confirm CODE" in result.err) == (2, True)


def test_whoever_has_no_game_is_told_where_to_find_one(person):
    ada = person("ada")
    assert "No games here" in ada.ok("games").err
    result = ada.run("show")
    assert (result.exit, "You have no game yet." in result.err) == (7, True)


def test_several_games_are_named_to_choose_from(person):
    ada = person("ada")
    made = {ada.data("new", "foundry")["id"] for _ in range(2)}
    result = ada.run("show")
    assert result.exit == 2
    assert all(game in result.err for game in made)


def test_a_game_shows_its_terms_seats_and_deadlines(person):
    ada, bob = person("ada"), person("bob")
    game = ada.ok(
        "new", "foundry", "-n", "3", "--bot", "p3=random", "--pace", "48h", "--policy", "bot_turn"
    ).out.strip()
    shown = ada.ok("games", game).out
    assert ("free" in shown, "a bot (random)" in shown, "Options: -" in shown) == (True, True, True)
    bob.ok("join", game)
    assert "Due " in ada.ok("show", game).err
    assert bob.handle in ada.ok("games", game).out
    assert ada.data("games", game)["pace"] == {"turn": "48h"}


def test_options_are_names_and_values(person):
    result = person("ada").run("new", "foundry", "--option", "colour=blue")
    assert result.exit != 0
    assert "colour" in result.err
    assert "is not NAME=VALUE" in person("ada").run("new", "foundry", "--option", "colour").err


def test_whoever_waits_is_told_for_whom(duel):
    game, ada, bob = duel
    ada.ok("play", game, "bid 1")
    assert f"Waiting for {bob.handle}" in ada.ok("show", game).err
    assert f"waits for {bob.handle}" in ada.ok("games").out
    assert ada.run("watch", game, "--timeout", "0").exit == 5


def test_watching_looks_again_until_it_is_ones_turn(duel):
    game, ada, bob = duel
    ada.ok("play", game, "bid 1")
    env = ada.env()
    env.sleep = lambda _seconds: bob.ok("play", game, "bid 0")
    assert game in ada.run("watch", game, env=env).out


def test_what_is_said_at_the_table_can_be_read(duel):
    game, ada, bob = duel
    ada.ok("say", game, "Merry winter")
    assert f"{ada.handle}: Merry winter" in bob.ok("say", game).out
    assert [one["text"] for one in bob.data("say", game)] == ["Merry winter"]


def test_invitations_and_seats_are_data_too(person):
    ada, bob = person("ada"), person("bob")
    game = ada.data("new", "foundry", "--private")["id"]
    made = ada.data("invite", game)
    joined = bob.data("join", game, "--invitation", made["invitation"])
    assert (joined["game"], joined["seat"], joined["repeated"]) == (game, 1, False)


def test_unknown_rules_name_those_that_are_known(newcomer):
    result = newcomer.run("rules", "chess")
    assert (result.exit, "nicodemus" in result.err) == (7, True)
    assert "nicodemus" in {one["id"] for one in newcomer.data("rules")}


def test_a_card_is_told_in_the_readers_words(newcomer):
    assert "In your workshop it takes 1 wood off each repair." in newcomer.ok("card", "Sawmill").out
    assert "SCIERIE" in newcomer.ok("card", "sawmill", ATELIER_LANG="fr").out
    (told,) = newcomer.data("card", "Crystal", "Bath", "--of", "nicodemus")
    assert (told["rules"], told["id"]) == ("nicodemus", "blue_4")


def test_a_misspelt_card_is_answered_with_the_nearest(newcomer):
    result = newcomer.run("card", "sawmil")
    assert (result.exit, "did you mean Sawmill?" in result.err) == (7, True)


def test_a_replay_needs_a_game_that_has_started(duel):
    game, ada, _ = duel
    boards = [json.loads(line) for line in ada.ok("replay", game, "--json").out.splitlines()]
    assert [one["entry"]["header"]["kind"] for one in boards] == ["start"]
    waiting = ada.data("new", "foundry")["id"]
    assert "there is no board yet" in ada.run("replay", waiting).err


def test_a_file_that_is_no_bundle_proves_nothing(person, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("{}")
    assert person("ada").run("verify", file).exit == 1


def test_a_bundle_that_is_older_than_ones_receipts_says_so(duel, tmp_path):
    game, ada, bob = duel
    file = tmp_path / "early.json"
    ada.ok("export", game, "-f", file)
    ada.ok("play", game, "bid 1")
    bob.ok("play", game, "bid 0")
    assert "later entries than the bundle reaches" in ada.ok("verify", file).out
    assert ada.ok("verify", file, terminal=True).exit == 0


@pytest.fixture
def saved(duel, tmp_path):
    game, ada, _ = duel
    file = tmp_path / "view.json"
    ada.ok("show", game, "--save", file)
    return game, ada, file


def test_a_slip_needs_a_position_and_moves(saved):
    _, ada, file = saved
    assert "Which position?" in ada.run("slip", "bid 1").err
    assert "Which moves?" in ada.run("slip", "--view", file, terminal=True).err


def test_a_slip_is_sent_once_however_often_it_is_sent(saved, tmp_path):
    game, ada, file = saved
    slip = tmp_path / "turn.slip"
    slip.write_text(ada.ok("slip", "--view", file, "bid 1").out)
    assert "Taken as entry" in ada.ok("send", slip).err
    assert "It had been sent before." in ada.ok("send", slip).err
    assert ada.data("send", slip)["game"] == game


def test_a_mail_that_is_piped_in_is_answered_with_the_exit_codes_of_mail(newcomer, tmp_path):
    club = tmp_path / "club"
    newcomer.ok("host", "init", "--club", club)
    codes = {"": 65, "To: nobody@example.org\n\nhello\n": 67, "To: atelier@localhost\n\nhello\n": 0}
    assert {mail: newcomer.run("host", "receive", "--club", club, stdin=mail).exit for mail in codes} == codes


def test_games_that_no_longer_replay_fail_the_check(tmp_path):
    served = Served(tmp_path / "club")
    ada = Player(tmp_path / "ada", served.origin).register(served.club, "ada")
    game = ada.data("new", "foundry", "--bot", "random")["id"]
    ada.ok("play", game, "bid 1", "--exact")
    assert ada.ok("host", "check", "--club", served.folder).exit == 0
    turn = (StoredEntry.game_id == game) & (StoredEntry.kind == "turn")
    with served.club.write() as session:
        body = session.execute(select(StoredEntry.body).where(turn)).scalar_one()
        session.execute(update(StoredEntry).where(turn).values(body=body.replace(b"bid 1", b"bid 2")))
    result = ada.run("host", "check", "--club", served.folder)
    served.close()
    assert (result.exit, game in result.out) == (1, True)


@pytest.mark.parametrize("game", ["nicodemus", "imaginarium", "fantastic_factories", "mech_a_dream"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rules_of_a_game_fit_and_show_what_options_can_be(newcomer, game, lang):
    shown = newcomer.ok("rules", game, ATELIER_LANG=lang).out
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert re.search(r"--option \w+=\w+ +\w+", shown)


def test_what_a_card_does_stands_under_its_row_in_colour_and_plain(newcomer):
    from cli.render import show
    from engine.core.sheet import Sheet, grid

    sheet = Sheet((grid([("Kiln", 1), ("Press", 3)], ("machine", "pts"), right=(1,), below=("makes charcoalium", "")),))
    colour, plain = newcomer.env(terminal=True, TERM="xterm"), newcomer.env()
    plain.plain = True
    show(colour, sheet)
    lines = re.sub(r"\x1b\[[\d;]*m", "", colour.stdout.getvalue()).splitlines()
    assert [line.split() for line in lines] == [
        ["machine", "pts"],
        ["Kiln", "1"],
        ["makes", "charcoalium"],
        ["Press", "3"],
    ]
    assert lines[2].index("makes") == lines[0].index("pts")
    show(plain, sheet)
    assert plain.stdout.getvalue() == "machine: Kiln, pts: 1. makes charcoalium\nmachine: Press, pts: 3\n"


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("nicodemus", "somebody reaches 20 points"),
        ("imaginarium", "somebody has 20 points behind the screen"),
        ("fantastic_factories", "somebody has 12 goods or 10 cards"),
        ("mech_a_dream", "after the night of day 7"),
    ],
)
def test_the_rules_of_a_game_begin_with_how_it_is_won_and_a_round_in_five_lines(newcomer, game, end):
    goal, *steps = newcomer.data("rules", game)["primer"]
    assert (end in goal, len(steps)) == (True, 5)
    shown = " ".join(newcomer.ok("rules", game).out.split())
    assert shown.index(goal) < shown.index(steps[0]) < shown.index(steps[4]) < shown.index("Options and their defaults")


def test_the_board_of_a_colour_terminal_keeps_its_margin(newcomer):
    from cli.render import show
    from engine.core.sheet import Cell, Line, Note, Sheet

    env = newcomer.env(terminal=True, TERM="xterm")
    show(env, Sheet((Note("word " * 40), Line(tuple(Cell("some cell") for _ in range(20))))))
    plain = re.sub(r"\x1b\[[\d;]*m", "", env.stdout.getvalue())
    assert all(line.startswith(" ") for line in plain.splitlines())


@pytest.mark.parametrize(("lang", "said"), [("en", "newer rules than this client"), ("fr", "règles plus récentes")])
def test_a_game_of_newer_rules_is_drawn_by_the_server_and_said_to_be_one(duel, lang, said):
    game, ada, _ = duel
    view, env = ada.data("show", game), ada.env(ATELIER_LANG=lang)
    view |= {"version": 99, "board": "as the server draws it"}
    show_board(env, view)
    assert env.stdout.getvalue() == "as the server draws it\n"
    assert said in env.stderr.getvalue()


def test_moves_of_a_clubs_own_edition_are_read_by_name(person, served):
    ada, bob = person("ada"), person("bob")
    with served.club.write() as session:
        session.execute(update(Member).where(Member.handle == ada.handle).values(role="host"))
    own = ada.home / "own.toml"
    own.write_text("coins = 9")
    game = ada.ok("new", "foundry", "--edition", own).out.strip()
    bob.ok("join", game)
    assert ada.data("play", game, "Bid 9")["played"] == ["bid 9"]
    assert "9" in bob.ok("show", game).out
