"""The pages by HTTPS: who trusts the authority gets everything, who speaks plain HTTP one sentence."""

import plistlib
import re
import shutil
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from dashboard.web.https.due import ServerNames
from dashboard.web.https.encryption import GivenEncryption, OwnEncryption
from dashboard.web.https.kept import KeptCertificates
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.serving.limits import USUAL, Limits
from engine.core.faults import InputFault
from tests.asking import place_over_tls
from tests.certificates import Authority
from tests.patience import PATIENCE_S
from tests.web.shown_table import BEARER, KEY, TABLE, FakeBus, RunningServer

HERE = ServerNames(frozenset({"localhost"}), frozenset({ip_address("127.0.0.1"), ip_address("127.0.0.2")}))
SEATING = Seating(KEY, table=TABLE)
# For the test of half requests alone: on a busy machine a whole one may take longer than this.
IMPATIENT = Limits(request_within_s=3.0)


@dataclass
class Encrypted:
    """A table whose pages are served by HTTPS."""

    server: RunningServer
    trust: ssl.SSLContext

    @property
    def in_clear(self) -> str:
        return f"http://{self.server.address}"

    def get(self, path: str, **headers: str) -> httpx.Response:
        with httpx.Client(verify=self.trust, timeout=PATIENCE_S) as client:
            return client.get(f"{self.server.url}{path}", headers=headers)

    def get_in_clear(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        return httpx.request(method, f"{self.in_clear}{path}", headers=headers, timeout=PATIENCE_S)


def own(folder: Path, names: ServerNames = HERE) -> OwnEncryption:
    return OwnEncryption(KeptCertificates(folder, lambda: names))


@contextmanager
def serving(table: FakeBus, folder: Path, limits: Limits = USUAL) -> Iterator[Encrypted]:
    encryption = own(folder)
    assert encryption.authority is not None
    server = RunningServer(table, encryption=encryption, limits=limits)
    server.start()
    yield Encrypted(server, ssl.create_default_context(cadata=encryption.authority.der))
    server.stop()


@pytest.fixture
def encrypted(table: FakeBus, tmp_path: Path) -> Iterator[Encrypted]:
    with serving(table, tmp_path) as served:
        yield served


@pytest.fixture
def impatient(table: FakeBus, tmp_path: Path) -> Iterator[Encrypted]:
    with serving(table, tmp_path, IMPATIENT) as served:
        yield served


def test_a_client_that_trusts_the_authority_gets_pages_and_its_place(encrypted: Encrypted) -> None:
    page = encrypted.get("/")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "camera=(self)" in page.headers["permissions-policy"]
    assert "strict-transport-security" not in page.headers
    link = SEATING.link(ARBITER)
    server = encrypted.server
    assert place_over_tls(server.address, server.port, link, encrypted.trust, origin=None) == "arbiter"


def test_whoever_doesnt_trust_the_authority_is_refused_by_their_own_client(encrypted: Encrypted) -> None:
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        httpx.get(f"{encrypted.server.url}/", timeout=PATIENCE_S)
    assert encrypted.get("/").status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/v1/match"), ("GET", "/links"), ("POST", "/links/renewal"), ("GET", "/ws")],
)
def test_plain_http_gets_one_sentence_and_no_power(encrypted: Encrypted, method: str, path: str) -> None:
    answer = encrypted.get_in_clear(path, method, authorization=f"Bearer {SEATING.link(ARBITER)}")
    assert answer.status_code == 400
    assert answer.text.count("\n") == 1
    assert f"https://{encrypted.server.address}/" in answer.text
    assert f"{encrypted.in_clear}/trust" in answer.text


def test_plain_http_gets_the_page_that_says_how_to_go_on(encrypted: Encrypted) -> None:
    for path in ("/", "/trust"):
        page = encrypted.get_in_clear(path)
        scripts = re.findall(r'<script type="module" src="([^"]*trust[^"]*)"', page.text)
        assert (page.status_code, len(scripts)) == (200, 1)
        assert encrypted.get_in_clear(scripts[0]).status_code == 200
        assert f"https://{encrypted.server.address}" in page.headers["content-security-policy"]
    assert encrypted.get_in_clear("/texts/vi.json").status_code == 200
    assert encrypted.get_in_clear("/", host="evil.example").status_code == 421


def test_devices_are_given_the_authority_as_they_install_it(encrypted: Encrypted, tmp_path: Path) -> None:
    kept = KeptCertificates(tmp_path, lambda: HERE).authority()
    assert kept is not None
    facts = encrypted.get_in_clear("/trust/facts").json()
    assert facts["how"] == "own"
    assert facts["fingerprint"] == kept.fingerprint
    assert facts["url"] == f"https://{encrypted.server.address}/"
    assert facts["here"] == f"{encrypted.in_clear}/trust"
    for get in (encrypted.get, encrypted.get_in_clear):
        plain = get("/trust/authority.crt")
        assert plain.headers["content-type"] == "application/x-x509-ca-cert"
        assert x509.load_der_x509_certificate(plain.content) == kept.x509
        apple = get("/trust/authority.mobileconfig")
        assert apple.headers["content-type"] == "application/x-apple-aspen-config"
        payload = plistlib.loads(apple.content)["PayloadContent"][0]
        assert (payload["PayloadType"], payload["PayloadContent"]) == ("com.apple.security.root", kept.der)


