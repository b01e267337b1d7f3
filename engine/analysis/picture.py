"""The chance to win over a game as a picture: SVG that needs nothing else, and blocks for a terminal."""

from collections.abc import Sequence
from html import escape

from engine.analysis.report import Analysis, Point
from engine.core.palette import HUES

WIDTH, HEIGHT = 800, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 152, 24, 36
"""The room around the curves: names stand at their ends."""
LINES = (HUES["blue"], HUES["red"], HUES["green"], HUES["purple"], HUES["orange"])
DASHES = ("", "8 4", "2 4", "12 4 2 4", "4 4")
"""Curves differ by more than their colour."""
BLOCKS = "▁▂▃▄▅▆▇█"
STYLE = (
    "svg{background:#fff}text{font:13px system-ui,sans-serif;fill:#222}"
    ".grid{stroke:#ddd}.curve{fill:none;stroke-width:2}.swing{fill:#222}"
)


def draw_curves(analysis: Analysis, title: str) -> str:
    """Return the picture as SVG: a curve for each player, a mark at each turn that swung the game."""
    points = analysis.points
    parts = [f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", *_draw_grid(points)]
    parts += [_draw_curve(points, seat) for seat in range(len(analysis.players))]
    parts += _draw_names(analysis)
    parts += [_mark(points, swing.n, swing.seat) for swing in analysis.swings]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(parts) + "\n</svg>\n"


def _x(points: Sequence[Point], index: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(points) - 1)


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def _draw_grid(points: Sequence[Point]) -> list[str]:
    drawn = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        drawn.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for index, number in _find_rounds(points):
        x = _x(points, index)
        drawn.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{number}</text>')
    return drawn


def _find_rounds(points: Sequence[Point]) -> list[tuple[int, int]]:
    """Return where each round begins; of many, some."""
    begins = [
        (index, point.round)
        for index, point in enumerate(points)
        if point.round and (index == 0 or points[index - 1].round != point.round)
    ]
    return begins[:: 1 + len(begins) // 16]


def _draw_curve(points: Sequence[Point], seat: int) -> str:
    line = " ".join(f"{_x(points, index):.1f},{_y(point.chances[seat]):.1f}" for index, point in enumerate(points))
    look = f'stroke="{LINES[seat % len(LINES)]}" stroke-dasharray="{DASHES[seat % len(DASHES)]}"'
    return f'<polyline class="curve" {look} points="{line}"/>'


def _draw_names(analysis: Analysis) -> list[str]:
    """Return the names at the ends of their curves, none over another."""
    last = analysis.points[-1].chances
    drawn, free = [], float(TOP)
    for seat in sorted(range(len(last)), key=lambda one: -last[one]):
        y = max(_y(last[seat]), free)
        free = y + 16
        colour = LINES[seat % len(LINES)]
        name = escape(analysis.players[seat])
        drawn.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}" style="fill:{colour}">{name}</text>')
    return drawn


def _mark(points: Sequence[Point], n: int, seat: int) -> str:
    index = next((index for index, point in enumerate(points) if point.n >= n), len(points) - 1)
    return f'<circle class="swing" cx="{_x(points, index):.1f}" cy="{_y(points[index].chances[seat]):.1f}" r="4"/>'


def draw_blocks(points: Sequence[Point], seat: int, width: int) -> str:
    """Return a seat's curve as one line of blocks, at most so wide."""
    count = min(width, len(points))
    chosen = [points[index * (len(points) - 1) // max(1, count - 1)] for index in range(count)]
    return "".join(BLOCKS[min(len(BLOCKS) - 1, int(point.chances[seat] * len(BLOCKS)))] for point in chosen)
