"""What hosts do to the club and its members, told to those concerned."""

from collections.abc import Callable, Iterator

from sqlalchemy import select

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.outgoing.kinds.turn import GAP
from server.mail.outgoing.material import Composition, Material, Stale
from server.models import KeptHostAct, Member


def expelled(material: Material) -> Composition:
    """Write to somebody who is a member no longer."""
    club = material.club.config.name
    if material.data["how"] == "banned":
        news = Text("The hosts of {club} have banned you.", club=club)
        after = Text("You can't sign in there, play, or register again until they readmit you.")
    else:
        news = Text("The hosts of {club} have ended your membership.", club=club)
        after = Text("Your account and this address are erased there; the games of others go on.")
    parts = [material.note(news, "strong"), *_why(material, material.data["why"]), material.note(after)]
    return Composition(news, parts)


def _why(material: Material, why: str | None) -> Iterator[Part]:
    """Yield what the host wrote, as it was written."""
    if why:
        yield material.note(Text("They write:"))
        yield material.lines([line or " " for line in why.splitlines()])
        yield GAP


def membership(material: Material) -> Composition:
    """Write to a member what a host has changed about them."""
    told = _NEWS[material.data["news"]](material)
    by = material.data.get("by") or Text("somebody")
    parts = [
        material.note(told[0], "strong"),
        *(material.note(text) for text in told[1:]),
        material.note(Text("It was done by {by}, a host of {club}.", by=by, club=material.club.config.name)),
    ]
    return Composition(told[0], parts)


def _readmitted(material: Material) -> list[Text]:
    return [
        Text("You are readmitted to {club}.", club=material.club.config.name),
        Text("Your name and your key are what they were: `atelier games --open` lists games to join."),
    ]


def _renamed(material: Material) -> list[Text]:
    return [
        Text("Your name here is {name} from now on.", name=material.data["new"]),
        Text("Everybody sees it, in past games too; your key and your games are what they were."),
    ]


def _addressed(material: Material) -> list[Text]:
    return [
        Text("Your mail goes to {mail} from now on.", mail=material.data["new"]),
        Text(
            "An address that you change yourself waits {hours} hours, in which it can be cancelled; one that a host corrects counts at once.",
            hours=material.club.config.hours_to_cancel,
        ),
        Text(
            "If that is not right, answer your host. The old address can get the account back for 30 days: `atelier key recover MAIL`."
        ),
    ]


def _appointed(material: Material) -> list[Text]:
    return [
        Text("You are a host of {club} now.", club=material.club.config.name),
        Text("`atelier host --help` lists what hosts can do, and `atelier host log` what they did."),
    ]


def _dismissed(material: Material) -> list[Text]:
    return [
        Text("You are no longer a host of {club}.", club=material.club.config.name),
        Text("Your membership and your games are what they were."),
    ]


_NEWS: dict[str, Callable[[Material], list[Text]]] = {
    "readmitted": _readmitted,
    "renamed": _renamed,
    "address": _addressed,
    "appointed": _appointed,
    "dismissed": _dismissed,
}


def news(material: Material) -> Composition:
    """Write to everybody what a host says, or that the club is paused or goes on."""
    wanted = select(KeptHostAct, Member.handle).join(Member, Member.id == KeptHostAct.host_id)
    row = material.session.execute(wanted.where(KeptHostAct.id == material.data["act"])).first()
    if row is None or (row[0].act == "tell" and row[0].note is None):
        raise Stale("erased")
    act, handle = row
    subject, after = _say_news(act.act, material.club.config.name, handle or Text("somebody"))
    parts = [
        material.note(subject, "strong"),
        *([material.lines([line or " " for line in act.note.splitlines()])] if act.note else []),
        *([material.note(after)] if after else []),
        GAP,
        material.note(Text("`atelier news` shows what was told to everybody.")),
    ]
    return Composition(subject, parts)


def _say_news(act: str, club: str, who: Text | str) -> tuple[Text, Text | None]:
    if act == "pause":
        return Text("{club} is paused", club=club), Text(
            "All clocks stand until a host lets them run again. Whoever likes to can play meanwhile, and bots do."
        )
    if act == "resume":
        return Text("{club} goes on", club=club), Text(
            "All clocks run again, and nobody has lost time: every deadline is later by as long as they stood."
        )
    return Text("{who}, a host of {club}, writes to everybody", who=who, club=club), None
