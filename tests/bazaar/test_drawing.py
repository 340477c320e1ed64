"""Draws that somebody sees: a reader, a camera, whoever taps; or that the seed draws."""

from pathlib import Path
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.device_events import DeviceEvent, PadReading, PadReadingKind
from engine.core.draws import DrawSource
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.tags import FILE, TagBook, dump_tags
from engine.session.boards.pads import SeatPads
from engine.session.boards.tags import TagDesk
from engine.session.explaining.lines import ActionLine
from engine.session.matches.chance import with_chance
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import setting_of, table_of
from tests.bazaar.game import Bazaar

BOARD = load_board(str(Path(__file__).parent / "boards" / "bazaar.yaml"))
SEAL = Seal(bytes(32), table="t")
A, B = Seat("a"), Seat("b")
SETUP = {"seats": ["a", "b"], "hands": {"a": ["thief"], "b": ["guard"]}, "box": "whole"}
LAMP, MASK = "04AA0001", "04AA0002"


class DrawingTable:
    """A table with a real deck, a reader before each seat, and a match that waits for what is drawn."""

    def __init__(self, folder: Path, draws: DrawSource) -> None:
        self.game = Bazaar(BOARD, Ruleset())
        opening = MatchOpening(
            "m", Seconds(0.0), "bazaar", "none", "none", setup=SETUP, seed="3", draws=draws
        )
        match, entry = open_match(self.game, opening)
        self.entries = [entry]
        self.setting = setting_of(self.game, match.state, None)
        self.table = table_of(self.setting, match)
        dump_tags(TagBook({LAMP: "lamp#3", MASK: "fox"}), folder / FILE)
        desk = TagDesk(folder / FILE, self.game.things(), SEAL, discreet=True)
        self.pads: SeatPads[Any, Any] = SeatPads(desk)

    def send(self, seat: Seat | None, **action: Any) -> AnswerCode:
        revision = self.table.match.revision
        return self.carry_out(Command(f"{seat} {action} {revision}", CommandKind.ACT, revision, seat, action))

    def carry_out(self, asked: Command) -> AnswerCode:
        step = command(self.setting, self.table, asked)
        self.table = step.table
        self.entries += step.entries
        return step.answers[-1].code

    def lay(self, seat: str, uid: str) -> list[dict[str, Any]]:
        """Pass a card over a seat's reader; return what is played by that."""
        reading = PadReading(PadReadingKind.TAGS, seat, SEAL.sealed_text(uid))
        event = DeviceEvent(f"pad.{seat}", Seconds(1.0), reading, "boot-1")
        done = []
        for found in self.pads.heard(self.setting, lambda: self.table, event, reading, wall=Seconds(1.0)):
            if isinstance(found, Command):
                assert self.carry_out(found) is AnswerCode.DONE
                done.append(found.action)
        return done

    @property
    def waits_for_a_card(self) -> bool:
        return self.game.decider(self.table.match.state).kind == "draw"


def test_what_the_seed_draws_is_drawn_at_once(tmp_path: Path) -> None:
    table = DrawingTable(tmp_path, DrawSource.SEED)
    assert table.send(A, end_turn=True) is AnswerCode.DONE
    assert not table.waits_for_a_card
    assert table.table.match.revision == 2


@pytest.mark.parametrize("draws", [DrawSource.SEEN, DrawSource.TYPED])
def test_what_people_draw_no_seed_draws(tmp_path: Path, draws: DrawSource) -> None:
    table = DrawingTable(tmp_path, draws)
    table.send(A, end_turn=True)
    assert table.waits_for_a_card
    line: ActionLine[Any, Any] = ActionLine((), (table.table.match.state,))
    assert with_chance(table.game, table.table.match, line) == line


def test_a_card_that_is_drawn_over_a_seats_reader_is_in_its_hand(tmp_path: Path) -> None:
    table = DrawingTable(tmp_path, DrawSource.SEEN)
    table.send(A, end_turn=True)
    assert table.lay("b", LAMP) == []
    assert table.lay("a", LAMP) == [{"draw": "lamp#3"}]
    zones = table.table.match.state.zones
    assert zones.is_in("lamp#3", "a.hand")
    assert not zones.known_to(B, "lamp#3")
    assert table.entries[-1].body["actions"] == [{"draw": "lamp#3", "by": "a"}]


def test_a_card_that_isnt_from_the_deck_is_no_draw(tmp_path: Path) -> None:
    table = DrawingTable(tmp_path, DrawSource.SEEN)
    table.send(A, end_turn=True)
    assert table.lay("a", MASK) == []
    assert table.waits_for_a_card


def test_where_draws_are_typed_a_reader_says_nothing_and_a_tablet_does(tmp_path: Path) -> None:
    table = DrawingTable(tmp_path, DrawSource.TYPED)
    table.send(A, end_turn=True)
    assert table.lay("a", LAMP) == []
    assert table.send(B, draw="lamp#3") is AnswerCode.ILLEGAL
    assert table.send(A, draw="lamp") is AnswerCode.DONE
    assert table.table.match.state.zones.is_in("lamp#1", "a.hand")


def test_nobody_who_isnt_to_know_types_a_hidden_card(tmp_path: Path) -> None:
    table = DrawingTable(tmp_path, DrawSource.TYPED)
    table.send(A, end_turn=True)
    assert table.send(None, draw="lamp#3") is AnswerCode.ILLEGAL
    assert table.waits_for_a_card


@pytest.mark.parametrize("draws", list(DrawSource))
def test_however_cards_were_drawn_the_journal_leads_to_the_same_state(
    tmp_path: Path, draws: DrawSource
) -> None:
    table = DrawingTable(tmp_path, draws)
    table.send(A, end_turn=True)
    if draws is DrawSource.SEEN:
        table.lay("a", LAMP)
    elif draws is DrawSource.TYPED:
        table.send(A, draw="lamp#3")
    again = replay(table.game, tuple(table.entries))
    assert again.state == table.table.match.state
    assert again.opening.draws is draws
