"""What mail programs make of a link that opens an answer: however it is decoded and sent, the move is played."""

import re
from email.message import EmailMessage
from html import unescape
from urllib.parse import parse_qs, quote, unquote, unquote_plus, urlsplit

import pytest

from tests.games import INSTALLED

HREF = re.compile(r'href="(mailto:[^"]*)"')
LONGEST = 2000
"""What the shortest of them take: a command line of Windows has 2047 characters for a link."""


def asked(house, rules="nicodemus"):
    """Return the first turn mail of a new game, whose title has all that has to be encoded."""
    house.send()
    house.table(rules, title='Été & "co" 100% + 1?')
    return next(mail for mail in house.send() if HREF.search(mail.html))


def by_the_book(href):
    """RFC 6068: percent-encoded UTF-8, and a plus is a plus."""
    parts = urlsplit(href)
    fields = dict(field.split("=", 1) for field in parts.query.split("&"))
    return unquote(parts.path), unquote(fields["subject"]), unquote(fields["body"])


def like_a_form(href):
    """Take a plus for a space, as web mail does that reads links like forms."""
    parts = urlsplit(href)
    fields = parse_qs(parts.query, strict_parsing=True)
    return unquote_plus(parts.path), fields["subject"][0], fields["body"][0]


def as_a_handler(href):
    """Pass the whole link as a parameter of another address, as browsers do for web mail."""
    wrapped = f"https://mail.example/compose?url={quote(href, safe='')}"
    return by_the_book(parse_qs(urlsplit(wrapped).query)["url"][0])


def with_newlines(href):
    """Hold lines by a newline alone."""
    address, subject, body = by_the_book(href)
    return address, subject, body.replace("\r\n", "\n")


DECODERS = [by_the_book, like_a_form, as_a_handler, with_newlines]


@pytest.mark.parametrize("rules", INSTALLED)
def test_every_link_is_plain_short_and_read_alike_by_all(french_club, rules):
    mail = asked(french_club, rules)
    for href in map(unescape, HREF.findall(mail.html)):
        assert re.fullmatch(r"mailto:[\w.%@-]+\?subject=[\w.%~-]+&body=[\w.%~-]+", href, re.ASCII)
        assert len(href) < LONGEST
        address, subject, body = by_the_book(href)
        assert (address, subject) == (mail.reply_to, f"Re: {mail.subject}")
        for decode in DECODERS:
            read = decode(href)
            assert (*read[:2], read[2].splitlines()) == (address, subject, body.splitlines()), decode.__name__


def as_text(body):
    return body, "plain"


def with_a_signature(body):
    return f"{body}-- \nAda Lovelace\nplay nothing\n", "plain"


def from_a_telephone(body):
    return f"{body}\nEnvoyé de mon iPhone\n", "plain"


def in_divisions(body):
    """Write as Gmail does: a division for each line, then the signature."""
    lines = "".join(f"<div>{line or '<br>'}</div>" for line in body.splitlines())
    return f'<div dir="ltr">{lines}<div class="gmail_signature">-- <br>Ada</div></div>', "html"


def in_paragraphs(body):
    """Write as Outlook does: a paragraph for each line, with spaces that don't break."""
    lines = "".join(f'<p class="MsoNormal">{line.replace(" ", "&nbsp;") or "&nbsp;"}</p>' for line in body.splitlines())
    return f'<html><body lang="FR"><div class="WordSection1">{lines}</div></body></html>', "html"


def broken_by_tags(body):
    return f"<html><body>{body.replace(chr(10), '<br>')}</body></html>", "html"


@pytest.mark.parametrize("decode", DECODERS)
@pytest.mark.parametrize(
    "write", [as_text, with_a_signature, from_a_telephone, in_divisions, in_paragraphs, broken_by_tags]
)
def test_what_a_program_sends_after_a_click_is_played(french_club, decode, write):
    mail = asked(french_club)
    address, subject, body = decode(unescape(HREF.findall(mail.html)[0]))
    text, kind = write(body.replace("\r\n", "\n"))
    answer = EmailMessage()
    answer["From"], answer["To"], answer["Subject"] = mail.to, address, subject
    answer["Message-ID"] = f"<{decode.__name__}.{write.__name__}@example.org>"
    answer.set_content(text, subtype=kind)  # a new mail: it quotes nothing and refers to nothing
    assert french_club.take_in(answer.as_bytes(), address, sender=mail.to).code == "played"
    said = " ".join(next(one for one in french_club.send() if one.to == mail.to).text.split())
    assert "Coups joués : 1 sur 1" in said
