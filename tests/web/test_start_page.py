"""The guide: from a fresh table to the first move, by a newcomer; a match is never lost unasked."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from engine.bus.client import Connected, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode, Command
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout, Spot
from engine.core.phrase import Phrase
from engine.core.pieces import pieces_beside
from engine.core.terms import Terms
from engine.games.registry import GAMES
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts
from engine.session.serving.service import EngineService
from tests import asking
from tests.session.seeing import look_at, shown
from tests.web.browsing import fits, until
from tests.web.hindrances import hindrances
from tests.web.played import in_a_turn, opened, own_link
from tests.web.shown_table import FakeBus, Match, RunningServer

TABLE = MatchOpening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", table="table", seed="5")
OTHERWISE = {"generals": "fixed", "turn_order": "given", "equipment": "off"}

DUEL = Terms("dozen_war", "duel", "duel-pieces", options=OTHERWISE, clock="10m+5s", bots="north=greedy")


class Beside:
    """An engine beside the page: what it says goes onto the page's bus, what the page asks comes from it."""

    def __init__(self, folder: Path, bus: FakeBus) -> None:
        self.bus, self.now = bus, 1000.0
        make_parts = partial(make_match_parts, folder=folder)
        self.duel = make_parts(DUEL, None)
        self.service = EngineService(
            self, parts=make_parts(TABLE.terms, None), make_parts=make_parts, opening=TABLE,
            monotonic=lambda: self.now, wall=lambda: self.now,
        )  # fmt: skip
        self.service.take(Connected())

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.bus.tell(channel_name, message, name)

    def receive(self, timeout: float | None) -> None:
        del timeout

    def obey(self) -> Command:
        """Carry out what the page asks for next."""
        channel, asked = self.bus.next_sent()
        assert channel == "command"
        assert isinstance(asked, Command)
        self.service.take(ReceivedMessage("command", "", asked))
        return asked

    @property
    def layout(self) -> Layout:
        state = self.service.table.match.state
        lying = shown(self.duel.game.layout(state))
        return {self.duel.pieces.physical_id(piece): spot for piece, spot in lying.items()}

    def show(self, layout: Layout) -> None:
        """Let a camera look at a table that lies so, until it has settled."""
        for steady in (False, True):
            self.now += 0.5
            self.service.take(ReceivedMessage("look", "cam", look_at(layout, self.now, steady=steady)))


def onward(page: Page, name: str) -> None:
    page.locator(f"#onward [data-key={name}]").click()


