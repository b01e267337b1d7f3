"""Whom a mail is from: Authentication-Results as RFC 8601 has them, from a corpus."""

import tomllib
from pathlib import Path

import pytest

from server.mail.incoming import message
from server.mail.incoming.authentication import has_failed

CORPUS = tomllib.loads((Path(__file__).parent / "authentication.toml").read_text(encoding="utf-8"))
SERVER = "mx.club.example"


def failed(*fields, server=SERVER):
    head = "".join(f"Authentication-Results: {field}\r\n" for field in fields)
    return has_failed(message.read(head.encode() + b"\r\nbid 2", "x@y").head, server)


@pytest.mark.parametrize("name", CORPUS["failed"])
def test_a_failure_is_found_however_it_is_written(name):
    assert failed(CORPUS["failed"][name])


@pytest.mark.parametrize("name", CORPUS["fine"])
def test_what_is_no_failure_is_taken_for_none(name):
    assert not failed(CORPUS["fine"][name])


def test_one_failure_among_several_fields_counts():
    fine, bad = CORPUS["fine"]["passed"], CORPUS["failed"]["plain"]
    assert failed(fine, bad)
    assert failed(bad, fine)
    assert failed(CORPUS["fine"]["another_server"], bad)
    assert not failed(fine, CORPUS["fine"]["another_server"])
    assert not failed()


def test_the_name_of_our_server_is_compared_without_case():
    assert failed(CORPUS["failed"]["plain"], server="MX.club.EXAMPLE")
