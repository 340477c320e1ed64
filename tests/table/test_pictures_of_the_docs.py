"""The pictures in the README and the docs: a table that runs, as its pages show it.

`make pictures` takes them again; without, this holds that a table still shows what stands beneath them.
"""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from PIL import Image
from playwright.sync_api import Page, expect

from dashboard.pictures.animation import write_gif
from dashboard.pictures.scenes import PictureSpan
from tests.table.conftest import RunningTable
from tests.web.browsing import at_rest, put, show
from tests.web.test_layout import FOUR

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
HIGH_PX, GAP_PX = 480, 8
LARGEST_BYTES = 1_500_000
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


def side_by_side(table: Page, own: Page) -> PictureSpan:
    """Take what the board's page and a seat's tablet show now, next to each other."""
    shots = [Image.open(BytesIO(page.screenshot())).convert("RGB") for page in (table, own)]
    low = [shot.resize((round(shot.width * HIGH_PX / shot.height), HIGH_PX)) for shot in shots]
    both = Image.new("RGB", (sum(shot.width for shot in low) + GAP_PX, HIGH_PX), "white")
    both.paste(low[0], (0, 0))
    both.paste(low[1], (low[0].width + GAP_PX, 0))
    return PictureSpan(0.0, both)


def keep_film(film: list[PictureSpan], name: str) -> None:
    """Write the pictures as our export writes a match, where that is wanted; the one there is as long."""
    path = PICTURES / name
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        # As long as a reader needs for each.
        write_gif(path, [scene for scene in film for _ in range(2)])
    with Image.open(path) as kept:
        assert kept.size == film[0].picture.size
        assert getattr(kept, "n_frames", 1) >= len(film)
    assert path.stat().st_size <= LARGEST_BYTES


def test_pages_show_what_the_docs_have_pictures_of(
    start_table: Callable[..., RunningTable], tablet: Page, tmp_path: Path
) -> None:
    (tmp_path / "setup.yaml").write_text(yaml.safe_dump(FOUR), encoding="utf-8")
    table = start_table("--setup", str(tmp_path / "setup.yaml"))
    show(tablet, table.page())
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
        show(tablet, table.page("table"))
        expect(tablet.locator("#tags")).to_contain_text("Live")
        expect(tablet.locator("#troubles")).to_be_empty()
        lan.goto("about:blank")
        show(lan, next(link for link in links if "#join=west." in link))
        expect(lan.locator("#board [data-cell]").first).to_be_attached()
        film = [side_by_side(tablet, lan)]
        put(tablet, "w.inf.1", "g5")
        expect(lan.locator("#alert .broken").first).to_contain_text("2")
        expect(lan.locator("#alert .rule").first).to_contain_text("DW-")
        expect(lan.locator("#board .repair-line")).to_have_count(1)
        at_rest(lan)
        keep(lan, "warning.png")
        film.append(side_by_side(tablet, lan))
        put(tablet, "w.inf.1", "e5")
        expect(lan.locator("#alert .broken")).to_have_count(0)
        film.append(side_by_side(tablet, lan))
        keep_film(film, "wrong-move.gif")
    tablet.set_viewport_size({"width": 1366, "height": 860})
    tablet.goto(table.page("setup?lang=en"))
    expect(tablet.locator("#first h2")).not_to_contain_text("Looking")
    expect(tablet.locator("#over [data-cell]").first).to_be_attached()
    expect(tablet.locator("#picture")).to_be_visible()
    keep(tablet, "setup.png")