def test_a_newcomer_gets_from_a_fresh_table_to_the_first_move_of_a_duel(
    page: Page, bus: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    engine = Beside(tmp_path, bus)
    page.goto(server.url)
    page.locator("#invitation a").click()
    expect(page.locator("#content")).to_contain_text("boardwarden play --camera 0")
    onward(page, "skip")
    onward(page, "skip")
    printed = "/print/board.pdf?board=mativen&paper=a4&content=house"
    expect(page.locator("a[data-key=board]")).to_have_attribute("href", printed)
    until(page, "document.querySelector('img[data-key=gluing]')?.naturalWidth > 0")
    onward(page, "next")
    page.locator("[data-key=board-duel]").check()
    page.locator("#who-north").select_option("greedy")
    page.locator("#minutes").fill("10")
    page.locator("#minutes").press("Tab")
    page.locator("#extra").fill("5")
    page.locator("#extra").press("Tab")
    page.locator("summary[data-key=readings]").click()
    for name, value in OTHERWISE.items():
        page.locator(f"#reading-{name}").select_option(value)
    page.locator("#open").click()
    assert engine.obey().terms == DUEL
    expect(page.locator("body")).to_have_attribute("data-step", "place")
    expect(page.locator("#content")).to_contain_text("Nobody sees the table yet")
    layout = dict(engine.layout)
    general = PieceId("gen.est")
    engine.show({piece: spot for piece, spot in layout.items() if piece != general})
    expect(page.locator(".progress")).to_contain_text(
        f"Lying right: {len(layout) - 1} of {len(layout)} pieces"
    )
    expect(page.locator(".next .where")).to_have_text(layout[general].cell)
    engine.show(layout)
    expect(page.locator(".ready")).to_have_text("All pieces lie right.")
    expect(page.locator("button[data-step=place]")).to_have_class("done")
    onward(page, "next")
    # North is a bot's and takes no tablet.
    expect(page.locator(".links li")).to_have_count(3)
    onward(page, "next")
    expect(page.locator("body[data-ready=true]")).to_be_attached()
    expect(page.locator("#invitation")).to_be_hidden()
    engine.show({**layout, PieceId("s.cav.1"): Spot(Cell("d4"), edge=True)})
    expect(page.locator("#played")).to_contain_text("d4")


@pytest.mark.parametrize(
    ("way", "options"), [("book", {"generals": "draft", "turn_order": "dice"}), ("quick", {})]
)
def test_a_war_opens_by_the_book_unless_the_quick_opening_is_chosen(  # fixtures
    page: Page, bus: FakeBus, server: RunningServer, tmp_path: Path, way: str, options: dict[str, str]
) -> None:
    engine = Beside(tmp_path, bus)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    ways = page.locator("input[name=way]")
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_value("book")
    expect(ways.first).to_be_checked()
    expect(page.locator("label:has(> [data-key=way-book])")).to_contain_text("Who begins? Dice decide")
    ways.nth(["book", "quick"].index(way)).check()
    expect(page.locator("#reading-generals")).to_have_value(options.get("generals", "fixed"))
    page.locator("#open").click()
    asked = engine.obey().terms
    assert asked is not None
    assert asked.options == options
    expect(page.locator("body")).to_have_attribute("data-step", "place")


def test_a_duel_has_but_one_opening_to_choose(
    page: Page, bus: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    Beside(tmp_path, bus)
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    page.locator("[data-key=board-duel]").check()
    expect(page.locator("#who-north")).to_be_visible()
    expect(page.locator("input[name=way]")).to_have_count(0)


def test_each_game_is_chosen_by_its_picture_printed_and_explained(
    page: Page, server: RunningServer, bus: FakeBus, tmp_path: Path
) -> None:
    Beside(tmp_path, bus)
    page.goto(f"{server.url}/start?lang=en")
    page.locator("button[data-step=match]").click()
    expect(page.locator("input[name=game]")).to_have_count(len(GAMES))
    for game, board in (
        ("hero_realms", "realms@4"),
        ("quoc_chien", "kingdoms@8"),
        ("kingdom_square", "kingdom"),
    ):
        page.locator(f"[data-key=game-{game}]").check()
        until(page, f"document.querySelector('label:has(> [data-key=game-{game}]) img')?.naturalWidth > 0")
        book = page.locator("[data-key=rulebook]")
        expect(book).to_have_attribute("href", f"/rulebook?game={game}")
        page.locator("button[data-step=print]").click()
        page.locator("#print-game").select_option(game)
        printed = f"/print/cards.pdf?board={quote_plus(board)}&paper=a4&content=house"
        expect(page.locator("a[data-key=cards]")).to_have_attribute("href", printed)
        expect(page.locator("a[data-key=pieces]")).to_have_count(0)
        page.locator("button[data-step=match]").click()
    page.goto(f"{server.url}/rulebook?game=quoc_chien")
    expect(page.locator("main")).to_contain_text("QC-4.1")


@pytest.mark.parametrize(
    ("game", "number", "board", "bots"),
    [
        ("hero_realms", "3", "realms@3", "p2=greedy,p3=random"),
        ("quoc_chien", "8", "kingdoms@8", "s2=greedy"),
        ("kingdom_square", "", "kingdom", "second=greedy"),
    ],
)
def test_another_game_is_opened_for_the_chosen_players_and_its_board_is_shown(  # noqa: PLR0913, PLR0917  # fixtures and parameters
    page: Page,
    bus: FakeBus,
    server: RunningServer,
    tmp_path: Path,
    game: str,
    number: str,
    board: str,
    bots: str,
) -> None:
    engine = Beside(tmp_path, bus)
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    page.locator(f"[data-key=game-{game}]").check()
    if number:
        page.locator(f"[data-key=number-{number}]").check()
        expect(page.locator("select[id^=who-]")).to_have_count(int(number))
    for seat, bot in (one.split("=") for one in bots.split(",")):
        page.locator(f"#who-{seat}").select_option(bot)
    make_match_parts(Terms(game, board, pieces_beside(board)), None, folder=tmp_path)  # loads the game
    page.locator("#open").click()
    terms = engine.obey().terms
    assert terms is not None
    assert (terms.game, terms.board, terms.bots) == (game, board, bots)
    expect(page.locator("body")).to_have_attribute("data-step", "place")
    expect(page.locator("#board .zone").first).to_be_attached()
    expect(page.locator("#content .note")).to_contain_text(f"for {number or 2} players")
    page.locator("[data-key=print-it]").click()
    expect(page.locator("a[data-key=board]")).to_have_attribute(
        "href", re.compile(re.escape(quote_plus(board)))
    )


def test_the_number_of_players_is_changed_with_the_keyboard_and_keeps_who_plays(
    page: Page, bus: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    Beside(tmp_path, bus)
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    page.locator("[data-key=game-dozen_war]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-key=game-hero_realms]")).to_be_checked()
    expect(page.locator("[data-key=game-hero_realms]")).to_be_focused()
    page.locator("#who-p2").select_option("greedy")
    page.locator("[data-key=number-4]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-key=number-5]")).to_be_focused()
    expect(page.locator("#who-p5")).to_have_value("person")
    expect(page.locator("#who-p2")).to_have_value("greedy")


def test_a_lesson_is_learnt_at_the_learners_seat_and_left_to_the_place_before(
    page: Page, bus: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    engine = Beside(tmp_path, bus)
    page.goto(f"{server.url}/start")
    page.locator("[data-key=learn-dozen_war-duel]").click()
    assert engine.obey().terms is not None
    expect(page.locator("body[data-role=seat][data-ready=true]")).to_be_attached()
    expect(page.locator("#lesson h2")).to_have_text("Move, and reach")
    expect(page.locator("#calling")).to_be_hidden()
    expect(page.locator("[data-key=end-turn]")).to_have_text("End your turn")
    page.locator("[data-key=lesson-leave]").click()
    expect(page.locator("body[data-role=arbiter][data-ready=true]")).to_be_attached()
    expect(page.locator("#lesson")).to_be_hidden()


def test_a_match_that_is_played_is_only_broken_off_when_that_is_wanted(
    page: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    match.revision = 7
    match.tell(table)
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    page.locator("#open").click()
    expect(page.locator("#sure-about")).to_have_text(re.compile("^Dozen War is at move 7"))
    page.locator("#sure-no").click()
    expect(page.locator("#sure")).to_be_hidden()
    assert table.sent.empty()
    page.locator("#open").click()
    page.locator("#sure-yes").click()
    _, asked = table.next_sent()
    table.tell("answer", Answer(asked.id, AnswerCode.NOT_NOW, 7, Phrase("the disk is full")))
    expect(page.locator("#said")).to_have_text("The disk is full")
    expect(page.locator("#open")).to_be_enabled()


def test_the_tablets_step_follows_the_match_and_is_done_once_every_seat_was_joined(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    before = opened("hero_realms", 3, seed=5)
    before.tell(bus)
    page.goto(f"{server.url}/start?lang=en")
    page.locator("#steps [data-step=seats]").click()
    expect(page.locator(".links li")).to_have_count(5)
    now = opened("kingdom_square", 2, seed=5)
    now.match = replace(now.match, opening=replace(now.match.opening, match="m2"))
    now.tell(bus)
    expect(page.locator(".links li")).to_have_count(4)
    expect(page.locator("#steps [data-step=seats]")).to_have_class("todo")
    for seat in now.seats:
        link = own_link(server.url, seat).partition("#join=")[2]
        asking.get(f"{server.url}/wishes", headers={"authorization": f"Bearer {link}"})
    expect(page.locator("#steps [data-step=seats]")).to_have_class("done")


def test_rubbish_in_the_form_is_refused_with_a_sentence_and_sent_nowhere(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    page.locator("[data-key=board-mativen]").check()
    for seat in ("south", "east", "north"):
        page.locator(f"#who-{seat}").select_option("nobody")
    page.locator("#open").click()
    expect(page.locator("#said")).to_contain_text("So few can't play")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-step", "match")
    assert table.sent.empty()


def test_the_cards_of_a_table_are_shown_as_they_are_to_lie(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    opened("hero_realms", 3, seed=5).until(in_a_turn(0)).tell(bus)
    page.goto(f"{server.url}/start?lang=en")
    page.locator("#steps [data-step=match]").click()
    expect(page.locator("[data-key=game-hero_realms]")).to_be_checked()
    expect(page.locator("[data-key=number-4]")).to_be_checked()
    expect(page.locator("#content")).not_to_contain_text("@")
    page.locator("#steps [data-step=place]").click()
    expect(page.locator("#board .token.card image.card-art").first).to_be_attached()
    fills = "document.querySelectorAll('#board .token.card rect')"
    found = page.evaluate(f"[...{fills}].map((one) => getComputedStyle(one).fill)")
    assert "rgb(0, 0, 0)" not in found, "black is the colour of what has no style"


def test_every_step_and_the_doctors_page_are_accessible_and_fit_every_screen(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    table.tell(
        "camera", CameraState("cam", "usb camera", 1920, 1080, problem=Phrase("it gives no pictures")), "cam"
    )
    table.tell("device", DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.1"), "board")
    page.goto(f"{server.url}/start")
    expect(page.locator(".cards li")).to_have_count(2)
    found = {}
    for step in ("devices", "camera", "print", "match", "place", "seats"):
        page.locator(f"button[data-step={step}]").click()
        expect(page.locator("#content > *").first).to_be_visible()
        if step == "match":
            page.locator("summary[data-key=readings]").click()
        found[step] = hindrances(page)
    page.goto(f"{server.url}/doctor/page")
    expect(page.locator("#findings .bad")).to_have_count(1)
    found["doctor"] = hindrances(page)
    assert {name: one for name, one in found.items() if one} == {}
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").click()
    for width in (390, 768, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        fits(page, width)
