"""A slip in a mail: it proves its author itself, wherever the mail came from."""

from typing import Any

from sqlalchemy import Connection, select

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.ledger.clerk import Written
from engine.ledger.keys import PublicKey
from engine.ledger.playing import draft_turn
from engine.ledger.record import Record
from engine.ledger.slips import (
    ActSlip,
    JoinSlip,
    KeySlip,
    SeatSlip,
    Slip,
    TurnSlip,
    UndoSlip,
    check_signature,
    read_slip,
)
from server.mail.plain import Done, refuse, turn_told
from server.mail.reading import Incoming
from server.models import Player, table
from server.services import absences, accounts, games, keys, replies, shelf, substitutes, turns
from server.services.club import Club
from server.services.replies import Claim
from server.services.seating import names_of, seats_of
from server.services.slips import read_for_server, use_once


def receive(club: Club, mail: Incoming, raw: bytes, letter: Any) -> Done:
    """Deal with a slip; one that nobody here signed is dropped, unless the mail proves its seat by its token."""
    try:
        slip = read_slip(raw)
        player = _author(club, slip)
    except Refused as refused:
        return refuse(club, mail, letter, refused) if letter is not None else ("no_proof", False)
    claim = _claim(slip, mail, player)
    if replies.was_claimed(club, claim):
        raise replies.Duplicate
    replies.count(club, claim)
    try:
        return _dealt_with(club, slip, claim)
    except (Refused, IllegalMove) as refused:
        if refused.code in {"busy", "storage_full", "held_for_upgrade"}:
            raise
        return _refuse(club, claim, refused)


def _author(club: Club, slip: Slip) -> Any:
    with club.read() as connection:
        player = connection.execute(select(table(Player)).where(Player.kid == slip.kid)).first()
    if player is None or player.deleted_at is not None:
        raise Refused("wrong_key", "The slip is signed with a key that nobody here has: register first.")
    check_signature(slip, PublicKey(player.x))
    return player


def _claim(slip: Slip, mail: Incoming, player: Any) -> Claim:
    said: Any = slip.payload
    game_id = getattr(said, "game", None)
    seat = said.seat if game_id is not None else None
    return Claim(slip.digest, mail.message, mail.sha256, mail.raw, player, game_id, seat, mail.message_id, mail.subject)


def _refuse(club: Club, claim: Claim, refused: Refused | IllegalMove) -> Done:
    voice = Voice(claim.player.lang)
    said = refused.say(voice=voice)
    if isinstance(refused, IllegalMove):
        said = voice.say(Text("Line {number}: {why}", number=refused.index + 1, why=said))
    if refused.code in {"not_found", "not_your_seat", "wrong_game", "wrong_key", "invalid_value"}:
        claim = claim._replace(game_id=None, seat=None)
    return _finish(club, claim, refused.code, [said, voice.say(Text("Nothing was played."))])


def _finish(club: Club, claim: Claim, code: str, said: list[str]) -> Done:
    with club.write() as connection:
        number = replies.claim_mail(connection, club, claim, code)
        return code, replies.answer(connection, club, claim, number, said)


def _dealt_with(club: Club, slip: Slip, claim: Claim) -> Done:
    if isinstance(slip.payload, TurnSlip):
        return _turn(club, slip, claim)
    voice = Voice(claim.player.lang)
    if isinstance(slip.payload, UndoSlip):
        turns.undo(club, slip.payload.game, slip.raw)
        return _finish(club, claim, "undone", [voice.say(Text("Your turn is taken back. The ledger keeps both."))])
    if isinstance(slip.payload, SeatSlip | JoinSlip):
        return _finish(club, claim, "seated", [voice.say(_sit(club, slip))])
    return _finish(club, claim, "done", [voice.say(_act(club, slip, claim))])


def _turn(club: Club, slip: Slip, claim: Claim) -> Done:
    done: list[bool] = []

    def write(record: Record, at: int) -> Written:
        return club.clerk.write(draft_turn(record, slip), at)

    def also(connection: Connection, act: shelf.Act) -> None:
        names = names_of(seats_of(connection, claim.game_id or ""))
        number = replies.claim_mail(connection, club, claim, "played")
        said = turn_told(act.written, claim.seat or 0, claim.player.lang, names)
        done.append(replies.answer(connection, club, claim, number, said))

    try:
        shelf.act(club, claim.game_id or "", write, slip=slip.digest, also=also)
    except Refused as refused:
        repeated = turns.find_repeated(club, claim.game_id or "", slip) if refused.code in turns.OF_A_REPEAT else None
        if repeated is None:
            raise
        told = Text("This slip was played already, as entry {n}.", n=repeated["n"])
        return _finish(club, claim, "played", [Voice(claim.player.lang).say(told)])
    return "played", done[-1]


def _sit(club: Club, slip: Slip) -> Text:
    said: Any = slip.payload
    if isinstance(said, JoinSlip) or said.do == "take":
        done = substitutes.sit(club, said.game, slip.raw)
    else:
        done = games.leave(club, said.game, slip.raw)
    return Text("Done: it is entry {n} of the ledger.", n=done["n"])


def _act(club: Club, slip: Slip, claim: Claim) -> Text:
    said: Any = slip.payload
    if isinstance(said, KeySlip):
        keys.rotate(club, slip.raw)
        return Text("Your new key counts from now on.")
    if not isinstance(said, ActSlip):
        raise Refused("wrong_typ", "Slips of the kind {typ} can't be mailed.", typ=said.typ)
    if said.do != "vacation":
        accounts.signed_change(club, slip.raw)
        return Text("Done.")
    booked = _vacation(club, slip, said, claim)
    return Text("Your clocks stand still from {first} to {last}.", first=booked["from"], last=booked["to"])


def _vacation(club: Club, slip: Slip, said: ActSlip, claim: Claim) -> dict[str, Any]:
    read_for_server(club, slip.raw, ActSlip)
    first, last = (absences.read_day(str(said.args.get(name, ""))) for name in ("from", "to"))
    with club.write() as connection:
        use_once(connection, club, slip, said.jti)
        return absences.book_within(connection, club, claim.player, first, last)
