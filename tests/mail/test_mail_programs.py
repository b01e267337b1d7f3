"""Real mail programs: mutt and Alpine open the links of a turn mail, and what they send is played."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from html import unescape
from pathlib import Path

import pytest

from tests.debian import find_libraries, skipped_if_absent, unpacked

pytestmark = [pytest.mark.mailserver, pytest.mark.timeout(400)]
LINK = re.compile(r'<a style="[^"]*" href="(mailto:[^"]*)">([^<]*)</a>')
MUTT = """
set realname="Ada" use_from=yes from={sender} envelope_from=no
set sendmail="{outgoing}" sendmail_wait=0
set editor=true edit_headers=yes autoedit=yes abort_unmodified=no abort_noattach=no
set folder="{home}" record="" mbox="{home}/mbox" spoolfile="{home}/mbox" copy=no
set charset=utf-8 send_charset="{charset}"
"""
ALPINE = """
personal-name=Ada
user-domain=example.org
customized-hdrs=From: {sender}
sendmail-path={outgoing}
inbox-path={home}/mbox
default-fcc=""
character-set=UTF-8
feature-list=quell-folder-internal-msg,quell-user-lookup-in-passwd-file,no-send-without-confirm,allow-changing-from,no-enable-aggregate-command-set
last-version-used=9.99
"""


class Mutt:
    """Write the answer of a link without asking; `y` sends it."""

    package, path, keys = "mutt", "usr/bin/mutt", b"y"

    def __init__(self, charset="us-ascii:iso-8859-1:utf-8"):
        self.charset = charset

    def command(self, program, home, link, values):
        (home / "muttrc").write_text(MUTT.format(charset=self.charset, **values))
        return [program, "-n", "-F", home / "muttrc", link]


class Alpine:
    """Show the answer of a link in its editor; Ctrl-X and `y` send it."""

    package, path, keys = "alpine", "usr/bin/alpine", b"\x18y"

    def command(self, program, home, link, values):
        (home / "pinerc").write_text(ALPINE.format(**values))
        return [program, "-p", home / "pinerc", "-url", link]


PROGRAMS = {"mutt": Mutt(), "mutt in UTF-8": Mutt("utf-8"), "Alpine": Alpine()}


def click(program, link, sender, home):
    """Open a link as a desktop does, press the keys that send, and return what was handed to the mail server."""
    with skipped_if_absent():
        root = unpacked(program.package)
    sent, outgoing = home / "sent", home / "outgoing"
    outgoing.write_text(f"#!{sys.executable}\nimport sys\nopen({str(sent)!r}, 'wb').write(sys.stdin.buffer.read())\n")
    outgoing.chmod(0o755)
    (home / "mbox").touch()
    command = program.command(root / program.path, home, link, {"home": home, "outgoing": outgoing, "sender": sender})
    surroundings = {"HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8", "PATH": os.defpath, "USER": "ada"}
    _type(command, program.keys, sent, surroundings | find_libraries(root))
    return sent.read_bytes()


def _type(command, keys, sent, surroundings):
    screen, terminal = pty.openpty()
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=surroundings, start_new_session=True
    ) as program:
        os.close(terminal)
        seen, left = b"", list(keys)
        end = time.monotonic() + 60
        while not (sent.exists() and sent.stat().st_size) and time.monotonic() < end and program.poll() is None:
            if select.select([screen], [], [], 0.5)[0]:
                seen += os.read(screen, 65536)
            elif left:
                os.write(screen, bytes([left.pop(0)]))
        program.kill()
    os.close(screen)
    assert sent.exists(), seen.decode(errors="replace")


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_clicked_move_is_written_sent_and_played(french_club, program, tmp_path: Path):
    french_club.send()
    french_club.table("nicodemus", title='Été & "co" 100% + 1?')
    mail = next(mail for mail in french_club.send() if LINK.search(mail.html))
    link, shown = LINK.findall(mail.html)[0]
    answer = click(program, unescape(link), mail.to, tmp_path)
    assert french_club.take_in(answer, mail.reply_to, sender=mail.to).code == "played"
    said = " ".join(next(one for one in french_club.send() if one.to == mail.to).text.split())
    assert "Coups joués : 1 sur 1" in said
    assert unescape(shown) in said
