"""Talks to a server: reads with a token, acts with signed slips, turns every refusal into one Failure."""

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cli import keys, profiles
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    import requests

    from cli.following import Followed
    from engine.ledger.succession import Succession

JOSE = "application/jose"
SUCCESSION = "/.well-known/atelier-succession.json"
ZONE = "X-Atelier-Zone"
"""The header in which a server tells somebody their zone."""
TIMEOUT = (10, 120)
RENEWABLE = frozenset({"token_missing", "token_unknown", "token_expired", "scope_missing"})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
GOOD = range(200, 300)
NO_CONTENT = 204


def check_server(url: str) -> str:
    """Return a server's address without its last slash; refuse what is none, and plain http over a network."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Failure(Text("`{url}` is not an address such as https://club.example.", url=url))
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise Failure(Text("Plain http is only for this machine: write https://{host}.", host=parts.netloc))
    return url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Tell whether an address is on this machine."""
    return urlsplit(url).hostname in LOOPBACK


class Client:
    """One player's calls to one server; made from a profile, or from an address alone for what is public."""

    def __init__(self, env: Env, profile: Profile) -> None:
        self.env = env
        self.profile = profile
        self.server = check_server(profile.server)
        self.env.zone = profile.zone or env.zone
        self._session: requests.Session | None = None

    def call(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None) -> Any:
        """Call /v1 with the token, getting a new one if it is no longer good, and return the answer's JSON."""
        try:
            return self._json(self._send(method, f"/v1{path}", query=query, body=body, token=self.profile.token))
        except Failure as failure:
            if failure.code not in RENEWABLE or not self.profile.key_file.exists():
                raise
        self.hello()
        return self._json(self._send(method, f"/v1{path}", query=query, body=body, token=self.profile.token))

    def slip(self, method: str, path: str, raw: bytes, query: dict[str, Any] | None = None) -> Any:
        """Send a slip; it needs no token, since it is signed."""
        return self._json(self._send(method, f"/v1{path}", query=query, slip=raw))

    def public(self, path: str) -> Any:
        """Read what anybody may read, outside /v1."""
        return self._json(self._send("GET", path))

    def raw(self, path: str) -> bytes:
        """Read a file, such as a bundle, byte for byte."""
        answer = self._send("GET", f"/v1{path}", token=self.profile.token)
        if (
            answer.status_code not in GOOD
            and self._problem(answer).code in RENEWABLE
            and self.profile.key_file.exists()
        ):
            self.hello()
            answer = self._send("GET", f"/v1{path}", token=self.profile.token)
        if answer.status_code not in GOOD:
            raise self._problem(answer)
        return bytes(answer.content)

    def hello(self) -> None:
        """Get a new token with the profile's key, and keep it; a club that has moved is followed first."""
        try:
            given = self._ask_token()
        except Failure as failure:
            if failure.code != "wrong_audience" or self.follow() is None:
                raise
            given = self._ask_token()
        self.profile.token = given["token"]
        profiles.save(self.profile)

    def _ask_token(self) -> Any:
        from engine.ledger.slips import HelloSlip

        said = HelloSlip(scope=("read", "act"), label="atelier", **keys.stamp(self.env, self.profile))
        return self.slip("POST", "/tokens", keys.sign(said, keys.load(self.profile)))

    def ask_succession(self) -> "Succession | None":
        """Return where the club went, as it says itself; None for one that has not begun, or is of version 0.1."""
        from cli import following

        try:
            return following.read_answer(self.public(SUCCESSION))
        except Failure as failure:
            if failure.code in {"wrong_server", "not_found"}:
                return None
            raise

    def follow(self, trust: str = "") -> "Followed | None":
        """Follow the club to its address and key of today, pin the whole way, and tell what is new.

        None where it tells nothing; refused where what is pinned here does not lead there.
        """
        from cli import following

        line = self.ask_succession()
        if line is None:
            return None
        following.check_same_club(self.profile, line, trust)
        if line.origin.rstrip("/") != self.server and not (is_loopback(line.origin) and is_loopback(self.server)):
            there = Client(self.env, Profile(name="", folder=self.profile.folder, server=line.origin))
            following.check_answers_there(line, there.ask_succession())
            self.server = there.server
        followed = following.Followed(line, following.find_news(self.profile, line))
        following.pin(self.profile, line)
        self.profile.server = self.server
        profiles.save(self.profile)
        following.tell(self.env, followed)
        return followed

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        slip: bytes | None = None,
        token: str = "",
        headers: dict[str, str] | None = None,
    ) -> "requests.Response":
        import requests

        headers = {"Accept-Language": self.env.lang, **(headers or {})}
        if slip is not None:
            headers["Content-Type"] = JOSE
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if self._session is None:
            self._session = requests.Session()
            self.env.closers.append(self._session.close)
        try:
            answer = self._session.request(
                method,
                self.server + path,
                params=query,
                json=body,
                data=slip,
                headers=headers,
                timeout=TIMEOUT,
                allow_redirects=False,
            )
        except requests.RequestException as error:
            raise unreachable(self.server, error) from None
        self._learn_zone(answer.headers.get(ZONE, ""))
        return answer

    def _learn_zone(self, zone: str) -> None:
        """Tell times in the zone that the player has now, wherever it was chosen, and remember it."""
        if zone and zone != self.profile.zone:
            self.profile.zone = self.env.zone = zone
            if self.profile.player:
                profiles.save(self.profile)

    def _json(self, answer: "requests.Response") -> Any:
        if answer.status_code not in GOOD:
            raise self._problem(answer)
        if answer.status_code == NO_CONTENT:
            return None
        if not answer.content:  # the line broke within the headers, which looks like their end
            raise unreachable(self.server, ConnectionError())
        try:
            return json.loads(answer.content)
        except ValueError:
            raise no_atelier(self.server) from None

    def _problem(self, answer: "requests.Response") -> Failure:
        try:
            problem = json.loads(answer.content)
        except ValueError:
            problem = None
        if not isinstance(problem, dict) or "code" not in problem:
            return no_atelier(self.server)
        return Failure.of_problem(problem)


