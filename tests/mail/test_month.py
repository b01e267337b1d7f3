"""A simulated club month: what the policies promise is what the ledgers and the mails say, hour by hour."""

import os
from pathlib import Path

from tests.mail.month import Month, make_repeatable

GOLDEN = Path(__file__).parents[1] / "golden" / "club-month.txt"


def test_a_club_month_goes_as_the_policies_say(tmp_path, monkeypatch):
    """The transcript is golden; ATELIER_TEST_WRITE=1 writes it anew, for somebody to read."""
    make_repeatable(monkeypatch)
    month = Month(tmp_path / "club")
    month.run()
    month.check()
    told = "\n".join(month.told) + "\n"
    if os.environ.get("ATELIER_TEST_WRITE"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")


def test_the_transcript_shows_what_it_should():
    told = GOLDEN.read_text(encoding="utf-8")
    for expected in (
        "dan books a vacation: 201",
        "credit for dan (vacation",
        "mail to eve bounces",
        "credit for eve (bounce",
        "mail to hugo: Mail to eve bounces",
        "open_seat for finn",
        "gail steps in at T6: 201",
        "bot_seat for finn",
        "the server is back after two days",
        "(outage",
        "Reminder",
    ):
        assert expected in told, expected
    assert told.count("verified") == 10
