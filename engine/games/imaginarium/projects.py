"""What projects ask for (The projects)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.games.imaginarium.cards import RESOURCES, Machine, Project
from engine.games.imaginarium.stacks import REMEMBERED, Combinations
from engine.games.imaginarium.state import Player, Stack

Output = dict[str, int]
Spaces = tuple[Stack, ...]


class Projects:
    """Tells how far a player has come with each project; what depends on machines alone is worked out once."""

    def __init__(self, projects: Sequence[Project], stacks: Combinations) -> None:
        self.by_id = {project.id: project for project in projects}
        self._stacks = stacks
        self._counts = {
            "spaces_with": self._spaces_with,
            "family": self._of_family,
            "families": self._of_families,
            "identical_stack": self._identical,
            "machines": self._machines,
            "level": self._of_level,
            "output_total": self._output_total,
            "output_each": self._output_each,
            "output_alike": self._output_alike,
        }
        self.progress_by_machines = lru_cache(REMEMBERED)(self._progress_by_machines)

    def is_met(self, project: str, player: Player) -> bool:
        """Tell whether a player fulfils a project now."""
        return self.progress(project, player) == 1

    def progress(self, project: str, player: Player) -> float:
        """Return how far a player has come with a project, from 0 to 1."""
        wanted = self.by_id[project]
        if wanted.condition == "assistants":
            return min(1, len(player.assistants) / wanted.count)
        if wanted.condition == "charcoalium":
            return min(1, player.charcoalium / wanted.count)
        return self.progress_by_machines(tuple(player.spaces))[project]

    def _progress_by_machines(self, spaces: Spaces) -> dict[str, float]:
        return {
            wanted.id: min(1, self._counts[wanted.condition](wanted, spaces) / wanted.count)
            for wanted in self.by_id.values()
            if wanted.condition in self._counts
        }

    # Each of these reaches what is wanted when the project is met.

    def _spaces_with(self, wanted: Project, spaces: Spaces) -> int:
        machines = self._stacks.machines
        return sum(any(machines[card].family == wanted.family for card in stack) for stack in spaces)

    def _of_family(self, wanted: Project, spaces: Spaces) -> int:
        return sum(machine.family == wanted.family for machine in self._all(spaces))

    def _of_families(self, wanted: Project, spaces: Spaces) -> float:
        found: list[str] = [machine.family for machine in self._all(spaces)]
        return sum(min(found.count(family), wanted.count) for family in wanted.families) / len(wanted.families)

    def _identical(self, _: Project, spaces: Spaces) -> int:
        return max((len(stack) for stack in spaces if len(set(stack)) == 1), default=0)

    def _machines(self, _: Project, spaces: Spaces) -> int:
        return len(self._all(spaces))

    def _of_level(self, wanted: Project, spaces: Spaces) -> int:
        return sum(machine.level == wanted.level for machine in self._all(spaces))

    def _output_total(self, wanted: Project, spaces: Spaces) -> int:
        def counted(made: Output) -> int:
            total, kinds = sum(made.values()), sum(n > 0 for n in made.values())
            return total if kinds >= wanted.kinds else min(total, wanted.count - 1)

        return max(map(counted, self.outputs(spaces)))

    def _output_each(self, wanted: Project, spaces: Spaces) -> float:
        return max(sum(min(n, wanted.count) for n in made.values()) for made in self.outputs(spaces)) / len(RESOURCES)

    def _output_alike(self, _: Project, spaces: Spaces) -> int:
        return max(max(made.values()) for made in self.outputs(spaces))

    def _all(self, spaces: Spaces) -> list[Machine]:
        return [self._stacks.machines[card] for stack in spaces for card in stack]

    def outputs(self, spaces: Spaces) -> Iterator[Output]:
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
