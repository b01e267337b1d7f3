"""The link in a turn mail: a turn without a key, for whoever has the mail, once; and what it never does."""

import html
import io
import logging
import re
import threading
from contextlib import redirect_stderr
from http.cookies import SimpleCookie

import msgspec
import pytest
from sqlalchemy import func, select, update

from engine.ledger.verify import verify
from server.logs import prepare_logs
from server.models import InboundMail, Letter, Member, StoredEntry
from server.services import replies
from server.services.ids import hash_secret
from server.services.turn_links import make_turn_link
from tests.cli.people import Player
from tests.databases import make_club
from tests.mail.conftest import House, new_house, settings
from tests.server.people import FlaskDoor

LINK = re.compile(r"^ +https?://[^/\s]+(/turn/\S+)$", re.MULTILINE)
FIELD = re.compile(r'name="proof" value="([^"]+)"')
OFFER = re.compile(r'name="add" value="([^"]*)"')


def link_of(mail):
    """Return the path of the link in a turn mail."""
    (path,) = LINK.findall(mail.text)
    return path


class Reader:
    """A browser of somebody who has a mail: it follows its link, and fills in forms."""

    def __init__(self, house, lang="en"):
        self.door = FlaskDoor(house.app)
        self.headers = {"Accept": "text/html", "Accept-Language": lang}

    def look(self, path, **headers):
        return self.door("GET", path, headers=self.headers | headers)

    def post(self, path, *, headers=(), **form):
        return self.door("POST", path, headers=self.headers | dict(headers), data=form)

    def follow(self, link):
        """Click on the link and its button; return the page of the turn."""
        assert self.look(link).status == 200
        opened = self.post(link)
        assert opened.status == 303, opened
        self.address = opened.headers["Location"]
        self.page = self.look(self.address)
        assert self.page.status == 200
        return self.page

    @property
    def proof(self):
        return html.unescape(FIELD.findall(self.page.body.decode())[0])

    def play(self, *moves, **more):
        return self.post(f"{self.address}/play", moves=list(moves), **{"proof": self.proof, **more})


def text_of(answer):
    return html.unescape(answer.body.decode())


def code_of(answer):
    return re.findall(r'data-code="(\w+)"', answer.body.decode())[0]


def entries(house, game):
    with house.club.read() as session:
        return session.scalar(select(func.count()).select_from(StoredEntry).where(StoredEntry.game_id == game))


@pytest.fixture
def asked(house):
    """A game of Foundry in which both are asked for a bid, and what each was mailed."""
    game, ada, bob = house.table(title="Tea & <cakes>")
    mails = {mail.to.partition("@")[0]: mail for mail in house.send()}
    return game, ada, bob, mails


def test_a_turn_is_played_by_the_link_in_its_mail_and_its_player_is_told(house, asked):
    game, ada, _, mails = asked
    reader = Reader(house)
    assert "Your turn" in text_of(reader.follow(link_of(mails["ada"])))
    move = OFFER.findall(text_of(reader.page))[1]
    reader.page = reader.post(reader.address, add=move, proof=reader.proof)
    assert "Picked so far; nothing is played yet" in text_of(reader.page)
    assert ada.view(game)["awaited"]
    played = reader.play(move)
    assert (played.status, "Played 1 of 1 moves" in text_of(played)) == (200, True)
    assert not ada.view(game)["awaited"]
    (told,) = house.send()
    assert (told.to, told["In-Reply-To"]) == ("ada@example.org", mails["ada"]["Message-ID"])
    assert told.subject == "Re: [Tea & <cakes>] Foundry"
    assert "The link in our mail was used" in told.text
    assert house.answer(told, "undo").code == "undone"


def test_the_ledger_says_that_it_was_a_link_and_which_mail_it_stood_in(house, asked):
    game, _, bob, mails = asked
    reader = Reader(house)
    reader.follow(link_of(mails["ada"]))
    assert reader.play("bid 2").status == 200
    bob.play(game, "bid 1")
    with house.club.read() as session:
        body = session.scalars(select(StoredEntry.body).where(StoredEntry.kind == "relay")).one()
        letter = session.scalars(select(Letter).where(Letter.used_n.is_not(None))).one()
    said = msgspec.json.decode(body)
    assert (said["via"], said["mail_sha256"]) == ("link", hash_secret(mails["ada"]["Message-ID"]))
    assert letter.used_n == 4
    report = verify(bob.bundle(game))
    assert report.holds
    assert [(seat.vouched, seat.signed) for seat in report.seats] == [(1, 0), (0, 1)]


