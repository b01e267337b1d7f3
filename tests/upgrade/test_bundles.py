"""Bundles that version 0.1 made verify for ever, to the same report."""

import gzip
import hashlib
import io
import json
from functools import cache
from pathlib import Path

import pytest

from cli.env import Env
from cli.verifying import plain_report, show_report
from engine.ledger.bundle import decode_bundle
from engine.ledger.entries import BODIES
from engine.ledger.keys import read_public_jwk
from engine.ledger.verify import Anchors, verify

FOLDER = Path(__file__).parents[1] / "fixtures" / "0.1" / "bundles"
HELD = json.loads((FOLDER / "held.json").read_text(encoding="utf-8"))
REPORTS = json.loads((FOLDER / "reports.json").read_text(encoding="utf-8").replace("’", "'"))
"""What 0.1 said; its French had two kinds of apostrophes, of which one is left."""
NEWER_KINDS, NEWER_MEMBERS = {"agree", "note"}, {"hosts", "restored_at", "lost", "key_lost_at"}
"""What came after 0.1: kinds of entries, and members of a report."""
each_bundle = pytest.mark.parametrize("name", sorted(REPORTS))


@cache
def read(name):
    return gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes())


def anchors_of(name):
    """Return what the reader of a bundle held when 0.1 verified it."""
    held = HELD["readers"][name]
    return Anchors(
        server_keys=(read_public_jwk(HELD["server_key"]),),
        own_keys=tuple(read_public_jwk(jwk) for jwk in held["own_keys"]),
        heads=tuple(head.encode() for head in held["heads"]),
        receipts=tuple(receipt.encode() for receipt in held["receipts"]),
    )


def tell(report, lang):
    """Return what `atelier verify --plain` writes about a report: each sentence on a line."""
    out = io.StringIO()
    env = Env.of({"ATELIER_LANG": lang, "HOME": "/nowhere"}, io.StringIO(), out, io.StringIO())
    env.plain = True
    show_report(env, report, 0.0)
    return out.getvalue()


def show(report):
    """Return a report as the fixtures keep it: as data, and in the words of both languages."""
    plain = json.loads(json.dumps(plain_report(report, None)))
    plain = {name: value for name, value in plain.items() if name not in NEWER_MEMBERS}
    return {"report": plain, "en": tell(report, "en"), "fr": tell(report, "fr")}


def test_they_are_those_that_0_1_made():
    digest = hashlib.sha256(b"".join(read(name) for name in sorted(REPORTS))).hexdigest()
    assert digest == "f241e7d06e35f4131f7efc6c8d2855d1921830c70438bfc2378173bc79fd56df"
    assert {path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.gz")} == set(REPORTS)


def test_they_hold_every_game_and_every_kind_of_entry():
    bundles = [decode_bundle(read(name)) for name in REPORTS]
    games = {(bundle.entries[0].body or {})["rules"] for bundle in bundles}
    assert games == {"nicodemus", "fantastic_factories", "mech_a_dream", "imaginarium"}
    assert {line.header.kind for bundle in bundles for line in bundle.entries} == set(BODIES) - NEWER_KINDS


@each_bundle
def test_a_bundle_alone_gives_the_report_of_0_1(name):
    assert show(verify(read(name))) == REPORTS[name]["alone"]


@each_bundle
def test_with_what_its_reader_held_it_is_witnessed_as_far_as_0_1_said(name):
    assert show(verify(read(name), anchors_of(name))) == REPORTS[name]["held"]


@each_bundle
def test_a_flipped_bit_is_found_where_0_1_found_it(name):
    for flipped in REPORTS[name]["flipped"]:
        raw = bytearray(read(name))
        raw[flipped["at"]] ^= 1
        report = verify(bytes(raw))
        assert report.refused is not None, flipped
        assert (report.failed_at, report.refused.code) == (flipped["failed_at"], flipped["code"]), flipped
