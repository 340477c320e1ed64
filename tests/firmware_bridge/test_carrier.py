"""The carrier of a pad: its plugs carry what a board's file names; its panel breaks into whole carriers."""

import csv
import json
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from hardware.carrier.cable import UNUSED, cable_ends, cable_table, main
from hardware.carrier.circuit import CARRIER
from hardware.carrier.copper import HIGH_MM, WIDE_MM
from hardware.carrier.made import MADE
from hardware.carrier.panel import BRIDGE_AT_MM, PANEL
from hardware.carrier.parts import (
    BUTTON_AT,
    CABLE,
    LIGHT_AT,
    MFRC522_NAMES,
    MIDDLE_ON_PLATE_MM,
    OPENING_MM,
    PN5180_NAMES,
)
from hardware.circuits.order import laid_by_machine
from hardware.circuits.packages import Place
from hardware.circuits.panel import BITES, BRIDGE_MM
from hardware.drawing import edge, parts_of
from hardware.firmware.warden import configuration
from hardware.parts import BUTTON_HOLE_MM, LIGHT_HOLE_MM, SCREW_HOLE_MM, pad_plate

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "hardware" / "boards"
SAME = {"SDA": "SDA / NSS", "NSS": "SDA / NSS", "3.3V": "3V3", "+3V3": "3V3", "+5V": "5V"}
"""A module's printed names, by the names in a wiring drawing."""


def boards() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(BOARDS.glob("*.json")):
        yield path.stem, configuration.read(path.read_text(encoding="utf-8"))


def pads() -> list[tuple[str, str]]:
    return [
        (name, pad["pad"]) for name, found in boards() for pad in found.get("pads", ()) if "reader" in pad
    ]


def module_pins(found: dict[str, Any], name: str) -> dict[str, str]:
    """The end of the wire at each pin of a reader's module, through plug, copper and cable."""
    ends = dict(zip(CABLE, cable_ends(found, name), strict=True))
    own = next(pad for pad in found["pads"] if pad["pad"] == name)
    row, names = ("J2", MFRC522_NAMES) if own["reader"] == "mfrc522" else ("J3", PN5180_NAMES)
    nets = CARRIER.part(row).nets
    plug = set(CARRIER.part("J1").nets.values())
    assert set(nets.values()) <= plug
    return {
        SAME.get(printed, printed): ends[nets[str(pin)]]
        for pin, printed in enumerate(names, 1)
        if str(pin) in nets
    }


@pytest.mark.parametrize(("board", "pad"), pads())
def test_each_pin_of_a_reader_is_joined_as_the_wiring_drawing_says(board: str, pad: str) -> None:
    found = dict(boards())[board]
    chip = found.get("chip", "")
    (drawn,) = [one for one in parts_of(found) if one.title.endswith(f"reader of pad {pad}")]
    wanted = {wire.pin: edge(wire.source, chip).rpartition(": ")[2] for wire in drawn.wires}
    assert module_pins(found, pad) == wanted


@pytest.mark.parametrize(("board", "pad"), pads())
def test_a_pad_s_button_and_light_are_on_its_cable(board: str, pad: str) -> None:
    """A reader under a castle has neither."""
    found = json.loads((BOARDS / f"{board}.json").read_text(encoding="utf-8"))
    ends = dict(zip(CABLE, cable_ends(found, pad), strict=True))
    pins = [one["pin"] for one in found.get("buttons", ()) if one["pad"] == pad]
    assert ends["BUTTON"] == (edge(f"GP{pins[0]}", found["chip"]) if pins else UNUSED)
    assert CARRIER.part("J4").nets == {"1": "BUTTON", "2": "GND"}
    places = found.get("lamps", {}).get("pads", {}).get(pad, [])
    assert (ends["LIGHT_IN"] == UNUSED) is not bool(places)
    if places and places[0]:
        assert ends["LIGHT_IN"] == f"DOUT of light {places[0] - 1}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hardware/boards/duel.json", "west"], "no reader on a pad west; it has south, north"),
        (["hardware/boards/switches.json", "west"], "no reader on a pad west; it has none"),
        (["nosuch.json", "west"], "nosuch.json: [Errno 2] No such file"),
        (["README.md", "west"], "README.md: board.json"),
        ([], "the following arguments are required: board_json, pad"),
    ],
)
def test_a_wrong_question_for_a_cable_is_answered_in_a_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err.replace("\n", " ")


def test_the_page_has_the_cable_of_the_smallest_board() -> None:
    page = (ROOT / "docs" / "build-and-run" / "hardware.md").read_text(encoding="utf-8")
    found = configuration.read((BOARDS / "smallest.json").read_text(encoding="utf-8"))
    assert cable_table(found, "south") in page


def test_the_clock_lies_between_grounds() -> None:
    clock = CABLE.index("SCK")
    assert (CABLE[clock - 1], CABLE[clock + 1]) == ("GND", "GND")


