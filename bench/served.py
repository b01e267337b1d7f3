"""The real app with its worker in the same process, as `atelier serve` has it."""

from flask import Flask

from server import create_app
from server.worker import Worker


def create_app_with_worker() -> Flask:
    """Return the club's app; its worker runs until the process ends."""
    app = create_app()
    Worker(app.extensions["atelier"]).start()
    return app
