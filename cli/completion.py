"""What the shell offers when a player presses Tab: from the cache alone, never from the network."""

import os
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import engine
from cli import cache
from cli.env import Env

if TYPE_CHECKING:
    from engine.core.rules import AnyRules

NAMES_RULES = frozenset({"demo", "new", "rules"})
"""The commands whose GAME is what to play, not a table at which it is played."""


class Offer(NamedTuple):
    """A word that is offered, with the members that Typer's shells look at."""

    value: str
    help: str | None = None
    type: str = "plain"


def add_completion(command: Any) -> None:
    """Let a command's arguments offer words of their own.

    Typer keeps only offers that begin with what was typed; here names find ids, and quotes come before.
    """
    offer_game = offer_rules if command.name in NAMES_RULES else offer_games
    offers: dict[str, Callable[[Any, str], Iterator[str]]] = {
        "game": offer_game,
        "moves": offer_moves,
        "notes": offer_notes,
        "then": offer_notes,
    }
    if command.name == "card":
        offers["name"] = offer_cards
    elif any(param.name == "moves" for param in command.params):
        offers["game"] = offer_games_and_moves
    for param in command.params:
        if param.name in offers:
            param.shell_complete = partial(_complete, offers[param.name])


def _complete(offer: Callable[[Any, str], Iterator[str]], ctx: Any, incomplete: str) -> list[Offer]:
    return [Offer(word) for word in offer(ctx, incomplete)]


def offer_games(_: Any, incomplete: str) -> Iterator[str]:
    """Offer games by id and by title."""
    for game, about in cache.read(Env.of_system()).get("games", {}).items():
        for word in (about.get("title", ""), game):
            if word.startswith(incomplete):
                yield quote(word)


def offer_games_and_moves(ctx: Any, incomplete: str) -> Iterator[str]:
    """Offer games, and the moves of the one that waits, which need no game before them."""
    yield from offer_games(ctx, incomplete)
    yield from offer_moves(ctx, incomplete)


def offer_moves(ctx: Any, incomplete: str) -> Iterator[str]:
    """Offer a game's legal moves as they are typed, found by what they begin with, names or ids."""
    spelled = _unquote(incomplete)
    legal = _find_about(ctx).get("legal", {})
    for line, shown in legal.items() if isinstance(legal, dict) else ():
        if any(form.casefold().startswith(spelled) for form in (shown, line)):
            yield quote(shown)


def _find_about(ctx: Any) -> dict[str, Any]:
    """Return what is kept of the game that a command is about: the one that was named, or the only one that waits."""
    games: dict[str, dict[str, Any]] = cache.read(Env.of_system()).get("games", {})
    wanted = ctx.params.get("game") or "."
    if wanted != ".":
        return games.get(wanted) or next((one for one in games.values() if one.get("title") == wanted), {})
    waiting = [one for one in games.values() if one.get("legal")] or list(games.values())
    return waiting[0] if len(waiting) == 1 else {}


def offer_notes(ctx: Any, incomplete: str) -> Iterator[str]:
    """Offer how a note goes on: a phase at its beginning; then moves, verbs, and the names of what they are about."""
    typed = incomplete.strip("'\"").replace("\\ ", " ")
    cut = max(map(typed.rfind, ":;|")) + 1
    head, piece = typed[:cut], typed[cut:].lstrip()
    about = _find_about(ctx)
    rules = engine.games().get(about.get("rules", ""))
    for word in () if rules is None else _go_on(rules, about, head, piece, Env.of_system().lang):
        if word.casefold().startswith(piece.casefold()):
            yield quote(f"{head} {word}" if head else word)


def _go_on(rules: "AnyRules", about: dict[str, Any], head: str, piece: str, lang: str) -> Iterator[str]:
    """Yield what can stand behind what was typed of a note."""
    from engine.core.wording import verb_in

    if not head:
        for phase in rules.asked_in.values():
            yield f"{phase.name.fr if lang == 'fr' else phase.name.en}:"
    yield from about.get("legal", {}).values()
    verb, space, _ = piece.partition(" ")
    if space:
        yield from (f"{verb} {name[lang]}" for thing, name in rules.names.items() if rules.about(thing))
    else:
        yield from dict.fromkeys(verb_in(move, lang) for move in rules.moves)


def offer_cards(_: Any, incomplete: str) -> Iterator[str]:
    """Offer the cards of all games by their names in the reader's language."""
    lang, spelled = Env.of_system().lang, _unquote(incomplete)
    for rules in engine.games().values():
        named = {spellings[lang] for thing, spellings in rules.names.items() if rules.about(thing)}
        yield from (quote(name) for name in sorted(named) if name.casefold().startswith(spelled))


def _unquote(incomplete: str) -> str:
    """Return what was typed so far without what the shell needs around it."""
    return incomplete.strip("'\"").replace("\\ ", " ").casefold()


def offer_rules(_: Any, incomplete: str) -> Iterator[str]:
    """Offer the games that can be played, those that were installed from elsewhere too."""
    return (name for name in sorted(engine.games()) if name.startswith(incomplete))


def quote(word: str) -> str:
    """Return a word as the shell must get it: quoted for bash, as it is for those that quote by themselves."""
    return shlex.quote(word) if "bash" in os.environ.get("_ATELIER_COMPLETE", "") else word
