"""PgBouncer from Debian's packages, in transaction mode before a Postgres of a test."""

import os
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psycopg
from sqlalchemy import URL

from tests.debian import find_libraries, unpacked
from tests.mail.post import free_port

CONFIG = """
[databases]
* = {behind}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
logfile = {folder}/log
pidfile = {folder}/pid
"""


class PgBouncer:
    """A real one, with four connections for whoever comes: two processes of ours never have one of their own."""

    def __init__(self, postgres: URL) -> None:
        root = unpacked("pgbouncer")
        self.folder = Path(tempfile.mkdtemp(prefix="atelier-pgbouncer-"))
        self.folder.chmod(0o777)
        self.port = free_port()
        host = postgres.query.get("host") or postgres.host
        behind = f"host={host} port={postgres.port or 5432} user={postgres.username}"
        config = self.folder / "pgbouncer.ini"
        config.write_text(CONFIG.format(folder=self.folder, port=self.port, behind=behind))
        owner = (Path(str(host)) / f".s.PGSQL.{postgres.port or 5432}").stat().st_uid
        user = owner if os.geteuid() == 0 else None  # it refuses to be root, and needs the socket's folder
        command = [root / "usr/sbin/pgbouncer", config]
        self.process = subprocess.Popen(command, env=find_libraries(root), user=user)

    def before(self, url: URL) -> str:
        """Return the address of a database as it is reached through here."""
        bare = url.set(query={}, host="127.0.0.1", port=self.port)
        return bare.set(drivername="postgresql").render_as_string(hide_password=False)

    def wait(self, url: URL) -> None:
        """Wait until a database answers through here."""
        for _ in range(200):
            with suppress(psycopg.OperationalError):
                return psycopg.connect(self.before(url), connect_timeout=5).close()
            time.sleep(0.1)
        raise TimeoutError((self.folder / "log").read_text())

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(30)
