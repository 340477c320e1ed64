"""Where each wire of a carrier's flat cable goes: `python -m hardware.carrier.cable BOARD.JSON PAD`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.carrier.parts import (
    BUSY,
    BUTTON,
    CABLE,
    LIGHT_IN,
    LIGHT_OUT,
    MISO,
    MOSI,
    RESET,
    SCK,
    SELECT,
)
from hardware.circuits.circuit import GROUND, LIGHT, LOGIC
from hardware.drawing import edge
from hardware.firmware.warden import configuration
from hardware.pinouts import SHIFTER

UNUSED = "not joined"


def cable_ends(found: dict[str, Any], pad: str) -> tuple[str, ...]:
    """Return where each wire of a pad's cable goes, from wire 1: a pin of the microcontroller, or a net.

    Raises:
        KeyError: the board has no pad of this name, or the pad has no reader.
    """
    chip = found.get("chip", "")
    own = next((one for one in found.get("pads", ()) if one["pad"] == pad and "reader" in one), None)
    if own is None:
        there = ", ".join(one["pad"] for one in found.get("pads", ()) if "reader" in one) or "none"
        raise KeyError(f"this board has no reader on a pad {pad}; it has {there}")
    bus = found["spi"][str(own["spi"])]
    pins = {
        SCK: bus["sck"],
        MOSI: bus["mosi"],
        MISO: bus["miso"],
        SELECT: own["select"],
        RESET: own["reset"],
        BUSY: own.get("busy"),
        BUTTON: next((one["pin"] for one in found.get("buttons", ()) if one["pad"] == pad), None),
    }
    ends = {GROUND: GROUND, LOGIC: LOGIC, LIGHT: LIGHT}
    ends |= {net: UNUSED if number is None else edge(f"GP{number}", chip) for net, number in pins.items()}
    ends |= dict(zip((LIGHT_IN, LIGHT_OUT), _light_ends(found.get("lamps", {}), pad), strict=True))
    return tuple(ends[net] for net in CABLE)


def _light_ends(lamps: dict[str, Any], pad: str) -> tuple[str, str]:
    """Return where the light's data comes from, and where it goes on to."""
    places = lamps.get("pads", {}).get(pad, ())
    if not places:
        return UNUSED, UNUSED
    last = len(lamps.get("cells", {})) + sum(len(one) for one in lamps["pads"].values()) - 1
    first = f"74AHCT125 1Y, pin {SHIFTER['1Y']}, through 330 ohm"
    before = f"DOUT of light {places[0] - 1}" if places[0] else first
    after = f"DIN of light {places[-1] + 1}" if places[-1] < last else UNUSED
    return before, after


def cable_table(found: dict[str, Any], pad: str) -> str:
    """Return a pad's cable as a Markdown table. Raises KeyError as `cable_ends` does."""
    lines = ["| wire | name | to |", "| --- | --- | --- |"]
    ends = cable_ends(found, pad)
    lines += [f"| {n} | {net} | {end} |" for n, (net, end) in enumerate(zip(CABLE, ends, strict=True), 1)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the cable of the pad that is named, or say what is wrong and end with status 2."""
    parser = argparse.ArgumentParser(prog="python -m hardware.carrier.cable", description=__doc__)
    parser.add_argument("board_json", type=Path, help="the board's file, such as hardware/boards/duel.json")
    parser.add_argument("pad", help="the pad's name in that file, such as south")
    chosen = parser.parse_args(arguments)
    try:
        found = configuration.read(chosen.board_json.read_text(encoding="utf-8"))
        print(cable_table(found, chosen.pad), end="")
    except (OSError, configuration.Unusable) as error:
        parser.error(f"{chosen.board_json}: {error}")
    except KeyError as error:
        parser.error(f"{chosen.board_json}: {error.args[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
