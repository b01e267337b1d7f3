"""The promises of the engine, one function each; a broken one raises with the promise's name."""

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

import engine
from engine.core.canonical import canonical
from engine.core.chance import Chance
from engine.core.errors import IllegalMove
from engine.core.language import Text, Voice, translations
from engine.core.names import Tolerant, strings_in
from engine.core.notation import parse, read
from engine.core.sheet import WIDTH, breadth
from engine.core.spelling import format_move
from engine.core.table import Outcome, Table
from engine.core.types import Move, Seat
from tests.engine.conformance.mutate import mutants

REDEALS = (b"one", b"two", b"three")
LANGUAGES = ("en", "fr")


Holdings = dict[tuple[Seat, str], int]


class Broken(AssertionError):
    """A promise that a game does not keep."""

    def __init__(self, promise: str, detail: object) -> None:
        super().__init__(f"{promise}: {detail}")
        self.promise = promise


def hold(promise: str, condition: bool, detail: object) -> None:
    """Raise unless the condition holds."""
    if not condition:
        raise Broken(promise, detail)


def everybody(table: Table) -> Iterable[Seat | None]:
    """Every seat and a spectator."""
    return (*range(table.seats), None)


def somebody_is_awaited_until_the_end(table: Table) -> None:
    """Awaiting is empty at the end only, and every awaited seat has a legal move, nobody else has."""
    promise = "awaiting"
    hold(promise, bool(table.awaiting) == (table.result is None), (table.awaiting, table.result))
    for seat in range(table.seats):
        hold(promise, bool(table.legal(seat)) == (seat in table.awaiting), (seat, table.awaiting))


def what_is_legal_is_accepted(table: Table) -> None:
    """Every move of the legal list passes the check, and stands there once."""
    for seat in table.awaiting:
        legal = table.legal(seat)
        hold("legal", len(set(map(str, legal))) == len(legal), "a move is listed twice")
        for move in legal:
            hold("legal", table.check(seat, move) is None, (str(move), table.check(seat, move)))


def near_misses(table: Table, seat: Seat, rng: random.Random, most: int = 60) -> list[Move]:
    """Return moves that are not legal for a seat but look like it."""
    legal = table.legal(seat)
    things = sorted(set(strings_in(table.view(seat))) & table.rules.names.keys())
    chosen = rng.sample(things, min(4, len(things)))
    found = {other for move in rng.sample(legal, min(6, len(legal))) for other in mutants(move, chosen)}
    wrong = sorted(found - set(legal), key=canonical)
    return rng.sample(wrong, min(most, len(wrong)))


def what_is_not_legal_is_refused(table: Table, rng: random.Random) -> None:
    """Moves that look legal but are not listed are refused, with a sentence."""
    for seat in table.awaiting:
        for move in near_misses(table, seat, rng):
            refusal = table.check(seat, move)
            hold("refused", refusal is not None, f"p{seat + 1} {move!r} is not listed, yet not refused")
            hold("refused", refusal is not None and bool(refusal.text.say()), repr(move))


def looking_changes_nothing(table: Table, rng: random.Random) -> None:
    """Legal lists, checks, views, prompts, advice, sheets and imagination leave no trace."""
    before = table.dump()
    for seat in everybody(table):
        table.view(seat)
        table.sheet(seat)
    for seat in table.awaiting:
        table.prompt(seat)
        for move in [*table.legal(seat)[:20], *near_misses(table, seat, rng, 10)]:
            table.check(seat, move)
            table.advise(seat, move)
        table.imagine(seat, rng.choice(table.legal(seat)))
    hold("pure", table.dump() == before, "looking changed the table")


def a_dump_comes_back(table: Table) -> None:
    """A dump can be loaded and dumped again to the same bytes."""
    dump = table.dump()
    hold("dump", engine.load_table(dump).dump() == dump, "another dump came back")
    hold("dump", msgspec.json.decode(dump)["seed"] == table.chance.seed.hex(), "the seed is not in the dump")


def notation_is_exact(table: Table, rng: random.Random) -> None:
    """Every legal move is read back from its line and from its typed form."""
    rules = table.rules
    for seat in table.awaiting:
        legal = table.legal(seat)
        reader = Tolerant(rules.names, strings_in(table.view(seat)))
        for move in rng.sample(legal, min(25, len(legal))):
            line = format_move(move)
            try:
                hold("notation", parse(line, rules.verbs) == move, line)
            except IllegalMove as unreadable:
                raise Broken("notation", unreadable) from unreadable
            hold("notation", read(f"  {line.upper()} ", rules.verbs, reader, legal) == move, line.upper())
            hold("notation", msgspec.json.decode(canonical(move), type=type(move)) == move, line)


