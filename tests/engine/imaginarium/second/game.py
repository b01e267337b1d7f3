"""Planning, implementation, checking and resetting, victory: what can be done, and what it does."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.engine.imaginarium.second.figures import (
    BASES,
    EXTRACTORS,
    GOODS,
    LIGHTNING,
    MACHINES,
    POINTS,
    PRICES,
    RING,
    SALARIES,
    THEFTS,
)
from tests.engine.imaginarium.second.workshop import (
    PROJECTS,
    Player,
    Stack,
    bundles,
    counted,
    family_of,
    in_order,
    layouts,
    repair_list,
    ways_to_use,
    work_of,
)

NEIGHBOURS = [(RING[n], RING[(n + 1) % 6]) for n in range(6)]


@dataclass
class Piece:
    """A handyman or saboteur; places 0 to 6 are the belt from the deck side, 7 to 9 the extractors."""

    seat: int
    saboteur: bool = False
    place: int | None = None


def play_order(piece: Piece) -> tuple[int, int, bool]:
    """From the deck side along the arrows; who found no place comes last, in table order."""
    return (10, piece.seat, piece.saboteur) if piece.place is None else (piece.place, 0, False)


@dataclass
class Turn:
    """What was done since the turn began; `open` holds effects that wait for a choice."""

    used: list[int] = field(default_factory=list)
    borrowed: bool = False
    fetched: bool = False
    bought_blind: bool = False
    pair: tuple[str, str] | None = None
    begun: list[str] = field(default_factory=list)
    times: Counter[str] = field(default_factory=Counter)
    open: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Game:
    """A whole game. What lies hidden is kept in no order; `play` is told what came out of it."""

    players: list[Player]
    to_plan: list[Piece]
    belt: list[str | None]
    deck: list[str]
    room: list[str]
    staff: list[str]
    projects: dict[str, list[int]]
    unused: list[str]
    rulings: dict[str, Any]
    version: int
    crusher: list[str] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    round: int = 1
    phase: str = "plan"
    planned: list[Piece] = field(default_factory=list)
    to_act: list[Piece] = field(default_factory=list)
    acted: list[Piece] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)
    told: list[str] = field(default_factory=list)

    @property
    def piece(self) -> Piece:
        return self.to_plan[0] if self.phase == "plan" else self.to_act[0]

    @property
    def awaited(self) -> int | None:
        return None if self.phase == "over" else self.piece.seat

    @property
    def me(self) -> Player:
        return self.players[self.piece.seat]

    @property
    def machine(self) -> str:
        """The reserved machine."""
        return self.belt[self.piece.place or 0] or ""

    def hires(self, assistant: str) -> bool:
        return assistant in self.me.assistants

    def play(self, line: str, told: list[str]) -> None:
        """Play a line; `told` are the cards and tiles that came out of hiding by it, in order."""
        self.told = told
        verb, *words = line.split()
        getattr(self, f"do_{verb}")(*words)
        self.turn.open = [effect for effect in self.turn.open if self.choices(*effect)]
        assert not self.told

    # Planning

    def free_places(self) -> list[int]:
        taken = {piece.place for piece in self.planned}
        return [place for place in range(10) if (place > 6 or self.belt[place]) and place not in taken]

    def plan_on(self) -> None:
        self.planned.append(self.to_plan.pop(0))
        if self.to_plan and not self.free_places():
            self.plan_on()
        elif not self.to_plan:
            self.to_act, self.planned = sorted(self.planned, key=play_order), []
            self.act_on()

    def act_on(self) -> None:
        while self.to_act and self.to_act[0].saboteur:
            place = self.to_act[0].place
            if place is not None and place < 7:
                self.crush(place)
            self.finish()
        self.turn = Turn()
        if self.to_act:
            self.phase = "use"
        else:
            self.check_and_reset()

    def finish(self) -> None:
        self.to_act[0].place = None
        self.acted.append(self.to_act.pop(0))

    def crush(self, place: int) -> None:
        self.crusher.append(self.belt[place] or "")
        self.belt[place] = None

    # Checking and resetting

    def check_and_reset(self) -> None:
        if any(player.points >= 20 for player in self.players):
            self.phase = "over"
            if self.rulings["last_scrap_pay"]:
                self.pay_scrap_dealer()
            return
        self.pay_scrap_dealer()
        if (last := self.leaving()) is not None:
            self.crush(last)
        cards = [card for card in self.belt if card]
        while len(cards) < 7 and self.can_draw():
            cards.insert(0, self.draw())
        self.belt = [*[None] * (7 - len(cards)), *cards]
        while len(self.room) < 3 and self.staff:
            self.room.append(self.reveal(self.staff))
        self.to_plan, self.acted, self.phase, self.round = self.acted, [], "plan", self.round + 1

    def leaving(self) -> int | None:
        last = max((place for place, card in enumerate(self.belt) if card), default=None)
        return last if last == 6 or self.rulings["reset_discard"] == "rightmost" else None

    def pay_scrap_dealer(self) -> None:
        last = self.leaving()
        for player in self.players:
            if last is not None and "AS02" in player.assistants:
                player.goods["charcoalium"] += MACHINES[self.belt[last] or ""].level

    def can_draw(self) -> bool:
        return bool(self.deck or (self.crusher and self.rulings["empty_deck"] == "reshuffle"))

    def draw(self) -> str:
        if not self.deck:
            self.deck, self.crusher = self.crusher, []
        return self.reveal(self.deck)

    def reveal(self, pile: list[str]) -> str:
        card = self.told.pop(0)
        pile.remove(card)
        return card

    # What can be done

    def legal(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "plan":
            machine, extractor = ("sabotage", "block") if self.piece.saboteur else ("reserve", "extractor")
            places = self.free_places()
            return [f"{machine} {place + 1}" if place < 7 else f"{extractor} {place - 6}" for place in places]
        if self.turn.open:
            verb = self.turn.open[0][0]
            if verb == "offer":
                return ["effect", "skip"]
            effects = self.turn.open if verb == "tangle" else self.turn.open[:1]
            return [*(f"{verb} {choice}" for effect in effects for choice in self.choices(*effect)), "skip"]
        return [*self.uses(), *self.pick_ups(), *self.dials(), *self.actions(), *self.closing()]

    def uses(self) -> Iterator[str]:
        """1. Using the workshop machines."""
        if self.phase != "use":
            return
        for space, stack in enumerate(self.me.spaces):
            if stack and space not in self.turn.used and space not in self.me.face_down:
                yield from (f"use {space + 1} {goods}".strip() for goods in ways_to_use(stack, self.me.goods))
        if not self.hires("AS12") or self.turn.borrowed:
            return
        for seat, owner in enumerate(self.players):
            for space, stack in enumerate(owner.spaces):
                lent = seat != self.awaited and len(stack) == 1 and space not in owner.face_down
                if lent and family_of(stack[0]) in {"production", "transformation"}:
                    ways = ways_to_use(stack, self.me.goods)
                    yield from (f"borrow p{seat + 1} {space + 1} {goods}".strip() for goods in ways)

    def pick_ups(self) -> Iterator[str]:
        """2. Picking up a reserved machine or extracting charcoalium."""
        if self.phase not in {"use", "pick_up"}:
            return
        coal = self.me.goods["charcoalium"]
        if self.hires("AS07") and not self.turn.bought_blind and coal >= 3 and self.can_draw():
            yield "topdeck"
        if self.has_fetched():
            return
        if (self.piece.place or 0) > 6:
            yield "collect"
            return
        missing = max(0, self.price() - coal)
        bills = bundles(self.me.goods, 2 * missing) or [""]
        yield from (f"acquire {bill}".strip() for bill in bills)

    def has_fetched(self) -> bool:
        return self.turn.fetched or self.piece.place is None

    def price(self) -> int:
        level = 0 if self.hires("AS05") else MACHINES[self.machine].level
        return BASES[self.piece.place or 0] + level

    def dials(self) -> Iterator[str]:
        """3. Carrying out two actions: the pair."""
        if self.phase not in {"use", "pick_up"} or not self.has_fetched():
            return
        pairs = [pair for pair in NEIGHBOURS if pair != self.me.pair]
        if self.hires("AS01"):
            pairs = [(b, a) if (b, a) in NEIGHBOURS else (a, b) for a, b in combinations(RING, 2)]
        yield from (f"dial {first}+{second}" for first, second in pairs)

    def actions(self) -> Iterator[str]:
        """3. Carrying out two actions: the first is finished when the second begins."""
        if self.phase == "actions":
            for action in self.turn.pair or ():
                if action not in self.turn.begun[:-1]:
                    yield from getattr(self, f"can_{action}")(self.turn.times[action])

    def can_recruit(self, times: int) -> Iterator[str]:
        if not times and len(self.me.assistants) < 3:
            yield from (f"recruit {who}" for who in self.room if SALARIES[who] <= self.me.goods["charcoalium"])

    def can_extract(self, times: int) -> Iterator[str]:
        if not times:
            yield "extract"

    def can_repair(self, times: int) -> Iterator[str]:
        if times < (2 if self.hires("AS03") else 1) and [] in self.me.spaces:
            yield from (f"repair {card}" for card in set(self.me.yard) if repair_list(card) <= self.me.goods)

    def can_transact(self, times: int) -> Iterator[str]:
        if times < (5 if self.hires("AS10") else 3):
            prices = {**PRICES, "point": self.point_price()}
            yield from (f"buy {what}" for what, price in prices.items() if price <= self.me.goods["charcoalium"])
            yield from (f"sell {kind}" for kind in PRICES if self.me.goods[kind])

    def point_price(self) -> int:
        return 3 if self.hires("AS09") else 5

    def can_dismantle(self, times: int) -> Iterator[str]:
        if times >= (2 if self.hires("AS03") else 1):
            return
        for card in set(self.me.yard):
            if family_of(card) != "special":
                parts = bundles(repair_list(card), MACHINES[card].level)
                yield from (f"scrap {card} {some}" for some in parts)
        for space, stack in enumerate(self.me.spaces):
            if len(stack) == 1 and family_of(stack[0]) != "special":
                yield from (f"dismantle {space + 1} {gain}" for gain in ("parts", "points"))

    def can_reorganise(self, times: int) -> Iterator[str]:
        cards = tuple(in_order(self.me.machines()))
        if cards and not times:
            for layout in layouts(cards, len(self.me.spaces)):
                yield "reorganise " + " ".join("+".join(stack) for stack in layout)

    def closing(self) -> Iterator[str]:
        """4. Completing projects, 5. Finishing turn."""
        if self.turn.pair is None:
            return
        public = [project for project, who in self.projects.items() if self.awaited not in who]
        tokens = (5 if len(self.players) == 2 else 6) - (len(self.projects) - len(public))
        mine = self.me.private
        if tokens <= 0 and self.rulings["token_limit"]:
            public, mine = [], mine if self.version > 1 else []
        yield from (f"complete {one}" for one in [*public, *mine] if PROJECTS[one](self.me))
        yield "end"

    def choices(self, verb: str, what: str) -> list[str]:
        """Return what can be chosen for an open effect."""
        if verb == "effect":
            return ways_to_use([what], self.me.goods)
        if verb == "offer":
            return ["one point"]
        if verb == "cancel":
            return list(self.projects)
        if verb == "recover":
            return list(set(self.crusher) - LIGHTNING)
        spaces = self.players[int(what)].spaces
        return [f"p{int(what) + 1} {space + 1}" for space, stack in enumerate(spaces) if stack]

    # What it does

    def do_reserve(self, place: str) -> None:
        self.piece.place = int(place) - 1
        self.plan_on()

    def do_extractor(self, place: str) -> None:
        self.piece.place = int(place) + 6
        self.plan_on()

    do_sabotage, do_block = do_reserve, do_extractor

    def run(self, stack: Stack, goods: tuple[str, ...]) -> None:
        makes, n, eats = work_of(stack)
        if eats:
            self.me.goods.subtract(counted(goods))
        for kind in goods if makes == ("any",) else makes:
            if kind == "points":
                self.me.points += n
            else:
                self.me.goods[kind] += n

    def do_use(self, space: str, *goods: str) -> None:
        self.turn.used.append(int(space) - 1)
        self.run(self.me.spaces[int(space) - 1], goods)

    def do_borrow(self, seat: str, space: str, *goods: str) -> None:
        self.turn.borrowed = True
        self.run(self.players[int(seat[1:]) - 1].spaces[int(space) - 1], goods)

    def come_to(self, phase: str) -> None:
        self.phase = phase
        self.me.face_down.clear()

    def do_topdeck(self) -> None:
        self.come_to("pick_up")
        self.turn.bought_blind = True
        self.me.goods["charcoalium"] -= 3
        self.me.yard.append(self.draw())

    def do_collect(self) -> None:
        self.come_to("pick_up")
        self.turn.fetched = True
        self.me.goods["charcoalium"] += EXTRACTORS[(self.piece.place or 0) - 7]

    def do_acquire(self, *goods: str) -> None:
        self.come_to("pick_up")
        self.turn.fetched = True
        missing = max(0, self.price() - self.me.goods["charcoalium"])
        if 2 * missing > self.me.resources():
            self.me.goods.clear()
            self.crush(self.piece.place or 0)
            return
        self.me.goods["charcoalium"] -= self.price() - missing
        self.me.goods.subtract(counted(goods))
        self.me.yard.append(self.machine)
        self.belt[self.piece.place or 0] = None

    def do_dial(self, pair: str) -> None:
        self.come_to("actions")
        first, second = pair.split("+")
        self.turn.pair = self.me.pair = (first, second)

    def begin(self, action: str) -> None:
        if action not in self.turn.begun:
            self.turn.begun.append(action)
        self.turn.times[action] += 1

    def do_recruit(self, who: str) -> None:
        self.begin("recruit")
        self.me.goods["charcoalium"] -= SALARIES[who]
        self.room.remove(who)
        self.me.assistants.append(who)
        if who == "AS06":
            self.me.spaces += [[], []]
        if who == "AS08":
            if self.rulings["redraw_cancelled"]:
                self.unused, self.cancelled = self.unused + self.cancelled, []
            self.me.private = [self.reveal(self.unused) for _ in range(min(2, len(self.unused)))]

    def do_extract(self) -> None:
        self.begin("extract")
        self.me.goods["charcoalium"] += 3

    def do_buy(self, what: str) -> None:
        self.begin("transact")
        if what == "point":
            self.me.goods["charcoalium"] -= self.point_price()
            self.me.points += 1
        else:
            self.me.goods["charcoalium"] -= PRICES[what]
            self.me.goods[what] += 1

    def do_sell(self, kind: str) -> None:
        self.begin("transact")
        self.me.goods[kind] -= 1
        self.me.goods["charcoalium"] += PRICES[kind]

    def do_scrap(self, card: str, *goods: str) -> None:
        self.begin("dismantle")
        self.me.yard.remove(card)
        self.me.goods.update(counted(goods))
        self.crusher.append(card)

    def do_dismantle(self, space: str, gain: str) -> None:
        self.begin("dismantle")
        card = self.me.spaces[int(space) - 1].pop()
        if gain == "points":
            self.me.points += MACHINES[card].level
        else:
            self.me.goods.update(repair_list(card) + repair_list(card))
        self.crusher.append(card)

    def do_reorganise(self, *stacks: str) -> None:
        self.begin("reorganise")
        free = len(self.me.spaces) - len(stacks)
        self.me.spaces = [*(stack.split("+") for stack in stacks), *([] for _ in range(free))]

    def do_repair(self, card: str) -> None:
        self.begin("repair")
        self.me.yard.remove(card)
        self.me.goods.subtract(repair_list(card))
        if card == "S1":
            self.crusher.append(card)
            self.turn.open = [("recover", card)]
            return
        self.me.settle(card)
        self.work_at_once(card, 2 if self.hires("AS11") else 1)

    def work_at_once(self, card: str, times: int) -> None:
        if card in THEFTS:
            self.steal(card)
        elif card == "A5":
            self.turn.open = [("cancel", card)]
        elif card == "A6":
            self.turn.open = [("tangle", str(seat)) for seat in self.unshielded(card)]
        elif MACHINES[card].eats or card == "P6":
            self.turn.open = [("effect", card)] * times
        elif card == "S2" and self.version > 1:
            self.turn.open = [("offer", card)] * times
        else:
            for _ in range(times):
                self.run([card], ())

    def unshielded(self, attack: str) -> list[int]:
        also = self.rulings["face_down_protects"]
        return [
            seat
            for seat, player in enumerate(self.players)
            if seat != self.awaited and not player.is_shielded(attack, face_down_too=also)
        ]

    def steal(self, card: str) -> None:
        kind, most = THEFTS[card]
        heap = 0
        for seat in self.unshielded(card):
            given = min(most, self.players[seat].goods[kind])
            self.players[seat].goods[kind] -= given
            heap += given
        self.me.goods[kind] += min(most, heap)

    def do_effect(self, *goods: str) -> None:
        verb, card = self.turn.open.pop()
        self.run([card], goods)
        if verb == "offer" and self.turn.open:
            self.do_effect()

    def do_tangle(self, seat: str, space: str) -> None:
        victim = int(seat[1:]) - 1
        self.turn.open.remove(("tangle", str(victim)))
        self.players[victim].face_down.add(int(space) - 1)

    def do_cancel(self, project: str) -> None:
        self.turn.open = []
        del self.projects[project]
        self.cancelled.append(project)

    def do_recover(self, card: str) -> None:
        self.turn.open = []
        self.crusher.remove(card)
        self.me.settle(card)
        self.work_at_once(card, 2 if self.hires("AS11") and self.rulings["double_recovery"] else 1)

    def do_skip(self) -> None:
        self.turn.open = []

    def do_complete(self, project: str) -> None:
        self.phase = "complete"
        star = int(self.hires("AS04"))
        if project in self.me.private:
            self.me.points += POINTS[project] + star * self.rulings["private_bonus"]
            self.spent, self.me.private = self.me.private, []
            return
        self.me.points += POINTS[project] + star - bool(self.projects[project])
        self.projects[project].append(self.piece.seat)

    def do_end(self) -> None:
        self.finish()
        self.act_on()

    # Victory

    def majorities(self) -> list[int]:
        won = [0] * len(self.players)
        for kind in GOODS:
            most = max(player.goods[kind] for player in self.players)
            for seat, player in enumerate(self.players):
                if player.goods[kind] == most >= self.rulings["majority_minimum"]:
                    won[seat] += 3 if "AS13" in player.assistants else 2
        return won

    def places(self) -> list[int]:
        scores = [player.points + won for player, won in zip(self.players, self.majorities(), strict=True)]
        keys = [(score, player.levels()) for score, player in zip(scores, self.players, strict=True)]
        return [1 + sum(other > key for other in keys) for key in keys]
