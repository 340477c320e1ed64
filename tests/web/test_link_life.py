"""How long a seat's link lets in: for its match, until links are renewed, and never to another's cards."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from engine.bus.messages.match import MatchState
from engine.bus.sealing import Seal
from engine.core.document import entry_of
from engine.core.faults import InputFault, MissingFault
from engine.core.game import Game
from engine.core.ids import Seat
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of
from tests import asking
from tests.web.seated import Tablet, tablet
from tests.web.shown_table import (
    ARBITERS_LINK,
    BEARER,
    KEY,
    SETUP,
    T0,
    TABLE,
    FakeBus,
    RunningServer,
    surface_message,
)

WEST = TabletPlace(Role.SEAT, Seat("west"))


def tell(bus: FakeBus, game: Game[Any, Any], match: str, hand: str, seats: tuple[str, ...]) -> None:
    """Publish a match's opening as the engine does; west holds a card."""
    setup = {**SETUP, "hands": {"west": [hand]}}
    opened, _ = open_match(game, MatchOpening(match, T0, "dozen_war", "mativen", "none"))
    state = game.initial(entry_of(setup))
    setting = setting_of(game, state, None)
    table = table_of(setting, replace(opened, state=state))
    shown: MatchState = match_state_of(setting, table)
    kept = tuple(one for one in shown.view.seats if one.seat in seats)
    bus.tell("match", replace(shown, view=replace(shown.view, seats=kept)))
    for one in seats:
        sheet = seat_sheet_of(setting, table, Seat(one))
        bus.tell("seat", Seal(KEY, table=TABLE).sealed(sheet), one)


def era(life: LinkLife, match: str = "", folder: Path | None = None) -> LinkEra:
    return LinkEra(life, match=lambda: match, folder=folder, table=TABLE)


def test_a_link_for_a_match_leads_nowhere_in_the_next_and_one_for_the_table_does() -> None:
    first = Seating(KEY, table=TABLE, era=era(LinkLife.MATCH, "000001"))
    second = Seating(KEY, table=TABLE, era=era(LinkLife.MATCH, "000002"))
    with pytest.raises(InputFault):
        second.place_of(first.link(WEST))
    lasting = Seating(KEY, table=TABLE, era=era(LinkLife.TABLE, "000001"))
    assert Seating(KEY, table=TABLE, era=era(LinkLife.TABLE, "000002")).place_of(lasting.link(WEST)) == WEST


def test_links_that_were_renewed_lead_nowhere_after_a_restart_either(tmp_path: Path) -> None:
    before = era(LinkLife.TABLE, folder=tmp_path)
    old = Seating(KEY, table=TABLE, era=before).link(WEST)
    before.renew()
    for now in (before, era(LinkLife.TABLE, folder=tmp_path)):
        seating = Seating(KEY, table=TABLE, era=now)
        with pytest.raises(InputFault):
            seating.place_of(old)
        assert seating.place_of(seating.link(WEST)) == WEST


def test_one_link_that_was_taken_back_leads_nowhere_after_a_restart_and_the_others_still_do(
    tmp_path: Path,
) -> None:
    before = era(LinkLife.TABLE, folder=tmp_path)
    first = Seating(KEY, table=TABLE, era=before)
    places = (WEST, TabletPlace(Role.SEAT, Seat("north")), ARBITER)
    old = [first.link(one) for one in places]
    before.renew(WEST)
    for now in (before, era(LinkLife.TABLE, folder=tmp_path)):
        seating = Seating(KEY, table=TABLE, era=now)
        assert [seating.link(one) == was for one, was in zip(places, old, strict=True)] == [False, True, True]
    before.renew(ARBITER)
    before.renew()
    seen = {*old, *(first.link(one) for one in places)}
    assert len(seen) == 6, "no link comes back"
    assert (tmp_path / f".{TABLE}.links").stat().st_mode & 0o777 == 0o600


def test_eras_of_an_earlier_version_go_on_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / f".{TABLE}.links"
    kept.write_text("3", encoding="ascii")
    assert [era(LinkLife.TABLE, folder=tmp_path)(one) for one in (WEST, ARBITER)] == ["3:", "3"]
    for damaged in (b"", b"three", b'{"all": -1}', b"4\x00", b'{"all": "\xff"}'):
        kept.write_bytes(damaged)
        with pytest.raises(InputFault, match="which links were taken back"):
            era(LinkLife.TABLE, folder=tmp_path)


