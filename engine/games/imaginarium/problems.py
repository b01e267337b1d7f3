"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.core.rules import Key
from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import HOLDINGS, RING, TWO_PLAYERS
from engine.games.imaginarium.scoring import ENDS
from engine.games.imaginarium.state import Cancel, Choice, ImaginariumState, Player, PointOffer, Rulings, Tangle, Turn

BEFORE_DIAL = {"plan", "use", "pick_up"}
STAGES = {*BEFORE_DIAL, "actions", "complete", "over"}
RINGED = frozenset(RING)


def take_census(book: ImaginariumBook, state: ImaginariumState) -> dict[str, int]:
    """Every machine, assistant and project is somewhere."""
    cards = Counter([*state.deck, *state.crusher, *(card for card in state.belt if card is not None)])
    cards.update([*state.assistants, *state.assistant_deck])
    cards.update([*state.unused_projects, *state.cancelled, *state.spent])
    cards.update(project.id for project in state.projects)
    for player in state.players:
        cards.update([*player.yard, *player.assistants, *player.private])
        cards.update(card for stack in player.spaces for card in stack)
    return dict(cards)


def count_holdings(book: ImaginariumBook, state: ImaginariumState) -> dict[Key, int]:
    """Goods and points come from an endless supply."""
    return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in HOLDINGS}


def find_oddities(book: ImaginariumBook, state: ImaginariumState, seats: int, options: Rulings) -> Iterator[str]:
    """Yield each problem as a phrase."""
    if len(state.players) != seats or len(state.pending) != seats:
        yield f"{len(state.players)} players where {seats} play"
        return
    if state.rulings != options:
        yield "the options of the position are not those of the game"
    yield from _track_problems(book, state, seats)
    yield from _turn_problems(book, state)
    for seat, player in enumerate(state.players):
        yield from (f"p{seat + 1}: {problem}" for problem in _player_problems(book, player))


def find_unreached(book: ImaginariumBook, state: ImaginariumState, seats: int, options: Rulings) -> Iterator[str]:
    """Yield what no play can lead to: in the design office, the meeting room, or between two rounds."""
    if state.round < 1:
        yield "rounds are counted from the first"
    if len(state.assistants) > book.edition.board.assistants_shown:
        yield f"{len(state.assistants)} assistants in the meeting room"
    for project in state.projects:
        done = project.completed
        if len(set(done)) != len(done) or not set(done) <= set(range(len(state.players))):
            yield f"`{project.id}` is completed once by each player at most"
    yield from _act_problems(state)
    if state.step == "plan" and any(player.points >= book.edition.figures.goal for player in state.players):
        yield "somebody has enough points, and the round before was not the last"


def _act_problems(state: ImaginariumState) -> Iterator[str]:
    """Yield what nobody can have done in a turn."""
    now, spaces = state.now, max(len(player.spaces) for player in state.players)
    if len(set(now.used)) != len(now.used) or not set(now.used) <= set(range(spaces)):
        yield "each space is used once in a turn"
    if not RINGED.issuperset({*now.finished, *([now.action] if now.action else [])}) or now.times < 0:
        yield "actions are done that there are not"


def _track_problems(book: ImaginariumBook, state: ImaginariumState, seats: int) -> Iterator[str]:
    pieces = sorted((piece.saboteur, piece.seat) for piece in state.track)
    wanted = [
        (saboteur, seat) for saboteur in ((False, True) if seats == TWO_PLAYERS else (False,)) for seat in range(seats)
    ]
    if pieces != wanted:
        yield "the pieces on the track are not those of the game"
    if state.step != "over" and not 0 <= state.at < len(state.track):
        yield f"the turn is at piece {state.at}"
    if len(state.belt) != len(book.edition.board.belt):
        yield f"a belt of {len(state.belt)} spaces"
    places = [piece.place for piece in state.track if piece.place is not None]
    if len(set(places)) != len(places) or not all(0 <= one < len(state.belt) + len(book.extractors) for one in places):
        yield "pieces stand on one place, or on none that there is"
    gaps = {place for place, machine in enumerate(state.belt) if machine is None}
    served = state.at if state.now.picked_up else None
    if any(piece.place in gaps for number, piece in enumerate(state.track) if number != served):
        yield "a piece waits for a machine that is not there"


def _turn_problems(book: ImaginariumBook, state: ImaginariumState) -> Iterator[str]:
    if (state.step == "over") != (state.ended is not None) or state.ended not in {None, *ENDS}:
        yield "the game is over, or it is not"
    if state.step not in STAGES:
        yield f"no turn stands at `{state.step}`"
    now = state.now
    if (now.pair is None) != (state.step in BEFORE_DIAL) and state.step != "over":
        yield "the hands are turned too early or not at all"
    if state.step == "plan" and now != Turn():
        yield "nobody has used anything while all plan"
    if any(len(stack) > 1 for stack in state.pending):
        yield "more choices are open than can be answered"
    if now.pair is not None and not RINGED.issuperset(now.pair):
        yield "the hands point to no actions"
    active = state.track[state.at].seat if state.at < len(state.track) else None
    for seat, stack in enumerate(state.pending):
        if stack and (seat != active or state.step != "actions" or not _can_be_asked(book, state, seat)):
            yield f"p{seat + 1} is asked what can't be asked"
    if state.step not in {"plan", "over"} and active is not None and state.track[state.at].saboteur:
        yield "a saboteur is at its turn"


def _can_be_asked(book: ImaginariumBook, state: ImaginariumState, seat: Seat) -> bool:
    asked = state.pending[seat][-1]
    if isinstance(asked, Choice | PointOffer):
        return asked.times > 0 and asked.card in book.machines and _has_choice(book, asked)
    if isinstance(asked, Tangle):
        return bool(asked.victims) and all(0 <= victim < len(state.players) for victim in asked.victims)
    return isinstance(asked, Cancel) or () in state.players[seat].spaces


def _has_choice(book: ImaginariumBook, asked: Choice | PointOffer) -> bool:
    making = book.stacks.find_making((asked.card,))
    if making is None or making.asks != isinstance(asked, Choice):
        return False
    return making.asks or (making.has_points and book.corrected["points_are_offered"])


def _player_problems(book: ImaginariumBook, player: Player) -> Iterator[str]:
    yield from (f"{kind} below 0" for kind in HOLDINGS if getattr(player, kind) < 0)
    annex = book.helper["extra_spaces"]
    spaces = book.edition.bench.spaces + (annex.amount if annex.id in player.assistants else 0)
    if len(player.spaces) != spaces:
        yield f"{len(player.spaces)} workshop spaces where there are {spaces}"
    for stack in player.spaces:
        if stack and not book.stacks.is_stack(stack):
            yield f"{'+'.join(stack)} can't stand on one space"
    if len(player.assistants) > book.edition.bench.assistants:
        yield f"{len(player.assistants)} assistants"
    if not set(player.face_down) <= set(range(len(player.spaces))):
        yield "a space that is not there is face down"
    if player.workshop not in {workshop.id for workshop in book.edition.workshop}:
        yield f"there is no workshop `{player.workshop}`"
    if player.pair is not None and not RINGED.issuperset(player.pair):
        yield "the hands point to no actions"
