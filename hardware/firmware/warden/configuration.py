"""Reads and checks `board.json`: the parts of a board and their connections."""

import binascii
import json

from .bodies import LONGEST_TEXT
from .chips import CHIPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Settings

READERS = ("mfrc522", "pn5180")
CHAIN = "cells"
"""The name of the chain of switches where a board says what is wrong with its parts."""

FREE_INPUT = "free input"
"""The name of an input of that chain that closes although `order` has nothing there."""

NAMES_MOST = 146
"""Bytes that the names of a board and its pads may have together: the rest of a `hello` fits beside them,
with an identity of 16 letters (a Pico's)."""
VERSION_GROWS = 5
"""Bytes that are left for a longer version of the firmware."""

KEYS = {
    "": ("board", "chip", "spi", "pads", "buttons", "cells", "lamps", "buzzer", "watchdog_ms"),
    "spi": ("sck", "mosi", "miso", "baud"),
    "pad": ("pad", "reader", "spi", "select", "reset", "busy"),
    "button": ("pad", "button", "pin"),
    "cells": ("spi", "latch", "order", "steady", "sentinels", "raised"),
    "sentinels": ("low", "high"),
    "lamps": ("pin", "cells", "pads", "brightness", "limit_ma"),
    "buzzer": ("pin",),
}


class Unusable(Exception):
    """The configuration can't be used; the text says where, what was expected and what was found."""


def read(text: str) -> "Settings":
    """Return the configuration in a `board.json`; raises Unusable."""
    try:
        found: Settings = json.loads(text)
    except ValueError as error:
        raise Unusable("board.json is no JSON: " + str(error)) from error
    _known(found, "", "board.json")
    if not isinstance(found.get("board"), str):
        raise Unusable("board.json: 'board' is the board's name, 1 to 63 bytes")
    _name(found["board"], "board.json: 'board' is the board's name")
    buses = found.get("spi", {})
    pins: dict[int, str] = {}
    if "chip" in found and found["chip"] not in CHIPS:
        raise Unusable("board.json: expected a chip of " + ", ".join(sorted(CHIPS)))
    for name in buses:
        _known(buses[name], "spi", "spi " + name)
        for key in ("sck", "mosi", "miso"):
            _pin(pins, buses[name].get(key), "spi " + name + "." + key)
            _on_bus(found.get("chip"), name, key, buses[name][key])
    for number, pad in enumerate(found.get("pads", ())):
        where = "pads[" + str(number) + "]"
        _known(pad, "pad", where)
        if not isinstance(pad.get("pad"), str):
            raise Unusable(where + ": 'pad' is missing; it names the pad")
        _name(pad["pad"], where + ".pad")
        if "reader" in pad:
            if pad["reader"] not in READERS:
                raise Unusable(where + ": expected a reader of " + ", ".join(READERS))
            _bus(buses, pad.get("spi"), where)
            for key in ("select", "reset") + (("busy",) if pad["reader"] == "pn5180" else ()):
                _pin(pins, pad.get(key), where + "." + key)
    names = [pad["pad"] for pad in found.get("pads", ())]
    _together(names + [found["board"]])
    for number, button in enumerate(found.get("buttons", ())):
        where = "buttons[" + str(number) + "]"
        _known(button, "button", where)
        if button.get("pad") not in names:
            raise Unusable(where + ": its pad is none of " + ", ".join(names))
        if not isinstance(button.get("button"), str):
            raise Unusable(where + ": 'button' is missing; it names the button, such as end_turn")
        _name(button["button"], where + ".button")
        _pin(pins, button.get("pin"), where + ".pin")
    if found.get("cells") is not None:
        _cells(found, buses, pins, names)
    _outputs(found, pins)
    _free(found.get("chip"), pins)
    return found


def _cells(found: "Settings", buses: "Settings", pins: "dict[int, str]", names: "list[str]") -> None:
    cells = found["cells"]
    _known(cells, "cells", "cells")
    _bus(buses, cells.get("spi"), "cells")
    _pin(pins, cells.get("latch"), "cells.latch")
    if any(str(pad.get("spi")) == str(cells["spi"]) for pad in found.get("pads", ())):
        raise Unusable("cells.spi: needs a bus of its own, since a 74HC165 never lets go of its output")
    order = [cell for cell in cells.get("order", ()) if cell is not None]
    if not order or len(set(order)) != len(order):
        raise Unusable("cells.order: expected the cells as they are shifted out, each once")
    for cell in cells.get("raised", ()):
        if cell not in order:
            raise Unusable("cells.raised: expected cells of 'order', found '" + str(cell) + "'")
    if "sentinels" in cells:
        _sentinels(cells["sentinels"], cells["order"], names)


