"""Promises of notifications: a device that asked gets what is its own, and no address inside is reached."""

import asyncio
import json
import queue
import ssl
import stat
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi import FastAPI

from dashboard.commands.pushed import checked_contact, chosen_push
from dashboard.web.pushing.pages import push_pages
from dashboard.web.pushing.reach import PublicPost, expect_push_address, is_public
from dashboard.web.pushing.sending import Pushing, PushKey
from dashboard.web.pushing.subscriptions import DEVICES_OF_SEAT, SubscriptionBook
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from engine.bus.client import ReceivedMessage
from engine.core.decisions import Outcome
from engine.core.faults import InputFault
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from tests.certificates import Authority
from tests.patience import PATIENCE_S
from tests.web.shown_table import KEY, TABLE, Match

WEST, NORTH = Seat("west"), Seat("north")
SEATING = Seating(KEY, table=TABLE)
PUBLIC = "https://push.example.org/send/abc"


def link(seat: Seat) -> str:
    return SEATING.link(TabletPlace(Role.SEAT, seat))


def coded(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser, as far as push services and tables know it."""

    def __init__(self, auth: bytes = bytes(range(16))) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = auth

    @property
    def keys(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": coded(point), "auth": coded(self._auth)}

    def reads(self, body: bytes) -> dict[str, str]:
        http_ece = pytest.importorskip("http_ece")
        clear = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return dict(json.loads(clear))


@dataclass
class PushService:
    """A push service by HTTPS on this machine."""

    authority: Authority
    folder: Path
    status: int = 201
    came: "queue.Queue[tuple[str, dict[str, str], bytes]]" = field(default_factory=queue.Queue)
    url: str = ""

    def start(self) -> ThreadingHTTPServer:
        service = self

        class Answering(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.came.put((self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.send_header("Location", "https://127.0.0.1/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self.authority.vouches_for("push"))
        server.socket = context.wrap_socket(server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{server.server_address[1]}"
        Thread(target=server.serve_forever, daemon=True).start()
        return server


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    """A push service that runs."""
    found = PushService(Authority(tmp_path, "authority"), tmp_path)
    server = found.start()
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture
def book(tmp_path: Path) -> SubscriptionBook:
    """The devices of a table."""
    return SubscriptionBook(tmp_path, TABLE, link=link)


@pytest.fixture
def pushing(book: SubscriptionBook, service: PushService) -> Iterator[Pushing]:
    """The notifications of a table, which reach the tests' own service too."""
    pytest.importorskip("http_ece")
    pytest.importorskip("py_vapid")
    trusted = ssl.create_default_context(cafile=str(service.authority.ca))
    post = PublicPost(reaches=lambda _: True, trusted=trusted)
    made = Pushing(book, PushKey(KEY, table=TABLE, contact="mailto:me@example.org"), post, table=TABLE)
    yield made
    made.stop()


def add(book: SubscriptionBook, seat: Seat, endpoint: str, device: Device, language: str = "en") -> None:
    book.add(endpoint, seat=seat, language=language, **device.keys)


def serve_at(book: SubscriptionBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let devices name the tests' own service, which is at a private address and another port."""
    monkeypatch.setattr("dashboard.web.pushing.subscriptions.expect_push_address", lambda _: None)
    assert book.of("") == ()


def test_a_turn_goes_to_its_seat_and_a_warning_and_the_end_to_all_in_their_languages(
    book: SubscriptionBook,
    pushing: Pushing,
    service: PushService,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serve_at(book, monkeypatch)
    west, north = Device(), Device(b"1" * 16)
    add(book, WEST, f"{service.url}/west", west)
    add(book, NORTH, f"{service.url}/north", north, "ja")
    state = match.message()
    turned = replace(state.view, turn=NORTH, headline=Phrase("North's turn"))
    pushing.take(ReceivedMessage("match", "", state))
    pushing.take(ReceivedMessage("match", "", replace(state, view=turned)))
    path, headers, body = service.came.get(timeout=PATIENCE_S)
    assert (path, north.reads(body)["tag"]) == ("/north", "your_turn")
    assert b"North's turn" not in body
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "600")
    expect_signed(headers["Authorization"], pushing.public_key, service.url)
    no = Phrase("w.inf.1 moves at most 1 hex")
    pushing.take(ReceivedMessage("verdict", "", Verdict(VerdictKind.ILLEGAL, Seconds(1.0), 1, 1, text=no)))
    two = dict(service.came.get(timeout=PATIENCE_S)[::2] for _ in range(2))
    assert west.reads(two["/west"])["body"].endswith("moves at most 1 hex")
    assert north.reads(two["/north"])["tag"] == "warning"
    over = replace(state.view, outcome=Outcome((NORTH,), RuleId("R"), "won"), headline=Phrase("Won"))
    pushing.take(ReceivedMessage("match", "", replace(state, view=over)))
    assert {service.came.get(timeout=PATIENCE_S)[0] for _ in range(2)} == {"/west", "/north"}
    assert service.came.empty()


def expect_signed(authorization: str, public: str, audience: str) -> None:
    """Check the signature of the table for the push service (RFC 8292)."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"] == public
    head, claims, signature = parts["t"].split(".")
    told = json.loads(decoded(claims))
    assert (told["aud"], told["sub"]) == (audience, "mailto:me@example.org")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    r, s = (int.from_bytes(decoded(signature)[at : at + 32]) for at in (0, 32))
    signed = f"{head}.{claims}".encode()
    key.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_service_has_forgotten_is_forgotten(
    book: SubscriptionBook,
    pushing: Pushing,
    service: PushService,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    serve_at(book, monkeypatch)
    forgotten, end = Event(), book.end

    def forget(endpoint: str) -> None:
        end(endpoint)
        forgotten.set()

    monkeypatch.setattr(book, "end", forget)
    service.status = status
    add(book, WEST, f"{service.url}/west", Device())
    state = match.message()
    for turn in (WEST, NORTH, WEST):
        turned = replace(state, view=replace(state.view, turn=turn, headline=Phrase("now")))
        pushing.take(ReceivedMessage("match", "", turned))
    service.came.get(timeout=PATIENCE_S)
    assert forgotten.wait(PATIENCE_S)
    assert book.of(WEST) == ()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://me@push.example.org/a",
        "https://127.0.0.1/a",
        "https://10.0.0.7/a",
        "https://192.168.1.1/a",
        "https://169.254.169.254/latest",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://[fe80::1%25eth0]/a",
        "https://localhost/a",
        "https://broker/a",
        "https://push.example.org/a b",
        "https://push.example.org/\r\nHost: x",
        "https://push.example.org/" + "a" * 1000,
        "file:///etc/passwd",
        "https://[/",
        "",
    ],
)
def test_an_address_that_is_no_push_services_is_refused(book: SubscriptionBook, endpoint: str) -> None:
    with pytest.raises(InputFault, match="no public address"):
        add(book, WEST, endpoint, Device())
    assert book.of("") == ()


def test_a_name_that_leads_to_a_private_address_is_reached_by_nobody(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(service.url.rpartition(":")[2])
    both = [(2, 1, 6, "", (one, port)) for one in ("93.184.216.34", "127.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: both)
    expect_push_address(PUBLIC)
    with pytest.raises(OSError, match="isn't a public address"):
        PublicPost()(PUBLIC, b"", {})
    assert service.came.empty()


def test_only_public_addresses_are_public() -> None:
    assert is_public("93.184.216.34")
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")
    private = (
        "127.0.0.1",
        "0.0.0.0",  # noqa: S104 # nobody listens here
        "10.1.2.3",
        "172.16.0.1",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%2",
    )
    assert not any(is_public(one) for one in (*private, "::ffff:10.0.0.1", "ff02::1", "fd00::1"))


def test_a_seat_has_few_devices_and_the_first_makes_room(book: SubscriptionBook) -> None:
    for number in range(DEVICES_OF_SEAT + 2):
        add(book, WEST, f"{PUBLIC}{number}", Device())
    add(book, NORTH, PUBLIC, Device())
    kept = [one.endpoint.removeprefix(PUBLIC) for one in book.of(WEST)]
    assert kept == [str(number) for number in range(2, DEVICES_OF_SEAT + 2)]
    add(book, WEST, f"{PUBLIC}3", Device())
    assert [one.endpoint.removeprefix(PUBLIC) for one in book.of(WEST)] == ["2", "4", "5", "3"]
    assert len(book.of("")) == DEVICES_OF_SEAT + 1


def test_devices_are_known_after_a_start_and_no_longer_than_their_seats_link(tmp_path: Path) -> None:
    add(SubscriptionBook(tmp_path, TABLE, link=link), WEST, PUBLIC, Device())
    path = tmp_path / f".{TABLE}.push"
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    assert [one.endpoint for one in SubscriptionBook(tmp_path, TABLE, link=link).of(WEST)] == [PUBLIC]
    assert SubscriptionBook(tmp_path, TABLE, link=lambda seat: f"renewed {seat}").of(WEST) == ()
    for damaged in (b"damaged", b'[{"endpoint": "\xff"}]'):
        path.write_bytes(damaged)
        assert SubscriptionBook(tmp_path, TABLE, link=link).of(WEST) == ()


def asked(book: SubscriptionBook, key: str, place: TabletPlace | None, **wish: Any) -> tuple[int, str]:
    app = FastAPI()
    app.include_router(push_pages(book, SEATING, key=lambda: key))
    headers = {} if place is None else {"authorization": f"Bearer {SEATING.link(place)}"}

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as tablet:
            return await tablet.post("/push?lang=vi", json=wish, headers=headers)

    answer = asyncio.run(ask())
    return answer.status_code, answer.text


def test_only_a_seats_tablet_gets_notifications_and_only_where_the_table_sends_some(
    book: SubscriptionBook,
) -> None:
    wish = {"endpoint": PUBLIC, "keys": Device().keys}
    at_west = TabletPlace(Role.SEAT, WEST)
    assert "--push" in asked(book, "", at_west, **wish)[1]
    for place in (None, ARBITER):
        assert asked(book, "key", place, **wish)[0] == 409
    assert asked(book, "key", at_west, **{**wish, "keys": {"p256dh": "AA", "auth": "AA"}})[0] == 409
    assert asked(book, "key", at_west, **{**wish, "endpoint": "https://10.0.0.1/"})[0] == 409
    assert asked(book, "key", at_west, **{**wish, "more": "x" * 5000})[0] == 409
    assert book.of("") == ()
    assert asked(book, "key", at_west, **wish) == (204, "")
    assert [(one.seat, one.language) for one in book.of("")] == [(WEST, "vi")]
    assert asked(book, "key", None, endpoint=PUBLIC, wanted=False)[0] == 204
    assert book.of("") == ()


def test_a_contact_is_an_address_of_mail_or_of_a_page() -> None:
    assert chosen_push("", key=KEY, table=TABLE) is None
    for good in ("mailto:me@example.org", "https://club.example.org/contact"):
        assert checked_contact(good) == good
    for wrong in ("me@example.org", "http://example.org", "mailto:", "yes"):
        with pytest.raises(InputFault, match="mailto:"):
            checked_contact(wrong)