def test_the_arbiters_link_outlives_matches_and_ends_with_the_others(tmp_path: Path) -> None:
    match = ["000001"]
    kept = LinkEra(LinkLife.MATCH, match=lambda: match[0], folder=tmp_path, table=TABLE)
    seating = Seating(KEY, table=TABLE, era=kept)
    old = seating.link(ARBITER)
    assert old == Seating(KEY, table=TABLE).link(ARBITER), "one that was handed out before stays good"
    match[0] = "000002"
    assert seating.place_of(old) == ARBITER
    kept.renew()
    with pytest.raises(InputFault):
        seating.place_of(old)
    again = LinkEra(LinkLife.TABLE, match=str, folder=tmp_path, table=TABLE)
    printed = Seating(KEY, table=TABLE, era=again).link(ARBITER)
    assert seating.place_of(printed) == ARBITER, "what `play` prints at its next start"


def test_a_link_leaves_the_address_bar_once_it_was_taken(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any], page: Page
) -> None:
    bus.tell("surface", surface_message())
    tell(bus, game, "000001", "bua-chien", ("west", "north"))
    page.goto(f"{server.url}/?lang=en#join={link_at(server)}")
    expect(page.locator("body[data-ready=true]")).to_be_attached()
    assert page.url == f"{server.url}/?lang=en"
    page.reload()
    expect(page.locator("body[data-ready=true]")).to_be_attached()
    kept = page.evaluate("sessionStorage.getItem('boardwarden-place')")
    assert kept == link_at(server), "it sits where it sat"


def test_whoever_renews_the_links_by_the_arbiters_keeps_the_table(
    bus: FakeBus, game: Game[Any, Any], page: Page
) -> None:
    running = RunningServer(bus, hosts=("table.example.org",))
    running.start()
    try:
        bus.tell("surface", surface_message())
        tell(bus, game, "000001", "bua-chien", ("west", "north"))
        old = Seating(KEY, table=TABLE).link(ARBITER)
        page.goto(f"{running.url}/#join={old}")
        expect(page.locator("body[data-ready=true]")).to_be_attached()
        page.evaluate(
            """async () => {
                const { drawLinks } = await import("/static/line/seat_links.js");
                const dialog = document.createElement("dialog");
                document.body.append(dialog);
                drawLinks(dialog, { links: [] }, () => document.createElement("p"));
                dialog.querySelector("p > button").click();
            }"""
        )
        page.wait_for_function("old => sessionStorage.getItem('boardwarden-place') !== old", arg=old)
        kept = page.evaluate("sessionStorage.getItem('boardwarden-place')")
        bearer = {"authorization": f"Bearer {kept}"}
        assert asking.get(f"{running.url}/links", headers=bearer).status_code == 200
        refused = asking.get(f"{running.url}/links", headers={"authorization": f"Bearer {old}"})
        assert refused.status_code == 403
        assert page.url == f"{running.url}/"
    finally:
        running.stop()


def test_links_that_cant_be_renewed_for_good_stay_as_they_are(tmp_path: Path) -> None:
    kept = era(LinkLife.TABLE, folder=tmp_path / "away")
    with pytest.raises(MissingFault):
        kept.renew()
    assert kept(WEST) == ""


@pytest.fixture
def server(bus: FakeBus) -> Iterator[RunningServer]:
    running = RunningServer(bus, links=LinkLife.MATCH)
    running.start()
    yield running
    running.stop()


def link_at(server: RunningServer, arbiters_page: str = f"#join={ARBITERS_LINK}") -> str:
    bearer = {"authorization": f"Bearer {arbiters_page.partition('#join=')[2]}"}
    found: dict[str, str] = {
        one["name"]: one["url"] for one in asking.get(f"{server.url}/links", headers=bearer).json()["links"]
    }
    return found["west"].partition("#join=")[2]


def shows(one: Tablet, card: str) -> bool:
    return any(said["channel"] == "seat" and card in str(said["data"]) for said in one.sent)


