"""What is wrong with a command line, in the reader's language: the parser has words in English alone."""

import re

from engine.core.language import Text

VALUE = r"Invalid value for '(?P<param>[^']*)'(?: / '[^']*')*[^:]*: "
SENTENCES = [
    (r"No such command '(?P<name>.*?)'\.", Text("No such command: {name}.")),
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


def say_misuse(message: str) -> Text | str:
    """Return what the parser of commands says as a sentence that can be said in each language."""
    for pattern, text in SENTENCES:
        found = re.match(pattern, message)
        if found:
            return text.fill(**{name: _write(name, value) for name, value in found.groupdict().items()})
    return message


def _write(name: str, value: str) -> str:
    """Return a word of the command line without quotes; an argument as the help writes it."""
    bare = value.replace("'", "")
    return bare.upper() if name == "param" and not bare.startswith("-") else bare
