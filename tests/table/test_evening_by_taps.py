"""An evening of each game on phones alone: every action is a tap on a seat's own phone.

`BOARDWARDEN_ACTIONS` says how many own actions each phone has to reach (60). A match that ends earlier is
followed by the next one, which a phone asks for. With `--log-cli-level=INFO` the counts are printed as they
grow.
"""

import json
import logging
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from engine.session.matches.entries import EntryKind
from engine.session.matches.journal import journals
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
FORCED = "forced "
"""The beginning of the cause of an action that the table played because nothing else was possible."""
LOOK_EVERY = 10
"""How many own actions of a phone lie between two searches for barriers."""

log = logging.getLogger(__name__)


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
    table = start_table("--game", game)
    players = seated(table, language, many, come)
    assert len(players) == many
    own: Counter[str] = Counter()
    looked_at = dict.fromkeys((one.seat for one in players), -1)
    lately = time.monotonic()
    try:
        while min(own[one.seat] for one in players) < ACTIONS:
            if players[0].look()["over"]:
                play_again(players)
            tapped = [one.go_on() for one in players]
            if any(tapped):
                lately = time.monotonic()
            still = time.monotonic() - lately
            assert still < PATIENCE_S, f"it stands still: {[one.look() for one in players]}"
            own = own_actions(table.matches)
            for one in players:
                if own[one.seat] // LOOK_EVERY > looked_at[one.seat]:
                    looked_at[one.seat] = own[one.seat] // LOOK_EVERY
                    one.faults += barriers(one.page)
                    log.info("%s: %s", game, counts(players, own))
            players[0].page.wait_for_timeout(50)
    finally:
        log.info("%s, at the end: %s", game, counts(players, own))
    assert {one.seat: one.faults for one in players if one.faults} == {}


def own_actions(matches: Path) -> Counter[str]:
    """Return the actions of each seat that the journals have, without those that had no choice.

    A page changes at once when it is tapped, and again when the action has been played, perhaps much later:
    the journal alone says what was played.
    """
    found: Counter[str] = Counter()
    for path in journals(matches):
        for line in path.read_bytes().splitlines(keepends=True):
            entry = json.loads(line) if line.endswith(b"\n") else {}
            if entry.get("kind") != EntryKind.PLAYED:
                continue
            if not any(one.startswith(FORCED) for one in entry["body"].get("causes", ())):
                found.update(by for by in entry["body"]["by"] if by)
    return found


def counts(players: list[Player], own: Counter[str]) -> dict[str, tuple[int, list[str]]]:
    """Return each phone's own actions and faults, by its seat."""
    return {one.seat: (own[one.seat], one.faults) for one in players}


def play_again(players: list[Player]) -> None:
    """Have the first phone ask for the next match, and wait until every phone shows it."""
    log.info("the match is over: %s", players[0].page.locator("#over h2").inner_text())
    players[0].page.locator("#over .rematch").tap()
    for one in players:
        expect(one.page.locator("#over")).to_be_hidden()


def barriers(page: Page) -> list[str]:
    """Return the barriers that a program finds on a page, and whether it reaches over the screen."""
    if found := _violations(page):
        # A page that was just being drawn has its last touches a moment later; what stays is a barrier.
        page.wait_for_timeout(500)
        found = [one for one in _violations(page) if one in found]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*found, *(["it reaches over the screen"] if wide else [])]


def _violations(page: Page) -> list[str]:
    return [
        f"axe: {one['id']} {[node['target'] for node in one['nodes']]}"
        for one in Axe().run(page).response["violations"]
    ]
