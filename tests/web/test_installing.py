"""The page as an app: it opens while the table can't be reached, and the screen stays awake."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from dashboard.web.serving.installing import edition, shell
from dashboard.web.serving.pages import STATIC_FOLDER
from tests import asking
from tests.web.shown_table import FakeBus, RunningServer

_COUNT_LOCKS = """
let held = 0;
Object.defineProperty(navigator, "wakeLock", { value: {
  async request() {
    const lock = new EventTarget();
    document.documentElement.dataset.locks = ++held;
    lock.release = async () => { document.documentElement.dataset.locks = --held; };
    return lock;
  },
}});
"""


def test_every_file_of_the_pages_is_kept(pages_as_written: None, server: RunningServer) -> None:
    del pages_as_written
    paths = (path for path in STATIC_FOLDER.rglob("*") if path.is_file())
    files = {f"/static/{path.relative_to(STATIC_FOLDER).as_posix()}" for path in paths}
    assert files | {"/", "/table", "/texts/en.json", "/texts/vi.json", "/texts/ja.json"} == set(shell())
    assert {asking.get(server.url + address).status_code for address in shell()} == {200}


def test_the_edition_changes_with_any_file(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("1")
    first = edition(tmp_path)
    (tmp_path / "page.js").write_text("2")
    second = edition(tmp_path)
    (tmp_path / "other.js").write_text("")
    assert len({first, second, edition(tmp_path)}) == 3


def test_the_manifest_names_a_page_and_an_icon_that_are_there(server: RunningServer) -> None:
    answer = asking.get(f"{server.url}/manifest.webmanifest")
    manifest = answer.json()
    assert answer.headers["content-type"] == "application/manifest+json"
    for address in (manifest["start_url"], manifest["icons"][0]["src"]):
        assert asking.get(server.url + address).status_code == 200


def test_an_iphone_finds_an_icon_that_it_can_show(page: Page, server: RunningServer) -> None:
    page.goto(server.url)
    address = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    answer = asking.get(f"{server.url}{address}")
    with Image.open(io.BytesIO(answer.content)) as icon:
        assert (icon.format, icon.size) == ("PNG", (180, 180))
        assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255), (
            "iOS paints what is transparent black"
        )


def test_the_page_opens_while_the_table_is_away_and_says_so(browser: Browser, server: RunningServer) -> None:
    page = browser.new_page()
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.stop()
    page.reload()
    expect(page.locator("#troubles .stale")).to_contain_text("Connecting to the table")
    server.bus.connect()
    server.start()
    expect(page.locator("#troubles .stale")).to_contain_text("The engine hasn't reported yet")
    page.close()


def test_the_screen_stays_awake_while_a_match_is_shown(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    del table
    page.add_init_script(_COUNT_LOCKS)
    page.goto(server.url)
    expect(page.locator("html[data-locks='1']")).to_be_attached()
    server.stop()
    expect(page.locator("html[data-locks='0']")).to_be_attached()
