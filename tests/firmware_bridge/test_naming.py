"""A board's name on USB, on a device that keeps MicroPython's rules for `machine.USBDevice`."""

from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge.ports import says_ours
from hardware.firmware.warden.naming import NAME, call_ours

BUILT_IN = ("language", "MicroPython", "Board in FS mode", "e6614c311b7e6f35", "Board CDC")


class UsbDevice:
    """`config` only while inactive; strings not given are the built-in driver's (MicroPython's docs)."""

    BUILTIN_CDC = SimpleNamespace(
        desc_dev=bytes([18, 1, 0, 2, 0xEF, 2, 1, 64, 0x8A, 0x2E, 5, 0, 0, 1, 1, 2, 3, 1]),
        desc_cfg=b"configuration",
        str_max=len(BUILT_IN),
    )

    def __init__(self) -> None:
        self.builtin_driver: Any = None
        self.is_active = True
        self.descriptor = b""
        self.strings: dict[int, str] = {}

    def active(self, on: bool) -> None:  # noqa: FBT001 # MicroPython's own signature
        self.is_active = on

    def config(self, descriptor: bytes, configuration: bytes, strings: dict[int, str]) -> None:
        assert not self.is_active
        assert configuration == self.builtin_driver.desc_cfg
        self.descriptor, self.strings = descriptor, strings

    def string(self, at: int) -> str:
        number = self.descriptor[at]
        return self.strings.get(number) or BUILT_IN[number]


def test_a_board_calls_itself_ours_and_keeps_its_serial_port_and_number() -> None:
    device = UsbDevice()

    class Machine:
        USBDevice = type("Made", (), {"BUILTIN_CDC": UsbDevice.BUILTIN_CDC, "__new__": lambda _: device})

    assert call_ours(Machine)
    assert device.is_active
    assert [device.string(at) for at in (14, 15, 16)] == ["MicroPython", NAME, "e6614c311b7e6f35"]
    assert says_ours(device.string(15))


@pytest.mark.parametrize("machine", [SimpleNamespace()])
def test_a_board_whose_micropython_cannot_is_left_with_its_name(machine: object) -> None:
    assert not call_ours(machine)
