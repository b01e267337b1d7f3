"""News of a table: it begins, it is over, somebody says something, a seat is free or was given away."""

import textwrap
from collections.abc import Iterator

from sqlalchemy import select

from engine.core.language import Text
from engine.core.sheet import Part, grid
from engine.ledger.agreements import count_needed, count_yes, get_open_motions
from engine.ledger.entries import AgreeBody, MotionTerms
from engine.ledger.sentences import tell_entry
from server.mail.outgoing import story
from server.mail.outgoing.kinds.turn import GAP, head_line
from server.mail.outgoing.material import Bound, Composition, Material, Stale
from server.models import Game, Member, Message, OutboxRow, Seat
from server.services import interventions, shelf, welcome
from server.services.seating import Standpoint, find_standpoint

MOST_IN_SUBJECT = 60


def started(material: Material) -> Composition:
    """Write that a game has begun; dropped where the reader's first turn says so anyway."""
    same = (OutboxRow.game_id == material.row.game_id) & (OutboxRow.player_id == material.row.player_id)
    turn = select(OutboxRow.id).where(same, OutboxRow.kind == "turn", OutboxRow.n == material.row.n)
    if material.session.execute(turn).first() or material.game.status != "running":
        raise Stale("told")
    waiting = [seat.name for seat in material.seats if seat.awaited]
    parts = [
        material.note(Text("The game has begun. It is the turn of {players}.", players=waiting), "strong"),
        GAP,
        *material.board(get_standpoint(material).seat),
        *head_line(material),
    ]
    return Composition(
        Text("[{title}] The game has begun", title=material.game.title),
        parts,
        find_own_seat(material),
        head=material.head,
    )


def over(material: Material) -> Composition:
    """Write how a game ended."""
    seat = get_standpoint(material).seat
    parts = [
        *scores(material),
        *_last_events(material, seat),
        GAP,
        *material.board(seat),
        *_proof(material),
        *head_line(material),
    ]
    return Composition(
        Text("[{title}] The game is over", title=material.game.title),
        parts,
        find_own_seat(material),
        head=material.head,
    )


def find_own_seat(material: Material) -> Bound | None:
    """Return the reader's seat: answers to this mail can talk and ask, but play nothing."""
    seat = get_standpoint(material).seat
    return None if seat is None else Bound(material.game_id, seat, 0, "")


def get_standpoint(material: Material) -> Standpoint:
    """Return from where the reader sees the game."""
    return find_standpoint(material.session, material.club, material.game, material.reader.member)


def scores(material: Material) -> Iterator[Part]:
    """Yield who won and with how many points."""
    result = None if material.record.table is None else material.table.result
    if result is None:
        yield from _judgement(material)
        return
    yield material.note(Text("Won by {players}.", players=[material.names[seat] for seat in result.winners]), "strong")
    yield material.heading(Text("Scores"))
    standings = sorted(result.standings, key=lambda one: (one.place, one.seat))
    yield grid([[f"{one.place}.", material.names[one.seat], one.score] for one in standings], right=[2])


def _judgement(material: Material) -> Iterator[Part]:
    """Yield how a game ended that was not played out: without a result, or with places that a host has judged."""
    places = material.record.page.places
    if not places:
        yield material.note(Text("The game was stopped without a result."), "strong")
        return
    yield material.note(Text("The game was ended by a host, who has judged the places."), "strong")
    yield grid(
        [[f"{place}.", material.names[seat]] for place, seat in sorted(zip(places, range(len(places)), strict=True))]
    )


def _last_events(material: Material, seat: int | None) -> Iterator[Part]:
    if seat is None:
        return
    happened = story.tell_since_last_turn(material, seat)
    if happened:
        yield material.heading(Text("Since your last turn"))
        yield material.lines([f"- {one}" for one in happened])


def _proof(material: Material) -> Iterator[Part]:
    yield material.note(
        Text("`atelier export {game}` keeps the whole game, and `atelier verify` proves it.", game=material.game.id)
    )


def talk(material: Material) -> Composition:
    """Write what somebody said at the table."""
    wanted = select(Message.text, Member.handle).join(Member, Member.id == Message.player_id)
    said = material.session.execute(wanted.where(Message.id == material.data["message"])).first()
    if said is None:
        raise Stale("gone")
    who = said.handle or Text("somebody")
    lines = [line or " " for line in said.text.splitlines()]
    parts = [
        material.note(Text("{who} says at the table:", who=who)),
        material.lines(lines),
        GAP,
        material.note(
            Text("Answer this mail with `say` and your words, or use `atelier say {game}`.", game=material.game.id)
        ),
    ]
    beginning = textwrap.shorten(said.text, MOST_IN_SUBJECT, placeholder="…")
    subject = Text("[{title}] {who}: {beginning}", title=material.game.title, who=who, beginning=beginning)
    return Composition(subject, parts, find_own_seat(material))


def substitute(material: Material) -> Composition:
    """Offer a free seat; dropped once it is taken."""
    here = (Seat.game_id == material.row.game_id) & (Seat.seat == material.row.seat)
    seat = material.session.execute(select(Seat.by).where(here)).scalar()
    status = material.session.execute(select(Game.status).where(Game.id == material.row.game_id)).scalar()
    if seat != "empty" or status != "running":
        raise Stale("taken")
    invited = f" --invitation {material.data['secret']}" if "secret" in material.data else ""
    parts = [
        material.note(
            Text(
                "A seat is free in a running game of {game}: “{title}”.",
                game=welcome.name_game(material.game.rules, material.reader.lang),
                title=material.game.title,
            ),
            "strong",
        ),
        material.note(Text("You are on the list of substitutes; the first to accept plays on.")),
        material.copy([f"atelier join {material.game.id} --seat p{material.seat + 1}{invited}"]),
    ]
    return Composition(Text("[{title}] A seat is free: will you step in?", title=material.game.title), parts)


