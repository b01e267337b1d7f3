"""What hosts did, in whole sentences."""

from typing import Any

from cli.env import Env
from engine.core.language import Text

SENTENCES = {
    "remove": Text("{who} removed a member from the club."),
    "ban": Text("{who} banned {on}."),
    "readmit": Text("{who} readmitted {on}."),
    "rename": Text("{who} gave {on} another name."),
    "rename from": Text("{who} renamed {old} to {new}."),
    "readdress": Text("{who} corrected the address of {on}."),
    "appoint": Text("{who} made {on} a host."),
    "dismiss": Text("{who} dismissed {on} as a host."),
    "registration": Text("{who} changed who may register."),
    "registration open": Text("{who} opened the club: everybody can register."),
    "registration invited": Text("{who} let only those register who are invited."),
    "registration closed": Text("{who} closed the club: nobody can register."),
    "invite": Text("{who} invited somebody to the club."),
    "tell": Text("{who} wrote to everybody."),
    "pause": Text("{who} paused the club: all clocks stand."),
    "resume": Text("{who} resumed the club: all clocks run."),
    "bot_seat": Text("{who} gave a seat of a game to a bot ({game})."),
    "open_seat": Text("{who} opened a seat of a game to substitutes ({game})."),
    "offer_seat": Text("{who} offered a seat of a game to a member ({game})."),
    "extend": Text("{who} gave more time in a game ({game})."),
    "pause game": Text("{who} paused a game ({game})."),
    "resume game": Text("{who} resumed a game ({game})."),
    "stop": Text("{who} ended a game without a result ({game})."),
    "judge": Text("{who} ended a game and judged it ({game})."),
    "void": Text("{who} declared a game void ({game})."),
    "retry": Text("{who} had mail {mail} sent after all."),
    "drop": Text("{who} had mail {mail} forgotten."),
}
"""By the word of an act, and what is known of it; the words in braces are filled in when it is said."""
UNKNOWN = Text("{who} did something that this client has no words for: {act}.")
SOMEBODY = Text("somebody who has left")


def say_act(env: Env, act: dict[str, Any]) -> str:
    """Return what a host did as a sentence; what was erased is left out."""
    known = act["args"]
    key = {"rename": "rename from" if known.get("old") else "rename", "registration": f"registration {known.get('to')}"}
    if act["game"] is not None:
        key |= {"pause": "pause game", "resume": "resume game"}
    text = SENTENCES.get(key.get(act["act"], act["act"])) or SENTENCES.get(act["act"], UNKNOWN)
    somebody = env.say(SOMEBODY)
    words = {
        "mail": "?",
        **known,
        "game": act["game"],
        "act": act["act"],
        "who": act["host"] or somebody,
        "on": act["on"] or somebody,
    }
    return env.say(text.fill(**words))


def show_act(env: Env, act: dict[str, Any]) -> list[str]:
    """Return an act of a host as lines: the sentence, and what was written beside it."""
    from cli import render

    said = f"{render.moment(env, act['at'])}  {say_act(env, act)}"
    return [said, *(f"    {line}" for line in (act["note"] or "").splitlines())]
