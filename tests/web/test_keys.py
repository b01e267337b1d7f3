"""Keys in a browser: made, confirmed and played with there, carried in and out, forgotten, and what it witnessed."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cli import sealing
from engine.core.canonical import b64u
from engine.ledger.keys import make_key_from_os_randomness, read_private_jwk
from server import create_app
from server.config import load_config
from server.services.backup import backup, unpack
from tests.cli.conftest import NUMBERS, open_duel
from tests.cli.people import Player, play_to_the_end, wait_for_mail
from tests.databases import NO_CLOCK
from tests.server.people import FlaskDoor, mailed_code
from tests.web.browsers import FAR, check_accessibility

WORD = "un mot de passe à moi"
KEPT = """async ({store}) => {
  const kept = await store.getIdentity();
  return kept ? {kid: kept.kid, handle: kept.handle, player: kept.player, confirmed: kept.confirmed, waits: kept.countsFrom ?? 0} : null;
}"""


def fill_in(page, **fields):
    for name, value in fields.items():
        page.locator(f"[name={name}]:visible").fill(value)


def press(page, label):
    page.get_by_role("button", name=label, exact=True).click()


def save(page, label, folder):
    """Press a button that saves a file, and return where it is."""
    with page.expect_download() as waiting:
        press(page, label)
    path = Path(folder) / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def make_key(page, folder, **fields):
    """Fill in who registers, have a key made, and return its saved copy."""
    fill_in(page, password=WORD, again=WORD, **fields)
    return save(page, "Make my key and save a copy", folder)


def register(visitor, folder, path="/register"):
    """Register in a browser up to the mailed code, and return the saved copy."""
    handle = f"eve{next(NUMBERS)}"
    page = visitor.open(path)
    copy = make_key(page, folder, handle=handle, mail=f"{handle}@example.org")
    assert visitor.run(KEPT) is None
    press(page, "I have the copy: register me")
    expect(page.get_by_text(f"You are {handle}.")).to_be_visible()
    return copy


def confirm(visitor):
    fill_in(visitor.page, code=mailed_code(visitor.served.club, visitor.run(KEPT)["player"]))
    press(visitor.page, "Confirm my address")


def play_first(page):
    """Pick the first move that is offered, sign it, and wait until it is played."""
    page.locator(".offers button").first.click()
    press(page, "Sign and play")
    expect(page.get_by_role("heading", name="Picked so far; nothing is played yet")).to_have_count(0)
    expect(page.locator("main[aria-busy]")).to_have_count(0)


def read_signers(visitor, game, kind="turn"):
    """Return whose keys signed the turns of a game."""
    told = visitor.run("({api}, game) => api.call('GET', `/v1/games/${game}/entries`)", game)
    return [entry["header"]["kid"] for entry in told["entries"] if entry["header"]["kind"] == kind]


def bring(visitor, file, password=""):
    page = visitor.open("/key")
    page.locator("[name=file]").set_input_files(file)
    fill_in(page, password=password)
    press(page, "Use this key here")
    return page


def bring_in(visitor, player, folder):
    """Bring the key of somebody who has the client by the page of keys, which pins the club too."""
    player.ok("key", "export", folder / "carried.json")
    expect(bring(visitor, folder / "carried.json").get_by_role("heading", name="My games")).to_be_visible()
    return visitor


def test_a_new_member_registers_confirms_and_plays_in_the_browser_alone(visitor, tmp_path):
    eve = visitor()
    page = eve.open("/")
    page.get_by_role("link", name="Take part in this browser").click()
    copy = register(eve, tmp_path, page.url)
    confirm(eve)
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    page.get_by_role("link", name="Open a table").click()
    page.get_by_label("Game", exact=True).select_option("foundry")  # in which all are asked first
    fill_in(page, bots="1")
    press(page, "Open the table")
    press(page, "Take the first seat")
    expect(page.get_by_role("heading", name="Your turn", exact=True)).to_be_visible()
    play_first(page)
    kid, pinned = eve.run(KEPT)["kid"], eve.run("({store}) => store.getPinned()")
    assert pinned["serverKeys"] == [eve.served.club.key.public.jwk]
    game = page.url.rpartition("/")[2]
    assert read_signers(eve, game) == [kid]
    key = read_private_jwk(json.loads(sealing.unseal(copy.read_text(), WORD, "x")))
    assert key.kid == kid


def test_an_address_is_confirmed_another_day(visitor, tmp_path):
    eve = visitor()
    register(eve, tmp_path)
    page = eve.open("/me")
    page.get_by_role("link", name="Confirm it").click()
    fill_in(page, code="000000x")
    press(page, "Confirm my address")
    expect(page.locator("#why-code")).to_have_text("That is not the code that was mailed.")
    expect(page.get_by_label("The six digits of that mail")).to_be_focused()
    confirm(eve)
    expect(page.get_by_text("They wait for you")).to_be_visible()
    expect(page.get_by_role("link", name="Confirm it")).to_have_count(0)


def test_another_code_is_mailed(visitor, tmp_path):
    eve = visitor()
    register(eve, tmp_path)
    first = mailed_code(eve.served.club, eve.run(KEPT)["player"])
    press(eve.page, "Mail me another code")
    expect(eve.page.locator("#said")).to_have_text("A code was mailed.")
    fill_in(eve.page, code=first)
    press(eve.page, "Confirm my address")
    expect(eve.page.locator("#why-code")).to_have_text("That is not the code that was mailed.")


def test_a_name_that_is_taken_is_said_beside_it_and_the_copy_stays_good(visitor, person, tmp_path):
    ada, eve = person("ada"), visitor()
    page = eve.open("/register")
    copy = make_key(page, tmp_path, handle=ada.handle, mail="eve@example.org")
    press(page, "I have the copy: register me")
    expect(page.locator("#why-handle")).to_contain_text("taken")
    expect(page.get_by_label("The name that others will see")).to_be_focused()
    fill_in(page, handle=f"eve{next(NUMBERS)}")
    press(page, "I have the copy: register me")
    expect(page.get_by_label("The six digits of that mail")).to_be_visible()
    assert json.loads(sealing.unseal(copy.read_text(), WORD, "x"))["x"]


def test_two_passwords_that_differ_make_no_key(visitor):
    page = visitor().open("/register")
    fill_in(page, handle="eve", mail="eve@example.org", password=WORD, again=WORD + "!")
    press(page, "Make my key and save a copy")
    expect(page.locator("#why-again")).to_have_text("The two passwords differ.")
    expect(page.get_by_role("heading", name="Have you the copy?")).to_be_hidden()


def test_an_invitation_leads_from_its_link_to_a_seat(visitor, person, tmp_path):
    ada, eve = person("ada"), visitor()
    game = ada.data("new", "foundry", "--seats", "2", "--private")["id"]
    link = ada.data("invite", game)["link"]
    page = eve.open(link.removeprefix(eve.served.origin))
    page.get_by_role("link", name="Take part in this browser").click()
    register(eve, tmp_path, page.url)
    confirm(eve)
    press(page, "Take the seat")
    expect(page.locator(".table")).to_be_visible()
    assert eve.run(KEPT)["confirmed"]


@pytest.mark.parametrize("way", ["sealed", "plain", "pasted"])
def test_a_key_of_the_client_plays_in_a_browser(visitor, person, tmp_path, way):
    ada, bob, eve = person("ada"), person("bob"), visitor()
    game = open_duel(ada, bob)
    file = tmp_path / "ada.key"
    ada.ok("key", "export", file, *(["--password"] if way == "sealed" else []), ATELIER_PASSWORD=WORD)
    if way == "pasted":
        page = eve.open("/key")
        fill_in(page, pasted=file.read_text())
        press(page, "Use this key here")
    else:
        page = bring(eve, file, WORD if way == "sealed" else "")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    eve.open(f"/games/{game}")
    play_first(page)
    assert read_signers(eve, game) == [eve.run(KEPT)["kid"]] == [ada.data("whoami")["kid"]]


def test_the_copy_of_a_browser_is_taken_over_by_the_client(visitor, served, tmp_path):
    eve, elsewhere = visitor(), Player(tmp_path / "elsewhere", served.origin)
    register(eve, tmp_path)
    confirm(eve)
    expect(eve.page.get_by_role("heading", name="My games")).to_be_visible()
    page = eve.open("/key")
    copy = save(page, "Save the copy again", tmp_path)
    elsewhere.ok("key", "import", copy, ATELIER_PASSWORD=WORD)
    kept = eve.run(KEPT)
    assert (elsewhere.data("whoami")["kid"], elsewhere.data("whoami")["handle"]) == (kept["kid"], kept["handle"])
    expect(page.locator("[data-who=kid]")).to_have_text(kept["kid"])


def test_what_does_not_open_or_is_no_key_is_said_beside_its_field(visitor, person, tmp_path):
    ada, eve, file = person("ada"), visitor(), tmp_path / "ada.jwe"
    ada.ok("key", "export", file, "--password", ATELIER_PASSWORD=WORD)
    page = bring(eve, file, WORD.upper())
    expect(page.locator("#why-opening")).to_contain_text("does not open this file")
    hostile = tmp_path / "hostile.jwe"
    hostile.write_text(f"{'eyJhbGciOiJQQkVTMi1IUzUxMitBMjU2S1cifQ'}.AA.AA.AA.AA")
    for text in (hostile.read_text(), "{}", "nonsense", '{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}', "A" * 9000):
        hostile.write_text(text)
        bring(eve, hostile, WORD)
        expect(page.locator("#why-file")).to_contain_text("no key that can be read")
    assert eve.run(KEPT) is None


def test_a_page_refuses_a_hostile_file_before_it_costs_work(visitor):
    good: dict[str, object] = {**sealing.MADE, "p2c": sealing.ROUNDS, "p2s": b64u(b"s" * 16)}
    wrong: list[dict[str, object]] = [
        {"p2c": 2**31},
        {"p2c": 300_001},
        {"p2c": 1},
        {"p2c": 200_000.5},
        {"p2s": "AA"},
        {"zip": "DEF"},
        {"enc": "x"},
    ]
    texts = [".".join([b64u(json.dumps(good | one).encode()), *["AAAA"] * 4]) for one in [*wrong, good]]
    eve = visitor()
    eve.open("/")
    told = eve.run(
        "({jwe}, texts) => Promise.all(texts.map((one) => jwe.unseal(one, 'x').then(() => 'tried', (error) => error.message)))",
        texts,
    )
    assert told == [*["another kind of file"] * len(wrong), "tried"]


def test_a_key_that_the_club_does_not_know_is_not_kept(visitor, tmp_path):
    eve, file = visitor(), tmp_path / "stranger.json"
    file.write_text(json.dumps(make_key_from_os_randomness().jwk))
    page = bring(eve, file)
    expect(page.locator("#said")).not_to_be_empty()
    assert eve.run(KEPT) is None


def go_back(served, folder):
    """Return the club as it is now, with its key, for a host who lets things go otherwise from here on."""
    archive = backup(served.config, folder / "club.tar.gz")
    config = load_config({}, home=str(folder / "other"), origin=served.origin, log="off", rates=False, tables=NO_CLOCK)
    unpack(config, archive)
    return FlaskDoor(create_app(config))


def test_what_a_browser_witnessed_anchors_a_game_and_betrays_another_history(visitor, person, served, tmp_path):
    ada, bob = person("ada"), person("bob")
    game = open_duel(ada, bob)
    looker = bring_in(visitor(), bob, tmp_path)
    other = go_back(served, tmp_path)
    view = tmp_path / "view.json"
    ada.ok("show", game, "--save", view)
    forged = ada.ok("slip", "--view", view, "bid 1").out.strip()
    ada.ok("play", game, "bid 2")
    looker.open(f"/games/{game}")
    witnesses = save(looker.open("/key"), "Save the witnesses", tmp_path)
    said = json.loads(witnesses.read_text())
    assert len(said["games"][game]["heads"]) == 1
    assert "d" not in said["own_keys"][0]
    stranger = Player(tmp_path / "stranger", served.origin)
    true, false = tmp_path / "true.json", tmp_path / "false.json"
    bob.ok("export", game, "--file", true)
    answer = other("POST", f"/v1/games/{game}/turns", json={"slip": forged})
    assert answer.status == 201, answer
    false.write_bytes(other("GET", f"/v1/games/{game}/bundle").body)
    assert stranger.run("verify", true, "--witness", witnesses).exit == 0
    assert stranger.run("verify", false).exit == 0
    report = stranger.run("verify", false, "--witness", witnesses, "--json")
    assert (report.exit, report.json["fork"]["one"]) == (1, said["games"][game]["heads"][0])


def test_a_game_is_anchored_by_the_browser_that_played_in_it(visitor, person, tmp_path):
    ada, bob = person("ada"), person("bob")
    game, eve = open_duel(ada, bob), bring_in(visitor(), ada, tmp_path)
    eve.open(f"/games/{game}")
    play_first(eve.page)
    play_to_the_end(game, (ada, bob), random.Random(3))
    witnesses, bundle = save(eve.open("/key"), "Save the witnesses", tmp_path), tmp_path / "game.json"
    held = json.loads(witnesses.read_text())["games"][game]
    assert (len(held["receipts"]), len(held["heads"])) == (1, 2)
    ada.ok("export", game, "--file", bundle)
    report = Player(tmp_path / "stranger", eve.served.origin).data("verify", bundle, "--witness", witnesses)
    assert (report["grade"], report["is_over"]) == ("anchored", True)


def test_a_browser_forgets_all_and_asks_before(visitor, person, tmp_path):
    ada, eve = person("ada"), visitor()
    bring_in(eve, ada, tmp_path)
    tokens = len(ada.data("tokens"))
    page = eve.open("/key")
    press(page, "Forget this browser")
    press(page, "No, leave it")
    assert eve.run(KEPT) is not None
    press(page, "Forget this browser")
    press(page, "Yes, do it")
    expect(page.get_by_role("link", name="Take part in this browser")).to_be_visible()
    eve.settle()
    assert eve.run(KEPT) is None
    assert eve.run(
        "async ({store}) => [await store.getCopy(), await store.getToken(), await store.listWitnesses()]"
    ) == [
        None,
        None,
        [],
    ]
    assert len(ada.data("tokens")) == tokens - 1


def test_a_key_that_counts_no_more_says_so_and_can_be_forgotten(visitor, person, tmp_path):
    ada, eve = person("ada"), visitor()
    bring_in(eve, ada, tmp_path)
    ada.ok("key", "rotate")
    page = eve.open("/me")
    page.get_by_role("link", name="Register here").click()
    expect(page.get_by_text("The key in this browser counts no more")).to_be_visible()
    expect(page.locator("form:visible")).to_have_count(0)
    page.get_by_role("link", name="Your key in this browser").click()
    expect(page.get_by_text("The key in this browser counts no more")).to_be_visible()
    check_accessibility(page)
    press(page, "Forget this browser")
    press(page, "Yes, do it")
    expect(page.get_by_role("link", name="Take part in this browser")).to_be_visible()
    assert eve.run(KEPT) is None


def test_a_lost_key_is_replaced_by_a_mailed_code_and_waits(visitor, person, served, tmp_path):
    ada, eve = person("ada"), visitor()
    mail = ada.data("whoami")["mail"]
    page = eve.open("/key")
    page.get_by_text("I have lost my key").click()
    press(page, "Mail me a code")
    expect(page.get_by_label("The address of your account")).to_be_focused()
    fill_in(page, mail=mail)
    press(page, "Mail me a code")
    expect(page.locator("#said")).to_contain_text("a code was mailed to it")
    fill_in(page, code=str(wait_for_mail(served.club, mail, "recovers")["Subject"]).split()[0])
    page.locator("[name=password]:visible").last.fill(WORD)
    fill_in(page, again=WORD)
    save(page, "Make my key and save a copy", tmp_path)
    press(page, "I have the copy: name the new key")
    expect(page.get_by_text("A key that you recovered waits in this browser")).to_be_visible()
    assert eve.run(KEPT)["waits"] > served.club.now()
    assert sealing.is_sealed(save(page, "Save the copy again", tmp_path).read_text())
    check_accessibility(page)
    beside = visitor().bring(ada)
    page = beside.open("/key")
    press(page, "Cancel that; my key stays")
    expect(page.get_by_role("heading", name="Somebody is recovering your account")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("path", ["/register", "/key"])
def test_without_webcrypto_a_page_says_so_and_offers_the_mail(visitor, served, lang, path):
    old = visitor(lang)
    old.context.add_init_script("delete Crypto.prototype.subtle")
    page = old.open(path)
    told = {
        "en": "This browser can't make or keep a key here.",
        "fr": "Ce navigateur ne peut ni faire ni garder de clé ici.",
    }
    expect(page.get_by_text(told[lang])).to_be_visible()
    expect(page.locator("form:visible")).to_have_count(0)
    check_accessibility(page)


def test_over_plain_http_from_afar_there_is_no_key(visitor, served):
    far = visitor()
    page = far.open(served.origin.replace("127.0.0.1", FAR) + "/register")
    expect(page.get_by_text("answering the mail that asks for it")).to_be_visible()
    expect(page.locator("form:visible")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everybody_can_use_the_pages_of_a_key(visitor, person, tmp_path, lang, dark):
    eve = visitor(lang, dark=dark)
    page = eve.open("/register")
    check_accessibility(page)
    with page.expect_download():
        fill_in(page, handle="eve", mail="eve@example.org", password=WORD, again=WORD)
        page.locator("button[data-act=make]:visible").first.click()
    check_accessibility(page)
    page = eve.open("/key")
    page.locator("summary").click()
    check_accessibility(page)
    eve.bring(person("ada"))
    check_accessibility(eve.open("/key"))
    check_accessibility(eve.open("/register"))
