"""Certificates as others judge them: OpenSSL accepts the table's own, and nothing beyond it."""

import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID

from dashboard.web.https import authority as authorities
from dashboard.web.https.authority import Certificate, make_authority, make_certificate
from dashboard.web.https.due import CERTIFICATE_LASTS, RENEWED_BEFORE_END, ServerNames
from dashboard.web.https.kept import KeptCertificates
from dashboard.web.https.machine_names import machine_names, names_of
from engine.core.faults import InputFault
from tests.patience import PATIENCE_S

NAMES = ServerNames(
    frozenset({"localhost", "table", "table.local"}), frozenset({ip_address("127.0.0.1"), ip_address("::1")})
)


def kept_in(folder: Path, names: ServerNames = NAMES, now: datetime | None = None) -> KeptCertificates:
    return KeptCertificates(folder, lambda: names, lambda: now or datetime.now(UTC))


def trusting(authority: Certificate) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=authority.der)


def speak(client: ssl.SSLContext, server_file: Path, name: str) -> None:
    """Have a client and a server of this certificate shake hands, as `name` is called."""
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(server_file)
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):
        end.settimeout(PATIENCE_S)

    def serve() -> None:
        try:
            with served.wrap_socket(theirs, server_side=True) as line:
                line.recv(1)
        except OSError:
            theirs.close()

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        with ours, client.wrap_socket(ours, server_hostname=name):
            pass
    finally:
        ours.close()
        serving.join(PATIENCE_S)


def test_a_client_that_trusts_the_authority_accepts_every_name(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.refresh()
    authority = kept.authority()
    assert authority is not None
    for name in ("localhost", "table", "table.local", "127.0.0.1", "::1"):
        speak(trusting(authority), kept.file, name)
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        speak(trusting(authority), kept.file, "elsewhere.local")
    with pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"):
        speak(ssl.create_default_context(), kept.file, "localhost")


@pytest.mark.parametrize("name", ["bank.example.com", "8.8.8.8"])
def test_a_stolen_key_vouches_for_no_name_of_the_internet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    authority = make_authority("table", NAMES, datetime.now(UTC))
    # A thief signs whatever they like.
    monkeypatch.setattr(authorities.Certificate, "vouches_for", lambda _, names: names)
    stranger = (
        ServerNames(addresses=frozenset({ip_address(name)}))
        if name[0].isdigit()
        else ServerNames(frozenset({name}))
    )
    forged = tmp_path / "forged.pem"
    forged.write_bytes(make_certificate(authority, stranger, datetime.now(UTC)).with_key)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        speak(trusting(authority), forged, name)


def test_keys_are_their_owners_alone(tmp_path: Path) -> None:
    kept_in(tmp_path).refresh()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "https").iterdir()}
    assert modes == {"authority.pem": 0o600, "pages.pem": 0o600, ".lock": 0o600}
    assert stat.S_IMODE((tmp_path / "https").stat().st_mode) == 0o700


def test_the_authority_is_made_once_and_certificates_as_they_are_due(tmp_path: Path) -> None:
    start = datetime(2026, 11, 28, tzinfo=UTC)
    assert kept_in(tmp_path, now=start).refresh()
    first = kept_in(tmp_path).authority()
    assert first is not None
    assert not kept_in(tmp_path, now=start).refresh()
    moved = ServerNames(NAMES.hosts, NAMES.addresses | {ip_address("192.168.1.9")})
    assert kept_in(tmp_path, moved, start).refresh()
    certificate = kept_in(tmp_path).certificate()
    assert certificate is not None
    assert ip_address("192.168.1.9") in certificate.facts.names.addresses
    later = start + CERTIFICATE_LASTS - RENEWED_BEFORE_END + timedelta(days=1)
    assert kept_in(tmp_path, moved, later).refresh()
    assert not kept_in(tmp_path, moved, later).refresh()
    last = kept_in(tmp_path).authority()
    assert last is not None
    assert last.der == first.der


def test_a_certificate_can_be_installed_and_lasts_as_apple_allows() -> None:
    now = datetime.now(UTC)
    authority = make_authority("m" * 90, NAMES, now)
    assert authority.name.startswith("Boardwarden at mmm")
    assert len(authority.name) == 64
    made = make_certificate(authority, NAMES, now)
    lasts = made.facts.ends_at - made.facts.begins_at
    assert lasts < timedelta(days=825)
    assert made.x509.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    assert made.x509.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    assert len(authority.fingerprint) == 32 * 3 - 1


def test_damage_is_named_and_nothing_is_made_over_it(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.refresh()
    path = tmp_path / "https" / "authority.pem"
    whole = path.read_bytes()
    other = kept_in(tmp_path / "other")
    other.refresh()
    foreign = (tmp_path / "other" / "https" / "authority.pem").read_bytes()
    key, _, _ = whole.partition(b"-----BEGIN CERTIFICATE")
    mixed = key + foreign[foreign.index(b"-----BEGIN CERTIFICATE") :]
    for damaged in (b"", whole[:100], whole[: len(whole) // 2], mixed):
        path.write_bytes(damaged)
        with pytest.raises(InputFault, match=r"authority\.pem: .*move it away"):
            kept.refresh()
        assert path.read_bytes() == damaged


def test_an_address_that_the_authority_was_not_made_for_is_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept_in(tmp_path).refresh()
    abroad = ServerNames(NAMES.hosts, NAMES.addresses | {ip_address("203.0.113.7")})
    caplog.clear()
    assert not kept_in(tmp_path, abroad).refresh()
    new_home = ServerNames(NAMES.hosts, abroad.addresses | {ip_address("10.0.0.7")})
    assert kept_in(tmp_path, new_home).refresh()
    assert "203.0.113.7" in caplog.text
    # A table that begins at such an address has it in its authority.
    begun = kept_in(tmp_path / "abroad", abroad)
    begun.refresh()
    certificate = begun.certificate()
    assert certificate is not None
    assert ip_address("203.0.113.7") in certificate.facts.names.addresses


def test_this_machine_is_known_by_its_names_and_addresses() -> None:
    found = machine_names("table.lan")
    assert {"localhost", "table.lan"} <= found.hosts
    assert {ip_address("127.0.0.1"), ip_address("::1")} <= found.addresses


def test_addresses_that_no_phone_is_given_are_left_out() -> None:
    given = [ip_address(one) for one in ("192.168.1.5", "fe80::1", "2001:db8:1::1", "2a00:1::5", "fd00::2")]
    found = names_of(given, served_as="2a00:1::9")
    assert {str(one) for one in found.addresses} == {
        "127.0.0.1", "::1", "192.168.1.5", "fd00::2", "2a00:1::9"
    }  # fmt: skip
    assert not names_of([], served_as="Bad_Name").hosts & {"bad_name", "Bad_Name"}
