"""Bundles that a version made verify for ever, to the same report."""

import hashlib

import pytest

from engine.ledger.bundle import decode_bundle
from engine.ledger.entries import BODIES
from engine.ledger.verify import verify
from tests.upgrade.reports import Keepsakes

VERSIONS = {"0.1": Keepsakes("0.1", {"hosts", "restored_at", "lost", "key_lost_at"}), "0.2": Keepsakes("0.2")}
DIGESTS = {
    "0.1": "f241e7d06e35f4131f7efc6c8d2855d1921830c70438bfc2378173bc79fd56df",
    "0.2": "68fbafbc36a420f763aa331980b0b5bf7974a4759a38afb55a1a84cf9411ff24",
}
NEWER_KINDS = {"agree", "note"}
"""Kinds of entries that came after 0.1."""
NEWER_WAYS = {"mail", "link"}
"""Doors by which turns come without a slip."""
each_version = pytest.mark.parametrize("version", VERSIONS)
each_bundle = pytest.mark.parametrize(
    ("version", "name"), [(version, name) for version, kept in VERSIONS.items() for name in sorted(kept.reports)]
)


def lines_of(version):
    kept = VERSIONS[version]
    return [line for name in kept.reports for line in decode_bundle(kept.read(name)).entries]


@each_version
def test_they_are_those_that_the_version_made(version):
    kept = VERSIONS[version]
    digest = hashlib.sha256(b"".join(kept.read(name) for name in sorted(kept.reports))).hexdigest()
    assert digest == DIGESTS[version]
    assert {path.name.removesuffix(".json.gz") for path in kept.folder.glob("*.gz")} == set(kept.reports)


@each_version
def test_they_hold_every_game(version):
    games = {line.body["rules"] for line in lines_of(version) if line.header.kind == "open" and line.body}
    assert games == {"nicodemus", "fantastic_factories", "mech_a_dream", "imaginarium"}


def test_those_of_0_1_hold_every_kind_of_entry_of_its_time():
    assert {line.header.kind for line in lines_of("0.1")} == set(BODIES) - NEWER_KINDS


def test_those_of_0_2_hold_what_came_with_it():
    lines = lines_of("0.2")
    assert {line.header.kind for line in lines} >= NEWER_KINDS | {"host", "undo", "clock", "bot"}
    assert {line.body.get("via") for line in lines if line.body} >= NEWER_WAYS


@each_bundle
def test_a_bundle_alone_gives_the_report_of_its_version(version, name):
    kept = VERSIONS[version]
    assert kept.show(verify(kept.read(name))) == kept.reports[name]["alone"]


@each_bundle
def test_with_what_its_reader_held_it_is_witnessed_as_far_as_its_version_said(version, name):
    kept = VERSIONS[version]
    assert kept.show(verify(kept.read(name), kept.anchors_of(name))) == kept.reports[name]["held"]


@each_bundle
def test_a_flipped_bit_is_found_where_its_version_found_it(version, name):
    kept = VERSIONS[version]
    for flipped in kept.reports[name]["flipped"]:
        raw = bytearray(kept.read(name))
        raw[flipped["at"]] ^= 1
        report = verify(bytes(raw))
        assert report.refused is not None, flipped
        assert (report.failed_at, report.refused.code) == (flipped["failed_at"], flipped["code"]), flipped
