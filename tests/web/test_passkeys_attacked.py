"""Nobody signs in with a passkey of somebody else: recorded, for another page or challenge, or copied."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Route, expect

from dashboard.web.passkeys.ceremonies import Ceremonies, Site
from dashboard.web.passkeys.kept import BoundPasskey, PasskeyBook
from dashboard.web.seats.seating import Role, TabletPlace
from engine.core.faults import InputFault
from tests import asking
from tests.web.authenticators import authenticator_of
from tests.web.seated import WEST, link_of, played, state
from tests.web.shown_table import TABLE, FakeBus, RunningServer
from tests.web.soft_authenticator import SoftAuthenticator, tampered

__all__ = ["played", "state"]

pytest.importorskip("webauthn")

HERE = Site("boardwarden.local", "https://boardwarden.local:8321")
WESTS = TabletPlace(Role.SEAT, WEST)
REFUSED = "wasn't accepted"


@pytest.fixture
def server(bus: FakeBus, tmp_path: Path) -> Iterator[RunningServer]:
    """The real service with a data folder."""
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    yield running
    running.stop()


class Bound:
    """A table with one bound passkey, and its authenticator."""

    def __init__(self) -> None:
        self.book = PasskeyBook(None, TABLE)
        self.ceremonies, self.phone = Ceremonies(self.book), SoftAuthenticator()
        began = self.ceremonies.begin_binding(HERE, WESTS, "Lan")
        made = self.phone.makes(began["options"], HERE.origin)
        self.ceremonies.bind(began["ceremony"], made, WESTS)

    def begin(self) -> tuple[str, dict[str, Any]]:
        """Begin to sign in; return the ceremony and its options."""
        began = self.ceremonies.begin_signing_in(HERE)
        return began["ceremony"], began["options"]

    def signs_in(self) -> BoundPasskey:
        """Sign in as its owner does."""
        ceremony, options = self.begin()
        return self.ceremonies.sign_in(ceremony, self.phone.signs(options, HERE.origin))

    def refuses(self, ceremony: str, credential: dict[str, Any], why: str = REFUSED) -> None:
        """See that a credential is refused, and that its owner still gets in."""
        before = self.book.passkeys
        with pytest.raises(InputFault, match=why):
            self.ceremonies.sign_in(ceremony, credential)
        assert self.book.passkeys == before
        assert self.signs_in().name == "Lan"


@pytest.fixture
def bound() -> Bound:
    """A table where Lan has bound a passkey and has signed in once."""
    found = Bound()
    assert found.signs_in().place == WESTS
    return found


def test_a_recorded_answer_is_good_neither_again_nor_in_another_ceremony(bound: Bound) -> None:
    ceremony, options = bound.begin()
    recorded = bound.phone.signs(options, HERE.origin)
    bound.ceremonies.sign_in(ceremony, recorded)
    bound.refuses(ceremony, recorded, "too long")
    bound.refuses(bound.begin()[0], recorded)


def test_an_answer_to_another_challenge_is_refused(bound: Bound) -> None:
    (ceremony, _), (_, others) = bound.begin(), bound.begin()
    bound.refuses(ceremony, bound.phone.signs(others, HERE.origin))


@pytest.mark.parametrize(
    "origin", ["https://boardwarden.local", "http://boardwarden.local:8321", "https://evil.example", ""]
)
def test_an_answer_that_was_given_to_another_page_is_refused(bound: Bound, origin: str) -> None:
    ceremony, options = bound.begin()
    bound.refuses(ceremony, bound.phone.signs(options, origin))


def test_an_answer_for_another_host_is_refused(bound: Bound) -> None:
    ceremony, options = bound.begin()
    bound.refuses(ceremony, bound.phone.signs(options, HERE.origin, host="evil.example"))


def test_a_copy_whose_counter_has_fallen_behind_is_refused(bound: Bound) -> None:
    copy = replace(bound.phone)
    assert bound.signs_in().count == copy.count
    for _ in range(2):
        ceremony, options = bound.begin()
        bound.refuses(ceremony, copy.signs(options, HERE.origin))


def test_a_counter_that_has_counted_never_stands_still_again(bound: Bound) -> None:
    bound.phone.count -= 1
    ceremony, options = bound.begin()
    with pytest.raises(InputFault, match=REFUSED):
        bound.ceremonies.sign_in(ceremony, bound.phone.signs(options, HERE.origin))


def test_an_answer_without_a_person_or_for_binding_is_refused(bound: Bound) -> None:
    ceremony, options = bound.begin()
    bound.refuses(ceremony, replace(bound.phone, flags=0).signs(options, HERE.origin))
    ceremony, options = bound.begin()
    bound.refuses(ceremony, bound.phone.signs(options, HERE.origin, kind="webauthn.create"))


@pytest.mark.parametrize("part", ["signature", "authenticatorData", "clientDataJSON"])
def test_an_answer_with_one_bit_changed_is_refused(bound: Bound, part: str) -> None:
    ceremony, options = bound.begin()
    credential = bound.phone.signs(options, HERE.origin)
    credential["response"][part] = tampered(credential["response"][part])
    bound.refuses(ceremony, credential)


def test_another_key_with_the_same_id_is_refused(bound: Bound) -> None:
    ceremony, options = bound.begin()
    bound.refuses(ceremony, SoftAuthenticator(count=9).signs(options, HERE.origin))


def test_a_passkey_that_was_made_for_another_page_or_challenge_isnt_bound(bound: Bound) -> None:
    for origin, others in (("https://evil.example", False), (HERE.origin, True)):
        began, other = (bound.ceremonies.begin_binding(HERE, WESTS, "Mai") for _ in range(2))
        thief = SoftAuthenticator(b"a thief's passkey")
        made = thief.makes((other if others else began)["options"], origin)
        with pytest.raises(InputFault, match=REFUSED):
            bound.ceremonies.bind(began["ceremony"], made, WESTS)
    assert [one.name for one in bound.book.passkeys] == ["Lan"]


@pytest.mark.browser
def test_no_thief_gets_in_with_what_a_browser_signed(
    page: Page, server: RunningServer, played: FakeBus
) -> None:
    """Chromium's own authenticator signs: recorded, at another port of this machine, and as a copy."""
    del played
    devtools, device = authenticator_of(page)
    base = f"http://localhost:{server.port}"
    page.goto(f"{base}/#join={link_of(WEST)}")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    page.goto(f"{base}/passkeys/page")
    page.get_by_label("Your name").fill("Lan")
    page.get_by_role("button", name="Bind a passkey").click()
    expect(page.locator("#state")).to_have_text("The passkey is bound to Lan.")
    (stolen,) = devtools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    def signs_in() -> str:
        page.goto(f"{base}/passkeys/page")
        with page.expect_request("**/passkeys/signed-in*") as sent:
            page.get_by_role("button", name="Sign in with a passkey").click()
        return sent.value.post_data or ""

    recorded = json.loads(signs_in())
    page.wait_for_url(f"{base}/")
    _expect_refused(base, recorded)
    _expect_refused(base, {**recorded, "ceremony": _began(base)["ceremony"]})
    assert _signed_elsewhere(page, _began(base), lambda found: _answer(base, found)) == 403
    _replace(devtools, device, stolen)
    signs_in()
    expect(page.locator("#state")).to_have_class("refused")


def _began(base: str) -> dict[str, Any]:
    answer = asking.post(f"{base}/passkeys/signing-in", headers={"origin": base})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def _answer(base: str, said: dict[str, Any]) -> int:
    return asking.post(f"{base}/passkeys/signed-in", json=said, headers={"origin": base}).status_code


def _expect_refused(base: str, said: dict[str, Any]) -> None:
    assert _answer(base, said) == 403


_SIGN = """async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}"""


def _signed_elsewhere(page: Page, began: dict[str, Any], answer: Callable[[dict[str, Any]], int]) -> int:
    """Have a page at another port of this machine sign the table's challenge; return the table's answer."""

    def serve(route: Route) -> None:
        route.fulfill(content_type="text/html", body="<title>Another program's page</title>")

    page.route("http://localhost:8999/", serve)
    page.goto("http://localhost:8999/")
    credential = page.evaluate(_SIGN, began["options"])
    return answer({"ceremony": began["ceremony"], "credential": credential})


def _replace(devtools: CDPSession, device: str, stolen: dict[str, Any]) -> None:
    """Put the copy that was made when the passkey was new in the place of the passkey."""
    devtools.send("WebAuthn.clearCredentials", {"authenticatorId": device})
    devtools.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": stolen})
