"""A turn played from a seat's tablet, and what the seats' pages show."""

import re
from dataclasses import replace
from typing import Any

from playwright.sync_api import Browser, Page, expect

from engine.bus.messages.boards import LaidTag, TagSheet
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import HandSheet
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.appearance import player_signs
from engine.core.decisions import Chooser, Decision
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import PieceId, Seat
from engine.core.phrase import Phrase
from engine.session.boards.pad_cards import PadCards
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of
from tests.patience import PATIENCE_S
from tests.web.browsing import cell, drawer, piece, region, show
from tests.web.hindrances import hindrances
from tests.web.seated import (
    BLADE,
    NORTH,
    PLAYED,
    THINGS,
    UID,
    WEST,
    link_of,
    played,
    seated,
    state,
    tablet,
    tell_match,
)
from tests.web.shown_table import KEY, MATCH, T0, TABLE, FakeBus, Match, RunningServer, surface_message

__all__ = ["played", "state"]


def test_whoever_joins_is_asked_for_a_name_and_may_give_one(
    browser: Browser, played: FakeBus, server: RunningServer
) -> None:
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    show(page, f"{server.url}/#join={link_of(WEST)}")
    page.get_by_role("textbox", name="Your name").fill("Lan")
    page.get_by_role("radio", name="Cat").check()
    page.get_by_role("button", name="That's me").click()
    asked: Command = played.next_sent()[1]
    assert (asked.kind, asked.seat, asked.name, asked.sign) == (CommandKind.INTRODUCE, WEST, "Lan", "cat")
    page.reload()
    # The table hasn't said yes: it's asked again, with what was said last.
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Lan")
    expect(page.get_by_role("radio", name="Cat")).to_be_checked()
    page.get_by_role("button", name="Just West").click()
    expect(region(page, "calling")).to_be_hidden()
    context.close()


