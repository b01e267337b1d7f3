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
    assert [body for _, _, body, _ in found] == [f"{move['shown']}\r\n\r\n" for move in one.view(game)["legal"]]
    assert {address for address, *_ in found} == {mail.reply_to}
    assert {subject for _, subject, *_ in found} == {"Re: [Été & [co] 100%] Nicodemus"}
    assert all(body.strip() == " ".join(shown) for _, _, body, shown in found)
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
