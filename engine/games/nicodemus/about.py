"""What is known of a machine or a project of Nicodemus, in the game's words."""

from engine.core.language import Count, Name, Text, name_all
from engine.games.nicodemus.cards import Project


def about_project(project: Project) -> Text:
    """Return the machines that a project takes."""
    if project.kind == "colours" and len(project.needs) > 1:
        return Text("one machine of each colour: {colours}", colours=name_all(project.needs))
    if project.kind == "colours":
        return Count(
            "{n} {colour} machine", "{n} {colour} machines", *project.needs.values(), colour=Name(*project.needs)
        )
    if project.kind == "symbols" and len(project.needs) > 1:
        return Text("machines that make {kinds}", kinds=name_all(project.needs))
    if project.kind == "symbols":
        return Count(
            "{n} machine that makes {kind}",
            "{n} machines that make {kind}",
            *project.needs.values(),
            kind=Name(*project.needs),
        )
    if project.kind == "points":
        return Text(
            "{n} machines worth exactly {value}", n=project.count, value=Count("{n} point", "{n} points", project.value)
        )
    return Text("{n} identical machines", n=project.count)
