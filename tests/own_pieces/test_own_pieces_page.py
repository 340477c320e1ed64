"""Own pieces from one photograph, in a real Chromium: tapped, undone, written, and what's missing printed."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.own_pieces.relabelling import is_labelled
from engine.bus.messages.commands import Answer, AnswerCode, CommandKind
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from tests import asking
from tests.own_pieces.conftest import TERMS
from tests.own_pieces.photographed import Laid, photograph
from tests.web.hindrances import hindrances
from tests.web.shown_table import BEARER, FakeBus, Match, RunningServer

pytestmark = pytest.mark.browser

LAID = [
    Laid(74, 0.2, 0.2, 15.0),
    Laid(72, 0.5, 0.2, 80.0),
    Laid(16, 0.8, 0.25, 200.0),
    Laid(88, 0.25, 0.6, 140.0),
    Laid(88, 0.5, 0.65, 33.0),
    Laid(90, 0.82, 0.82, 20.0, smudged=True),
]


@pytest.fixture
def photographed(page: Page, server: RunningServer, tmp_path: Path) -> Page:
    """The page, with one photograph on it."""
    file = tmp_path / "pieces.jpg"
    file.write_bytes(photograph(LAID))
    page.goto(f"{server.url}/own-pieces")
    expect(page.locator("#photograph")).to_be_enabled()
    page.locator("#photograph").set_input_files(file)
    expect(page.locator("g.label")).to_have_count(5)
    return page


def test_pieces_are_named_by_taps_on_one_photograph_and_what_is_missing_is_printed(
    photographed: Page, server: RunningServer, tmp_path: Path
) -> None:
    page = photographed
    faults = page.locator(".faults")
    expect(faults).to_contain_text("A label can't be read, at the lower right")
    expect(faults).to_contain_text("Label 88 is there twice: at the left and in the middle")
    page.get_by_label("Or another piece").select_option("w.inf.1")
    heading = page.locator("#next h2")
    expect(heading).to_have_text("Tap in the photograph: West · Infantry 1")
    page.locator("g[data-tag='74']").tap()
    expect(page.locator("#result li")).to_have_text(["West · Infantry 1: label 74"])
    page.get_by_label("Or another piece").select_option("w.inf.2")
    page.locator("g[data-tag='72']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#result li")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#result li")).to_have_count(1)
    page.get_by_label("Or another piece").select_option("w.inf.2")
    page.locator("g[data-tag='72']").tap()
    assert hindrances(page) == []
    page.get_by_role("button", name="Write the file").click()
    expect(page.locator("#result")).to_contain_text("boardwarden play --pieces")
    (file,) = (tmp_path / "own-pieces").glob("*/mativen-pieces.yaml")
    own = load_pieces(str(file))
    assert (own.by_tag[74][0].id, own.by_tag[72][0].id) == ("w.inf.1", "w.inf.2")
    missing = page.get_by_role("link", name="Print the missing labels").get_attribute("href")
    assert missing is not None
    assert "w.inf.1" not in missing
    answer = asking.get(f"{server.url}{missing}")
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")


def test_one_press_takes_all_labels_as_they_are_printed(photographed: Page) -> None:
    photographed.get_by_role("button", name="All as printed").click()
    expect(photographed.locator("g.label.named")).to_have_count(5)
    expect(photographed.locator("#result li")).to_have_count(4)
    expect(photographed.locator("#result")).to_contain_text("West · Infantry 2: label 74")


def test_a_whole_set_is_enrolled_from_one_photograph_by_three_actions(
    page: Page, server: RunningServer, tmp_path: Path
) -> None:
    labelled = [one for one in load_pieces("mativen-pieces").pieces.values() if is_labelled(one)]
    laid = [
        Laid(one.up, 0.04 + 0.066 * (at % 15), 0.06 + 0.11 * (at // 15), 90.0 * at + 3)
        for at, one in enumerate(labelled)
    ]
    file = tmp_path / "all.jpg"
    file.write_bytes(photograph(laid))
    page.goto(f"{server.url}/own-pieces")
    expect(page.locator("#photograph")).to_be_enabled()
    page.locator("#photograph").set_input_files(file)
    expect(page.locator("g.label")).to_have_count(len(labelled))
    page.get_by_role("button", name="All as printed").click()
    expect(page.locator("#next h2")).to_have_text("Every piece of the set has its label.")
    page.get_by_role("button", name="Write the file").click()
    expect(page.locator("#result")).to_contain_text("boardwarden play --pieces")
    expect(page.get_by_role("link", name="Print the missing labels")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "own pieces are enrolled"), ("vi", "quân riêng"), ("ja", "自分の駒")]
)
def test_a_visitor_is_refused_in_the_words_of_own_pieces(
    server: RunningServer, language: str, words: str
) -> None:
    answer = asking.get(f"{server.url}/own-pieces/set?lang={language}")
    assert answer.status_code == 403
    assert words in answer.json()["text"]


def test_only_the_arbiter_writes_and_nonsense_is_refused(server: RunningServer) -> None:
    for path in ("photograph", "file"):
        assert asking.post(f"{server.url}/own-pieces/{path}", content=b"{}").status_code == 403
    assert asking.get(f"{server.url}/own-pieces/set").status_code == 403
    with asking.client(base_url=server.url, headers=BEARER) as client:
        for path, body in (("photograph", b"no picture"), ("file", b"[]"), ("file", b'{"w.inf.1": 9999}')):
            answer = client.post(f"/own-pieces/{path}", content=body)
            assert answer.status_code == 400
            assert answer.json()["text"]
        for mark in ("12345678", "..", "../../x", ""):
            missing = client.get("/own-pieces/missing.pdf", params={"only": "w.inf.1", "mark": mark})
            assert missing.status_code == 404


def enrolled(page: Page) -> None:
    """Write the file of the photographed pieces, as they are printed."""
    page.get_by_role("button", name="All as printed").click()
    page.get_by_role("button", name="Write the file").click()
    expect(page.locator("#result")).to_contain_text("boardwarden play --pieces")


def test_the_table_takes_the_new_pieces_over_by_one_press(
    photographed: Page, table: FakeBus, match: Match
) -> None:
    enrolled(photographed)
    play = photographed.get_by_role("button", name="Begin a match with these pieces")
    play.click()
    _, asked = table.next_sent()
    assert (asked.kind, asked.revision, asked.setup) == (CommandKind.OPEN, match.revision, {})
    assert asked.terms == replace(TERMS, pieces=asked.terms.pieces)
    assert load_pieces(asked.terms.pieces).by_tag[74][0].id == "w.inf.2"
    expect(play).to_be_disabled()
    table.tell("match", replace(match.message(), terms=asked.terms))
    table.tell("answer", Answer(asked.id, AnswerCode.DONE, 0))
    expect(photographed.locator("#result")).to_contain_text("The table plays with these pieces")
    expect(play).to_have_count(0)


def test_a_match_that_is_played_is_broken_off_for_new_pieces_only_if_that_is_wanted(
    photographed: Page, table: FakeBus, match: Match
) -> None:
    match.revision = 7
    table.tell("match", replace(match.message(), terms=TERMS))
    enrolled(photographed)
    play = photographed.get_by_role("button", name="Begin a match with these pieces")
    play.click()
    expect(photographed.locator("#sure-about")).to_contain_text("The match is at move 7. Its record stays")
    photographed.locator("#sure-no").click()
    expect(photographed.locator("#sure")).to_be_hidden()
    assert table.sent.empty()
    play.click()
    photographed.locator("#sure-yes").click()
    _, asked = table.next_sent()
    table.tell("answer", Answer(asked.id, AnswerCode.NOT_NOW, 7, Phrase("the disk is full")))
    expect(photographed.locator("main")).to_contain_text("The disk is full")
    expect(play).to_be_enabled()
