"""The kinds of mail, each written from a desk."""

from collections.abc import Callable

from server.mail.desk import Desk, Draft
from server.mail.kinds import account, answer, digest, house, table, turn

WRITERS: dict[str, Callable[[Desk], Draft]] = {
    "turn": turn.turn,
    "reminder": turn.reminder,
    "answer": answer.answer,
    "started": table.started,
    "over": table.over,
    "talk": table.talk,
    "invitation": table.invitation,
    "substitute": table.substitute,
    "seat_lost": table.seat_lost,
    "digest": digest.digest,
    "confirm": account.confirm,
    "recover": account.recover,
    "recovery": account.recovery,
    "key_changed": account.key_changed,
    "parked": house.parked,
    "bounced": house.bounced,
}