def what_is_shown(table: Table, seat: Seat | None, moves: Sequence[Move] = ()) -> bytes:
    """Return all that a seat is shown of a position but its sheet: view, list, prompt, advice, refusals."""
    shown: list[object] = [table.view(seat)]
    if seat is not None:
        legal = table.legal(seat)
        shown += [[str(move) for move in legal], str(table.prompt(seat))]
        shown += [str(table.advise(seat, move)) for move in legal[:30]]
        shown += [repr(table.check(seat, move)) for move in moves]
    return canonical(shown)


def draw_sheets(table: Table, seat: Seat | None) -> list[str]:
    """Return the sheet of a seat in both languages; no line of it is wider than 80 columns."""
    sheets = [str(table.sheet(seat, lang)) for lang in LANGUAGES]
    for line in "\n".join(sheets).splitlines():
        hold("sheet", breadth(line) <= WIDTH, repr(line))
    return sheets


def nothing_hidden_is_shown(table: Table, rng: random.Random) -> None:
    """What a seat is shown is the same on tables that differ only in what it may not know.

    A sheet is made from the view alone, in the same way in both languages: one redeal shows it, in one of them.
    """
    for seat in everybody(table):
        moves = near_misses(table, seat, rng, 20) if seat is not None and seat in table.awaiting else ()
        shown, sheets = what_is_shown(table, seat, moves), draw_sheets(table, seat)
        others = [table.redeal(seat, seed) for seed in REDEALS]
        for other in others:
            hold("hidden", what_is_shown(other, seat, moves) == shown, f"seat {seat} is shown something hidden")
            hold("census", table.rules.census(other.state) == table.rules.census(table.state), "redeal lost something")
        lang, sheet = rng.choice(list(zip(LANGUAGES, sheets, strict=True)))
        hold("hidden", str(others[0].sheet(seat, lang)) == sheet, f"the sheet of seat {seat} shows something hidden")


def what_is_said_to_be_open_is_open(table: Table) -> None:
    """A game that says that it has no secrets shows everybody the same, and has nothing to deal anew."""
    rules, state = table.rules, table.state
    for seat in () if rules.has_secrets else everybody(table):
        hold("open", rules.view(state, seat) == rules.view(state, None), f"seat {seat} is shown something else")
        hold("open", rules.redeal(state, seat, Chance(b"a")) == state, f"a redeal for seat {seat} changes something")


def redealing_forgets(table: Table) -> None:
    """A redeal depends on what the seat knows alone, never on how the hidden things really lie."""
    rules = table.rules
    for seat in everybody(table):
        once = rules.redeal(table.state, seat, Chance(b"a"))
        twice = rules.redeal(rules.redeal(table.state, seat, Chance(b"b")), seat, Chance(b"a"))
        hold("forgets", canonical(once) == canonical(twice), f"redeal for seat {seat} remembers")


def hidden_order_is_forgotten(table: Table, rng: random.Random) -> None:
    """Where a seat can't see how a pile lies, two piles that lie differently are redealt to the same."""
    known = {seat: what_is_known(table, seat) for seat in everybody(table)}
    dealt = {seat: canonical(table.rules.redeal(table.state, seat, Chance(b"a"))) for seat in everybody(table)}
    for other in with_two_exchanged(table, rng):
        for seat in everybody(table):
            if what_is_known(other, seat) == known[seat]:
                again = canonical(table.rules.redeal(other.state, seat, Chance(b"a")))
                hold("forgets", again == dealt[seat], f"a redeal for seat {seat} leaves a pile as it lies")


def what_is_known(table: Table, seat: Seat | None) -> bytes:
    """Return the view and the legal moves of a seat; a spectator has none."""
    moves = [] if seat is None else [str(move) for move in table.legal(seat)]
    return canonical([table.view(seat), moves])


def with_two_exchanged(table: Table, rng: random.Random) -> Iterator[Table]:
    """Yield tables on which two things of one list have changed places; sorted lists have no order to tell."""
    plain = msgspec.to_builtins(table.state)
    for things in list(lists_in(plain)):
        one, other = rng.sample(range(len(things)), 2)
        if things[one] != things[other] and things != sorted(things):
            things[one], things[other] = things[other], things[one]
            state = table.rules.decoder.decode(msgspec.json.encode(plain))
            things[one], things[other] = things[other], things[one]
            yield Table(table.rules, state, table.chance, table.seats, table._options)


def lists_in(plain: Any) -> Iterator[list[str]]:
    """Yield every list of two or more names in plain data."""
    if isinstance(plain, list) and len(plain) > 1 and all(isinstance(one, str) for one in plain):
        yield plain
    for inner in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from lists_in(inner)


def events_are_named(table: Table, outcome: Outcome) -> None:
    """Every kind of event that happens is one of those that the rules name, or it could not be told again."""
    for event in outcome.events:
        hold("events", type(event) in table.rules.event_types, f"{type(event).__name__} is not named by the rules")


