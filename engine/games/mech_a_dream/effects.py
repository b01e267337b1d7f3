"""What parcels, machines, robots and specialists do, and what waits until open choices are answered."""

from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import Action, Amounts, Effect
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import HourglassesLost, ParcelOpened, Rewarded, Used
from engine.games.mech_a_dream.flow import leave_turn
from engine.games.mech_a_dream.state import Activation, Hourglasses, Parcel, Purchase, Rewards

# Effets de production et de conversion, robots


def use(deed: DreamDeed, effect: Effect, thing: str, whose: Seat | None = None, flower: int = 0) -> None:
    """Pay one batch, take what it brings; hourglasses, parcels and purchases are asked next."""
    gained = deed.gain(effect.outputs, effect.inputs, flower)
    deed.events.append(Used(seat=deed.seat, thing=thing, whose=whose, **gained))
    if effect.special == "purchase":
        deed.state.pending[deed.seat].append(Purchase(effect.sooner))
    elif effect.special == "evening_parcel":
        parcels = deed.book.parcels[deed.state.delivery][-1]
        deed.player.waiting = [*(Parcel(gain, chained=True) for gain in parcels), *deed.player.waiting]
    deed.add_hourglasses(effect.outputs.hourglass)


# Quai de livraisons


def open_parcel(deed: DreamDeed, parcel: Parcel) -> None:
    """Take the content of a parcel; hourglasses and activations are asked one by one."""
    gain = parcel.gain
    gained = deed.gain(gain)
    deed.events.append(
        ParcelOpened(seat=deed.seat, hourglass=gain.hourglass, activation=gain.activation, **gained),
    )
    add_choices(deed, gain, chained=parcel.chained)


def add_choices(deed: DreamDeed, gain: Amounts, *, chained: bool = False) -> None:
    """Ask for what a gain leaves open; hourglasses come first."""
    deed.state.pending[deed.seat] += [Activation(chained=chained) for _ in range(gain.activation)]
    deed.add_hourglasses(gain.hourglass)


# Bonus permanents des spécialistes


def reward(deed: DreamDeed, action: Action) -> None:
    """Rewards of the owner's specialists for an action; those with a choice come last."""
    book, asked = deed.book, []
    for card in sorted(deed.player.specialists):
        row = book.specialists[card]
        if action not in row.after:
            continue
        if len(row.gains) > 1 or row.gains[0].hourglass or row.gains[0].activation:
            asked.append(card)
        else:
            claim(deed, card, row.gains[0])
    if asked:
        deed.state.pending[deed.seat].append(Rewards(asked))


def claim(deed: DreamDeed, card: str, gain: Amounts) -> None:
    """Take a specialist's reward."""
    deed.events.append(Rewarded(seat=deed.seat, card=card, **deed.gain(gain)))
    add_choices(deed, gain)


def claim_open(deed: DreamDeed, kind: str) -> None:
    """Where rewards wait, take the first with hourglasses or an activation, whose use follows."""
    stack = deed.state.pending[deed.seat]
    top = stack[-1] if stack else None
    if isinstance(top, Rewards):
        card = reward_with(deed.book, top, kind)
        assert card is not None
        top.cards.remove(card)
        claim(deed, card, deed.book.specialists[card].gains[0])


def reward_with(book: DreamBook, rewards: Rewards, kind: str) -> str | None:
    """Return the first waiting specialist that brings hourglasses or an activation, or None."""
    return next((card for card in rewards.cards if getattr(book.specialists[card].gains[0], kind)), None)


# What comes next


def settle(deed: DreamDeed) -> None:
    """Go on with what waits until something is asked; then, by day, the turn passes on."""
    state, player = deed.state, deed.player
    stack = state.pending[deed.seat]
    while True:
        if parcel_comes_next(deed):
            open_parcel(deed, player.waiting.pop(0))
        elif stack:
            if not drop_idle(deed):
                return
        elif state.action is not None:
            action, state.action = state.action, None
            reward(deed, action)
        else:
            break
    if state.step == "day":
        leave_turn(deed)


def parcel_comes_next(deed: DreamDeed) -> bool:
    """Tell whether a parcel is to be opened: a fetched one comes before rewards and uses that were open already."""
    stack, waiting = deed.state.pending[deed.seat], deed.player.waiting
    if not stack or not waiting:
        return bool(waiting)
    top = stack[-1]
    return waiting[0].chained and (isinstance(top, Rewards) or (isinstance(top, Activation) and not top.chained))


def drop_idle(deed: DreamDeed) -> bool:
    """Forget the topmost choice if nothing can answer it any more: hourglasses for an empty belt, claimed rewards."""
    lost = idle(deed)
    if lost is None:
        return False
    deed.state.pending[deed.seat].pop()
    if lost:
        deed.events.append(HourglassesLost(seat=deed.seat, n=lost))
    return True


def idle(deed: DreamDeed) -> int | None:
    """Return how many hourglasses are lost with the topmost choice, or None while it can be answered."""
    top = deed.state.pending[deed.seat][-1]
    if isinstance(top, Hourglasses):
        return None if top.n and deed.player.belt else top.n
    if isinstance(top, Rewards):
        gains = [deed.book.specialists[card].gains for card in top.cards]
        if deed.player.belt or any(len(gain) > 1 or gain[0].activation for gain in gains):
            return None if top.cards else 0
        return sum(gain[0].hourglass for gain in gains)
    return None
