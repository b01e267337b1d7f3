"""What is wrong with a command line, in the reader's language: the parser has words in English alone."""

import re
from collections.abc import Collection
from difflib import get_close_matches

import engine
from engine.core.language import Text

VALUE = r"Invalid value for '(?P<param>[^']*)'(?: / '[^']*')*[^:]*: "
UNKNOWN = re.compile(r"No such command '(.*?)'\.")
OF_PROGRAM = "play"
"""A command by which those of the program itself are known from those of a group as `host`."""
MEANT = {
    "show": ("board", "etat", "look", "plateau", "state", "status", "table", "view", "voir"),
    "moves": ("actions", "coups", "legal", "options"),
    "play": ("jouer", "move", "submit", "turn"),
    "suggest": ("conseil", "hint", "tip"),
    "log": ("events", "history", "journal"),
    "games": ("list", "lister", "ls", "parties"),
    "new": ("create", "creer", "open"),
    "say": ("chat", "message"),
    "register": ("login", "signup"),
    "profile": ("accounts", "logout", "profiles"),
    "undo": ("annuler", "back"),
    "rules": ("regles",),
    "card": ("carte", "cards"),
    "analyse": ("analyze",),
}
"""Words that people type for a command that is called otherwise."""
SENTENCES = [
    (
        r"No such option: (?P<name>\S+) \(Possible options: (?P<near>.*)\)",
        Text("No such option: {name}. Near it are: {near}."),
    ),
    (r"No such option: (?P<name>\S+)", Text("No such option: {name}.")),
    (r"Missing \w+ '(?P<param>[^']*)'", Text("{param} is missing.")),
    (r"Missing command\.", Text("a command is missing.")),
    (r"Option '(?P<param>.*)' requires ", Text("{param} needs a value.")),
    (r"Option '(?P<param>.*)' does not take a value", Text("{param} takes no value.")),
    (r"Got unexpected extra argument(?:\(s\)|s)? \((?P<words>.*)\)", Text("The command takes no more words: {words}.")),
    (VALUE + r"'(?P<value>.*)' is not a valid (?:int|float)", Text("{param}: `{value}` is not a number.")),
    (
        VALUE + r"(?P<value>.*) is not in the range (?P<range>.*)\.",
        Text("{param}: {value} is not in the range {range}."),
    ),
    (VALUE + r"'(?P<value>.*)' is not one of (?P<choices>.*)\.", Text("{param}: `{value}` is none of {choices}.")),
]
"""What the parser says, and how it is said here; what is not among it stays as it is."""


def say_misuse(message: str, commands: Collection[str] = ()) -> Text | str:
    """Return what the parser of commands says as a sentence that can be said in each language; `commands` are those there are."""
    unknown = UNKNOWN.match(message)
    if unknown:
        return _say_unknown(unknown[1], commands)
    for pattern, text in SENTENCES:
        found = re.match(pattern, message)
        if found:
            return text.fill(**{name: _write(name, value) for name, value in found.groupdict().items()})
    return message


def _say_unknown(name: str, commands: Collection[str]) -> Text:
    """Say that there is no such command, and what was meant: one for that, a move, or one nearly called so."""
    from engine.core.names import fold

    word = fold(name)
    meant = [one for one in commands if word in MEANT.get(one, ())] if OF_PROGRAM in commands else []
    if not meant and OF_PROGRAM in commands and any(word in rules.verbs for rules in engine.games().values()):
        return Text('No such command: {name}. A move is played by `atelier play "{name} ..."`.', name=name)
    for near in meant or get_close_matches(word, commands, 1):
        return Text("No such command: {name}. Did you mean `{near}`?", name=name, near=near)
    return Text("No such command: {name}.", name=name)


def _write(name: str, value: str) -> str:
    """Return a word of the command line without quotes; an argument as the help writes it."""
    bare = value.replace("'", "")
    return bare.upper() if name == "param" and not bare.startswith("-") else bare
