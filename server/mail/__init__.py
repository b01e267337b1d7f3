"""Mail: what goes out, what comes in."""

from server.config import Config


def receive_stdin(config: Config, data: bytes, recipient: str | None = None, sender: str | None = None) -> int:
    """Take one mail from a mail server's pipe; return the exit status that sysexits.h has for its outcome."""
    from server import create_app
    from server.mail.incoming.receive import receive_piped

    club = create_app(config).extensions["atelier"]
    try:
        return receive_piped(club, data, recipient, sender)
    finally:
        club.engine.dispose()
