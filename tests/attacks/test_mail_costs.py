"""What a mail costs: however it is made, little more than an honest one of its size."""

import pytest

from server.mail.incoming import message
from tests.attacks.mails import make_body, make_fields, make_mail
from tests.attacks.scales import PLAIN, Scales

MOST_TIMES = 5


@pytest.fixture(scope="module")
def scales(tmp_path_factory):
    scales = Scales(tmp_path_factory.mktemp("scales"))
    yield scales
    scales.house.close()


@pytest.mark.no_cover  # counting branches costs too
def test_the_worst_of_300_bodies_costs_at_most_five_times_a_plain_one(scales):
    worst = scales.find_worst(make_body(seed) for seed in range(300))
    assert worst.times <= MOST_TIMES, worst


@pytest.mark.no_cover  # counting branches costs too
def test_the_worst_of_300_heads_costs_at_most_five_times_a_plain_mail(scales):
    worst = scales.find_worst((make_fields(seed), b"status\n") for seed in range(300))
    assert worst.times <= MOST_TIMES, worst


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_the_worst_of_10_000_bodies_costs_at_most_five_times_a_plain_one(scales):
    worst = scales.find_worst(make_body(seed) for seed in range(300, 10_300))
    assert worst.times <= MOST_TIMES, worst


def test_nothing_of_a_body_is_read_before_it_proves_anything(scales, monkeypatch):
    read = []

    def note(parts):
        read.extend(parts)
        return message.NOTHING_READ

    monkeypatch.setattr(message, "read_parts", note)
    for seed in range(50):
        scales.house.take_in(make_mail(f"unread{seed}", "eve@example.net", *make_body(seed)), scales.bare)
    assert [part for part in read if b"ATELIER" not in part.raw] == []
    scales.house.take_in(make_mail("read", scales.mail.to, *PLAIN), scales.mail.reply_to, sender=scales.mail.to)
    assert read[-1].raw == PLAIN[1]
