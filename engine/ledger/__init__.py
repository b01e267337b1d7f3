"""A game that proves itself: signed slips, a hash chain with salted commitments, bundles and offline verification."""

from pathlib import Path

from engine.core.language import register_catalogues

register_catalogues(Path(__file__).parent / "locale")
