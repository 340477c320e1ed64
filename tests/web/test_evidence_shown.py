"""The evidence on a warning: pictures before and after, how pieces were read, how likely what is."""

from dataclasses import replace

import cv2
import numpy as np
from playwright.sync_api import Page, expect

from dashboard.web.telling.proofs import KEPT, Proofs
from engine.bus.messages.cameras import ProofPictures
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Proof, Read, Verdict, VerdictKind
from tests import asking
from tests.web.browsing import region
from tests.web.hindrances import hindrances
from tests.web.shown_table import T0, FakeBus, Match, RunningServer


def jpeg(level: int) -> bytes:
    _, content = cv2.imencode(".jpg", np.full((60, 90, 3), level, np.uint8))
    return np.asarray(content).tobytes()


def action(text: str) -> PlayedAction:
    return PlayedAction({"attack": "w.arc.1"}, Seat("west"), Phrase(text))


ASKED = Verdict(
    VerdictKind.AMBIGUOUS,
    Seconds(T0),
    44,
    0,
    candidates=((action("w.arc.1 attacks n.inf.1"),), (action("w.inf.1 attacks n.inf.1"),)),
    likelihoods=(0.83, 0.17),
    reads=(Read("cam", 44, PieceId("w.arc.1"), Cell("d5"), Face.UP, 0.412, 0.998),),
    cells=(Cell("d5"),),
    proofs=(Proof("cam", 31, 44),),
    text=Phrase("Which was played?"),
)
PICTURES = ProofPictures("cam", 31, 44, jpeg(40), jpeg(200))


def test_a_question_shows_before_and_after_how_it_was_read_and_how_likely_each_answer_is(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("situation", match.situation(current=ASKED, recent=(ASKED,)))
    alert = region(board, "alert")
    expect(alert.locator(".choice").first).to_contain_text("83 %")
    expect(alert.locator("img")).to_have_count(0)
    table.tell("proof", replace(PICTURES, after=43), "cam")
    table.tell("proof", PICTURES, "cam")
    expect(alert.locator("img")).to_have_count(2)
    widths = alert.locator("img").evaluate_all(
        "all => Promise.all(all.map(async (one) => (await one.decode(), one.naturalWidth)))"
    )
    assert widths == [90, 90]
    alert.get_by_text("How it was read").tap()
    expect(alert).to_contain_text("West archer 1 on d5: cam, look 44, over 99 % sure, margin 0.41")
    assert hindrances(board) == []


def test_pictures_are_fetched_by_their_address_and_no_others(table: FakeBus, server: RunningServer) -> None:
    shown = Proofs().take(PICTURES)
    table.tell("proof", PICTURES, "cam")
    for _ in range(100):
        found = asking.get(f"{server.url}{shown.after_url}")
        if found.status_code == 200:
            break
    assert (found.headers["content-type"], found.content) == ("image/jpeg", PICTURES.after_jpeg)
    assert asking.get(f"{server.url}/proofs/0123.jpg").status_code == 404


def test_only_the_last_pictures_are_kept() -> None:
    proofs = Proofs()
    urls = [
        proofs.take(ProofPictures("cam", None, number, b"", jpeg(number))).after_url
        for number in range(KEPT + 3)
    ]
    kept = [url for url in dict.fromkeys(urls) if proofs.jpeg(url) is not None]
    assert len(kept) <= KEPT
    assert urls[-1] in kept
