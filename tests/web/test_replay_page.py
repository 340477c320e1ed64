"""A recorded match on the page: board, picture and verdicts in step; secrets stay secret until the end."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from dashboard.web.replays import Replays
from dashboard.web.seats.seating import Place, Role, Seating
from engine.bus.messages.match import MatchState
from engine.core.ids import Seat, Seconds
from engine.records.frame_recorder import FrameRecorder
from engine.records.room import Bounds, Room
from engine.session.matches.journal import journals
from tests import asking
from tests.records.engines import SETUP, RecordedEngine
from tests.web.browsing import region
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.web.shown_table import Match as ShownMatch

HAND = {**SETUP, "hands": {"west": ["bua-chien"], "north": ["khien-go"]}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a move, a turn's end, a wrong move and its repair, and a picture from the wrong move on."""
    folder = tmp_path_factory.mktemp("matches")
    engine = RecordedEngine(folder, setup=HAND)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    engine.now += 10.0
    engine.show(n_inf_1="b2")
    wrong_at = engine.now
    engine.show()
    engine.service.close()
    room = Room(folder, Bounds(free_beside_pictures_bytes=0))
    recorder = FrameRecorder(room, "cam", table="t", wall=lambda: wrong_at)
    recorder.match_is(journals(folder)[0].parent.name)
    content = BytesIO()
    Image.new("RGB", (64, 48), "red").save(content, format="JPEG")
    recorder.keep(content.getvalue(), taken_at=Seconds(wrong_at), sequence=1, about={"lens": ""})
    recorder.close()
    return folder


@pytest.fixture
def replays(bus: FakeBus, folder: Path) -> Iterator[RunningServer]:
    """The service, with a folder of matches."""
    running = RunningServer(bus, matches=folder)
    running.start()
    yield running
    running.stop()


def name_in(folder: Path) -> str:
    return journals(folder)[0].parent.name


def test_the_matches_can_be_asked_for_and_their_moments_in_order(
    replays: RunningServer, folder: Path
) -> None:
    with asking.client(base_url=replays.url) as client:
        (listed,) = client.get("/matches").json()
        found = client.get(f"/matches/{listed['match']}").json()
        assert [one["revision"] for one in found["moments"]] == sorted(
            one["revision"] for one in found["moments"]
        )
        kinds = [verdict["kind"] for one in found["moments"] for verdict in one["verdicts"]]
        assert "illegal" in kinds
        for path in ("/matches/nothing", f"/matches/{name_in(folder)}/moments/999", "/matches/..%5cx"):
            assert client.get(path).status_code == 404


def test_a_picture_is_the_last_one_by_then(replays: RunningServer, folder: Path) -> None:
    with asking.client(base_url=f"{replays.url}/matches/{name_in(folder)}") as client:
        assert client.get("/pictures/cam.jpg", params={"at": 3.0}).status_code == 404
        picture = client.get("/pictures/cam.jpg", params={"at": 9999.0})
        assert Image.open(BytesIO(picture.content)).size == (64, 48)
        assert client.get("/pictures/other.jpg", params={"at": 9999.0}).status_code == 404


def test_a_recorded_match_is_told_in_the_language_asked_for(replays: RunningServer, folder: Path) -> None:
    with asking.client(base_url=f"{replays.url}/matches/{name_in(folder)}") as client:
        moment = client.get("/moments/0", params={"lang": "ja"}).json()
        assert "西" in moment["match"]["view"]["headline"]
        assert moment["situation"]["problem"] == ""


def test_hands_are_hidden_until_the_match_is_over(folder: Path) -> None:
    opened = Replays(folder).opened(name_in(folder))
    assert opened.moment(0, None)["hands"] == []
    ((label, _),) = opened.moment(0, Seat("west"))["hands"]
    assert label == "West"
    over = replace(opened, over=True).moment(0, None)["hands"]
    assert {label: [card.card for card in cards] for label, cards in over} == {
        "West": ["bua-chien"],
        "North": ["khien-go"],
    }


def test_a_seats_tablet_sees_its_own_hand_in_the_match_of_its_table_alone(
    replays: RunningServer, bus: FakeBus, match: ShownMatch, folder: Path
) -> None:
    link = Seating(KEY, table=TABLE).link(Place(Role.SEAT, Seat("west")))
    path = f"/matches/{name_in(folder)}/moments/0"
    with asking.client(base_url=replays.url, headers={"authorization": f"Bearer {link}"}) as client:
        assert client.get(path).json()["hands"] == [], "another match's West may be somebody else"
        playing: MatchState = replace(match.message(), match=name_in(folder))
        bus.tell("match", playing)
        told = (client.get(path).json()["hands"] for _ in range(200))
        assert [label for label, _ in next(hands for hands in told if hands)] == ["West"]
        assert client.get(path, headers={"authorization": "Bearer west.no"}).status_code == 403


@pytest.mark.browser
def test_the_page_steps_through_a_match_and_jumps_to_its_warning(
    replays: RunningServer, folder: Path, page: Page
) -> None:
    page.goto(f"{replays.url}/replay")
    expect(page.locator("#headline")).to_contain_text("West to move")
    infantry = page.locator("#board [data-piece='w.inf.1']")
    expect(infantry).to_have_attribute("aria-label", "West infantry 1 at e5, 2 of 2 HP")
    expect(region(page, "none")).to_be_visible()
    page.get_by_role("button", name="Step on").click()
    expect(infantry).to_have_attribute("aria-label", "West infantry 1 at e6, 2 of 2 HP")
    page.get_by_role("button", name="Next warning").click()
    expect(page.locator("#told .warns [aria-current], #told .warns[aria-current]")).to_be_visible()
    expect(page.locator("#headline")).to_contain_text("North to move")
    expect(region(page, "picture")).to_be_visible()
    expect(page.get_by_role("button", name="Next warning")).to_be_disabled()
    assert f"match={name_in(folder)}&at=" in page.url
    assert Axe().run(page).response["violations"] == []


@pytest.mark.browser
def test_a_link_leads_to_its_moment_and_playing_goes_on_from_there(
    replays: RunningServer, folder: Path, page: Page
) -> None:
    page.goto(f"{replays.url}/replay?match={name_in(folder)}&at=12.3")
    expect(page.locator("#headline")).to_contain_text("North to move")
    expect(region(page, "clock")).to_contain_text("0:00:12 /")
    page.get_by_label("Speed").select_option("32")
    page.get_by_role("button", name="Play").click()
    # It stops at the end by itself.
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#told li").last).to_have_attribute("aria-current", "step")


@pytest.mark.browser
def test_a_folder_without_a_match_says_so(bus: FakeBus, tmp_path: Path, page: Page) -> None:
    running = RunningServer(bus, matches=tmp_path)
    running.start()
    page.goto(f"{running.url}/replay")
    expect(region(page, "trouble")).to_have_text("No match has been recorded here yet.")
    running.stop()
