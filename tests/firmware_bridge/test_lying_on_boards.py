"""The things on a board, as the bus hears of them: when the board comes back, when a client comes late."""

from pathlib import Path

from engine.bus.broker import Broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.core.ids import Cell
from firmware_bridge.simulated.board import SimulatedBoard
from tests.firmware_bridge.bridges import Running, Watcher


def test_what_lies_on_a_board_is_reported_again_when_it_comes_back(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    board = SimulatedBoard(switched=(Cell("e5"), Cell("e6")))
    board.start(tmp_path / "board")
    board.cover(Cell("e5"))
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", "e5")
        while watcher.states["board"].switched is None:
            watcher.look()
        assert watcher.states["board"].switched == ("e5", "e6")
        board.stop()
        watcher.until_connected("board", connected=False)
        watcher.events.clear()
        board.start(tmp_path / "board")
        # A listener that heard of the board's going holds nothing to lie there any more.
        assert watcher.until_value("cell", "e5") == "covered"
        assert watcher.states["board"].switched == ("e5", "e6")
    board.stop()


def test_a_chain_that_is_cut_looks_at_no_cell_until_it_reads_again(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    cells = [Cell(f"c{number}") for number in range(1, 21)]
    board = SimulatedBoard(switched=cells)
    board.start(tmp_path / "board")
    board.cover(cells[15])
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", cells[15])
        while watcher.states["board"].switched is None:
            watcher.look()
        watcher.events.clear()
        board.cut_chain(1)
        watcher.until_problem("board", "reads nothing beyond register 1 of 3")
        assert watcher.states["board"].switched == ()
        assert not watcher.states["pad.west"].problem
        board.cut_chain(None)
        while watcher.states["board"].problem:
            watcher.look()
        assert watcher.states["board"].switched == tuple(cells)
        # A piece that stood there all along may be reported again, as it is.
        assert {(one.name, one.value) for one in watcher.words()} <= {(cells[15], "covered")}
    board.stop()


def test_what_lay_on_a_board_that_comes_back_as_another_is_not_reported_again(
    broker: Broker, table: str, watcher: Watcher, tmp_path: Path
) -> None:
    board, other = SimulatedBoard(switched=(Cell("e5"),)), SimulatedBoard(switched=(Cell("a1"),))
    board.start(tmp_path / "board")
    board.cover(Cell("e5"))
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_event("cell", "e5")
        board.stop()
        watcher.until_connected("board", connected=False)
        watcher.events.clear()
        other.start(tmp_path / "board")
        other.cover(Cell("a1"))
        # Once by the switch, once more with all that lies there.
        while [one.name for one in watcher.words()].count("a1") < 2:
            watcher.look()
        assert {one.name for one in watcher.words() if one.event == "cell"} == {"a1"}
    other.stop()


def test_who_comes_late_learns_what_lies_on_the_pads(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    with Running(broker, table, serial=str(tmp_path / "board")):
        watcher.until_connected("board", connected=True)
        board.put_tag("west", "04A1B2C3")
        board.put_tag("north", "04B2C3D4")
        board.lift_tag("north")
        while not any(event.value == "" for event in watcher.words()):
            watcher.look()
        watcher.events.clear()
        late = BusClient(url=broker.url, table=table, service=Service.ENGINE, wanted=())
        late.start()
        assert watcher.until_value("tag", "west") == "04A1B2C3"
        assert [event.name for event in watcher.words()] == ["west"]
        late.stop()
