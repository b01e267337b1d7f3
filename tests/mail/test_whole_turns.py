"""One answer, one turn: what a turn mail offers, the links that open an answer, and the one subject of a table."""

import re
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

from server.mail.outgoing.links import address_links, link_answer, link_each
from server.services import outbox

LINK = re.compile(r'<a style="[^"]*" href="(mailto:[^"]*)">(.*?)</a>')


def links_of(mail):
    """Return address, subject, body and text of each link that opens an answer, as a mail program reads them."""
    return [(*read_link(href), shown.split("<br>")) for href, shown in LINK.findall(mail.html)]


def read_link(href):
    parts = urlsplit(unescape(href))
    fields = parse_qs(parts.query, keep_blank_values=True, strict_parsing=True)
    return unquote(parts.path), fields["subject"][0], fields["body"][0]


def turn_mail(house, to=None):
    return next(mail for mail in house.send() if "Your turn" in mail.about and (to is None or mail.to.startswith(to)))


def test_each_move_is_a_link_that_opens_an_answer_which_says_it(house):
    game, ada, bob = house.table("nicodemus", title="Été & [co] 100%")
    mail = turn_mail(house)
    one = ada if mail.to.startswith("ada@") else bob
    found = links_of(mail)
    legal = [f"{move['shown']}\r\n\r\n" for move in one.view(game)["legal"]]
    assert [body for _, _, body, _ in found][: len(legal)] == legal  # then what may come later in the turn
    assert {address for address, *_ in found} == {mail.reply_to}
    assert {subject for _, subject, *_ in found} == {"Re: [Été & [co] 100%] Nicodemus"}
    assert all(body.split() == " ".join(shown).split() for _, _, body, shown in found)
    house.answer(mail, found[0][2])
    assert "Played 1 of 1 moves" in house.mails_to(one.handle)[-1].text


def test_the_example_of_a_turn_is_one_link_and_is_played_whole(house):
    house.table("imaginarium")
    played = 0
    for _ in range(12):
        mail = next((mail for mail in house.send() if mail.reply_to and links_of(mail)), None)
        if mail is None or played:
            break
        *_, body, lines = links_of(mail)[-1]
        assert body.split() == " ".join(lines).split()
        house.answer(mail, body)
        if len(lines) > 1 and "end" in lines:
            said = " ".join(house.send()[0].text.split())
            assert f"Played {len(lines)} of {len(lines)} moves" in said
            assert "Later in this turn" in mail.text
            assert "\n  dial " in mail.text
            assert f"A whole turn, as an example:\n  {lines[0]}\n  {lines[1]}\n" in mail.text
            played = len(lines)
    assert played > 3


def test_a_game_of_slips_has_no_links_that_answer(house):
    house.table("nicodemus", slips_only=True)
    assert not links_of(turn_mail(house))


def test_a_link_is_never_longer_than_mail_programs_take():
    lines = [f"repair {n} wood*2 copper crystal" for n in range(15)]
    html = address_links(link_answer(lines, "x"), f"turns+{'k' * 60}@club.example", "冬" * 180)
    (href,) = re.findall(r'href="([^"]*)"', html)
    assert len(unescape(href)) < 2000
    address, subject, body = read_link(href)
    assert (address, body.split("\r\n")[:-2]) == (f"turns+{'k' * 60}@club.example", lines)
    assert subject.startswith("Re: 冬冬冬")
    assert link_answer(lines * 3, "x") == "x"


def test_what_is_written_in_a_link_can_end_neither_link_nor_address():
    html = address_links(
        link_each('say "x" <b>&body=\r\nBcc: eve'), "turns+a@club.example", '"><b>&bcc=eve\r\nBcc: eve'
    )
    (href,) = re.findall(r'href="([^"]*)"', html)
    assert html.count("<") == 2
    assert parse_qs(urlsplit(unescape(href)).query).keys() == {"subject", "body"}
    assert read_link(href)[1] == 'Re: "><b>&bcc=eve Bcc: eve'


