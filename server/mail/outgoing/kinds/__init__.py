"""The kinds of mail, each written from a material."""

from collections.abc import Callable

from server.mail.outgoing.kinds import account, answer, club, digest, hosts, invitations, note, table, turn
from server.mail.outgoing.material import Composition, Material

WRITERS: dict[str, Callable[[Material], Composition]] = {
    "turn": turn.turn,
    "reminder": turn.reminder,
    "answer": answer.answer,
    "note_played": note.note_played,
    "started": table.started,
    "over": table.over,
    "talk": table.talk,
    "invitation": invitations.invitation,
    "substitute": table.substitute,
    "seat_lost": table.seat_lost,
    "seat_vacant": table.seat_vacant,
    "motion": table.motion,
    "digest": digest.digest,
    "confirm": account.confirm,
    "recover": account.recover,
    "recovery": account.recovery,
    "key_changed": account.key_changed,
    "address_asked": account.address_asked,
    "address_confirmed": account.address_confirmed,
    "table_hosted": table.hosted,
    "seat_offered": table.seat_offered,
    "expelled": club.expelled,
    "membership": club.membership,
    "club_news": club.news,
    "club_invitation": invitations.club_invitation,
    "parked": hosts.parked,
    "bounced": hosts.bounced,
}
