"""A club is who its database says: it moves and passes its key on while games run, and nothing else passes for it."""

import json

import msgspec
import pytest

from engine.core.errors import Refused
from engine.ledger.anchoring import Anchors
from engine.ledger.bundle import decode_bundle
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import AcceptSlip, KeySlip, sign
from engine.ledger.verify import verify
from server import create_app
from server.config import load_config
from server.models import ServerKey, table
from server.services import bots, checks, host, identity, moving, replies
from server.services.backup import backup, unpack
from server.services.links import make_link, read_link
from server.storage.keyfiles import find_key_files
from tests.databases import copy_tables
from tests.server.people import FlaskDoor, Person, nonce

THERE = "https://elsewhere.example"


@pytest.fixture
def reopen(club):
    """Open the club again, as another process would, with other settings or another folder."""
    opened = []

    def open_again(config=club.config, **changes):
        app = create_app(msgspec.structs.replace(config, **changes))
        opened.append(app.extensions["atelier"])
        return app

    yield open_again
    for one in opened:
        one.engine.dispose()


@pytest.fixture
def refuse(reopen):
    """Return the sentence with which a process refuses to begin."""

    def say(**changes):
        with pytest.raises(Refused) as refused:
            reopen(**changes)
        return refused.value.say()

    return say


@pytest.fixture
def new_club(tmp_path, monkeypatch):
    """Make a club that nobody has given an address, or open it again."""
    monkeypatch.setattr(host, "migrate", copy_tables_once)
    config = load_config({}, home=str(tmp_path / "club"), log="off", rates=False)

    def make(assumed, **changes):
        club = host.init(msgspec.structs.replace(config, **changes), assumed)
        club.engine.dispose()
        return club

    return make


def copy_tables_once(config):
    if not (config.folder / "atelier.sqlite").stat().st_size:
        copy_tables(config)


def play_out(game, *people):
    """Play the first legal move again and again until the game is over."""
    for _ in range(500):
        for one in people:
            if one.call("GET", f"/games/{game}").json["status"] == "over":
                return
            view = one.view(game)
            if view["awaited"]:
                assert one.play(game, view["legal"][0]["line"], view=view).status == 201
    raise AssertionError


def check(club, one, game, *pinned):
    anchors = Anchors(
        server_keys=pinned, own_keys=(one.key.public,), receipts=tuple(raw.encode() for raw in one.receipts)
    )
    return verify(one.bundle(game), anchors)


# What is refused


def test_settings_that_name_another_address_are_refused_in_a_sentence(club, reopen, refuse):
    said = refuse(origin=THERE)
    assert f"The address of this club is {club.origin}" in said
    assert f"`atelier host move {THERE}`" in said
    assert reopen(origin=club.origin + "/").extensions["atelier"].origin == club.origin


def test_a_folder_without_the_clubs_key_is_refused_in_a_sentence(club, reopen, refuse):
    (path,) = find_key_files(club.config.folder)
    kept = path.read_text()
    path.unlink()
    assert f"signs with the key {club.key.kid}" in refuse()
    with pytest.raises(Refused, match="wrong_key"):
        host.init(club.config)
    assert find_key_files(club.config.folder) == []
    path.write_text(json.dumps(make_key_from_os_randomness().jwk))
    path.chmod(0o600)
    assert f"signs with the key {club.key.kid}" in refuse()
    path.write_text(kept)
    assert reopen().extensions["atelier"].key.kid == club.key.kid


def test_a_new_club_has_no_address_until_somebody_chooses_one(new_club):
    assert new_club("http://127.0.0.1:8123").identity.line is None
    assert new_club("http://127.0.0.1:8124").origin == "http://127.0.0.1:8124"
    assert new_club("http://127.0.0.1:8125", origin=THERE).identity.line is not None
    assert new_club("http://127.0.0.1:8126").origin == THERE


def test_the_first_member_founds_a_club_that_nobody_has_named(new_club):
    made = new_club("http://127.0.0.1:8123")
    app = create_app(made.config, assumed="http://127.0.0.1:8123")
    Person(FlaskDoor(app), app.extensions["atelier"], "ada").register()
    app.extensions["atelier"].engine.dispose()
    assert new_club("http://127.0.0.1:9999").origin == "http://127.0.0.1:8123"


# A move


def test_a_club_moves_while_a_game_is_played_and_the_game_keeps_its_origin(club, table, reopen, refuse):
    game, ada, bob = table
    here = club.origin
    ada.play(game, "bid 2")
    moving.move(reopen().extensions["atelier"], THERE)
    assert ada.slip("POST", "/tokens", ada.act_slip("x")).code == "wrong_typ"
    assert refuse(origin=here).startswith(f"The address of this club is {THERE}")
    bob.origin = THERE
    bob.hello()
    assert club.origin == THERE
    play_out(game, ada, bob)
    bundle = decode_bundle(ada.bundle(game))
    assert (bundle.origin, len(bundle.succession)) == (here, 2)
    report = check(club, ada, game, club.key.public)
    assert (report.grade, report.fork) == ("anchored", None)
    assert decode_bundle(bob.bundle(bob.open("foundry", 2))).origin == THERE


def test_a_slip_for_the_old_address_is_refused_with_the_new_one(club, person):
    ada = person("ada")
    moving.move(club, THERE)
    answer = ada.slip("POST", "/me/acts", ada.act_slip("delete"))
    assert (answer.code, THERE in answer.json["detail"]) == ("wrong_audience", True)
    with pytest.raises(Refused, match="already_so"):
        moving.move(club, THERE + "/")


