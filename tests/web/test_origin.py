"""Which addresses may talk to the server."""

import pytest

from dashboard.web.serving.origin import same_origin, trusted_host


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8321", "192.168.1.2:80", "[::1]:8321", "localhost", "table-pi", "TABLE.local", "a.home.arpa"],
)  # fmt: skip
def test_a_table_s_own_names_are_trusted(host: str) -> None:
    assert trusted_host(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:8321", "127.0.0.1.evil.example", "[::1", "local.evil.com"]
)
def test_a_public_name_that_somebody_points_at_us_is_not(host: str) -> None:
    assert not trusted_host(host)


def test_the_name_that_was_asked_for_is_trusted() -> None:
    assert trusted_host("games.example.org:443", "games.example.org")


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