def told(outcome: Outcome, seat: Seat | None) -> list[str]:
    """Return the events that a seat may know, in words and as data."""
    events_are_named(outcome.table, outcome)
    stored = msgspec.to_builtins(outcome.events)
    read_again = outcome.table.rules.read_events(stored)
    hold("events", read_again == list(outcome.events), "stored events do not come back")
    seen = [event for event in read_again if event.is_seen_by(seat)]
    return [f"{event.text().say()} {msgspec.json.encode(event).decode()}" for event in seen]


def reveals_are_marked(table: Table, seat: Seat, move: Move) -> None:
    """A move without a mark for a seat shows that seat the same on every redeal on which it can be played."""
    true = table.copy()
    outcome = true.play(seat, move)
    for watcher in everybody(table):
        if watcher not in outcome.learned_by:
            _same_everywhere(table, (seat, move), watcher, (true, outcome))


def _same_everywhere(
    table: Table, played: tuple[Seat, Move], watcher: Seat | None, truth: tuple[Table, Outcome]
) -> None:
    seen = (canonical(truth[0].view(watcher)), told(truth[1], watcher))
    for seed in REDEALS:
        other = table.redeal(watcher, seed)
        if other.check(*played) is not None:
            hold("marks", played[0] != watcher, f"{played[1]} is legal on the table but not on a redeal")
            continue
        again = other.play(*played)
        if watcher is None and again.learned_by:
            continue
        same = (canonical(other.view(watcher)), told(again, watcher)) == seen
        hold("marks", same, f"`{played[1]}` of p{played[0] + 1} told {watcher} something without a mark")


def components_are_kept(before: dict[str, int], table: Table) -> None:
    """No component is ever lost or doubled."""
    now = table.rules.census(table.state)
    if before != now:
        changed = {thing: (before.get(thing), now.get(thing)) for thing in before.keys() | now.keys()}
        raise Broken("census", {thing: pair for thing, pair in changed.items() if pair[0] != pair[1]})


def holdings_follow_events(before: Holdings, table: Table, outcome: Outcome) -> Holdings:
    """Each holding of an endless supply is what it was plus what the events say; return the holdings now."""
    expected = dict(before)
    for event in outcome.events:
        for key, change in event.changes().items():
            expected[key] = expected.get(key, 0) + change
    now = table.rules.holdings(table.state)
    if expected != now:
        pairs = {key: (expected.get(key, 0), now.get(key)) for key in now.keys() | before.keys()}
        wrong = {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
        hold("holdings", not wrong, (wrong, [str(move) for move in outcome.played]))
    return now


def a_refused_turn_leaves_no_trace(table: Table, seat: Seat, move: Move, rng: random.Random) -> None:
    """A turn whose second move is illegal changes nothing, unless the first one has shown something."""
    copy = table.copy()
    before = copy.dump()
    with contextlib.suppress(IllegalMove):
        outcome = copy.play(seat, [move, "no_such_verb"])
        hold("refusal", seat in outcome.learned_by and outcome.stopped is not None, "an illegal turn was played")
        return
    hold("refusal", copy.dump() == before, f"the refused turn `{move}` left a trace")
    for wrong in near_misses(table, seat, rng, 3):
        with contextlib.suppress(IllegalMove):
            copy.play(seat, wrong)
            raise Broken("refusal", f"{wrong!r} was played")
    hold("refusal", copy.dump() == before, "a refused move left a trace")


def the_win_is_what_the_rules_say(table: Table) -> None:
    """Of several, those win who have most points, then most of each tie-break; together only where that can be."""
    rules, result = table.rules, table.result
    hold("end", result is not None and result.how in rules.ends, f"{result} is not among the ends of the game")
    if result is None or table.seats == 1:
        return
    figures = [(one.score, *(one.details[figure] for figure in rules.tie_breaks)) for one in result.standings]
    best = tuple(seat for seat, figure in enumerate(figures) if figure == max(figures))
    hold("win", result.winners == best, f"{result.winners} won with {figures}")
    hold("win", rules.has_shared_wins or len(best) == 1, f"{best} won together")


def texts_are_translated(texts: Iterable[Text]) -> None:
    """Every sentence has its French, and both can be said."""
    voice = Voice("fr")
    for text in texts:
        hold("french", text.plural is not None or has_french(text.msgid), text.msgid)
        hold("french", "{" not in voice.say(text), text.msgid)


@cache
def has_french(sentence: str) -> bool:
    """Tell whether a sentence is translated."""
    return translations("fr").gettext(sentence) != sentence


AT_ANY_POSITION: tuple[Callable[..., None], ...] = (
    what_is_legal_is_accepted,
    what_is_said_to_be_open_is_open,
    redealing_forgets,
)
AT_ANY_POSITION_BY_LOT: tuple[Callable[..., None], ...] = (
    what_is_not_legal_is_refused,
    looking_changes_nothing,
    notation_is_exact,
    nothing_hidden_is_shown,
    hidden_order_is_forgotten,
)
