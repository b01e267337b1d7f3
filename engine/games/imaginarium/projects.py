"""What projects ask for (The projects)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.games.imaginarium.cards import RESOURCES, Machine, Project
from engine.games.imaginarium.stacks import REMEMBERED, Stacks
from engine.games.imaginarium.state import Player, Stack

Output = dict[str, int]


class Projects:
    """Tells which projects a workshop fulfils; what depends on machines alone is worked out once."""

    def __init__(self, projects: Sequence[Project], stacks: Stacks) -> None:
        self.by_id = {project.id: project for project in projects}
        self._stacks = stacks
        self._tests = {
            "spaces_with": self._has_spaces_with,
            "family": self._has_family,
            "families": self._has_families,
            "identical_stack": self._has_identical_stack,
            "machines": self._has_machines,
            "level": self._has_level,
            "output_total": self._makes_total,
            "output_each": self._makes_each,
            "output_alike": self._makes_alike,
        }
        self._progress_by_machines = lru_cache(REMEMBERED)(self._machine_progress)
        self._by_machines = lru_cache(REMEMBERED)(self._met_by_machines)

    def is_met(self, project: str, player: Player) -> bool:
        """Tell whether a player fulfils a project now."""
        wanted = self.by_id[project]
        if wanted.condition == "assistants":
            return len(player.assistants) >= wanted.count
        if wanted.condition == "charcoalium":
            return player.charcoalium >= wanted.count
        return project in self._by_machines(tuple(player.spaces))

    def progress(self, project: str, player: Player) -> float:
        """Return how far a player has come with a project that counts something, from 0 to 1."""
        wanted = self.by_id[project]
        if wanted.condition == "assistants":
            return len(player.assistants) / wanted.count
        if wanted.condition == "charcoalium":
            return min(1.0, player.charcoalium / wanted.count)
        return self._progress_by_machines(project, tuple(player.spaces))

    def _machine_progress(self, project: str, spaces: tuple[Stack, ...]) -> float:
        wanted, found = self.by_id[project], self._all(spaces)
        counted = {
            "spaces_with": sum(
                any(self._stacks.machines[card].family == wanted.family for card in one) for one in spaces
            ),
            "family": sum(machine.family == wanted.family for machine in found),
            "families": sum(any(machine.family == family for machine in found) for family in wanted.families)
            / max(1, len(wanted.families)),
            "identical_stack": max((len(stack) for stack in spaces if len(set(stack)) == 1), default=0),
            "machines": len(found),
            "level": sum(machine.level == wanted.level for machine in found),
            "output_total": max(sum(made.values()) for made in self.outputs(spaces)),
            "output_each": max(sum(n > 0 for n in made.values()) for made in self.outputs(spaces)) / len(RESOURCES),
            "output_alike": max(max(made.values()) for made in self.outputs(spaces)),
        }
        return float(min(1.0, counted[wanted.condition] / wanted.count))

    def _met_by_machines(self, spaces: tuple[Stack, ...]) -> frozenset[str]:
        return frozenset(
            project.id
            for project in self.by_id.values()
            if project.condition in self._tests and self._tests[project.condition](project, spaces)
        )

    def _all(self, spaces: tuple[Stack, ...]) -> list[Machine]:
        return [self._stacks.machines[card] for stack in spaces for card in stack]

    def _has_spaces_with(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        machines = self._stacks.machines
        holding = sum(any(machines[card].family == wanted.family for card in stack) for stack in spaces)
        return holding >= wanted.count

    def _has_family(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return sum(machine.family == wanted.family for machine in self._all(spaces)) >= wanted.count

    def _has_families(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        families = [machine.family for machine in self._all(spaces)]
        return all(sum(found == family for found in families) >= wanted.count for family in wanted.families)

    def _has_identical_stack(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return any(len(stack) >= wanted.count and len(set(stack)) == 1 for stack in spaces)

    def _has_machines(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return len(self._all(spaces)) >= wanted.count

    def _has_level(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return sum(machine.level == wanted.level for machine in self._all(spaces)) >= wanted.count

    def _makes_total(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return any(
            sum(made.values()) >= wanted.count and sum(n > 0 for n in made.values()) >= wanted.kinds
            for made in self.outputs(spaces)
        )

    def _makes_each(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return any(min(made.values()) >= wanted.count for made in self.outputs(spaces))

    def _makes_alike(self, wanted: Project, spaces: tuple[Stack, ...]) -> bool:
        return any(max(made.values()) >= wanted.count for made in self.outputs(spaces))

    def outputs(self, spaces: tuple[Stack, ...]) -> Iterator[Output]:
        """Yield the resources that a workshop could make in one activation, for each choice of kinds.

        Only production feeds it: a transformation machine on its own makes nothing here.
        """
        makings = [making for stack in spaces if (making := self._stacks.find_making(stack)) and not making.input]
        choices = [making.choice for making in makings if making.choice]
        for kinds in product(RESOURCES, repeat=len(choices)):
            made = dict.fromkeys(RESOURCES, 0)
            gives = [give for making in makings for give in making.gives]
            for kind, amount in [*gives, *zip(kinds, choices, strict=True)]:
                if kind in made:
                    made[kind] += amount
            yield made
