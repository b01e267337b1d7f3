"""Bundles that versions left behind, and what each version's own `verify` said of them."""

import gzip
import io
import json
from functools import cached_property
from pathlib import Path

from cli.env import Env
from cli.verifying import plain_report, show_report
from engine.ledger.anchoring import Anchors
from engine.ledger.keys import read_public_jwk

FIXTURES = Path(__file__).parents[1] / "fixtures"


class Keepsakes:
    """What one version left: bundles, what their readers held, what it said of them."""

    def __init__(self, version, newer_members=()):
        self.folder = FIXTURES / version / "bundles"
        self.newer_members = newer_members
        """Members of a report that came after it."""

    @cached_property
    def held(self):
        return json.loads((self.folder / "held.json").read_text(encoding="utf-8"))

    @cached_property
    def reports(self):
        return json.loads((self.folder / "reports.json").read_text(encoding="utf-8").replace("’", "'"))

    def read(self, name):
        return gzip.decompress((self.folder / f"{name}.json.gz").read_bytes())

    def anchors_of(self, name):
        """Return what the reader of a bundle held when the version verified it."""
        held = self.held["readers"][name]
        return Anchors(
            server_keys=(read_public_jwk(self.held["server_key"]),),
            own_keys=tuple(read_public_jwk(jwk) for jwk in held["own_keys"]),
            heads=tuple(head.encode() for head in held["heads"]),
            receipts=tuple(receipt.encode() for receipt in held["receipts"]),
        )

    def show(self, report):
        """Return a report as this version kept it."""
        return show(report, self.newer_members)


def show(report, newer_members=()):
    """Return a report as the fixtures keep it: as data, and in the words of both languages."""
    plain = json.loads(json.dumps(plain_report(report, None)))
    plain = {name: value for name, value in plain.items() if name not in newer_members}
    return {"report": plain, "en": tell(report, "en"), "fr": tell(report, "fr")}


def tell(report, lang):
    """Return what `atelier verify --plain` writes about a report: each sentence on a line."""
    out = io.StringIO()
    env = Env.of({"ATELIER_LANG": lang, "HOME": "/nowhere"}, io.StringIO(), out, io.StringIO())
    env.plain = True
    show_report(env, report, 0.0)
    return out.getvalue()
