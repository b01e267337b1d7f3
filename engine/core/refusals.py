"""Every refusal of a request: its HTTP status, the exit code of the client, and what it advises."""

from enum import IntEnum
from typing import NamedTuple

from engine.core.language import Text


class Exit(IntEnum):
    """What a script can go by."""

    OK = 0
    FAILED = 1
    USAGE = 2
    ILLEGAL = 3
    STALE = 4
    NOT_YOUR_TURN = 5
    NETWORK = 6
    NOT_ALLOWED = 7
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class Handling(NamedTuple):
    """How a refusal is answered; one that never reaches the client has no advice."""

    status: int
    exit: Exit
    advice: Text | None = None


LOOK_AGAIN = Text("Nothing was played. Look again with `atelier show`, then play anew.")
NOTHING_PLAYED = Text("Nothing was played.")
SLIP_MADE_ELSEWHERE = Text(
    "The slip was not made as docs/protocol.md says; `atelier slip --view FILE MOVE` makes one that is."
)
NEEDS_KEY = Text("The key of this profile does not count there; `atelier whoami` says who you are here.")
ASK_HOST = Text("Only the club's host can help.")
TRY_LATER = Text("Nothing was changed. Try again in a moment.")
NEW_TOKEN = Text("The client gets itself a new token with your key; if that failed, `atelier whoami` says why.")
NEWER_ATELIER = Text("A newer Atelier may know it: `atelier --version` says which one this is.")
CLIENT_BUG = Text("That is a mistake of this client, or of a server of another version.")
NO_SEAT = Text("`atelier games --open` lists games with free seats.")
OPTIONS = Text("`atelier rules GAME` lists seats and options.")
NEW_CODE = Text("`atelier confirm --again` mails you a new code.")
NEW_INVITATION = Text("Ask whoever invited you for another invitation.")
UNDO = Text("`atelier log` shows what happened since your turn.")
TOO_LARGE = Text("Send less at once.")
WRONG_CLOCK = Text("Try again; if it persists, the clock of this machine may be wrong.")
CORRECT_EDITION = Text("Correct the edition file and open the game anew.")

