"""The recipes of docs/hosting.md work as they stand there; folder, ports and database are this test's own."""

import shutil
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import make_url

from server.config import load_config
from server.services import host
from tests.attacks.proxies import CONFIG
from tests.databases import create_empty
from tests.debian import find_libraries, skipped_if_absent, unpacked
from tests.e2e.units import BIN, find_units, move_paths, read_unit, run_line, running, wait_until_ready
from tests.mail.post import free_port
from tests.pages import DOCS, find_blocks

pytestmark = pytest.mark.timeout(300)
ORIGIN = "https://club.example"


@pytest.fixture
def here(tmp_path):
    """Puts a recipe into a folder of this test, where the programs are."""
    (tmp_path / "srv" / "atelier").mkdir(parents=True)
    (tmp_path / "srv" / "atelier" / "venv").symlink_to(BIN.parent)
    (tmp_path / "backups").mkdir()
    return lambda text: move_paths(text, tmp_path)


def find_line(words):
    """Return the line of the page that begins with these words."""
    lines = (DOCS / "hosting.md").read_text(encoding="utf-8").splitlines()
    (found,) = [line for line in lines if line.startswith(words)]
    return found


def test_the_first_command_serves_a_club_that_is_backed_up_and_restored(here):
    port = free_port()
    with running(here(find_line("atelier serve")), ATELIER_WEB_PORT=str(port)) as process:
        assert wait_until_ready(port, process)["origin"] == ORIGIN
        run_line(here(find_line("atelier host backup")))
    run_line(here(find_line("atelier host restore")))
    restored = Path(here("/srv/again/"))
    club = host.init(load_config({}, home=str(restored)))
    club.engine.dispose()
    assert club.origin == ORIGIN
    assert (restored / "server-key.json").read_text() == Path(here("/srv/atelier/server-key.json")).read_text()


def test_what_is_shown_of_the_settings_can_be_read(tmp_path):
    (tmp_path / "atelier.toml").write_text(find_line("trusted_proxies"))
    assert load_config({}, home=str(tmp_path)).trusted_proxies == ("127.0.0.1",)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_has_nothing_against_the_units(here, tmp_path):
    units = find_units()
    assert set(units) == {"atelier.service", "atelier-api.service", "atelier-worker@.service"}
    for name, text in units.items():
        (tmp_path / name.replace("@", "@1")).write_text(here(text))
    command = ["systemd-analyze", "verify", *map(str, tmp_path.glob("*.service"))]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "atelier" in line]) == (0, [])


def test_the_units_boot_a_new_club(here, fresh_postgres):
    create_empty(make_url(fresh_postgres).set(drivername="postgresql+psycopg"))
    port = free_port()
    units = {name: read_unit(here(text)) for name, text in find_units().items()}
    (api, environment), (worker, same) = units["atelier-api.service"], units["atelier-worker@.service"]
    assert same == environment
    environment["DATABASE_URL"] = fresh_postgres
    run_line(api["ExecStartPre"], **environment)
    run_line(api["ExecStartPre"], **environment)
    with running(api["ExecStart"].replace("8000", str(port)), **environment) as process:
        assert wait_until_ready(port, process)["origin"] == ORIGIN
        with running(worker["ExecStart"], **environment) as working:
            assert "Working" in working.stderr.readline()


def test_the_unit_for_one_machine_boots_a_new_club(here):
    port = free_port()
    service, environment = read_unit(here(find_units()["atelier.service"]))
    with running(service["ExecStart"], **environment, ATELIER_WEB_PORT=str(port)) as process:
        assert wait_until_ready(port, process)["origin"] == ORIGIN


def test_caddy_takes_what_is_shown_of_it(tmp_path):
    root = get_package("caddy")
    (shown,) = find_blocks("hosting.md", "caddy")
    (tmp_path / "Caddyfile").write_text(shown)
    command = [root / "usr/bin/caddy", "adapt", "--config", tmp_path / "Caddyfile", "--validate"]
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, timeout=60)
    assert (done.returncode, "127.0.0.1:8000" in done.stdout) == (0, True), done.stderr


def get_package(name):
    """Return the folder of a Debian package."""
    with skipped_if_absent():
        return unpacked(name)


def test_nginx_takes_what_is_shown_of_it(tmp_path):
    root = get_package("nginx")
    (shown,) = find_blocks("hosting.md", "nginx")
    certificate = tmp_path / "club.pem"
    subject = ["-subj", "/CN=club.example", "-keyout", certificate, "-out", tmp_path / "cert.pem"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject], check=True, capture_output=True
    )
    filled = shown.replace(
        "# ssl_certificate, ssl_certificate_key",
        f"ssl_certificate {tmp_path}/cert.pem; ssl_certificate_key {certificate};",
    ).replace("443", str(free_port()))
    outer, _, inner = CONFIG.format(folder=tmp_path, port=0, behind=0).partition("  server {")
    assert inner
    (tmp_path / "nginx.conf").write_text(f"{outer}{filled}}}\n")
    command = [
        root / "usr/sbin/nginx",
        "-t",
        "-p",
        tmp_path,
        "-c",
        tmp_path / "nginx.conf",
        "-e",
        tmp_path / "error.log",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=find_libraries(root))
    assert done.returncode == 0, done.stderr
