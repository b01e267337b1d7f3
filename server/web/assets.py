"""What pages load: a style sheet and a few scripts, under names that change when they do, so that they are kept for ever."""

import gzip
import hashlib
from functools import cache
from pathlib import Path

import msgspec
from flask import Response

from engine.core.errors import Refused
from engine.core.markup import draw_stylesheet
from server.web.site import pages, takes_pressed

bp = pages("assets")
FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FOR_EVER = "public, max-age=31536000, immutable"
BOARD = b"/* the board */"
"""Where the looks of a board stand in the style sheet."""


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    plain: bytes
    pressed: bytes


@cache
def read_assets() -> dict[str, Asset]:
    """Return all files by their names."""
    return {path.name: _read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in TYPES}


def _read(path: Path) -> Asset:
    plain = path.read_bytes().replace(BOARD, draw_stylesheet().encode())
    return Asset(TYPES[path.suffix], plain, gzip.compress(plain, mtime=0))


@cache
def find_digest() -> str:
    """Return what all files are together: scripts name each other, and so change their names together."""
    whole = hashlib.sha256()
    for name, asset in read_assets().items():
        whole.update(f"{name}\0{len(asset.plain)}\0".encode() + asset.plain)
    return whole.hexdigest()[:16]


@bp.app_template_global()
def find_path(name: str) -> str:
    """Return where a file is served."""
    assert name in read_assets(), name
    return f"/static/{find_digest()}/{name}"


@bp.get("/static/<digest>/<name>")
def send_asset(digest: str, name: str) -> Response:
    """Send a file; under the name of an older one what is there now, which nobody shall keep."""
    asset = read_assets().get(name)
    if asset is None:
        raise Refused("not_found", "There is nothing at this address.")
    answer = Response(asset.plain, content_type=asset.kind)
    if takes_pressed():
        answer.data = asset.pressed
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = FOR_EVER if digest == find_digest() else "no-cache"
    return answer
