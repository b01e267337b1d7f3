"""The clock's tick costs what is due, not what there is."""

import pytest
from alembic import command
from sqlalchemy import select, update

from server.models import Seat
from server.services import bots, clock, looks, substitutes, vacancies
from server.services.absences import get_vacations_since
from server.services.asks import load_due, put_off
from server.storage.migrations import alembic_config, migrate
from tests.server.crowds import add_old_vacations, copy_game, count_statements
from tests.server.people import seat_two

HOUR = 3_600_000
TERMS = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_turn", "reminders": ["24h"]}}


def tick(club):
    clock.mind(club)
    vacancies.fill(club)
    substitutes.mind(club)
    bots.find_games_with_work(club)


def count_tick(club):
    tick(club)
    with count_statements(club) as seen:
        tick(club)
    return len(seen)


@pytest.fixture
def crowd(person, club):
    """A game whose clock runs for two, with copies and old vacations."""
    game, ada, bob = seat_two(person, **TERMS)
    for one in (ada, bob):
        one.view(game)
    copy_game(club, game, 4)
    add_old_vacations(club, (ada.id, bob.id), 3)
    return game, ada, bob


def test_a_tick_takes_as_many_statements_whatever_there_is(crowd, club):
    game, *_ = crowd
    few = count_tick(club)
    copy_game(club, f"{game}-0", 45)
    assert count_tick(club) == few


def test_what_is_due_is_loaded_together(crowd, club):
    game, *_ = crowd
    counts = []
    for more in (0, 45):
        copy_game(club, f"{game}-0", more)
        tick(club)
        with club.write() as session:
            looks.wake(session, club.now())
        with count_statements(club) as seen:
            tick(club)
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_old_vacations_are_not_loaded(crowd, club):
    _, ada, bob = crowd
    with club.read() as session:
        assert get_vacations_since(session, [ada.id, bob.id], club.now() - 48 * HOUR) == []


def test_nothing_is_looked_at_before_it_is_due(crowd, club):
    game, *_ = crowd
    tick(club)
    with club.read() as session:
        seats = session.scalars(select(Seat).where(Seat.game_id == game)).all()
    assert [seat.look_at for seat in seats] == [seat.deadline - 24 * HOUR for seat in seats]


def test_clubs_of_earlier_releases_have_every_ask_looked_at(crowd, club, config):
    tick(club)
    club.engine.dispose()
    command.downgrade(alembic_config(config), "0010")
    migrate(config)
    with club.read() as session:
        seats = session.scalars(select(Seat)).all()
    assert all(seat.look_at == seat.asked_at for seat in seats)
    assert not any(seat.is_lent for seat in seats)


def test_a_turn_that_was_lent_before_an_upgrade_is_still_the_bots(crowd, club, config):
    game, *_ = crowd
    with club.write() as session:
        moved = {"asked_at": 1, "told_at": 1, "deadline": 2, "look_at": 3}
        session.execute(update(Seat).where(Seat.game_id == game, Seat.seat == 1).values(moved))
    clock.mind(club)
    club.engine.dispose()
    command.downgrade(alembic_config(config), "0010")
    migrate(config)
    assert bots.find_games_with_work(club) == [game]


def test_a_tick_that_was_overtaken_does_not_put_off_what_woke_the_clock(crowd, club):
    game, *_ = crowd
    due = load_due(club, club.now())
    with club.write() as session:
        looks.wake(session, 7, Seat.game_id == game)
    put_off(club, [(one, looks.NEVER) for one in due])
    with club.read() as session:
        woken = session.scalars(select(Seat.game_id).where(Seat.look_at == 7).distinct()).all()
    assert woken == [game]
