"""Promises of the setting for notifications: a seat turns them on and off, and the browser shows them."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from dashboard.web.pushing.subscriptions import SubscriptionBook
from engine.bus.client import BusEvent
from engine.bus.messages.services import Availability
from engine.core.ids import Seat
from tests.patience import PATIENCE_S
from tests.web.browsing import show
from tests.web.seated import link_of
from tests.web.shown_table import ARBITERS_LINK, T0, FakeBus, Match, RunningServer, surface_message

WEST = Seat("west")
ENDPOINT = "https://push.example.org/send/this-browser"

_SUBSCRIBES = """
let made = null;
const subscription = (key) => ({
  endpoint: "%s",
  toJSON: () => ({ endpoint: "%s", keys: { p256dh: "%s", auth: "AAAAAAAAAAAAAAAAAAAAAA" } }),
  unsubscribe: async () => { made = null; return true; },
});
PushManager.prototype.subscribe = async (asked) => (made = subscription(asked.applicationServerKey));
PushManager.prototype.getSubscription = async () => made;
// The headless browser grants it when asked, and says otherwise that it's denied.
Object.defineProperty(Notification, "permission", { get: () => "granted" });
if (location.protocol === "http:" && sessionStorage.subscribed) made = subscription();
"""
"""A browser that has a push service; the one of the tests reaches none."""


def point() -> str:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    made = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


class Sender:
    """A sender that has a key, and sends nothing."""

    public_key = point()

    def take(self, event: BusEvent) -> None:
        """Take an event of the bus."""

    def stop(self) -> None:
        """Stop."""


@pytest.fixture
def books() -> list[SubscriptionBook]:
    """The devices of the served table."""
    return []


@pytest.fixture
def served(match: Match, books: list[SubscriptionBook], tmp_path: Path) -> Iterator[RunningServer]:
    """A table that sends notifications."""

    def push(book: SubscriptionBook) -> Sender:
        books.append(book)
        return Sender()

    running = RunningServer(FakeBus(), matches=tmp_path, push=push)
    running.start()
    for service in ("engine", "vision"):
        running.bus.tell("availability", Availability(online=True, since=T0), service)
    running.bus.tell("surface", surface_message())
    match.tell(running.bus)
    yield running
    running.stop()


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    """A tablet whose browser may show notifications."""
    context = browser.new_context(permissions=["notifications"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.add_init_script(_SUBSCRIBES % (ENDPOINT, ENDPOINT, point()))
    yield page
    context.close()


def test_a_seat_turns_notifications_on_and_off(
    tablet: Page, served: RunningServer, books: list[SubscriptionBook]
) -> None:
    show(tablet, f"{served.url}#join={link_of(WEST)}")
    tablet.locator("#set").click()
    box = tablet.get_by_label("Notifications of my turn")
    expect(box).to_be_visible()
    expect(box).not_to_be_checked()
    with tablet.expect_response("**/push?*") as asked:
        box.check()
    assert asked.value.status == 204
    assert [(one.endpoint, one.seat) for one in books[0].of("")] == [(ENDPOINT, WEST)]
    with tablet.expect_response("**/push?*") as asked:
        box.uncheck()
    assert asked.value.status == 204
    assert books[0].of("") == ()


def test_another_setting_leaves_the_notifications_as_they_are(tablet: Page, served: RunningServer) -> None:
    show(tablet, f"{served.url}#join={link_of(WEST)}")
    tablet.evaluate("sessionStorage.subscribed = 'yes'")
    tablet.reload()
    tablet.locator("#set").click()
    box, calm = tablet.get_by_label("Notifications of my turn"), tablet.locator("#settings [name=calm]")
    expect(box).to_be_checked()
    calm.check()
    expect(box).to_be_checked()
    box.uncheck()
    calm.uncheck()
    expect(box).not_to_be_checked()


@pytest.mark.parametrize("link", ["", f"#join={ARBITERS_LINK}"], ids=["visitor", "arbiter"])
def test_nobody_else_is_offered_any(tablet: Page, served: RunningServer, link: str) -> None:
    show(tablet, f"{served.url}{link}")
    tablet.locator("#set").click()
    expect(tablet.locator("#settings")).to_be_visible()
    expect(tablet.locator("#pushing")).to_be_hidden()


def test_the_browser_shows_what_comes_while_no_page_listens(tablet: Page, served: RunningServer) -> None:
    show(tablet, served.url)
    tablet.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = tablet.context.new_cdp_session(tablet)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    tablet.wait_for_function("navigator.serviceWorker.controller !== null")
    (worker,) = tablet.context.service_workers
    # A browser without a screen shows no notifications, so the worker's wish for one is caught.
    worker.evaluate(
        """() => {
          self.shown = new Promise((show) => {
            self.registration.showNotification = async (title, { body, tag }) => show([title, body, tag]);
          });
        }"""
    )
    message = '{"title": "Oak", "body": "Your turn", "tag": "your_turn"}'
    told = {"origin": served.url, "registrationId": found[0], "data": message}
    devtools.send("ServiceWorker.deliverPushMessage", told)
    assert worker.evaluate("self.shown") == ["Oak", "Your turn", "your_turn"]
