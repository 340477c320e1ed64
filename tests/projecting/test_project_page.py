"""The board in light: laid onto the table by hand, lit as the LEDs are, and without anybody's secrets."""

import json
from math import dist
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.boards import BoardLights, CoveredCells
from engine.core.game import Game
from engine.core.ids import Cell
from tests.web.hindrances import hindrances
from tests.web.seated import WEST, link_of, tell_match
from tests.web.shown_table import FakeBus, RunningServer

pytestmark = pytest.mark.browser

LIT = BoardLights({Cell("e5"): "#ff0000", Cell("e6"): "#0000ff"})


@pytest.fixture
def projected(page: Page, table: FakeBus, server: RunningServer) -> Page:
    """The page, with a board that is lit at two cells."""
    table.tell("board_lights", LIT)
    page.goto(f"{server.url}/project")
    expect(page.locator("#field .lit")).to_have_count(2)
    return page


def upper_left(page: Page) -> tuple[float, float]:
    """Return where the field's upper left corner is on the screen, px, by what the browser draws."""
    x, y = page.locator("#field").evaluate(
        "field => { const box = field.viewBox.baseVal; const at = new DOMPoint(box.x, box.y)"
        ".matrixTransform(field.getScreenCTM()); return [at.x, at.y]; }"
    )
    return x, y


def test_cells_are_lit_in_the_colours_of_the_leds_and_go_dark_with_them(
    projected: Page, table: FakeBus
) -> None:
    expect(projected.locator("[data-cell=e5]")).to_have_attribute("fill", "#ff0000")
    table.tell("board_lights", BoardLights({Cell("c3"): "#ffffff"}))
    expect(projected.locator("#field .lit")).to_have_count(1)
    expect(projected.locator("[data-cell=c3]")).to_have_attribute("fill", "#ffffff")
    assert hindrances(projected) == []


def test_the_light_is_dimmed_where_hands_are_and_comes_back(projected: Page, table: FakeBus) -> None:
    projected.get_by_role("button", name="It fits").click()
    beneath = projected.locator("#hands polygon")
    expect(beneath).to_have_count(0)
    table.tell("covered_cells", CoveredCells((Cell("e5"), Cell("e6"), Cell("f6"))))
    expect(beneath).to_have_count(3)
    # The lights of the game are as before: only the light over the hand is taken away.
    expect(projected.locator("#field .lit")).to_have_count(2)
    assert _light_at(projected, "e5") < 0.1 * 255
    table.tell("covered_cells", CoveredCells((Cell("f6"),)))
    expect(beneath).to_have_count(1)
    assert _light_at(projected, "e5") > 0.4 * 255
    assert hindrances(projected) == []


def _light_at(page: Page, cell: str) -> float:
    """Return the brightest of red, green and blue in a cell's middle, 0 to 255, as the screen shows it."""
    box = page.locator(f"#field [data-cell={cell}]").bounding_box()
    assert box is not None
    left, top = box["x"] + box["width"] / 2 - 2, box["y"] + box["height"] / 2 - 2
    shot = page.screenshot(clip={"x": left, "y": top, "width": 4, "height": 4})
    picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return float(picture.mean(axis=(0, 1)).max())


def test_the_board_follows_its_corners_by_mouse_and_by_keys_and_keeps_them(projected: Page) -> None:
    first = upper_left(projected)
    corner = projected.get_by_role("button", name="Corner 1")
    box = corner.bounding_box()
    assert box is not None
    projected.mouse.move(box["x"] + 20, box["y"] + 20)
    projected.mouse.down()
    projected.mouse.move(box["x"] + 120, box["y"] + 100)
    projected.mouse.up()
    dragged = upper_left(projected)
    assert dist(first, dragged) > 100
    corner.press("Shift+ArrowRight")
    corner.press("ArrowDown")
    by_keys = upper_left(projected)
    assert dist(dragged, by_keys) == pytest.approx(dist((0, 0), (20, 1)), abs=0.5)
    projected.get_by_role("button", name="It fits").click()
    expect(projected.locator("#corners button")).to_have_count(0)
    projected.reload()
    expect(projected.locator("#field .lit")).to_have_count(2)
    expect(projected.locator("#corners button")).to_have_count(0)
    assert upper_left(projected) == pytest.approx(by_keys, abs=0.5)


@pytest.mark.parametrize("size", [(1024, 700), (1280, 600), (800, 480)])
def test_no_corner_lies_over_a_button_on_a_low_screen(projected: Page, size: tuple[int, int]) -> None:
    projected.set_viewport_size({"width": size[0], "height": size[1]})
    corners = projected.locator("#corners button")
    expect(corners).to_have_count(4)
    for button in projected.locator("#tools :is(button, a)").all():
        button.click(trial=True)
        box = button.bounding_box()
        assert box is not None
        for corner in corners.all():
            other = corner.bounding_box()
            assert other is not None
            beside = other["x"] >= box["x"] + box["width"] or other["x"] + other["width"] <= box["x"]
            above = other["y"] >= box["y"] + box["height"] or other["y"] + other["height"] <= box["y"]
            assert beside or above, (button.inner_text(), corner.inner_text())


def test_a_corner_that_would_fold_the_board_over_stays(projected: Page) -> None:
    before = projected.evaluate("localStorage.getItem('boardwarden-projector')")
    box = projected.get_by_role("button", name="Corner 1").bounding_box()
    assert box is not None
    projected.mouse.move(box["x"] + 20, box["y"] + 20)
    projected.mouse.down()
    projected.mouse.move(1020, 760)
    projected.mouse.up()
    assert projected.evaluate("localStorage.getItem('boardwarden-projector')") == before


@pytest.mark.parametrize("kept", ["", "{}", "[[0,0]]", "[[0,0],[1,0],[1,1],[0,null]]", json.dumps("x" * 99)])
def test_rubbish_that_was_kept_is_passed_over(
    page: Page, table: FakeBus, server: RunningServer, kept: str
) -> None:
    table.tell("board_lights", LIT)
    page.add_init_script(f"localStorage.setItem('boardwarden-projector', {json.dumps(kept)})")
    page.goto(f"{server.url}/project")
    expect(page.locator("#field .lit")).to_have_count(2)


def test_a_seats_own_cards_are_never_in_the_light(
    page: Page, table: FakeBus, server: RunningServer, game: Game[Any, Any], match: Any
) -> None:
    tell_match(table, game, match.state, 0)
    table.tell("board_lights", LIT)
    page.goto(f"{server.url}/project#join={link_of(WEST)}")
    expect(page.locator("#field .lit")).to_have_count(2)
    shown = page.locator("#field").evaluate("field => [...field.children].map(one => one.tagName)")
    assert set(shown) == {"polygon"}
    assert page.locator("#field").text_content() == ""
