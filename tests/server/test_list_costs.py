"""Lists take as many statements for fifty games, members or mails as for five, and come in pages."""

import pytest
from sqlalchemy import insert, select

from server.models import KeptHostAct, Member, table
from tests.server.crowds import copy_game, copy_mails, count_statements
from tests.server.people import seat_all

PACE = {"turn": "48h"}
LISTS = {
    "/games": "games",
    "/host/members": "members",
    "/host/games": "games",
    "/host/stuck": "seats",
    "/host/outbox": "mails",
    "/host/acts": "acts",
    "/news": "news",
}
FILTERS = {"/host/stuck": {"hours": 0}}


@pytest.fixture
def crowd(person, club):
    """A host at a table with somebody, and five of everything."""
    ada, bob = person("ada").become_host(), person("bob")
    game = ada.open("foundry", 2, pace=PACE)
    seat_all(game, (ada, bob))
    assert ada.host("tell", lines=["The club meets on Friday."]).status == 201
    copy_game(club, game, 4)
    grow(club, 3)
    return game, ada


def grow(club, count):
    """Add members whose mail comes back, mails, and acts of hosts."""
    with club.write() as session:
        _copy_last(session, table(Member), Member.created_at, count, mail_bounced_at=1)
        _copy_last(session, table(KeptHostAct), KeptHostAct.id, count)
    copy_mails(club, count)


def _copy_last(session, rows, order, count, **changed):
    last = dict(session.execute(select(rows).order_by(order.desc()).limit(1)).mappings().one())
    if isinstance(last["id"], int):
        del last["id"]
    unique = [name for name in ("id", "handle", "handle_key", "kid", "mail") if name in last]
    copies = [{**last, **changed, **{name: f"{count}-{copy}-{name}" for name in unique}} for copy in range(count)]
    session.execute(insert(rows), copies)


def read(club, one, path, most=100):
    name = "limit" if path.startswith("/games") else "most"
    query = {} if path == "/host/figures" else {name: most}
    with count_statements(club) as seen:
        answer = one.call("GET", path, query_string={**query, **FILTERS.get(path, {})})
    assert answer.status == 200, answer
    return len(seen), answer.json


def test_no_list_takes_more_statements_when_it_is_longer(crowd, club):
    game, ada = crowd
    few = {path: read(club, ada, path) for path in LISTS}
    copy_game(club, f"{game}-0", 45)
    grow(club, 45)
    many = {path: read(club, ada, path) for path in LISTS}
    for path, name in LISTS.items():
        assert len(many[path][1][name]) >= len(few[path][1][name]) + 45, path
        assert many[path][0] == few[path][0], path


def test_figures_take_as_many_statements_whatever_there_is(crowd, club):
    game, ada = crowd
    few, _ = read(club, ada, "/host/figures")
    copy_game(club, f"{game}-0", 45)
    assert read(club, ada, "/host/figures")[0] == few


@pytest.mark.parametrize("which", ["mine", "waiting", "running"])
def test_no_filter_of_games_takes_more_statements_either(crowd, club, which):
    game, ada = crowd
    counts = []
    for more in (0, 45):
        copy_game(club, f"{game}-0", more)
        with count_statements(club) as seen:
            found = ada.call("GET", "/games", query_string={"filter": which, "limit": 100}).json["games"]
        assert len(found) == 5 + more
        counts.append(len(seen))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_pages(crowd, club, path):
    _, ada = crowd
    _, page = read(club, ada, path, most=2)
    assert page["next"] is not None
    assert len(page[LISTS[path]]) == 2
