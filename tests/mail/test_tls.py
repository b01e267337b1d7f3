"""Mail out over STARTTLS and TLS with a login, against a server with a certificate that only this test trusts."""

import datetime as dt
import ssl

import pytest
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from server.config import Mail
from server.mail.outgoing import transports
from server.mail.outgoing.transports import Envelope, RelayDown, Smtp
from tests.mail.post import Sink

ENVELOPE = Envelope("turns@club.example", "ada@example.org", b"Subject: x\r\n\r\nhello\r\n")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for localhost and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


def check(_server, _session, _envelope, _mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"club", b"secret"))


@pytest.fixture
def sink(certificate):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    with Sink(
        hostname="localhost", tls_context=context, require_starttls=True, authenticator=check, auth_required=True
    ) as sink:
        yield sink


def way_out(port, **more):
    return Smtp(Mail(transport="smtp", host="localhost", port=port, security="starttls", **more))


def test_starttls_and_login(sink, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    way = way_out(sink.port, user="club", password="secret")
    way.send(ENVELOPE)
    way.close()
    assert [mail.to for mail in sink.mails] == ["ada@example.org"]


def test_a_wrong_password_or_an_unknown_certificate_pauses_the_queue(sink, certificate, monkeypatch):
    monkeypatch.setattr(transports, "TIMEOUT", 3)  # to a wrong password this server says nothing at all
    with pytest.raises(RelayDown):
        way_out(sink.port, user="club", password="secret").send(ENVELOPE)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with pytest.raises(RelayDown):
        way_out(sink.port, user="club", password="wrong").send(ENVELOPE)
    assert sink.mails == []


def test_tls_from_the_first_byte(certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    with Sink(hostname="localhost", ssl_context=context, server_hostname="localhost") as sink:
        way = Smtp(Mail(transport="smtp", host="localhost", port=sink.port, security="tls"))
        way.send(ENVELOPE)
        way.close()
        assert [mail.to for mail in sink.mails] == ["ada@example.org"]
