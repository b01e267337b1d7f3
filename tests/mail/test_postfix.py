"""A real mail server: Postfix takes an answer by SMTP and hands it to our listener by LMTP, and takes what we send."""

import os
import pwd
import shutil
import smtplib
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from server.mail.listener import Listener
from server.mail.sender import Sender
from server.services import host
from tests.mail.conftest import House, settings
from tests.mail.post import Clock, Sink, free_port, reply

pytestmark = [pytest.mark.mailserver, pytest.mark.timeout(180)]
MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = {folder}
command_directory = /usr/sbin
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.club.example
mynetworks = 127.0.0.0/8
mydestination =
smtpd_relay_restrictions = permit_mynetworks, reject
virtual_mailbox_domains = club.example
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
lmtp_destination_recipient_limit = 1
recipient_delimiter = +
relayhost = [127.0.0.1]:{sink}
minimal_backoff_time = 1s
queue_run_delay = 1s
"""
MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


@pytest.fixture
def postfix_program():
    """Postfix, where it is installed and may be started."""
    program = shutil.which("postfix") or ("/usr/sbin/postfix" if Path("/usr/sbin/postfix").exists() else None)
    if program is None or os.geteuid() != 0:
        pytest.skip("Postfix is not installed, or only root could start it")
    return program


@pytest.fixture
def postfix(postfix_program):
    """A Postfix of our own in a folder under /tmp, which hands mail to a port of ours."""
    folder = Path(tempfile.mkdtemp(prefix="atelier-postfix-"))
    folder.chmod(0o755)
    owner = pwd.getpwnam("postfix")
    ports = {"smtp": free_port(), "lmtp": free_port(), "sink": free_port()}
    for name in ("etc", "queue", "data", "log"):
        (folder / name).mkdir()
    os.chown(folder / "data", owner.pw_uid, owner.pw_gid)
    daemons = next(path for path in ("/usr/lib/postfix/sbin", "/usr/libexec/postfix") if Path(path).exists())
    (folder / "etc" / "main.cf").write_text(MAIN.format(folder=folder, daemons=daemons, **ports))
    (folder / "etc" / "master.cf").write_text(MASTER.format(**ports))
    config = str(folder / "etc")
    subprocess.run([postfix_program, "-c", config, "start"], check=True, capture_output=True)
    yield ports
    subprocess.run([postfix_program, "-c", config, "stop"], check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


def wait_for(what):
    for _ in range(600):
        found = what()
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError


def submit(port, raw, sender, recipients):
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as door:
        return door.sendmail(sender, recipients, raw)


def test_postfix_delivers_to_the_listener_and_relays_what_we_send(tmp_path, postfix):
    with Sink(port=postfix["sink"]) as sink:
        config = settings(
            tmp_path / "club", transport="smtp", port=postfix["smtp"], listen_port=postfix["lmtp"], undo_pause=0
        )
        host.init(config).engine.dispose()
        house = House(config, Clock())
        house.worker.sender = Sender(house.club)
        listener = Listener(house.club)
        listener.start()
        game, ada, bob = house.table()
        house.worker.sender.run_dry()
        wait_for(lambda: len(sink.mails) >= 2)
        mails = {mail.to: mail for mail in sink.take()}
        first, second = mails["ada@example.org"], mails["bob@example.org"]
        submit(postfix["smtp"], reply(first.reply_to, first, "bid 1"), first.to, [first.reply_to])
        wait_for(lambda: not ada.view(game)["awaited"])
        two = [second.reply_to, "turns+zzzzzzzzzzzzzzzzzzzzzzzzzz@club.example"]
        submit(postfix["smtp"], reply(second.reply_to, second, "bid 0"), second.to, two)
        wait_for(lambda: bob.view(game)["n"] >= 5)
        house.worker.sender.run_dry()
        answers = wait_for(lambda: len(sink.mails) >= 3 and sink.take())
        assert {"ada@example.org", "bob@example.org"} <= {mail.to for mail in answers}
        bounced = [mail for mail in answers if "Undelivered" in str(mail.subject)]
        assert [mail.to for mail in bounced] == ["bob@example.org"]
        listener.stop()
        house.worker.sender.close()
        house.close()
