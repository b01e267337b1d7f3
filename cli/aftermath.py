"""What came of a turn: what bots did meanwhile, who is next, and how a game ended."""

from cli.answers import ViewJson
from cli.boards import awaited_names
from cli.env import Env
from cli.seats import RemoteSeat
from engine.core.language import Text

PAUSE, MOST_PAUSES = 0.1, 30
"""How long bots are waited for, in seconds: a look each time."""


def tell_aftermath(env: Env, seat: RemoteSeat, view: ViewJson, n: int) -> ViewJson:
    """Tell what happened after entry n, bots' turns among it, and who is asked now; return the view after it."""
    view = wait_for_bots(env, seat, view)
    if view["n"] > n:
        for said in seat.tell_since(n + 1):
            env.read_out(said)
    tell_next(env, view)
    return view


def wait_for_bots(env: Env, seat: RemoteSeat, view: ViewJson) -> ViewJson:
    """Return the view once no bot is asked any more, or once it takes too long."""
    for _ in range(MOST_PAUSES):
        if not waits_for_bots(view):
            break
        env.sleep(PAUSE)
        view = seat.look()
    return view


def waits_for_bots(view: ViewJson) -> bool:
    """Tell whether all who are asked are bots."""
    asked = (view["view"] or {}).get("awaiting", [])
    return view["status"] == "running" and bool(asked) and set(asked) <= set(view.get("bots", ()))


def tell_next(env: Env, view: ViewJson) -> None:
    """Tell who is asked now."""
    if view["status"] == "over":
        env.tell(Text("`atelier verify` checks the whole game; `atelier replay` shows it."))
    elif view["awaited"]:
        env.tell(Text("Your turn: {prompt}", prompt=view["prompt"]))
    else:
        env.tell(Text("Next: {names}.", names=", ".join(awaited_names(view))))
