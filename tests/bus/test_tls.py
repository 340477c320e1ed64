"""Brokers by TLS: a real mosquitto with certificates of the test's; and what is said where that fails."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.bus.address import parse_broker_url
from engine.bus.broker import RemoteBroker, free_port, wait_listening
from engine.bus.client import BusClient, Connected, Disconnected
from engine.core.faults import InputFault, MissingFault
from tests.certificates import Authority
from tests.patience import PATIENCE_S

Start = Callable[..., int]

# paho leaves a socket to the collector whose handshake failed.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "ours")


@pytest.fixture
def listening(mosquitto: str, tmp_path: Path) -> Iterator[Start]:
    """Starts a mosquitto with settings of its own; returns its port."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*settings: str) -> int:
        port = free_port()
        lines = (f"listener {port} 127.0.0.1", "user root", "allow_anonymous true", *settings)
        configuration = tmp_path / f"{port}.conf"
        configuration.write_text("\n".join(lines) + "\n", encoding="utf-8")
        running.append(subprocess.Popen([mosquitto, "-c", str(configuration)], stderr=subprocess.DEVNULL))
        assert wait_listening(parse_broker_url(f"mqtt://127.0.0.1:{port}"), seconds=PATIENCE_S)
        return port

    yield start
    for one in running:
        one.terminate()
        one.wait()


@pytest.fixture
def by_tls(listening: Start, authority: Authority) -> Start:
    """Starts one that speaks TLS."""

    def start(*further: str, address: str = "127.0.0.1") -> int:
        cert, key = authority.vouches_for("broker", address)
        return listening(f"cafile {authority.ca}", f"certfile {cert}", f"keyfile {key}", *further)

    return start


def heard_first(url: str) -> object:
    client = BusClient(url=url, table="t", service=None, wanted=("match",))
    client.start()
    try:
        return client.receive(PATIENCE_S)
    finally:
        client.stop()


def said_of(url: str) -> str:
    event = heard_first(url)
    assert isinstance(event, Disconnected)
    return str(event.reason)


def test_a_broker_that_proves_who_it_is_is_spoken_to(by_tls: Start, authority: Authority) -> None:
    url = f"mqtts://127.0.0.1:{by_tls()}?ca={authority.ca}"
    assert isinstance(heard_first(url), Connected)
    RemoteBroker(url).start()


def test_a_broker_that_wants_a_certificate_gets_ours(by_tls: Start, authority: Authority) -> None:
    url = f"mqtts://127.0.0.1:{by_tls('require_certificate true')}?ca={authority.ca}"
    cert, key = authority.vouches_for("table")
    assert isinstance(heard_first(f"{url}&cert={cert}&key={key}"), Connected)
    assert isinstance(heard_first(url), Disconnected)


def test_a_broker_that_nobody_vouches_for_isnt_spoken_to(by_tls: Start, tmp_path: Path) -> None:
    other = Authority(tmp_path, "another")
    port = by_tls()
    for query in ("", f"?ca={other.ca}"):
        url = f"mqtts://127.0.0.1:{port}{query}"
        assert said_of(url).startswith(f"mqtts://127.0.0.1:{port} can't be trusted: ")
        with pytest.raises(MissingFault, match="can't be trusted"):
            RemoteBroker(url).start()


def test_a_broker_of_another_name_isnt_spoken_to(by_tls: Start, authority: Authority) -> None:
    port = by_tls(address="127.0.0.9")
    assert "can't be trusted: IP address mismatch" in said_of(f"mqtts://127.0.0.1:{port}?ca={authority.ca}")


def test_tls_and_clear_that_meet_are_said_in_a_sentence(
    by_tls: Start, listening: Start, authority: Authority
) -> None:
    secure, clear = by_tls(), listening()
    assert said_of(f"mqtt://127.0.0.1:{secure}").endswith("speaks TLS: say mqtts:// in the place of mqtt://")
    assert "can't be spoken to by TLS" in said_of(f"mqtts://127.0.0.1:{clear}?ca={authority.ca}")


@pytest.mark.parametrize(
    ("query", "why"),
    [("ca=/none.pem", "ca=/none.pem is no file"), ("cert=/etc/hostname", "cert and key belong together"),
     ("cafile=/etc/hostname", "'cafile' is none of ca, cert and key"), ("ca", "bad query field")],
)  # fmt: skip
def test_what_is_wrong_about_certificates_is_said(query: str, why: str) -> None:
    with pytest.raises(InputFault, match=why):
        parse_broker_url(f"mqtts://me:secret@127.0.0.1/?{query}")


def test_a_file_that_is_no_certificate_is_refused() -> None:
    with pytest.raises(InputFault, match="can't be used"):
        BusClient(url="mqtts://127.0.0.1/?ca=/etc/hostname", table="t", service=None, wanted=("match",))


def test_a_url_in_clear_takes_no_certificates() -> None:
    with pytest.raises(InputFault, match="expected mqtt://host"):
        parse_broker_url("mqtt://127.0.0.1/?ca=/etc/hostname")
    assert parse_broker_url("mqtts://h").port == 8883
    assert str(parse_broker_url("mqtts://me:secret@h")) == "mqtts://me@h:8883"
