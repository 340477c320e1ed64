"""Promises to a person with a tournament's code: it leads to the seat, or says where that is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.rounds.codes import PeopleCodes
from dashboard.rounds.kept import TournamentFile
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.rounds_pages import rounds_pages
from dashboard.web.hall.seat_pages import seat_pages
from dashboard.web.hall.table_desks import TableDesks, both
from dashboard.web.hall.tables import SeenHall
from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from engine.bus.broker import Broker
from engine.bus.claiming import table_claim
from engine.bus.messages.match import MatchState
from engine.bus.sealing import table_key
from engine.core.decisions import Outcome
from engine.core.ids import RuleId, Seat, Seconds
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.running import BusTable, RunningHall, running_hall
from tests.patience import PATIENCE_S
from tests.web.browsing import cut_off, fits
from tests.web.hindrances import hindrances
from tests.web.shown_table import KEY, Match

SEATING = Seating(KEY, table="hall")
BEARER = {"authorization": f"Bearer {SEATING.link(ARBITER)}"}
CODES = PeopleCodes(KEY)


@dataclass
class SeatedHall:
    """A hall with a tournament of two at the table Oak, whose key it has."""

    hall: RunningHall
    desk: RoundsDesk
    oak: BusTable
    match: MatchState
    folder: Path

    def code(self, name: str) -> str:
        assert self.desk.tournament is not None
        return CODES.code(self.desk.tournament, name)

    def ask(self, code: str, *, lang: str = "en", **more: str) -> tuple[int, dict[str, Any]]:
        answer = asking.post(f"{self.hall.url}/seat?lang={lang}", json={"code": code, **more})
        return answer.status_code, answer.json()


@pytest.fixture
def seated(broker: Broker, opening: Opening, match: Match, tmp_path: Path) -> Iterator[SeatedHall]:
    desk, desks = RoundsDesk(TournamentFile(tmp_path)), TableDesks(tmp_path)
    pages = (
        rounds_pages(desk, SEATING),
        seat_pages(desk, desks, SEATING, CODES, hall=lambda: "http://hall.example/"),
    )
    there = Event()

    def hear(hall: SeenHall) -> None:
        desks.hear(hall)
        if desks.match_at("Oak") is not None:
            there.set()

    with running_hall(broker.url, further=pages, hears=both(desk.hear, hear)) as hall:
        said = {"name": "Autumn", "system": "swiss", "people": "Ana\nBình", "tables": "Oak"}
        for what, body in (("opening", said), ("next", {})):
            assert asking.post(f"{hall.url}/rounds/{what}", json=body, headers=BEARER).status_code == 200
        assert desk.tournament is not None
        key = table_key(tmp_path, "Oak")
        # The table's pages are the hall's own, so that a browser has somewhere to go.
        oak = opening("Oak", claim=table_claim(key, pages=f"{hall.url}/"))
        state = replace(
            match.message(), opened_at=Seconds(desk.tournament.rounds[-1].paired_at + 1), match="m-9"
        )
        oak.tell("match", state)
        assert there.wait(PATIENCE_S)
        yield SeatedHall(hall, desk, oak, state, tmp_path)


def test_a_code_leads_to_the_seat_by_a_link_that_the_table_takes(seated: SeatedHall) -> None:
    status, given = seated.ask(seated.code("Ana"), table="Oak", seat="west")
    assert (status, given["person"], given["table"], given["others"]) == (200, "Ana", "Oak", ["Bình"])
    link, _, name = given["url"].removeprefix(f"{seated.hall.url}/#join=").partition("&called=")
    era = LinkEra(LinkLife.MATCH, match=lambda: "m-9", folder=seated.folder, table="Oak")
    table = Seating(table_key(seated.folder, "Oak"), table="Oak", era=era)
    assert table.place_of(link) == TabletPlace(Role.SEAT, Seat("west"))
    assert name == "Ana"


def test_somebody_with_no_right_to_a_seat_reads_why_in_three_languages(seated: SeatedHall) -> None:
    ana = seated.code("Ana")
    assert seated.desk.tournament is not None
    foreign = CODES.code(replace(seated.desk.tournament, mark="x"), "Ana")
    for asked, said in (
        ({"code": foreign}, {"en": "nobody", "vi": "không ai", "ja": "いません"}),
        ({"code": ana, "table": "Elm"}, {"en": "at Oak", "vi": "ở bàn Oak", "ja": "テーブルOak"}),
        ({"code": ana, "table": "Oak", "seat": "north"}, {"en": "North", "vi": "chỗ của", "ja": "の席は"}),
    ):
        for lang, words in said.items():
            status, refused = seated.ask(**asked, lang=lang)
            assert (status, words in refused["text"]) == (409, True), refused
    assert seated.ask(ana)[0] == 200
    status, refused = seated.ask(ana)
    assert (status, "another device" in refused["text"]) == (409, True)


def test_the_same_tablet_takes_its_seat_again_and_another_one_after_the_arbiter_freed_it(
    seated: SeatedHall,
) -> None:
    code = seated.code("Bình")
    _, first = seated.ask(code)
    _, again = seated.ask(code, ticket=first["ticket"])
    assert again == first
    assert seated.ask(code, ticket="stolen")[0] == 409
    freeing = f"{seated.hall.url}/rounds/freeing"
    assert asking.post(freeing, json={"name": "Bình"}).status_code == 403
    assert asking.post(freeing, json={"name": "Bình"}, headers=BEARER).status_code == 200
    assert seated.ask(code)[0] == 200
    assert asking.post(freeing, json={"name": "Ana"}, headers=BEARER).status_code == 409


def test_a_match_of_people_who_sat_down_by_codes_settles_their_pairing(
    page: Page, seated: SeatedHall
) -> None:
    for name in ("Ana", "Bình"):
        assert seated.ask(seated.code(name))[0] == 200
    view = replace(seated.match.view, outcome=Outcome((Seat("north"),), RuleId("DW-1"), "won"))
    swapped = {Seat("west"): "Bình", Seat("north"): "Ana"}
    seated.oak.tell("match", replace(seated.match, view=view, players=swapped))
    page.goto(f"{seated.hall.url}/rounds")
    expect(page.locator(".round .second.won")).to_have_text("Bình")


def test_the_arbiter_alone_gets_the_codes(page: Page, seated: SeatedHall) -> None:
    codes = f"{seated.hall.url}/rounds/codes"
    assert asking.get(codes).status_code == 403
    found = asking.get(codes, headers=BEARER).json()
    assert [(one["name"], one["url"]) for one in found] == [
        (name, f"http://hall.example/seat#code={seated.code(name)}") for name in ("Ana", "Bình")
    ]
    assert asking.get(f"{seated.hall.url}/rounds/now").text.count(seated.code("Ana")) == 0
    page.goto(f"{seated.hall.url}/rounds#join={SEATING.link(ARBITER)}")
    page.get_by_text("Codes of the people").click()
    page.get_by_role("button", name="Show the codes").click()
    expect(page.locator(".slips code")).to_have_text([seated.code("Ana"), seated.code("Bình")])
    assert hindrances(page) == []
    page.emulate_media(media="print")
    expect(page.locator(".slips img").first).to_be_visible()
    expect(page.locator("#standings")).to_be_hidden()


def test_a_person_types_the_code_at_a_tablet_and_goes_to_the_table(page: Page, seated: SeatedHall) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{seated.hall.url}/seat?table=Elm")
    expect(page.locator("#at")).to_have_text("At Elm")
    page.get_by_label("Your code").fill(seated.code("Ana").lower().replace("-", " "))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#said")).to_contain_text("Ana plays at Oak in this round")
    fits(page, 320)
    assert cut_off(page) == []
    assert hindrances(page) == []
    page.goto(f"{seated.hall.url}/seat#code={seated.code('Ana')}")
    page.wait_for_url(f"{seated.hall.url}/#join=west.*")
    page.goto(f"{seated.hall.url}/rounds")
    expect(page.locator(".round .at").last).to_contain_text("Ana sits at West")
    page.goto(f"{seated.hall.url}/seat#code={seated.code('Ana')}")
    page.wait_for_url(f"{seated.hall.url}/#join=west.*")
