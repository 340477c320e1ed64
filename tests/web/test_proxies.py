"""The recipes for proxies, as they stand, run by the real servers in front of a real table."""

import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from dashboard.web.serving.limits import Limits, Places
from engine.bus.broker import free_port
from engine.core.ids import Seat
from tests.asking import place_over_tls
from tests.certificates import Authority
from tests.conftest import TOP
from tests.needs import expect_packages
from tests.patience import PATIENCE_S
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer

NAME = "table.example.org"
RECIPES = TOP / "docs" / "build-and-run" / "proxies"
SEATING = Seating(KEY, table=TABLE)
LOG = "log"
"""The file that a proxy logs into: its visitors' questions, and its own troubles."""
FEW = Limits(streams=Places(unlinked=20, each=2, kept=1))


class Proxied:
    """A table behind a proxy, as its visitors reach it."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        self._port, self._trust = port, trust

    def visitor(self, address: str = "127.0.0.1") -> httpx.Client:
        """Return a visitor who comes from an address."""
        return httpx.Client(
            transport=httpx.HTTPTransport(verify=self._trust, local_address=address),
            base_url=f"https://127.0.0.1:{self._port}",
            headers={"host": NAME},
            timeout=PATIENCE_S,
        )

    def get(self, client: httpx.Client, path: str, **headers: str) -> httpx.Response:
        """Ask for something."""
        return client.send(self.asked(client, path, **headers))

    def asked(self, client: httpx.Client, path: str, **headers: str) -> httpx.Request:
        """Return a question."""
        return client.build_request("GET", path, headers=headers, extensions={"sni_hostname": NAME})

    def joins(self, link: str) -> str:
        """Return the place that a tablet gets by a link."""
        return place_over_tls(NAME, self._port, link, self._trust, origin=f"https://{NAME}")


def nginx(folder: Path, port: int, table: int, cert: Path, key: Path) -> list[str]:
    """Return the command that runs the recipe for nginx at a port, beside what every nginx.conf has."""
    recipe = (RECIPES / "nginx.conf").read_text(encoding="utf-8")
    for said, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("127.0.0.1:8321", f"127.0.0.1:{table}"),
        ("/etc/ssl/table.example.org.pem", str(cert)),
        ("/etc/ssl/table.example.org.key", str(key)),
    ):
        assert said in recipe
        recipe = recipe.replace(said, here)
    paths = "".join(
        f"{one}_temp_path {folder};\n" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    head = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
    whole = f"{head}http {{\naccess_log /dev/stderr;\n{paths}{recipe}}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return ["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, table: int, cert: Path, key: Path) -> list[str]:
    """Return the command that runs the recipe for Caddy at a port, with a certificate of the test's."""
    recipe = (RECIPES / "Caddyfile").read_text(encoding="utf-8")
    for said, here in (
        ("table.example.org {", f"https://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {cert} {key}"),
        ("127.0.0.1:8321", f"127.0.0.1:{table}"),
    ):
        assert said in recipe
        recipe = recipe.replace(said, here)
    head = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    recipe = recipe.rstrip().removesuffix("}") + "\tlog\n}\n"
    (folder / "Caddyfile").write_text(head + recipe, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxied(request: pytest.FixtureRequest, bus: FakeBus, tmp_path: Path) -> Iterator[Proxied]:
    """A table behind each proxy."""
    command: Callable[[Path, int, int, Path, Path], list[str]] = request.param
    expect_packages(request.param.__name__)
    authority = Authority(tmp_path, "ours")
    cert, key = authority.vouches_for("proxy", host=NAME)
    server = RunningServer(bus, hosts=(NAME,), limits=FEW)
    server.start()
    port = free_port()
    logged = (tmp_path / LOG).open("wb")
    proxy = subprocess.Popen(
        command(tmp_path, port, server.port, cert, key),
        stderr=logged,
        env={"HOME": str(tmp_path), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
    )
    pause = threading.Event()
    try:
        while True:
            assert proxy.poll() is None, "the proxy doesn't come up"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            pause.wait(0.05)
        yield Proxied(port, ssl.create_default_context(cafile=str(authority.ca)))
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE_S)
        logged.close()
        server.stop()


def test_visitors_look_on_and_links_lead_to_their_places(proxied: Proxied) -> None:
    with proxied.visitor() as client:
        assert proxied.get(client, "/").status_code == 200
        for forged in ({}, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}):
            assert proxied.get(client, "/links", **forged).status_code == 403
        arbiter = {"authorization": f"Bearer {SEATING.link(ARBITER)}"}
        found = proxied.get(client, "/links", **arbiter).json()
        assert found["url"] == f"https://{NAME}/"
    assert proxied.joins(SEATING.link(ARBITER)) == "arbiter"
    assert proxied.joins(SEATING.link(TabletPlace(Role.SEAT, Seat("west")))) == "seat"


def test_no_link_is_in_what_a_proxy_logs(proxied: Proxied, tmp_path: Path) -> None:
    links = [SEATING.link(ARBITER), SEATING.link(TabletPlace(Role.SEAT, Seat("west")))]
    with proxied.visitor() as client:
        for link in links:
            proxied.joins(link)
            proxied.get(client, "/links", authorization=f"Bearer {link}")
            proxied.get(client, "/nowhere", authorization=f"Bearer {link}")
    log, pause = tmp_path / LOG, threading.Event()
    while (said := log.read_text(encoding="utf-8")).count("/nowhere") < len(links):
        pause.wait(0.05)
    assert [one for one in links if one.rpartition(".")[2] in said] == []


def test_each_visitor_is_counted_alone_whatever_address_they_claim(proxied: Proxied) -> None:
    with ExitStack() as stack:
        statuses = []
        for number, address in enumerate(("127.0.0.5", "127.0.0.5", "127.0.0.5", "127.0.0.6")):
            client = stack.enter_context(proxied.visitor(address))
            claimed = {"x-forwarded-for": f"192.0.2.{number}"}
            asked = proxied.asked(client, "/api/v1/events", **claimed)
            answer = client.send(asked, stream=True)
            stack.callback(answer.close)
            statuses.append(answer.status_code)
    assert statuses == [200, 200, 503, 200]