def seat_offered(material: Material) -> Composition:
    """Offer a seat that a host has reserved for the reader; dropped once somebody has it."""
    _check_still_vacant(material)
    invited = f" --invitation {material.data['secret']}" if "secret" in material.data else ""
    by, title = material.data["by"] or Text("somebody"), material.game.title
    parts = [
        material.note(
            Text(
                "{by} offers you a seat in a running game of {game}: “{title}”.",
                by=by,
                game=welcome.name_game(material.game.rules, material.reader.lang),
                title=title,
            ),
            "strong",
        ),
        material.note(Text("It is reserved for you. If you do not take it within three days, a bot plays on.")),
        material.copy([f"atelier join {material.game.id} --seat p{material.seat + 1}{invited}"]),
    ]
    return Composition(Text("[{title}] A seat is kept for you", title=title), parts)


def hosted(material: Material) -> Composition:
    """Write what a host did to the game, as it stands in the ledger, with what was written beside it."""
    n = material.row.n or 0
    (entry,) = shelf.get_entries(material.session, material.game_id, n, n)
    by = interventions.find_told(material.session, material.game_id, [n]).get(n, interventions.Told(None, None))
    told = tell_entry(shelf.read_header(entry), shelf.read_body(entry), material.reader.zone, by.host)
    voice = material.voice.turn_to(get_standpoint(material).seat)
    parts = [
        *(material.note(voice.say(text), "strong") for text in told),
        *([material.lines([line or " " for line in by.note.splitlines()])] if by.note else []),
        GAP,
        material.note(Text("It is entry {n} of the ledger: `atelier log {game}`.", n=n, game=material.game.id)),
    ]
    return Composition(Text("[{title}] A host has acted", title=material.game.title), parts, find_own_seat(material))


def seat_lost(material: Material) -> Composition:
    """Write that somebody's seat was given away, and how to come back."""
    _check_still_vacant(material)
    parts = [
        material.note(Text("Your time was up, and your seat was given away so that the others can play on."), "strong"),
        material.note(
            Text(
                "You can come back as long as nobody else has taken it: `atelier return {game}`.", game=material.game.id
            )
        ),
    ]
    return Composition(Text("[{title}] Your seat was given away", title=material.game.title), parts)


def _check_still_vacant(material: Material) -> None:
    """Drop the mail if somebody has the seat again."""
    here = (Seat.game_id == material.row.game_id) & (Seat.seat == material.row.seat)
    if material.session.execute(select(Seat.by).where(here)).scalar() == "player":
        raise Stale("back")


def seat_vacant(material: Material) -> Composition:
    """Write that somebody has left the table, and who plays on."""
    _check_still_vacant(material)
    if material.data["reason"] == "deleted":
        news = Text("Somebody at your table has left the club.")
    elif material.data["reason"] == "banned":
        news = Text("{who} no longer plays in this club.", who=material.data["who"])
    else:
        news = Text("{who} has left the table.", who=material.data["who"])
    if material.data["action"] == "bot_seat":
        after = Text("A bot plays on in their seat.")
    else:
        after = Text("Their seat is offered to substitutes; if nobody takes it within three days, a bot does.")
    parts = [material.note(news, "strong"), material.note(after)]
    return Composition(Text("[{title}] A seat has changed hands", title=material.game.title), parts)


def motion(material: Material) -> Composition:
    """Write what somebody proposes to the table, or that enough have agreed; stale once it can't be agreed to."""
    n = material.row.n or 0
    (entry,) = shelf.get_entries(material.session, material.game_id, n, n)
    body = shelf.read_body(entry)
    assert isinstance(body, AgreeBody)
    said = tell_entry(shelf.read_header(entry), body, material.reader.zone)
    voice = material.voice.turn_to(get_standpoint(material).seat)
    parts = [material.note(voice.say(text), "strong") for text in said]
    parts += [] if body.carried else _how_to_agree(material, body.motion)
    subject = Text("[{title}] The table has agreed", title=material.game.title)
    asked = Text("[{title}] Something is proposed to the table", title=material.game.title)
    return Composition(subject if body.carried else asked, parts, find_own_seat(material))


def _how_to_agree(material: Material, terms: MotionTerms) -> Iterator[Part]:
    """Yield how the reader can agree and until when; drop a mail about what was settled meanwhile."""
    page = material.record.page
    found = [one for one in get_open_motions(page, material.now) if one.terms == terms]
    if not found:
        raise Stale("settled")
    if find_own_seat(material) is None or get_standpoint(material).seat == terms.about:
        return
    needed, agreed = count_needed(page, terms), count_yes(page, found[0])
    yield material.note(Text("{needed} must agree, and {agreed} have.", needed=needed, agreed=agreed))
    yield material.note(Text("Answer `agree` to agree, or type `atelier agree {game}`.", game=material.game.id))
    yield material.note(Text("It can be agreed to until {when}.", when=material.when(terms.ends)))
