"""Checking a bundle against what the profiles hold, and telling what was found."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from cli import keys, profiles
from cli.env import Env
from cli.exits import Failure
from cli.local import demo_profile
from cli.profiles import Profile
from cli.progress import progress
from cli.witnesses import WitnessDocument, join_anchors, read_witnesses
from engine.core.errors import Refused
from engine.core.language import Count, Text
from engine.core.refusals import Exit
from engine.derivation import Derived, derive
from engine.ledger.anchoring import Anchors
from engine.ledger.bundle import decode_bundle
from engine.ledger.keys import read_public_jwk
from engine.ledger.report import Report
from engine.ledger.succession import read_succession
from engine.ledger.verify import verify

GRADES = {
    "consistent": Text("consistent: all is in order by the keys that are in the bundle itself"),
    "anchored": Text("anchored: in order, signed by the server key that you pinned, and witnessed by what you hold"),
    "partial": Text("partial: redacted while the game runs; checked as far as it goes, without a replay"),
    "failed": Text("failed: it does not hold"),
}
STEPS = {"bots": Text("bots' turns")}


def check(env: Env, raw: bytes, witnesses: Sequence[Path] = ()) -> Report:
    """Verify a bundle with all that the profiles, and files of witnesses, know of its game."""
    return verify(raw, anchors_for(env, raw, {path: read_witnesses(path) for path in witnesses}))


def anchors_for(env: Env, raw: bytes, documents: Mapping[Path, WitnessDocument]) -> Anchors | None:
    """Return what is held here that speaks of this bundle: pinned keys, own keys, heads, receipts."""
    try:
        bundle = decode_bundle(raw)
    except Refused:
        return None
    game = bundle.entries[0].header.game
    kept = (_anchor(one, game) for one in _find_profiles(env) if bundle.origin in {one.origin, *find_origins(one)})
    return join_anchors([*kept, *(_hold(*one, bundle.origin, game) for one in documents.items())])


def _anchor(profile: Profile, game: str) -> Anchors:
    """Return what a profile holds of a game."""
    return Anchors(
        server_keys=tuple(read_public_jwk(jwk) for jwk in profile.server_keys),
        own_keys=tuple(key.public for key in keys.all_of(profile)),
        receipts=tuple(receipt.encode() for receipt in profiles.receipts(profile, game)),
        noted=tuple((slip.encode(), receipt.encode()) for slip, receipt in profiles.noted(profile, game)),
        succession=tuple(step.encode() for step in profile.succession),
    )


def _hold(path: Path, document: WitnessDocument, origin: str, game: str) -> Anchors:
    """Return what a file of witnesses holds of a game; refuse one of another club or with a key that is none."""
    try:
        if document.is_of(origin):
            return document.anchor(game)
    except Refused as refused:
        said = Text("{path} holds something that is not right ({code}).", path=str(path), code=refused.code)
        raise Failure(said, Exit.NOT_ALLOWED, refused.code) from None
    raise Failure(
        Text("{path} is of {origin}; the game is of {other}.", path=str(path), origin=document.origin, other=origin),
        code="wrong_audience",
    )


def find_origins(profile: Profile) -> tuple[str, ...]:
    """Return every address that a profile's club has had, as far as it was followed."""
    steps = [step.encode() for step in profile.succession]
    return read_succession(steps).origins if steps else ()


def _find_profiles(env: Env) -> Iterator[Profile]:
    """Yield every profile, and the demo's, which is one too."""
    for name in profiles.names(env):
        found = profiles.find(env, name)
        if found is not None and found.key_file.exists():
            yield found
    demo = demo_profile(env)
    if demo.key_file.exists():
        yield demo


def derive_bots(env: Env, raw: bytes) -> Derived:
    """Let every bot of a game that holds choose its turns again."""
    with progress(env, STEPS) as show:
        return derive(decode_bundle(raw), lambda done, of: show("bots", done, of))


