"""The leak gate: at chosen moments of a random game, everybody is sent the same whatever they may not know."""

import random
from functools import cache
from itertools import count, islice, zip_longest
from typing import Any, NamedTuple

import engine
from engine.core.canonical import canonical
from engine.core.chance import Chance
from engine.core.types import Move

OPTIONS: dict[str, dict[str, Any]] = {
    "mech_a_dream": {"robots": True, "first_player": "p1"},
    "fantastic_factories": {"first_player": "p1"},
    "nicodemus": {"first_player": "p1"},
}
"""Options with which a game hides more, and leaves less to chance."""
MOST_PLAYERS = 3
NAMES = ("ada", "bob", "eve", "zoe")
WALKS, MOVES = 25, 50
TRIED = 30
DRAW = "play yellow_1 effect"
REDEALS = 12
LEFT = 201


class Leak(AssertionError):
    """Something sent to a seat depends on what it may not know."""


class Moment(NamedTuple):
    """A move of a random game; a look at it is worth the more the fewer may know what it tells."""

    seat: int
    move: Move
    worth: int


class Walk:
    """A random game that goes where new kinds of moves are."""

    def __init__(self, table, rng):
        self.start = table.copy()
        self.moments = []
        self.kinds = set()
        for _ in range(MOVES):
            if not table.awaiting:
                break
            seat = rng.choice(table.awaiting)
            self.moments.append(self._choose(table, seat, rng))
            table.play(seat, self.moments[-1].move)

    def _choose(self, table, seat, rng):
        legal = table.legal(seat)
        found = {kind_of(table, seat, move): move for move in rng.sample(legal, min(len(legal), TRIED))}
        new = [kind for kind in found if kind not in self.kinds]
        kind = max(new, key=str) if new and rng.random() < 0.5 else rng.choice(sorted(found, key=str))
        worth = kind[0] if kind in new else 0
        self.kinds.add(kind)
        return Moment(seat, found[kind], worth)

    @property
    def worth(self):
        """How much there is to look at: first of all something that not everybody is told."""
        return max(moment.worth for moment in self.moments), sum(moment.worth**4 for moment in self.moments)

    def best(self, looks):
        """Return the moves up to the last look, with a few looks where they are worth most."""
        by_worth = sorted(range(len(self.moments)), key=lambda index: (-self.moments[index].worth, index))
        chosen = set(by_worth[:looks])
        return [(one.seat, one.move, index in chosen) for index, one in enumerate(self.moments[: max(chosen) + 1])]


def kind_of(table, seat, move):
    """Return what a look at a move would look at: its worth, its verb, what it tells, and how many learn something."""
    outcome = table.copy().play(seat, move)
    told = tuple(sorted({(type(event).__name__, event.seen_by is None) for event in outcome.events}))
    learned = len(outcome.learned_by)
    if not all(for_all for _, for_all in told):
        worth = 4
    elif not type(move).public or learned == 1:
        worth = 3
    else:
        worth = 2 if 0 < learned < table.seats else 1
    return worth, type(move).__name__, told, learned


@cache
def best_walk(game, seats, awaiting):
    """Return the walk that is most worth looking at, of those that begin with whom the ledger says."""
    starts = (engine.open_table(game, seats, OPTIONS.get(game, {}), b"%d" % n) for n in count())
    matching = islice((start for start in starts if start.awaiting == awaiting), WALKS)
    return max((Walk(start, random.Random(n)) for n, start in enumerate(matching)), key=lambda walk: walk.worth)


def look_at_projects(gate):
    """Let a gate of Nicodemus look at the drawing of projects and at the choice between them."""
    starts = (engine.open_table("nicodemus", 2, OPTIONS["nicodemus"], b"%d" % n) for n in count())
    start = next(one for one in starts if DRAW in map(str, one.legal(one.awaiting[0])))
    gate.worlds.put(gate.game, start)
    seat, *_ = start.awaiting
    keep = start.copy().play(seat, DRAW).table.legal(seat)[0]
    gate.moments = [(seat, start.read(seat, DRAW), True), (seat, keep, True)]
    return gate


