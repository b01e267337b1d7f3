"""A club without mail of its own: real fetchmail takes answers from a real mailbox by IMAP, as docs/hosting.md tells."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.people import bare_environment
from tests.debian import skipped_if_absent, unpacked
from tests.mail.conftest import new_house, settings
from tests.mail.mailservers import Mailbox
from tests.mail.post import reply
from tests.pages import find_blocks

pytestmark = [pytest.mark.mailserver, pytest.mark.timeout(400)]
NOTHING_NEW = 1


@pytest.fixture
def mailbox():
    """A mailbox elsewhere."""
    with tempfile.TemporaryDirectory(prefix="atelier-mailbox-") as name:
        Path(name).chmod(0o755)
        with skipped_if_absent():
            mailbox = Mailbox(Path(name))
        yield mailbox


def fetch(mailbox, club, folder):
    """Let fetchmail do what the page says, once; return its exit code."""
    (shown,) = find_blocks("hosting.md", "fetchmail")
    program = Path(sys.executable).parent / "atelier"
    there = {
        "imap.example.org protocol imap": f'localhost protocol imap plugin "{mailbox.door}"',
        " ssl\n": "\n",
        "/srv/atelier/venv/bin/atelier": str(program),
        "/srv/atelier": str(club),
    }
    for words, here in there.items():
        assert words in shown
        shown = shown.replace(words, here)
    recipe = folder / "fetchmailrc"
    recipe.write_text(shown)
    recipe.chmod(0o600)
    command = [unpacked("fetchmail") / "usr/bin/fetchmail", "-f", recipe, "--nodetach", "--nosyslog", "--sslproto", ""]
    environment = {**bare_environment(), "HOME": str(folder), "ATELIER_LOG": "off"}
    return subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=120)


def test_an_answer_is_fetched_from_a_mailbox_and_played(tmp_path, mailbox):
    config = settings(tmp_path / "club", undo_pause=0)
    with new_house(config) as house:
        game, *people = house.table("nicodemus")
        one, view = next((one, view) for one in people if (view := one.view(game))["awaited"])
        (tmp_path / "club" / "atelier.toml").write_text('log = "off"\n[mail]\nsender = "turns@club.example"\n')
        mails = {mail.to: mail for mail in house.send()}
        asked = mails[f"{one.handle}@example.org"]
        mailbox.deliver("1.answer", reply(asked.reply_to, asked, view["legal"][0]["line"]))
        done = fetch(mailbox, tmp_path / "club", tmp_path)
        assert done.returncode == 0, done.stderr
        assert one.view(game)["n"] > view["n"]
        assert fetch(mailbox, tmp_path / "club", tmp_path).returncode == NOTHING_NEW