def test_the_key_is_nowhere_on_the_pages(encrypted: Encrypted, tmp_path: Path) -> None:
    for path in (
        "/trust/authority.key",
        "/trust/authority.pem",
        "/https/authority.pem",
        "/static/authority.pem",
    ):
        assert encrypted.get(path).status_code == 404
    assert b"PRIVATE KEY" not in encrypted.get("/trust/authority.mobileconfig").content
    assert b"PRIVATE KEY" in (tmp_path / "https" / "authority.pem").read_bytes()


def test_codes_and_the_rooms_door_are_https_with_the_first_steps_beside_them(encrypted: Encrypted) -> None:
    arbiter = {"authorization": f"Bearer {SEATING.link(ARBITER)}"}
    before = encrypted.get("/links", **arbiter).json()
    assert (before["reach"], before["url"], "trust" in before) == ("here", f"{encrypted.server.url}/", False)
    with httpx.Client(verify=encrypted.trust, timeout=PATIENCE_S) as client:
        found = client.post(f"{encrypted.server.url}/links/room?allowed=true", headers=arbiter).json()
        room = f"https://127.0.0.2:{encrypted.server.port}/"
        assert found["url"] == room
        assert all(one["url"].startswith(room) and one["code"] for one in found["links"])
        assert found["trust"]["url"] == f"http://127.0.0.2:{encrypted.server.port}/trust"
        assert client.get(room).status_code == 200
    assert httpx.get(found["trust"]["url"], timeout=PATIENCE_S).status_code == 200


def test_whoever_says_nothing_or_nonsense_is_let_go_and_locks_nobody_out(impatient: Encrypted) -> None:
    address = ("127.0.0.1", impatient.server.port)
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(address, PATIENCE_S)) for _ in range(80)]
        for number, line in enumerate(lines):
            line.sendall((b"", b"\x16", b"\x16\x03\x01\x02\x00\x01", b"\x00\xff" * 40)[number % 4])
        assert impatient.get("/").status_code == 200
        for line in lines:
            try:
                while line.recv(4096):
                    pass
            except ConnectionResetError:
                pass
    assert impatient.get("/").status_code == 200


def test_a_new_address_is_in_the_next_handshake_without_a_restart(table: FakeBus, tmp_path: Path) -> None:
    names = [ServerNames(frozenset({"localhost"}))]
    encryption = OwnEncryption(KeptCertificates(tmp_path, lambda: names[0]))
    assert encryption.authority is not None
    trust = ssl.create_default_context(cadata=encryption.authority.der)
    server = RunningServer(table, encryption=encryption)
    server.start()
    try:
        with pytest.raises(httpx.ConnectError, match="IP address mismatch"):
            httpx.get(f"{server.url}/", verify=trust, timeout=PATIENCE_S)
        names[0] = HERE
        encryption.refresh()
        assert httpx.get(f"{server.url}/", verify=trust, timeout=PATIENCE_S).status_code == 200
    finally:
        server.stop()


def test_a_given_certificate_is_served_and_read_again_once_it_changes(table: FakeBus, tmp_path: Path) -> None:
    first, second = (Authority(tmp_path, name) for name in ("first", "second"))
    cert, key = first.vouches_for("pages")
    encryption = GivenEncryption(cert, key)
    server = RunningServer(table, encryption=encryption)
    server.start()
    try:
        for authority in (first, second):
            trust = ssl.create_default_context(cafile=str(authority.ca))
            assert httpx.get(f"{server.url}/", verify=trust, timeout=PATIENCE_S).status_code == 200
            facts = httpx.get(f"{server.url}/trust/facts", verify=trust, timeout=PATIENCE_S).json()
            assert (facts["how"], "fingerprint" in facts) == ("given", False)
            assert (
                "trust"
                not in httpx.get(
                    f"{server.url}/links", headers=BEARER, verify=trust, timeout=PATIENCE_S
                ).json()
            )
            second.vouches_for("pages")
            encryption.refresh()
    finally:
        server.stop()


def test_given_files_that_dont_do_are_named(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "ours")
    cert, key = authority.vouches_for("pages")
    _, other = authority.vouches_for("other")
    damaged = tmp_path / "damaged.pem"
    damaged.write_text("-----BEGIN CERTIFICATE-----\nnonsense\n")
    for files, said in (
        ((cert, other), "the key isn't this certificate's"),
        ((cert, tmp_path / "none.key"), "none.key: can't be read: No such file"),
        ((tmp_path / "none.pem", key), "none.pem: can't be read: No such file"),
        ((damaged, key), "expected a certificate in PEM"),
        ((cert, damaged), "expected a certificate and its key in PEM"),
    ):
        with pytest.raises(InputFault, match=said):
            GivenEncryption(*files)


def test_a_data_folder_that_is_gone_leaves_the_pages_as_they_are(table: FakeBus, tmp_path: Path) -> None:
    encryption = own(tmp_path / "data")
    assert encryption.authority is not None
    trust = ssl.create_default_context(cadata=encryption.authority.der)
    server = RunningServer(table, encryption=encryption)
    server.start()
    try:
        shutil.rmtree(tmp_path / "data")
        (tmp_path / "data").write_text("in the way")
        with pytest.raises(InputFault, match="can't be kept there"):
            encryption.refresh()
        assert httpx.get(f"{server.url}/", verify=trust, timeout=PATIENCE_S).status_code == 200
    finally:
        server.stop()


def test_two_tables_of_one_folder_have_one_authority(tmp_path: Path) -> None:
    found: list[OwnEncryption] = []
    threads = [threading.Thread(target=lambda: found.append(own(tmp_path))) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(PATIENCE_S)
    assert len({one.authority.fingerprint for one in found if one.authority is not None}) == 1
    assert len(found) == 4
