"""A club that version 0.1 left behind, unpacked and taken over."""

import gzip
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

import psycopg
from sqlalchemy import make_url

from engine.ledger.keys import read_private_jwk
from engine.seats import choose
from server.config import load_config
from server.services import bots, host, shelf
from tests.databases import create_empty
from tests.mail.conftest import House
from tests.mail.post import Clock, Received
from tests.server.people import Person

FOLDER = Path(__file__).parents[1] / "fixtures" / "0.1" / "club"
KEPT = json.loads((FOLDER / "kept.json").read_text(encoding="utf-8"))
GAMES = KEPT["games"]


def unpack(folder, postgres=None):
    """Lay out the club as 0.1 left it: its folder, and its database there or in one on Postgres that is made for it."""
    folder.mkdir()
    shutil.copy(FOLDER / "atelier.toml", folder)
    shutil.copy(FOLDER / "server-key.json", folder)
    (folder / "server-key.json").chmod(0o600)
    if postgres is None:
        (folder / "atelier.sqlite").write_bytes(gzip.decompress((FOLDER / "atelier.sqlite.gz").read_bytes()))
    else:
        create_empty(make_url(postgres))
        with psycopg.connect(load_config({}, database_url=postgres).database.replace("+psycopg", "")) as connection:
            connection.execute(gzip.decompress((FOLDER / "atelier.sql.gz").read_bytes()))
    return folder


@cache
def migrated_file():
    """Return the content of the club's database on SQLite as it is once it was migrated."""
    with tempfile.TemporaryDirectory() as home:
        host.init(load_config({}, home=str(unpack(Path(home) / "club")))).engine.dispose()
        return (Path(home) / "club" / "atelier.sqlite").read_bytes()


def unpack_migrated(folder):
    """Lay out the club on SQLite as `host migrate` leaves it."""
    unpack(folder)
    (folder / "atelier.sqlite").write_bytes(migrated_file())
    return folder


class OldClub(House):
    """The club at the moment at which 0.1 was stopped, with everybody who is in it."""

    def __init__(self, folder, **given):
        config = load_config({}, home=str(folder), **given)
        host.init(config).engine.dispose()
        super().__init__(config, Clock(KEPT["now"]))
        self.people = {handle: self._know(handle, kept) for handle, kept in KEPT["people"].items()}

    def _know(self, handle, kept):
        one = Person(self.door, self.club, handle, now=self.clock)
        one.id, one.token, one.key = kept["id"], kept["token"], read_private_jwk(kept["key"])
        return one

    def by(self, slip):
        """Return who signed one of the slips that were not sent."""
        return self.people[KEPT["slips"][slip]["by"]]

    def hand_in(self, name, method, path):
        """Send a slip that a 0.1 client signed."""
        kept = KEPT["slips"][name]
        query = {"invitation": kept["invitation"]} if "invitation" in kept else {}
        path = path.format(game=kept.get("game"))
        return self.people["ada"].slip(method, path, kept["slip"].encode(), query_string=query)

    def play_out(self, game):
        """Play a game to its end with moves that a bot chooses: people sign them, bots play their own."""
        while self._load(game).page.phase != "over":
            bots.play_due(self.club, game)
            self.clock.wait(minutes=1)
            self._play_round(game)

    def _load(self, game):
        with self.club.connect() as connection:
            return shelf.get_record(connection, game)

    def _play_round(self, game):
        for one in self.people.values():
            view = one.call("GET", f"/games/{game}/view").json
            if view.get("awaited") and view["status"] == "running":
                answer = one.play(game, *choose(self._load(game), view["seat"]).moves, view=view)
                assert answer.status == 201, answer


def letter(name):
    """Return a mail that 0.1 sent, and what its reader answers."""
    kept = KEPT["letters"][name]
    address = KEPT["people"][kept["to"]]["mail"]
    return Received("turns@club.example", address, (FOLDER / f"{name}.eml").read_bytes()), "\n".join(kept["lines"])
