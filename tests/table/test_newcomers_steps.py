"""From the start of a table to its first warning: a newcomer's actions with a phone, counted.

The phone's camera is a film of the table: the pieces lie there, and then a hand puts an infantry too far. The
film does three of the actions: the phone lies on its stack of books, the pieces are laid, one is moved.
On a desktop the table opens its page by itself. The phone goes on past the browser's warning of a certificate
that it doesn't know, which takes two taps.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from dashboard.simulator.camera import FPS, SimulatedCamera
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import LyingPiece
from dashboard.simulator.stage import Stage, at, with_changes
from dashboard.simulator.stream import NewestPicture
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.held_films import write_film
from tests.web.browsing import FLAGS
from vision.render.renderer import Renderer
from vision.render.view import view_over

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1200)]

MOST_ACTIONS = 10
MOVED, TOO_FAR = PieceId("w.inf.1"), Cell("e2")
LEAD_S, TAIL_S = 90.0, 240.0
_FRAMES, _HAND_COMES = 20, 2


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The opening, held until the board is found, and then a hand that puts an infantry two hexes on."""
    folder = tmp_path_factory.mktemp("film") / "frames_and_film"
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    game = open_game("dozen_war", board, Ruleset())
    lying = set_table(game.layout(game.initial(entry_of({}))), board.surface, pieces)
    stage = Stage(lying)
    writer = FootageWriter(folder, fps=FPS, description={"board": "mativen", "pieces": "mativen-pieces"})
    camera = SimulatedCamera(
        Renderer(board, pieces, view_over(board)), pieces, NewestPicture(), lambda _: stage, writer=writer
    )
    moved = {**lying, MOVED: LyingPiece(board.surface.centre_mm(TOO_FAR))}
    for number in range(_FRAMES):
        now = Seconds(number / FPS)
        stage = at(stage, now)
        if number == _HAND_COMES:
            stage = with_changes(stage, now, moved)
        camera.take_one(now)
    path = folder / "film.y4m"
    write_film(folder, path, holds_s={0: LEAD_S, _FRAMES - 1: TAIL_S}, seconds_each=1)
    return path


class Newcomer:
    """Somebody with a computer and a phone; each thing done is one action."""

    def __init__(self) -> None:
        self.actions: list[str] = []

    def does(self, action: str) -> None:
        """Count an action."""
        self.actions.append(action)

    def taps(self, page: Page, selector: str) -> None:
        """Tap something that the page shows."""
        found = page.locator(selector).first
        expect(found).to_be_visible()
        found.tap()
        self.does(f"tap {selector}")


def opened(browser: Any) -> Page:
    page: Page = browser.new_context(ignore_https_errors=True, has_touch=True).new_page()
    page.set_default_timeout(2 * PATIENCE_S * 1000)
    return page


def test_a_newcomer_sees_the_first_warning_after_ten_actions(
    chromium: str, start_table: Callable[..., RunningTable], film: Path
) -> None:
    expect.set_options(timeout=2 * PATIENCE_S * 1000)
    newcomer = Newcomer()
    table = start_table("--camera", "phone", "--serial", "none", "--https")
    newcomer.does("start the table")
    camera = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *camera])
        desk, phone = opened(browser), opened(browser)
        desk.goto(table.page())
        newcomer.taps(desk, "a[href='/start']")
        code = desk.locator("[data-phone] a").first
        expect(code).to_be_visible()
        address = code.get_attribute("href")
        assert address is not None
        newcomer.does("lay the phone on a stack of books")
        phone.goto(address)
        newcomer.does("scan the code")
        newcomer.does("tap Advanced")
        newcomer.does("tap Proceed")
        newcomer.taps(phone, "#begin")
        newcomer.does("allow the camera")
        newcomer.does("lay the pieces")
        expect(phone.locator("body[data-live=true]")).to_be_attached()
        newcomer.does("move an infantry two hexes")
        desk.goto(table.url)
        expect(desk.locator("#alert")).to_contain_text("Not allowed")
        expect(desk.locator("#alert")).to_contain_text("DW-5")
        browser.close()
    print(newcomer.actions)  # noqa: T201 # a soak says what it counted
    assert len(newcomer.actions) <= MOST_ACTIONS