REFUSALS: dict[str, Handling] = {
    "malformed_json": Handling(400, Exit.USAGE, CLIENT_BUG),
    "malformed_request": Handling(400, Exit.USAGE, CLIENT_BUG),
    "malformed_slip": Handling(400, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "duplicate_member": Handling(400, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "bad_cursor": Handling(400, Exit.USAGE, CLIENT_BUG),
    "token_missing": Handling(
        401, Exit.NOT_ALLOWED, Text("Register first: `atelier register HANDLE MAIL --server URL`.")
    ),
    "token_unknown": Handling(401, Exit.NOT_ALLOWED, NEW_TOKEN),
    "token_expired": Handling(401, Exit.NOT_ALLOWED, NEW_TOKEN),
    "scope_missing": Handling(401, Exit.NOT_ALLOWED, NEW_TOKEN),
    "bad_signature": Handling(403, Exit.NOT_ALLOWED, NEEDS_KEY),
    "wrong_key": Handling(403, Exit.NOT_ALLOWED, NEEDS_KEY),
    "not_your_seat": Handling(403, Exit.NOT_ALLOWED, NEEDS_KEY),
    "address_unconfirmed": Handling(
        403,
        Exit.NOT_ALLOWED,
        Text("`atelier confirm CODE` confirms your address; `atelier confirm --again` mails a new code."),
    ),
    "registration_closed": Handling(
        403,
        Exit.NOT_ALLOWED,
        Text(
            "Ask the club's host for an invitation, then `atelier register HANDLE MAIL --server URL --invitation INVITATION`."
        ),
    ),
    "banned": Handling(403, Exit.NOT_ALLOWED, ASK_HOST),
    "wrong_claim": Handling(
        403, Exit.NOT_ALLOWED, Text("On the club's machine `atelier host claim --club FOLDER` shows a new code.")
    ),
    "already_so": Handling(409, Exit.USAGE, Text("Nothing was changed.")),
    "last_host": Handling(409, Exit.USAGE, Text("`atelier host appoint HANDLE` makes another member a host first.")),
    "host_only": Handling(403, Exit.NOT_ALLOWED, ASK_HOST),
    "foreign_form": Handling(
        403, Exit.NOT_ALLOWED, Text("Nothing was done. Load the page again and use its own form.")
    ),
    "spectators_off": Handling(403, Exit.NOT_ALLOWED, Text("Only the players of this game can look at it.")),
    "hints_off": Handling(403, Exit.NOT_ALLOWED, Text("`atelier moves` lists what you can do.")),
    "wrong_audience": Handling(
        403, Exit.NOT_ALLOWED, Text("The server has another address now; give it with `--server URL`.")
    ),
    "not_found": Handling(404, Exit.NOT_ALLOWED, Text("`atelier games --all` lists the games that you can see.")),
    "unknown_card": Handling(404, Exit.NOT_ALLOWED, Text("`atelier show` has the names of all cards in sight.")),
    "unknown_rules": Handling(404, Exit.NOT_ALLOWED, Text("`atelier rules` lists the games that can be played.")),
    "method_not_allowed": Handling(405, Exit.USAGE, CLIENT_BUG),
    "not_acceptable": Handling(406, Exit.USAGE, CLIENT_BUG),
    "stale_ask": Handling(409, Exit.STALE, LOOK_AGAIN),
    "stale_position": Handling(409, Exit.STALE, LOOK_AGAIN),
    "ask_taken": Handling(409, Exit.STALE, LOOK_AGAIN),
    "not_awaited": Handling(409, Exit.NOT_YOUR_TURN, Text("`atelier watch` waits until it is your turn.")),
    "note_unfit": Handling(409, Exit.STALE, Text("The note stays as it was left; `atelier show` shows what is asked.")),
    "undo_barrier": Handling(409, Exit.USAGE, UNDO),
    "nothing_to_undo": Handling(409, Exit.USAGE, UNDO),
    "game_full": Handling(409, Exit.USAGE, NO_SEAT),
    "seat_taken": Handling(409, Exit.USAGE, NO_SEAT),
    "already_seated": Handling(409, Exit.USAGE, Text("You need not join again: `atelier show` shows your table.")),
    "game_not_started": Handling(
        409, Exit.USAGE, Text("`atelier games GAME` says which seats are free; `atelier invite GAME` fills them.")
    ),
    "game_started": Handling(409, Exit.USAGE, Text("Games with free seats are listed by `atelier games --open`.")),
    "game_running": Handling(409, Exit.USAGE, Text("`atelier log` tells how far it is.")),
    "game_over": Handling(409, Exit.USAGE, Text("`atelier log` tells how it ended; `atelier verify` checks it.")),
    "terms_changed": Handling(
        409, Exit.STALE, Text("Look at the game's terms again with `atelier games GAME`, then join anew.")
    ),
    "address_taken": Handling(
        409, Exit.USAGE, Text("`atelier key recover MAIL` gets the other account back, if it is yours.")
    ),
    "handle_taken": Handling(409, Exit.USAGE, Text("Register with another handle.")),
    "key_taken": Handling(
        409, Exit.USAGE, Text("A key is good for one player; make another profile with `--profile NAME`.")
    ),
    "jti_seen": Handling(409, Exit.USAGE, WRONG_CLOCK),
    "invite_expired": Handling(410, Exit.NOT_ALLOWED, NEW_INVITATION),
    "invite_used": Handling(410, Exit.NOT_ALLOWED, NEW_INVITATION),
    "code_expired": Handling(410, Exit.NOT_ALLOWED, NEW_CODE),
    "link_revoked": Handling(410, Exit.NOT_ALLOWED, NEW_INVITATION),
    "too_late": Handling(410, Exit.NOT_ALLOWED, Text("`atelier key recover MAIL` gets your account back.")),
    "slip_too_large": Handling(413, Exit.USAGE, TOO_LARGE),
    "body_too_large": Handling(413, Exit.USAGE, TOO_LARGE),
    "edition_too_large": Handling(413, Exit.USAGE, CORRECT_EDITION),
    "wrong_media_type": Handling(415, Exit.USAGE, CLIENT_BUG),
    "illegal_move": Handling(422, Exit.ILLEGAL, NOTHING_PLAYED),
    "unreadable_move": Handling(422, Exit.ILLEGAL, NOTHING_PLAYED),
    "ambiguous_name": Handling(422, Exit.ILLEGAL, NOTHING_PLAYED),
    "unknown_field": Handling(422, Exit.USAGE, CLIENT_BUG),
    "invalid_value": Handling(422, Exit.USAGE, Text("Nothing was changed.")),
    "wrong_alg": Handling(422, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "wrong_typ": Handling(422, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "weak_key": Handling(422, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "slip_expired": Handling(422, Exit.USAGE, WRONG_CLOCK),
    "wrong_game": Handling(422, Exit.USAGE, SLIP_MADE_ELSEWHERE),
    "seats_out_of_range": Handling(422, Exit.USAGE, OPTIONS),
    "unknown_option": Handling(422, Exit.USAGE, OPTIONS),
    "unknown_edition": Handling(422, Exit.USAGE, NEWER_ATELIER),
    "unknown_version": Handling(422, Exit.USAGE, NEWER_ATELIER),
    "broken_edition": Handling(422, Exit.USAGE, CORRECT_EDITION),
    "bad_pace": Handling(422, Exit.USAGE, OPTIONS),
    "bad_position": Handling(422, Exit.USAGE, Text("`atelier log` lists the entries that can be looked at.")),
    "header_too_large": Handling(431, Exit.USAGE, CLIENT_BUG),
    "rate_limited": Handling(429, Exit.NETWORK, TRY_LATER),
    "too_many_attempts": Handling(429, Exit.NETWORK, NEW_CODE),
    "internal": Handling(500, Exit.NETWORK, Text("The server has a bug; its host can find it by the id.")),
    "busy": Handling(503, Exit.NETWORK, TRY_LATER),
    "storage_full": Handling(503, Exit.NETWORK, ASK_HOST),
    "held_for_upgrade": Handling(503, Exit.NETWORK, ASK_HOST),
    "broken_dump": Handling(422, Exit.USAGE),
    "slips_only": Handling(422, Exit.USAGE),
    "too_large": Handling(422, Exit.USAGE),
    "token_superseded": Handling(422, Exit.USAGE),
    "token_spent": Handling(422, Exit.USAGE),
    "no_moves": Handling(422, Exit.USAGE),
    "unproved_sender": Handling(422, Exit.USAGE),
}
UNKNOWN = Handling(422, Exit.USAGE)
"""What a server of another version may refuse with is a request that does not fit."""


def handling_of(code: str) -> Handling:
    """Return how a refusal is answered."""
    return REFUSALS.get(code, UNKNOWN)
