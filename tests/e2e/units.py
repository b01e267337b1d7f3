"""The units of docs/hosting.md, and what starts their lines where no systemd does."""

import configparser
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import requests

from tests.cli.people import bare_environment
from tests.pages import find_blocks

BIN = Path(sys.executable).parent


def find_environment(**more):
    return {**bare_environment(), "PATH": f"{BIN}:{os.environ['PATH']}", "ATELIER_LOG": "off", **more}


def start(line, **more):
    """Start a line of a unit, in the folder in which systemd starts one that names none."""
    return subprocess.Popen(shlex.split(line), env=find_environment(**more), cwd="/", stderr=subprocess.PIPE, text=True)


def stop(process):
    """End what was started as systemd does, and return what it said."""
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=60)[1]


@contextmanager
def running(line, **more):
    """Run a line while something is done."""
    process = start(line, **more)
    try:
        yield process
    finally:
        stop(process)


def run_line(line, **more):
    """Run a line that must succeed."""
    subprocess.run(shlex.split(line), env=find_environment(**more), check=True, capture_output=True, timeout=120)


def wait_until_ready(port, process):
    """Return what a club says of itself, as soon as it can play."""
    for _ in range(600):
        assert process.poll() is None, process.stderr.read()
        try:
            if requests.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                return requests.get(f"http://127.0.0.1:{port}/", timeout=5).json()
        except requests.RequestException:  # not there yet
            time.sleep(0.1)
    raise TimeoutError


def find_units():
    """Return the units of the page, each by the name that its first line gives it."""
    named = (re.match(r"# \S+/(\S+\.service)", block) for block in find_blocks("hosting.md", "ini"))
    return {name[1]: name.string for name in named if name}


def read_unit(text):
    """Return what a unit runs, and in which environment."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(text.replace("\\\n", " "))
    service = dict(unit["Service"])
    return service, dict(pair.split("=", 1) for pair in service["Environment"].split())


def move_paths(text, folder):
    """Return a recipe with its folders under another one."""
    return re.sub("(?<![\\w/])/(srv|backups)/", rf"{folder}/\1/", text)
