"""The page of a phone that is a camera, in a real browser; only the camera's picture is a drawn one."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.cameras import CameraCheckup, CameraState, CellScale
from engine.core.findings import Finding, Grade
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from tests.phones.test_phone_serving import SEATING, eyes, phone
from tests.web.browsing import until
from tests.web.hindrances import hindrances
from tests.web.shown_table import ARBITERS_LINK, FakeBus, RunningServer
from vision.addresses.jpeg_size import jpeg_size
from vision.sources.live.phone import OLDEST_S, PhoneFeed

pytestmark = pytest.mark.browser

CAMERA = (Path(__file__).parent / "drawn_camera.js").read_text()


def picture_size(feed: PhoneFeed) -> tuple[int, int]:
    """Take a picture, want another one; return its size as it came."""
    taken = feed.next()
    feed.was_read()
    if not isinstance(taken, bytes):
        # A smaller one has been made large again.
        assert taken.shape == (240, 320, 3)
        return 160, 120
    size = jpeg_size(taken)
    assert size is not None
    return size


@pytest.fixture
def filming(page: Page, server: RunningServer) -> Page:
    """A phone's page with a camera, opened by its link."""
    page.add_init_script(CAMERA)
    page.goto(f"{server.url}/phone#camera={SEATING.phone_link('left')}")
    return page


def test_pictures_are_whole_at_rest_and_smaller_while_something_moves(filming: Page, tmp_path: Path) -> None:
    filming.locator("#begin").tap()
    expect(filming.locator("#said")).to_contain_text("takes no pictures from this phone")
    with eyes(tmp_path) as feed:
        expect(filming.locator("body[data-live=true]")).to_be_attached()
        assert filming.url.endswith("/phone"), "the link isn't left in the address"
        for moving, size in ((False, (320, 240)), (True, (160, 120)), (False, (320, 240))):
            filming.evaluate("moving => moveBefore(moving)", moving)
            while picture_size(feed) != size:
                pass
        # A busy machine may bring one late; without compared clocks all would be said to be that old.
        while not 0.0 <= feed.age_s < OLDEST_S:
            picture_size(feed)
        assert "clock" in feed.settings


def test_the_board_is_outlined_and_the_holder_reads_what_to_change(
    bus: FakeBus, filming: Page, tmp_path: Path
) -> None:
    filming.locator("#begin").tap()
    expect(filming.locator("#said")).to_contain_text("takes no pictures from this phone")
    with eyes(tmp_path):
        bus.tell("camera", CameraState("cam", "phone:left", 320, 240, frames=3), "cam")
        found = Finding("view", Grade.BAD, 10, Phrase("two tags are outside"), Phrase("raise the camera"))
        cells = (CellScale(Cell("a1"), 3.0, ((0.25, 0.5), (0.5, 0.5), (0.5, 0.75))),)
        bus.tell("camera_checkup", CameraCheckup("cam", 3, (found,), cells=cells), "cam")
        expect(filming.locator("#said h2")).to_have_text("Raise the camera.")
        expect(filming.locator("#said p")).to_have_text("Two tags are outside.")
        outline = filming.locator("#over polygon")
        expect(outline).to_have_attribute("points", "80.0,120.0 160.0,120.0 160.0,180.0")


def test_a_phone_whose_code_another_one_scans_says_so_and_can_come_back(
    filming: Page, server: RunningServer
) -> None:
    filming.locator("#begin").tap()
    expect(filming.locator("#said")).to_contain_text("takes no pictures from this phone")
    with phone(server, device="another") as other:
        other.until("sight")
        expect(filming.locator("#said")).to_contain_text("Another phone has scanned this code")
        expect(filming.locator("#view")).to_be_hidden()
    filming.get_by_role("button", name="Use this phone again").tap()
    expect(filming.locator("#view")).to_be_visible()
    expect(filming.locator("#said")).to_contain_text("takes no pictures from this phone")


@pytest.mark.parametrize(
    ("fault", "said"),
    [("NotAllowedError", "Allow it for this page"), ("NotReadableError", "Close other apps")],
)
def test_a_camera_that_doesnt_open_is_said_with_what_to_do(
    page: Page, server: RunningServer, fault: str, said: str
) -> None:
    page.add_init_script(
        f"navigator.mediaDevices.getUserMedia = async () => {{ throw new DOMException('', '{fault}'); }}"
    )
    page.goto(f"{server.url}/phone#camera={SEATING.phone_link('left')}")
    page.locator("#begin").tap()
    expect(page.locator("#said")).to_contain_text(said)
    expect(page.locator("#begin")).to_be_enabled()


WAKE_LOCK = """Object.defineProperty(navigator, "wakeLock", { value: {
  request: async () => (window.lock = new EventTarget()),
} });"""
"""A browser's own lock of the screen, in a test's hands."""


def test_a_phone_among_several_says_which_it_is_and_when_its_screen_may_go_dark(
    filming: Page, server: RunningServer
) -> None:
    filming.add_init_script(WAKE_LOCK)
    filming.reload()
    expect(filming.get_by_role("heading", level=1)).to_have_text("This phone is the camera left")
    filming.locator("#begin").tap()
    expect(filming.locator("#view")).to_be_visible()
    about = filming.locator("#about")
    expect(about).not_to_contain_text("stay on")
    until(filming, "() => window.lock !== undefined")
    filming.evaluate("() => { window.lock.dispatchEvent(new Event('release')); }")
    expect(about).to_contain_text("Set the phone's screen to stay on")
    filming.goto(f"{server.url}/phone#camera={SEATING.phone_link('phone')}")
    filming.reload()
    expect(filming.get_by_role("heading", level=1)).to_have_text("This phone is a camera")


TORCH = """(() => {
  const settings = {};
  MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
  MediaStreamTrack.prototype.getSettings = () => settings;
  MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [wish] }) => Object.assign(settings, wish);
})();"""
"""A camera with a light."""


def test_a_light_that_is_on_looks_so(filming: Page) -> None:
    filming.add_init_script(TORCH)
    filming.reload()
    filming.locator("#begin").tap()
    light = filming.get_by_role("button", name="Light")
    paper = "(one) => getComputedStyle(one).backgroundColor"
    off = light.evaluate(paper)
    light.tap()
    expect(light).to_have_attribute("aria-pressed", "true")
    expect(light).not_to_have_css("background-color", off)
    assert hindrances(filming) == []
    light.tap()
    expect(light).to_have_css("background-color", off)


def test_without_a_link_the_page_says_where_the_code_is(page: Page, server: RunningServer) -> None:
    page.goto(f"{server.url}/phone")
    expect(page.locator("#said")).to_contain_text("Use a phone as camera")
    expect(page.locator("#begin")).to_be_disabled()


def test_the_start_page_has_the_codes_of_the_tables_phones(
    page: Page, table: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    del table
    with phone(server), eyes(tmp_path):
        page.goto(f"{server.url}/start#join={ARBITERS_LINK}")
        link = page.locator("[data-phone=left] a")
        expect(link).to_have_attribute("href", f"{server.url}/phone#camera={SEATING.phone_link('left')}")
        expect(page.locator("#phones")).to_contain_text("Allow phones")
