"""Two at once: whatever is looked up before it is written is still true when it is written, on both databases."""

import threading
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import event, func, select, update

from engine.core.errors import Refused
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import HelloSlip, RegisterSlip, sign
from server.models import Code, Game, Link, Member, MemberKey, Outage, ServerKey, Standby, Vacation, table
from server.services import absences, accounts, calendar, founding, host, keys, outages, substitutes, tokens, waits
from server.services.identity import list_key
from tests.server.people import mailed_code, nonce, seat_two

PATIENCE = 0.5
"""How long a statement waits for its like; where only one can come, it goes on alone."""


@contextmanager
def held_before(club, statement):
    """Let statements of a kind wait for each other, so that both threads have looked before either writes."""
    meeting = threading.Barrier(2)

    def wait(_connection, _cursor, said, *_):
        if said.startswith(statement):
            try:
                meeting.wait(PATIENCE)
            except threading.BrokenBarrierError:
                meeting.reset()

    event.listen(club.engine, "before_cursor_execute", wait)
    yield
    event.remove(club.engine, "before_cursor_execute", wait)


def both(club, statement, *works):
    """Do things at the same time; return what each gave, or the code of its refusal."""
    given: list[Any] = [None] * len(works)

    def do(index, work):
        try:
            given[index] = work()
        except Refused as refused:
            given[index] = refused.code
        except Exception as error:  # noqa: BLE001 - shown by the assertion
            given[index] = error

    threads = [threading.Thread(target=do, args=one) for one in enumerate(works)]
    with held_before(club, statement):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return given


def count(club, model, *where):
    with club.read() as session:
        return session.execute(select(func.count()).select_from(model).where(*where)).scalar_one()


def row_of(club, one):
    with club.read() as session:
        return session.execute(select(table(Member)).where(Member.id == one.id)).one()


def test_two_workers_note_one_outage_of_mail(club):
    start = club.now()
    outages.note_mail_fails(club)
    club.now = lambda: start + outages.MAIL_GAP + 60_000
    both(club, "INSERT INTO outages", *[lambda: outages.note_mail_fails(club)] * 2)
    assert count(club, Outage, Outage.cause == "mail") == 1
    outages.note_mail_works(club)
    assert count(club, Outage, Outage.ended.is_(None)) == 0


def test_two_workers_note_one_outage_of_a_held_game(club, person):
    game, *_ = seat_two(person)
    with club.write() as session:
        session.execute(update(Game).where(Game.id == game).values(held=True))
    both(club, "INSERT INTO outages", *[lambda: outages.mind_held_games(club)] * 2)
    assert count(club, Outage, Outage.game_id == game) == 1


def register(club, handle, key, claim=None):
    said = RegisterSlip(club.origin, club.now(), nonce(), handle, "x@example.org", key.public.jwk)
    slip = sign(said, key)
    arrival = accounts.Arrival(language="en", zone="UTC", claim=claim)
    return lambda: accounts.register(club, slip, arrival)


def test_a_claim_code_makes_one_host(club):
    code = founding.make_claim(club)
    made = [register(club, handle, make_key_from_os_randomness(), code) for handle in ("ada", "bob")]
    given = both(club, "INSERT INTO players", *made)
    assert sorted(one if isinstance(one, str) else one.role for one in given) == ["host", "wrong_claim"]


def test_a_handle_and_a_key_are_given_once(club):
    keyed = [make_key_from_os_randomness() for _ in range(3)]
    given = both(club, "INSERT INTO players", *[register(club, "ada", key) for key in keyed[:2]])
    assert "handle_taken" in given
    given = both(club, "INSERT INTO players", *[register(club, name, keyed[2]) for name in ("bob", "cleo")])
    assert "key_taken" in given
    assert count(club, Member) == 2


def test_a_slip_that_is_good_once_is_good_once(club, person):
    ada = person("ada")
    slip = sign(HelloSlip(ada.origin, ada.now(), nonce(), ("read",), "twice"), ada.key)
    given = both(club, "INSERT INTO seen_slips", *[lambda: tokens.give(club, slip)] * 2)
    assert "jti_seen" in given
    assert len([one for one in given if not isinstance(one, str)]) == 1


def test_two_bookings_stay_within_the_budget(club, person):
    ada = row_of(club, person("ada"))
    club.now = lambda: 1_794_816_000_000
    days = [(date(2027, month, 1), date(2027, month, 20)) for month in (1, 3)]
    given = both(club, "INSERT INTO vacations", *[lambda d=d: absences.book(club, ada, *d) for d in days])
    assert "invalid_value" in given
    assert count(club, Vacation) == 1


def test_standing_by_twice_at_once_is_standing_by(club, person):
    ada = row_of(club, person("ada"))
    given = both(club, "INSERT INTO standbys", *[lambda: substitutes.stand_by(club, ada, ["foundry"])] * 2)
    assert given == [["foundry"]] * 2
    assert count(club, Standby) == 1


def test_a_new_calendar_link_ends_every_other(club, person):
    ada = row_of(club, person("ada"))
    both(club, "INSERT INTO links", *[lambda: calendar.make_link(club, ada)] * 2)
    assert count(club, Link, Link.revoked_at.is_(None)) == 1


def recover(club, key, code):
    return lambda: keys.confirm_recovery(club, "ada@example.org", code, key.public.jwk, "")


def test_a_mailed_code_is_used_once(club, person):
    ada = person("ada")
    keys.ask_recovery(club, "ada@example.org", "")
    code = mailed_code(club, ada.id, "recover")
    thieves = [recover(club, make_key_from_os_randomness(), code) for _ in range(2)]
    given = both(club, "UPDATE codes SET", *thieves)
    assert "code_expired" in given
    assert len([one for one in given if not isinstance(one, str)]) == 1


def test_two_workers_finish_a_recovery(club, person):
    ada = person("ada")
    keys.ask_recovery(club, "ada@example.org", "")
    new = make_key_from_os_randomness()
    recover(club, new, mailed_code(club, ada.id, "recover"))()
    later = club.now() + keys.WAIT
    club.now = lambda: later
    assert both(club, "INSERT INTO player_keys", *[lambda: waits.finish_due(club)] * 2) == [1, 1]
    assert row_of(club, ada).kid == new.kid
    assert count(club, MemberKey, MemberKey.player_id == ada.id, MemberKey.revoked_at.is_(None)) == 1
    assert count(club, Code, Code.effective_at.is_not(None)) == 0


def test_two_processes_list_the_servers_key(club):
    with club.write() as session:
        session.execute(table(ServerKey).delete())
    assert both(club, "INSERT INTO server_keys", *[lambda: list_key(club, club.key)] * 2) == [None, None]
    assert [one["kid"] for one in host.get_known_keys(club)] == [club.key.kid]


def test_whoever_leaves_frees_the_seat_in_the_same_moment(club, person):
    ada = person("ada")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    before = ada.call("GET", f"/games/{game}").json

    def fail(_connection, _cursor, said, *_):
        if said.startswith("UPDATE holders"):
            raise MemoryError

    event.listen(club.engine, "before_cursor_execute", fail)
    assert ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "leave")).status == 500
    event.remove(club.engine, "before_cursor_execute", fail)
    assert ada.call("GET", f"/games/{game}").json == before
    assert ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "leave")).status == 201
    assert ada.call("GET", f"/games/{game}").json["seats"][0]["player"] is None
