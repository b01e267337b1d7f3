"""What a game is to the rest of the house: setup, steps, view, sheet, result, and how it is read and stored."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

import msgspec

from engine.core.books import Book
from engine.core.canonical import work_out
from engine.core.chance import Chance
from engine.core.editions import BoundEdition, Edition, Label, bind_default
from engine.core.errors import Refusal, Refused
from engine.core.language import LANGUAGES, Text, Voice
from engine.core.memory import Memory
from engine.core.names import Lexicon, Rows
from engine.core.notation import Verbs, verbs_of
from engine.core.palette import Good, Palette
from engine.core.parts import GameParts
from engine.core.phases import Phase
from engine.core.sheet import Sheet
from engine.core.spelling import verb_of
from engine.core.steps import Step
from engine.core.types import Event, Move, Options, Pending, Result, Seat, State, TurnMark
from engine.core.wording import Scribe, typed_verb

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Book[Any])
P = ParamSpec("P")
R = TypeVar("R")
MOST_SAID = 4096
Key = tuple[Seat, str]
"""Whose and what: one holding of an endless supply."""
Steps = Sequence[Step[S, B, Any]]


class Primer(NamedTuple):
    """A game in a few lines: how it is won and ends, and what happens in a round."""

    goal: Text
    round: tuple[Text, ...]


class Rules(Generic[S, B]):
    """One game with one edition. A game fills in the class attributes and the methods that raise.

    The methods are functions of the game's modules that take its book first: `view = by_book(make_view)`.
    """

    id: ClassVar[str]
    version: int
    """The newest version of the rules; of rules that were made for a begun game, the one that it is played by."""
    oldest_version: ClassVar[int] = 1
    """The first version that can still be played here."""
    corrections: ClassVar[Mapping[str, int]] = {}
    """The readings that were corrected, by name, each with the version from which on; the others stay playable."""
    title: ClassVar[Label]
    seats: ClassVar[range]
    state_type: type[S]
    options_type: ClassVar[type[Options]] = Options
    edition_type: ClassVar[type[Edition]]
    edition_path: ClassVar[Path]
    book_type: type[B]
    event_types: ClassVar[tuple[type[Event], ...]]
    """Every kind of event, so that stored ones can be told again."""
    step_types: ClassVar[tuple[type[Step[Any, Any, Any]], ...]]
    phases: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The steps that are open once `state.step` names a phase, in any order; of others the step of that name alone."""
    choices: ClassVar[Mapping[type[Pending], tuple[str, ...]]] = {}
    """The steps that answer an open choice; of others the step that names it in `answers`."""
    ends: ClassVar[tuple[str, ...]]
    """Every `how` that a result can have; each has a golden game."""
    tie_breaks: ClassVar[tuple[str, ...]] = ()
    """The figures among a standing's details that decide between equal scores, in order; more is better."""
    goods: ClassVar[Mapping[str, Good]] = {}
    """What the game's goods are drawn as."""
    has_shared_wins: ClassVar[bool] = True
    """Whether several can win together."""
    has_secrets: ClassVar[bool] = True
    """Whether a seat can't know something; else all views are one, and a redeal changes nothing."""
    asked_in: ClassVar[Mapping[str, Phase]] = {}
    """The phases that notes can be for, in the order of a round; a game without any takes notes for its steps."""
    place_names: ClassVar[Mapping[str, Label]] = {}
    """What players call the places of `places`."""
    is_wary: ClassVar[bool] = False
    """Whether a note waits for its player where there is an option that was not there, unless it says otherwise."""
    round_in_view: ClassVar[str] = "round"
    """The member of a view that counts rounds."""
    has_memory: ClassVar[bool] = False
    """Whether a seat that counts what it sees knows more than its view shows: `recall` says what."""
    parts: ClassVar[GameParts | None] = None
    """What bots weigh in a position without a view of it; they appraise views where a game has none."""

    def __init__(self, bound: BoundEdition[Any] | None = None, version: int | None = None) -> None:
        """Build book and steps for an edition (the default one) and a version of the rules (the newest)."""
        self.bound = bound or bind_default(self.edition_type, self.edition_path)
        self.version = self._check_version(version or self.version)
        self.book: B = self.book_type(
            self.bound.edition, {name: self.version >= n for name, n in self.corrections.items()}
        )
        self.steps: Steps[S, B] = tuple(step(self.book) for step in self.step_types)
        self._by_phase, self._by_choice = self._find_open()
        work_out(self.state_type, self.options_type, *self.moves, *self.event_types)
        self._said: dict[tuple[Any, ...], str] = {}
        """What was said beside moves: the same cards are offered again and again."""
        self.decoder, self._unpacker, self.lexicon.shown, self.verbs, self.events  # noqa: B018 - made now, while one thread has the rules

    def _check_version(self, version: int) -> int:
        """Return the version, or refuse one that can't be played here."""
        if not self.oldest_version <= version <= type(self).version:
            raise Refused(
                "unknown_version",
                "The game is played by version {version} of the rules of {game}; here are the versions {oldest} to {newest}.",
                version=version,
                game=self.title.en,
                oldest=self.oldest_version,
                newest=type(self).version,
            )
        return version

    def _find_open(self) -> tuple[dict[str, Steps[S, B]], dict[type[Pending], Steps[S, B]]]:
        """Return the steps that are open in each phase and for each choice."""
        named = {step.name: step for step in self.steps}
        phases: dict[str, Steps[S, B]] = {step.name: (step,) for step in self.steps}
        choices: dict[type[Pending], Steps[S, B]] = {step.answers: (step,) for step in self.steps if step.answers}
        phases |= {phase: tuple(named[name] for name in names) for phase, names in self.phases.items()}
        choices |= {choice: tuple(named[name] for name in names) for choice, names in self.choices.items()}
        return phases, choices

    # What each game says

    def setup(self, seats: int, options: Any, chance: Chance) -> S:
        """Return the first position."""
        raise NotImplementedError

    def view(self, state: S, seat: Seat | None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) may know, JSON-plain, built from nothing."""
        raise NotImplementedError

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """Return the board as a document, made from a view."""
        raise NotImplementedError

    def rows(self, view: Mapping[str, Any]) -> Rows:  # noqa: ARG002 - a game may have none
        """Return the rows of a view into which moves point by number, so that what stands there can be named."""
        return {}

    def find_phase(self, view: Mapping[str, Any]) -> str | None:
        """Return the phase of `asked_in` in which a view's reader is asked, or None."""
        return next((phase for phase, one in self.asked_in.items() if view["asked"] in one.steps), None)

    def places(self, view: Mapping[str, Any]) -> Rows:
        """Return what lies in the places that notes can name; the rows, unless a game has more."""
        return self.rows(view)

    def purse(self, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
        """Return how much a seat has of whatever moves cost and bring, by id, from its own view."""
        return {key: n for key, n in view["players"][seat].items() if type(n) is int and key != "seat"}

    def put_on_turn(self, state: S, seat: Seat, phase: str) -> bool:  # noqa: ARG002 - a game may take notes only while it asks
        """Change a position, in place, so that a seat is asked in a phase; False where nobody can say how it would be."""
        return False

    def gloss(self, view: Mapping[str, Any], move: Move) -> Text | None:  # noqa: ARG002 - words may say all
        """Return in a few words what a legal move of a view's reader would bring, where its own words don't say it."""
        return None

    def about(self, card: str) -> list[Text]:  # noqa: ARG002 - a game may have no cards
        """Return all that is known of a card, sentence by sentence; nothing of what is none."""
        return []

    def primer(self) -> Primer | None:
        """Return the game in a few lines, for somebody who has not read its rulebook."""
        return None

    def mark_turn(self, state: S) -> TurnMark:  # noqa: ARG002 - in a game nobody may have two turns in a row
        """Return what stays the same for as long as a turn lasts, where a seat can have two of them in a row."""
        return ()

    def result(self, state: S) -> Result | None:
        """Return None while the game runs, else how it ended."""
        raise NotImplementedError

    def shuffle_unknown(self, state: S, seat: Seat | None, chance: Chance) -> None:
        """Rearrange, in place, all that the seat can't know, telling nothing of how it was."""
        raise NotImplementedError

    def recall(self, state: S, memory: Memory) -> None:
        """Put, in place, what a seat has counted into a position that was dealt anew for it."""
        raise NotImplementedError

    def census(self, state: S) -> dict[str, int]:
        """Count every component; the same in every position of a game."""
        raise NotImplementedError

    def holdings(self, state: S) -> dict[Key, int]:  # noqa: ARG002 - a game with closed supplies has none
        """Return what seats hold of endless supplies; each change is in an event's `changes`."""
        return {}

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """Return how good a view looks for a seat; the greedy bot plays by it."""
        raise NotImplementedError

    def problems(self, state: S, seats: int, options: Any) -> Iterator[str]:
        """Yield what makes no sense in a position that was edited by hand; whoever asks stops at the first."""
        if state.step != "over" and state.step not in self._by_phase:
            yield f"there is no step `{state.step}`"
        players = getattr(state, "players", None)
        if players is not None and len(players) != seats:
            yield f"{len(players)} players at a table for {seats}"
        wanted = self.census(self.setup(seats, options, Chance(b"census")))
        found = self.census(state)
        for thing in sorted(wanted.keys() | found.keys()):
            if wanted.get(thing, 0) != found.get(thing, 0):
                yield f"{found.get(thing, 0)} `{thing}` where the game has {wanted.get(thing, 0)}"
        yield from self.oddities(state, seats, options)
        yield from self._find_silence(state)

    def _find_silence(self, state: S) -> Iterator[str]:
        """Yield why a position could not go on: somebody is asked until the game is over, and can answer."""
        awaited = self.awaiting(state)
        if bool(awaited) == (self.result(state) is not None):
            yield "somebody is asked until the game is over, and nobody after that"
        for seat in awaited:
            if not self.legal(state, seat):
                yield f"p{seat + 1} is asked and has no move"

    def oddities(self, state: S, seats: int, options: Any) -> Iterable[str]:  # noqa: ARG002 - a game may have none
        """Yield what contradicts itself in a position of this game, its census apart."""
        return ()

    def unreached(self, state: S, seats: int, options: Any) -> Iterable[str]:  # noqa: ARG002 - a game may have none
        """Yield what may be in a position of this game, but never is when it was played: limits, and ends that were missed."""
        return ()

    # What follows from it

    @property
    def edition(self) -> Edition:
        """The components; a game's own steps find them typed in its book."""
        edition: Edition = self.book.edition
        return edition

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        """The name of every component in each language."""
        return self.edition.names()

    @cached_property
    def palettes(self) -> dict[str, Palette]:
        """What finds the game's goods in a text, by language."""
        return {lang: Palette(self.goods, self.names, lang) for lang in LANGUAGES}

    @cached_property
    def lexicon(self) -> Lexicon:
        """Every spelling of these names, for reading and showing moves."""
        return Lexicon(self.names)

    def scribe(self, view: Mapping[str, Any], voice: Voice) -> Scribe:
        """Return who writes moves as the reader of a view types them."""
        return Scribe(self.lexicon, voice.lang, voice.players, self.rows(view))

    @cached_property
    def moves(self) -> tuple[type[Move], ...]:
        """Every kind of move, in the order of the steps."""
        return tuple(dict.fromkeys(move for step in self.steps for move in step.moves))

    @cached_property
    def verbs(self) -> Verbs:
        """Every verb and alias with its kind of move."""
        return verbs_of(self.moves)

    def explain(self, view: Mapping[str, Any], move: Move, voice: Voice) -> str:
        """Return what a legal move would bring; nothing where its own words say all."""
        text = self.gloss(view, move)
        if text is None:
            return ""
        key = (voice.lang, text.key)
        said = self._said.get(key)
        if said is None:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            said = self._said[key] = voice.say(text)
        return said

    @cached_property
    def events(self) -> dict[str, type[Event]]:
        """Every kind of event by its tag."""
        return {str(kind.__struct_config__.tag): kind for kind in self.event_types}

    def read_events(self, stored: Iterable[Mapping[str, Any]]) -> list[Event]:
        """Return stored events in their own types, so that they can be told again."""
        return [msgspec.convert(event, self.events[event["event"]]) for event in stored]

    @cached_property
    def decoder(self) -> "msgspec.json.Decoder[S]":
        """Reads a state from JSON."""
        return msgspec.json.Decoder(self.state_type)

    @cached_property
    def _unpacker(self) -> "msgspec.msgpack.Decoder[S]":
        return msgspec.msgpack.Decoder(self.state_type)

    def pack(self, state: S) -> bytes:
        """Return a snapshot of a state."""
        return _PACKER.encode(state)

    def unpack(self, packed: bytes) -> S:
        """Return the state of a snapshot."""
        return self._unpacker.decode(packed)

    def options(self, chosen: Mapping[str, Any] | None) -> Options:
        """Return typed options, or refuse an unknown one."""
        known = self.options_type.__struct_fields__
        for option in chosen or {}:
            if option not in known:
                raise Refused(
                    "unknown_option",
                    "{game} has no option `{option}`; it has {known}.",
                    game=self.title.en,
                    option=option,
                    known=known,
                )
        try:
            return msgspec.convert(chosen or {}, self.options_type)
        except msgspec.ValidationError as error:
            raise Refused("invalid_value", "An option does not fit: {error}.", error=str(error)) from None

    def redeal(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return another position that the seat can't tell from this one."""
        copy = self.unpack(self.pack(state))
        self.shuffle_unknown(copy, seat, chance)
        return copy

    def awaiting(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that are asked; none when the game is over."""
        return () if state.step == "over" else self._by_phase[state.step][0].awaiting(state)

    def open_steps(self, state: S, seat: Seat) -> Steps[S, B]:
        """Return the steps whose moves an awaited seat can play now: those of its open choice, else of the phase."""
        pending = getattr(state, "pending", None)
        if pending and pending[seat]:
            return self._by_choice[type(pending[seat][-1])]
        return self._by_phase[state.step]

    def legal(self, state: S, seat: Seat) -> list[Move]:
        """Return every legal move of a seat."""
        if seat not in self.awaiting(state):
            return []
        found: list[Move] = []
        for step in self.open_steps(state, seat):
            candidates = step.candidates(state, seat)
            found += candidates if step.exact else (m for m in candidates if step.check(state, seat, m) is None)
        return found

    def find_step(self, state: S, seat: Seat, move: Move) -> Step[S, B, Any] | Refusal:
        """Return the open step that takes a move, or why none does."""
        if seat not in self.awaiting(state):
            return Refusal("not_awaited", "it is not your turn.")
        steps = self.open_steps(state, seat)
        kind = type(move)
        for step in steps:
            if kind in step.moves:
                return step
        kinds = sorted({type(legal) for legal in self.legal(state, seat)}, key=verb_of)
        verbs = [typed_verb(kind) for kind in kinds]
        return Refusal("not_now", "that is not possible now; now you can: {verbs}.", verbs=verbs)

    def prompt(self, state: S, seat: Seat) -> Text | None:
        """Return what is asked of a seat, or None."""
        if seat not in self.awaiting(state):
            return None
        return self.open_steps(state, seat)[0].prompt(state, seat)


AnyRules = Rules[Any, Any]
"""The rules of whichever game, for those who know none of them."""


def by_book(function: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[Rules[Any, B], P], R]:
    """Return a function of a game's module as a method of its rules, which give it their book."""

    def method(rules: Rules[Any, B], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(rules.book, *args, **kwargs)

    return method


_PACKER = msgspec.msgpack.Encoder()
