"""A whole game by mail alone, over real sockets: one side answers in plain lines, the other mails slips."""

import random
import re

import pytest

from engine.ledger.anchoring import Anchors
from engine.ledger.armour import armour
from engine.ledger.slips import TurnSlip, sign
from engine.ledger.verify import verify
from server.mail.incoming.listener import Listener
from server.mail.outgoing.sender import Sender
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Clock, Sink, free_port, post, reply


@pytest.fixture
def sink():
    with Sink() as sink:
        yield sink


@pytest.fixture
def house(tmp_path, sink):
    config = settings(
        tmp_path / "club",
        transport="smtp",
        port=sink.port,
        listen_port=free_port(),
        undo_pause=0,
    )
    make_club(config)
    house = House(config, Clock())
    house.worker.sender = Sender(house.club)
    listener = Listener(house.club)
    listener.start()
    yield house
    listener.stop()
    house.worker.sender.close()
    house.close()


def moves_in(mail):
    """Return the lines that a mail offers to copy, with what is said beside them."""
    offered = mail.text.partition(" Your moves\n")[2].partition("\n\n")[0]
    return [line.strip() for line in offered.splitlines() if re.match(r"  \S", line)]


def plain_answer(rng, mail):
    return rng.choice(moves_in(mail))


def slip_answer(rng, mail, person, game, seat, club):
    """Sign one of the moves that the mail offers, as the ledger spells it."""
    view = person.view(game)
    lines = {move["shown"]: move["line"] for move in view["legal"]}
    said = TurnSlip(game, seat, view["ask"], view["on"], (lines[rng.choice(moves_in(mail)).partition("  ")[0]],))
    return armour(sign(said, person.key))


@pytest.mark.parametrize("rules", ["nicodemus", "pebbles"])  # with secrets and without; longer ones take minutes
def test_a_whole_game_by_mail_alone_verifies(house, sink, rules):
    rng = random.Random(5)
    port = house.config.mail.listen_port
    game, ada, bob = house.table(rules, pace={"turn": "48h"})
    played = over = 0
    heads = []
    for _ in range(2000):
        house.clock.wait(minutes=1)
        house.worker.sender.run_dry()
        mails = sink.take()
        if not mails:
            break
        for mail in mails:
            over += "is over" in mail.about
            if mail["X-Atelier-Head"]:
                heads.append("".join(str(mail["X-Atelier-Head"]).split()).encode())
            if " Your moves\n" not in mail.text:
                continue
            is_ada = mail.to.startswith("ada@")
            text = plain_answer(rng, mail) if is_ada else slip_answer(rng, mail, bob, game, 1, house.club)
            to = mail.reply_to if is_ada else house.config.mail.sender
            assert post(port, reply(to, mail, text), mail.to, to) == {}
            played += 1
    assert over == 2
    shown = ada.call("GET", f"/games/{game}").json
    assert shown["status"] == "over"
    anchors = Anchors(server_keys=(house.club.key.public,), heads=tuple(heads))
    report = verify(bob.bundle(game), anchors)
    assert report.grade == "anchored", report.refused
    assert report.seats[0].vouched + report.seats[1].signed == played
    assert (report.seats[0].signed, report.seats[1].vouched) == (0, 0)
    assert report.anchored_to == report.entries - 1


def test_only_known_addresses_are_taken(house):
    import smtplib

    port = house.config.mail.listen_port
    with smtplib.LMTP("127.0.0.1", port) as door:
        door.ehlo_or_helo_if_needed()
        door.mail("eve@example.org")
        assert door.rcpt("turns+aaaaaaaaaaaaaaaaaaaaaaaaaa@club.example")[0] == 550
        assert door.rcpt("nobody@club.example")[0] == 550
        assert door.rcpt("turns@club.example")[0] == 250
        assert door.rcpt("turns@club.example")[0] == 452