@pytest.mark.parametrize("where", [0, 1])
def test_a_key_change_may_name_any_address_that_the_club_has_had(club, table, where):
    game, ada, bob = table
    aud = (club.origin, THERE)[where]
    moving.move(club, THERE)
    new, jti = make_key_from_os_randomness(), nonce()
    accept = sign(AcceptSlip(aud, jti, ada.key.kid), new).decode()
    answer = ada.slip("POST", "/me/key", sign(KeySlip(aud, ada.now(), jti, new.public.jwk, accept), ada.key))
    assert answer.status == 200, answer
    ada.key, ada.origin = new, THERE
    ada.hello()
    play_out(game, ada, bob)
    assert checks.find_replay_fault(club, game) is None
    assert check(club, ada, game, club.key.public).grade == "anchored"


def test_where_the_club_went_is_public_and_signed(club, door):
    moving.move(club, THERE)
    moving.rotate(club)
    steps = door("GET", "/.well-known/atelier-succession.json").json["succession"]
    assert [step.encode() for step in steps] == [*club.identity.line.raws]
    assert door("GET", "/").json["origin"] == THERE
    assert [key["kid"] for key in door("GET", "/.well-known/jwks.json").json["keys"]][-1] == club.key.kid


# Another key


def test_a_key_is_passed_on_in_every_game_that_is_not_over(club, table):
    game, ada, bob = table
    over = ada.open("foundry", 2, bots=[{"seat": seat, "bot": "random"} for seat in range(2)])
    bots.play_due(club, over)
    waiting = ada.open("foundry", 3)
    old = club.key.public
    ada.play(game, "bid 2")
    moving.rotate(club)
    assert {one.game for one in moving.pass_games_on(club)} >= {game, waiting}
    assert club.key.public != old
    play_out(game, ada, bob)
    for one in (game, over, ada.open("foundry", 2)):
        assert check(club, ada, one, old).holds
    report = check(club, ada, game, old)
    assert (report.grade, report.key_lost_at) == ("anchored", None)
    assert list(moving.pass_games_on(club)) == []


def test_a_rotation_that_was_cut_off_goes_on_with_the_same_key(club, table, reopen):
    game, ada, bob = table
    other = ada.open("foundry", 2)
    old = club.key.public
    moving.rotate(club)
    kid = club.key.kid
    first = next(moving.pass_games_on(club))
    assert first.refused is None
    ada.play(game, "bid 2")
    again = reopen().extensions["atelier"]
    moving.rotate(again)
    assert again.key.kid == kid
    assert len(list(moving.pass_games_on(again))) == 1
    with club.read() as session:
        rows = session.execute(table_of_keys()).all()
    assert [(row.kid == kid, row.retired_at is None) for row in rows] == [(False, False), (True, True)]
    play_out(game, ada, bob)
    assert check(club, ada, game, old).holds
    assert other


def table_of_keys():
    return table(ServerKey).select().order_by(ServerKey.added_at)


def test_a_process_that_began_before_the_rotation_writes_on_with_the_new_key(club, table, reopen):
    game, ada, bob = table
    other = reopen().extensions["atelier"]
    moving.rotate(other)
    list(moving.pass_games_on(other))
    play_out(game, ada, bob)
    assert check(club, ada, game, club.key.public).holds


def test_what_was_sealed_or_proved_with_an_old_key_stays_good(club, reopen):
    sealed, link = replies.seal(club, b"a mail"), make_link(club, "cancel", "x").rpartition("/")[2]
    moving.rotate(club)
    again = reopen().extensions["atelier"]
    assert replies.unseal(again, sealed) == b"a mail"
    assert read_link(again, "cancel", link) == "x"


# A lost key


def test_a_lost_key_is_replaced_by_one_that_nobody_vouches_for(club, table, reopen):
    game, ada, bob = table
    old = club.key.public
    ada.play(game, "bid 2")
    late = bob.turn_slip(game, ["bid 2"])
    with pytest.raises(Refused, match="already_so"):
        moving.replace_lost(club)
    (path,) = find_key_files(club.config.folder)
    path.unlink()
    again = host.open_bare(club.config)
    moving.replace_lost(again)
    assert [(one.game, one.refused) for one in moving.pass_games_on(again)] == [(game, None)]
    moving.replace_lost(again)
    assert len(identity_line(again).passages) == 2
    again.engine.dispose()
    door = FlaskDoor(reopen())
    for one in (ada, bob):
        one.door = door
        one.hello()
    assert bob.slip("POST", f"/games/{game}/turns", late).code == "stale_position"
    play_out(game, ada, bob)
    report = check(again, ada, game, old)
    assert (report.grade, report.anchored_to < report.key_lost_at) == ("anchored", True)
    assert check(again, ada, game, old, again.key.public).anchored_to > report.key_lost_at


def identity_line(club):
    with club.read() as session:
        return identity.load_line(session)


# Backups


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
def test_a_backup_holds_address_and_keys_however_they_were_set(club, tmp_path, reopen):
    moving.move(club, THERE)
    moving.rotate(club)
    archive = backup(msgspec.structs.replace(club.config, origin=THERE), tmp_path / "backup.tar.gz")
    again = load_config({}, home=str(tmp_path / "again"), log="off")
    unpack(again, archive)
    found = reopen(again).extensions["atelier"]
    assert (found.origin, found.key.kid, len(find_key_files(again.folder))) == (THERE, club.key.kid, 2)
