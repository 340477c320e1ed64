"""A passkey is bound to a name at a place, leads there again, and may be what a place asks for."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dashboard.web.passkeys.ceremonies import LASTS_S, Ceremonies, Site
from dashboard.web.passkeys.kept import MOST, BoundPasskey, PasskeyBook
from dashboard.web.seats.seating import ARBITER, Role, TabletPlace
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from tests import asking
from tests.web.authenticators import authenticator_of
from tests.web.seated import WEST, link_of, played, state
from tests.web.shown_table import ARBITERS_LINK, BEARER, TABLE, FakeBus, RunningServer

__all__ = ["played", "state"]

WESTS = TabletPlace(Role.SEAT, WEST)
HERE = Site("boardwarden.local", "https://boardwarden.local:8321")


def bound(number: int = 1, seat: Seat | None = WEST) -> BoundPasskey:
    return BoundPasskey(f"id{number}", "key", 0, "Lan", seat, "localhost", Seconds(1.0))


@pytest.fixture
def server(bus: FakeBus, tmp_path: Path) -> Iterator[RunningServer]:
    """The real service with a data folder."""
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    yield running
    running.stop()


def test_passkeys_and_what_they_are_asked_for_outlive_a_restart(tmp_path: Path) -> None:
    book = PasskeyBook(tmp_path, TABLE)
    book.bind(bound())
    book.require(WESTS, required=True)
    again = PasskeyBook(tmp_path, TABLE)
    assert again.of(WESTS) == (bound(),)
    assert again.requires(WESTS)
    assert not again.requires(ARBITER)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_place_asks_for_no_passkey_that_nobody_has() -> None:
    book = PasskeyBook(None, TABLE)
    with pytest.raises(InputFault, match="bind a passkey to this place first"):
        book.require(WESTS, required=True)
    book.bind(bound())
    book.require(WESTS, required=True)
    book.remove("id1")
    assert not book.requires(WESTS), "else nobody could take the place"


def test_a_damaged_file_of_passkeys_is_never_taken_for_none(tmp_path: Path) -> None:
    PasskeyBook(tmp_path, TABLE).bind(bound())
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (whole[:-9], whole.replace(b'"name":"', b'"name":"\xff')):
        file.write_bytes(damaged)
        with pytest.raises(InputFault, match="put its copy back"):
            PasskeyBook(tmp_path, TABLE)


def test_a_table_keeps_no_more_passkeys_than_it_says() -> None:
    book = PasskeyBook(None, TABLE)
    for number in range(MOST):
        book.bind(bound(number))
    with pytest.raises(InputFault, match=f"at most {MOST}"):
        book.bind(bound(MOST))


def test_a_challenge_is_good_once_and_for_a_while() -> None:
    pytest.importorskip("webauthn")
    now = [0.0]
    ceremonies = Ceremonies(PasskeyBook(None, TABLE), steady=lambda: now[0])
    late = ceremonies.begin_signing_in(HERE)["ceremony"]
    now[0] = LASTS_S + 1
    with pytest.raises(InputFault, match="too long"):
        ceremonies.sign_in(late, {"id": "id1"})
    once = ceremonies.begin_signing_in(HERE)["ceremony"]
    with pytest.raises(InputFault, match="nobody at this table"):
        ceremonies.sign_in(once, {"id": "id1"})
    with pytest.raises(InputFault, match="too long"):
        ceremonies.sign_in(once, {"id": "id1"})


@pytest.mark.parametrize("host", ["192.0.2.7", "2001:db8::1", ""])
def test_an_address_that_browsers_make_no_passkey_for_is_refused_with_the_way_out(host: str) -> None:
    pytest.importorskip("webauthn")
    with pytest.raises(InputFault, match="by its name"):
        Ceremonies(PasskeyBook(None, TABLE)).begin_signing_in(Site(host, f"https://{host}"))


def test_rubbish_in_the_place_of_a_passkey_is_refused() -> None:
    pytest.importorskip("webauthn")
    book = PasskeyBook(None, TABLE)
    book.bind(bound())
    ceremonies = Ceremonies(book)
    for rubbish in ({"id": "id1"}, {"id": "id1", "response": 3}, {"id": "id1", "rawId": "%", "type": "x"}):
        ceremony = ceremonies.begin_signing_in(HERE)["ceremony"]
        with pytest.raises(InputFault, match="wasn't accepted"):
            ceremonies.sign_in(ceremony, rubbish)


def test_only_the_arbiter_says_which_places_ask_for_a_passkey(server: RunningServer) -> None:
    address = f"{server.url}/passkeys/required?of=west&required=true"
    assert asking.post(address).status_code == 403
    assert asking.post(address, headers={"authorization": f"Bearer {link_of(WEST)}"}).status_code == 403
    refused = asking.post(address, headers=BEARER)
    assert (refused.status_code, "first" in refused.json()["text"]) == (403, True)


@pytest.mark.browser
def test_a_passkey_is_bound_asked_for_and_leads_back_to_the_seat(
    page: Page, server: RunningServer, bus: FakeBus, played: FakeBus, tmp_path: Path
) -> None:
    pytest.importorskip("webauthn")
    del bus, played
    authenticator_of(page)
    base = f"http://localhost:{server.port}"
    page.goto(f"{base}/#join={link_of(WEST)}")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    page.goto(f"{base}/passkeys/page")
    assert Axe().run(page).violations_count == 0
    page.get_by_label("Your name").fill("Lan")
    page.get_by_role("button", name="Bind a passkey").click()
    expect(page.locator("#state")).to_have_text("The passkey is bound to Lan.")
    answer = asking.post(f"{server.url}/passkeys/required?of=west&required=true", headers=BEARER)
    assert answer.status_code == 200
    old = {"authorization": f"Bearer {link_of(WEST)}"}
    assert asking.get(f"{server.url}/passkeys", headers=old).json()["role"] == "spectator"
    links = asking.get(f"{server.url}/links", headers=BEARER).json()["links"]
    handed = {one["name"]: one["url"] for one in links}
    assert handed["west"].endswith("/passkeys/page"), "nobody is given the link without a passkey"
    page.evaluate("sessionStorage.clear()")
    page.goto(f"{base}/passkeys/page")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{base}/")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    kept = json.loads((tmp_path / f".{TABLE}.passkeys").read_text(encoding="utf-8"))
    assert [one["name"] for one in kept["passkeys"]] == ["Lan"]


@pytest.mark.browser
def test_the_arbiters_place_asks_for_a_passkey_too(
    page: Page, server: RunningServer, played: FakeBus
) -> None:
    pytest.importorskip("webauthn")
    del played
    authenticator_of(page)
    base = f"http://localhost:{server.port}"
    page.goto(f"{base}/#join={ARBITERS_LINK}")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
    page.goto(f"{base}/passkeys/page")
    page.get_by_label("Your name").fill("Mai")
    page.get_by_role("button", name="Bind a passkey").click()
    expect(page.locator("#state")).to_have_text("The passkey is bound to Mai.")
    page.get_by_label("Arbiter").check()
    expect(page.locator("#state")).to_have_text("This place asks for a passkey from now on.")
    assert asking.get(f"{server.url}/links", headers=BEARER).status_code == 403, "the old link is void"
    page.evaluate("sessionStorage.clear(); localStorage.clear()")
    page.goto(f"{base}/passkeys/page")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{base}/")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
