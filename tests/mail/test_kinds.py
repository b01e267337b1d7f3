"""Every kind of mail, in both languages: what it says, that text and HTML say the same, and its headers."""

import random
import re

import pytest

from server.mail.incoming.budget import Budget
from server.mail.incoming.plain_text import read_html
from server.mail.outgoing.kinds import WRITERS
from server.models import OutboxRow
from server.services import outbox
from tests.server.people import mailed_code


def play_out(house, game, *people):
    rng = random.Random(2)
    while True:
        waiting = [(one, view) for one in people if (view := one.view(game))["awaited"]]
        if not waiting:
            return
        one, view = waiting[0]
        assert one.play(game, rng.choice(view["legal"])["line"], view=view).status == 201


def only(mails, to, words):
    (found,) = [mail for mail in mails if mail.to.startswith(f"{to}@") and words in mail.about]
    return found


def words_of(text):
    return re.findall(r"\w{3,}", text)


def test_a_turn_mail_says_what_happened_and_what_can_be_done(house):
    game, ada, bob = house.table("nicodemus", title="Winter B", pace={"turn": "48h"})
    first = next(one for one in (ada, bob) if one.view(game)["awaited"])
    second = ada if first is bob else bob
    house.send()
    first.play(game, first.view(game)["legal"][0]["line"])
    mail = only(house.send(), second.handle, "Your turn")
    assert re.fullmatch(r"\[Winter B\] Your turn: round \d \(due \w{3} \d\d:\d\d\)", mail.about)
    assert f"- {first.handle} played" in mail.text
    assert "Answer this mail with one move per line" in mail.text
    assert all(f"\n  {move['shown']}  " in mail.text for move in second.view(game)["legal"])
    assert re.search(r"\n  play [A-Z][\w ]+ coins +\d charcoalium", mail.text)
    assert re.search(r"Ledger head \d+:[\w-]{43}", mail.text)
    hidden = [card for card in first.view(game)["view"]["hand"] if card not in str(second.view(game)["view"])]
    assert not any(card in mail.text for card in hidden)


def test_text_and_html_say_the_same(house):
    house.table("nicodemus")
    for mail in house.send():
        html = re.sub(r'<a [^>]*href="(https?:[^"]*)">', r" \1 ", mail.html)  # some links are words
        plain = re.sub(r"<[^>]+>", " ", html.replace("&nbsp;", " "))
        assert set(words_of(mail.text.lower())) <= set(words_of(plain.lower()))
        assert all(len(line) <= 78 for line in mail.text.splitlines() if "http" not in line)
        assert "<script" not in mail.html
        assert "src=" not in mail.html


def test_headers_make_one_thread_and_say_that_a_machine_wrote_them(house):
    game, *_ = house.table()
    other, *_ = house.table()
    mails = house.send()
    assert len({mail["References"] for mail in mails if game in mail.text}) == 1
    assert len({mail["References"] for mail in mails}) == 2
    assert {mail["Auto-Submitted"] for mail in mails} == {"auto-generated"}
    assert len({mail.reply_to for mail in mails} | {mail.sender for mail in mails}) == 2 * len(mails)
    assert other


def test_all_mails_of_a_game_are_one_thread_whatever_their_kind(house):
    game, ada, bob = house.table(pace={"turn": "48h"}, policy={"timeout": "wait", "reminders": ["24h"]})
    seen = house.send()
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    house.answer(next(mail for mail in seen if mail.to.startswith("ada")), "bid 1")
    seen += house.send()
    house.clock.wait(hours=30)
    seen += house.work()
    play_out(house, game, ada, bob)
    seen += house.send()
    kinds = {one.kind for one in outbox.find_mails(house.club, "sent")}
    assert kinds >= {"turn", "talk", "answer", "reminder", "over"}
    about = [mail for mail in seen if "confirms" not in mail.about]
    assert {str(mail["References"]).split()[0] for mail in about} == {f"<game-{game}@club.example>"}
    assert all(mail["In-Reply-To"] in str(mail["References"]).split() for mail in about)
    assert len({mail["Message-ID"] for mail in seen}) == len(seen)


