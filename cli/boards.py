"""The board of a view: built here from the game's own rules, so that it can be shown in colour."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import engine
from cli import render
from cli.answers import PreviewJson, SuggestionsJson, ViewJson
from cli.env import Env
from cli.progress import busy
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice

HANGING = 3
"""Where a suggestion goes on that does not fit in a line."""
if TYPE_CHECKING:
    from engine.core.rules import AnyRules
    from engine.core.sheet import Sheet


class CanSuggest(Protocol):
    """Where moves are suggested: a seat on a server, the demo's table."""

    def suggest(self) -> SuggestionsJson:
        """Return what somebody might play."""


def title_of(game: str, lang: str) -> str:
    """Return what a game is called; its id where this client does not have it."""
    from engine.registry import rules_class

    return str(getattr(rules_class(game).title, lang)) if game in engine.games() else game


def rules_of(view: ViewJson) -> "AnyRules | None":
    """Return the rules by which moves are read and explained; those of a club's own edition by the names of ours."""
    if view["rules"] not in engine.games():
        return None
    default = engine.games()[view["rules"]]
    is_ours = view.get("version", default.version) == default.version
    return exact_rules_of(view) or (default if is_ours else None)


def exact_rules_of(view: ViewJson) -> "AnyRules | None":
    """Return the rules and the edition that a game is played by; None where only the server has them."""
    if view["rules"] not in engine.games() or "edition" not in view:  # a server of version 0.1 does not say
        return None
    from engine.registry import recorded_rules

    try:
        return recorded_rules(view["rules"], view["version"], view["edition"])
    except Refused:
        return None


def has_newer_rules(view: ViewJson) -> bool:
    """Tell whether a game is played by rules that this client does not have yet."""
    games = engine.games()
    return view["rules"] in games and view.get("version", 0) > games[view["rules"]].version


def voice_of(env: Env, view: ViewJson, rules: "AnyRules") -> Voice:
    """Return a voice that knows the names of the game's things and players."""
    return Voice(env.lang, rules.names, view["players"])


def sheet_of(env: Env, view: ViewJson) -> "Sheet | None":
    """Return the board; None where only the server can draw it."""
    rules = exact_rules_of(view)
    if rules is None or view["view"] is None:
        return None
    try:
        return rules.sheet(view["view"], voice_of(env, view, rules))
    except (LookupError, TypeError, ValueError):  # a server with other rules than this client's
        return None


def show_board(env: Env, view: ViewJson) -> None:
    """Print the board as this reader wants it."""
    sheet = sheet_of(env, view)
    if sheet is not None:
        render.show(env, sheet)
    else:
        env.out(view.get("board") or env.say(Text("The game has not started: there is no board yet.")))
    if has_newer_rules(view):
        env.tell(Text("This game has newer rules than this client: write moves as they are listed, or upgrade it."))


def tell_forced(move: str) -> Text:
    """Return what is said of a move that goes without saying."""
    return Text("`{move}` goes with it: nothing else is left.", move=move)


def show_preview(env: Env, view: ViewJson, shown: PreviewJson, *, exact: bool = False) -> None:
    """Print a preview; unless no more is to be played than was typed, with what goes without saying after it."""
    if env.json:
        env.data(shown)
        return
    if len(shown["played"]) > shown["reveals"]:
        show_board(env, {**view, "view": shown["view"], "board": shown["board"]})
    for said in (*shown["events"], *shown["advice"]):
        env.read_out(said)
    if shown["reveals"]:
        move = spell({**view, "view": shown["view"]}, shown["played"][-1], env.lang)
        env.tell(Text("That is what is certain of `{move}`; it also shows you something new.", move=move))
    for forced in () if exact else shown.get("forced", ()):
        env.tell(tell_forced(forced.get("shown", forced["line"])))
    if shown["unplayed"]:
        left = spell_all({**view, "view": shown["view"]}, shown["unplayed"], env.lang)
        env.tell(Text("Not tried: {moves}.", moves=left))
    env.tell(Text("Nothing was played."))


