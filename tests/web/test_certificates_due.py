"""Which certificates are due follows from names and dates alone."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network

import pytest

from dashboard.web.https.due import (
    AUTHORITY_LASTS,
    CERTIFICATE_LASTS,
    HOME_DOMAINS,
    RENEWED_BEFORE_END,
    CertificateFacts,
    Due,
    ServerNames,
    authority_due,
    certificate_due,
    validity,
    vouched_for,
)

NOW = datetime(2026, 11, 28, tzinfo=UTC)
KEY = b"authority"


def names(*said: str) -> ServerNames:
    hosts = frozenset(one for one in said if not one[0].isdigit() and ":" not in one)
    return ServerNames(hosts, frozenset(ip_address(one) for one in said if one not in hosts))


def facts(*said: str, ends_in: timedelta = CERTIFICATE_LASTS, issuer: bytes = KEY) -> CertificateFacts:
    return CertificateFacts(NOW - timedelta(days=1), NOW + ends_in, issuer, names(*said))


@pytest.mark.parametrize(
    ("kept", "due"),
    [
        (None, Due.FIRST),
        (facts("localhost", "10.0.0.7"), None),
        (facts("localhost", "10.0.0.7", "10.0.0.9"), None),
        (facts("localhost", "10.0.0.9"), Due.NAMES),
        (facts("10.0.0.7"), Due.NAMES),
        (facts("localhost", "10.0.0.7", issuer=b"another"), Due.ISSUER),
        (facts("localhost", "10.0.0.7", ends_in=RENEWED_BEFORE_END), None),
        (facts("localhost", "10.0.0.7", ends_in=RENEWED_BEFORE_END - timedelta(seconds=1)), Due.ENDS),
        (facts("localhost", "10.0.0.7", ends_in=timedelta(days=-3)), Due.ENDS),
    ],
    ids=[
        "none",
        "fresh",
        "a name is gone",
        "new address",
        "new host",
        "new authority",
        "just",
        "soon",
        "over",
    ],
)
def test_a_certificate_is_due_for_one_reason(kept: CertificateFacts | None, due: Due | None) -> None:
    assert certificate_due(kept, authority=KEY, names=names("localhost", "10.0.0.7"), now=NOW) is due


def test_a_clock_that_is_not_set_yet_renews_nothing() -> None:
    unset = datetime(1970, 1, 1, tzinfo=UTC)
    kept = facts("localhost")
    assert certificate_due(kept, authority=KEY, names=names("localhost"), now=unset) is None
    assert authority_due(kept, unset) is None


def test_whoever_looks_once_a_day_never_serves_a_certificate_that_is_over() -> None:
    kept: CertificateFacts | None = None
    for day in range(600):
        now = NOW + timedelta(days=day)
        if certificate_due(kept, authority=KEY, names=names("localhost"), now=now) is not None:
            kept = CertificateFacts(*validity(now, CERTIFICATE_LASTS), KEY, names("localhost"))
        assert kept is not None
        assert kept.begins_at < now < kept.ends_at


def test_an_authority_is_renewed_while_its_certificates_still_live_their_whole_time() -> None:
    begins, ends = validity(NOW, AUTHORITY_LASTS)
    made = CertificateFacts(begins, ends)
    assert authority_due(None, NOW) is Due.FIRST
    assert authority_due(made, ends - CERTIFICATE_LASTS) is None
    assert authority_due(made, ends - CERTIFICATE_LASTS + timedelta(days=1)) is Due.ENDS


def test_no_certificate_outlives_its_authority() -> None:
    assert validity(NOW, CERTIFICATE_LASTS, at_most=NOW + timedelta(days=9))[1] == NOW + timedelta(days=9)


def test_only_names_within_the_domains_and_networks_are_vouched_for() -> None:
    asked = names(
        "table.local", "local", "notlocal", "pi.example.org", "10.1.2.3", "8.8.8.8", "fd00::2", "fe80::1"
    )
    found = vouched_for(asked, domains=HOME_DOMAINS)
    assert found == names("table.local", "local", "10.1.2.3", "fd00::2")
    assert vouched_for(names("8.8.8.8"), domains=(), networks=[ip_network("8.8.8.8/32")]) == names("8.8.8.8")