@pytest.mark.parametrize(
    ("lang", "begun", "turn", "over"),
    [
        ("en", "The game has begun", "Your turn", "The game is over"),
        ("fr", "La partie a commencé", "À vous", "La partie est finie"),
    ],
)
def test_a_game_from_its_start_to_its_scores(house, lang, begun, turn, over):
    people = [house.person(name, language=lang, zone="Europe/Paris") for name in ("ada", "bob")]
    game, *_ = house.table("nicodemus")
    first = {mail.about.partition("] ")[2].partition(":")[0].strip() for mail in house.send()}
    assert first == {begun, turn}
    play_out(house, game, *people)
    last = house.send()
    assert {mail.about.partition("] ")[2] for mail in last} == {over}
    result = people[0].call("GET", f"/games/{game}").json["result"]
    for one in result["standings"]:
        assert re.search(rf"{one['place']}\.  {people[one['seat']].handle} +{one['score']}\n", last[0].text)
    assert ("Won by" if lang == "en" else "Gagné par") in last[0].text


def test_account_mails_carry_codes_and_warnings(house):
    ada = house.person("ada", confirmed=False, language="fr")
    code = mailed_code(house.club, ada.id, "confirm")
    (mail,) = house.send()
    assert mail.about == f"{code} confirme votre adresse"
    assert f"  {code}\n" in mail.text
    assert "/v1/silence/" in mail["List-Unsubscribe"]
    assert "Reply-To" not in mail.mail


def test_an_expired_code_is_not_mailed(house):
    house.person("ada", confirmed=False)
    house.clock.wait(minutes=31)
    assert house.send() == []


def test_an_invitation_says_who_invites_and_how_to_join(house):
    ada = house.person("ada")
    house.send()
    game = ada.open("foundry", 2, title="Sunday")
    made = ada.call("POST", f"/games/{game}/invitations", json={"mail": "new@example.net"}).json
    (mail,) = house.send()
    assert mail.to == "new@example.net"
    assert mail.about == "ada invites you to Foundry"
    assert f"atelier join {game} --invitation {made['invitation']}" in mail.text
    said = " ".join(mail.text.split())
    assert "ada invites you to a game of Foundry at Winter League." in said
    assert "Winter League is a club for long board games" in said
    assert "pipx install atelier atelier register HANDLE new@example.net --server" in said
    assert made["link"] in mail.text
    assert "Sunday" not in mail.text
    again = ada.call("POST", f"/games/{game}/invitations", json={"mail": "late@example.net"}).json
    ada.call("DELETE", f"/games/{game}/invitations/{again['id']}")
    assert house.send() == []


def test_talk_is_mailed_to_the_others_and_can_be_answered(house):
    game, ada, bob = house.table()
    house.send()
    ada.call("POST", f"/games/{game}/messages", json={"text": "Merry winter\nto all"})
    (mail,) = house.send()
    assert mail.to == "bob@example.org"
    assert "Merry winter\n  to all" in mail.text
    assert house.answer(mail, "say And to you").code == "say"
    assert [one["text"] for one in bob.call("GET", f"/games/{game}/messages").json] == [
        "Merry winter\nto all",
        "And to you",
    ]
    assert house.answer(mail, "bid 1").code == "token_superseded"


def test_a_game_that_takes_slips_only_refuses_lines(house):
    game, ada, _ = house.table(slips_only=True)
    mail = house.mails_to("ada")[0]
    assert "signed slips only" in mail.text
    assert house.answer(mail, "bid 1").code == "slips_only"
    assert ada.view(game)["awaited"]
    assert house.answer(mail, "status").code == "status"


def test_answers_tell_line_by_line_and_undo_takes_back_that_very_turn(house):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "bid 2").code == "played"
    (answer,) = house.send()
    assert "Played 1 of 1 moves as entry 4." in answer.text
    assert "`bid 2`:" in answer.text
    assert "Next: bob." in answer.text
    assert answer["Auto-Submitted"] == "auto-replied"
    assert house.answer(mail, "bid 3").code == "token_spent"
    assert house.answer(answer, "undo").code == "undone"
    assert ada.view(game)["awaited"]
    spent, undone = house.mails_to("ada")
    assert "That turn was played already" in spent.text
    assert "Your turn is taken back" in undone.text
    assert house.answer(undone, "bid 4").code == "played"
    assert house.answer(mail, "undo").code in {"token_superseded", "nothing_to_undo"}


