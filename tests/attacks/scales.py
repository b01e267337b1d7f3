"""What mails cost a club, in CPU time, against a plain one of the same size."""

import sys
import time
from contextlib import contextmanager
from typing import NamedTuple

from tests.attacks.mails import SIZE, make_mail
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Clock

QUOTED = b"> A line that was quoted, about as long as lines in mails are, of no importance.\n"
PLAIN = "Content-Type: text/plain; charset=utf-8", (b"status\n\n" + QUOTED * 1000)[:SIZE]


class Weighed(NamedTuple):
    """How many times the cost of a plain mail, of which fields and body."""

    times: float
    fields: str
    body: bytes


@contextmanager
def untraced():
    """Count no coverage: it would make lines of Python dearer than all else."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


class Scales:
    """A club with a mail to answer; `bare` is its address for everybody."""

    def __init__(self, folder):
        config = settings(folder / "club", authserv_id="mx.club.example")
        make_club(config)
        self.house = House(config, Clock())
        self.house.table()
        self.mail = self.house.mails_to("ada")[0]
        self.bare = config.mail.sender
        self.number = 0
        self.plain = self.weigh(PLAIN, self.mail.reply_to, rounds=20)

    def weigh(self, made, to, rounds=1):
        """Return the least CPU time of some mails that differ in their Message-ID alone."""
        return min(self._weigh(made, to) for _ in range(rounds))

    def _weigh(self, made, to):
        self.number += 1
        raw = make_mail(self.number, self.mail.to, *made)
        with untraced():
            began = time.process_time()
            assert self.house.take_in(raw, to, sender=self.mail.to).code
            return time.process_time() - began

    def find_worst(self, mails):
        """Return the dearest of some fields and bodies, to either address; what seems to be is weighed again."""
        worst = Weighed(0.0, "", b"")
        for made in mails:
            for to in (self.mail.reply_to, self.bare):
                if self.weigh(made, to) > worst.times * self.plain:
                    worst = max(worst, Weighed(self._compare(made, to), *made))
        return worst

    def _compare(self, made, to):
        """Return how many times a plain mail it costs, the two weighed by turns: whatever else runs slows both."""
        pairs = [(self.weigh(made, to), self.weigh(PLAIN, self.mail.reply_to)) for _ in range(8)]
        return min(one for one, _ in pairs) / min(plain for _, plain in pairs)
