"""The board in the camera's picture, in a real Chromium."""

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from engine.bus.messages.cameras import (
    CameraCheckup,
    CameraOrder,
    CameraOrderKind,
    CameraPicture,
    CameraState,
    CellScale,
)
from engine.core.board import load_board
from engine.core.ids import Cell, PieceId, Seconds
from tests.web.browsing import cell, middle, piece, region, show, tap_cell
from tests.web.shown_table import FakeBus, Match, RunningServer
from tests.web.test_cameras import jpeg

PLANE = np.array([[0.95, 0.06, 480.0], [0.02, -0.86, 350.0], [0.00002, 0.0004, 1.0]])
"""From board millimetres to the px of a camera that leans."""


def in_picture(x: float, y: float) -> tuple[float, float]:
    across, down, depth = PLANE @ (x, y, 1.0)
    return float(across / depth / 960), float(down / depth / 720)


def tell_sight(bus: FakeBus, sequence: int, *, ended: bool = False) -> None:
    """Tell what a camera tells while somebody looks."""
    surface = load_board("mativen").surface
    cells = tuple(
        CellScale(one, 3.0, tuple(in_picture(*corner) for corner in surface.corners_mm(one)))
        for one in surface.cells
    )
    bus.tell("camera", CameraState("cam", "camera 0", 960, 720, ended=ended), "cam")
    bus.tell("camera_checkup", CameraCheckup("cam", sequence, (), "", cells), "cam")
    picture = jpeg(10 * sequence)
    bus.tell("camera_picture", CameraPicture("cam", sequence, Seconds(1.0), 960, 720, picture), "cam")


def always_fresh(route: Route) -> None:
    """Let the test take its time: only a camera that tells no more has an old picture."""
    facts = route.fetch().json()
    route.fulfill(json=[{**one, "age_s": 0.3} for one in facts])


def test_the_board_is_drawn_over_the_camera_s_picture_and_goes_back_when_that_ends(
    page: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    tell_sight(table, 7)
    page.route("**/cameras?*", always_fresh)
    show(page, server.url)
    page.get_by_role("button", name="Camera's picture").tap()
    assert table.next_sent() == ("camera_order", CameraOrder(CameraOrderKind.WATCH))
    picture = page.locator("#board image")
    expect(picture).to_have_count(1)
    expect(region(page, "age")).to_have_text("cam: 0.3 s ago")
    box = picture.bounding_box()
    assert box is not None
    # Each hex lies where the camera sees it.
    for name in ("a1", "e5", "l11"):
        corners = [in_picture(*corner) for corner in load_board("mativen").surface.corners_mm(Cell(name))]
        x = (min(x for x, _ in corners) + max(x for x, _ in corners)) / 2
        y = (min(y for _, y in corners) + max(y for _, y in corners)) / 2
        at = (box["x"] + x * box["width"], box["y"] + y * box["height"])
        assert middle(cell(page, name)) == pytest.approx(at, abs=1.5)
    # A tap means what is there, and the same marks are drawn.
    tap_cell(page, "c5")
    expect(piece(page, "w.cav.1")).to_have_attribute("aria-pressed", "true")
    moves = match.game.advice(match.state, PieceId("w.cav.1")).moves
    expect(page.locator("#board .under .move")).to_have_count(len(moves))
    # The next picture is laid under the last one until it's there. With a link it's fetched, not addressed.
    shown = picture.first.get_attribute("href")
    tell_sight(table, 8)
    expect(picture.first).not_to_have_attribute("href", shown or "")
    expect(picture).to_have_count(1)
    tell_sight(table, 9, ended=True)
    expect(picture).to_have_count(0)
    expect(region(page, "age")).to_be_hidden()
    expect(region(page, "end").get_by_role("alert")).to_contain_text("picture has ended")
    expect(page.locator("#board .under .move")).to_have_count(len(moves))
