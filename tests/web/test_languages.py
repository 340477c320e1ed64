"""A tablet speaks the language that it is set to."""

import re

from playwright.sync_api import Browser, Page, ViewportSize, expect

from engine.core.document import entry_of
from engine.core.ids import Seconds
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from tests.web.browsing import region
from tests.web.shown_table import T0, FakeBus, Match, RunningServer

WIDE: ViewportSize = {"width": 1366, "height": 768}
"""So wide that the language is chosen in the header; else it's in the settings."""
SAID = (
    (
        "vi",
        "Không hợp lệ",
        "Bộ binh đi được 1 ô; đường của Bộ binh Tây 1",
        re.compile("Sách luật.*Binh lính.*Bộ binh"),
    ),
    ("ja", "できません", "歩兵の移動は1マスまでです。西の歩兵1", re.compile("ルールブック.*Bộ binh.*歩兵")),
    ("en", "Not allowed", "the way of West infantry 1", re.compile(r"Rulebook.*Bộ binh \(infantry\)")),
)
"""By language: a warning's heading, its reason, and where the rulebook has the rule."""


def choose(board: Page, language: str) -> None:
    """Choose a language where a tablet's settings have it; its header has room for it on the widest alone."""
    board.locator("#set").click()
    board.locator("#settings select.language").select_option(language)
    board.locator("#settings .close").click()


def test_the_language_is_chosen_at_the_tablet_and_kept(board: Page) -> None:
    board.set_viewport_size(WIDE)
    heading = region(board, "past").locator("h2 span")
    expect(heading).to_have_text("The match so far")
    choose(board, "ja")
    expect(heading).to_have_text("これまでの流れ")
    expect(region(board, "stage")).to_have_attribute("aria-label", "盤")
    expect(board.locator("html")).to_have_attribute("lang", "ja")
    board.reload()
    expect(heading).to_have_text("これまでの流れ")


def test_a_link_decides_first_then_the_choice_then_the_browser(
    browser: Browser, table: FakeBus, server: RunningServer
) -> None:
    del table
    context = browser.new_context(locale="vi-VN", service_workers="block")
    page = context.new_page()
    heading = page.locator("h1")
    page.goto(f"{server.url}/health/page")
    expect(heading).to_have_text("Tình trạng bàn chơi")
    expect(page).to_have_title(re.compile("^Tình trạng bàn chơi"))
    page.goto(f"{server.url}/health/page?lang=ja")
    expect(heading).to_have_text("テーブルの状態")
    page.locator("header a[href='/setup']").click()
    expect(heading).to_have_text("カメラの準備")
    page.goto(f"{server.url}/setup?lang=ja")
    page.locator("header select.language").select_option("en")
    expect(heading).to_have_text("Set up the camera")
    expect(page).to_have_url(f"{server.url}/setup")
    context.close()


def test_a_warning_says_its_rule_and_where_the_rulebook_has_it_in_each_language(
    board: Page, table: FakeBus, match: Match
) -> None:
    board.set_viewport_size(WIDE)
    far = match.game.parse_action(entry_of({"move": "w.inf.1", "to": "g7"}))
    broken = tuple(
        ViolationText(one.rule, match.game.violation_text(one))
        for one in match.game.violations(match.state, far)
    )
    wrong = Verdict(VerdictKind.ILLEGAL, Seconds(T0 + 60), 40, 0, violations=broken)
    table.tell("situation", match.situation(current=wrong, recent=(wrong,)))
    for language, heading, why, law in SAID:
        choose(board, language)
        expect(region(board, "alert").locator("h2")).to_contain_text(heading)
        expect(region(board, "alert").locator(".broken")).to_contain_text(why)
        for place in ("alert", "history"):
            expect(region(board, place).locator(".law")).to_have_text(law)
        expect(region(board, "warned")).to_contain_text(heading)
