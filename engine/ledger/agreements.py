"""What a table agrees on: a silent seat given to a bot, more time, a pause, or to stop; counted again by whoever verifies."""

import msgspec
from msgspec import UNSET

from engine.core.errors import Refused
from engine.core.language import Who
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import AgreeBody, MotionTerms
from engine.ledger.record import (
    Motion,
    Page,
    Record,
    change_chair,
    check_author,
    check_head,
    cut_trail,
    get_chair,
    get_running_table,
    give_away,
)
from engine.ledger.slips import AgreeSlip, Slip, expect

DAY = 24 * 3600 * 1000
LONGEST_MOTION = 14 * DAY
LONGEST_EXTENSION = 60 * DAY
PAUSES = 28 * DAY
"""For how long a table can agree to pause in one game, all pauses together."""
NEEDED: dict[str, set[str]] = {
    "bot_seat": {"about"},
    "open_seat": {"about"},
    "extend": {"about", "until"},
    "pause": {"until"},
    "stop": set(),
}
"""What a motion says beside its word."""


class Assent(msgspec.Struct, frozen=True):
    """A seat's yes to a motion: signed, or vouched for by the server on the word of a mail."""

    seat: int
    terms: MotionTerms
    slip: Slip | None = None
    via: str | None = None
    mail_sha256: str | None = None


def read_assent(slip: Slip) -> Assent:
    """Return what a slip agrees to."""
    said = expect(slip, AgreeSlip)
    about = None if said.about is UNSET else said.about
    until = None if said.until is UNSET else said.until
    return Assent(said.seat, MotionTerms(do=said.do, on=said.on, ends=said.ends, about=about, until=until), slip)


def draft_assent(record: Record, assent: Assent, at: int) -> EntryDraft:
    """Return the entry by which a seat proposes or agrees; where enough agree, it is done with this entry."""
    page, terms = record.page, assent.terms
    _check_seat(page, assent)
    get_running_table(record)
    motion = _agree(page, assent, max(at, page.at))
    others = tuple(one for one in get_open_motions(page, at) if one.yes[0] != motion.yes[0])
    is_carried = count_yes(page, motion) >= count_needed(page, terms)
    page = msgspec.structs.replace(page, motions=others if is_carried else (*others, motion))
    return EntryDraft(
        kind="agree",
        body=AgreeBody(terms, is_carried, _text(assent.slip), assent.via, assent.mail_sha256),
        page=_carry(page, terms, max(at, page.at)) if is_carried else page,
        kid=page.server if assent.slip is None else assent.slip.kid,
        table=record.table,
        seat=assent.seat,
        slip=assent.slip,
        at=at,
    )


def get_open_motions(page: Page, at: int) -> tuple[Motion, ...]:
    """Return what can still be agreed to: not past its end, and about nobody who has lost the seat."""
    return tuple(one for one in page.motions if one.terms.ends >= at and _concerns_a_player(page, one.terms))


def get_voters(page: Page, terms: MotionTerms) -> list[int]:
    """Return whose yes counts: everybody who plays, but not the one whom it is about."""
    return [seat for seat, chair in enumerate(page.chairs) if chair.by == "player" and seat != terms.about]


def count_needed(page: Page, terms: MotionTerms) -> int:
    """Return how many must agree: more than half, and two of three to stop a game."""
    voters = len(get_voters(page, terms))
    return -(-2 * voters // 3) if terms.do == "stop" else voters // 2 + 1


def count_yes(page: Page, motion: Motion) -> int:
    """Return how many of those whose yes counts have agreed."""
    return len(set(motion.yes) & set(get_voters(page, motion.terms)))


def _check_seat(page: Page, assent: Assent) -> None:
    """Refuse a seat that nobody plays, or another one's key."""
    if assent.slip is None:
        if assent.via is None or assent.mail_sha256 is None:
            raise Refused("invalid_value", "What a seat agreed to without a slip names the way and the mail.")
        chair = get_chair(page, assent.seat)
    else:
        said = expect(assent.slip, AgreeSlip)
        chair = check_author(page, assent.slip, said.game, said.seat)
        if read_assent(assent.slip) != assent:
            raise Refused("bad_position", "What the entry says is not what its slip leads to.")
    if chair.by != "player":
        raise Refused("not_your_seat", "Your seat is no longer yours to play: return to it first.")


def _agree(page: Page, assent: Assent, at: int) -> Motion:
    """Return the motion with this seat's yes; what nobody has proposed yet is proposed by it."""
    seat, terms = assent.seat, assent.terms
    found = next((one for one in get_open_motions(page, at) if one.terms == terms), None)
    if found is None:
        _check_terms(page, terms, seat, at)
        return Motion(terms, (seat,))
    if seat in found.yes:
        raise Refused("already_so", "You have agreed to that already.")
    return Motion(terms, (*found.yes, seat))


def _check_terms(page: Page, terms: MotionTerms, seat: int, at: int) -> None:
    said = {name for name in ("about", "until") if getattr(terms, name) is not None}
    if said != NEEDED[terms.do]:
        raise Refused(
            "invalid_value",
            "`{do}` says {needed} beside its word; this one says {said}.",
            do=terms.do,
            needed=sorted(NEEDED[terms.do]) or "-",
            said=sorted(said) or "-",
        )
    check_head(page, terms.on)
    if not at < terms.ends <= at + LONGEST_MOTION:
        raise Refused("invalid_value", "A motion ends within 14 days.")
    _check_about(page, terms, seat)
    _check_until(page, terms, at)


def _check_about(page: Page, terms: MotionTerms, seat: int) -> None:
    if terms.about is None:
        return
    if get_chair(page, terms.about).by != "player":
        raise Refused("invalid_value", "The seat of {seat} is played by nobody now.", seat=Who(terms.about))
    if terms.about == seat and terms.do != "extend":
        raise Refused("invalid_value", "You can leave your own seat without asking anybody.")


def _check_until(page: Page, terms: MotionTerms, at: int) -> None:
    if terms.until is None:
        return
    if not at < terms.until <= at + LONGEST_EXTENSION:
        raise Refused("invalid_value", "Time can be given for at most 60 days from now.")
    if terms.do == "pause" and page.paused + terms.until - at > PAUSES:
        left = (PAUSES - page.paused) // DAY
        raise Refused("invalid_value", "A table can pause for 28 days in all; {left} of them are left.", left=left)


def _concerns_a_player(page: Page, terms: MotionTerms) -> bool:
    return terms.about is None or page.chairs[terms.about].by == "player"


def _carry(page: Page, terms: MotionTerms, at: int) -> Page:
    """Return the page after what was agreed is done; giving time is for the clock."""
    if terms.do == "stop":
        return msgspec.structs.replace(page, is_stopped=True, ending="agreed")
    if terms.do == "pause":
        return msgspec.structs.replace(page, paused=page.paused + max(0, (terms.until or 0) - at))
    if terms.about is not None and terms.do != "extend":
        return cut_trail(change_chair(page, terms.about, **give_away(terms.do)))
    return page


def _text(slip: Slip | None) -> str | None:
    return None if slip is None else slip.raw.decode()
