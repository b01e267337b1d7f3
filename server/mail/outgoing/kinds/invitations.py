"""Invitations to a game or to the club: what this is, who invites, and what to type; a member chooses no word of it."""

from collections.abc import Iterator

from sqlalchemy import ColumnElement, select

from engine.core.language import Text
from engine.core.sheet import Part
from engine.registry import is_shipped
from server.mail.outgoing.kinds.turn import GAP
from server.mail.outgoing.material import Composition, Material, Stale
from server.models import Invitation
from server.services import welcome
from server.services.ids import hash_secret
from server.services.welcome import Invited


def invitation(material: Material) -> Composition:
    """Write an invitation to a game; dropped if it was used or taken back meanwhile."""
    invited = _read(material, Invitation.used_at.is_(None), material.game.rules)
    club, game = material.club.config.name, welcome.name_game(material.game.rules, material.reader.lang)
    told = Text("{by} invites you to a game of {game} at {club}.", by=invited.by, game=game, club=club)
    parts = [material.note(told, "strong"), *_edition(material), *_tell(material, invited)]
    return Composition(Text("{by} invites you to {game}", by=invited.by, game=game), parts)


def club_invitation(material: Material) -> Composition:
    """Write an invitation to the club; dropped if it was used or taken back meanwhile."""
    invited = _read(material, Invitation.registered_id.is_(None), None)
    club = material.club.config.name
    told = Text("{by} invites you to {club}.", by=invited.by, club=club)
    parts = [material.note(told, "strong"), *_tell(material, invited)]
    return Composition(Text("{by} invites you to {club}", by=invited.by, club=club), parts)


def _read(material: Material, is_unused: ColumnElement[bool], rules: str | None) -> Invited:
    secret = material.data["secret"]
    good = (Invitation.hash == hash_secret(secret)) & is_unused & Invitation.revoked_at.is_(None)
    wanted = select(Invitation.expires_at).where(good, Invitation.expires_at > material.now)
    expires_at = material.session.scalar(wanted)
    if expires_at is None:
        raise Stale("revoked")
    by = welcome.name_inviter(material.data.get("by"))
    return Invited(by, rules, material.row.game_id, secret, expires_at)


def _edition(material: Material) -> Iterator[Part]:
    if not is_shipped(material.game.rules, material.game.edition):
        yield material.note(
            Text(
                "This game is played with an edition of the club's own: its figures are not those of `atelier rules {game}`.",
                game=material.game.rules,
            )
        )


def _tell(material: Material, invited: Invited) -> Iterator[Part]:
    """Yield what the club is, what to type, and the page that tells the same."""
    club, path = material.club.config.name, "/" if invited.game_id is None else f"/games/{invited.game_id}"
    yield material.note(
        Text(
            "{club} is a club for long board games, a turn at a time, by mail or from a terminal. "
            "You look when you like, and are told when it is your turn.",
            club=club,
        )
    )
    yield material.heading(Text("How to take part"))
    yield material.note(Text("Type this into a terminal; all it needs is Python and pipx:"))
    steps = welcome.list_steps(material.session, material.club, invited, material.reader.address)
    yield material.copy(steps)
    yield material.note(
        Text(
            "HANDLE is the name that others will see; CODE is mailed to you. Then you can play by answering our mails, or from the terminal."
        )
    )
    yield GAP
    yield material.note(Text("This page tells the same:"))
    yield material.copy([f"{material.link}{path}?invitation={invited.secret}"])
    yield material.note(Text("The invitation is good until {when}.", when=material.when(invited.expires_at or 0)))
