"""Exit codes, and what the client says about every refusal: one table, tested against the server's."""

from enum import IntEnum
from typing import Any

from cli.words import Text


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


MEANINGS: dict[Exit, Text] = {
    Exit.OK: Text("done"),
    Exit.FAILED: Text("a check has failed (`verify`, `host check`), or the client has a bug"),
    Exit.USAGE: Text(
        "the command, an option or a value does not fit; or the table does not allow it (any other refusal)"
    ),
    Exit.ILLEGAL: Text("the move is illegal, can't be read, or a name in it is ambiguous; nothing was played"),
    Exit.STALE: Text("the position has changed since you looked; look again"),
    Exit.NOT_YOUR_TURN: Text("nothing is asked of you now"),
    Exit.NETWORK: Text("no connection, or the server can't answer now; try again later"),
    Exit.NOT_ALLOWED: Text("you may not: no profile, no key, no permission, or there is no such thing"),
    Exit.INTERRUPTED: Text("interrupted (Ctrl-C); nothing was sent"),
}

LOOK_AGAIN = Text("Nothing was played. Look again with `atelier show`, then play anew.")
NOTHING_PLAYED = Text("Nothing was played.")
SLIP_MADE_ELSEWHERE = Text("The slip was not made as docs/protocol.md says; `atelier slip` makes one that is.")
NEEDS_KEY = Text("The key of this profile does not count there; `atelier whoami` says who you are here.")
ASK_HOST = Text("Only the club's host can help.")
TRY_LATER = Text("Nothing was changed. Try again in a moment.")
NEW_TOKEN = Text("The client gets itself a new token with your key; if that failed, `atelier whoami` says why.")
SEE_GAMES = Text("`atelier games --all` lists the games that you can see.")
CLIENT_BUG = Text("That is a mistake of this client, or of a server of another version.")
NO_SEAT = Text("`atelier games --open` lists games with free seats.")
OPTIONS = Text("`atelier rules GAME` lists seats and options.")
NEW_CODE = Text("`atelier confirm --again` mails you a new code.")
NEW_INVITATION = Text("Ask whoever invited you for another invitation.")
UNDO = Text("`atelier log` shows what happened since your turn.")
TOO_LARGE = Text("Send less at once.")

ADVICE: dict[str, Text] = {
    code: text
    for codes, text in (
        ("illegal_move unreadable_move ambiguous_name", NOTHING_PLAYED),
        ("stale_ask stale_position ask_taken", LOOK_AGAIN),
        ("terms_changed", Text("Look at the game's terms again with `atelier games GAME`, then join anew.")),
        ("not_awaited", Text("`atelier watch` waits until it is your turn.")),
        ("undo_barrier nothing_to_undo", UNDO),
        ("game_full seat_taken", NO_SEAT),
        ("already_seated", Text("You need not join again: `atelier show` shows your table.")),
        ("game_not_started", Text("`atelier games GAME` says which seats are free; `atelier invite` fills them.")),
        ("game_started", Text("Games with free seats are listed by `atelier games --open`.")),
        ("game_over", Text("`atelier log` tells how it ended; `atelier verify` checks it.")),
        ("handle_taken", Text("Register with another handle.")),
        ("key_taken", Text("A key is good for one player; make another profile with `--profile NAME`.")),
        ("jti_seen slip_expired", Text("Try again; if it persists, the clock of this machine may be wrong.")),
        ("token_missing", Text("Register first: `atelier register HANDLE MAIL --server URL`.")),
        ("token_unknown token_expired scope_missing", NEW_TOKEN),
        ("wrong_key key_revoked not_your_seat bad_signature", NEEDS_KEY),
        ("wrong_audience", Text("The server has another address now; give it with `--server URL`.")),
        ("slip_required", Text("This game takes signed slips only; `atelier play` signs.")),
        (
            "address_unconfirmed",
            Text("`atelier confirm CODE` confirms your address; `atelier confirm --again` mails a new code."),
        ),
        ("registration_closed", Text("Ask the club's host for an invitation, then `atelier register --invitation`.")),
        ("host_only read_only held_for_upgrade storage_full", ASK_HOST),
        ("spectators_off", Text("Only the players of this game can look at it.")),
        ("not_found", SEE_GAMES),
        ("unknown_rules", Text("`atelier rules` lists the games that can be played.")),
        ("seats_out_of_range unknown_option bad_pace", OPTIONS),
        ("broken_edition edition_too_large", Text("Correct the edition file and open the game anew.")),
        ("bad_position", Text("`atelier log` lists the entries that can be looked at.")),
        ("code_expired too_many_attempts", NEW_CODE),
        ("invite_expired invite_used link_revoked", NEW_INVITATION),
        ("slip_too_large body_too_large", TOO_LARGE),
        ("rate_limited busy", TRY_LATER),
        ("internal", Text("The server has a bug; its host can find it by the id.")),
        ("malformed_slip duplicate_member wrong_alg wrong_typ weak_key wrong_game", SLIP_MADE_ELSEWHERE),
        ("malformed_json bad_cursor method_not_allowed not_acceptable wrong_media_type unknown_field", CLIENT_BUG),
        ("invalid_value", Text("Nothing was changed.")),
    )
    for code in codes.split()
}

CODES: dict[Exit, str] = {
    Exit.ILLEGAL: "illegal_move unreadable_move ambiguous_name",
    Exit.STALE: "stale_ask stale_position ask_taken terms_changed",
    Exit.NOT_YOUR_TURN: "not_awaited",
    Exit.NETWORK: "rate_limited too_many_attempts internal busy storage_full read_only held_for_upgrade",
    Exit.NOT_ALLOWED: "token_missing token_unknown token_expired scope_missing bad_signature wrong_key key_revoked "
    "not_your_seat slip_required address_unconfirmed registration_closed host_only spectators_off wrong_audience "
    "not_found unknown_rules invite_expired invite_used code_expired link_revoked",
}
BY_CODE: dict[str, Exit] = {code: exit_code for exit_code, codes in CODES.items() for code in codes.split()}


def exit_of(code: str) -> Exit:
    """Return the exit for a problem; what is not named is a request that does not fit."""
    return BY_CODE.get(code, Exit.USAGE)


class Failure(Exception):
    """The one way in which a command fails: a sentence, an exit code, and for scripts a code and more."""

    def __init__(
        self, said: Text | str, exit_code: Exit = Exit.USAGE, code: str = "", advice: Text | None = None, **more: Any
    ) -> None:
        """Keep what is said, and what a script can go by."""
        super().__init__(code or str(said))
        self.said = said
        self.exit = exit_code
        self.code = code or exit_code.name.lower()
        self.advice = advice
        self.more = more

    @classmethod
    def of_problem(cls, problem: dict[str, Any]) -> "Failure":
        """Return the failure that a server's problem (RFC 9457) stands for."""
        code = str(problem.get("code") or "internal")
        said = str(problem.get("detail") or problem.get("title") or code)
        more = {
            name: problem[name] for name in ("index", "move", "reason", "params", "allowed", "id") if name in problem
        }
        return cls(said, exit_of(code), code, ADVICE.get(code), **more)

    def sentence(self, lang: str) -> str:
        """Return what is said."""
        return self.said if isinstance(self.said, str) else self.said.say(lang)

    def plain(self, lang: str) -> dict[str, Any]:
        """Return the failure as data."""
        return {"code": self.code, "exit": int(self.exit), "detail": self.sentence(lang), **self.more}
