"""What can be played here, and how its moves are written."""

import json
import textwrap
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer

import engine
from cli import render
from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text
from engine.core.names import fold
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core.rules import AnyRules
    from engine.core.sheet import Part
    from engine.core.types import Move

app = typer.Typer()


@app.command()
def rules(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(help="The game to read about.")] = None,
) -> None:
    """List the games that can be played; with one, how it is won, a round, its moves, options and an example.

    Example: atelier rules imaginarium
    """
    env: Env = ctx.obj
    if game is None:
        list_rules(env)
    else:
        show_rules(env, get_rules(game))


@app.command()
def card(
    ctx: typer.Context,
    name: Annotated[list[str], typer.Argument(help="The name of a card, in English or French.")],
    of: Annotated[str | None, typer.Option("--of", help="Look in this game alone.", metavar="GAME")] = None,
) -> None:
    """Tell all that is known of a card: what it costs, brings and does.

    Example: atelier card Sawmill
    """
    from engine.core.lookup import describe, find_cards, say_unknown

    env: Env = ctx.obj
    wanted = " ".join(name)
    among = list(engine.games().values()) if of is None else [get_rules(of)]
    found = [(one, thing) for one in among for thing in find_cards(one, wanted)]
    if not found:
        raise Failure(say_unknown(among, wanted, env.lang), Exit.NOT_ALLOWED, "unknown_card")
    if env.json:
        env.data(
            [{"rules": one.id, "id": thing, "about": describe(one, thing, env.lang).lines()} for one, thing in found]
        )
        return
    for one, thing in found:
        render.show(env, describe(one, thing, env.lang))


def get_rules(game: str) -> "AnyRules":
    """Return the rules of a game by its id or the beginning of its id or title, or say which there are."""
    known = engine.games()
    if game in set(known):
        return known[game]
    begun = [one for one in known.values() if begins(one, game)]
    if len(begun) == 1:
        return begun[0]
    said = Text("There is no game `{game}`; there are {games}.", game=game, games=", ".join(known))
    raise Failure(said, Exit.NOT_ALLOWED, "unknown_rules")


def begins(rules: "AnyRules", word: str) -> bool:
    """Tell whether a word begins a game's id or its title in some language."""
    title = rules.title
    spoken = [fold(name) for name in (rules.id.replace("_", " "), title.en, title.fr)]
    return bool(word) and any(name.startswith(fold(word.replace("_", " "))) for name in spoken)


def list_rules(env: Env) -> None:
    """List the games with how many can play."""
    shown = [
        {
            "id": one.id,
            "title": getattr(one.title, env.lang),
            "seats": [one.seats[0], one.seats[-1]],
            "version": one.version,
        }
        for one in engine.games().values()
    ]
    if env.json:
        env.data(shown)
        return
    heads = [env.say(text) for text in (Text("id"), Text("title"), Text("players"))]
    rows: list[list[Any]] = [[one["id"], one["title"], "-".join(map(str, one["seats"]))] for one in shown]
    render.show(env, render.listing(env.say(Text("What can be played")), heads, rows))
    env.tell(Text("`atelier demo GAME` plays one at once; `atelier rules GAME` tells more."))


def show_rules(env: Env, found: "AnyRules") -> None:
    """Show a game's moves and options, and a first turn as an example."""
    moves = [describe_move(found, move, env.lang) for move in found.moves]
    options = {name: getattr(found.options({}), name) for name in found.options_type.__struct_fields__}
    seats = [found.seats[0], found.seats[-1]]
    told = [] if (primer := found.primer()) is None else [env.say(text) for text in (primer.goal, *primer.round)]
    if env.json:
        env.data(
            {
                "id": found.id,
                "version": found.version,
                "seats": seats,
                "primer": told,
                "moves": moves,
                "options": options,
            }
        )
        return
    from engine.core.editions import rows_in
    from engine.core.sheet import Heading, Sheet

    aside = Text("{fewest} to {most} players", fewest=seats[0], most=seats[1])
    if seats[0] == seats[1]:
        aside = Text("{n} players", n=seats[0])
    render.show(env, Sheet((Heading(getattr(found.title, env.lang), env.say(aside), level=1), *in_short(env, told))))
    for move in moves:
        env.read_out(f"  {move['shown']}", 6)
        env.read_out(f"      {move['help']}", 6)
    chosen: list[list[Any]] = [
        [f"--option {name}={plain(value)}", others(found, name)] for name, value in options.items()
    ]
    heads = ["", env.say(Text("or"))] if chosen else []
    render.show(env, render.listing(env.say(Text("Options and their defaults")), heads, chosen))
    show_example(env, found)
    designed = sum(row.source.startswith("designed") for row in rows_in(found.edition))
    if designed:
        said = Text("Of {n} components the published figures are not known: theirs are designed.", n=designed)
        env.out("\n" + textwrap.fill(env.say(said), 78, initial_indent=" ", subsequent_indent=" "))
    env.tell(Text("`atelier demo {game}` lets you try it at once.", game=found.id))


def in_short(env: Env, told: list[str]) -> "Iterator[Part]":
    """Yield how the game is won and ends, and a round line by line; then come the moves."""
    from engine.core.sheet import Heading, Note, grid

    if told:
        goal, *steps = told
        yield Note(goal, "strong")
        yield Heading(env.say(Text("A round")))
        yield grid(enumerate(steps, 1), right=(0,))
        yield Heading(env.say(Text("Moves")))


def plain(value: Any) -> str:
    """Return a value as it is typed after NAME=."""
    return value if isinstance(value, str) else json.dumps(value)


def others(found: "AnyRules", name: str) -> str:
    """Return what an option can be besides its default."""
    hint = get_type_hints(found.options_type)[name]
    values = (False, True) if hint is bool else get_args(hint) if get_origin(hint) is Literal else ()
    return ", ".join(plain(value) for value in values if value != getattr(found.options({}), name))


def describe_move(found: "AnyRules", move: "type[Move]", lang: str) -> dict[str, Any]:
    """Return a kind of move with its pattern, exact and as its reader types it, and its other spellings."""
    from engine.core.spelling import help_of, usage, verb_of
    from engine.core.wording import show_pattern

    shown = show_pattern(move, lang, found.lexicon.shown[lang])
    told = help_of(move, lang)
    return {
        "verb": verb_of(move),
        "usage": usage(move),
        "shown": shown,
        "aliases": list(move.aliases),
        "help": told,
    }


def show_example(env: Env, found: "AnyRules") -> None:
    """Show what is asked first, and a few answers."""
    from engine.core.sheet import Sheet, grid

    table = engine.open_table(found.id, found.seats[-1], seed=b"example")
    seat = table.awaiting[0]
    prompt = table.voice(env.lang).word(table.prompt(seat))
    said = env.say(Text("For example: {prompt}", prompt=prompt))
    env.out("\n" + textwrap.fill(said, 78, initial_indent=" ", subsequent_indent=" "))
    view, voice = table.view(seat), table.voice(env.lang)
    scribe = found.scribe(view, voice)
    rows = [[scribe.line(move), found.explain(view, move, voice)] for move in table.legal(seat)[:6]]
    render.show(env, Sheet((grid(rows),)))
