"""Promises to the arbiter of a hall: one link leads to every table whose key the hall has."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.hall.table_desks import TableDesks, desk_pages
from dashboard.web.hall.tables import SeenHall, heard
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.broker import Broker
from engine.bus.channels import Service
from engine.bus.claiming import table_claim
from engine.bus.messages.services import TableClaim
from engine.bus.sealing import KEY_VARIABLE, table_key
from engine.core.ids import Seconds
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.heard import BROKER, of, service
from tests.hall.running import running_hall
from tests.web.shown_table import KEY

PAGES = "http://127.0.0.1:4711/"
SEATING = Seating(KEY, table="hall")
LINK = SEATING.link(ARBITER)


def hall_of(claim: TableClaim, table: str = "Oak") -> SeenHall:
    hall = SeenHall()
    for event in (of(table, "claim", claim), service(table), service(table, Service.DASHBOARD)):
        hall = heard(hall, event, now=Seconds(1.0))
    return hall


def links(folder: Path, hall: SeenHall) -> dict[str, str]:
    desks = TableDesks(folder)
    desks.hear(hall)
    return desks.links()


def test_the_arbiters_link_of_a_table_with_the_same_folder_is_that_tables_own(tmp_path: Path) -> None:
    key = table_key(tmp_path, "Oak")
    link = Seating(key, table="Oak").link(ARBITER)
    found = links(tmp_path, hall_of(table_claim(key, pages=PAGES)))
    assert found == {f"{BROKER}/Oak": f"{PAGES}#join={link}"}


def test_machines_that_share_a_key_need_no_common_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY.hex())
    found = links(tmp_path, hall_of(table_claim(KEY, pages=PAGES)))
    assert found == {f"{BROKER}/Oak": f"{PAGES}#join={Seating(KEY, table='Oak').link(ARBITER)}"}


def test_an_address_that_the_tables_key_did_not_mark_gets_no_link(tmp_path: Path) -> None:
    true = table_claim(table_key(tmp_path, "Oak"), pages=PAGES)
    elsewhere = TableClaim(true.identity, true.host, true.since, "http://10.6.6.6/", 0.0, true.mark)
    assert links(tmp_path, hall_of(elsewhere)) == {}
    assert links(tmp_path, hall_of(table_claim(bytes(32), pages=PAGES))) == {}


def test_a_table_whose_key_is_elsewhere_gets_no_link_and_no_key_is_made(tmp_path: Path) -> None:
    assert links(tmp_path, hall_of(table_claim(KEY, pages=PAGES))) == {}
    assert list(tmp_path.iterdir()) == []


def test_the_arbiters_page_leads_to_the_tables_desks_and_nobody_elses_does(
    page: Page, broker: Broker, opening: Opening, tmp_path: Path
) -> None:
    key = table_key(tmp_path, "Oak")
    opening("Oak", claim=table_claim(key, pages=PAGES))
    desks = TableDesks(tmp_path)
    with running_hall(broker.url, further=(desk_pages(desks, SEATING),), hears=desks.hear) as hall:
        assert asking.get(f"{hall.url}/desks").status_code == 403
        page.goto(hall.url)
        expect(page.locator(".table h2 a")).to_have_attribute("href", PAGES)
        page.goto(f"{hall.url}/?again#join={LINK}")
        own = Seating(key, table="Oak").link(ARBITER)
        expect(page.locator(".table h2 a")).to_have_attribute("href", f"{PAGES}#join={own}")
