"""How large the board is seen in a player's turn, and that no control lies off the screen."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bus.messages.match import AdviceSheet, Situation
from engine.bus.messages.services import Availability
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import Seat
from tests.web.browsing import LYING, resize, show, until
from tests.web.seated import link_of, tell_match
from tests.web.shown_table import MATCH, T0, FakeBus, RunningServer, surface_message
from tests.web.verdicts import TOO_FAR
from tests.web.visitors import visitors

Rows = list[dict[str, Any]]

FOUR: dict[str, Any] = {
    "seats": ["west", "south", "east", "north"],
    "turn": "west",
    "round": 3,
    "coins": {"west": 2, "south": 1, "east": 0, "north": 2},
    "hands": {"west": ["dai-dao", "khien-go"], "north": ["khien-go"]},
    "pieces": {
        "w.inf.1": {"at": "e5"},
        "w.inf.2": {"at": "c3"},
        "w.inf.3": {"at": "c3"},
        "w.cav.1": {"at": "c5"},
        "w.gen.mask": {"at": "c4"},
        "w.gen.est": {"at": "b3"},
        "s.inf.1": {"at": "j4"},
        "s.cav.1": {"at": "i3"},
        "e.inf.1": {"at": "j8"},
        "e.arc.1": {"at": "k8"},
        "n.cav.1": {"at": "e7"},
        "n.arc.1": {"at": "f7"},
        "n.inf.1": {"at": "f8"},
        "n.gen.raen": {"at": "d9"},
    },
}
DUG_UP: dict[str, Any] = {
    **FOUR,
    "tokens": {"e4": ["map"]},
    "pieces": {**FOUR["pieces"], "w.gen.est": {"at": "d4"}},
}
"""A general of West stands beside a mountain with a part of the map, which players then have a number for."""
HIT = (
    {"move": "w.cav.1", "to": "d7"},
    {"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"},
)
SIZES = ((390, 844), (768, 1024), (1024, 768), (1920, 1080))
SMALL_PHONES = ((320, 568), (360, 640), (360, 740))
LEAST_STAGE_PX = 120
"""How high the board stays on a small phone while its player is asked."""
LEAST_SHARE = {390: 0.55, 768: 0.55, 1024: 0.60, 1920: 0.70}
"""The least share of the screen that the field takes in a player's turn, by the screen's width."""
LEAST_PIECE_PX = {390: 28, 768: 34, 1024: 42, 1920: 70}
"""By the screen's width: how large a piece that stands alone is drawn."""
LEAST_SYMBOL_PX = {390: 28, 1920: 36}
"""By the screen's width: the symbol on it. A phone shows the part of the board with the player's pieces."""
HEADER_PX = 50
LINE_PX = 34
TABLE = Path(__file__).parents[2] / "docs" / "develop" / "page-layout.md"
LANGUAGES = ("en", "vi", "ja")

