"""A turn of each game on screens of every width: nothing in another's way, and a board that stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine.bus.messages.simulated import SimulatedTable
from engine.core.decisions import Chooser
from engine.core.ids import Cell, PieceId, RuleId, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.verdict import RepairStep, Verdict, VerdictKind, ViolationText
from tests.web.browsing import DRAWN, drawer, fits, ready, resize, show, until
from tests.web.played import Played, in_a_turn, opened, own_link
from tests.web.shown_table import MATCH, T0, FakeBus, RunningServer
from tests.web.visitors import visitors

MATCHES = {
    "Dozen War": ("dozen_war", 4),
    "Hero Realms": ("hero_realms", 4),
    "KingdomSquare": ("kingdom_square", 2),
    "Quốc Chiến": ("quoc_chien", 8),
}
SIZES = (
    (320, 640),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (2560, 1440),
)
PLAYS = 40
CROWDED = (Path(__file__).parent / "crowded.js").read_text()
SMALL_OR_CUT = (Path(__file__).parent / "small_or_cut.js").read_text()
PLACE = """() => {
  const { width, height } = document.querySelector("#board").getBoundingClientRect();
  const { left, top } = document.querySelector("#stage").getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""
"""The board's place and size on the screen, but for how far it has moved up under a warning."""


WIDER_THAN_THEIR_CELLS = """() => [...document.querySelectorAll("#board .plate")].flatMap((plate) => {
  const box = plate.getBoundingClientRect();
  const at = [box.left + box.width / 2, box.top + box.height / 2];
  const drawn = [...document.querySelectorAll("#board [data-cell] polygon")];
  const cells = drawn.map((one) => one.getBoundingClientRect());
  const far = (one) => Math.hypot(one.left + one.width / 2 - at[0], one.top + one.height / 2 - at[1]);
  const cell = cells.sort((a, b) => far(a) - far(b))[0];
  const over = box.width > cell.width + 1 || box.height > cell.height + 1;
  return over ? [plate.closest("[data-piece]").dataset.piece] : [];
})"""
"""The pieces that are the ground of their cell, and reach over it."""


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    with visitors(browser) as come:
        yield come(service_workers="block")


def warning(match: Played) -> Verdict:
    """Return a warning about a piece of a match, with a reason of two sentences."""
    view = match.game.view(match.match.state, None)
    lies = next(one for one in view.pieces if one.cell)
    cell = Cell(lies.cell)
    reason = Phrase("Infantry moves 1 hex; the way to f7 is 2. It would have to go past an enemy, too.")
    step = Phrase("Put it back where it was, or on a hex that it may reach.")
    return Verdict(
        VerdictKind.ILLEGAL,
        Seconds(T0 + 900),
        900,
        match.match.revision,
        violations=(ViolationText(RuleId("DW-5"), reason),),
        repair=(RepairStep(PieceId(lies.piece), cell, cell, (), Face.UP, step),),
    )


def seen_at(page: Page, size: tuple[int, int]) -> list[int]:
    """Look at a page in a size; return where its board is."""
    resize(page, *size)
    fits(page, size[0])
    until(page, DRAWN)
    place: list[int] = page.evaluate(PLACE)
    return place


def put_up(bus: FakeBus, name: str) -> Played:
    """Tell of a player's turn in a match at a simulated table."""
    match = opened(*MATCHES[name], seed=2).until(in_a_turn(PLAYS))
    match.tell(bus)
    bus.tell("simulated_table", SimulatedTable((), match=MATCH))
    return match


def crowded(page: Page) -> list[str]:
    """Return the elements that overlap, and the texts that are too small to read."""
    small = [one for one in page.evaluate(SMALL_OR_CUT) if one.startswith("small")]
    return [*page.evaluate(CROWDED), *small]


@pytest.mark.parametrize("name", MATCHES)
def test_at_every_width_a_turn_has_room_and_a_warning_leaves_the_board_its_place(
    tablet: Page, bus: FakeBus, server: RunningServer, name: str
) -> None:
    match = put_up(bus, name)
    (own,) = match.decision.seats
    tablet.goto(own_link(server.url, own))
    ready(tablet)
    expect(tablet.locator("body[data-role=seat]")).to_be_attached()
    until(tablet, "document.body.dataset.advised === document.body.dataset.drawn")
    wrong: dict[str, list[str]] = {}
    before, after = {}, {}
    for size in SIZES:
        before[size] = seen_at(tablet, size)
        wrong[f"{size}"] = crowded(tablet)
    match.tell(bus, current=warning(match))
    expect(tablet.locator("#alert .broken")).to_be_visible()
    for size in reversed(SIZES):
        after[size] = seen_at(tablet, size)
        wrong[f"{size} warned"] = crowded(tablet)
    assert {size: found for size, found in wrong.items() if found} == {}
    assert after == before


@pytest.mark.parametrize("name", MATCHES)
def test_at_every_width_the_arbiters_header_and_column_have_room(
    tablet: Page, bus: FakeBus, server: RunningServer, name: str
) -> None:
    put_up(bus, name)
    tablet.goto(server.url)
    ready(tablet)
    expect(tablet.locator("#tags .link")).to_be_visible()
    wrong: dict[str, list[str]] = {}
    for size in SIZES:
        seen_at(tablet, size)
        wrong[f"{size}"] = crowded(tablet)
    assert {size: found for size, found in wrong.items() if found} == {}


def test_over_a_column_the_arbiters_header_says_in_words_that_the_table_is_watched(
    tablet: Page, bus: FakeBus, server: RunningServer
) -> None:
    put_up(bus, "Dozen War")
    tablet.goto(server.url)
    ready(tablet)
    word = tablet.locator("#tags .tag.live .said")
    expect(word).to_have_text("Live")
    for size in ((1280, 800), (1366, 768), (2560, 1440)):
        resize(tablet, *size)
        box = word.bounding_box()
        assert box is not None
        assert box["width"] > 10, size


def test_a_castle_keeps_to_its_hex_on_a_screen_that_is_turned(
    tablet: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = put_up(bus, "Dozen War")
    tablet.set_viewport_size({"width": 360, "height": 740})
    tablet.goto(own_link(server.url, match.decision.seats[0]))
    ready(tablet)
    expect(tablet.locator("#board .plate").first).to_be_attached()
    for size in ((360, 740), (1280, 800), (360, 740)):
        resize(tablet, *size)
        until(tablet, DRAWN)
        assert tablet.evaluate(WIDER_THAN_THEIR_CELLS) == [], size


NARROW = ViewportSize(width=320, height=640)
IN_ORDER = """() => {
  const span = (one) => document.querySelector(one).getBoundingClientRect();
  return span("#turn").top >= span("#bar").top && span("#turn").bottom <= span("#asked").top;
}"""


def test_the_heading_of_the_own_cards_keeps_its_line_on_a_narrow_phone(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = opened("quoc_chien", 8, seed=5).until(in_a_turn(40))
    match.tell(bus)
    page.set_viewport_size(NARROW)
    show(page, own_link(server.url, match.decision.seats[0], "vi"))
    expect(drawer(page, "hand").locator(".seat-head .leave")).to_be_visible()
    until(page, "() => document.querySelector('.seat-head h2').getBoundingClientRect().height < 50")


TALL_SEATS = """() => [...document.querySelectorAll("#rail .seat")]
  .map((one) => Math.round(one.getBoundingClientRect().height)).filter((height) => height > 30)"""


def test_each_of_eight_seats_takes_one_line_on_a_narrow_phone(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = opened("quoc_chien", 8, seed=5).until(in_a_turn(40))
    match.tell(bus)
    page.set_viewport_size(NARROW)
    show(page, own_link(server.url, match.decision.seats[0], "vi"))
    expect(page.locator("#rail .seat")).to_have_count(8)
    until(page, f"() => ({TALL_SEATS})().length === 0")
    fits(page, 320)


def test_a_long_heading_does_not_lie_over_the_question_on_a_narrow_phone(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    match = opened("dozen_war", 4, seed=5).until(is_asked)
    match.tell(bus)
    page.set_viewport_size(NARROW)
    show(page, own_link(server.url, match.decision.seats[0]))
    expect(page.locator("#asked .choice").first).to_be_visible()
    until(page, IN_ORDER)


def is_asked(one: Played) -> bool:
    """Tell whether a seat is asked outside its turn, some plays on."""
    now = one.decision
    return one.match.revision > 12 and now.chooser is Chooser.SEAT and now.kind != "turn"
