"""A page that is left open looks again by itself: seldom, only while it is seen, and never under somebody's hands."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.web.places import Life

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""

PAUSES = """
  const [set, pauses] = [window.setTimeout, []];
  window.setTimeout = (act, pause, ...more) => {
    document.documentElement.dataset.pauses = pauses.push(pause / 1000) && pauses;
    return set(act, pause, ...more);
  };
"""
"""Notes for how many seconds the page pauses each time, where a test can wait for it."""


@pytest.fixture
def life(served):
    return Life(served.app, ("foundry",))


class Watched:
    """A page whose clock the test turns, and what it asked the club since."""

    def __init__(self, visitor, path):
        self.page, self.path = visitor.page, path
        self.page.clock.install()
        self.page.add_init_script(PAUSES)
        visitor.open(path)
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        self.asked: list[str] = []
        self.page.on("request", lambda asked: self.asked.append(asked.url))

    def find_pauses(self):
        """Return for how many seconds the page has paused each time."""
        return [int(pause) for pause in self.page.locator("html").get_attribute("data-pauses").split(",")]

    def look(self):
        """Let the pause go by, and return with which status the page was answered when it looked again."""
        with self.page.expect_response(lambda answer: self.path in answer.url) as answered, self.pausing():
            self.page.clock.run_for(self.find_pauses()[-1] * 1000)
        return answered.value.status

    @contextmanager
    def pausing(self):
        """Do something, and wait until the page pauses again."""
        paused = self.page.locator("html").get_attribute("data-pauses")
        yield
        expect(self.page.locator("html")).not_to_have_attribute("data-pauses", paused)

    def wait(self, seconds):
        """Let time go by, and return what was asked in it."""
        self.asked.clear()
        self.page.clock.run_for(seconds * 1000)
        self.page.evaluate("fetch('/healthz')")
        return [url for url in self.asked if "/healthz" not in url]

    def hide(self, hidden):
        self.page.evaluate(HIDE, hidden)


@pytest.fixture
def watch(visitor, life):
    """Opens the game, for nobody or a member."""

    def open_game(by=None):
        reader = visitor()
        if by:
            reader.take(by.key.jwk)
        return Watched(reader, f"/games/{life.games['foundry']}")

    return open_game


def talk(life, text):
    game = life.games["foundry"]
    assert life.bob.call("POST", f"/games/{game}/messages", json={"text": text}).status == 201


def test_a_page_looks_again_ever_less_often_and_is_sent_only_what_is_new(watch, life):
    page = watch(life.ada)
    assert [page.look() for _ in range(6)] == [304] * 6
    assert page.find_pauses() == [20, 40, 80, 160, 320, 600, 600]
    talk(life, "A new remark")
    assert page.look() == 200
    expect(page.page.get_by_text("A new remark")).to_be_visible()
    assert page.look() == 304
    assert page.find_pauses()[-2:] == [20, 40]


def test_whoever_looks_on_without_a_key_is_sent_a_page_once(watch):
    page = watch()
    assert [page.look() for _ in range(3)] == [200, 304, 304]
    assert page.find_pauses() == [20, 40, 80, 160]


def test_a_game_that_is_over_is_not_looked_at_again(visitor, life):
    page = Watched(visitor(), f"/games/{life.over}")
    assert page.wait(3600) == []


def test_a_page_that_nobody_sees_does_not_look(watch, life):
    page = watch(life.ada)
    page.hide(True)
    assert page.wait(3600) == []
    talk(life, "While you were away")
    page.hide(False)
    expect(page.page.get_by_text("While you were away")).to_be_visible()


def test_a_page_is_not_replaced_while_somebody_writes(watch, life):
    page = watch(life.ada)
    field = page.page.get_by_label("Say something to the table")
    field.fill("I am still wri")
    talk(life, "A remark in between")
    assert page.wait(700) == []
    page.page.locator("h1").click()
    assert page.wait(700) == []
    assert field.input_value() == "I am still wri"
    page.page.get_by_role("button", name="Say it").click()
    expect(page.page.get_by_text("A remark in between")).to_be_visible()
    talk(life, "And one afterwards")
    assert page.look() == 200
    expect(page.page.get_by_text("And one afterwards")).to_be_visible()


def test_a_page_is_not_replaced_while_a_turn_is_put_together(watch, life):
    page = watch(life.ada)
    page.page.locator(".offers button").first.click()
    picked = page.page.get_by_role("heading", name="Picked so far; nothing is played yet")
    expect(picked).to_be_visible()
    talk(life, "Hurry")
    assert page.wait(700) == []
    expect(picked).to_be_visible()


def test_whose_turn_it_is_now_is_told_aloud_where_the_reader_stays(watch, life):
    page = watch(life.bob)
    link = page.page.get_by_role("link", name="The whole log")
    link.focus()
    view = life.ada.view(life.games["foundry"])
    while not life.bob.view(life.games["foundry"])["awaited"]:
        assert life.ada.play(life.games["foundry"], view["legal"][0]["line"], view=view).status == 201
        view = life.ada.view(life.games["foundry"])
    assert page.look() == 200
    expect(page.page.get_by_role("status")).to_have_text("Your turn")
    expect(page.page.get_by_role("heading", name="Your turn", exact=True)).not_to_be_focused()


def test_a_club_that_is_away_is_asked_again_later_and_nobody_is_bothered(watch, life):
    page = watch(life.ada)
    page.page.route("**/games/*", lambda route: route.abort())
    with page.pausing():
        page.page.clock.run_for(20_000)
    page.page.unroute("**/games/*")
    expect(page.page.locator("#said")).to_be_empty()
    assert page.look() == 304
    assert page.find_pauses() == [20, 40, 80]
