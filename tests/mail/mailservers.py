"""Real mail servers: Postfix and Exim from Debian's packages, unpacked and run in folders under the temp folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.debian import Unavailable, find_libraries, unpacked
from tests.mail.post import free_port
from tests.pages import find_blocks

POSTFIX_MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = {folder}
command_directory = {root}/usr/sbin
daemon_directory = {root}/usr/lib/postfix/sbin
shlib_directory = {root}/usr/lib/postfix
meta_directory = {root}/etc/postfix
import_environment = MAIL_CONFIG MAIL_LOGTAG LD_LIBRARY_PATH
mail_owner = mail
setgid_group = daemon
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.club.example
mynetworks = 127.0.0.0/8
mydestination =
smtpd_relay_restrictions = permit_mynetworks, reject
{recipe}
relayhost = [127.0.0.1]:{sink}
minimal_backoff_time = 1s
queue_run_delay = 1s
"""
POSTFIX_MASTER = """
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
EXIM = """
exim_path = {root}/usr/sbin/exim4
spool_directory = {folder}/data
log_file_path = {folder}/data/%slog
deliver_drop_privilege
keep_environment = LD_LIBRARY_PATH : LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP
primary_hostname = mx.club.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = {smtp}
tls_advertise_hosts =
acl_smtp_rcpt = accept

begin routers
club:
  driver = manualroute
  domains = club.example
  route_list = * 127.0.0.1
  self = send
  transport = listener
others:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = relay

begin transports
listener:
  driver = smtp
  protocol = lmtp
  port = {lmtp}
  max_rcpt = 1
  allow_localhost
relay:
  driver = smtp
  port = {sink}
  allow_localhost
"""


def find_recipe():
    """Return what docs/hosting.md has for Postfix: its settings, and the addresses that there are."""
    (settings,), (addresses,) = find_blocks("hosting.md", "cf"), find_blocks("hosting.md", "regexp")
    return settings, addresses


class MailServer:
    """A mail server that takes mail at `smtp`, hands the club's to `lmtp` and everybody else's to `sink`."""

    packages: tuple[str, ...]
    bounce: str
    """What the subject of its bounces begins with."""

    def __init__(self):
        self.root = unpacked(*self.packages)
        self.folder = Path(tempfile.mkdtemp(prefix="atelier-mailserver-"))
        self.folder.chmod(0o755)
        self.smtp, self.lmtp, self.sink = free_port(), free_port(), free_port()
        self.owner = pwd.getpwnam("mail") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        for name in ("etc", "queue", "data", "log"):
            (self.folder / name).mkdir()
        os.chown(self.folder / "data", self.owner.pw_uid, self.owner.pw_gid)
        self.environment = {**os.environ, **find_libraries(self.root)}

    def write(self, name, text):
        values = {"folder": self.folder, "root": self.root, "smtp": self.smtp, "lmtp": self.lmtp, "sink": self.sink}
        path = self.folder / "etc" / name
        path.write_text(text.format(**values))
        return path

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        raise NotImplementedError

    def stop(self):
        raise NotImplementedError


class Postfix(MailServer):
    """Postfix under accounts that every Debian has; it must be started by root."""

    packages = ("postfix",)
    bounce = "Undelivered Mail"

    def __init__(self):
        if os.geteuid() != 0:
            raise Unavailable("only root can start Postfix")
        super().__init__()

    def start(self):
        recipe, addresses = find_recipe()
        (self.folder / "etc" / "atelier").write_text(addresses)
        there = {"/etc/postfix/atelier": str(self.folder / "etc" / "atelier"), ":8024": f":{self.lmtp}"}
        for shown, here in there.items():
            recipe = recipe.replace(shown, here)
        self.write("main.cf", POSTFIX_MAIN.replace("{recipe}", recipe))
        self.write("master.cf", POSTFIX_MASTER)
        self._run("start").check_returncode()

    def stop(self):
        self._run("stop")

    def _run(self, what):
        command = [self.root / "usr/sbin/postfix", "-c", self.folder / "etc", what]
        return subprocess.run(command, check=False, env=self.environment, capture_output=True, timeout=60)


DOVECOT = """
base_dir = {folder}/data
state_dir = {folder}/data
libexec_dir = {root}/usr/lib/dovecot
mail_plugin_dir = {root}/usr/lib/dovecot/modules
mail_location = maildir:{folder}/data/Maildir
log_path = {folder}/data/imap.log
ssl = no
stats_writer_socket_path =
first_valid_uid = 1
first_valid_gid = 1
mail_uid = {user}
mail_gid = {group}
"""
IMAP = """#!/bin/sh
export USER=turns HOME={folder}/data LD_LIBRARY_PATH={LD_LIBRARY_PATH}
cat | {root}/usr/bin/doveconf -f service=imap -c {folder}/etc/dovecot.conf -m imap -e {root}/usr/lib/dovecot/imap | cat
"""


class Mailbox:
    """A mailbox that Dovecot shows by IMAP to whoever runs the program `door`."""

    def __init__(self, folder):
        self.root, self.folder = unpacked("dovecot-imapd"), folder
        owner = pwd.getpwnam("mail") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.new = folder / "data" / "Maildir" / "new"
        (folder / "etc").mkdir()
        for name in ("new", "cur", "tmp"):
            (self.new.parent / name).mkdir(parents=True)
        for path in (folder / "data", *(folder / "data").rglob("*")):
            os.chown(path, owner.pw_uid, owner.pw_gid)
        values = {"folder": folder, "root": self.root, "user": owner.pw_uid, "group": owner.pw_gid}
        (folder / "etc" / "dovecot.conf").write_text(DOVECOT.format(**values))
        self.door = folder / "etc" / "imap.sh"
        self.door.write_text(IMAP.format(**values, **find_libraries(self.root)))
        self.door.chmod(0o755)

    def deliver(self, name, raw):
        """Put a mail into the mailbox."""
        path = self.new / name
        path.write_bytes(raw)
        os.chown(path, self.new.stat().st_uid, self.new.stat().st_gid)


class Exim(MailServer):
    """Exim, run by one plain account; where it looks for its own, it is shown that one."""

    packages = ("exim4-daemon-light", "libnss-wrapper")
    bounce = "Mail delivery failed"

    def start(self):
        path = self.write("exim.conf", EXIM)
        command = [self.root / "usr/sbin/exim4", "-C", path, "-bdf", "-q1s"]
        environment = {**self.environment, **self._accounts()}
        user, group = (self.owner.pw_uid, self.owner.pw_gid) if os.geteuid() == 0 else (None, None)
        self.process = subprocess.Popen(command, env=environment, user=user, group=group)

    def _accounts(self):
        """Return the settings under which Exim finds the account that Debian made it for."""
        (wrapper,) = self.root.glob("usr/lib/*/libnss_wrapper.so")
        user, group = self.owner.pw_uid, self.owner.pw_gid
        passwd = self.write("passwd", f"Debian-exim:x:{user}:{group}::/:/bin/false\nroot:x:0:0::/:/bin/false\n")
        groups = self.write("group", f"Debian-exim:x:{group}:\n")
        return {"LD_PRELOAD": wrapper, "NSS_WRAPPER_PASSWD": passwd, "NSS_WRAPPER_GROUP": groups}

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
