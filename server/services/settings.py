"""What hosts change of a club while it runs: kept in the database, where the settings file is the default."""

from server.models import ClubSetting, Session
from server.services.club import Club
from server.storage.order import alone

REGISTRATION = "registration"


def store(session: Session, club: Club, name: str, value: str) -> None:
    """Keep a setting, in the place of what was kept before."""
    alone(session, "club_settings")
    session.merge(ClubSetting(name=name, value=value, changed_at=club.now()))


def get_registration(session: Session, club: Club) -> str:
    """Return who may register now: as a host has said, else as the settings have it."""
    kept = session.get(ClubSetting, REGISTRATION)
    return club.config.registration if kept is None else kept.value
