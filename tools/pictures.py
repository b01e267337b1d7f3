"""Draws the README's pictures from what the program really shows: each game on a page and in the terminal, and a turn mail."""

import io
import re
import tempfile
from html import escape, unescape
from http import HTTPStatus
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME, TerminalTheme
from rich.text import Text

import engine
from cli.boards import show_asked, show_board
from cli.env import Env
from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from engine.core.sheet import breadth
from server.services import host, shelf
from tests.mail.conftest import House, settings
from tests.mail.post import Clock
from tests.server.people import Person
from tools.screenshots import Shot, photograph

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
COLUMNS = 80
PLAYERS = ("ada", "odile", "max")
LINES = 48
"""How much of a board is drawn: its upper part, with what is asked."""
MOMENTS = {
    "imaginarium": ("use", 4),
    "nicodemus": ("play", 8),
    "fantastic_factories": ("work", 5),
    "mech_a_dream": ("day", 4),
}
"""The step and the round or day of which each game is drawn."""
CELL = 12.2
"""How wide a column is."""
RUN = re.compile(r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+" [^>]*>([^<]*)</text>')
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "Fira Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath></defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


class Terminal(io.StringIO):
    """A stream that says it is a terminal, so that what is written to it is coloured."""

    def isatty(self) -> bool:
        """Tell that somebody is looking."""
        return True


def main() -> None:
    """Play each game for a while; show what the player to move sees, and the mail that asks for the first one's move."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        config = settings(Path(folder) / "club")
        host.init(config).engine.dispose()
        house = House(config, Clock())
        seen = {rules: play(house, rules) for rules in MOMENTS}
        photograph(house, [shoot(house, rules, view) for rules, (view, _) in seen.items()])
        house.close()
    for rules, (view, _) in seen.items():
        draw(rules, "atelier show", upper_part(printed(view, house.clock)), SVG_EXPORT_THEME)
    mail = seen["imaginarium"][1]
    draw("mail", mail.subject, headers(mail) + mail.text, DEFAULT_TERMINAL_THEME)


def shoot(house: House, rules: str, view: Any) -> Shot:
    """Return how the page of the player to move is photographed."""
    file = FOLDER / f"{rules}.png"
    print(f"docs/pictures/{file.name}")
    return Shot(house.people[PLAYERS[view["seat"]]], f"/games/{view['game']}", file)


def play(house: House, rules: str) -> tuple[Any, Any]:
    """Play until somebody is asked at the wanted moment; return their view and their mail."""
    seats = min(3, max(engine.games()[rules].seats))
    game, *people = house.table(rules, PLAYERS[:seats], pace={"turn": "48h"}, title="Winter league")
    for number in range(400):
        house.clock.wait(minutes=50)
        for seat, one in enumerate(people):
            view = one.view(game)
            if is_the_moment(view["view"], MOMENTS[rules]) and view["awaited"]:
                return view, next(mail for mail in reversed(house.send()) if mail.to.startswith(one.handle))
            if view["awaited"]:
                turn(house, one, game, seat, number)
    raise LookupError("the game ended before the moment came")


def is_the_moment(view: Any, moment: tuple[str, int]) -> bool:
    """Tell whether this is the position to draw."""
    return (view["step"], min(view.get("round", view.get("day")), moment[1])) == moment


def turn(house: House, one: Person, game: str, seat: int, number: int) -> None:
    """Let a person play as the greedy bot would."""
    with house.club.read() as session:
        table = shelf.get_record(session, game).table
    assert table is not None
    moves = BOTS["greedy"].choose(Desk(table, seat), Chance(b"%d" % number))
    assert one.play(game, *(str(move) for move in moves)).status == HTTPStatus.CREATED


def printed(view: Any, clock: Clock) -> str:
    """Return what `atelier show` prints on a terminal."""
    screen = Terminal()
    env = Env({"COLUMNS": str(COLUMNS)}, io.StringIO(), screen, screen, Path("nowhere"), now=clock)
    show_board(env, view)
    show_asked(env, view)
    return screen.getvalue()


def upper_part(board: str) -> str:
    """Return as many whole parts of a board as there is room for."""
    lines = board.splitlines()[:LINES]
    ends = [n for n, line in enumerate(lines) if not Text.from_ansi(line).plain.strip()]
    return "\n".join(lines[: ends[-1]])


def headers(mail: Any) -> str:
    """Return the headers that a mail program shows."""
    return "".join(f"{name}: {mail[name]}\n" for name in ("From", "To", "Subject")) + "\n"


def place_words(run: re.Match[str]) -> str:
    """Return a run of text word by word, each where it stands: not all viewers keep spaces and lengths."""
    look, x, y, text = run.groups()
    plain = unescape(text)
    words = []
    for word in re.finditer(r"[^\s\u00a0]+", plain):
        left, width = float(x) + CELL * breadth(plain[: word.start()]), CELL * breadth(word[0])
        words.append(
            f'<text class="{look}" x="{left:.1f}" y="{y}" textLength="{width:.1f}">{escape(word[0], quote=False)}</text>'
        )
    return "".join(words)


def draw(name: str, title: str, text: str, theme: TerminalTheme) -> None:
    """Write a picture of a text with its colours."""
    console = Console(
        record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, markup=False, highlight=False
    )
    console.print(Text.from_ansi(text))
    svg = RUN.sub(place_words, console.export_svg(title=title, theme=theme, code_format=SVG, unique_id=name))
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(f"docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
