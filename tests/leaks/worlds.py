"""A club in which a moment can be lived through twice, on tables that differ only in what somebody may not know."""

import re
import sqlite3
import zlib

from sqlalchemy import select, update

from server.models import Game, Seat, Snapshot
from server.services import shelf, suggestions
from server.services.notices import About, announce
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Clock, reply
from tests.server.people import FlaskDoor

SEALED = re.compile(rb"[A-Za-z0-9_-]{43,}|(?<![0-9a-z])(?:[0-9a-f]{16,}|[a-z2-7]{26})(?![0-9a-z])")
"""Hashes, commitments, salts, signatures, ids and reply tokens."""
LINK = re.compile(r"^ +https?://[^/\s]+(/turn/\S+)$", re.MULTILINE)
PROOF = re.compile(r'name="proof" value="([^"]+)"')
OK = 200
WRONG_LINES = ("nothing at all", "pass 9")


def blanked(raw):
    """Return bytes with all that is random by design struck out, each as long as it was."""
    return SEALED.sub(lambda found: b"#" * len(found[0]), raw)


class Worlds(House):
    """A club whose database can be kept and brought back."""

    def __init__(self, folder):
        config = settings(folder, undo_pause=0)
        make_club(config)
        super().__init__(config, Clock())
        self.file = sqlite3.connect(config.folder / "atelier.sqlite", check_same_thread=False)
        self.file.execute("PRAGMA synchronous=OFF")
        self.last_mail = {}

    def keep(self):
        """Return a copy of all that is stored now, and of the mails that people have."""
        copy = sqlite3.connect(":memory:")
        self.file.backup(copy)
        return copy, self.last_mail

    def go_back(self, kept):
        """Let all be as it was."""
        copy, self.last_mail = kept
        copy.backup(self.file)
        self.forget()

    def forget(self):
        """Drop the mails that were sent."""
        self.box.take()

    def true_table(self, game):
        """Return the table as it is stored."""
        with self.club.read() as session:
            return shelf.get_record(session, game).table

    def put(self, game, table):
        """Store another position under the same head, from which what follows is told again."""
        with self.club.write() as session:
            n = session.scalars(select(Game.n).where(Game.id == game)).one()
            session.merge(Snapshot(game_id=game, n=n, dump=zlib.compress(table.dump())))
            session.execute(update(Game).where(Game.id == game).values(dump=table.dump()))
        self.forget()
        suggestions.ANSWERS = suggestions.Answers()

    def deliver(self):
        """Send what is due and remember the last mail that each person can answer."""
        self.worker.sender.run_dry()
        mails = self.box.take()
        self.last_mail = self.last_mail | {mail.to: mail for mail in mails if mail["Reply-To"]}
        return mails

    def sent_to(self, one, game, seat):
        """Return, by name, all that the server sends to somebody about a game."""
        sent = self.read_by(one, game) | self.shown_to(one, game)
        if seat is None:
            return sent
        sent |= self.answered_to(one, game) | self.mailed_to(one, game, seat)
        return sent | self.linked_to(one, game) | self.noted_by(one, game)

    def read_by(self, one, game):
        """Return what reading shows."""
        paths = ("view", "view?told=4", "suggestions", "entries", "bundle", "messages", "host")
        sent = {path: seen(one.call("GET", f"/games/{game}/{path}")) for path in paths}
        french = one.call("GET", f"/games/{game}/view", headers={"Accept-Language": "fr"})
        return sent | {"view in French": seen(french)}

    def shown_to(self, one, game):
        """Return what pages show, turns that are put together on them included; what a script is to sign is compared too."""
        token = {"Authorization": f"Bearer {one.token}"} if one.token else {}
        headers = {"Accept": "text/html", **token}
        paths = ("", "/log", "?at=4", "/suggestions")
        sent = {f"page {path}": seen(one.door("GET", f"/games/{game}{path}", headers=headers)) for path in paths}
        legal = [move["line"] for move in one.view(game)["legal"]] if one.token else []
        for lines in (legal[:1], legal[-1:], ["nothing at all"]):
            form = {"moves": lines, "add": "pass 9"}
            picked = one.door("POST", f"/games/{game}/turn", headers=headers, data={"moves": lines})
            wrong = one.door("POST", f"/games/{game}/turn", headers=headers, data=form)
            sent |= {f"page of {lines}": seen(picked), f"page of {lines} and nonsense": seen(wrong)}
        return sent

    def answered_to(self, one, game):
        """Return previews, and refusals of turns that can't be played."""
        view = one.view(game)
        legal = [move["line"] for move in view["legal"]]
        sent = {}
        if legal:
            tried = one.call("POST", f"/games/{game}/preview", json={"moves": legal[:1]})
            sent["what goes without saying"] = seen(tried)
        for line in (*legal[:3], *WRONG_LINES, f"{legal[0]} 999" if legal else "x"):
            moves = [line, "nothing at all"] if line in legal else [line]
            sent[f"preview of {line}"] = seen(one.call("POST", f"/games/{game}/preview", json={"moves": moves}))
            if line not in legal:
                sent[f"refusal of {line}"] = seen(one.play(game, line, view=view))
        return sent

    def linked_to(self, one, game):
        """Return what the link in the last mail to somebody shows, if it has one: the question, pages, and refusals."""
        found = LINK.search(self.last_mail[f"{one.handle}@example.org"].text)
        if found is None:
            return {}
        door, headers = FlaskDoor(self.app), {"Accept": "text/html"}
        asked, opened = (door(method, found[1], headers=headers) for method in ("GET", "POST"))
        address = opened.headers["Location"]
        page = door("GET", address, headers=headers)
        sent = {"link": seen(asked), "opened": (opened.status, address), "linked page": seen(page)}
        legal = [move["line"] for move in one.view(game)["legal"]]
        for lines in (legal[:1], legal[-1:], [*legal[:1], "pass 9"]):
            form = {"moves": lines, "proof": PROOF.findall(page.body.decode())[0]}
            sent[f"linked page of {lines}"] = seen(door("POST", address, headers=headers, data=form))
        form["moves"] = ["nothing at all"]
        return sent | {"nonsense by link": seen(door("POST", f"{address}/play", headers=headers, data=form))}

    def noted_by(self, one, game):
        """Return what typed notes are worked out to, what is answered when they are left, and what they would do."""
        legal = [move["line"] for move in one.view(game)["legal"]]
        if not legal:
            return {}
        sent = {}
        path = f"/games/{game}/notes/preview"
        after = one.call("POST", path, json={"notes": [f"even if new: {legal[0]}"], "moves": legal[:1]})
        sent["note worked out for after a turn"] = seen(after)
        for text in (f"even if new: {legal[0]}", f"unless new: {legal[-1]}"):
            worked_out = one.call("POST", path, json={"notes": [text]})
            sent[f"worked out: {text}"] = seen(worked_out)
            if worked_out.status == OK:
                left = one.leave(game, text)
                sent[f"left: {text}"] = (left.status, blanked(left.body))
                sent[f"read: {text}"] = seen(one.call("GET", f"/games/{game}/notes"))
        return sent

    def mailed_to(self, one, game, seat):
        """Return the mails that wait for somebody, a reminder, and answers to what they write."""
        address = f"{one.handle}@example.org"
        with self.club.write() as session:
            mine = (Seat.game_id == game) & (Seat.seat == seat) & Seat.awaited
            for ask in session.execute(select(Seat.ask).where(mine)).scalars().all():
                about = About(game_id=game, seat=seat, ask=ask)
                announce(session, self.club, "reminder", one.id, about, unique="reminder")
        mails = self.deliver()
        for text in ("status", "moves", *WRONG_LINES):
            last = self.last_mail[address]
            raw = reply(last.reply_to, last, text, message_id=f"<{text.replace(' ', '-')}@example.org>")
            assert self.take_in(raw, last.reply_to, sender=address).is_answered, text
            mails += self.deliver()
        mine = [mail for mail in mails if mail.to == address]
        return {f"mail {number}, {mail.about}": letter(mail) for number, mail in enumerate(mine)}


def seen(answer):
    """Return an answer as it can be compared: what it says, and how long it is."""
    return answer.status, blanked(answer.body), len(answer.body)


def letter(mail):
    """Return a mail as it can be compared: headers, text, page, and how long it is."""
    headers = "\n".join(f"{name}: {''.join(str(value).split())}" for name, value in mail.mail.items())
    said = (headers, mail.text, mail.html)
    return (*(blanked(part.encode()) for part in said), len(mail.raw))
