"""A whole own turn of each game at a simulated table, by Tab, arrow keys and Enter alone."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from engine.bots.chance import draw
from engine.bots.registry import open_bot
from engine.core.decisions import Chooser
from engine.core.ids import Seconds
from engine.core.terms import Terms
from engine.games.registry import usual_board
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import play
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.keys import Keys
from tests.table.tapping import Player
from tests.web.browsing import ready, show

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]

PLAYS = 40
"""After this number of plays a match of each game is well under way."""
GAMES = ("dozen_war", "hero_realms", "kingdom_square", "quoc_chien")
OWN = re.compile("^You")
"""How the heading begins that tells a player of their own turn, or of their own choice."""


def begun(folder: Path, game: str) -> tuple[str, tuple[str, ...]]:
    """Write a match that bots have played up to a player's turn; return whose it is, and the other seats."""
    board = usual_board(game)
    parts = make_match_parts(Terms(game, board, f"{board}-pieces"), None, folder=folder)
    opening = MatchOpening("", Seconds(0.0), "", "", "", table="", seed="4")
    match, journal = parts.keeper.open(opening.on_terms(parts.terms), Seconds(0.0))
    chance, bot = Random(4), open_bot("greedy")  # noqa: S311 - bots' matches, nobody's secrets
    entries: list[JournalEntry] = []
    while True:
        now = parts.game.decider(match.state)
        if now.chooser is Chooser.SEAT and now.kind == "turn" and len(entries) >= PLAYS:
            break
        if now.chooser is Chooser.CHANCE:
            action = draw(parts.game, match.state, chance)
        else:
            action = bot.choose(parts.game, match.state, now.seats[0], chance)
        match, entry, _ = play(parts.game, match, (action,))
        entries.append(entry)
    journal.append(tuple(entries), Seconds(1.0))
    journal.close()
    (own,) = now.seats
    seats = tuple(one.seat for one in parts.game.view(match.state, None).seats)
    return own, tuple(one for one in seats if one != own)


def own_page(table: RunningTable, seat: str, tablet: Page) -> None:
    """Open a seat's own page by the link that the table's page has for it."""
    show(tablet, table.page())
    tablet.locator("[data-key=links]").tap()
    link = tablet.locator(f"#links a[href*='#join={seat}.']").first.get_attribute("href")
    assert link is not None
    tablet.goto("about:blank")
    tablet.goto(f"{table.url}{link[link.index('#') :]}")
    ready(tablet)
    expect(tablet.locator("body[data-role=seat]")).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_an_own_turn_is_played_by_keys_alone(
    game: str, start_table: Callable[..., RunningTable], tablet: Page, tmp_path: Path
) -> None:
    own, others = begun(tmp_path, game)
    table = start_table("--resume", "1", "--bots", ",".join(others), matches=tmp_path)
    own_page(table, own, tablet)
    heading = tablet.locator("#turn")
    expect(heading).to_have_text(OWN)
    before = tablet.locator("body").get_attribute("data-drawn")
    keys = Keys(tablet)
    player = Player(tablet, own, Random(7), keys)  # noqa: S311 - which button is pressed
    too_late = time.monotonic() + PATIENCE_S
    while OWN.match(heading.inner_text().strip()):
        if player.go_on():
            too_late = time.monotonic() + PATIENCE_S
        assert time.monotonic() < too_late, "it stands still"
        tablet.wait_for_timeout(50)
    assert (player.faults, keys.lost) == ([], [])
    assert tablet.locator("body").get_attribute("data-drawn") != before
