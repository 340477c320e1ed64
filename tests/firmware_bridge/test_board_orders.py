"""A board's orders: lights, sounds, brightness, tags; an impossible order is refused with a reason."""

import pytest

from engine.bus.messages.boards import (
    BrightnessOrder,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    SoundOrder,
    TagOrder,
    UnknownOrder,
)
from engine.core.faults import InputFault
from engine.core.ids import Cell
from firmware_bridge.board_reports import Complaint
from firmware_bridge.conversation import Conversation
from tests.firmware_bridge.firmware_ends import FirmwareBoard
from tests.firmware_bridge.talking import Table, opened


def test_lights_reach_the_board_and_return_with_it() -> None:
    table = opened()
    table.host.order("board", DeviceOrder(LightsOrder(colour="blue")))
    cells = tuple(Cell(f"m{number}") for number in range(120))
    table.host.order("board", DeviceOrder(LightsOrder(cells, "#ff8000")))
    table.host.order("pad.west", DeviceOrder(LightsOrder(colour="green")))
    table.run(0.5)
    wanted = {("", ""): (0, 0, 255), ("west", ""): (0, 255, 0)}
    wanted |= {("", cell): (255, 128, 0) for cell in cells}
    assert table.board.lights == wanted
    table.board, table.booted = FirmwareBoard(boot=0xBEEF), table.now
    assert table.board.lights == {}
    table.run(3)
    assert table.board.lights == wanted


def test_lighting_the_whole_board_puts_out_what_single_cells_showed() -> None:
    table = opened()
    table.host.order("board", DeviceOrder(LightsOrder((Cell("a1"), Cell("b2")), "red")))
    table.run(0.2)
    table.host.order("board", DeviceOrder(LightsOrder(colour="off")))
    table.host.order("board", DeviceOrder(LightsOrder((Cell("b2"),), "white")))
    table.run(0.2)
    assert table.board.lights == {("", ""): (0, 0, 0), ("", "b2"): (255, 255, 255)}


def test_a_sound_is_played_where_it_is_ordered() -> None:
    table = opened()
    table.host.order("pad.east", DeviceOrder(SoundOrder("warning")))
    table.run(0.2)
    assert table.board.sounds == [("east", "warning")]


def test_a_board_that_is_refused_is_there_all_the_same() -> None:
    table = Table(host=Conversation(1, wiring={1: "'full board' of full.json"}))
    table.host.port_opened(table.now)
    table.run(4)
    (complaint,) = table.of(Complaint)
    assert "has configuration 00000007; this table expects 00000001" in complaint.text
    assert complaint.lasting
    assert (table.host.refused, table.host.ready) == (True, False)


def test_the_brightness_is_kept_and_said_again_to_a_board_that_restarts() -> None:
    table = opened()
    table.host.order("board", DeviceOrder(BrightnessOrder(30)))
    table.run(0.2)
    table.board = FirmwareBoard(boot=0xABCE)
    table.run(3)
    assert table.board.brightness == [30]


def test_what_a_tag_keeps_is_written_and_reported_with_its_uid() -> None:
    table = opened()
    table.board.memory["east", b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"] = bytes(60)
    table.host.order("pad.east", DeviceOrder(TagOrder(DeviceOrderKind.READ_TAG, "04A1B2C3D4E5F6")))
    table.host.order("pad.east", DeviceOrder(TagOrder(DeviceOrderKind.WRITE_TAG, "04A1B2C3D4E5F6 card búa")))
    table.host.order("pad.east", DeviceOrder(TagOrder(DeviceOrderKind.READ_TAG, "04FF")))
    table.run(0.2)
    assert table.reported() == [
        ("pad.east", "content", "east", "04A1B2C3D4E5F6"),
        ("pad.east", "content", "east", "04A1B2C3D4E5F6 card búa"),
        ("pad.east", "refused", "east", "04FF it can't be read"),
    ]


@pytest.mark.parametrize(
    ("device", "order", "said"),
    [
        (
            "pad.nowhere",
            DeviceOrder(LightsOrder()),
            "there is no device 'pad.nowhere'; there are board, pad.west",
        ),
        ("lamp", DeviceOrder(LightsOrder()), "there is no device 'lamp'"),
        (
            "board",
            DeviceOrder(UnknownOrder("dance")),
            "order 'dance' for board: expected lights, sound, brightness, read_tag or write_tag",
        ),
        (
            "board",
            DeviceOrder(BrightnessOrder(101)),
            "brightness '101': expected a percentage from 0 to 100",
        ),
        (
            "pad.west",
            DeviceOrder(TagOrder(DeviceOrderKind.WRITE_TAG, "04A1 " + "x" * 80)),
            "a tag takes 49 bytes, not 80",
        ),
        ("board", DeviceOrder(LightsOrder(colour="mauve")), "colour 'mauve': expected one of off, white"),
        ("board", DeviceOrder(LightsOrder(colour="#12345g")), "colour '#12345g'"),
        ("board", DeviceOrder(SoundOrder("")), "expected a name of 1 to 63 bytes"),
        ("board", DeviceOrder(LightsOrder((Cell("x" * 64),))), "expected a name of 1 to 63 bytes"),
    ],
)
def test_an_order_that_cant_be_carried_out_says_what_was_expected(
    device: str, order: DeviceOrder, said: str
) -> None:
    with pytest.raises(InputFault) as fault:
        opened().host.order(device, order)
    assert said in str(fault.value)
