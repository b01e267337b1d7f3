"""The edition, indexed once: tiles, effects, powers and prices by id."""

from engine.core.books import Book, Corrected
from engine.core.editions import rows_in
from engine.core.errors import Refused
from engine.games.mech_a_dream.cards import (
    MOMENTS,
    NOTHING,
    PURPLE,
    Amounts,
    DreamEdition,
    Effect,
    Floor,
)


class DreamBook(Book[DreamEdition]):
    """What steps look up."""

    def __init__(self, edition: DreamEdition, corrected: Corrected) -> None:
        refuse_unplayable(edition)
        super().__init__(edition, corrected)
        self.board = edition.board
        self.machines = {machine.id: machine for machine in edition.machine}
        self.is_yellow = {machine.id: machine.colour == "yellow" for machine in edition.machine}
        self.belt_of = {m.id: belt.id for belt in edition.belt for m in edition.machine if m.colour in belt.colours}
        self.visible = {belt.id: belt.visible for belt in edition.belt}
        self.powers = {machine.id: machine.power for machine in edition.machine if machine.power}
        self.purple = {m.id: Effect(m.inputs, m.outputs) for m in edition.machine if m.colour in PURPLE}
        self.deliveries = {card.id: card for card in edition.delivery}
        self.parcels = {card.id: tuple(getattr(card, moment) for moment in MOMENTS) for card in edition.delivery}
        self.robots = {robot.id: robot for robot in edition.robot}
        self.printed = next(robot.id for robot in edition.robot if robot.printed)
        self.screens = tuple(robot.id for robot in edition.robot if not robot.printed)
        self.specialists = {card.id: card for card in edition.specialist}
        self.floors: dict[tuple[str, int], Floor] = {
            (row.side, MOMENTS.index(row.moment)): row for row in edition.floor
        }
        self.specials = {(robot.id, effect.special) for robot in edition.robot for effect in robot.effects}
        self.bonus = {row.machine: row.points for row in edition.bonus}
        self.last_bonus = max(self.bonus, default=0)
        self.designed = frozenset(row.id for row in rows_in(edition) if row.source == "designed")

    def floor(self, moment: int, *, specialists: bool) -> Floor:
        """Return the floor of the storage for a moment: of its yellow side where specialists are played with."""
        return self.floors["yellow" if specialists else "green", moment]

    def slot_points(self, number: int) -> int:
        """Return the points for a player's so manieth machine."""
        return self.board.extra_machine_points if number > self.last_bonus else self.bonus.get(number, 0)

    def has_special(self, robot: str, special: str) -> bool:
        """Tell whether a robot has an effect of a kind."""
        return (robot, special) in self.specials


def refuse_unplayable(edition: DreamEdition) -> None:
    """Refuse an edition that can't be played."""
    board = edition.board
    if len(edition.delivery) < board.days + board.deliveries_removed:
        raise Refused(
            "broken_edition",
            "The edition needs {needed} deliveries and has {there}.",
            needed=board.days + board.deliveries_removed,
            there=len(edition.delivery),
        )
    colours = {colour for belt in edition.belt for colour in belt.colours}
    for machine in edition.machine:
        refuse_effect(machine.id, Effect(machine.inputs, machine.outputs))
        if machine.colour not in colours:
            raise Refused("broken_edition", "No belt of the edition is for the colour of `{id}`.", id=machine.id)
        if machine.time > board.belt_slots:
            raise Refused(
                "broken_edition",
                "`{id}` takes {time} steps; a belt has {slots} slots.",
                id=machine.id,
                time=machine.time,
                slots=board.belt_slots,
            )
    for robot in edition.robot:
        for effect in robot.effects:
            refuse_effect(robot.id, effect)
    for card in edition.specialist:
        if card.gains[0].hourglass and card.gains[0].activation:
            raise Refused("broken_edition", "`{id}` can give hourglasses or activations, not both.", id=card.id)
        if len(card.gains) > 1 and not all(is_plain_choice(gain) for gain in card.gains):
            raise Refused("broken_edition", "`{id}` can only let choose between flowers and ink.", id=card.id)


def refuse_effect(owner: str, effect: Effect) -> None:
    """Refuse an effect that takes or gives what it can't."""
    takes, gives = effect.inputs, effect.outputs
    if takes.hourglass or takes.activation or gives.activation:
        raise Refused("broken_edition", "`{id}` can't take or give activations.", id=owner)
    if effect.special == "purchase" and (takes, gives) != (NOTHING, NOTHING):
        raise Refused("broken_edition", "`{id}`: a purchase takes and gives nothing but its tile.", id=owner)
    if effect.special == "copy" and (takes, gives) != (Amounts(flower=takes.flower), NOTHING):
        raise Refused("broken_edition", "`{id}`: a copy takes flowers only.", id=owner)


def is_plain_choice(gain: Amounts) -> bool:
    """Tell whether a gain is of flowers alone or of ink alone."""
    return gain in (Amounts(flower=gain.flower), Amounts(ink=gain.ink))
