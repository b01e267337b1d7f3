"""Whole games by two people who have nothing but a browser, from the invitation's link to a bundle that verifies.

One of them also plays a turn from the terminal, one by answering the mail, and one by the mail's link.
"""

import json
import re
import time
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from server.mail import folder as mail_folder
from server.mail.incoming import receive
from server.models import StoredEntry
from server.services import shelf
from tests.cli.people import Player, Served
from tests.games import INSTALLED
from tests.mail.post import Received, reply
from tests.web.test_keys import WORD, confirm, press, register, save

pytestmark = pytest.mark.timeout(900)
LINK = re.compile(r"https?://\S+/turn/\S+")
HEAD = re.compile(r"Ledger head (\d+):")
GOES_ON = "You are here by the link in your mail"
"""Where somebody is asked again by their own turn, the link's page goes on with it."""
WAYS = {2: "in_terminal", 3: "by_mail", 4: "by_link"}
"""Which of a player's turns are played otherwise than on the page."""


@pytest.fixture(scope="module")
def mailing(tmp_path_factory):
    """A club whose turn mails do not wait."""
    served = Served(tmp_path_factory.mktemp("mailing") / "club", mail={"undo_pause": 0})
    yield served
    served.close()


class Sitter:
    """Somebody at a table, with a browser of their own."""

    def __init__(self, visit, folder, seat, **given):
        visitor = visit(**given)
        self.elsewhere = partial(visit, **given)
        self.visitor, self.page, self.folder, self.seat = visitor, visitor.page, folder, seat
        self.club, self.origin = visitor.served.club, visitor.served.origin
        self.copy, self.address = Path(), ""
        self.turns = 0

    def join_club(self, path="/register"):
        self.copy = register(self.visitor, self.folder, path)
        self.address = f"{self.copy.stem.removeprefix('atelier-')}@example.org"
        confirm(self.visitor)
        expect(self.page).not_to_have_url(re.compile("/register"))

    def open_table(self, rules):
        """Open a table of two for the invited alone, sit down, and return the link for the other."""
        page = self.visitor.open("/new")
        page.get_by_label("Game", exact=True).select_option(rules)
        page.get_by_label("Only for those whom I invite").check()
        press(page, "Open the table")
        press(page, "Take the first seat")
        press(page, "Invite")
        return page.locator("main pre").inner_text()

    def take_seat(self, link):
        """Follow an invitation's link as a stranger, register, sit down, and return the game."""
        page = self.visitor.open(link.removeprefix(self.origin))
        page.get_by_role("link", name="Take part in this browser").click()
        self.join_club(page.url)
        press(page, "Take the seat")
        expect(page.locator(".table")).to_be_visible()
        return page.locator(".table").get_attribute("data-game")

    def play(self, game, moves):
        """Play a turn, in the way that is due; the mails come late, and a game may be over before all are tried."""
        self.turns += 1
        way = WAYS.get(self.turns, "on_page") if self.seat == 0 else "on_page"
        getattr(self, f"play_{way}")(game, moves)

    def play_on_page(self, game, moves):
        """Pick the moves of a turn, one after the other, sign and send them."""
        self.visitor.open(f"/games/{game}")
        pick_all(self.page, moves)
        press(self.page, "Sign and play")
        expect(self.page.locator(".picked")).to_have_count(0)
        expect(self.page.locator("main[aria-busy]")).to_have_count(0)

    def play_in_terminal(self, game, moves):
        """Carry the key to a client, and play from there."""
        elsewhere = Player(self.folder / "elsewhere", self.origin)
        elsewhere.ok("key", "import", self.copy, "--server", self.origin, ATELIER_PASSWORD=WORD)
        elsewhere.ok("play", game, *map(str, moves), "--exact")

    def play_by_mail(self, game, moves):
        """Answer the mail that asks for the turn."""
        mail = self.wait_for_mail(game)
        raw = reply(mail.reply_to, mail, "\n".join(map(str, moves)))
        assert receive.receive(self.club, raw, mail.reply_to, mail.to).code == "played"

    def play_by_link(self, game, moves):
        """Follow the link of the mail in a browser that has no key, and play there."""
        (link,) = LINK.findall(self.wait_for_mail(game).text)
        page = self.elsewhere().page
        page.goto(link)
        press(page, "Open my turn")
        pick_all(page, moves)
        press(page, "Play this turn")
        expect(page.get_by_role("heading", name="Your turn is played").or_(page.get_by_text(GOES_ON))).to_be_visible()
        expect(page.locator(".picked")).to_have_count(0)

    def wait_for_mail(self, game):
        """Return the mail that asks for the turn that is open now."""
        opened = find_opening(self.club, game, self.seat)
        for _ in range(400):
            for path in mail_folder.find_mails(self.club):
                mail = Received("", self.address, path.read_bytes())
                if self.address in str(mail["To"]) and is_about(mail, opened):
                    return mail
            time.sleep(0.05)
        raise TimeoutError


