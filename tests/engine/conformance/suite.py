"""Plays a game at random, holding it to every promise on the way, and saves a playout that breaks one."""

import json
import random
import typing
from pathlib import Path
from typing import Any

import engine
from engine.core.errors import IllegalMove
from engine.core.rules import AnyRules
from engine.core.table import Outcome, Table, new_table
from engine.core.types import Move, Options, Seat
from tests.engine.conformance import checks

FAILURES = Path(__file__).parents[2] / "failures"
MOST_MOVES = 20_000


class Playout:
    """One random game, replayable from its seed and moves."""

    def __init__(
        self, game: str, seats: int, seed: bytes, options: dict[str, Any] | None = None, version: int | None = None
    ) -> None:
        self.rng = random.Random(seed)
        self.table = engine.open_table(game, seats, options, seed, version=version)
        self.start: dict[str, Any] = {
            "game": game,
            "version": self.table.rules.version,
            "seats": seats,
            "seed": seed.hex(),
            "options": options or {},
        }
        self.history: list[tuple[Seat, str]] = []
        self.census = self.table.rules.census(self.table.state)
        self.holdings = self.table.rules.holdings(self.table.state)

    def run(self) -> Table:
        """Play to the end, checking; save the playout when a promise breaks."""
        try:
            while self.table.awaiting:
                checks.hold("end", len(self.history) < MOST_MOVES, "the game does not end")
                self.step()
            self.look(close=True)
            checks.the_win_is_what_the_rules_say(self.table)
            self.replays_to_the_same()
        except Exception as broken:
            broken.add_note(f"saved as {self.save(broken)}; run it again with make replay FILE=...")
            raise
        return self.table

    def step(self) -> None:
        """Check this position and play one random move."""
        close = self.rng.random() < max(0.6 / (1 + len(self.history)), 0.0007)  # about six times in a long game
        self.look(close=close)
        seat = self.rng.choice(self.table.awaiting)
        move = self.rng.choice(self.table.legal(seat))
        if close:
            checks.reveals_are_marked(self.table, seat, move)
            checks.a_refused_turn_leaves_no_trace(self.table, seat, move, self.rng)
        self.play(seat, move)

    def play(self, seat: Seat, move: Move | str) -> Outcome:
        """Play a move and count the components."""
        self.history.append((seat, str(move)))
        try:
            outcome = self.table.play(seat, move)
        except IllegalMove as illegal:
            raise checks.Broken("legal", illegal) from illegal
        checks.components_are_kept(self.census, self.table)
        self.holdings = checks.holdings_follow_events(self.holdings, self.table, outcome)
        checks.events_are_named(self.table, outcome)
        checks.texts_are_translated(event.text() for event in outcome.events)
        return outcome

    def look(self, *, close: bool) -> None:
        """Check the position, and everything about it when looking closely."""
        checks.somebody_is_awaited_until_the_end(self.table)
        if not close:
            return
        for check in checks.AT_ANY_POSITION:
            check(self.table)
        for check in checks.AT_ANY_POSITION_BY_LOT:
            check(self.table, self.rng)
        checks.a_dump_comes_back(self.table)
        prompts = [self.table.prompt(seat) for seat in self.table.awaiting]
        checks.texts_are_translated(prompt for prompt in prompts if prompt)
        for seat in self.table.awaiting:
            refusals = [self.table.check(seat, move) for move in checks.near_misses(self.table, seat, self.rng, 15)]
            checks.texts_are_translated(refusal.text for refusal in refusals if refusal)

    def replays_to_the_same(self) -> None:
        """The same seed and moves give the same table."""
        try:
            again = replay({**self.start, "moves": self.history})
        except IllegalMove as illegal:
            raise checks.Broken("deterministic", illegal) from illegal
        checks.hold("deterministic", again.dump() == self.table.dump(), "a replay ended elsewhere")

    def save(self, broken: Exception) -> Path:
        """Write the playout to a file that `make replay` can run."""
        FAILURES.mkdir(exist_ok=True)
        path = FAILURES / f"{self.start['game']}-{self.start['seats']}-{self.start['seed'][:16]}.json"
        path.write_text(json.dumps({**self.start, "moves": self.history, "broken": str(broken)}, indent=1))
        return path


def replay(record: dict[str, Any]) -> Table:
    """Return the table after playing a record's moves: a seat and its lines, turn by turn."""
    table = open_recorded(record)
    for seat, *lines in record["moves"]:
        table.play(seat, lines, blind=True)
    return table


def open_recorded(record: dict[str, Any]) -> Table:
    """Return the table of a record before its first move."""
    seed, edition = bytes.fromhex(record["seed"]), record.get("edition")
    version = max(record.get("version", 1), engine.games()[record["game"]].oldest_version)
    return engine.open_table(record["game"], record["seats"], record["options"], seed, edition, version)


def find_shown(record: dict[str, Any]) -> set[str]:
    """Return the corrections without which a recorded game would have gone, or looked, another way."""
    rules = open_recorded(record).rules
    return {name for name, since in rules.corrections.items() if rules.version >= since and shows(record, name)}


def shows(record: dict[str, Any], correction: str) -> bool:
    """Tell whether somebody would have seen another game by the reading before a correction."""
    table = open_recorded(record)
    before = new_table(uncorrected(table.rules, correction), record["seats"], record["options"], table.chance.seed)
    for seat, *lines in record["moves"]:
        table.play(seat, lines, blind=True)
        try:
            before.play(seat, lines, blind=True)
        except IllegalMove:
            return True
        if any(table.view(watcher) != before.view(watcher) for watcher in (None, *range(table.seats))):
            return True
    return False


def uncorrected(rules: AnyRules, correction: str) -> AnyRules:
    """Return the same rules with one reading as it was before."""
    kind = type(rules)
    later = {**kind.corrections, correction: kind.version + 1}
    before: type[AnyRules] = type(kind.__name__, (kind,), {"corrections": later})
    return before(rules.bound, rules.version)


def option_choices(options: type[Options], rng: random.Random) -> dict[str, Any]:
    """Return random values for the options that are switches or choices."""
    chosen = {}
    for name, hint in typing.get_type_hints(options).items():
        if hint is bool:
            chosen[name] = rng.random() < 0.5
        elif typing.get_origin(hint) is typing.Literal:
            chosen[name] = rng.choice(typing.get_args(hint))
    return chosen
