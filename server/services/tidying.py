"""What is forgotten by itself: the worker does it every hour."""

from server.services import changes, codes, erasure, invitations, limits, notes, outbox, replies
from server.services.club import Club

FORGETTING = (
    limits.forget_old,
    codes.forget_old,
    invitations.forget_old,
    outbox.forget_old,
    replies.forget_old,
    changes.forget_old,
    notes.forget_old,
)


def tidy(club: Club) -> None:
    """Forget what nobody needs any more, and what was written about members who were just leaving."""
    with club.write() as session:
        for forget in FORGETTING:
            forget(session, club)
        erasure.erase_late(session)
    erasure.scrub(club)
