"""A member's own affairs by mail: vacations, which mails, language and zone, standing by, the calendar, who one is."""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from engine.core.dates import say_moment
from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.core.names import fold
from server.models import Session
from server.services import absences, accounts, calendar, policies, substitutes
from server.services.accounts import ProfileChange
from server.services.club import Club
from server.services.replies import Proof

DAYS = 2
POLICIES = {
    **{policy: policy for policy in policies.POLICIES},
    "toujours": "every",
    "une fois": "once",
    "resume": "digest",
    "aucun": "off",
}
HERE, USUAL, NONE, CANCEL = {"here", "ici"}, {"usual", "habituel"}, {"none", "off", "aucun"}, {"cancel", "annuler"}


class Asker(NamedTuple):
    """Who asks for something by mail, and in which transaction it is done."""

    session: Session
    club: Club
    proof: Proof
    voice: Voice

    def say(self, text: Text) -> list[str]:
        """Return a sentence as the lines of an answer."""
        return [self.voice.say(text)]


def vacation(asker: Asker, rest: str) -> list[str]:
    """Book a vacation, or cancel the one that is on or comes next."""
    session, club, player = asker.session, asker.club, asker.proof.player
    if fold(rest) in CANCEL:
        found = absences.find_next(session, club, player)
        if found is None:
            raise Refused("not_found", "You have no vacation that is not over.")
        absences.cancel_within(session, club, player, found.id)
        return asker.say(Text("Cancelled: your vacation from {first} to {last}.", first=found.first, last=found.last))
    first, last = read_days(rest)
    booked = absences.book_within(session, club, player, first, last)
    return asker.say(Text("Your clocks stand still from {first} to {last}.", first=booked.first, last=booked.last))


def read_days(text: str) -> tuple[date, date]:
    """Return the first and last day of `2026-12-24 2027-01-02`."""
    days = text.replace(",", " ").split()
    if len(days) != DAYS:
        raise Refused(
            "invalid_value", "A vacation needs its first and its last day, such as `vacation 2026-12-24 2027-01-02`."
        )
    return absences.read_day(days[0]), absences.read_day(days[1])


def policy(asker: Asker, rest: str) -> list[str]:
    """Choose which mails about games come: in general, or with `here` about this table alone."""
    words = fold(rest).split()
    is_here = bool(words) and words[-1] in HERE
    wanted = " ".join(words[:-1] if is_here else words)
    if is_here and wanted in USUAL:
        policies.forget_within(asker.session, asker.proof.player, asker.proof.game_id or "")
        return asker.say(Text("You get the same mails about this table as about all others."))
    if wanted not in POLICIES:
        raise Refused(
            "invalid_value",
            "`policy` takes every, once, digest or off, with `here` for this table alone; `policy usual here` ends that.",
        )
    return _choose_here(asker, POLICIES[wanted]) if is_here else _choose(asker, POLICIES[wanted])


def _choose_here(asker: Asker, wanted: str) -> list[str]:
    if asker.proof.game_id is None:
        raise Refused("invalid_value", "This mail is about no game: write `policy` without `here`.")
    policies.choose_within(asker.session, asker.club, asker.proof.player, asker.proof.game_id, wanted)
    return asker.say(Text("Mails about this table: `{policy}`.", policy=policies.NAMED[wanted]))


def _choose(asker: Asker, wanted: str) -> list[str]:
    accounts.change_within(asker.session, asker.proof.player.id, ProfileChange(mail_policy=wanted))
    return asker.say(Text("Mails about your games: `{policy}`.", policy=policies.NAMED[wanted]))


def language(asker: Asker, rest: str) -> list[str]:
    """Choose the language of mails."""
    shown = accounts.change_within(asker.session, asker.proof.player.id, ProfileChange(language=rest.lower()))
    return Voice(shown.language).say(Text("From now on you get your mails in English.")).splitlines()


def timezone(asker: Asker, rest: str) -> list[str]:
    """Choose the zone in which times are told."""
    shown = accounts.change_within(asker.session, asker.proof.player.id, ProfileChange(zone=rest))
    now = say_moment(asker.club.now(), shown.zone)
    return asker.say(Text("Times are told in {zone} from now on; there it is {now}.", zone=shown.zone, now=now))


def standby(asker: Asker, rest: str) -> list[str]:
    """Say for which games one would step in."""
    words = [] if fold(rest) in NONE else rest.replace(",", " ").lower().split()
    if not rest:
        raise Refused("invalid_value", "Which games? `standby nicodemus imaginarium`, or `standby none`.")
    chosen = substitutes.stand_by_within(asker.session, asker.club, asker.proof.player, words)
    return asker.say(Text("You would step in for: {games}.", games=chosen))


def show_calendar(asker: Asker, rest: str) -> list[str]:
    """Make a link to the calendar of deadlines, or end it."""
    if fold(rest) in NONE:
        calendar.revoke_within(asker.session, asker.club, asker.proof.player)
        return asker.say(Text("The links to your calendar have ended."))
    made = calendar.make_within(asker.session, asker.club, asker.proof.player)
    said = Text("A calendar of your deadlines; whoever has this link sees it, and earlier links have ended:")
    return [asker.voice.say(said), made.link or ""]


def whoami(asker: Asker, rest: str) -> list[str]:  # noqa: ARG001 - as all of these have it
    """Tell what a member has chosen."""
    session, player = asker.session, accounts.get_member(asker.session, asker.proof.player.id)
    shown = accounts.show_profile(session, player)
    away = [
        f"{one.first} - {one.last}" for one in absences.get_vacations(session, player) if one.until > asker.club.now()
    ]
    facts = (
        Text("You are {handle}, and your address is {mail}.", handle=shown.handle, mail=shown.mail),
        Text("Mails about your games: `{policy}`.", policy=policies.NAMED[shown.mail_policy]),
        *(
            Text("Mails about {title}: `{policy}`.", title=one.title, policy=policies.NAMED[one.mail_policy])
            for one in shown.tables
        ),
        Text("Language {language}, time zone {zone}.", language=shown.language, zone=shown.zone),
        Text("Vacations: {days}.", days=away),
        Text("You would step in for: {games}.", games=substitutes.get_standbys(session, player.id)),
    )
    return [asker.voice.say(fact) for fact in facts]


AFFAIRS: dict[str, Callable[[Asker, str], list[str]]] = {
    "vacation": vacation,
    "policy": policy,
    "language": language,
    "timezone": timezone,
    "standby": standby,
    "calendar": show_calendar,
    "whoami": whoami,
}
"""What each line does that is about its author and not about a game."""