def _sentinels(found: "Settings", order: "list[str | None]", pads: "list[str]") -> None:
    _known(found, "sentinels", "cells.sentinels")
    taken = set()
    for level in KEYS["sentinels"]:
        where = "cells.sentinels." + level
        if not found.get(level):
            raise Unusable(
                where + ": expected a free input at least; a cut is seen by one tied low and one high"
            )
        for place in found[level]:
            if not isinstance(place, int) or not 0 <= place < len(order) or order[place] is not None:
                raise Unusable(where + ": expected places of free inputs (null) in 'order', counted from 0")
            if place in taken:
                raise Unusable(where + ": input " + str(place) + " is tied already")
            taken.add(place)
    if CHAIN in pads:
        raise Unusable("pads: no pad can be called '" + CHAIN + "' beside a chain with sentinels")


def _outputs(found: "Settings", pins: "dict[int, str]") -> None:
    lamps = found.get("lamps")
    if lamps is not None:
        _known(lamps, "lamps", "lamps")
        _pin(pins, lamps.get("pin"), "lamps.pin")
        if not 0 < lamps.get("brightness", 40) <= 100:
            raise Unusable("lamps.brightness: expected a percentage from 1 to 100")
        if not lamps.get("cells") and not any(lamps.get("pads", {}).values()):
            raise Unusable(
                "lamps: expected a lamp under a cell or at a pad; a board without any leaves 'lamps' out"
            )
    if found.get("buzzer") is not None:
        _known(found["buzzer"], "buzzer", "buzzer")
        _pin(pins, found["buzzer"].get("pin"), "buzzer.pin")


def number_of(text: str) -> int:
    """Return the configuration's number: CRC-32 of its content. Spaces and the order of keys don't matter."""
    return binascii.crc32(_canonical(json.loads(text)).encode()) & 0xFFFFFFFF


def _canonical(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(_quoted(key) + ":" + _canonical(value[key]) for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join([_canonical(one) for one in value]) + "]"
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    """Return a text as JSON in ASCII. CPython escapes other letters by itself, and MicroPython doesn't."""
    out = ""
    for letter in json.dumps(text):
        code = ord(letter)
        if code > 0xFFFF:
            code -= 0x10000
            out += "\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF))
        else:
            out += letter if code < 128 else "\\u%04x" % code
    return out


def _known(found: object, kind: str, where: str) -> None:
    if not isinstance(found, dict):
        raise Unusable(where + ": expected an object in braces")
    for key in found:
        if key not in KEYS[kind]:
            raise Unusable(where + ": '" + key + "' is none of " + ", ".join(KEYS[kind]))


def _bus(buses: "Settings", name: object, where: str) -> None:
    if str(name) not in buses:
        raise Unusable(where + ": spi '" + str(name) + "' is none of " + ", ".join(sorted(buses)))


def _together(names: "list[str]") -> None:
    """Refuse names that together are too long for a hello. A pad's name takes a byte more, for its length."""
    pads = len(names) - 1
    size = sum([len(name.encode()) for name in names])
    if size + pads > NAMES_MOST:
        said = "board.json: the names of the board and its pads have " + str(size) + " bytes together"
        raise Unusable(said + ", expected " + str(NAMES_MOST - pads) + " at most")


def _name(name: str, where: str) -> None:
    if not 0 < len(name.encode()) <= LONGEST_TEXT:
        raise Unusable(where + ": expected a name of 1 to " + str(LONGEST_TEXT) + " bytes")


def _free(chip: "str | None", pins: "dict[int, str]") -> None:
    for pin in sorted(pins):
        if chip is not None and pin not in CHIPS[chip]["pins"]:
            raise Unusable(pins[pin] + ": the " + chip + " has no free pin " + str(pin))


def _on_bus(chip: "str | None", name: str, key: str, pin: int) -> None:
    if chip is None:
        return
    buses = CHIPS[chip]["spi"]
    if name not in buses:
        raise Unusable("spi " + name + ": this chip has " + ", ".join(sorted(buses)))
    able = buses[name].get(key, (pin,))
    if pin not in able:
        where = "spi " + name + "." + key
        raise Unusable(where + ": expected a pin of " + ", ".join([str(one) for one in able]))


def _pin(pins: "dict[int, str]", pin: object, where: str) -> None:
    if not isinstance(pin, int) or not 0 <= pin <= 48:
        raise Unusable(where + ": expected a pin's number from 0 to 48")
    if pin in pins:
        raise Unusable(where + ": pin " + str(pin) + " is " + pins[pin] + " already")
    pins[pin] = where