def test_yesterdays_west_is_put_off_its_seat_when_the_next_match_begins_and_reads_nothing_of_it(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    bus.tell("surface", surface_message())
    tell(bus, game, "000001", "bua-chien", ("west", "north"))
    with tablet(server) as own:
        own.once(lambda said: said["channel"] == "match")
    with tablet(server, link_at(server)) as west:
        west.until(lambda said: said["channel"] == "seat" and "bua-chien" in str(said["data"]))
        west.sent.clear()
        tell(bus, game, "000002", "khien-go", ("west", "north"))
        west.until(lambda said: said["channel"] == "error" and "scan the seat's code" in said["data"]["text"])
        west.all_so_far()
        assert not shows(west, "khien-go")
        own_sheet = [said["data"] for said in west.sent if said["channel"] == "seat"]
        assert own_sheet[-1] is None, "nor does it keep the old match's cards"
        west.ask({"join": {"link": link_at(server)}})
        west.until(lambda said: said["channel"] == "seat" and "khien-go" in str(said["data"]))


def test_a_player_of_the_match_before_reads_calmly_that_another_is_played_and_after_a_reload_too(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    bus.tell("surface", surface_message())
    tell(bus, game, "000001", "bua-chien", ("west", "north"))
    with tablet(server) as own:
        own.once(lambda said: said["channel"] == "match")
    old = link_at(server)
    with tablet(server, old) as west:
        west.until(lambda said: said["channel"] == "seat" and "bua-chien" in str(said["data"]))
        tell(bus, game, "000002", "khien-go", ("west", "north"))
        said = west.until(lambda said: said["channel"] == "error")["data"]
        assert said["tone"] == "calm"
        assert said["text"].startswith("The table plays another match now.")
    with tablet(server, None) as again:
        again.ask({"join": {"link": old}})
        assert again.until(lambda said: said["channel"] == "error")["data"] == said
        again.ask({"join": {"link": "west.AAAAAAAAAAAAAAAAAAAAAA"}})
        assert "tone" not in again.until(lambda said: said["channel"] == "error")["data"], "a wrong link"
        assert not shows(again, "khien-go")


def test_a_seat_that_the_new_match_lacks_shows_nothing_of_the_old_one(
    bus: FakeBus, game: Game[Any, Any]
) -> None:
    running = RunningServer(bus)
    running.start()
    try:
        tell(bus, game, "000001", "bua-chien", ("west", "north"))
        with tablet(running, Seating(KEY, table=TABLE).link(WEST)) as west:
            west.until(lambda said: said["channel"] == "seat" and "bua-chien" in str(said["data"]))
            tell(bus, game, "000002", "khien-go", ("north",))
            west.until(lambda said: said["channel"] == "seat" and said["data"] is None)
            west.until(lambda said: said["channel"] == "error" and said["data"]["tone"] == "calm")
            tell(bus, game, "000003", "khien-go", ("west", "north"))
            west.until(lambda said: said["channel"] == "seat" and "khien-go" in str(said["data"]))
    finally:
        running.stop()


def test_a_tablet_that_comes_before_the_match_is_heard_of_takes_its_seat_once_it_is(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    link = Seating(KEY, table=TABLE, era=era(LinkLife.MATCH, "000007")).link(WEST)
    with tablet(server, None) as west:
        west.ask({"join": {"link": link}})
        west.until(lambda said: said["channel"] == "error")
        tell(bus, game, "000007", "bua-chien", ("west", "north"))
        west.until(lambda said: said["channel"] == "seat" and "bua-chien" in str(said["data"]))


def test_renewed_links_put_every_seat_off_and_only_the_arbiter_renews_them(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    tell(bus, game, "000001", "bua-chien", ("west", "north"))
    with tablet(server) as own:
        own.once(lambda said: said["channel"] == "match")
    old = link_at(server)
    with tablet(server, old) as west:
        refused = asking.post(f"{server.url}/links/renewal", headers={"authorization": f"Bearer {old}"})
        assert refused.status_code == 403
        renewed = asking.post(f"{server.url}/links/renewal", headers=BEARER).json()["links"]
        west.until(lambda said: said["channel"] == "place" and said["data"]["role"] != "seat")
    assert renewed[0]["url"].partition("#join=")[2] != old
    assert asking.get(f"{server.url}/links", headers=BEARER).status_code == 403, "the arbiter's is new too"
    assert link_at(server, renewed[-1]["url"]) == renewed[0]["url"].partition("#join=")[2]