def test_the_sign_of_a_player_stands_wherever_the_player_does_and_is_nobody_elses(
    page: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    table.tell("match", replace(match.message(), signs={NORTH: "owl"}))
    show(page, f"{server.url}/#join={link_of(WEST)}")
    expect(page.locator("#seats [data-sign=owl]")).to_have_count(1)
    expect(page.locator("#turn .sign")).to_have_count(0)
    offered = drawer(page, "table").locator("#names input[type=radio]")
    expect(offered).to_have_count(len(player_signs()))
    expect(page.locator("#names input[value=owl]")).to_have_count(0)
    table.tell("match", replace(match.message(), signs={WEST: "cat", NORTH: "owl"}))
    expect(page.locator("#turn [data-sign=cat]")).to_have_count(1)


def test_a_seat_plays_a_card_and_a_skill_by_tapping_what_is_lit(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    own = region(seated(page, server, WEST), "seat")
    expect(page.locator("body")).to_have_attribute("data-quarters", "0")
    expect(region(page, "left")).to_contain_text("1 of your cards can be played")
    own.get_by_role("button", name="Great Blade").tap()
    # The drawer makes way for the board.
    expect(own).to_be_hidden()
    asked = region(page, "asked")
    expect(asked).to_contain_text("Who bears it?")
    expect(page.locator("#board .token.lit")).to_have_count(2)
    piece(page, "w.inf.1").tap()
    expect(asked).to_contain_text("Who bears it?")
    piece(page, "w.cav.1").tap()
    asked.get_by_role("button", name="Play Great Blade").tap()
    channel, command = played.next_sent()
    assert (channel, command.seat, command.action) == (
        "seat_command",
        "west",
        {"play": "dai-dao", "user": "w.cav.1"},
    )


def test_what_cannot_be_used_now_says_by_which_rule(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    own = region(seated(page, server, NORTH), "seat")
    waiting = own.locator(".waiting", has_text="Wooden Shield")
    expect(waiting.locator(".rule")).to_have_text("DW-17.1")
    expect(waiting).to_contain_text("It's for West to choose now")
    expect(page.get_by_role("button", name="End")).to_have_count(0)
    expect(region(page, "left")).to_be_hidden()


def test_a_defender_answers_on_the_own_tablet_while_the_table_sees_no_card(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    for action in (
        {"move": "w.cav.1", "to": "d7"},
        {"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"},
    ):
        state = game.apply(state, game.parse_action(entry_of(action)))
    tell_match(played, game, state, 2)
    show(page, server.url)
    expect(region(page, "turn")).to_contain_text("North must choose")
    expect(region(page, "end").locator("button.choice")).to_have_count(2)
    assert "Wooden Shield" not in page.content()
    seated(page, server, NORTH)
    own = region(page, "asked")
    expect(own).to_contain_text("You are hit. Your answer?")
    expect(region(page, "turn")).to_contain_text("West waits.")
    expect(own.locator("button.choice")).to_have_text(
        [
            re.compile(r"infantry 1 takes .*\((it's killed|\d HP left)\)"),
            re.compile(r"North takes .*\((it's killed|\d HP left)\)"),
            re.compile("Wooden Shield *Cancels a hit on one of your cavalry units"),
        ]
    )
    own.get_by_role("button", name="Wooden Shield").tap()
    own.get_by_role("button", name="Play Wooden Shield").tap()
    assert played.next_sent()[1].action == {"play": "khien-go"}


def test_targets_in_a_list_are_chosen_one_by_one_and_left_when_enough(
    page: Page, server: RunningServer
) -> None:
    page.goto(server.url)
    done = page.evaluate(
        """async () => {
          const { step, pick, enough } = await import("/static/state/choosing.js");
          const actions = [["a"], ["b"], ["a", "b"], ["b", "b"]].map((targets) => ({ skill: "x", targets }));
          const first = step(actions, {});
          const one = pick(actions, {}, "targets", "b");
          const second = step(actions, one);
          const two = pick(actions, one, "targets", "b");
          return [first.options, first.enough, second.options, second.enough, step(actions, two).action,
                  step(actions, enough(one, "targets")).action, step([{ a: 1 }], {}).action];
        }"""
    )
    both, one = {"skill": "x", "targets": ["b", "b"]}, {"skill": "x", "targets": ["b"]}
    assert done == [["a", "b"], False, ["a", "b"], True, both, one, {"a": 1}]


def test_a_tablet_that_wakes_up_on_a_dead_line_opens_another_at_once(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    page.add_init_script(
        """
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(url) {
            super(url);
            document.documentElement.dataset.lines = 1 + (window.lines = (window.lines ?? -1) + 1);
          }
          send(text) { if (!text.includes("hello")) super.send(text); }
        };
        """
    )
    seated(page, server, WEST)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("html")).to_have_attribute("data-lines", "2")
    expect(region(page, "seat").get_by_role("button", name="Great Blade")).to_be_enabled()


def test_the_codes_of_the_seats_are_shown_and_a_seats_page_passes_axe(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    show(page, server.url)
    page.get_by_role("button", name="Seat tablets").tap()
    expect(page.locator("#links .links li")).to_have_count(4)
    expect(page.locator("#links img")).to_have_count(0)
    page.get_by_text("Allow phones", exact=True).tap()
    page.get_by_role("button", name="Yes, allow phones").tap()
    expect(page.locator("#links img")).to_have_count(4)
    assert hindrances(page) == []
    page.get_by_role("button", name="Close", exact=True).tap()
    own = region(seated(page, server, WEST), "seat")
    assert hindrances(page) == []
    own.get_by_role("button", name="Great Blade").tap()
    expect(cell(page, "c5")).to_be_attached()
    assert hindrances(page) == []


def test_what_is_in_force_and_what_lasts_on_a_unit_is_said(
    page: Page, bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    event = [{"event": "duoc-mua", "seats": ["west"]}]
    state = game.initial(entry_of({**PLAYED, "coins": {"west": 1, "north": 2}, "in_force": event}))
    bus.tell("availability", Availability(online=True, since=T0), "engine")
    bus.tell("surface", surface_message())
    tell_match(bus, game, game.apply(state, game.parse_action(entry_of(BLADE))), 1)
    show(page, server.url)
    expect(region(page, "beside").locator(".in-force")).to_contain_text("(West)")
    expect(region(page, "seats")).to_contain_text("1 coin")
    expect(region(page, "seats")).not_to_contain_text("1 coins")
    piece(page, "w.cav.1").tap()
    expect(region(page, "piece").locator(".lasting")).to_contain_text("1 damage more, this turn")
    assert hindrances(page) == []


def test_a_card_laid_on_the_pad_asks_for_its_target_on_its_seat_s_tablet(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    own = region(seated(page, server, WEST), "asked")
    laying = PadCards(keys=("card dai-dao",), text=Phrase("Long Bow isn't in your hand."))
    tell_match(played, game, state, 0, laying)
    expect(own).to_contain_text("Who bears it?")
    own.get_by_role("button", name="Back").tap()
    expect(own).to_contain_text("Long Bow isn't in your hand.")


def test_a_lifted_piece_shows_its_reach_on_its_seats_tablet_and_reaches_no_other(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    setting = setting_of(game, state, None)
    match, _ = open_match(game, MatchOpening(MATCH, T0, "dozen_war", "mativen", "none"))
    played.tell("advice", advice_of(setting, table_of(setting, replace(match, state=state))))
    seal, cavalry = Seal(KEY, table=TABLE), PieceId("w.cav.1")

    def tell(held: PieceId | None) -> None:
        for seat in (WEST, NORTH):
            sheet = HandSheet(MATCH, 0, seat, held if seat == WEST else None)
            played.tell("hand", seal.sealed_hand(sheet), seat)

    own = seated(page, server, WEST)
    tell(None)
    with tablet(server, link_of(NORTH)) as north, tablet(server) as looks_on:
        before = [one.all_so_far() for one in (north, looks_on)]
        tell(cavalry)
        expect(own.locator("body")).to_have_attribute("data-held", cavalry)
        expect(piece(own, cavalry)).to_have_class(re.compile("selected"))
        expect(own.locator("#board polygon.move").first).to_be_visible()
        tell(None)
        expect(own.locator("body")).not_to_have_attribute("data-held", cavalry)
        expect(piece(own, cavalry)).not_to_have_class(re.compile("selected"))
        expect(own.locator("#board polygon.move")).to_have_count(0)
        assert [one.all_so_far() for one in (north, looks_on)] == before


def test_a_tag_is_named_on_the_page(page: Page, server: RunningServer, bus: FakeBus) -> None:
    seal, unknown = Seal(KEY, table=TABLE), LaidTag("pad.west", UID, says="piece w.inf.1")
    bus.tell("tags", seal.sealed_tags(TagSheet((unknown,), THINGS)))
    page.goto(f"{server.url}/enrol")
    card = page.locator(f"[data-uid='{UID}']")
    expect(card).to_contain_text("Nobody has said yet what this is")
    expect(card).to_contain_text("The tag itself says: w.inf.1")
    assert hindrances(page) == []
    card.get_by_label("It is").fill("war hammer")
    card.get_by_role("button", name="Keep").click()
    channel, asked = bus.next_sent()
    assert (channel, asked.kind, asked.tag, asked.thing) == (
        "command",
        CommandKind.ENROL,
        UID,
        "card bua-chien",
    )
    known = TagSheet(
        (LaidTag("pad.west", UID, "card bua-chien", note=Phrase("written"), written=True),), THINGS
    )
    bus.tell("tags", seal.sealed_tags(known))
    expect(card).to_contain_text("Is War Hammer (card bua-chien)")
    expect(card).to_contain_text("Written onto the tag too")


def test_whose_pad_a_tag_lies_on_is_said_by_name_and_sign(
    page: Page, server: RunningServer, bus: FakeBus, match: Match
) -> None:
    laid = tuple(LaidTag(f"pad.{place}", f"04A1B2C3D4E5{at}F") for at, place in enumerate(("west", "c3")))
    bus.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TagSheet(laid, THINGS)))
    bus.tell("surface", surface_message())
    bus.tell("match", replace(match.message(), players={WEST: "Lan"}, signs={WEST: "cat"}))
    page.goto(f"{server.url}/enrol?lang=vi")
    heads = page.locator("#tags h2")
    expect(heads).to_have_text([re.compile("Lan.*04A1B2C3D4E50F"), re.compile("c3.*04A1B2C3D4E51F")])
    expect(heads.first.locator("[data-sign=cat]")).to_be_attached()
    expect(heads.last.locator("svg")).to_have_count(0)


def test_the_tables_page_says_who_must_choose_in_secret_and_leads_to_the_seats_code(
    page: Page, played: FakeBus, match: Match, server: RunningServer
) -> None:
    said = match.message()
    owes = replace(said.view, decision=Decision(Chooser.SEAT, (Seat("north"),), "discard"))
    show(page, server.url)
    played.tell("match", replace(said, view=owes))
    note = region(page, "end").locator("[data-key=secretly]")
    expect(note).to_contain_text("North must choose on their own tablet")
    note.locator("[data-key=secretly-seat]").click()
    expect(page.locator("#links")).to_be_visible()
    page.locator("#links .close").click()
    # A bot needs no tablet, and in the usual turn the pieces show what is played.
    played.tell("match", replace(said, view=owes, terms=replace(said.terms, bots="north")))
    expect(note).to_have_count(0)
    played.tell("match", replace(said, view=owes))
    expect(note).to_have_count(1)
    played.tell("match", said)
    expect(note).to_have_count(0)