def test_all_mails_of_a_table_have_one_subject(house):
    game, ada, _ = house.table(title="Winter B", pace={"turn": "48h"}, policy={"timeout": "wait", "reminders": ["24h"]})
    seen = house.send()
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    house.answer(next(mail for mail in seen if mail.to.startswith("ada@")), "bid 1")
    seen += house.send()
    house.clock.wait(hours=30)
    seen += house.work()
    assert {one.kind for one in outbox.find_mails(house.club, "sent")} >= {"turn", "talk", "answer", "reminder"}
    subjects = {str(mail.subject) for mail in seen if mail["References"]}
    assert {subject.removeprefix("Re: ") for subject in subjects} == {"[Winter B] Foundry"}
    assert any(mail.text.startswith(" [Winter B] Your turn") for mail in seen)


def test_a_misspelt_verb_gets_the_same_hint_as_in_the_shell(house):
    house.table("foundry")
    mail = turn_mail(house)
    house.answer(mail, "bidd 1")
    (answer,) = house.send()
    said = " ".join(answer.text.split())
    assert "Line `bidd 1`: there is no move `bidd`; did you mean `bid`?" in said
    assert "Nothing was played." in said


FIRST = ("sabotage", "extractor", "reserve", "acquire", "dial extract+repair", "extract", "end")
"""How the others play on until somebody is asked who has taken an extractor."""


def play_until_collecting(house, game, players):
    """Return the mail that asks somebody to act who has taken an extractor, and who that is."""
    while True:
        mail = turn_mail(house)
        one = next(player for player in players if mail.to.startswith(player.handle))
        legal = [move["line"] for move in one.view(game)["legal"]]
        if "collect" in legal:
            return mail, one
        house.answer(mail, next(line for verb in FIRST for line in legal if line.startswith(verb)))


def test_what_goes_without_saying_is_played_with_the_answer(house):
    game, *players = house.table("imaginarium")
    mail, one = play_until_collecting(house, game, players)
    house.answer(mail, "collect\ndial extract+repair\nextract")
    said = " ".join(house.mails_to(one.handle)[-1].text.split())
    assert "Played 4 of 4 moves" in said
    assert "Played for you, since nothing else was left: `end`." in said
    assert not one.view(game)["awaited"]


def test_names_of_a_mailed_turn_are_spelled_out_before_they_are_written(house):
    game, ada, bob = house.table("nicodemus")
    mail = turn_mail(house)
    one = ada if mail.to.startswith("ada@") else bob
    move = one.view(game)["legal"][0]
    house.answer(mail, move["shown"])
    entry = one.call("GET", f"/games/{game}/entries").json["entries"][-1]
    assert entry["body"]["moves"] == entry["body"]["played"] == [move["line"]]
    assert entry["shown"] == [move["shown"]]
    assert f"`{move['shown']}`: You played" in " ".join(house.mails_to(one.handle)[-1].text.split())


def test_several_dice_are_placed_by_one_line_of_a_mail(house):
    game, *players = house.table("fantastic_factories")
    faces: list[int] = []
    while len(faces) < 2:
        mail = turn_mail(house)
        one = next(player for player in players if mail.to.startswith(player.handle))
        view = one.view(game)
        dice = view["view"]["players"][view["seat"]]["dice"]
        floor = "mine" if sum(face > 3 for face in dice) > 1 else "generate"
        faces = [face for face in dice if (face > 3) == (floor == "mine")][:3]
        if len(faces) < 2:
            house.answer(mail, view["legal"][0]["shown"])
    house.answer(mail, f"place {' '.join(map(str, faces))} {floor}")
    said = " ".join(house.mails_to(one.handle)[-1].text.split())
    assert f"Played {len(faces)} of {len(faces)} moves" in said
    assert said.count("You placed") == len(faces)