def test_what_was_sent_is_kept_sealed(house, asked):
    reader = Reader(house)
    reader.follow(link_of(asked[3]["ada"]))
    reader.play("bid 2")
    with house.club.read() as session:
        kept = session.scalars(select(InboundMail)).one()
    assert (kept.outcome, replies.unseal(house.club, kept.raw or b"")) == ("played_by_link", b"bid 2")


def test_looking_plays_nothing_and_uses_nothing_up(house, asked):
    game, _, _, mails = asked
    before = entries(house, game)
    for lang in ("en", "fr"):
        scanner = Reader(house, lang)
        for _ in range(3):
            page = scanner.look(link_of(mails["ada"]))
            assert (page.status, "Set-Cookie" in page.headers) == (200, False)
            assert "Your hand" not in text_of(page)
    assert entries(house, game) == before
    reader = Reader(house)
    reader.follow(link_of(mails["ada"]))
    assert reader.play("bid 2").status == 200


def test_a_link_is_good_once(house, asked):
    game, _, _, mails = asked
    first, second = Reader(house), Reader(house)
    for one in (first, second):
        one.follow(link_of(mails["ada"]))
    assert first.play("bid 2").status == 200
    before = entries(house, game)
    late = (second.play("bid 3"), second.look(second.address), second.look(link_of(mails["ada"])))
    for answer in (*late, second.post(link_of(mails["ada"]))):
        assert (answer.status, code_of(answer)) == (409, "ask_taken")
    again = first.play("bid 2")
    assert (again.status, code_of(again)) == (404, "not_found")
    assert entries(house, game) == before


def test_a_mail_that_was_answered_opens_nothing_and_the_other_way_round(house, asked):
    _, _, _, mails = asked
    assert house.answer(mails["ada"], "bid 2").code == "played"
    assert Reader(house).look(link_of(mails["ada"])).status == 409
    reader = Reader(house)
    reader.follow(link_of(mails["bob"]))
    assert reader.play("bid 1").status == 200
    assert house.answer(mails["bob"], "bid 3").code == "token_spent"


def test_a_position_that_has_moved_on_ends_a_link(house, asked):
    game, ada, _, mails = asked
    reader = Reader(house, "fr")
    reader.follow(link_of(mails["bob"]))
    ada.play(game, "bid 2")
    assert ada.undo(game).status == 201
    for answer in (reader.play("bid 1"), reader.look(link_of(mails["bob"]))):
        assert (answer.status, code_of(answer)) == (410, "link_revoked")
        assert "La partie a avancé" in text_of(answer)


@pytest.mark.parametrize(
    "path", ["/turn/nothing", "/turn/a.b", "/turn/é.é", "/turn/{link}x", "/turn/g/0", "/turn/{game}/0"]
)
def test_what_nobody_was_mailed_opens_nothing(house, asked, path):
    game, _, _, mails = asked
    link = link_of(mails["ada"]).removeprefix("/turn/")
    reader = Reader(house)
    answer = reader.look(path.format(link=link, game=game))
    assert (answer.status, code_of(answer)) == (404, "not_found")


def test_one_mails_proof_opens_no_other_mail(house, asked):
    mine, theirs = (link_of(asked[3][name]) for name in ("ada", "bob"))
    mixed = f"{theirs.partition('.')[0]}.{mine.partition('.')[2]}"
    assert Reader(house).look(mixed).status == 404


def test_a_form_from_elsewhere_is_refused_and_changes_nothing(house, asked):
    game, _, _, mails = asked
    reader = Reader(house)
    reader.follow(link_of(mails["ada"]))
    before, proof = entries(house, game), reader.proof
    tries = [
        {"proof": ""},
        {"proof": proof[:-1] + ("a" if proof[-1] != "a" else "b")},
        {"proof": "é"},
        {"headers": {"Origin": "https://evil.example"}},
        {"headers": {"Sec-Fetch-Site": "cross-site"}},
        {"headers": {"Sec-Fetch-Site": "same-site"}},
    ]
    for given in tries:
        answer = reader.play("bid 2", **given)
        assert (answer.status, code_of(answer)) == (403, "foreign_form"), given
        assert reader.post(reader.address, add="bid 2", **{"proof": proof, **given}).status == 403
    assert entries(house, game) == before
    assert reader.post(link_of(mails["ada"]), headers={"Sec-Fetch-Site": "cross-site"}).status == 403
    assert reader.play("bid 2", headers={"Origin": "null", "Sec-Fetch-Site": "same-origin"}).status == 200