def test_a_turn_that_reveals_something_stops_there_and_asks_again_at_once(house):
    game, ada, bob = house.table()
    mails = {mail.to: mail for mail in house.send()}
    assert house.answer(mails["bob@example.org"], "bid 0").code == "played"
    assert house.answer(mails["ada@example.org"], "bid 3\nkeep bell").code == "played"
    answer = next(mail for mail in house.send() if mail.to == "ada@example.org")
    assert "not played yet: `keep Bell`" in " ".join(answer.text.split())
    assert "Your moves" in answer.text
    line = ada.view(game)["legal"][0]["line"]
    assert house.answer(answer, line).code == "played"
    assert bob.view(game)["n"] > 5


def test_every_kind_has_a_writer_and_fits_its_column(house):
    assert all(len(kind) <= OutboxRow.__table__.c.kind.type.length for kind in WRITERS)  # type: ignore[attr-defined]


def test_the_calendar_shows_deadlines_until_its_link_is_revoked(house):
    import icalendar

    game, ada, _ = house.table(title="Été", pace={"turn": "48h"})
    link = ada.call("POST", "/me/calendar").json["link"].removeprefix(house.club.origin)
    answer = house.door("GET", link)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    (event,) = icalendar.Calendar.from_ical(answer.body).walk("VEVENT")
    assert event["SUMMARY"] == "Été: your turn is due"
    assert event.decoded("DTEND").timestamp() * 1000 == ada.view(game)["deadline"]
    newer = ada.call("POST", "/me/calendar").json["link"].removeprefix(house.club.origin)
    assert house.door("GET", link).code == "link_revoked"
    assert ada.call("DELETE", "/me/calendar").status == 204
    assert house.door("GET", newer).code == "link_revoked"
    assert house.door("GET", "/v1/calendar/guess.ics").status == 404


def test_lines_to_copy_stay_lines_in_html_and_links_can_be_followed(house):
    _, ada, _ = house.table("nicodemus")
    mail = next(mail for mail in house.send() if "Your turn" in mail.about)
    one = ada if mail.to.startswith("ada") else house.people["bob"]
    legal = one.view(one.call("GET", "/games").json["games"][0]["id"])["legal"]
    moves, shown = ([move[form] for move in legal] for form in ("line", "shown"))
    assert re.findall(r"(?<=>)((?:play|repair) [^<]+)</a>&nbsp; <small>", mail.html) == shown
    copied = [line.strip() for line in read_html(mail.html, Budget()) if line.startswith(("play ", "repair "))]
    copied = copied[: len(moves)]  # an example of a whole turn may follow
    game = one.call("GET", "/games").json["games"][0]["id"]
    assert [
        one.call("POST", f"/games/{game}/preview", json={"moves": [line]}).json["played"][0] for line in copied
    ] == moves
    link = str(mail["List-Unsubscribe"]).strip("<>")
    assert re.search(f'<a [^>]*href="{link}">{link}</a>', mail.html)


def contrast(one, other):
    """Return how well one colour can be read on another, as the WCAG count it."""

    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_a_mail_can_be_read_in_the_dark(house):
    house.table("nicodemus")
    for mail in house.send():
        assert '<meta name="color-scheme" content="light dark">' in mail.html
        colours = re.findall(r"#(\w{6})\b", mail.html)
        assert len(colours) > 20
        assert all(contrast(colour, ground) >= 4.5 for colour in colours for ground in ("ffffff", "000000"))
        assert "background" not in mail.html


def test_the_list_of_moves_that_is_asked_for_says_what_they_bring(house):
    house.table("nicodemus")
    mail = next(mail for mail in house.send() if "Your turn" in mail.about)
    house.answer(mail, "moves")
    (answer,) = house.send()
    assert re.search(r"\n +play [A-Z][\w ]+ coins  \d charcoalium", answer.text)


def test_a_card_that_is_asked_for_is_told_and_a_misspelt_one_is_guessed(house):
    house.table("nicodemus")
    mail = next(mail for mail in house.send() if "Your turn" in mail.about)
    house.answer(mail, "card Crystal Bath\ncard sawmil")
    (answer,) = house.send()
    assert "In your workshop it takes 1 crystal off each repair." in answer.text
    assert "There is no card `sawmil`; did you mean Sawmill?" in answer.text
