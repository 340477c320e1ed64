"""The engine's lights on the boards: warnings, reach, the last move, the seats that are waited for."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.client import ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.core.device_events import CellChange, DeviceEvent
from engine.core.ids import Cell, Seconds
from engine.games.dozen_war.game import DozenWar
from engine.session.boards.board_show import BoardShow
from engine.session.boards.hands import BoardHands
from engine.session.boards.palettes import Lit
from engine.session.playing.table import Setting
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, PIECES, SETUP


def test_a_warning_lights_the_cells_that_it_is_about(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()
    engine.show(w_inf_1="e7")
    assert engine.lights("board") == [(("e7",), Lit.WRONG), (("e5",), Lit.PUT_HERE)]
    assert engine.sounds("board") == ["warning"]
    engine.show()
    assert engine.lights("board")[2:] == [(("e5", "e7"), Lit.OFF)]


def test_a_lifted_piece_lights_its_moves_and_targets_until_it_is_put_down(
    tmp_path: Path,
) -> None:
    setup = {**SETUP, "pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f6"}}}
    engine = Engine(tmp_path, setup)
    engine.plug_in("board")
    engine.show()
    engine.lift("w.inf.1")
    assert engine.lights("board") == [
        (("d5", "e4", "e6", "f4", "f5"), Lit.MAY_GO),
        (("f6",), Lit.MAY_HIT),
    ]
    engine.show()
    assert engine.lights("board")[2:] == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.OFF)]


def test_lights_of_somebodys_own_are_dark_before_they_are_lit(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("mqtt.lamps", lights=True)
    assert engine.lights("board") == [((), Lit.OFF)]
    engine.show()
    engine.show(w_inf_1="e7")
    assert engine.lights("board")[1:] == [(("e7",), Lit.WRONG), (("e5",), Lit.PUT_HERE)]


def test_the_last_move_is_lit_until_a_piece_is_lifted(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.lights("board") == [(("e5", "e6"), Lit.LAST)]
    engine.ask("1", action={"end_turn": True})
    engine.show()
    assert len(engine.lights("board")) == 1
    engine.lift("n.inf.1")
    assert (("e5", "e6"), Lit.OFF) in engine.lights("board")


def test_a_switch_that_opens_lights_the_moves_of_the_piece_that_stood_there(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("board")
    engine.show()

    def switch(cell: str, value: str) -> None:
        change = CellChange(Cell(cell), covered=value == "covered")
        event = DeviceEvent("board", Seconds(engine.now), change)
        engine.service.take(ReceivedMessage("device_event", "board", event))

    switch("a2", "clear")
    assert engine.lights("board") == []
    switch("e5", "clear")
    assert engine.lights("board") == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.MAY_GO)]
    switch("e5", "covered")
    assert engine.lights("board")[1:] == [(("d5", "e4", "e6", "f4", "f5", "f6"), Lit.OFF)]
    switch("e5", "clear")
    engine.show(w_inf_1="e6")
    assert engine.lights("board")[-1] == (("e5", "e6"), Lit.LAST)


def test_lights_are_not_computed_again_while_the_table_is_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def counted(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            asked.append(name)
            return method(*given)

        return count

    for name in ("advice", "layout", "decider"):
        monkeypatch.setattr(DozenWar, name, counted(name, getattr(DozenWar, name)))
    showing: BoardShow[Any, Any] = BoardShow()
    hands: BoardHands[Any, Any] = BoardHands()
    engine = Engine(tmp_path)
    engine.show()
    engine.lift("w.inf.1")
    setting, table = Setting(GAME, PIECES), engine.service.table
    showing.heard(DeviceState("board", "pty", connected=True))
    asked.clear()
    assert list(showing.due(setting, table, hands.held(setting, table)))
    assert list(hands.due(setting, table))
    assert asked.count("advice") == 1
    asked.clear()
    for same in (table, replace(table, looked_at=9.0)):
        assert not list(showing.due(setting, same, hands.held(setting, same)))
        assert not list(hands.due(setting, same))
    assert asked == []


def test_the_pad_of_the_seat_whose_word_is_waited_for_is_lit(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.plug_in("pad.west", "pad.north")
    assert engine.lights("pad.west") == [((), Lit.MAY_GO)]
    assert engine.lights("pad.north") == [((), Lit.OFF)]
    engine.ask("1", action={"end_turn": True})
    engine.service.take(None)
    assert engine.lights("pad.west")[1:] == [((), Lit.OFF)]
    assert engine.lights("pad.north")[1:] == [((), Lit.MAY_GO)]
    assert (engine.sounds("pad.west"), engine.sounds("pad.north")) == ([], ["turn"])