def test_what_is_kept_goes_to_its_turn_alone(house, asked):
    game, _, _, mails = asked
    reader = Reader(house)
    (cookie,) = SimpleCookie(reader.post(link_of(mails["ada"])).headers["Set-Cookie"]).values()
    assert (cookie["path"], cookie["samesite"]) == (f"/turn/{game}/0", "Strict")
    assert cookie["httponly"]
    assert not cookie["secure"]
    kept = f"turn={cookie.value}"
    assert FlaskDoor(house.app)("GET", f"/turn/{game}/1", headers={"Cookie": kept}).status == 404
    other, *_ = house.table(names=("ada", "bob"))
    assert FlaskDoor(house.app)("GET", f"/turn/{other}/0", headers={"Cookie": kept}).status == 404
    assert link_of(mails["ada"]).rpartition("/")[2] not in cookie.value


def test_under_https_the_cookie_is_secure(tmp_path, clock):
    config = msgspec.structs.replace(settings(tmp_path / "club"), origin="https://club.example")
    with new_house(config, clock) as house:
        house.table()
        opened = Reader(house).post(link_of(house.send()[0]))
        assert opened.headers["Location"].startswith("/turn/")
        assert "; Secure" in opened.headers["Set-Cookie"]


def test_an_address_that_counts_no_more_opens_nothing(house, asked):
    link = link_of(asked[3]["ada"])
    with house.club.write() as session:
        session.execute(update(Member).where(Member.handle == "ada").values(mail="ada@example.net"))
    assert Reader(house).look(link).status == 404


def test_whoever_is_banned_plays_nothing_by_a_link(house, asked):
    _, _, _, mails = asked
    reader = Reader(house)
    reader.follow(link_of(mails["ada"]))
    with house.club.write() as session:
        session.execute(update(Member).where(Member.handle == "ada").values(banned_at=house.clock()))
    assert (reader.play("bid 2").status, reader.look(reader.address).status) == (403, 403)


def test_a_table_of_signed_turns_has_no_links(house):
    house.table(slips_only=True)
    mails = house.send()
    assert mails
    assert not [mail for mail in mails if "/turn/" in mail.text + mail.html]


def test_a_table_that_is_paused_takes_a_turn_by_a_link_as_by_mail(house):
    hanna = house.person("hanna").become_host()
    game, *_ = house.table()
    mail = house.mails_to("ada")[0]
    assert hanna.intervene(game, "pause").status == 201
    by_mail = house.answer(mail, "bid 2").code
    other, *_ = house.table()
    mail = house.mails_to("ada")[-1]
    reader = Reader(house)
    reader.follow(link_of(mail))
    assert hanna.intervene(other, "pause").status == 201
    assert (by_mail, reader.play("bid 2").status) == ("played", 200)


def test_who_tries_again_and_again_has_to_wait(tmp_path, clock):
    config = msgspec.structs.replace(settings(tmp_path / "club"), rates=True)
    with new_house(config, clock) as house:
        house.table()
        reader = Reader(house)
        reader.follow(link_of(house.send()[0]))
        tried = [reader.play("bid 99").status for _ in range(61)]
        assert tried == [422] * 60 + [429]


def test_a_turn_goes_on_where_it_showed_something(house):
    game, ada, _ = house.table("fantastic_factories", options={"first_player": "p1"})
    mail = house.mails_to("ada")[0]
    reader = Reader(house)
    stopped = next(move for move in OFFER.findall(text_of(reader.follow(link_of(mail)))) if "refresh" in move)
    shown = reader.post(reader.address, add=stopped, proof=reader.proof)
    assert "This shows you something new" in text_of(shown)
    old, first = reader.proof, ada.view(game)["ask"]
    went_on = reader.play(stopped)
    assert (went_on.status, went_on.headers["Location"]) == (303, reader.address)
    assert ada.view(game)["ask"] == first + 1
    reader.page = reader.look(reader.address)
    assert (reader.page.status, reader.proof != old) == (200, True)
    before = entries(house, game)
    assert code_of(reader.play(stopped, proof=old)) == "foreign_form"
    assert Reader(house).look(link_of(mail)).status == 409
    assert entries(house, game) == before
    (told,) = house.send()
    assert link_of(told) != link_of(mail)
    assert reader.play(OFFER.findall(text_of(reader.page))[0]).status in {200, 303}
    assert Reader(house).look(link_of(told)).status == 409


