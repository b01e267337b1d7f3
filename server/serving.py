"""One command for a club on one machine: migrations, the web server and the worker in one process."""

import gc
import logging
import signal
import socket

from engine.core.errors import Refused
from server import create_app
from server.config import Config
from server.httpd import WebServer
from server.services import checks, host
from server.worker import Worker


def bind(address: str, port: int) -> socket.socket:
    """Return a listening socket, or say that the port is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
    except OSError as error:
        raise Refused("invalid_value", "Port {port} can't be used: {error}.", port=port, error=str(error)) from None
    listener.listen(128)
    return listener


def serve(config: Config, listener: socket.socket, *, worker: bool = True, hold: bool = False) -> None:
    """Serve a club until the process is told to stop; one without an address is assumed to be where it listens."""
    assumed = f"http://127.0.0.1:{listener.getsockname()[1]}"
    host.init(config, assumed).engine.dispose()
    app = create_app(config, assumed=assumed)
    club = app.extensions["atelier"]
    differing = checks.check_sample(club, hold=hold)
    if differing and not hold:
        games = [one.game for one in differing]
        raise Refused(
            "held_for_upgrade",
            "These running games no longer replay on the installed rules: {games}. `--hold` serves them read-only.",
            games=games,
        )
    gc.freeze()  # what stands now stays: it need not be looked through for rubbish again and again
    with club.open_thinkers():
        _serve(WebServer(app, listener, config.web), Worker(club) if worker else None)


def _serve(server: WebServer, worker: Worker | None) -> None:
    """Run both until the process is told to stop."""
    working = None if worker is None else worker.start()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of every request that waits a moment
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.stop)
    try:
        server.run()
    finally:
        if working is not None:
            working.stop()
