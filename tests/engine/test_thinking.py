"""What runs in a process of its own: the same is chosen and suggested there as here."""

import engine
from engine.ledger.memory import tell
from engine.ledger.record import pack_page
from engine.seats import Onlooker, choose
from engine.suggestions import suggest
from engine.thinking import choose_packed, suggest_packed, takes_long
from tests.ledger.room import Room


def test_a_packed_position_leads_to_the_same_choice():
    room = Room().start(bots={1: "apprentice"})
    told = [tell(entry) for entry in room.entries]
    chosen = choose_packed(pack_page(room.page), room.table.dump(), 1, told)
    assert chosen == choose(room.record, 1, told)


def test_a_packed_position_without_its_secrets_leads_to_the_same_suggestions():
    table = engine.open_table("nicodemus", 2, seed=b"packed")
    by = Onlooker(table.awaiting[0], "en", ("ada", "bob"))
    assert suggest_packed(table.redeal(by.seat).dump(), by, ()) == suggest(table, by)


def test_bots_that_search_take_long_and_others_do_not():
    assert takes_long("journeyman")
    assert not any(map(takes_long, ("greedy", "greedy-2", "random", "nobody", None)))
