"""`python -m server [PORT]`: serves the club that the environment describes."""

import sys

from server.config import load_config
from server.serving import bind, serve


def main(*, worker: bool = True) -> None:
    """Serve on loopback; port 0 takes a free one and prints it."""
    listener = bind("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000)
    sys.stdout.write(f"listening on 127.0.0.1:{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(load_config(), listener, worker=worker)


if __name__ == "__main__":
    main()