def show_report(env: Env, report: Report, seconds: float, derived: Derived | None = None) -> None:
    """Tell what verification found."""
    why = None if report.refused is None else report.refused.say(env.lang)
    if env.json:
        bots = {} if derived is None else {"bots": plain_derived(derived)}
        env.data({**plain_report(report, why), **bots})
        return
    _say(env, env.say(GRADES[report.grade]))
    if not report.holds:
        n = "-" if report.failed_at is None else report.failed_at
        _say(env, env.say(Text("Entry {n}: {why}", n=n, why=why)))
        return
    for text in (*findings(report), *(find_strays(derived) if derived is not None else ())):
        _say(env, env.say(text))
    env.tell(Text("Checked in {seconds} s.", seconds=f"{seconds:.1f}"))


def plain_report(report: Report, why: str | None) -> dict[str, Any]:
    """Return a report as data."""
    names = ("grade", "game", "entries", "is_over", "result", "seats", "hosts", "anchored_to", "ahead")
    later = ("failed_at", "restored_at", "key_lost_at")
    plain: dict[str, Any] = msgspec.to_builtins({name: getattr(report, name) for name in (*names, *later)})
    fork = None if report.fork is None else report.fork._asdict()
    lost = [one._asdict() for one in report.lost]
    return {**plain, "lost": lost, "fork": fork, "why": why}


def findings(report: Report) -> Iterator[Text]:
    """Yield what is known of a game that holds: how long it is, who signed, how far one's own witnesses reach."""
    yield Count("{n} entry of game {game}.", "{n} entries of game {game}.", report.entries, game=report.game)
    for seat, tally in enumerate(report.seats):
        counts = {"signed": tally.signed, "vouched": tally.vouched, "bot": tally.bot}
        yield Text(
            "p{seat}: {signed} signed, {vouched} vouched for by the server, {bot} by a bot.", seat=seat + 1, **counts
        )
    if report.hosts.signed or report.hosts.vouched:
        yield Text(
            "Hosts: {signed} signed, {vouched} vouched for by the server, {server} by the server itself.",
            **asdict(report.hosts),
        )
    if report.anchored_to is not None:
        yield Text("Witnessed by what you hold up to entry {n}.", n=report.anchored_to)
    if report.lost:
        entries = ", ".join(str(one.n) for one in report.lost)
        yield Text(
            "The club was restored from a backup by entry {n}: what you hold of entries {lost} was lost with it. "
            "Nothing after it counts as witnessed.",
            n=report.restored_at,
            lost=entries,
        )
    if report.key_lost_at is not None:
        yield Text(
            "The server lost its key: from entry {n} on it writes with a new one that nobody vouches for.",
            n=report.key_lost_at,
        )
    if report.ahead:
        ahead = ", ".join(map(str, report.ahead))
        yield Text("You hold receipts of later entries than the bundle reaches: {ahead}.", ahead=ahead)


def plain_derived(derived: Derived) -> dict[str, Any]:
    """Return what became of the bots' turns as data."""
    return {**derived._asdict(), "strays": [stray._asdict() for stray in derived.strays]}


def find_strays(derived: Derived) -> Iterator[Text]:
    """Yield how many of the bots' turns came out as they stand, and every one that did not."""
    yield Count(
        "{n} turn of a bot was chosen again and came out the same.",
        "{n} turns of bots were chosen again and came out the same.",
        len(derived.same),
    )
    if derived.fallen_back:
        entries = ", ".join(map(str, derived.fallen_back))
        yield Text("Any legal move was played in a bot's place, as the entries say: {entries}.", entries=entries)
    if derived.unknown:
        entries = ", ".join(map(str, derived.unknown))
        yield Text("Bots that are newer than this program can't be judged: entries {entries}.", entries=entries)
    for stray in derived.strays:
        yield Text(
            "Entry {n} says that the bot `{bot}` played {says}; it is not what this seat's bot plays there.",
            n=stray.n,
            bot=stray.bot,
            says="; ".join(stray.says),
        )


def _say(env: Env, text: str) -> None:
    """Write a line of the report: whole where it is piped, for scripts of 0.1 read it so."""
    if env.stdout.isatty():
        env.read_out(text)
    else:
        env.out(text)
