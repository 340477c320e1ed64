"""A die that is due: every page says whose it is, those who may say it have a button a face."""

from typing import Any

from playwright.sync_api import Page, expect

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.bus.messages.cameras import DiceState
from engine.bus.messages.commands import CommandKind
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.board import load_board
from engine.core.dice import Dice
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of
from tests.web.browsing import show
from tests.web.shown_table import KEY, MATCH, T0, TABLE, FakeBus, RunningServer, surface_message

FACES = ["1", "2", "3", "4", "5", "6"]


def due(dice: Dice) -> MatchState:
    """The match where west throws first for the picks of the draft, as the engine sends it."""
    options = {"generals": "draft"}
    game: Any = open_game("dozen_war", load_board("mativen"), Ruleset(options=options))
    opening = MatchOpening(
        MATCH, T0, "dozen_war", "mativen", "mativen-pieces", options=options, seed="7", dice=dice
    )
    match, _ = open_match(game, opening)
    setting = setting_of(game, match.state, load_pieces("mativen-pieces"))
    return match_state_of(setting, table_of(setting, match))


def said(bus: FakeBus, dice: Dice) -> None:
    bus.tell("surface", surface_message())
    bus.tell("match", due(dice))


def link(seat: str) -> str:
    return Seating(KEY, table=TABLE).link(TabletPlace(Role.SEAT, Seat(seat)))


def test_who_keeps_the_table_taps_what_fell(page: Page, bus: FakeBus, server: RunningServer) -> None:
    said(bus, Dice.TYPED)
    page.goto(server.url)
    expect(page.locator("#die h2")).to_have_text("West rolls a die")
    expect(page.locator("#turn h1")).to_have_text("West rolls a die")
    expect(page.locator("#die .fall")).to_have_text(FACES)
    expect(page.locator("#end .choice")).to_have_count(0)
    page.locator("#die").get_by_role("button", name="4").click()
    channel, asked = bus.next_sent()
    assert (channel, asked.kind, asked.action) == ("command", CommandKind.ACT, {"die": 4})


def test_the_seat_that_rolls_taps_it_and_the_others_see_whose_roll_it_is(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    said(bus, Dice.TYPED)
    page.goto(f"{server.url}/#join={link('south')}")
    expect(page.locator("#die h2")).to_have_text("West rolls a die")
    expect(page.locator("#die .fall")).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{server.url}/#join={link('west')}")
    expect(page.locator("#die h2")).to_have_text("You roll a die")
    page.locator("#die").get_by_role("button", name="6").click()
    _, asked = bus.next_sent()
    assert (asked.seat, asked.action) == ("west", {"die": 6})


def test_what_the_tray_cant_read_is_said_and_the_simulated_table_throws(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    said(bus, Dice.TRAY)
    bus.tell("simulated_table", SimulatedTable((), MATCH))
    bus.tell("dice", DiceState("cam", rolling=False), "cam")
    show(page, f"{server.url}/table")
    expect(page.locator("#die p")).to_contain_text("Throw one die into the tray")
    page.get_by_role("button", name="Throw the die").click()
    assert bus.next_sent() == ("simulator_order", SimulatorOrder(SimulatorAct.THROW))
    bus.tell("dice", DiceState("cam", rolling=True, unsure=1), "cam")
    expect(page.locator("#die p")).to_contain_text("can't be read")
    expect(page.locator("#die .fall")).to_have_text(FACES)


def test_a_die_that_the_match_draws_is_nobodys_to_say(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    said(bus, Dice.TRAY)
    page.goto(server.url)
    expect(page.locator("#die")).to_be_visible()
    drawn = due(Dice.SEED)
    bus.tell("match", MatchState(MATCH, drawn.game, 1, Seconds(T0), drawn.view))
    expect(page.locator("#die")).to_be_hidden()
