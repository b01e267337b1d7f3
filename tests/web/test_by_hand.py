"""Pages without a mouse: where the focus goes, what can be reached by the keyboard, and what is told aloud."""

import pytest
from playwright.sync_api import expect

from tests.web.places import Life

OUTLINE = """() => {
  const one = document.activeElement, look = getComputedStyle(one), box = one.getBoundingClientRect();
  const isSeen = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  return {is: one.tagName, name: one.textContent.trim().slice(0, 60), seen: isSeen, inside: box.bottom > 0 && box.top < innerHeight};
}"""
MOST = 200


@pytest.fixture
def life(served):
    return Life(served.app, ("foundry",))


def tab_to(page, selector):
    """Press Tab until something is focused, and return what was passed on the way; every stop can be seen."""
    passed: list[str] = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop = page.evaluate(OUTLINE)
        assert stop["seen"] or stop["is"] == "BODY", stop
        assert stop["inside"] or stop["is"] == "BODY", stop
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return passed
        passed.append(stop["name"])
    raise AssertionError(f"Tab never came to {selector}: {passed}")


def test_the_first_tab_leads_past_what_stands_on_every_page(visitor, life):
    page = visitor().open(f"/games/{life.games['foundry']}")
    assert tab_to(page, "a.skip") == []
    expect(page.get_by_role("link", name="To the page itself")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_turn_is_played_by_the_keyboard_alone(visitor, life):
    game = life.games["foundry"]
    ada = visitor().take(life.ada.key.jwk)
    page = ada.open(f"/games/{game}")
    n = life.ada.view(game)["n"]
    tab_to(page, ".offers button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Picked so far; nothing is played yet")).to_be_visible()
    expect(page.locator("#turn h2")).to_be_focused()
    tab_to(page, "form[data-act=sign] button.main")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Picked so far; nothing is played yet")).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    assert life.ada.view(game)["n"] == n + 1


def test_a_move_is_typed_and_what_is_wrong_with_it_is_told_at_once(visitor, life):
    game = life.games["foundry"]
    page = visitor().take(life.ada.key.jwk).open(f"/games/{game}")
    tab_to(page, "#turn [name=line]")
    page.keyboard.type("no such move")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was played.")
    tab_to(page, "#turn [name=line]")
    page.keyboard.type(life.ada.view(game)["legal"][0]["line"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Picked so far; nothing is played yet")).to_be_visible()


def test_a_question_before_an_act_is_answered_by_the_keyboard(visitor, life):
    page = visitor().take(life.ada.key.jwk).open(f"/games/{life.games['foundry']}")
    tab_to(page, ".seats + details summary")
    page.keyboard.press("Enter")
    tab_to(page, "details form[data-confirm] button")
    page.keyboard.press("Enter")
    asked = page.get_by_role("dialog", name="Leave your seat? A bot or a substitute plays on for you.")
    expect(asked.get_by_role("button", name="Yes, do it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(page.get_by_role("button", name="Leave my seat")).to_be_focused()
    assert life.ada.view(life.games["foundry"])["seat"] == 0


def test_what_a_page_says_while_it_works_is_told_aloud(visitor, life):
    ada = visitor().take(life.ada.key.jwk)
    page = ada.open("/key")
    said = page.get_by_role("status")
    expect(said).to_be_attached()
    expect(said).to_be_empty()
    with page.expect_download():
        page.get_by_role("button", name="Save the witnesses").click()
    expect(said).to_have_text("Saved where this browser keeps downloads.")
    ada.context.set_offline(True)
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("alert")).to_have_text("The club does not answer. Nothing is lost: try again in a moment.")
    ada.context.set_offline(False)
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_focused()