class Gate:
    """One game over the whole stack, with a few looks on the way."""

    def __init__(self, worlds, game, looks):
        rules = engine.games()[game]
        seats = min(max(2, rules.seats[0]), MOST_PLAYERS, rules.seats[-1])
        self.worlds = worlds
        self.differed = 0
        self.has_secrets = rules.has_secrets
        self.game, *self.people = worlds.table(game, NAMES[:seats], options=OPTIONS.get(game, {}))
        outsider = worlds.people.get("zoe") or worlds.person("zoe")
        self.watchers = [*enumerate(self.people), (None, outsider)]
        worlds.deliver()
        walk = best_walk(game, seats, worlds.true_table(self.game).awaiting)
        worlds.put(self.game, walk.start)
        self.moments = walk.best(looks)

    def run(self):
        """Play and look; there must have been something hidden, unless the game says that it has no secrets."""
        for seat, move, is_look in self.moments:
            if is_look:
                self.worlds.deliver()
                self.look(self.worlds.true_table(self.game), seat, move)
            self.play(seat, move)
        assert self.differed or not self.has_secrets, "nothing was ever hidden: the gate has seen nothing"

    def look(self, table, seat, move):
        """Compare what everybody is sent on the true table and on others that they can't tell from it."""
        kept = self.worlds.keep()
        for watcher, one in self.watchers:
            truths: dict[Any, Any] = {}
            for other, turn, twin in worlds_like(table, (seat, move), watcher):
                truth = truths.get(turn) or self.sent(kept, table, turn, one, watcher)
                truths[turn] = truth
                compare(truth, self.sent(kept, other, twin, one, watcher), f"p{seat + 1} {move}, seen by {watcher}")
                self.differed += 1
        self.worlds.go_back(kept)

    def sent(self, kept, table, turn, one, watcher):
        """Return what somebody is sent after a turn on a table."""
        self.worlds.go_back(kept)
        self.worlds.put(self.game, table)
        if turn is not None:
            self.play(*turn)
        return self.worlds.sent_to(one, self.game, watcher)

    def play(self, seat, move):
        """Play a signed turn of one move."""
        answer = self.people[seat].play(self.game, str(move))
        assert answer.status == 201, answer


def look_for_notes(gate):
    """Compare what others are sent while a seat has notes with what they are sent while it has none; return how often."""
    compared = 0
    for seat, move, is_look in gate.moments:
        if is_look:
            gate.worlds.deliver()
            compared += sum(_compare_without_notes(gate, seat, move, *watcher) for watcher in gate.watchers)
        gate.play(seat, move)
    return compared


def _compare_without_notes(gate, seat, move, watcher, one):
    author = gate.people[seat]
    if watcher == seat:
        return 0
    kept = gate.worlds.keep()
    without = gate.worlds.sent_to(one, gate.game, watcher)
    gate.worlds.go_back(kept)
    is_left = author.leave(gate.game, f"even if new: {move}").status == LEFT
    compare(without, gate.worlds.sent_to(one, gate.game, watcher), f"a note of p{seat + 1}, seen by {watcher}")
    gate.worlds.go_back(kept)
    return is_left


def worlds_like(table, turn, watcher):
    """Yield another table, the turn on the true one and the turn on the other, such that a watcher can't tell them apart.

    A turn by which the watcher learns something, or that can't be played there, is left out: then the positions before
    it must look alike. Of a sealed move, any other that leads to what the watcher can't tell apart is a twin.
    """
    seat, move = turn
    others = [other for other in redeals(table, watcher) if canonical(other.state) != canonical(table.state)]
    playable = [other for other in others if other.check(*turn) is None]
    silent = [
        other
        for other in playable[: 1 + (watcher == seat)]
        if not any(tells(one, turn, watcher) for one in (table, other))
    ]
    yield from ((other, turn, turn) for other in silent)
    yield from ((other, None, None) for other in others[: not silent])
    if not type(move).public and watcher != seat:
        unknown = forgotten(table, turn, watcher)
        twins = [(seat, one) for one in table.legal(seat) if one != move]
        yield from ((table, turn, twin) for twin in twins if forgotten(table, twin, watcher) == unknown)


def redeals(table, watcher):
    """Return tables that a watcher can't tell from this one."""
    return [table.redeal(watcher, b"world %d" % n) for n in range(REDEALS)]


def tells(table, turn, watcher):
    """Tell whether a watcher learns something by a turn; a spectator does when anybody else may have."""
    learned = table.copy().play(*turn).learned_by
    return bool(learned) if watcher is None else watcher in learned


def forgotten(table, turn, watcher):
    """Return the position after a turn with all that a watcher can't know dealt anew."""
    after = table.copy()
    after.play(*turn)
    return canonical(after.rules.redeal(after.state, watcher, Chance(b"forgotten")))


def compare(sent, other, where):
    """Raise what differs first, and where."""
    for name in sorted(sent.keys() | other.keys()):
        if sent.get(name) != other.get(name):
            raise Leak(f"{where}: {name}: {first_difference(repr(sent.get(name)), repr(other.get(name)))}")


def first_difference(one, other):
    """Return the surroundings of the first difference of two texts."""
    at = next(at for at, pair in enumerate(zip_longest(one, other)) if pair[0] != pair[1])
    return f"{one[max(0, at - 60) : at + 60]!r} / {other[max(0, at - 60) : at + 60]!r}"
