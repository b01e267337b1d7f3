"""What entries say to people: a sentence for everything that happens at a table besides the moves."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.core.dates import say_moment
from engine.core.language import Count, Text, Who
from engine.core.types import Result
from engine.ledger.entries import (
    AgreeBody,
    Body,
    ClockBody,
    EndBody,
    Header,
    HostBody,
    MotionTerms,
    NoteBody,
    SeatBody,
    UndoBody,
)

SEAT_NEWS = {
    "joined": Text("{who} has joined the table."),
    "taken": Text("{who} has taken over the seat."),
    "returned": Text("{who} is back at the table."),
    "left": Text("{who} has left the table."),
    "settled": Text("{who} would end the game here."),
    "changed": Text("{who} has passed on to a new key."),
    "recovered": Text("{who} has a new key; the server vouches for it."),
    "server": Text("The server has passed on to its next key."),
    "lost": Text("The server has lost its key and writes on with a new one, which nobody vouches for."),
}
CLOCK_NEWS = {
    "credit": Text("Time that did not count was given back to {who}: the deadline is {when}."),
    "bot_turn": Text("The time of {who} was up: a bot plays this turn."),
    "bot_seat": Text("The time of {who} was up: a bot has the seat."),
    "open_seat": Text("The time of {who} was up: the seat is open for a substitute."),
}
HOST_NEWS = {
    "bot_seat": Text("{host} has given the seat of {who} to a bot."),
    "open_seat": Text("{host} has opened the seat of {who} to substitutes."),
    "offer_seat": Text("{host} has taken the seat of {who} and offers it to another member."),
    "pause": Text("{host} has paused the game: clocks stand still and bots wait."),
    "resume": Text("{host} has ended the pause: clocks run again."),
    "stop": Text("{host} has ended the game."),
    "judge": Text("{host} has ended the game and judged it."),
    "void": Text("{host} has declared the game void."),
    "restore": Text("The club was restored from a backup: what was played after it is lost."),
}
SERVER_NEWS = {
    **HOST_NEWS,
    "bot_seat": Text("A bot plays on in the seat of {who}."),
    "open_seat": Text("The seat of {who} is open for a substitute."),
}
"""Where no person did it: somebody left the table or the club."""
MOTIONS = {
    "bot_seat": Text("a bot plays on for {who}"),
    "open_seat": Text("the seat of {who} is offered to substitutes"),
    "extend": Text("{who} has time until {when}"),
    "pause": Text("the table pauses until {when}"),
    "stop": Text("the game ends here"),
}
ENDINGS = {
    "played": Text("The game is over."),
    "settled": Text("All players wanted to end the game here."),
    "agreed": Text("The table has agreed to end the game here."),
    "stopped": Text("The game is over, without a result."),
    "judged": Text("The game is over; its places were judged: {places}."),
    "voided": Text("The game is void: it counts for nothing."),
}


def tell_entry(header: Header, body: Body, zone: str, host: str | None = None) -> Iterator[Text]:
    """Yield what an entry says besides its moves; `host` is how the host is called who acted."""
    tell: Callable[..., Iterator[Text]] | None = _TELL.get(type(body))
    if tell is not None:
        yield from tell(header, body, zone, host)
    elif header.kind == "open":
        yield Text("The table was opened.")
    elif header.kind == "start":
        yield Text("The game has begun.")


def say_motion(terms: MotionTerms, zone: str) -> Text:
    """Return what a table is asked to agree to, as half a sentence."""
    return MOTIONS[terms.do].fill(**_about(terms.about), **_when(terms.until, zone))


def _tell_seat(header: Header, body: SeatBody, _zone: str, _host: str | None) -> Iterator[Text]:
    yield SEAT_NEWS[body.how].fill(**_about(header.seat))


def _tell_undo(header: Header, _body: UndoBody, _zone: str, _host: str | None) -> Iterator[Text]:
    yield Text("{who} took back a turn.", **_about(header.seat))


def _tell_note(header: Header, _body: NoteBody, _zone: str, _host: str | None) -> Iterator[Text]:
    yield Text("{who} had left a note: it was played.", **_about(header.seat))


def _tell_clock(header: Header, body: ClockBody, zone: str, _host: str | None) -> Iterator[Text]:
    yield CLOCK_NEWS[body.action].fill(**_about(header.seat), **_when(body.deadline, zone))


def _tell_host(header: Header, body: HostBody, zone: str, host: str | None) -> Iterator[Text]:
    news = SERVER_NEWS if body.by is None else HOST_NEWS
    said = {"host": _say_host(body, host), **_about(header.seat), **_when(body.until, zone)}
    if body.action == "extend":
        yield Text("{host} has given {who} time until {when}.", **{"who": Text("everybody"), **said})
    elif body.action == "pause" and body.until is not None:
        yield Text("{host} has paused the game until {when}: clocks stand still and bots wait.", **said)
    else:
        yield news[body.action].fill(**said)


def _say_host(body: HostBody, host: str | None) -> Text:
    if body.plays is not None:
        return Text("{who}, who is a host and plays here,", who=[Who(body.plays)])  # by name: a host acts, no seat
    if host is not None:
        return Text("{name} (host)", name=host)
    return Text("The club") if body.by is None else Text("A host")


def _tell_agree(header: Header, body: AgreeBody, zone: str, _host: str | None) -> Iterator[Text]:
    said = {"motion": say_motion(body.motion, zone), **_about(header.seat)}
    is_first = body.motion.on == header.prev
    yield Text("{who} proposes: {motion}.", **said) if is_first else Text("{who} agrees: {motion}.", **said)
    if body.carried:
        yield Text("That is enough: it is done.")


def _tell_end(_header: Header, body: EndBody, _zone: str, _host: str | None) -> Iterator[Text]:
    result = body.result or {}
    if result.get("standings"):
        yield from tell_standings(msgspec.convert(result, Result))
        return
    places: list[int] = result.get("places", []) if body.how == "judged" else []
    ranked = sorted(range(len(places)), key=lambda seat: places[seat])
    shown = [Text("{place}. {who}", place=places[seat], who=Who(seat)) for seat in ranked]
    yield ENDINGS[body.how].fill(**({"places": shown} if shown else {}))


def tell_standings(result: Result) -> Iterator[Text]:
    """Yield who won and by how much, then a line for each player, the winner first."""
    yield _tell_winner(result)
    ranked = sorted(result.standings, key=lambda one: (one.place, one.seat))
    for one in ranked:
        yield Count(
            "{place}. {who}: {n} point", "{place}. {who}: {n} points", one.score, place=one.place, who=Who(one.seat)
        )


def _tell_winner(result: Result) -> Text:
    winners, scores = [Who(seat) for seat in result.winners], sorted(result.scores, reverse=True)
    if len(scores) == 1:
        return ENDINGS["played"]
    if len(winners) > 1:
        return Text("The game is over: {players} share the win.", players=winners)
    ahead = scores[0] - scores[1]
    if not ahead:
        return Text("The game is over: {who} won, by what decides between equal scores.", who=winners[0])
    return Count(
        "The game is over: {who} won by {n} point.", "The game is over: {who} won by {n} points.", ahead, who=winners[0]
    )


def _about(seat: int | None) -> dict[str, Any]:
    return {} if seat is None else {"who": Who(seat)}


def _when(at: int | None, zone: str) -> dict[str, Any]:
    return {} if at is None else {"when": say_moment(at, zone)}


_TELL: dict[type[Body], Callable[..., Iterator[Text]]] = {
    SeatBody: _tell_seat,
    UndoBody: _tell_undo,
    NoteBody: _tell_note,
    ClockBody: _tell_clock,
    HostBody: _tell_host,
    AgreeBody: _tell_agree,
    EndBody: _tell_end,
}