def unreachable(server: str, error: Exception) -> Failure:
    """Return the failure to reach a server at all, with a short cause."""
    kind = type(error).__name__.replace("Error", "").replace("Timeout", " timeout").strip() or "connection"
    running = Text("Is it running? On this machine `atelier serve` starts one.")
    advice = running if is_loopback(server) else Text("If the club has moved, `atelier server URL` follows it.")
    return Failure(
        Text("No answer from {server} ({cause}).", server=server, cause=kind), Exit.NETWORK, "no_connection", advice
    )


def no_atelier(server: str) -> Failure:
    """Return the failure of an address at which something else answers."""
    return Failure(
        Text("What answers at {server} is no Atelier server.", server=server),
        Exit.NETWORK,
        "wrong_server",
        Text("Check the address: `--server URL`."),
    )


def connect(env: Env) -> Client:
    """Return the client of the profile in use."""
    return Client(env, profiles.get(env))


def guest(env: Env) -> Client:
    """Return a client for what is public: of the profile if it is for that server, else of nobody in particular."""
    profile = profiles.find(env)
    if env.server and not env.profile and (profile is None or not profiles.belongs(profile, env.server)):
        return Client(env, Profile(name="", folder=env.home, server=env.server))
    return Client(env, profiles.get(env))


def greet(env: Env, profile: Profile) -> None:
    """Learn a server's own address and keys, and pin both; refuse one that calls itself by another name."""
    client = Client(env, profile)
    front = client.public("/")
    if not isinstance(front, dict) or not isinstance(front.get("origin"), str):
        raise no_atelier(client.server)
    origin = front["origin"].rstrip("/")
    if origin != client.server and not (is_loopback(origin) and is_loopback(client.server)):
        raise Failure(
            Text(
                "The server at {server} calls itself {origin}: use that address.", server=client.server, origin=origin
            ),
            Exit.NETWORK,
            "wrong_server",
        )
    profile.origin = front["origin"]
    known = client.public("/.well-known/jwks.json")["keys"]
    profile.server_keys = [{name: key[name] for name in ("crv", "kty", "x")} for key in known]
    line = client.ask_succession()
    profile.succession = [] if line is None else [step.decode() for step in line.raws]
