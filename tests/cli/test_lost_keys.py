"""What happens to an account besides playing: a new address, a lost key, silence that is lifted."""

import stat
from pathlib import Path

from server.services import strangers
from tests.cli.people import wait_for_mail


def wait_for_code(club, mail, words):
    """Return the code of a mail as soon as it is there."""
    return str(wait_for_mail(club, mail, words)["Subject"]).split()[0]


def test_a_new_address_is_confirmed_and_waits(person, served):
    ada = person("ada")
    mail = f"new-{ada.handle}@example.org"
    assert mail in ada.ok("address", mail).err
    me = ada.data("whoami")
    told = ada.ok("confirm", wait_for_code(served.club, mail, "confirms")).err
    assert f"Confirmed: {mail}. It counts from" in told
    assert mail in ada.ok("whoami").out
    assert (ada.data("whoami")["mail"], ada.data("whoami")["new_mail"]) == (me["mail"], mail)


def test_a_lost_key_is_replaced_by_a_mailed_code_and_the_old_one_can_cancel_that(person, served):
    ada = person("ada")
    me = ada.data("whoami")
    assert "--code CODE" in ada.ok("key", "recover", me["mail"]).err
    shown = ada.data("key", "recover", me["mail"], "--code", wait_for_code(served.club, me["mail"], "recovers"))
    assert stat.S_IMODE(Path(shown["file"]).stat().st_mode) == 0o600
    assert "counts as before" in ada.ok("key", "cancel").err
    assert ada.run("key", "cancel").exit == 7


def test_a_wrong_code_recovers_nothing(person):
    ada = person("ada")
    assert ada.run("key", "recover", "nobody@example.org", "--code", "000000").exit == 7


def test_a_host_lifts_the_silence_of_an_address(newcomer, served):
    link = strangers.make_silence_link(served.club, "quiet@example.org")
    strangers.silence(served.club, link.rpartition("/")[2])
    assert "can be mailed again" in newcomer.ok("host", "hear", "Quiet@example.org", "--club", served.folder).err
    assert newcomer.run("host", "hear", "quiet@example.org", "--club", served.folder).exit == 7
