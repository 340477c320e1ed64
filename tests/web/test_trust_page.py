"""The page that makes a device trust the table, in a browser that doesn't yet and in one that does."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from dashboard.web.https.encryption import OwnEncryption
from tests.needs import expect_packages
from tests.patience import PATIENCE_S
from tests.web.browsing import FLAGS, fits, show, until
from tests.web.shown_table import FakeBus, RunningServer
from tests.web.test_https_pages import own


@pytest.fixture
def encryption(tmp_path: Path) -> OwnEncryption:
    return own(tmp_path)


@pytest.fixture
def encrypted(table: FakeBus, encryption: OwnEncryption) -> Iterator[RunningServer]:
    server = RunningServer(table, encryption=encryption)
    server.start()
    yield server
    server.stop()


@contextmanager
def browser_that_trusts(chromium: str, home: Path, authority: bytes = b"") -> Iterator[Browser]:
    """Start a browser of a user who has installed an authority, or none."""
    known = home / ".pki" / "nssdb"
    known.mkdir(parents=True)
    certutil = ("certutil", "-d", f"sql:{known}")
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    if authority:
        (home / "table.crt").write_bytes(authority)
        added = ("-A", "-t", "C,,", "-n", "table", "-i", str(home / "table.crt"))
        subprocess.run([*certutil, *added], check=True)
    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium, args=FLAGS, env={**os.environ, "HOME": str(home)}
        )
        yield started
        started.close()


def test_a_browser_is_led_from_the_plain_page_to_an_app_that_it_trusts(
    chromium: str, encrypted: RunningServer, encryption: OwnEncryption, tmp_path: Path
) -> None:
    expect_packages("libnss3-tools")
    assert encryption.authority is not None
    plain = f"http://{encrypted.address}/?lang=en#join=west.link"
    with browser_that_trusts(chromium, tmp_path / "stranger") as browser:
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.goto(plain)
        expect(page.locator("#state")).to_contain_text("doesn't trust the table yet")
        expect(page.locator("#about .fingerprint")).to_have_text(encryption.authority.fingerprint)
        expect(page.locator("#steps details")).to_have_count(6)
        expect(page.locator("#steps details[open]")).to_have_count(1)
        fits(page, 360)
        with page.expect_download() as download:
            page.locator("#steps details[open] a").click()
        assert download.value.suggested_filename == "boardwarden-table.crt"
        with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(encrypted.url)
    with browser_that_trusts(chromium, tmp_path / "friend", encryption.authority.der) as browser:
        page = browser.new_page()
        page.goto(plain)
        expect(page.locator("#state")).to_contain_text("This device trusts the table")
        expect(page.locator("#state a")).to_have_attribute("href", f"{encrypted.url}/#join=west.link")
        show(page, f"{encrypted.url}/")
        assert (
            page.evaluate("[isSecureContext, 'wakeLock' in navigator, 'mediaDevices' in navigator]")
            == [True] * 3
        )
        until(page, "async () => (await navigator.serviceWorker.ready).active !== null")
        found = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []
