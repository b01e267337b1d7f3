"""What hosts can do to the club and its members: each a word with typed arguments, carried out in one transaction."""

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct
from sqlalchemy import select

from engine.core.errors import Refused
from server.models import Member, Session
from server.services import bans, changes, farewell, invitations, outages, outbox, settings, texts
from server.services.club import Club
from server.services.notices import About, announce

MOST_REASON = 500
Name = Annotated[str, Meta(min_length=1, max_length=254)]


class HostDesk(NamedTuple):
    """Where a host acts: in a transaction of the club's, and who it is."""

    session: Session
    club: Club
    host: Member


class Exerted(NamedTuple):
    """What came of it: on whom, what is kept of it, and what is still to be done."""

    on: Member | None = None
    args: dict[str, Any] = {}
    note: str | None = None
    has_left: bool = False
    """Whether the member's seats are to be given away."""
    is_news: bool = False
    """Whether everybody is told."""
    invitation: invitations.NewInvitation | None = None


class HostPower(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a host can ask for; its fields are what has to be said of it."""

    def exert(self, desk: HostDesk) -> Exerted:
        """Do it, or refuse."""
        raise NotImplementedError


def get_named(session: Session, name: str) -> Member:
    """Return the member of a name, or refuse."""
    found = session.scalars(select(Member).where(Member.handle_key == texts.handle_key(name))).first()
    if found is None:
        raise Refused("not_found", "Nobody in this club is called {name}.", name=name[:80])
    return found


def _tell_expelled(desk: HostDesk, member: Member, mail: str | None, how: str, why: str) -> None:
    """Mail somebody who is a member no longer; once that has gone out, its address is forgotten too."""
    if mail:
        about = About(address=mail, data={"how": how, "why": why, "language": member.lang})
        announce(desk.session, desk.club, "expelled", None, about, unique=f"expelled:{member.id}:{desk.club.now()}")


def _get_confirmed(member: Member) -> str | None:
    return member.mail if member.mail_confirmed_at is not None else None


def _tell_member(desk: HostDesk, member: Member, news: str, address: str | None = None, **more: Any) -> None:
    about = About(address=address, data={"news": news, "by": desk.host.handle, **more})
    unique = f"membership:{member.id}:{news}:{address or ''}:{desk.club.now()}"
    announce(desk.session, desk.club, "membership", member.id, about, unique=unique)


class RemoveMember(HostPower, frozen=True):
    """A member leaves the club: a tombstone stays, their seats become a bot's or a substitute's."""

    member: Name
    why: str = ""

    def exert(self, desk: HostDesk) -> Exerted:
        """Bury the account."""
        member, why = get_named(desk.session, self.member), texts.plain(self.why, "why", MOST_REASON)
        farewell.check_other_hosts(desk.session, member)
        mail = None if member.banned_at is not None else _get_confirmed(member)
        farewell.bury(desk.session, desk.club, member)
        _tell_expelled(desk, member, mail, "removed", why)
        return Exerted(member, has_left=True)


class BanMember(HostPower, frozen=True):
    """A member can't sign in, play or register again until readmitted."""

    member: Name
    why: str = ""

    def exert(self, desk: HostDesk) -> Exerted:
        """Bar key and mailboxes."""
        member, why = get_named(desk.session, self.member), texts.plain(self.why, "why", MOST_REASON)
        if member.banned_at is not None:
            raise Refused("already_so", "{name} is banned already.", name=member.handle or "")
        farewell.check_other_hosts(desk.session, member)
        _tell_expelled(desk, member, _get_confirmed(member), "banned", why)
        member.role = "player"
        bans.ban(desk.session, desk.club, member)
        return Exerted(member, note=why or None, has_left=True)


class ReadmitMember(HostPower, frozen=True):
    """Somebody who was banned may come back; one who was removed as well is named by the address."""

    member: Name

    def exert(self, desk: HostDesk) -> Exerted:
        """Lift the ban."""
        by_mail = bans.find_banned(desk.session, desk.club, self.member) if "@" in self.member else None
        member = by_mail or get_named(desk.session, self.member)
        if member.banned_at is None:
            raise Refused("already_so", "{name} is not banned.", name=member.handle or "")
        bans.readmit(desk.session, member)
        _tell_member(desk, member, "readmitted")
        return Exerted(member)


class RenameMember(HostPower, frozen=True):
    """A member gets another handle; the old one is free again."""

    member: Name
    to: Name

    def exert(self, desk: HostDesk) -> Exerted:
        """Give the new name, if nobody has it."""
        member, name = get_named(desk.session, self.member), texts.handle(self.to)
        key, old = texts.handle_key(name), member.handle
        taken = select(Member.id).where(Member.handle_key == key, Member.id != member.id)
        if desk.session.execute(taken).first() is not None:
            raise Refused("handle_taken", "The handle {handle} is taken; choose another one.", handle=name)
        member.handle, member.handle_key = name, key
        _tell_member(desk, member, "renamed", old=old, new=name)
        return Exerted(member, {"old": old, "new": name})


class CorrectAddress(HostPower, frozen=True):
    """A member's address is another one, at once; both are told."""

    member: Name
    mail: Name

    def exert(self, desk: HostDesk) -> Exerted:
        """Take the address on the host's word."""
        member, mail = get_named(desk.session, self.member), texts.mail_address(self.mail)
        bans.check_mailbox(desk.session, desk.club, mail)
        old = _get_confirmed(member)
        changes.correct_address(desk.session, desk.club, member, mail)
        for address in {mail, old} - {None}:
            _tell_member(desk, member, "address", address, new=mail)
        return Exerted(member)


class AppointHost(HostPower, frozen=True):
    """A member becomes a host."""

    member: Name

    def exert(self, desk: HostDesk) -> Exerted:
        """Give the role."""
        member = get_named(desk.session, self.member)
        if member.role == "host" or member.banned_at is not None:
            raise Refused("already_so", "{name} is a host already, or banned.", name=member.handle or "")
        member.role = "host"
        _tell_member(desk, member, "appointed")
        return Exerted(member)


class DismissHost(HostPower, frozen=True):
    """A host is a member like others from now on."""

    member: Name

    def exert(self, desk: HostDesk) -> Exerted:
        """Take the role, unless it is the last host's."""
        member = get_named(desk.session, self.member)
        if member.role != "host":
            raise Refused("already_so", "{name} is no host.", name=member.handle or "")
        farewell.check_other_hosts(desk.session, member)
        member.role = "player"
        _tell_member(desk, member, "dismissed")
        return Exerted(member)


class SetRegistration(HostPower, frozen=True):
    """Who may register from now on."""

    to: Literal["open", "invited", "closed"]

    def exert(self, desk: HostDesk) -> Exerted:
        """Keep it in the database; the settings file is what it was before."""
        settings.store(desk.session, desk.club, settings.REGISTRATION, self.to)
        return Exerted(args={"to": self.to})


class InviteToClub(HostPower, frozen=True):
    """Somebody may register, without a game to join."""

    mail: Name | None = None

    def exert(self, desk: HostDesk) -> Exerted:
        """Make a link, and mail it if there is an address; the address is kept with the invitation alone."""
        made = invitations.invite_to_club(desk.session, desk.club, desk.host, self.mail)
        return Exerted(args={"invitation": made.id, "mailed": self.mail is not None}, invitation=made)


class TellEverybody(HostPower, frozen=True):
    """A message to all members."""

    lines: tuple[str, ...]

    def exert(self, desk: HostDesk) -> Exerted:  # noqa: ARG002 - as all powers have it
        """Keep the text; everybody is told."""
        text = texts.plain("\n".join(self.lines), "lines", texts.MOST_MESSAGE, lines=True)
        if not text:
            raise Refused("invalid_value", "A message needs some text.")
        return Exerted(note=text, is_news=True)


class PauseClub(HostPower, frozen=True):
    """Every clock of the club stands until a host resumes it."""

    why: str = ""

    def exert(self, desk: HostDesk) -> Exerted:
        """Begin a time that counts for nobody."""
        outages.pause(desk.session, desk.club)
        return Exerted(note=texts.plain(self.why, "why", MOST_REASON) or None, is_news=True)


class ResumeClub(HostPower, frozen=True):
    """The clocks run again."""

    def exert(self, desk: HostDesk) -> Exerted:
        """End the time that counts for nobody."""
        outages.resume(desk.session, desk.club)
        return Exerted(is_news=True)


class RetryMail(HostPower, frozen=True):
    """A parked mail is sent after all."""

    mail: int

    def exert(self, desk: HostDesk) -> Exerted:
        """Queue it again."""
        outbox.retry_within(desk.session, desk.club, self.mail)
        return Exerted(args={"mail": self.mail})


class DropMail(HostPower, frozen=True):
    """A parked mail is forgotten."""

    mail: int

    def exert(self, desk: HostDesk) -> Exerted:
        """Forget it."""
        outbox.drop_within(desk.session, self.mail)
        return Exerted(args={"mail": self.mail})


POWERS: dict[str, type[HostPower]] = {
    "remove": RemoveMember,
    "ban": BanMember,
    "readmit": ReadmitMember,
    "rename": RenameMember,
    "readdress": CorrectAddress,
    "appoint": AppointHost,
    "dismiss": DismissHost,
    "registration": SetRegistration,
    "invite": InviteToClub,
    "tell": TellEverybody,
    "pause": PauseClub,
    "resume": ResumeClub,
    "retry": RetryMail,
    "drop": DropMail,
}
"""By the word of a signed act; these words are closed."""
