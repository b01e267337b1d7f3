"""The pages of a member's key: registering with one that the browser makes, bringing one, saving it, forgetting it."""

import re

from flask import Response, request

from engine.core.language import LANGUAGES, Text
from server.api.common import asks, club, find_member
from server.services import accounts, welcome
from server.services.accounts import MemberProfile
from server.services.welcome import Invited
from server.web.front import MOST_SECRET
from server.web.site import pages, show
from server.web.slips import ask_act

bp = pages("keys")
OWN_PATH = re.compile(r"\A/(?![/\\])[A-Za-z0-9._~!$&'()*+,;=:@%/?#-]*\Z")
LONGEST_PATH = 500
SHORTEST_PASSWORD = 10


def read_then() -> str:
    """Return where the reader goes afterwards: a path of this club, never another place."""
    asked = request.args.get("then", "")
    return asked if len(asked) <= LONGEST_PATH and OWN_PATH.match(asked) else ""


@bp.get("/register")
@asks("read", optional=True)
def show_register() -> Response:
    """Let somebody register in this browser, or confirm the address that they gave."""
    invitation = request.args.get("invitation", "")[:MOST_SECRET]
    with club().read() as session:
        may_register = accounts.may_register(session, club(), invitation)
        invited = Invited(welcome.SOMEBODY, None, None, invitation, None) if invitation else None
        steps = welcome.list_steps(session, club(), invited)
    return show(
        "register.html",
        Text("Take part in this browser"),
        invitation=invitation,
        may_register=may_register,
        steps=steps if may_register else (),
        languages=LANGUAGES,
        profile=_find_profile(),
        then=read_then(),
        fewest=SHORTEST_PASSWORD,
    )


@bp.get("/key")
@asks("read", optional=True)
def show_key() -> Response:
    """Show what key this browser has, and what can be done with it."""
    return show(
        "key.html",
        Text("Your key in this browser"),
        profile=_find_profile(),
        cancel=ask_act("DELETE", "/v1/recoveries", "cancel_recovery", "/key"),
        then=read_then() or "/me",
        fewest=SHORTEST_PASSWORD,
    )


def _find_profile() -> MemberProfile | None:
    member = find_member()
    return None if member is None else accounts.read_profile(club(), member.id)
