"""Which command calls which operation of the API, and which line of a mail does the same."""

from typing import NamedTuple


class Way(NamedTuple):
    """A command that calls an operation, and a line of mail with the same effect, where there is one."""

    command: str
    line: str = ""


WAYS: dict[str, Way] = {
    "POST /v1/players": Way("register HANDLE MAIL"),
    "GET /v1/me": Way("whoami", "whoami"),
    "PATCH /v1/me": Way(
        "me --mails digest --language fr --zone Europe/Paris", "policy digest, language fr, timezone Europe/Paris"
    ),
    "PUT /v1/me/mails/{game_id}": Way("me --mails off --table GAME", "policy off here"),
    "DELETE /v1/me/mails/{game_id}": Way("me --mails usual --table GAME", "policy usual here"),
    "POST /v1/me/acts": Way("address MAIL", "a signed slip"),
    "POST /v1/me/acts ": Way("unregister", "a signed slip"),
    "POST /v1/me/key": Way("key rotate", "a signed slip"),
    "POST /v1/me/confirmation": Way("confirm CODE"),
    "POST /v1/me/code": Way("confirm --again"),
    "POST /v1/recoveries": Way("key recover MAIL"),
    "POST /v1/recoveries/confirmation": Way("key recover MAIL --code CODE"),
    "DELETE /v1/recoveries": Way("key cancel"),
    "POST /v1/tokens": Way("key import FILE"),
    "GET /v1/tokens": Way("tokens"),
    "DELETE /v1/tokens/{token_id}": Way("tokens --revoke tk_x"),
    "GET /v1/me/vacations": Way("vacation", "whoami"),
    "POST /v1/me/vacations": Way("vacation 2026-12-24 2027-01-02", "vacation 2026-12-24 2027-01-02"),
    "DELETE /v1/me/vacations/{vacation_id}": Way("vacation --cancel va_x", "vacation cancel"),
    "GET /v1/me/standby": Way("standby", "whoami"),
    "PUT /v1/me/standby": Way("standby nicodemus", "standby nicodemus"),
    "GET /v1/me/calendar": Way("calendar"),
    "POST /v1/me/calendar": Way("calendar --new", "calendar"),
    "DELETE /v1/me/calendar": Way("calendar --revoke", "calendar off"),
    "GET /v1/rules": Way("rules"),
    "GET /v1/rules/{rules_id}": Way("rules nicodemus"),
    "POST /v1/games": Way("new nicodemus"),
    "GET /v1/games": Way("games"),
    "GET /v1/games/{game_id}": Way("games GAME", "status"),
    "POST /v1/games/{game_id}/seats": Way("join GAME", "a signed slip"),
    "DELETE /v1/games/{game_id}/seats": Way("leave GAME", "a signed slip"),
    "POST /v1/games/{game_id}/start": Way("start GAME"),
    "POST /v1/games/{game_id}/invitations": Way("invite GAME MAIL"),
    "DELETE /v1/games/{game_id}/invitations/{invitation_id}": Way("invite GAME --revoke in_x"),
    "GET /v1/games/{game_id}/view": Way("show GAME", "status, moves"),
    "POST /v1/games/{game_id}/preview": Way("preview GAME MOVE"),
    "GET /v1/games/{game_id}/suggestions": Way("suggest GAME", "suggest"),
    "POST /v1/games/{game_id}/turns": Way("play GAME MOVE", "a move on each line, or a signed slip"),
    "POST /v1/games/{game_id}/undo": Way("undo GAME", "undo, or a signed slip"),
    "GET /v1/games/{game_id}/entries": Way("log GAME"),
    "GET /v1/games/{game_id}/bundle": Way("export GAME"),
    "GET /v1/games/{game_id}/notes": Way("note GAME", "notes"),
    "POST /v1/games/{game_id}/notes": Way("note GAME NOTE", "note MOVES, or a signed slip"),
    "DELETE /v1/games/{game_id}/notes": Way("note GAME --drop", "notes drop, or a signed slip"),
    "POST /v1/games/{game_id}/notes/preview": Way("note GAME NOTE --dry-run"),
    "POST /v1/games/{game_id}/messages": Way("say GAME WORDS", "say WORDS"),
    "GET /v1/games/{game_id}/messages": Way("say GAME"),
    "GET /v1/games/{game_id}/motions": Way("agree GAME"),
    "POST /v1/games/{game_id}/motions": Way("propose GAME pause 7d", "propose pause 7d, agree"),
    "GET /v1/news": Way("news"),
    "GET /v1/games/{game_id}/host": Way("host extend GAME 48h"),
    "POST /v1/games/{game_id}/host": Way(
        "host give GAME p2 --to bot", "host give p2 bot, host extend 48h, or a signed slip"
    ),
    "GET /v1/members/{handle}": Way("host give GAME p2 --to HANDLE"),
    "POST /v1/host/acts": Way("host tell WORDS", "a signed slip"),
    "GET /v1/host/acts": Way("host log"),
    "GET /v1/host/members": Way("host players"),
    "GET /v1/host/games": Way("host games"),
    "GET /v1/host/stuck": Way("host stuck"),
    "GET /v1/host/outbox": Way("host outbox"),
    "GET /v1/host/figures": Way("host stats"),
}
"""By method and path; a new operation that a member may call needs its line here. A space after a path: another use."""
BY_LINK = frozenset({"calendar", "silence", "changes", "unsubscribe"})
"""What is opened by its link, in a browser or a calendar program."""
HEAD = """## What the API can do

Every operation of [the API](scripting.md) that a member may call, the command that calls it, and the line of a mail that does the
same, as an answer to one of ours.

| operation | command | line of mail |
|---|---|---|
"""


def write_table() -> str:
    """Return the table for docs/cli.md."""
    rows = (
        f"| `{operation.strip()}` | `atelier {way.command}` | {way.line and f'`{way.line}`'} |"
        for operation, way in WAYS.items()
    )
    return HEAD + "\n".join(rows) + "\n"