def test_the_plug_on_the_back_is_mirrored() -> None:
    """Seen from below, odd pins lie in one row from the left, even ones above them, as in a box header."""
    plug = CARRIER.part("J1")
    below = {pin: (-plug.pad_at(pin)[0], plug.pad_at(pin)[1]) for pin in plug.nets}
    odd = sorted((str(pin) for pin in range(1, 15, 2)), key=lambda pin: below[pin][0])
    even = sorted((str(pin) for pin in range(2, 15, 2)), key=lambda pin: below[pin][0])
    assert odd == [str(pin) for pin in range(1, 15, 2)]
    assert even == [str(pin) for pin in range(2, 15, 2)]
    assert all(below[one][1] > below[two][1] for one, two in zip(odd, even, strict=True))


def test_light_button_and_screws_lie_under_the_plate_s_holes() -> None:
    plate = {
        (hole.x_mm - MIDDLE_ON_PLATE_MM[0], hole.y_mm - MIDDLE_ON_PLATE_MM[1]): hole.width_mm
        for hole in pad_plate().holes
    }
    assert CARRIER.part("D1").at_mm == LIGHT_AT
    assert plate[LIGHT_AT] == LIGHT_HOLE_MM
    assert plate[BUTTON_AT] == BUTTON_HOLE_MM < OPENING_MM
    assert {plate[place] for place in CARRIER.holes} == {SCREW_HOLE_MM}
    assert len(CARRIER.holes) == 4


def test_names_on_the_back_don_t_overprint_each_other() -> None:
    """A letter of 1 mm is 0.9 mm wide at most, in KiCad's own font."""
    for one, two in combinations(CARRIER.words, 2):
        apart = abs(one.at_mm[0] - two.at_mm[0]) - 0.45 * (len(one.text) + len(two.text))
        assert apart > 0 or abs(one.at_mm[1] - two.at_mm[1]) > 1.2, (one.text, two.text)


def inside(place: Place, corners: tuple[Place, ...]) -> bool:
    """Whether a place lies within a closed line."""
    crossings = 0
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y > place[1]) != (to_y > place[1]):
            crossings += place[0] < x + (place[1] - y) * (to_x - x) / (to_y - y)
    return crossings % 2 == 1


def test_the_mill_goes_around_each_carrier_and_leaves_its_bridges() -> None:
    for carrier in PANEL.boards:
        for number in range(1, 500):
            x, y = (number / 500 - 0.5) * WIDE_MM, (number / 500 - 0.5) * HIGH_MM
            places: list[tuple[Place, Place, float]] = []
            for side in (-1.0, 1.0):
                places.append(((x, side * HIGH_MM / 2), (0.0, side), abs(abs(x) - BRIDGE_AT_MM)))
                places.append(((side * WIDE_MM / 2, y), (side, 0.0), abs(y)))
            for at, out, from_bridge in places:
                here = (at[0] + carrier.middle_mm[0], at[1] + carrier.middle_mm[1])
                outwards = (here[0] + 0.5 * out[0], here[1] + 0.5 * out[1])
                inwards = (here[0] - 0.1 * out[0], here[1] - 0.1 * out[1])
                assert not any(inside(inwards, slot) for slot in PANEL.slots)
                if abs(from_bridge - BRIDGE_MM / 2) > 0.3:
                    cut = any(inside(outwards, slot) for slot in PANEL.slots)
                    assert cut is (from_bridge > BRIDGE_MM / 2), (at, carrier.number)


def test_the_bites_lie_within_bridges_and_the_frame_holds_all() -> None:
    assert len(PANEL.bites) == len(PANEL.boards) * 6 * BITES
    assert not any(inside(place, slot) for place in PANEL.bites for slot in PANEL.slots)
    wide, high = PANEL.frame_mm
    for x, y in [*PANEL.marks, *PANEL.tooling, *PANEL.bites, *(one for slot in PANEL.slots for one in slot)]:
        assert abs(x) < wide / 2 - 1.5
        assert abs(y) < high / 2 - 1.5
    for hole in PANEL.tooling:
        near = min(hypot(hole[0] - x, hole[1] - y) for slot in PANEL.slots for x, y in slot)
        assert near > 3


def test_a_panel_s_placement_is_every_carrier_s() -> None:
    rows = list(csv.DictReader((MADE / "panel-placement.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == sum(map(laid_by_machine, CARRIER.parts)) * len(PANEL.boards)
    for row in rows:
        number, name = row["Designator"].split("-")
        middle, at = PANEL.boards[int(number) - 1].middle_mm, CARRIER.part(name).at_mm
        assert float(row["Mid X"]) == pytest.approx(middle[0] + at[0], abs=0.002)
        assert float(row["Mid Y"]) == pytest.approx(-(middle[1] + at[1]), abs=0.002)