MEASURE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cells = [...document.querySelectorAll("#board [data-cell] polygon")].map(box);
  const of = (which, side) => which(...cells.map((one) => one[side]));
  const board = box(document.querySelector("#board"));
  const part = document.querySelector("#board").classList.contains("close");
  const [left, right] = part ? [board.left, board.right] : [of(Math.min, "left"), of(Math.max, "right")];
  const [top, bottom] = part ? [board.top, board.bottom] : [of(Math.min, "top"), of(Math.max, "bottom")];
  const page = document.documentElement;
  const piece = document.querySelector("#board [data-piece='w.inf.1']");
  const symbol = box(piece.querySelector(".symbol, .strokes"));
  return {
    share: (right - left) * (bottom - top) / (innerWidth * innerHeight),
    whole: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    piece: box(piece.querySelector(".body")).width,
    symbol: Math.max(symbol.width, symbol.height),
    header: box(document.querySelector("header")).height,
    lines: [...document.querySelectorAll("#seats li")].map((one) => box(one).height),
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
  };
}"""

CONTROLS = """() => [...document.querySelectorAll(":is(header, #bar, #rail) :is(button, select, a, summary)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      part: one.closest("header, #bar, #rail").id || "header",
      name: one.id || one.dataset.key || one.dataset.zoom || one.className,
      at: [left, top, right, bottom].map(Math.round),
      seen: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(hit),
    };
  })"""


@pytest.fixture
def four(bus: FakeBus, game: Game[Any, Any]) -> Any:
    """A match of four in its third round, West to move, on the bus."""
    for service in ("engine", "vision"):
        bus.tell("availability", Availability(online=True, since=T0), service)
    bus.tell("surface", surface_message())
    state = game.initial(entry_of(FOUR))
    tell(bus, game, state, 0)
    return state


def tell(bus: FakeBus, game: Game[Any, Any], state: Any, revision: int, **situation: Any) -> None:
    tell_match(bus, game, state, revision)
    found = game.table_advice(state)
    bus.tell("advice", AdviceSheet(MATCH, revision, found.advice, found.left))
    bus.tell("situation", Situation(MATCH, revision, watching=True, **situation))


def tell_hit(bus: FakeBus, game: Game[Any, Any], four: Any) -> None:
    """Play the hit and tell of it."""
    for action in HIT:
        four = game.apply(four, game.parse_action(entry_of(action)))
    tell(bus, game, four, len(HIT))


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    with visitors(browser) as come:
        yield come(service_workers="block")


def each_size(page: Page) -> Iterator[int]:
    """Give a page that is open each size in turn; yield the width."""
    for width, height in SIZES:
        resize(page, width, height)
        yield width


def open_seat(page: Page, server: RunningServer, seat: str, language: str = "en") -> None:
    # A page that differs in its fragment alone isn't loaded again.
    page.goto("about:blank")
    page.goto(f"{server.url}/?lang={language}#join={link_of(Seat(seat))}")
    expect(page.locator("body[data-ready=true][data-role=seat]")).to_be_attached()
    expect(page.locator("html")).to_have_attribute("lang", language)
    until(page, "document.body.dataset.advised === document.body.dataset.drawn")


def off_screen(page: Page) -> Rows:
    """Return the controls that aren't wholly seen, or that something lies over."""
    rows: Rows = page.evaluate(CONTROLS)
    return [row for row in rows if not row["seen"]]


def test_in_a_players_turn_the_field_takes_most_of_the_screen_and_every_control_is_seen(
    tablet: Page, four: Any, server: RunningServer
) -> None:
    del four
    rows: dict[str, dict[str, list[int]]] = {}
    for language in LANGUAGES:
        open_seat(tablet, server, "west", language)
        expect(tablet.locator("#bar .end-turn")).to_be_enabled()
        for width in each_size(tablet):
            found, where = tablet.evaluate(MEASURE), (language, width)
            assert found["share"] >= LEAST_SHARE[width], (where, found)
            assert found["whole"], (where, found)
            assert not found["scrolls"], (where, found)
            assert found["piece"] >= LEAST_PIECE_PX[width], (where, found)
            assert found["symbol"] >= LEAST_SYMBOL_PX.get(width, 0), (where, found)
            assert found["header"] <= HEADER_PX, (where, "the header is one line")
            assert max(found["lines"]) <= LINE_PX, (where, "each player is one line")
            assert off_screen(tablet) == [], where
            assert width > min(LEAST_SHARE) or tablet.locator("#small-map").is_visible()
            for row in tablet.evaluate(CONTROLS) if language == "en" else ():
                rows.setdefault(f"{row['part']}: {row['name']}", {})[size_of(width)] = row["at"]
    # Pixels depend on a machine's letters: the file has those that were measured, the test holds names.
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        TABLE.write_text(table_of(rows), encoding="utf-8")
    written = [
        line.split("|")[1].strip() for line in TABLE.read_text(encoding="utf-8").splitlines() if "|" in line
    ]
    assert written[2:] == sorted(rows), "rewrite it with BOARDWARDEN_REWRITE_TRANSCRIPTS=1"


def test_from_every_seat_the_field_is_as_large(tablet: Page, four: Any, server: RunningServer) -> None:
    del four
    shares: dict[int, list[float]] = {}
    for seat in FOUR["seats"]:
        resize(tablet, *SIZES[0])
        open_seat(tablet, server, seat)
        if tablet.locator("#small-map").is_visible():
            tablet.locator("#whole-board").tap()
            expect(tablet.locator("#small-map")).to_be_hidden()
        for width in each_size(tablet):
            shares.setdefault(width, []).append(tablet.evaluate(MEASURE)["share"])
    # A player who waits has no button for the turn's end, and perhaps a lower bar.
    assert {width: all_ for width, all_ in shares.items() if min(all_) < all_[0] - 0.005} == {}


