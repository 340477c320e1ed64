"""The pictures in the README and the docs: a table that runs, as its pages show it.

`make pictures` takes them anew; without, this holds that a table still shows what stands beneath them.
"""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from PIL import Image
from playwright.sync_api import Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import at_rest, put, show
from tests.web.test_layout import FOUR

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = {"west": "Lan", "south": "Dung", "east": "Bình", "north": "An"}

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(600)]


def keep(page: Page, name: str) -> None:
    """Take a picture, where that is wanted; the one there is has its size."""
    path = PICTURES / name
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        taken = Image.open(BytesIO(page.screenshot()))
        # A quarter of the bytes, and nobody sees the difference.
        taken.convert("RGB").quantize(256).save(path, optimize=True)
    size = page.viewport_size
    with Image.open(path) as kept:
        assert size is not None
        assert kept.size == (size["width"], size["height"])


def test_pages_show_what_the_docs_have_pictures_of(
    start_table: Callable[..., RunningTable], tablet: Page, tmp_path: Path
) -> None:
    (tmp_path / "setup.yaml").write_text(yaml.safe_dump(FOUR), encoding="utf-8")
    table = start_table("--setup", str(tmp_path / "setup.yaml"))
    show(tablet, table.url)
    tablet.get_by_role("button", name="Seat tablets").tap()
    expect(tablet.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in tablet.locator("#links a").all()]
    with tablet.context.browser.new_context(viewport={"width": 1024, "height": 768}) as own:  # type: ignore[union-attr]
        lan = own.new_page()
        for seat, name in NAMES.items():
            lan.goto("about:blank")
            lan.goto(next(link for link in links if f"#join={seat}." in link))
            lan.locator(f"[data-key=name-{seat}]").first.fill(name)
            lan.locator(f"[data-key=call-{seat}]").first.click()
            expect(lan.locator("#seats")).to_contain_text(name)
        show(tablet, table.url + "table")
        expect(tablet.locator("#tags")).to_contain_text("Live")
        expect(tablet.locator("#troubles")).to_be_empty()
        put(tablet, "w.inf.1", "g5")
        lan.goto("about:blank")
        show(lan, next(link for link in links if "#join=west." in link))
        expect(lan.locator("#alert .broken").first).to_contain_text("2")
        expect(lan.locator("#alert .rule").first).to_contain_text("DW-")
        expect(lan.locator("#board .repair-line")).to_have_count(1)
        at_rest(lan)
        keep(lan, "warning.png")
    tablet.set_viewport_size({"width": 1366, "height": 860})
    tablet.goto(table.url + "setup?lang=en")
    expect(tablet.locator("#first h2")).not_to_contain_text("Looking")
    expect(tablet.locator("#over [data-cell]").first).to_be_attached()
    expect(tablet.locator("#picture")).to_be_visible()
    keep(tablet, "setup.png")
