"""What waits for its day: recoveries, new addresses, farewells; carried out by the worker, or cancelled by a link."""

import logging

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Select,
    String,
    bindparam,
    cast,
    literal,
    select,
    type_coerce,
    union_all,
)

from engine.core.errors import Refused
from server.models import AccountChange, Code, RecoveryAsk
from server.services import accounts, changes, codes, keys, links
from server.services.club import Club

CANCEL = "changes"
STEPS = {
    "ask": keys.answer_ask,
    "recovery": keys.finish_recovery,
    "address": changes.finish_address,
    "delete": accounts.finish_leaving,
}
_NOW: BindParameter[int] = bindparam("now")
_OPEN = AccountChange.done_at.is_(None) & AccountChange.cancelled_at.is_(None)


def _name(what: ColumnElement[str], which: ColumnElement[str], at: ColumnElement[int]) -> Select[str, str, int]:
    return select(what.label("what"), which.label("which"), at.label("at"))


_RECOVERED = type_coerce(Code.effective_at, BigInteger)
_CHANGED = type_coerce(AccountChange.effective_at, BigInteger)
_DUE = union_all(
    _name(literal("ask"), cast(RecoveryAsk.id, String), type_coerce(RecoveryAsk.asked_at, BigInteger)),
    _name(literal("recovery"), type_coerce(Code.id, String), _RECOVERED).where(codes.is_waiting(), _RECOVERED <= _NOW),
    _name(type_coerce(AccountChange.kind, String), type_coerce(AccountChange.id, String), _CHANGED).where(
        _OPEN, _CHANGED <= _NOW
    ),
).order_by("at", "what")
"""One statement, for the worker asks it all the time."""
log = logging.getLogger("atelier.worker")


def finish_due(club: Club) -> int:
    """Do what waited for its day; return how much that was."""
    with club.read() as session:
        due = session.execute(_DUE, {"now": club.now()}).all()
    for what, which, _ in due:
        try:
            STEPS[what](club, which)
        except Refused as refused:
            log.warning("%s %s waits on: %s", what, which, refused)
    return len(due)


def make_cancel_link(club: Club, change_id: str) -> str:
    """Return the link by which whoever reads an address cancels a change of the account."""
    return links.make_link(club, CANCEL, change_id)


def get_change(club: Club, token: str) -> AccountChange:
    """Return the change that a link is about, or refuse."""
    change_id = links.read_link(club, CANCEL, token)
    with club.read() as session:
        change = session.get(AccountChange, change_id)
    if change is None:
        raise Refused("not_found", "There is nothing at this address.")
    return change


def cancel(club: Club, token: str) -> None:
    """Cancel a change of the account, or take it back; again changes nothing."""
    change = get_change(club, token)
    if change.kind == "key":
        keys.take_back(club, change.id)
    else:
        changes.cancel_address(club, change.id)
