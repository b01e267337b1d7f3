"""A club that moved or passed its key on is followed, if what is pinned here says that it is the same club."""

from typing import Any, NamedTuple

from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text
from engine.core.refusals import Exit
from engine.ledger.heads import Passage
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.succession import Succession, find_contradiction, find_heirs, read_succession

WHERE = "/.well-known/atelier-succession.json"


class Followed(NamedTuple):
    """A club's way, and what of it is new to this profile."""

    line: Succession
    news: tuple[Passage, ...]


def read_answer(answer: Any) -> Succession | None:
    """Return the way that a server tells; None where it has none yet."""
    steps = answer.get("succession") if isinstance(answer, dict) else None
    return read_succession([str(step).encode() for step in steps]) if steps else None


def find_news(profile: Profile, line: Succession) -> tuple[Passage, ...]:
    """Return what a profile does not know yet of a club's way."""
    return line.passages[max(len(profile.succession), 1) :]


def pin(profile: Profile, line: Succession) -> None:
    """Write down a club's way, and where it is now."""
    profile.succession = [step.decode() for step in line.raws]
    profile.origin = line.origin
    profile.server_keys = [key.jwk for key in line.keys]


def check_same_club(profile: Profile, line: Succession, trust: str = "") -> None:
    """Refuse a way that does not lead from what is pinned to where it ends."""
    pinned = [read_public_jwk(jwk) for jwk in profile.server_keys]
    if profile.succession:
        own = read_succession([step.encode() for step in profile.succession])
        n = find_contradiction(own, line)
        if n is not None or len(line.raws) < len(own.raws):
            raise _refuse(
                Text("It contradicts what this club told before (step {n}).", n=len(line.raws) if n is None else n)
            )
    elif profile.origin and profile.origin.rstrip("/") not in {one.rstrip("/") for one in line.origins}:
        raise _refuse(Text("It was never at {origin}.", origin=profile.origin))
    if line.key not in find_heirs(line, [*pinned, *_find_trusted(line, trust)]):
        raise _refuse_key(line.key)


def tell(env: Env, followed: Followed) -> None:
    """Say what has changed since the profile last looked."""
    for one in followed.news:
        env.tell(SAID[one.how].fill(origin=one.origin, kid=PublicKey(one.jwk["x"]).kid))


def _find_trusted(line: Succession, trust: str) -> list[PublicKey]:
    return [key for key in line.keys if trust and key.kid == trust]


def check_answers_there(line: Succession, there: Succession | None) -> None:
    """Refuse an address at which another club answers."""
    if there is None or find_contradiction(there, line) is not None:
        raise _refuse(Text("At {origin} somebody else answers.", origin=line.origin))


def _refuse(why: Text) -> Failure:
    said = Text("This is not the club of your profile, or it tells two stories: {why}", why=why)
    return Failure(said, Exit.NETWORK, "wrong_server")


def _refuse_key(key: PublicKey) -> Failure:
    return Failure(
        Text("The club signs with the key {kid}, which no key that you know has named.", kid=key.kid),
        Exit.NETWORK,
        "wrong_server",
        Text(
            "Ask a host by another way whether the club has lost its key. If so, `atelier server --trust {kid}` pins it.",
            kid=key.kid,
        ),
    )


SAID = {
    "founded": Text("The club was founded at {origin}."),
    "moved": Text("The club has moved to {origin}; its key says so."),
    "rotated": Text("The club has passed on to the key {kid}; the one before says so."),
    "lost": Text("The club has lost its key. It signs with {kid}, which you have pinned."),
}
