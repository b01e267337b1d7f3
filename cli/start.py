"""The console script: most commands live for a moment, in which looking for rubbish costs more than it brings."""

import gc

SELDOM = 20_000
"""So many new objects before Python looks for rubbish; usually it is 700."""


def main() -> None:
    """Run the command line."""
    gc.set_threshold(SELDOM)
    from cli.app import main as run  # most of what a command costs is importing what it needs

    try:
        run()
    finally:
        gc.freeze()  # what is left goes with the process
