"""A key under a password, and what a browser kept: written, read, and refused when it is not as it should be."""

import json
import os
import stat
import subprocess

import pytest
from joserfc import jwe
from joserfc.jwk import OctKey

from cli import sealing
from cli.exits import Failure
from engine.core.canonical import b64u, canonical
from engine.ledger.keys import make_key_from_os_randomness
from tests.cli.people import Player, write_witnesses

WORD = "le cœur a ses raisons"
ALGORITHMS = ["PBES2-HS512+A256KW", "A256GCM"]


@pytest.fixture
def elsewhere(tmp_path, served):
    return Player(tmp_path / "elsewhere", served.origin)


def test_a_key_is_carried_under_a_password(person, elsewhere, tmp_path):
    ada, file = person("ada"), tmp_path / "key.jwe"
    told = ada.ok("key", "export", file, "--password", ATELIER_PASSWORD=WORD).err
    assert "and the password" in told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sealing.is_sealed(file.read_text())
    file.chmod(0o644)  # as a browser saves it
    shown = elsewhere.ok("key", "import", file, ATELIER_PASSWORD=WORD)
    assert ada.handle in shown.err
    assert elsewhere.data("whoami")["kid"] == ada.data("whoami")["kid"]


def test_without_a_password_it_is_the_plain_key(person, tmp_path):
    ada, file = person("ada"), tmp_path / "key.json"
    ada.ok("key", "export", file)
    assert json.loads(file.read_text()) == json.loads((ada.home / "profiles/default/key.json").read_text())
    file.chmod(0o644)
    assert ada.run("key", "import", file, "--force").exit == 7


def test_a_wrong_password_opens_nothing(person, elsewhere, tmp_path):
    ada, file = person("ada"), tmp_path / "key.jwe"
    ada.ok("key", "export", file, "--password", ATELIER_PASSWORD=WORD)
    refused = elsewhere.run("key", "import", file, ATELIER_PASSWORD=WORD.upper())
    assert (refused.exit, "does not open" in refused.err) == (7, True)
    assert not list(elsewhere.home.rglob("key.json"))


def test_a_password_is_typed_twice_and_nobody_is_asked_in_a_script(person, tmp_path):
    ada, file = person("ada"), tmp_path / "key.jwe"
    asked = ada.run("key", "export", file, "--password", stdin=f"{WORD}\n{WORD}!\n", terminal=True)
    assert (asked.exit, "differ" in asked.err) == (2, True)
    assert "ATELIER_PASSWORD" in ada.run("key", "export", file, "--password").err
    assert "at least 10" in ada.run("key", "export", file, "--password", ATELIER_PASSWORD="short").err
    assert not file.exists()
    ada.ok("key", "export", file, "--password", stdin=f"{WORD}\n{WORD}\n", terminal=True)
    assert file.exists()


