"""A club of version 0.1 through ten years: it moves, passes its key on, is copied, corrected, restored, and plays on."""

from itertools import islice

import pytest
from sqlalchemy import make_url

from engine.ledger.anchoring import Anchors
from engine.ledger.verify import verify
from server.config import load_config
from server.services import backup, bots, checks, copying, moving
from tests.databases import create_empty
from tests.server.people import seat_all
from tests.upgrade.club import FOLDER, GAMES, OldClub, unpack
from tests.upgrade.test_rules import TOMORROW, install

__all__ = ["install"]
THERE = "https://moved.example"
BEFORE = load_config({}, home=str(FOLDER)).origin
RULES = ("nicodemus", "imaginarium", "mech_a_dream", "fantastic_factories")


class Years:
    """A club that is closed and opened again, now here and now there; its members keep their keys and receipts."""

    def __init__(self, folder):
        self.folder, self.given, self.house = folder, {}, OldClub(folder)
        self.pinned = self.house.club.key.public
        self.games = [GAMES[rules] for rules in RULES]

    @property
    def people(self):
        return self.house.people

    def reopen(self, folder=None, **given):
        """Close the club and open it again, perhaps in another folder or database."""
        before, now = self.house, self.house.clock()
        before.close()
        self.folder, self.given = folder or self.folder, given
        self.house = OldClub(self.folder, **given)
        self.house.clock.at = now
        for handle, one in self.house.people.items():
            old = before.people[handle]
            one.receipts, one.key = old.receipts, old.key
            one.hello()

    def play(self, games=None):
        """Let a turn or two be played in every game."""
        for game in games or self.games:
            bots.play_due(self.house.club, game)
            self.house.clock.wait(minutes=1)
            self.house._play_round(game)

    def copy_to(self, url):
        """Copy the club into another database, and serve it from there."""
        source = self.house.config
        list(copying.copy_club(source, copying.name_target(source, url)))
        self.reopen(database_url=url)

    def check(self, one, game):
        """Return what a member can prove of a game who pinned the first key of the club, long ago."""
        receipts = tuple(raw.encode() for raw in one.receipts)
        return verify(one.bundle(game), Anchors(server_keys=(self.pinned,), receipts=receipts))


@pytest.fixture
def years(tmp_path):
    years = Years(unpack(tmp_path / "club"))
    yield years
    years.house.close()


def write_settings(folder, origin):
    """Correct the address in the settings, as the page for hosts says."""
    path = folder / "atelier.toml"
    path.write_text(path.read_text().replace(BEFORE, origin))


def begin(years):
    """Play a little in every game that 0.1 began, and in a tiny one; return that."""
    assert years.house.hand_in("return", "DELETE", "/games/{game}/seats").status == 201
    ada, bob = years.people["ada"], years.people["bob"]
    tiny = ada.open("foundry", 2)
    seat_all(tiny, (ada, bob))
    years.games.append(tiny)
    years.play()
    return tiny


def move(years):
    moving.move(years.house.club, THERE)
    write_settings(years.folder, THERE)
    years.play()
    years.reopen()
    years.play()


def rotate(years):
    """Pass the key on, cut off in the middle."""
    moving.rotate(years.house.club)
    assert len(list(islice(moving.pass_games_on(years.house.club), 2))) == 2
    years.play()
    years.reopen()
    moving.rotate(years.house.club)
    assert len(list(moving.pass_games_on(years.house.club))) >= 3
    years.play()


def correct(years, tiny):
    """Go on with corrected rules: what has begun keeps its reading."""
    years.reopen(**years.given)
    years.play()
    ada = years.people["ada"]
    versions = [ada.call("GET", f"/games/{one}").json["version"] for one in (tiny, ada.open("foundry", 2))]
    assert versions[0] < versions[1]


def burn(years, tiny, folder):
    """Lose what was played since the last backup, and go on from that."""
    archive = backup.backup(years.house.config, folder / "sunday.tar.gz")
    years.play([tiny])
    backup.unpack(load_config({}, home=str(folder / "restored")), archive)
    years.reopen(folder / "restored")
    assert backup.mark_restored(years.house.club) >= len(years.games)


def test_a_club_outlives_its_address_its_key_its_databases_its_rules_and_a_fire(
    years, tmp_path, fresh_postgres, install
):
    tiny = begin(years)
    move(years)
    rotate(years)
    create_empty(make_url(fresh_postgres))
    years.copy_to(fresh_postgres)
    years.play()
    install(TOMORROW)
    correct(years, tiny)
    years.copy_to(f"sqlite:///{tmp_path / 'again.sqlite'}")
    years.play()
    burn(years, tiny, tmp_path)
    for game in (tiny, GAMES["nicodemus"]):
        years.house.play_out(game)
    check_all(years)
    told = [report for report in (years.check(years.people[name], tiny) for name in ("ada", "bob")) if report.lost]
    assert told
    assert all(report.anchored_to <= report.restored_at for report in told)


def check_all(years):
    """Replay every game, and verify what each of its players holds of it."""
    for game in years.games:
        assert checks.find_replay_fault(years.house.club, game) is None
        for one in years.people.values():
            if one.call("GET", f"/games/{game}/view").json.get("seat") is not None:
                report = years.check(one, game)
                assert report.holds, (game, one.handle, report.failed_at, report.refused)
