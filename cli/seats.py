"""A seat at a table on a server: look, preview, play; the demo's table has the same three."""

import re
from collections.abc import Sequence

from cli import cache, keys, positions, profiles
from cli.answers import GameJson, GameNameJson, PreviewJson, ReceiptJson, SuggestionsJson, ViewJson
from cli.client import Client, guest
from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text
from engine.core.refusals import Exit

GAME_ID = re.compile(r"\Ag[a-z0-9]{20}\Z")
PLAUSIBLE_ID = re.compile(r"\A[A-Za-z0-9_-]{1,64}\Z")


class RemoteSeat:
    """The player's seat in a game on a server."""

    def __init__(self, env: Env, client: Client, game: str) -> None:
        self.env, self.client, self.game = env, client, game

    def look(self, at: int | None = None) -> ViewJson:
        """Return the view, and keep what completion needs of it."""
        view: ViewJson = self.client.call("GET", f"/games/{self.game}/view", query=None if at is None else {"at": at})
        if at is None:
            self._remember(view)
        return view

    def look_after(self, n: int) -> tuple[ViewJson, list[str], list[str]]:
        """Return the view after entry n, what that entry says to this reader, and which moves in it went without saying.

        An older server says it apart.
        """
        view: ViewJson = self.client.call("GET", f"/games/{self.game}/view", query={"told": n})
        told, forced = view.pop("told", None), view.pop("forced", [])
        self._remember(view)
        return view, self.tell_since(n, 1) if told is None else told, forced

    def tell_since(self, n: int, most: int = 100) -> list[str]:
        """Return what entries say to this reader, from entry n on."""
        page = self.client.call("GET", f"/games/{self.game}/entries", query={"since": n, "limit": most})
        return [str(said) for entry in page["entries"] for said in entry["told"]]

    def take_known(self) -> ViewJson | None:
        """Return the position last looked at, if it still asks something as far as this client knows."""
        return positions.take(self.client.profile, self.game)

    def _remember(self, view: ViewJson) -> None:
        cache.keep_moves(self.env, self.client.profile, view)
        positions.keep(self.client.profile, view)

    def preview(self, lines: Sequence[str]) -> PreviewJson:
        """Return what the server says that moves would do; nothing is stored there."""
        shown: PreviewJson = self.client.call("POST", f"/games/{self.game}/preview", body={"moves": list(lines)})
        return shown

    def suggest(self) -> SuggestionsJson:
        """Return what the server suggests for this turn, from its beginning on."""
        shown: SuggestionsJson = self.client.call("GET", f"/games/{self.game}/suggestions")
        return shown

    def play(self, view: ViewJson, lines: Sequence[str], *, blind: bool = False, forced: bool = False) -> ReceiptJson:
        """Sign, send, and keep the receipt."""
        receipt = self.send(view, lines, blind=blind, forced=forced)
        self.keep_receipt(receipt)
        return receipt

    def send(self, view: ViewJson, lines: Sequence[str], *, blind: bool = False, forced: bool = False) -> ReceiptJson:
        """Sign and send a turn; the position it answers is no longer one to rely on.

        A server that is too old to know `forced` has read nothing else of the slip: it gets one without.
        """
        positions.forget(self.client.profile, self.game)
        try:
            return self._send(turn_slip(self.client.profile, view, lines, blind=blind, forced=forced))
        except Failure as failure:
            if not forced or failure.code != "unknown_field":
                raise
        self.env.tell(Text("This club is older than your client: it plays no more than you have typed."))
        return self._send(turn_slip(self.client.profile, view, lines, blind=blind))

    def _send(self, raw: bytes) -> ReceiptJson:
        receipt: ReceiptJson = self.client.slip("POST", f"/games/{self.game}/turns", raw)
        return receipt

    def play_with(self, view: ViewJson, raw: bytes, slips: Sequence[str]) -> ReceiptJson:
        """Send a signed turn and signed notes in one request, and keep the turn's receipt: both are taken, or neither is."""
        positions.forget(self.client.profile, self.game)
        body = {"slip": raw.decode(), "notes": list(slips)}
        receipt: ReceiptJson = self.client.call("POST", f"/games/{view['game']}/turns", body=body)
        self.keep_receipt(receipt)
        return receipt

    def keep_receipt(self, receipt: ReceiptJson) -> None:
        """Keep what the server signed."""
        profiles.keep_receipt(self.client.profile, self.game, receipt["receipt"])


def turn_slip(
    profile: profiles.Profile, view: ViewJson, lines: Sequence[str], *, blind: bool = False, forced: bool = False
) -> bytes:
    """Return signed moves in answer to a view; needs no network."""
    from engine.ledger.slips import TurnSlip

    check_awaited(view)
    assert view["ask"] is not None
    assert view["on"] is not None
    said = TurnSlip(view["game"], get_seat(view), view["ask"], view["on"], tuple(lines), blind, forced)
    return keys.sign(said, keys.load(profile))


