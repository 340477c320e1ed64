"""Promises to the arbiter of a hall whose link got away: a new one is valid, the old one gives nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.commands import main
from dashboard.commands.arbiters_page import ArbitersPage
from dashboard.commands.hall import HALL, arbiters_page
from dashboard.rounds.kept import TournamentFile
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.link import HallLink, renewal_pages
from dashboard.web.hall.rounds_pages import rounds_pages
from dashboard.web.hall.table_desks import TableDesks, both, desk_pages
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.broker import Broker
from engine.bus.claiming import table_claim
from engine.bus.sealing import table_key
from engine.core.faults import InputFault
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.running import RunningHall, running_hall
from tests.web.hindrances import hindrances

PAGES = "http://127.0.0.1:4711/"
TAKEN_BACK = "was taken back"
AUTUMN = {"name": "Autumn", "system": "swiss", "people": "Ana\nBình"}


@pytest.fixture
def link(tmp_path: Path) -> HallLink:
    """The link of a hall with this data folder."""
    return HallLink(table_key(tmp_path, HALL), tmp_path)


@pytest.fixture
def linked(broker: Broker, tmp_path: Path, link: HallLink) -> Iterator[RunningHall]:
    """A hall with that link."""
    rounds, desks = RoundsDesk(TournamentFile(tmp_path)), TableDesks(tmp_path)
    with running_hall(
        broker.url,
        further=(rounds_pages(rounds, link.seating), desk_pages(desks, link.seating), renewal_pages(link)),
        hears=both(rounds.hear, desks.hear),
        link_changed=link.was_renewed,
    ) as hall:
        yield hall


def bearer(end: str) -> dict[str, str]:
    return {"authorization": f"Bearer {end}"}


def renew_by_command(folder: Path) -> None:
    assert main(["hall", "--renew-link", "--data", str(folder)]) == 0


def test_a_link_that_was_taken_back_is_refused_everywhere_with_a_sentence(
    linked: RunningHall, link: HallLink
) -> None:
    old = link.seating.link(ARBITER)
    answer = asking.post(f"{linked.url}/link/renewal", headers=bearer(old))
    new = answer.json()["link"]
    assert (answer.status_code, new != old) == (200, True)
    for ask, path in (
        (asking.get, "/desks"),
        (asking.post, "/link/renewal"),
        (asking.post, "/rounds/next"),
        (asking.post, "/rounds/opening"),
    ):
        refused = ask(f"{linked.url}{path}", headers=bearer(old))
        assert (refused.status_code, TAKEN_BACK in refused.json()["text"]) == (403, True), path
    said = asking.get(f"{linked.url}/rounds/now", headers=bearer(old)).json()
    assert (said["may_change"], TAKEN_BACK in said["refused"]) == (False, True)
    assert asking.get(f"{linked.url}/desks", headers=bearer(new)).status_code == 200
    assert asking.post(f"{linked.url}/rounds/opening", json=AUTUMN, headers=bearer(new)).json()["may_change"]
    vietnamese = asking.get(f"{linked.url}/desks?lang=vi", headers=bearer(old)).json()["text"]
    assert "thu hồi" in vietnamese


def test_nobody_renews_it_without_the_link(linked: RunningHall, link: HallLink) -> None:
    before = link.seating.link(ARBITER)
    for headers in ({}, bearer(".wrong"), bearer("west.wrong")):
        assert asking.post(f"{linked.url}/link/renewal", headers=headers).status_code == 403
    foreign = {**bearer(before), "origin": "http://evil.example"}
    assert asking.post(f"{linked.url}/link/renewal", headers=foreign).status_code == 403
    assert link.seating.link(ARBITER) == before


def test_a_command_takes_it_back_from_a_hall_that_runs(
    linked: RunningHall, link: HallLink, tmp_path: Path
) -> None:
    old = link.seating.link(ARBITER)
    renew_by_command(tmp_path)
    assert asking.get(f"{linked.url}/desks", headers=bearer(old)).status_code == 403
    new = arbiters_page("", tmp_path).address.rpartition("#join=")[2]
    assert asking.get(f"{linked.url}/desks", headers=bearer(new)).status_code == 200


def test_it_stays_renewed_when_the_hall_is_started_again(tmp_path: Path, link: HallLink) -> None:
    old = link.seating.link(ARBITER)
    link.renew()
    again = HallLink(table_key(tmp_path, HALL), tmp_path)
    assert again.seating.link(ARBITER) == link.seating.link(ARBITER) != old
    with pytest.raises(InputFault):
        again.seating.place_of(old)


def test_two_that_renew_it_one_after_the_other_both_do(tmp_path: Path, link: HallLink) -> None:
    seen = {link.seating.link(ARBITER)}
    for renew in (link.renew, lambda: renew_by_command(tmp_path), link.renew):
        renew()
        seen.add(link.seating.link(ARBITER))
    assert len(seen) == 4


def test_a_damaged_count_makes_no_old_link_valid(tmp_path: Path, link: HallLink) -> None:
    old = link.seating.link(ARBITER)
    link.renew()
    (file,) = tmp_path.glob(".*.links")
    file.unlink()
    with pytest.raises(InputFault):
        link.seating.place_of(old)
    file.write_text("rubbish")
    with pytest.raises(InputFault):
        link.seating.place_of(old)
    assert not link.was_renewed()


def test_a_table_with_the_halls_name_keeps_its_link(tmp_path: Path, link: HallLink) -> None:
    before = ArbitersPage(PAGES, tmp_path, HALL).address
    link.renew()
    assert ArbitersPage(PAGES, tmp_path, HALL).address == before


def test_a_folder_without_a_hall_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hall", "--renew-link", "--data", str(tmp_path)]) == 2
    assert "no hall was started" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_pages_with_the_old_link_lose_the_tables_desks_at_once(
    page: Page, linked: RunningHall, opening: Opening, tmp_path: Path, link: HallLink
) -> None:
    key = table_key(tmp_path, "Oak")
    opening("Oak", claim=table_claim(key, pages=PAGES))
    desk = f"{PAGES}#join={Seating(key, table='Oak').link(ARBITER)}"
    other = page.context.new_page()
    for each in (page, other):
        each.goto(f"{linked.url}/#join={link.seating.link(ARBITER)}")
        expect(each.locator(".table h2 a")).to_have_attribute("href", desk)
    page.get_by_text("The arbiter's link").click()
    assert hindrances(page) == []
    page.get_by_role("button", name="A new link for the arbiter").click()
    expect(page.locator("#renewed")).to_contain_text("The link is new")
    expect(page.locator("#renewed a")).to_have_attribute("href", f"/#join={link.seating.link(ARBITER)}")
    expect(page.locator(".table h2 a")).to_have_attribute("href", desk)
    expect(other.locator("#troubles")).to_contain_text("This link of the hall's arbiter was taken back")
    expect(other.locator(".table h2 a")).to_have_attribute("href", PAGES)
    expect(other.locator("#arbiter")).to_be_hidden()
    other.goto(f"{linked.url}/rounds")
    expect(other.locator("#said")).to_contain_text("This link of the hall's arbiter was taken back")
