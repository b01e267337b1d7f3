"""What links in mails do: looking at one shows a page with a button, for mail scanners follow links; the button acts."""

from flask import Response

from engine.core.errors import Refused
from engine.core.language import Text
from server.api.common import club, resource
from server.services import policies, strangers, waits
from server.web.site import show, show_or_tell

bp = resource("links", "Links in mails: less mail, none, and changes cancelled")
bp.register_error_handler(Refused, show_or_tell)
PAGE = {"type": "string"}


@bp.route("/unsubscribe/<token>", methods=["GET"])
@bp.response(200, PAGE, content_type="text/html", description="A button")
def ask_unsubscribe(token: str) -> Response:
    """Ask whether mails shall stop; looking at this page changes nothing."""
    policies.get_letter(club(), token)
    return _ask(Text("No more mails about your games? Your deadlines run on all the same."), Text("No more mails"))


@bp.route("/unsubscribe/<token>", methods=["POST"])
@bp.response(200, PAGE, content_type="text/html", description="Done")
def unsubscribe(token: str) -> Response:
    """Stop the mails about games, by one click in a mail program or on the page."""
    policies.unsubscribe(club(), token)
    return _tell(Text("You get no more mails about your games. `atelier me --mails every` turns them on again."))


@bp.route("/silence/<token>", methods=["GET"])
@bp.response(200, PAGE, content_type="text/html", description="A button")
def ask_silence(token: str) -> Response:
    """Ask whether the club shall never mail an address again; looking at this page changes nothing."""
    strangers.check_silence_link(club(), token)
    name = club().config.name
    return _ask(Text("Shall {club} never mail you again, whoever gives your address?", club=name), Text("Never again"))


@bp.route("/silence/<token>", methods=["POST"])
@bp.response(200, PAGE, content_type="text/html", description="Done")
def silence(token: str) -> Response:
    """Never mail codes or invitations to an address again, by one click in a mail program or on the page."""
    strangers.silence(club(), token)
    return _tell(Text("{club} mails you no more. Only its host can change that.", club=club().config.name))


@bp.route("/changes/<token>", methods=["GET"])
@bp.response(200, PAGE, content_type="text/html", description="A button")
def ask_cancel(token: str) -> Response:
    """Ask whether a change of an account shall be cancelled; looking at this page changes nothing."""
    change = waits.get_change(club(), token)
    if change.kind == "key":
        return _ask(Text("Another key counts for your account. Put the old one back?"), Text("Put it back"))
    return _ask(Text("Your account is to get the address {mail}. Cancel that?", mail=change.new), Text("Cancel it"))


@bp.route("/changes/<token>", methods=["POST"])
@bp.response(200, PAGE, content_type="text/html", description="Done")
def cancel(token: str) -> Response:
    """Cancel a change of an account."""
    waits.cancel(club(), token)
    return _tell(
        Text(
            "Cancelled. If it was not you who asked, somebody has your key: `atelier key recover MAIL` names a new one."
        )
    )


def _ask(question: Text, button: Text) -> Response:
    return show("question.html", club().config.name, question=question, button=button)


def _tell(text: Text) -> Response:
    return show("question.html", club().config.name, question=text, button=None)
