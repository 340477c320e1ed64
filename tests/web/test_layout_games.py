"""The duel and the tables of cards in a player's turn: how large they are, where each control lies."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import drawer, resize, until
from tests.web.hindrances import hindrances, hindrances_by_night
from tests.web.played import Played, in_a_turn, opened, own_link
from tests.web.shown_table import FakeBus, RunningServer
from tests.web.test_layout import CONTROLS, LANGUAGES, SIZES, off_screen
from tests.web.visitors import visitors

Theme = Literal["light", "dark"]

MATCHES = {
    "Dozen War's duel": ("dozen_war", 2, "duel"),
    "Hero Realms, two": ("hero_realms", 2, None),
    "KingdomSquare, two": ("kingdom_square", 2, None),
    "Quốc Chiến, four": ("quoc_chien", 4, None),
}
LEAST_SHARE = {
    "Dozen War's duel": {390: 0.65, 768: 0.61, 1024: 0.66, 1920: 0.70},
    "Hero Realms, two": {390: 0.63, 768: 0.62, 1024: 0.64, 1920: 0.70},
    "KingdomSquare, two": {390: 0.55, 768: 0.50, 1024: 0.66, 1920: 0.70},
    "Quốc Chiến, four": {390: 0.58, 768: 0.61, 1024: 0.66, 1920: 0.70},
}
"""The least share of the screen that the field takes in a player's turn, by the screen's width."""
PLAYS = 40
TABLE = Path(__file__).parents[2] / "docs" / "develop" / "page-layout-games.md"
SHARE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cells = [...document.querySelectorAll("#board [data-cell] polygon")].map(box);
  const of = (which, side) => which(...cells.map((one) => one[side]));
  const board = document.querySelector("#board");
  const part = box(board);
  const [left, right, top, bottom] = board.classList.contains("close")
    ? [part.left, part.right, part.top, part.bottom]
    : [of(Math.min, "left"), of(Math.max, "right"), of(Math.min, "top"), of(Math.max, "bottom")];
  const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return whole ? (right - left) * (bottom - top) / (innerWidth * innerHeight) : 0;
}"""


@pytest.fixture(scope="module", params=MATCHES)
def played(request: pytest.FixtureRequest) -> tuple[str, Played]:
    game, seats, board = MATCHES[request.param]
    return request.param, opened(game, seats, seed=2, board=board).until(in_a_turn(PLAYS))


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    with visitors(browser) as come:
        yield come(service_workers="block")


def test_in_a_players_turn_the_field_takes_most_of_the_screen_and_every_control_is_seen(
    tablet: Page, bus: FakeBus, server: RunningServer, played: tuple[str, Played]
) -> None:
    name, match = played
    match.tell(bus)
    (own,) = match.decision.seats
    controls: dict[str, dict[str, list[int]]] = {}
    shares: dict[int, list[float]] = {}
    for language in LANGUAGES:
        tablet.goto("about:blank")
        tablet.goto(own_link(server.url, own, language))
        expect(tablet.locator("body[data-ready=true][data-role=seat]")).to_be_attached()
        expect(tablet.locator("html")).to_have_attribute("lang", language)
        until(tablet, "document.body.dataset.advised === document.body.dataset.drawn")
        expect(tablet.locator("#bar .end-turn")).to_be_enabled()
        for width, height in SIZES:
            resize(tablet, width, height)
            shares.setdefault(width, []).append(round(tablet.evaluate(SHARE), 3))
            assert off_screen(tablet) == [], (language, width)
            for row in tablet.evaluate(CONTROLS) if language == "en" else ():
                controls.setdefault(f"{row['part']}: {row['name']}", {})[f"{width}x{height}"] = row["at"]
    assert {width: all_ for width, all_ in shares.items() if min(all_) < LEAST_SHARE[name][width]} == {}
    write_down(name, controls, shares)
    assert written(name) == sorted(controls), "rewrite it with BOARDWARDEN_REWRITE_TRANSCRIPTS=1"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_players_turn_hinders_nobody_by_day_or_night(
    tablet: Page, bus: FakeBus, server: RunningServer, played: tuple[str, Played], theme: Theme
) -> None:
    _, match = played
    match.tell(bus)
    tablet.emulate_media(color_scheme=theme)
    tablet.set_viewport_size({"width": 1024, "height": 768})
    (own,) = match.decision.seats
    tablet.goto(own_link(server.url, own))
    expect(tablet.locator("body[data-ready=true][data-role=seat]")).to_be_attached()
    expect(tablet.locator("html")).to_have_attribute("data-theme", theme)
    found_on = hindrances if theme == "light" else hindrances_by_night
    drawer(tablet, "hand")
    assert found_on(tablet) == []
    drawer(tablet, "log")
    assert found_on(tablet, "#panel") == []


def sections() -> dict[str, str]:
    """Return each match's part of the docs page, by its heading."""
    if not TABLE.exists():
        return {}
    _, *parts = TABLE.read_text(encoding="utf-8").split("\n## ")
    return {part.split("\n", 1)[0]: part.split("\n", 1)[1].strip() for part in parts}


def written(name: str) -> list[str]:
    """Return the controls that the page of the docs has for a match."""
    lines = [line.split("|")[1].strip() for line in sections().get(name, "").splitlines() if "|" in line]
    return lines[3:]


def write_down(name: str, controls: dict[str, dict[str, list[int]]], shares: dict[int, list[float]]) -> None:
    """Rewrite a match's part of the page of the docs, where that is wanted."""
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") != "1":
        return
    sizes = [f"{width}x{height}" for width, height in SIZES]
    lines = [f"| {' | '.join(['control', *sizes])} |", f"| {' | '.join(['---'] * (len(sizes) + 1))} |"]
    lines.append(f"| the field's share | {' | '.join(f'{min(shares[width]):.0%}' for width, _ in SIZES)} |")
    for control in sorted(controls):
        places = (" ".join(map(str, controls[control].get(size, ()))) for size in sizes)
        lines.append(f"| {control} | {' | '.join(places)} |")
    parts = {**sections(), name: "\n".join(lines)}
    body = "\n\n".join(f"## {one}\n\n{parts[one]}" for one in MATCHES if one in parts)
    head = TABLE.read_text(encoding="utf-8").partition("\n## ")[0]
    TABLE.write_text(f"{head}\n{body}\n", encoding="utf-8")