def test_two_who_play_at_the_same_time_play_once(house, asked):
    game, _, _, mails = asked
    readers = [Reader(house) for _ in range(2)]
    for one in readers:
        one.follow(link_of(mails["ada"]))
    before, gate, answers = entries(house, game), threading.Barrier(2), []

    def play(one, move):
        gate.wait()
        answers.append(one.play(move).status)

    threads = [threading.Thread(target=play, args=(one, f"bid {n}")) for n, one in enumerate(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sorted(answers), entries(house, game)) == ([200, 409], before + 1)


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_two_servers_of_one_club_both_take_a_link(tmp_path, clock, request, database):
    url = request.getfixturevalue("fresh_postgres") if database == "postgres" else ""
    config = msgspec.structs.replace(settings(tmp_path / "club"), database_url=url)
    make_club(config)
    house = House(config, clock)
    game, *_ = house.table()
    mail = house.mails_to("ada")[0]
    other = House(config, clock)
    here, there = Reader(house), Reader(other)
    here.follow(link_of(mail))
    there.follow(link_of(mail))
    here.door.client, there.door.client = there.door.client, here.door.client
    assert here.play("bid 2").status == 200
    assert there.play("bid 2").status == 409
    assert entries(house, game) == 5
    house.close()
    other.close()


def test_no_log_and_no_answer_holds_a_link(house, asked, caplog, capsys):
    caplog.set_level(logging.DEBUG)
    prepare_logs(msgspec.structs.replace(house.config, log="json"))
    link, reader, written = link_of(asked[3]["ada"]), Reader(house), io.StringIO()
    token = link.rpartition("/")[2]
    with redirect_stderr(written):
        reader.follow(link)
        kept = reader.door.client.get_cookie("turn", path=reader.address).value
        answers = [reader.page, reader.play("bid 2"), reader.look(link)]
        logging.getLogger("waitress").error("Exception while serving %s", link)
        metrics = house.door("GET", "/metrics").body.decode()
    logged = (
        caplog.text.replace(f"Exception while serving {link}", "") + written.getvalue() + "".join(capsys.readouterr())
    )
    assert "/turn/<token>" in logged
    for secret in (token, token.rpartition(".")[2], kept):
        assert secret not in logged + metrics
        assert not any(secret in text_of(answer) for answer in answers)
    for answer in answers:
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "private, no-store"


def test_links_stand_in_mails_to_whoever_is_asked_and_in_no_others(house):
    game, ada, bob = house.table("foundry", title="Tea")
    turn = house.send()
    house.answer(turn[0], "bid 2")
    (receipt,) = house.send()
    bob.play(game, "bid 1")
    later = house.send()
    for mail in (*turn, receipt, *later):
        who = mail.to.partition("@")[0]
        is_asked = " Your moves\n" in mail.text
        assert bool(LINK.search(mail.text)) == is_asked, mail
        assert ("/turn/" in mail.html) == is_asked
        assert who in {"ada", "bob"}
    ada.call("PATCH", "/me", json={"mail_policy": "digest"})
    assert not LINK.search(receipt.text)


def test_a_whole_game_is_played_by_links_alone_and_verifies(house):
    game, ada, bob = house.table("pebbles")
    seen = 0
    while mails := [mail for mail in house.send() if LINK.search(mail.text)]:
        for mail in mails:
            reader = Reader(house)
            if reader.look(link_of(mail)).status == 200:
                page = reader.follow(link_of(mail))
                assert reader.play(OFFER.findall(text_of(page))[0]).status in {200, 303}
                seen += 1
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"
    report = verify(bob.bundle(game))
    assert report.grade == "consistent"
    assert sum(seat.vouched for seat in report.seats) == seen > 1
    assert sum(seat.signed for seat in report.seats) == 0
    (file := house.config.folder / "game.json").write_bytes(ada.bundle(game))
    assert Player(house.config.folder, "http://nowhere").run("verify", file).exit == 0


def test_whoever_has_left_the_table_plays_nothing_by_a_link(house, asked):
    game, ada, _, mails = asked
    reader = Reader(house)
    reader.follow(link_of(mails["ada"]))
    assert ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "leave")).status == 201
    for answer in (reader.look(reader.address), reader.play("bid 2"), reader.look(link_of(mails["ada"]))):
        assert (answer.status, code_of(answer)) == (410, "link_revoked")


def test_whoever_can_not_be_told_plays_nothing_by_a_link(house, asked):
    reader = Reader(house)
    reader.follow(link_of(asked[3]["ada"]))
    with house.club.write() as session:
        session.execute(update(Member).where(Member.handle == "ada").values(mail_confirmed_at=None))
    assert code_of(reader.play("bid 2")) == "address_unconfirmed"


def test_a_table_of_signed_turns_takes_no_link_that_somebody_made(house):
    house.table(slips_only=True)
    mail = house.mails_to("ada")[0]
    with house.club.read() as session:
        reply = session.scalars(select(Letter.reply).where(Letter.on.is_not(None))).first()
    link = make_turn_link(house.club, reply or "", mail.to)
    answer = Reader(house).look(link.removeprefix(house.club.origin))
    assert (answer.status, code_of(answer)) == (422, "slips_only")


def test_a_turn_without_moves_is_no_turn(house, asked):
    reader = Reader(house)
    reader.follow(link_of(asked[3]["ada"]))
    assert code_of(reader.play()) == "no_moves"
