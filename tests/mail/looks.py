"""Boards and mails as their readers see them: a game between somebody English and somebody French, from first to last."""

import io
import re
from pathlib import Path

import engine
from cli import render
from cli.boards import show_asked, show_board
from cli.env import Env
from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from engine.core.language import Voice
from engine.core.markup import draw_sheet, draw_stylesheet
from engine.core.palette import draw_icons
from server.services import shelf

FOLDER = Path(__file__).parents[1] / "golden_looks"
READERS = {"ada": "en", "bob": "fr"}
MOST_TURNS = 2000
CHANGING = (
    (re.compile(r"(?<=turns%2B)[\w-]+"), "TOKEN"),
    (re.compile(r"(?<=/v1/unsubscribe/)[\w.-]+"), "TOKEN"),
    (re.compile(r"(?<=/turn/)[\w.-]+"), "TOKEN"),
    (re.compile(r"(?<=\d:)[\w-]{43}\b"), "HASH"),
    (re.compile(r"\bg+0+\d+\b"), "GAME"),
)
"""What differs from club to club."""


def play_for_looks(house, rules):
    """Return what each form of the first and of the last turn looks like, by the name of its file."""
    for name, lang in READERS.items():
        house.person(name, language=lang, zone="Europe/Paris")
    game, *people = house.table(rules, tuple(READERS), pace={"turn": "48h"}, title="Winter")
    looks: dict[str, str] = {}
    for number in range(MOST_TURNS):
        house.clock.wait(minutes=50)
        mails = {mail.to.partition("@")[0]: mail for mail in house.send() if mail.reply_to and mail.html}
        asked = [(seat, view) for seat, one in enumerate(people) if (view := one.view(game))["awaited"]]
        if not asked:
            return looks
        for seat, view in asked:
            one = people[seat]
            if one.handle in mails and "HASH" in mask(mails[one.handle].text):
                keep(looks, READERS[one.handle], view, mails[one.handle], house.clock)
        seat = asked[0][0]
        people[seat].play(game, *choose(house, game, seat, number))
    raise LookupError("the game does not end")


def choose(house, game, seat, number):
    """Return what a bot plays here."""
    with house.club.read() as session:
        table = shelf.get_record(session, game).table
    assert table is not None
    return [str(move) for move in BOTS["greedy"].choose(Desk(table, seat), Chance(b"%d" % number))]


def keep(looks, lang, view, mail, clock):
    """Keep what was seen; the first stays, the last is overwritten."""
    for moment in ("first", "late") if f"first.{lang}.mail.txt" not in looks else ("late",):
        forms = {**forms_of_board(view, lang, clock), "mail.txt": mask(mail.text), "mail.html": mask(mail.html)}
        looks |= {f"{moment}.{lang}.{form}": text for form, text in forms.items()}


def forms_of_board(view, lang, clock):
    """Return a board as a terminal, a screen reader and a page show it."""
    rules = engine.games()[view["rules"]]
    say = seated(lang, clock)[0].say
    sheet = rules.sheet(view["view"], Voice(lang, rules.names, view["players"]))
    return {
        "board.txt": mask(printed(view, lang, clock)),
        "board.plain.txt": "\n".join(line for part in sheet.parts for line in render.plain_lines(part, say)) + "\n",
        "board.html": draw_sheet(sheet, rules.palettes[lang], "page") + "\n",
    }


def printed(view, lang, clock):
    """Return what `atelier show` prints where there is no colour."""
    env, out = seated(lang, clock)
    show_board(env, view)
    show_asked(env, view)
    return out.getvalue()


def seated(lang, clock):
    """Return a client whose reader has 80 columns and no colour, and what it writes."""
    out = io.StringIO()
    env = Env({"COLUMNS": "80"}, io.StringIO(), out, out, Path("nowhere"), lang=lang, zone="Europe/Paris", now=clock)
    return env, out


def mask(text):
    """Return a text without what differs from club to club."""
    text = text.replace("\r\n", "\n")
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    return text


def page_of(body):
    """Return a board as a page that a browser shows."""
    return f"<!doctype html><meta charset=utf-8><style>{draw_stylesheet()}</style><body>{draw_icons()}{body}</body>"
