"""Which addresses may talk to the server."""

import socket

import pytest

from dashboard.web.serving.origin import own_names, parse_hosts, same_origin, trusted_host
from engine.core.faults import InputFault

OURS = own_names("127.0.0.1")


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8321", "192.168.1.2:80", "[::1]:8321", "localhost", f"{socket.gethostname().upper()}:80"],
)  # fmt: skip
def test_a_table_s_own_names_and_the_address_that_was_reached_are_trusted(host: str) -> None:
    assert trusted_host(host, OURS, reached="192.168.1.2")


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil",
        "evil.example:8321",
        "127.0.0.1.evil.example",
        "[::1",
        "local.evil.com",
        "evil.local",
        "evil.lan",
        "a.home.arpa",
        "evil.localhost",
        "192.168.1.3",
    ],
)
def test_a_name_that_somebody_points_at_us_is_not_whatever_it_ends_with(host: str) -> None:
    assert not trusted_host(host, OURS, reached="192.168.1.2")


def test_the_name_that_was_asked_for_is_trusted() -> None:
    assert trusted_host("games.example.org:443", own_names("games.example.org"))
    assert trusted_host("other.example:443", own_names("127.0.0.1", parse_hosts("a.example, Other.example")))


@pytest.mark.parametrize("text", ["a.example:80", "http://a.example", "*.example", "a b", "u@a.example"])
def test_hosts_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputFault, match="--hosts: expected names"):
        parse_hosts(text)


def test_a_page_that_a_proxy_passed_on_under_a_listed_name_is_of_our_origin() -> None:
    assert same_origin("https://games.example.org", "127.0.0.1:8321", frozenset({"games.example.org"}))
    assert not same_origin("https://evil.example", "127.0.0.1:8321", frozenset({"games.example.org"}))


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_a_page_that_came_in_clear_asks_nothing_of_encrypted_pages(scheme: str) -> None:
    for listed in (frozenset[str](), frozenset({"table.example"})):
        assert not same_origin("http://table.example", "table.example", listed, scheme=scheme)
        assert same_origin("https://table.example", "table.example", listed, scheme=scheme)


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_a_page_that_a_proxy_encrypts_may_ask_what_comes_to_us_in_clear(scheme: str) -> None:
    assert same_origin("https://table.example", "table.example", scheme=scheme)


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "127.0.0.1:8321", True),
        ("http://127.0.0.1:8321", "127.0.0.1:8321", True),
        ("https://TABLE.local", "table.local", True),
        ("http://127.0.0.1:9999", "127.0.0.1:8321", False),
        ("http://evil.example", "127.0.0.1:8321", False),
        ("null", "127.0.0.1:8321", False),
        ("", "", False),
        ("http://[", "127.0.0.1:8321", False),
    ],
)
def test_only_the_server_s_own_pages_are_of_its_origin(origin: str | None, host: str, *, same: bool) -> None:
    assert same_origin(origin, host) is same
