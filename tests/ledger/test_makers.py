"""Slips that others make verify here: with openssl and a shell, node's jose, PyJWT and joserfc, as the page shows."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from joserfc import jws
from joserfc.jwk import OKPKey

from engine.ledger.entries import BODIES, Header
from engine.ledger.keys import PrivateKey, read_public_jwk
from engine.ledger.playing import draft_turn
from engine.ledger.slips import KINDS, TurnSlip, check_signature, expect, read_slip
from tests.ledger.room import Room, key

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
IS_CI = bool(os.environ.get("CI"))


def example(name):
    """Return the code that follows a marked place of the page."""
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"the page has no example `{name}`"
    return found[1]


def run(*command, **more):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=110, check=False, **more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def room():
    return Room().start()


def asked(room):
    """Return what a script is told: game, seat, ask, on and the moves."""
    ask = room.ask(0)
    return [room.page.game, 0, ask.number, ask.on, "bid 2"]


def plays(room, raw):
    """Play a slip that somebody else made, and return it."""
    slip = read_slip(raw)
    written = room.note(room.clerk.write(draft_turn(room.record, slip), room.tick()))
    assert written.entry.header.kind == "turn"
    return slip


@pytest.fixture
def key_file(tmp_path):
    """Return the file of ada's key, as the client keeps it."""
    file = tmp_path / "key.json"
    file.write_text(json.dumps(key("ada").jwk), encoding="utf-8")
    return file


@pytest.mark.process
def test_openssl_and_a_shell_make_a_key_and_a_turn(tmp_path):
    scripts = {name: tmp_path / f"{name}.sh" for name in ("key", "turn")}
    for name, script in scripts.items():
        script.write_text(example(f"openssl {name}"), encoding="utf-8")
    pem = tmp_path / "key.pem"
    public = read_public_jwk(json.loads(run("sh", scripts["key"], pem)))
    assert pem.stat().st_mode & 0o077 == 0
    ask = ["club-7", 1, 14, key("ada").kid, "reserve 3", "end"]
    slip = read_slip(run("sh", scripts["turn"], pem, *ask).encode())
    check_signature(slip, public)
    assert expect(slip, TurnSlip) == TurnSlip("club-7", 1, 14, key("ada").kid, ("reserve 3", "end"))


@pytest.mark.process
def test_a_turn_by_openssl_is_played(tmp_path, room):
    script, pem = tmp_path / "turn.sh", tmp_path / "key.pem"
    script.write_text(example("openssl turn"), encoding="utf-8")
    pem.write_bytes(pem_of(key("ada")))
    plays(room, run("sh", script, pem, *asked(room)).encode())


@pytest.mark.process
def test_a_turn_by_openssl_can_play_what_goes_without_saying(tmp_path):
    script, pem = tmp_path / "turn.sh", tmp_path / "key.pem"
    said = '"moves":[%s],"forced":true'
    assert f"`{said}`" in PAGE.read_text(encoding="utf-8")
    script.write_text(example("openssl turn").replace('"moves":[%s]', said), encoding="utf-8")
    pem.write_bytes(pem_of(key("ada")))
    slip = read_slip(run("sh", script, pem, "club-7", 1, 14, key("ada").kid, "extract").encode())
    assert expect(slip, TurnSlip) == TurnSlip("club-7", 1, 14, key("ada").kid, ("extract",), forced=True)


def pem_of(private: PrivateKey) -> bytes:
    return OKPKey.import_key({**private.jwk}).as_pem(private=True)


@pytest.mark.process
def test_a_turn_by_pyjwt_is_played(tmp_path, key_file, room):
    script = tmp_path / "turn.py"
    script.write_text(example("python turn"), encoding="utf-8")
    plays(room, run(sys.executable, script, key_file, *asked(room)).encode())


@pytest.fixture(scope="session")
def jose(tmp_path_factory):
    """Return a folder in which node finds `jose`, or skip where there is no node, no npm or no way to fetch it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    folder = tmp_path_factory.mktemp("jose")
    if not node or not npm:
        return missing("node or npm is not installed")
    command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "jose@6"]
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100, check=False)
    except subprocess.TimeoutExpired:
        return missing("npm took too long")
    return folder if done.returncode == 0 else missing(f"npm could not fetch jose: {done.stderr[-200:]}")


def missing(why):
    """Skip on a player's machine; where everything has to be there, fail."""
    if IS_CI:
        pytest.fail(why)
    pytest.skip(why)


@pytest.mark.process
def test_a_turn_by_nodes_jose_is_played(jose, key_file, room):
    script = jose / "turn.mjs"
    script.write_text(example("node turn"), encoding="utf-8")
    plays(room, run("node", script, key_file, *asked(room), cwd=jose).encode())


def test_joserfc_reads_what_we_sign_and_signs_what_we_read(room):
    slip = room.turn_slip(0, "bid 2")
    theirs = OKPKey.import_key({**key("ada").jwk})
    read = jws.deserialize_compact(slip.raw, theirs, algorithms=["Ed25519"])
    assert json.loads(read.payload)["moves"] == ["bid 2"]
    header = {"alg": "Ed25519", "kid": theirs.thumbprint(), "typ": TurnSlip.typ}
    made = jws.serialize_compact(header, read.payload, theirs, algorithms=["Ed25519"])
    plays(room, made.encode())


def test_the_page_names_every_code_that_a_slip_can_be_refused_with():
    page = PAGE.read_text(encoding="utf-8")
    folder = Path(__file__).parents[2] / "engine" / "ledger"
    modules = ("strict", "keys", "jws", "slips", "record", "joining", "playing", "trail")
    source = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in modules)
    codes = set(re.findall(r'Refused\(\s*"(\w+)"', source))
    about_terms = {"unknown_option", "seats_out_of_range"}
    assert {code for code in codes if f"`{code}`" not in page} <= about_terms


def test_the_page_names_every_member_of_every_slip_and_header():
    page = PAGE.read_text(encoding="utf-8")
    kinds: list[type[msgspec.Struct]] = [*KINDS.values(), *BODIES.values(), Header]
    for kind in kinds:
        for name in kind.__struct_fields__:
            assert re.search(rf"\b{name}\b", page), f"{kind.__name__}.{name}"
    for typ in KINDS:
        assert f"`{typ}`" in page
