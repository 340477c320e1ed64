"""Parts as a circuit sees them: each pin's name and what it does there.

Sources: TI SCLS116 (SN74HC165), Worldsemi WS2812B-2020 data sheet, Silicon Labs Si7201 data sheet.
"""

from dataclasses import dataclass
from enum import StrEnum

from hardware.circuits.packages import (
    C_0603,
    C_0805,
    R_0603,
    SOT_23,
    TSSOP_16,
    WS2812B_2020,
    Package,
    Part,
)
from hardware.pinouts import REGISTER


class PinKind(StrEnum):
    """A pin's part in a circuit, in KiCad's words."""

    INPUT = "input"
    OUTPUT = "output"
    OPEN_DRAIN = "open_collector"
    PASSIVE = "passive"
    POWERED = "power_in"
    SUPPLYING = "power_out"


@dataclass(frozen=True, slots=True)
class SymbolPin:
    """One pin of a symbol."""

    number: str
    """Its number on the package."""
    name: str
    """Its name in the data sheet."""
    kind: PinKind
    """Its part in a circuit."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part's symbol: its pins to the left and to the right, from above."""

    name: str
    """Its name in the schematic's own library."""
    left: tuple[SymbolPin, ...]
    """The pins to the left."""
    right: tuple[SymbolPin, ...]
    """The pins to the right."""

    @property
    def pins(self) -> tuple[SymbolPin, ...]:
        """All pins."""
        return self.left + self.right


def _pins(*rows: tuple[str, str, PinKind]) -> tuple[SymbolPin, ...]:
    return tuple(SymbolPin(*row) for row in rows)


def _register_pins(*names: str) -> tuple[SymbolPin, ...]:
    kinds = {"QH": PinKind.OUTPUT, "VCC": PinKind.POWERED, "GND": PinKind.POWERED}
    return _pins(*((str(REGISTER[name]), name, kinds.get(name, PinKind.INPUT)) for name in names))


_SYMBOLS: dict[Package, Symbol] = {
    TSSOP_16: Symbol(
        "74HC165",
        _register_pins("A", "B", "C", "D", "E", "F", "G", "H", "SER"),
        (
            *_register_pins("VCC", "SH/LD", "CLK", "CLK INH", "QH"),
            SymbolPin("7", "~{QH}", PinKind.OUTPUT),
            *_register_pins("GND"),
        ),
    ),
    WS2812B_2020: Symbol(
        "WS2812B-2020",
        _pins(("3", "DIN", PinKind.INPUT), ("4", "VDD", PinKind.POWERED)),
        _pins(("1", "DOUT", PinKind.OUTPUT), ("2", "GND", PinKind.POWERED)),
    ),
    SOT_23: Symbol(
        "Hall_switch",
        _pins(("1", "VDD", PinKind.POWERED), ("3", "GND", PinKind.POWERED)),
        _pins(("2", "OUT", PinKind.OPEN_DRAIN)),
    ),
    C_0603: Symbol("C", _pins(("1", "1", PinKind.PASSIVE)), _pins(("2", "2", PinKind.PASSIVE))),
    C_0805: Symbol("C", _pins(("1", "1", PinKind.PASSIVE)), _pins(("2", "2", PinKind.PASSIVE))),
    R_0603: Symbol("R", _pins(("1", "1", PinKind.PASSIVE)), _pins(("2", "2", PinKind.PASSIVE))),
}

FLAG = Symbol("PWR_FLAG", (), _pins(("1", "pwr", PinKind.SUPPLYING)))
_NO_PACKAGE = Package("", (), 0.0)


def flag(number: int, net: str) -> Part:
    """Return the mark that this net gets its power from outside, as KiCad's flag of this name says it."""
    return Part(f"#FLG0{number}", FLAG.name, _NO_PACKAGE, (0.0, 0.0), 0.0, {"1": net})


def symbol_of(part: Part) -> Symbol:
    """Return a part's symbol: that of its package, or of a plug with as many pins."""
    if part.package is _NO_PACKAGE:
        return FLAG
    count = len(part.package.pads)
    plug = _pins(*((str(number), str(number), PinKind.PASSIVE) for number in range(1, count + 1)))
    return _SYMBOLS.get(part.package) or Symbol(f"Plug_{count}", (), plug)