def show_suggestions(env: Env, seat: CanSuggest) -> None:
    """Show what somebody might play, and how good it looks."""
    import msgspec

    from engine.suggestions import Suggestions

    with busy(env, Text("Looking ahead")):
        found = msgspec.convert(seat.suggest(), Suggestions)
    for said in found.tell():
        env.read_out(said, HANGING)


def show_asked(env: Env, view: ViewJson, told: Sequence[str] = ()) -> None:
    """Tell what is asked of the reader, until when, and where the moves are; `told` is how an unfinished game ended."""
    if view["status"] == "over":
        for said in (*told, *tell_result(env, view)):
            env.tell(said)
        env.tell(Text("`atelier log` tells how it went; `atelier verify` checks it."))
    elif prompt := view["prompt"]:
        env.tell(prompt)
        if view["deadline"]:
            env.tell(Text("Due {deadline}.", deadline=render.deadline(env, view["deadline"])))
        env.tell(Text("`atelier moves` lists your moves; `atelier play` plays one after the other."))
    elif view["seat"] is not None and view["status"] == "running":
        env.tell(Text("Waiting for {names}.", names=", ".join(awaited_names(view))))


def tell_result(env: Env, view: ViewJson) -> Iterator[str]:
    """Yield who won and by how much, a line for each player; nothing of a game that was not played out."""
    import msgspec

    from engine.core.types import Result
    from engine.ledger.sentences import tell_standings

    result = (view["view"] or {}).get("result")
    voice = Voice(env.lang, players=view["players"]).turn_to(view["seat"])
    if result:
        yield from (voice.say(text) for text in tell_standings(msgspec.convert(result, Result)))


def awaited_names(view: ViewJson) -> list[str]:
    """Return who is asked now."""
    return [view["players"][seat] for seat in (view["view"] or {}).get("awaiting", [])]


def group_moves(view: ViewJson | PreviewJson) -> dict[str, list[str]]:
    """Return the legal moves by their verbs, in the order in which they are offered."""
    groups: dict[str, list[str]] = {}
    for move in view["legal"]:
        groups.setdefault(move["line"].split()[0], []).append(move["line"])
    return groups


def spell(view: ViewJson, line: str, lang: str) -> str:
    """Return an exact line as its reader types it in the position of a view; as it stands where that is not known."""
    from engine.core.notation import parse

    rules = rules_of(view)
    if rules is None or view["view"] is None:
        return line
    bare = line.removesuffix("!").rstrip()
    try:
        shown = rules.scribe(view["view"], Voice(lang, players=view["players"])).line(parse(bare, rules.verbs))
    except (IllegalMove, LookupError, TypeError, ValueError):  # typed by hand, or a server with other rules
        return line
    return shown + line[len(bare) :]


def spell_all(view: ViewJson, lines: Sequence[str], lang: str) -> str:
    """Return lines as their reader types them, one after the other."""
    return " · ".join(spell(view, line, lang) for line in lines)


def explain(env: Env, view: ViewJson, line: str) -> str:
    """Return what a legal move would bring, where its words don't say it; nothing of a game unknown to this client."""
    from engine.core.notation import parse

    rules = rules_of(view)
    if rules is None or view["view"] is None:
        return ""
    try:
        return rules.explain(view["view"], parse(line, rules.verbs), voice_of(env, view, rules))
    except (IllegalMove, LookupError, TypeError, ValueError):  # a server with other rules than this client's
        return ""


def verb_help(env: Env, view: ViewJson) -> Iterator[tuple[str, str, str]]:
    """Yield every verb that is legal now with its pattern and what it does."""
    from engine.core.spelling import help_of
    from engine.core.wording import show_pattern

    rules = rules_of(view)
    for verb in group_moves(view):
        kind = None if rules is None else rules.verbs.get(verb)
        if rules is None or kind is None:
            yield verb, verb, ""
        else:
            yield verb, show_pattern(kind, env.lang, rules.lexicon.shown[env.lang]), help_of(kind, env.lang)