def get_seat(view: ViewJson) -> int:
    """Return the reader's seat, or refuse somebody who has none."""
    if view["seat"] is None:
        raise Failure(Text("You have no seat in this game."), Exit.NOT_ALLOWED, "not_your_seat")
    return view["seat"]


def check_awaited(view: ViewJson) -> None:
    """Refuse to play where nothing is asked."""
    get_seat(view)
    if view["status"] == "over":
        raise Failure(Text("The game is over."), Exit.USAGE, "game_over")
    if not view["awaited"]:
        raise Failure.of_refusal("not_awaited", Text("It is not your turn."))


def open_seat(env: Env, game: str | None) -> RemoteSeat:
    """Return the seat in the game that was named, or in the one that waits."""
    client = guest(env)
    return RemoteSeat(env, client, find_game(env, client, game))


def open_to_play(env: Env, game: str | None, moves: Sequence[str]) -> tuple[RemoteSeat, Sequence[str]]:
    """Return the seat and the moves: a first word that names no game of the player's is a move in the one that waits."""
    client = guest(env)
    if game is not None and not _is_mine(env, client, game):
        return RemoteSeat(env, client, find_game(env, client, None)), [game, *moves]
    return RemoteSeat(env, client, find_game(env, client, game)), moves


def _is_mine(env: Env, client: Client, name: str) -> bool:
    if GAME_ID.match(name) or name == "." or _match_exactly(_read_known(env), name):
        return True
    mine = my_games(env, client)
    return bool(_match_exactly(mine, name) or (_match(mine, name) and not _is_verb(name)))


def _is_verb(name: str) -> bool:
    """Tell whether a word begins moves of some game, so that it is no beginning of a title."""
    import engine
    from engine.core.names import fold

    verb = fold(name).split(" ")[0]
    return any(verb in rules.verbs for rules in engine.games().values())


def _read_known(env: Env) -> list[GameNameJson]:
    return [{"id": game, "title": about.get("title", "")} for game, about in cache.read(env).get("games", {}).items()]


def find_game(env: Env, client: Client, name: str | None, lists: Sequence[str] = ("mine",)) -> str:
    """Return a game's id from its id or title, or the beginning of either; without a name, the one that waits."""
    if name and GAME_ID.match(name):
        return name
    if name is None or name == ".":
        return _only(my_games(env, client))
    known = _read_known(env)
    found = _match_exactly(known, name)
    if len(found) != 1:
        listed = (my_games(env, client, which) for which in lists)
        found = next((some for games in listed if (some := _match([*games, *known], name))), [])
    if len(found) > 1:
        raise _choose(found)
    if not found and not PLAUSIBLE_ID.match(name):
        raise Failure.of_refusal("not_found", _tell_unknown(name, lists))
    return str(found[0]["id"]) if found else name


def _tell_unknown(name: str, lists: Sequence[str]) -> Text:
    if "open" in lists:
        return Text("There is no game called `{name}` that you could join.", name=name)
    return Text("You have no game called `{name}`.", name=name)


def my_games(env: Env, client: Client, which: str = "mine") -> list[GameJson]:
    """Return all games of a list, page by page."""
    found: list[GameJson] = []
    cursor = None
    while True:
        query = {"filter": which, "limit": 100} | ({"cursor": cursor} if cursor else {})
        page = client.call("GET", "/games", query=query)
        found += page["games"]
        cursor = page["next"]
        if not cursor:
            break
    cache.keep_games(env, client.profile, found)
    return found


def _match_exactly(games: Sequence[GameNameJson], name: str) -> list[GameNameJson]:
    return [game for game in games if game["title"].casefold() == name.casefold() or game["id"] == name]


def _match(games: Sequence[GameNameJson], name: str) -> list[GameNameJson]:
    """Return the games that a name means, each once: by their whole title or id, else by the beginning of either."""
    if exact := _match_exactly(games, name):
        found = exact
    elif len(name) > 1:
        begins = name.casefold()
        found = [one for one in games if one["id"].startswith(name) or one["title"].casefold().startswith(begins)]
    else:
        found = []
    return list({game["id"]: game for game in found}.values())


def is_waiting(game: GameJson) -> bool:
    """Tell whether a game waits for the reader."""
    return game["you"] is not None and game["status"] == "running" and game["seats"][game["you"]]["awaited"]


def _only(games: list[GameJson]) -> str:
    running = [game for game in games if game["status"] == "running"]
    waiting = [game for game in running if is_waiting(game)]
    for some in (waiting, running, games):
        if len(some) == 1:
            return str(some[0]["id"])
        if some:
            raise _choose(some)
    raise Failure(
        Text("You have no game yet."),
        Exit.NOT_ALLOWED,
        "not_found",
        Text("`atelier games --open` lists games with free seats; `atelier new GAME` opens one."),
    )


def _choose(games: Sequence[GameNameJson]) -> Failure:
    shown = ", ".join(f"{game['id']} ({game['title']})" for game in games[:8])
    return Failure(Text("Which game? {games}.", games=shown), Exit.USAGE, "which_game")
