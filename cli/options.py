"""Arguments and options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

GameArg = Annotated[
    str | None,
    typer.Argument(
        help="The game's id or title, or the beginning of either; without it (or with `.`), the one that waits for you."
    ),
]
NeededGame = Annotated[str, typer.Argument(help="The game's id or title, or the beginning of either.")]
MovesArg = Annotated[
    list[str] | None,
    typer.Argument(help="Moves, one in each argument; `-` reads them from stdin."),
]
FileOption = Annotated[
    Path | None, typer.Option("--file", "-f", help="Read the moves from a file; # begins a comment.")
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Show what the moves would do, and play nothing.")]
BlindOption = Annotated[bool, typer.Option("--blind", help="Play on even after a move has shown something new.")]
ExactOption = Annotated[
    bool, typer.Option("--exact", help="Play these moves alone, even where only one other is left after them.")
]
ThenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--then", metavar="NOTE", help="Leave a note for your next ask with the turn; can be given several times."
    ),
]
ClubOption = Annotated[str | None, typer.Option("--club", help="The club's folder; ATELIER_CLUB, else ./club.")]