def test_who_is_hit_sees_the_question_and_every_answer(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, game: Game[Any, Any]
) -> None:
    tell_hit(bus, game, four)
    for language in LANGUAGES:
        open_seat(tablet, server, "north", language)
        expect(tablet.locator("#asked .choice")).to_have_count(3)
        for width in each_size(tablet):
            assert off_screen(tablet) == [], (language, width)
            # The meaning of the numbers isn't said where they aren't seen.
            assert tablet.locator("#seats").is_visible() or tablet.locator("#counters").is_hidden()
            if tablet.locator("#small-map").is_visible():
                for piece in ("n.cav.1", "n.inf.1", "w.cav.1"):
                    expect(tablet.locator(f"#board [data-piece='{piece}']")).to_be_in_viewport()
                assert tablet.evaluate(MEASURE)["symbol"] >= LEAST_SYMBOL_PX[390]


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_on_a_small_phone_too_who_is_hit_sees_every_answer_and_some_of_the_board(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, game: Game[Any, Any], size: tuple[int, int]
) -> None:
    tell_hit(bus, game, four)
    resize(tablet, *size)
    for language in LANGUAGES:
        open_seat(tablet, server, "north", language)
        expect(tablet.locator("#asked .choice")).to_have_count(3)
        assert off_screen(tablet) == [], language
        stage = tablet.locator("#stage").bounding_box()
        assert stage is not None
        assert stage["height"] >= LEAST_STAGE_PX, language


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_on_a_small_phone_each_player_is_one_line_with_many_numbers_too(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, game: Game[Any, Any], size: tuple[int, int]
) -> None:
    del four
    state = game.initial(entry_of(DUG_UP))
    tell(bus, game, game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"}))), 1)
    resize(tablet, *size)
    for language in LANGUAGES:
        open_seat(tablet, server, "west", language)
        expect(tablet.locator("#seats li").first.locator(".number")).to_have_count(5)
        lines = tablet.evaluate(MEASURE)["lines"]
        assert len(lines) == 4, language
        assert max(lines) <= LINE_PX, (language, lines)
        for line in tablet.locator("#seats li").all():
            expect(line).to_be_in_viewport(ratio=1)


def test_who_waits_for_an_answer_reads_why_and_has_no_button_that_cant_be_pressed(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, game: Game[Any, Any]
) -> None:
    tell_hit(bus, game, four)
    for language in LANGUAGES:
        open_seat(tablet, server, "west", language)
        expect(tablet.locator("#bar .end-turn")).to_have_count(0)
        expect(tablet.locator("#caption")).not_to_be_empty()
        turn = tablet.locator("#turn")
        for width in each_size(tablet):
            assert turn.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, (language, width)
            assert turn.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight"), (
                language,
                width,
            )


def test_a_warning_is_seen_with_its_reason_and_its_first_step(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, game: Game[Any, Any]
) -> None:
    tell(bus, game, four, 0, current=TOO_FAR, recent=(TOO_FAR,))
    open_seat(tablet, server, "west")
    for width in each_size(tablet):
        for part in (".broken", ".steps li", ".end-turn"):
            expect(tablet.locator(f"#bar {part}").first).to_be_in_viewport(ratio=1)
        # A tablet on its side has room for all of it; there's none of the drawers alone in its line.
        if width == 1024:
            expect(tablet.locator("#seats li")).to_have_count(4)
            expect(tablet.locator("#seats li").last).to_be_in_viewport(ratio=1)
            tops = tablet.locator("#drawers button").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().top)"
            )
            assert min(tops.count(one) for one in tops) > 1, tops


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_arbiters_header_shows_all_of_it(
    tablet: Page, bus: FakeBus, four: Any, server: RunningServer, path: str
) -> None:
    del four
    bus.tell("simulated_table", LYING)
    for language in LANGUAGES:
        show(tablet, f"{server.url}{path}?lang={language}")
        expect(tablet.locator("#tags .link")).to_have_count(1)
        for width in each_size(tablet):
            assert [row for row in off_screen(tablet) if row["part"] == "header"] == [], (language, width)


def size_of(width: int) -> str:
    """Return the size of a screen as the page of the docs names it."""
    return f"{width}x{dict(SIZES)[width]}"


def table_of(rows: dict[str, dict[str, list[int]]]) -> str:
    """Return the page of the docs, its words as they are: a row for each control, a column for each size."""
    sizes = [size_of(width) for width, _ in SIZES]
    head = TABLE.read_text(encoding="utf-8").partition("| control |")[0]
    lines = [f"| control | {' | '.join(sizes)} |", f"| --- | {' | '.join('---' for _ in sizes)} |"]
    for name in sorted(rows):
        cells = [" ".join(str(value) for value in rows[name].get(size, ())) for size in sizes]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return head + "\n".join(lines) + "\n"
