"""From a turn mail to a played turn in a real browser, by the link in the mail: without scripts, with them, and with a key."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from server.mail import folder
from tests.cli.conftest import make_person
from tests.cli.people import Served, wait_for_mail
from tests.web.browsers import FAR, check_accessibility

LINK = re.compile(r"^ +(https?://\S+/turn/\S+)$", re.MULTILINE)
WORDS = {
    "en": ("Your turn", "Open my turn", "Play this turn", "Take back the last one", "Your turn is played", "was used"),
    "fr": ("À vous", "Ouvrir mon tour", "Jouer ce tour", "Reprendre le dernier", "Votre tour est joué", "a servi"),
}


@pytest.fixture(scope="module")
def mailing(tmp_path_factory):
    """A club whose turn mails do not wait."""
    served = Served(tmp_path_factory.mktemp("mailing") / "club", mail={"undo_pause": 0})
    yield served
    served.close()


@pytest.fixture
def duel(tmp_path, mailing):
    """Makes games of Foundry of two people, the first with a language of their own."""
    make = partial(make_person, tmp_path, mailing)

    def open_table(lang="en"):
        ada, bob = make("ada", ATELIER_LANG=lang), make("bob")
        game = ada.data("new", "foundry", "--seats", "2", "--title", "Tea")["id"]
        bob.ok("join", game)
        return game, ada, bob

    return open_table


def link_in_mail_to(served, who, lang="en"):
    """Return the link of the turn mail to somebody."""
    mail = wait_for_mail(served.club, f"{who.handle}@", f"[Tea] {WORDS[lang][0]}")
    (link,) = LINK.findall(folder.get_text(mail))
    return link


def is_awaited(who, game):
    return who.data("show", game)["awaited"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_turn_is_played_from_its_mail_without_any_script(visitor, mailing, duel, lang):
    game, ada, bob = duel(lang)
    turn, opening, playing, back, played, told = WORDS[lang]
    page = visitor(lang, served=mailing, java_script_enabled=False).page
    page.goto(link_in_mail_to(mailing, ada, lang))
    page.get_by_role("button", name=opening).click()
    expect(page.get_by_role("heading", name=turn)).to_be_visible()
    offers = page.locator("button[name=add]")
    first = offers.nth(2).inner_text()
    for _ in range(2):
        offers.nth(2).click()
        expect(page.locator(".picked li").first).to_have_text(first)
        page.get_by_role("button", name=back).click()
        expect(page.locator(".picked")).to_have_count(0)
    page.locator("input[name=line]").fill("no such move")
    page.locator("input[name=line]").press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    offers.nth(2).click()
    assert is_awaited(ada, game)
    page.get_by_role("button", name=playing).click()
    expect(page.get_by_role("heading", name=played)).to_be_visible()
    assert not is_awaited(ada, game)
    receipt = wait_for_mail(mailing.club, f"{ada.handle}@", told)
    assert str(receipt["Subject"]) == "Re: [Tea] " + {"en": "Foundry", "fr": "Fonderie"}[lang]
    bob.ok("play", game, bob.lines(game)[0])
    assert [seat["vouched"] for seat in ada.data("verify", game)["seats"]] == [1, 0]


@pytest.mark.parametrize(("lang", "dark"), [("en", False), ("fr", True)])
def test_every_page_of_the_way_can_be_used_by_everybody(visitor, mailing, duel, lang, dark):
    _, ada, _ = duel(lang)
    _, opening, playing, _, played, _ = WORDS[lang]
    somebody = visitor(lang, served=mailing, dark=dark, viewport={"width": 360, "height": 740})
    page = somebody.open(link_in_mail_to(mailing, ada, lang))
    check_accessibility(page)
    page.get_by_role("button", name=opening).click()
    somebody.settle()
    check_accessibility(page)
    page.locator("button[name=add]").nth(1).click()
    somebody.settle()
    expect(page.locator(".picked")).to_be_visible()
    check_accessibility(page)
    page.get_by_role("button", name=playing).click()
    somebody.settle()
    expect(page.get_by_role("heading", name=played)).to_be_visible()
    check_accessibility(page)


def test_a_browser_with_a_key_may_sign_instead(visitor, mailing, duel):
    game, ada, _ = duel()
    page = visitor(served=mailing).bring(ada).page
    page.goto(link_in_mail_to(mailing, ada))
    page.get_by_role("button", name="Open my turn").click()
    page.locator("button[name=add]").nth(1).click()
    page.get_by_role("button", name="Sign and play instead").click()
    expect(page).to_have_url(re.compile(rf"/games/{game}$"))
    expect(page.get_by_role("heading", name="Your turn")).to_have_count(0)
    assert [seat["signed"] for seat in ada.data("verify", game)["seats"]] == [1, 0]


def test_a_browser_with_a_key_plays_by_the_link_too_and_takes_up_its_draft(visitor, mailing, duel):
    game, ada, _ = duel()
    somebody = visitor(served=mailing).bring(ada)
    page = somebody.page
    page.goto(link_in_mail_to(mailing, ada))
    page.get_by_role("button", name="Open my turn").click()
    page.locator("button[name=add]").nth(1).click()
    expect(page.locator(".picked")).to_be_visible()
    somebody.open(page.url)
    expect(page.locator(".picked")).to_be_visible()
    page.get_by_role("button", name="Play this turn").click()
    expect(page.get_by_role("heading", name="Your turn is played")).to_be_visible()
    assert not is_awaited(ada, game)


def test_whoever_has_no_key_is_not_asked_to_sign(visitor, mailing, duel):
    _, ada, _ = duel()
    somebody = visitor(served=mailing)
    page = somebody.open(link_in_mail_to(mailing, ada))
    page.get_by_role("button", name="Open my turn").click()
    page.locator("button[name=add]").nth(1).click()
    somebody.settle()
    expect(page.get_by_role("button", name="Play this turn")).to_be_visible()
    expect(page.get_by_role("button", name="Sign and play instead")).to_be_hidden()


def test_another_site_plays_nothing_with_what_a_browser_keeps(visitor, mailing, duel):
    game, ada, _ = duel()
    page = visitor(served=mailing, java_script_enabled=True).page
    page.goto(link_in_mail_to(mailing, ada))
    page.get_by_role("button", name="Open my turn").click()
    address = f"{mailing.origin}/turn/{game}/0"
    expect(page).to_have_url(address)
    proof = page.locator("#turn input[name=proof]").first.get_attribute("value")
    form = (
        f'<form method="post" action="{address}/play"><input name="moves" value="bid 1">'
        f'<input name="proof" value="{proof}"><button>A prize</button></form>'
    )
    there = mailing.origin.replace("127.0.0.1", FAR) + "/prize"
    page.route(there, lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto(there)
    with page.expect_navigation() as gone:
        page.get_by_role("button", name="A prize").click()
    assert gone.value.status in {403, 404}
    assert is_awaited(ada, game)


def test_what_is_asked_of_the_club_never_says_from_where(visitor, mailing, duel):
    _, ada, _ = duel()
    somebody = visitor(served=mailing)
    heads = []
    somebody.page.on("request", lambda request: heads.append(request.headers))
    page = somebody.open(link_in_mail_to(mailing, ada))
    page.get_by_role("button", name="Open my turn").click()
    somebody.settle()
    assert len(heads) > 3
    assert not [head for head in heads if head.get("referer")]


def test_a_link_is_followed_from_a_mail_program_that_is_a_page_of_another_site(visitor, mailing, duel):
    game, ada, _ = duel()
    page = visitor(served=mailing, java_script_enabled=False).page
    there = mailing.origin.replace("127.0.0.1", FAR) + "/webmail"
    mail = f'<a href="{link_in_mail_to(mailing, ada)}">Open my turn</a>'
    page.route(there, lambda route: route.fulfill(body=mail, content_type="text/html"))
    page.goto(there)
    page.get_by_role("link", name="Open my turn").click()
    page.get_by_role("button", name="Open my turn").click()
    page.locator("button[name=add]").first.click()
    page.get_by_role("button", name="Play this turn").click()
    expect(page.get_by_role("heading", name="Your turn is played")).to_be_visible()
    assert not is_awaited(ada, game)
