"""Matches on real simulated tables by the large page alone: the camera sees what its taps have hands do.

`BOARDWARDEN_ACTIONS` says how many own actions the phone has to reach (12).
"""

import json
import logging
import os
import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.games.registry import open_game, usual_board
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.web.browsing import ready, show

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(3600)]

ACTIONS = int(os.environ.get("BOARDWARDEN_ACTIONS", "12"))
GAMES = ("dozen_war", "kingdom_square", "hero_realms", "quoc_chien")
log = logging.getLogger(__name__)
_ENDS_ANYWAY = 0.15
_LOOK = """() => ({
  says: document.querySelector("#says")?.textContent ?? "",
  asks: document.body.dataset.asks ?? "",
  answers: [...document.querySelectorAll(".answer:enabled:not(.dim)")].map((one) => one.dataset.key),
  drawn: document.body.dataset.drawn ?? "",
})"""


def others(game: str) -> tuple[Seat, ...]:
    """Return the seats of a game's usual match without the first, which is the phone's."""
    opened: Game[Any, Any] = open_game(game, load_board(usual_board(game)), Ruleset())
    return tuple(one.seat for one in opened.view(opened.initial(None), None).seats)[1:]


def seated(table: RunningTable, page: Page) -> None:
    """Give the first seat's phone the large page."""
    show(page, table.page())
    page.locator("[data-key=links]").tap()
    expect(page.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in page.locator("#links a").all()]
    link = next(one for one in links if re.search(r"#join=[\w-]+\.", one) and "arbiter" not in one)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{table.url}large{link[link.index('#') :]}")
    ready(page)


def chosen(seen: dict[str, Any], chance: Random) -> str | None:
    """Return the answer to tap; None while nothing is asked."""
    offered = [key for key in seen["answers"] if key != "rematch"]
    if "end-really" in offered:
        return "end-really"
    others = [key for key in offered if key != "end-turn"]
    if "end-turn" in offered and (not others or chance.random() < _ENDS_ANYWAY):
        return "end-turn"
    return chance.choice(others) if others else None


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_plays_a_match_by_one_question_at_a_time(
    game: str, start_table: Callable[..., RunningTable], tablet: Page
) -> None:
    seated(start_table("--game", game, "--bots", ",".join(others(game))), tablet)
    chance, own, faults = Random(game), 0, set()  # noqa: S311 - which answer is tapped
    lately = time.monotonic()
    tapped_at: str | None = None
    while own < ACTIONS:
        seen: dict[str, Any] = tablet.evaluate(_LOOK)
        if tapped_at is not None and seen["drawn"] != tapped_at:
            # A hand may take a while to lay what was tapped: the page says first that it waits.
            own, tapped_at = own + 1, None
            log.info("%s: %d own actions", game, own)
        if seen["asks"] == "over":
            break
        if seen["asks"] == "warn":
            faults.add(seen["says"])
        assert time.monotonic() - lately < 3 * PATIENCE_S, f"it stands still: {seen}"
        key = chosen(seen, chance)
        if key is None:
            tablet.wait_for_timeout(100)
            continue
        try:
            tablet.locator(f"#screen [data-key={json.dumps(key)}]").tap(timeout=5000)
        except Error:
            # It went while the finger came: the next look says what is there.
            continue
        tapped_at, since = seen["drawn"], time.monotonic()
        while (now := tablet.evaluate(_LOOK)) == seen and time.monotonic() - since < PATIENCE_S:
            tablet.wait_for_timeout(50)
        if now != seen:
            lately = time.monotonic()
    assert faults == set()
    assert own > 0