def find_opening(club, game, seat):
    """Return the number of the entry that opened what a seat is asked."""
    with club.read() as session:
        asked = shelf.get_record(session, game).page.chairs[seat].ask
        return session.scalar(select(StoredEntry.n).where(StoredEntry.hash == asked.on))


def is_about(mail, opened):
    """Tell whether a mail asks for a turn, and was written after it was opened."""
    head = HEAD.search(mail.text)
    return head is not None and LINK.search(mail.text) is not None and int(head[1]) >= opened


def pick_all(page, moves):
    """Click one move after the other, each in the list of its verb where that is long."""
    for count, move in enumerate(moves, start=1):
        offer = page.locator(f'button[name=add][value="{move}"]')
        if not offer.is_visible():
            page.locator("details", has=offer).locator("summary").click()
        offer.click()
        expect(page.locator(".picked li:not(.dim)")).to_have_count(count)


def choose(club, game):
    """Return who is asked, and what the greedy bot would play there; None at the end."""
    with club.read() as session:
        table = shelf.get_record(session, game).table
    assert table is not None
    if not table.awaiting:
        return None
    seat = table.awaiting[0]
    return seat, BOTS["greedy"].choose(Desk(table, seat), Chance(table.state_bytes()))


def end_of(one, game):
    """Look at the end of a game on its page, save the bundle and the witnesses, and return where they are."""
    page = one.visitor.open(f"/games/{game}")
    expect(page.get_by_text("This game is over.")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="The whole game as one file").click()
    bundle = one.folder / f"{one.seat}.atelier.json"
    waiting.value.save_as(bundle)
    one.visitor.open("/key")
    return bundle, save(page, "Save the witnesses", one.folder)


def list_ways(bundle, seat):
    """Return by which doors the turns of a seat came that it did not sign."""
    entries = json.loads(bundle.read_bytes())["entries"]
    return [one["body"]["via"] for one in entries if one["header"]["seat"] == seat and "via" in one["body"]]


GAMES = [
    pytest.param(game, marks=pytest.mark.nightly if number % 2 else ()) for number, game in enumerate(sorted(INSTALLED))
]
"""Every second one by day: each is played from its sheets in the same way, and test_every_page.py opens the pages of all."""


@pytest.mark.parametrize("rules", GAMES)
def test_a_whole_game_is_played_with_browsers(visitor, mailing, tmp_path, rules):
    ada = Sitter(visitor, tmp_path, 0, served=mailing)
    bob = Sitter(visitor, tmp_path, 1, served=mailing, dark=True)
    ada.join_club()
    game = bob.take_seat(ada.open_table(rules))
    while (asked := choose(mailing.club, game)) is not None:
        seat, moves = asked
        (ada, bob)[seat].play(game, moves)
    nobody = Player(tmp_path / "nobody", "http://127.0.0.1:1")
    for one in (ada, bob):
        bundle, witnesses = end_of(one, game)
        assert list_ways(bundle, 0) == ["mail", "link"]
        shown = nobody.data("verify", bundle, "--witness", witnesses)
        assert (shown["grade"], shown["is_over"]) == ("anchored", True)
        assert [seat["vouched"] for seat in shown["seats"]] == [2, 0]
        assert min(seat["signed"] for seat in shown["seats"]) > len(WAYS)
