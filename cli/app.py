"""The `atelier` command."""

from importlib.metadata import version
from typing import Annotated

import typer

app = typer.Typer(name="atelier", add_completion=False)


def main() -> None:
    """Run the command line; this is the console script."""
    app()


def show_version(wanted: bool) -> None:
    """Print the version and stop, when asked for."""
    if wanted:
        typer.echo(f"atelier {version('atelier')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def atelier(
    ctx: typer.Context,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play long board games by mail and from the shell."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