def test_what_is_typed_is_not_shown(person, tmp_path):
    ada, file = person("ada"), tmp_path / "key.jwe"
    master, slave = os.openpty()
    terminal = os.ttyname(slave)
    command = f'exec "$0" key export {file} --password <{terminal} >{terminal} 2>&1'  # opened so that it is theirs
    typing = subprocess.Popen(
        ["sh", "-c", command, ada.program],
        env=ada.environ,
        start_new_session=True,
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    shown = b""
    for asked in (b"for the file:", b"Once more:"):
        while asked not in shown:
            shown += os.read(master, 1000)
        os.write(master, f"{WORD}\n".encode())
    while b"Written to" not in shown:
        shown += os.read(master, 1000)
    assert typing.wait(timeout=60) == 0
    os.close(master)
    assert sealing.is_sealed(file.read_text())
    assert b"raisons" not in shown


def test_the_same_letters_are_the_same_password():
    key = make_key_from_os_randomness()
    sealed = sealing.seal(key, "pére et mère")
    assert json.loads(sealing.unseal(sealed, "pe\u0301re et me\u0300re", "x")) == key.jwk


def make(header, password=WORD, **changed):
    typed = OctKey.import_key(password.encode())
    plain = canonical(make_key_from_os_randomness().jwk)
    return jwe.encrypt_compact({**header, **changed}, plain, typed, algorithms=[*ALGORITHMS, "DEF"])


GOOD = {"alg": ALGORITHMS[0], "cty": "jwk+json", "enc": ALGORITHMS[1], "p2c": 100_000, "p2s": b64u(b"s" * 16)}


def test_what_another_program_makes_of_the_same_kind_is_read():
    assert "OKP" in sealing.unseal(make(GOOD), WORD, "x")


@pytest.mark.parametrize(
    "changed",
    [{"p2c": 99_999}, {"p2s": b64u(b"s" * 8)}, {"zip": "DEF"}, {"kid": "x"}, {"cty": "json"}],
    ids=lambda changed: next(iter(changed)),
)
def test_what_is_not_written_as_it_should_be_is_refused(changed):
    with pytest.raises(Failure) as refused:
        sealing.unseal(make(GOOD, **changed), WORD, "x")
    assert refused.value.code == "key_unreadable"


@pytest.mark.parametrize("rounds", [300_001, 2**31, 10**30, 3e5, True, "300000", None])
def test_a_file_that_asks_for_too_much_work_gets_none(rounds):
    header = canonical({**GOOD, "p2c": 0}).replace(b'"p2c":0', b'"p2c":' + json.dumps(rounds).encode())
    hostile = ".".join([b64u(header), *make(GOOD).split(".")[1:]])
    with pytest.raises(Failure) as refused:
        sealing.unseal(hostile, WORD, "x")
    assert refused.value.code == "key_unreadable"


@pytest.mark.parametrize("part", range(5))
def test_a_changed_part_opens_nothing(part):
    parts = make(GOOD).split(".")
    parts[part] = parts[part][:-4] + ("AAAA" if parts[part][-4:] != "AAAA" else "BBBB")
    with pytest.raises(Failure):
        sealing.unseal(".".join(parts), WORD, "x")


def test_a_long_file_is_not_looked_at():
    with pytest.raises(Failure):
        sealing.unseal(make(GOOD) + "A" * 5000, WORD, "x")


@pytest.fixture
def witnessed(duel, elsewhere, tmp_path):
    game, ada, _ = duel
    bundle, file = tmp_path / "game.json", tmp_path / "witnesses.json"
    ada.ok("export", game, "--file", bundle)
    return elsewhere, bundle, file, ada, game


def test_a_game_is_anchored_by_what_a_browser_kept(witnessed):
    stranger, bundle, file, ada, game = witnessed
    file.write_text(write_witnesses(ada, game))
    alone = stranger.data("verify", bundle)
    assert alone["anchored_to"] is None
    assert stranger.data("verify", bundle, "--witness", file)["anchored_to"] is not None
    assert stranger.data("verify", bundle, "--witness", file, "--witness", file)["anchored_to"] is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [("{}", "malformed_json"), ("[1]", "malformed_json"), ("\ud7ff", "malformed_json")],
)
def test_a_file_of_something_else_is_refused(witnessed, text, code):
    stranger, bundle, file, *_ = witnessed
    file.write_text(text)
    refused = stranger.run("verify", bundle, "--witness", file, "--json")
    assert (refused.exit, json.loads(refused.err)["code"]) == (7, code)


def test_witnesses_of_another_club_or_with_a_bad_key_are_refused(witnessed):
    stranger, bundle, file, ada, game = witnessed
    file.write_text(write_witnesses(ada, game, origin="https://other.example", succession=[]))
    assert "is of https://other.example" in stranger.run("verify", bundle, "--witness", file).err
    file.write_text(write_witnesses(ada, game, server_keys=[{"kty": "RSA"}]))
    assert stranger.run("verify", bundle, "--witness", file).exit == 7
    assert stranger.run("verify", bundle, "--witness", file.with_name("nothing")).exit == 7
