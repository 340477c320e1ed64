"""An evening of each game on phones alone: every action is a tap on a seat's own phone.

`BOARDWARDEN_ACTIONS` says how many own actions each phone has to reach (60).
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.tapping import Player, Taps
from tests.web.browsing import ready, show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(7200)]

ACTIONS = int(os.environ.get("BOARDWARDEN_ACTIONS", "60"))
EVENINGS = {
    "hero_realms": ("en", 4),
    "kingdom_square": ("ja", 2),
    "quoc_chien": ("vi", 8),
    "dozen_war": ("en", 4),
}
"""The language of the phones and how many there are, by the game."""
SIZES = ((390, 844), (360, 740))


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open an empty page for one more visitor; a script error fails the test."""
    with visitors(browser) as visit:
        yield visit


def seated(table: RunningTable, language: str, many: int, come: Callable[..., Page]) -> list[Player]:
    """Give the seats of a table their phones, and leave the table's own page alone from then on."""
    keeper = come(viewport={"width": 1024, "height": 768})
    show(keeper, table.page())
    keeper.locator("[data-key=links]").tap()
    expect(keeper.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in keeper.locator("#links a").all()]
    keeper.close()
    found: list[Player] = []
    for link in links:
        seat = re.search(r"#join=([\w-]+)\.", link)
        if seat is None or seat[1] == "arbiter" or len(found) == many:
            continue
        width, height = SIZES[len(found) % 2]
        phone = come(viewport={"width": width, "height": height})
        phone.goto(f"{table.url}?lang={language}{link[link.index('#') :]}")
        ready(phone)
        found.append(Player(phone, seat[1], Random(f"{seat[1]}"), Taps(phone)))  # noqa: S311 - which button is pressed
    return found


@pytest.mark.parametrize("game", EVENINGS)
def test_phones_play_an_evening_by_taps_alone(
    game: str, start_table: Callable[..., RunningTable], come: Callable[..., Page]
) -> None:
    language, many = EVENINGS[game]
    players = seated(start_table("--game", game), language, many, come)
    assert len(players) == many
    lately = time.monotonic()
    while min(one.own for one in players) < ACTIONS and not players[0].look()["over"]:
        tapped = [one.go_on() for one in players]
        if any(tapped):
            lately = time.monotonic()
        assert time.monotonic() - lately < PATIENCE_S, "it stands still"
        players[0].page.wait_for_timeout(50)
    assert {one.seat: one.faults for one in players if one.faults} == {}
    assert sum(one.own for one in players) > 0
