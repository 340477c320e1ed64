"""Exploded views of a hex and of a pad, drawn to scale from their parts: `python -m hardware.exploded`.

Millimetres; x points right and y towards the viewer's left on the table, z up. The view is isometric: a flat
circle is an ellipse.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin, sqrt
from pathlib import Path

from engine.core.board import load_board
from hardware.fields.report import BUILT
from hardware.parts import (
    FOOT_HIGH_MM,
    FOOT_MM,
    LIGHT_HOLE_MM,
    PARTS,
    SWITCH_HOLE_MM,
    WELL_HIGH_MM,
    WELL_MM,
    WELL_WALL_MM,
    PlacedPart,
    pad_reader_holder,
    parts,
)

Place = tuple[float, float]

HEX_MM = 64.0
"""From flat to flat of a hex."""
LEAST_GAP_MM = 9.0
"""The least air between two layers; more where the upper one would hide the lower."""
_LETTER_MM = 2.2
_PX = 3.2
"""Pixels a millimetre, for whoever shows the picture without scaling it."""
_WOOD, _WHITE, _METAL, _PRINT, _CHIP, _PAPER = (
    "#d9b382",
    "#f4f1ea",
    "#b8bcc2",
    "#c9dcc0",
    "#2f6690",
    "#ffffff",
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A hole or a mark on a layer's upper face."""

    x_mm: float
    """The x of its middle."""
    y_mm: float
    """The y of its middle."""
    wide_mm: float
    """Its width, or the diameter of a round one."""
    deep_mm: float = 0.0
    """Its extent along y; 0: it is round."""
    colour: str = "#5a4a38"
    """Its colour."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One thing in the stack: a disc or a prism, with its middle on the stack's axis."""

    label: str
    """Its name and size."""
    high_mm: float
    """Its height."""
    colour: str
    """The colour of its upper face."""
    corners: tuple[Place, ...] = ()
    """The corners of its outline, in order; empty: it is a disc."""
    round_mm: float = 0.0
    """A disc's diameter."""
    cuts: Sequence[Cut] = field(default=())
    """Its holes."""


def seen(x: float, y: float, z: float) -> Place:
    """Return where a place is drawn, x right and y down."""
    return (x - y) * cos(pi / 6), (x + y) / 2 - z


def hexagon(flat_mm: float) -> tuple[Place, ...]:
    """Return the corners of a hex with two of its flats along the y axis."""
    far = flat_mm / 2 / cos(pi / 6)
    return tuple((far * cos(pi / 6 + pi / 3 * n), far * sin(pi / 6 + pi / 3 * n)) for n in range(6))


def box(wide_mm: float, deep_mm: float) -> tuple[Place, ...]:
    """Return the corners of a rectangle."""
    x, y = wide_mm / 2, deep_mm / 2
    return (x, -y), (x, y), (-x, y), (-x, -y)


def hex_layers() -> tuple[Layer, ...]:
    """Return the layers of one hex, the lowest first."""
    switches = [Cut(x, y, SWITCH_HOLE_MM, colour=_CHIP) for x, y in BUILT.places_mm]
    outer = WELL_MM + 2 * WELL_WALL_MM
    magnet = BUILT.magnet
    return (
        Layer(
            f"light well, {WELL_HIGH_MM:g} mm high, white",
            WELL_HIGH_MM,
            _WHITE,
            box(outer, outer),
            cuts=(Cut(0, 0, WELL_MM, WELL_MM),),
        ),
        Layer(
            "cell plate, 3 mm, six switches and a light",
            3.0,
            _WOOD,
            hexagon(HEX_MM),
            cuts=(*switches, Cut(0, 0, LIGHT_HOLE_MM, colour="#ffe9a8")),
        ),
        Layer("sheet, 1 mm", 1.0, _WHITE, hexagon(HEX_MM)),
        Layer("printed board, 0.3 mm", 0.3, _PRINT, hexagon(HEX_MM)),
        Layer(
            f"magnet, {magnet.across_mm:g} by {magnet.thick_mm:g} mm, into the foot from below",
            magnet.thick_mm,
            _METAL,
            round_mm=magnet.across_mm,
        ),
        Layer(
            f"foot, {FOOT_MM:g} mm, {FOOT_HIGH_MM:g} mm high",
            FOOT_HIGH_MM,
            _WOOD,
            round_mm=FOOT_MM,
        ),
        Layer("tag, 13 mm, in the foot's recess", 0.3, _PAPER, round_mm=13.0),
    )


def pad_layers() -> tuple[Layer, ...]:
    """Return the layers of a pad with an MFRC522, the lowest first."""
    plate = next(one for one in parts(load_board("mativen")) if one.name == "pad plate")
    window = next(one for one in plate.holes if one.height_mm)
    x, y = window.x_mm - plate.width_mm / 2, window.y_mm - plate.height_mm / 2
    coil = Cut(x, y, window.width_mm - 24, window.height_mm - 4, "#7fa8c9")
    module = tuple((x + dx, y + dy) for dx, dy in box(window.width_mm - 2, window.height_mm - 1))
    holder = pad_reader_holder()
    # The axis of the stack is the middle of the plate; the holder lies under its upper part.
    up = (holder.height_mm - plate.height_mm) / 2
    under = tuple((x, y + up) for x, y in _outline(holder))
    opening = [replace(one, y_mm=one.y_mm + up) for one in _cuts(holder)]
    return (
        Layer("reader's holder, 3 mm", holder.thick_mm, _WHITE, under, cuts=opening),
        Layer("MFRC522 module, 60 by 40 mm", 1.6, _CHIP, module, cuts=(coil,)),
        Layer("pad plate, 3 mm: window, button, light", 3.0, _WOOD, _outline(plate), cuts=_cuts(plate)),
        Layer("sticker, 25 mm, beneath the card", 0.2, _PAPER, round_mm=25.0),
        Layer("card, 63 by 88 mm", 0.3, _PRINT, box(63.0, 88.0)),
    )


def _outline(part: PlacedPart) -> tuple[Place, ...]:
    return box(part.width_mm, part.height_mm)


def _cuts(part: PlacedPart) -> tuple[Cut, ...]:
    return tuple(
        Cut(one.x_mm - part.width_mm / 2, one.y_mm - part.height_mm / 2, one.width_mm, one.height_mm)
        for one in part.holes
    )


def picture(layers: Sequence[Layer]) -> str:
    """Return an exploded view as SVG: the lowest layer is drawn first, each with its label to the right."""
    drawn: list[str] = []
    z = top = 0.0
    reach = max(_half(one) for one in layers)
    for layer, above in zip(layers, [*layers[1:], layers[-1]], strict=True):
        drawn += _solid(layer, z)
        _, y = seen(0, 0, z + layer.high_mm)
        top = max(top, z + layer.high_mm + _deep(layer))
        edge = _half(layer)
        drawn.append(
            f'<path d="M{edge:.1f} {y:.1f}H{reach + 6:.1f}" stroke="#666" stroke-width="0.3" fill="none"/>'
            f'<text x="{reach + 8:.1f}" y="{y + 1.4:.1f}">{layer.label}</text>'
        )
        z += layer.high_mm + max(LEAST_GAP_MM, 1.25 * _deep(above))
    deep = max(_deep(one) for one in layers)
    left, wide = -reach - 4, 2 * reach + 14 + _LETTER_MM * max(len(one.label) for one in layers)
    high = top + deep + 4
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {-top - 2:.1f} {wide:.1f} {high:.1f}"'
        f' width="{wide * _PX:.0f}" font-family="sans-serif" font-size="4">'
    )
    back = f'<rect x="{left:.1f}" y="{-top - 2:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="#fff"/>'
    return "\n".join([head, back, *drawn, "</svg>", ""])


def _half(layer: Layer) -> float:
    """Half the width that a layer takes in the picture."""
    if layer.round_mm:
        return layer.round_mm / 2 * sqrt(1.5)
    return max(seen(x, y, 0)[0] for x, y in layer.corners)


def _deep(layer: Layer) -> float:
    """Half the height that a layer's upper face takes in the picture."""
    if layer.round_mm:
        return layer.round_mm / 2 / sqrt(2)
    return max(abs(seen(x, y, 0)[1]) for x, y in layer.corners)


_LINE = 'stroke="#444" stroke-width="0.3"'


def _solid(layer: Layer, z: float) -> list[str]:
    top = z + layer.high_mm
    if layer.round_mm:
        wide, deep = layer.round_mm / 2 * sqrt(1.5), layer.round_mm / 2 / sqrt(2)
        arc = f"A{wide:.2f} {deep:.2f} 0 0 0 {wide:.2f} {-z:.2f}"
        side = f"M{-wide:.2f} {-top:.2f}V{-z:.2f}{arc}V{-top:.2f}Z"
        face = f'cx="0" cy="{-top:.2f}" rx="{wide:.2f}" ry="{deep:.2f}" fill="{layer.colour}"'
        return [f'<path d="{side}" fill="{layer.colour}" {_LINE}/>', f"<ellipse {face} {_LINE}/>"]
    made = []
    corners = layer.corners
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        # A side is seen where it looks towards the viewer: outwards lies to the right of its direction.
        if (to_y - y) - (to_x - x) > 0:
            around = [seen(x, y, z), seen(to_x, to_y, z), seen(to_x, to_y, top), seen(x, y, top)]
            made.append(_polygon(around, layer.colour))
    made.append(_polygon([seen(x, y, top) for x, y in corners], layer.colour))
    return [*made, *(_cut(one, top) for one in layer.cuts)]


def _polygon(places: Sequence[Place], colour: str) -> str:
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
    return f'<polygon points="{points}" fill="{colour}" {_LINE}/>'


def _cut(cut: Cut, top: float) -> str:
    if cut.deep_mm:
        corners = [(cut.x_mm + x, cut.y_mm + y) for x, y in box(cut.wide_mm, cut.deep_mm)]
        return _polygon([seen(x, y, top) for x, y in corners], cut.colour)
    x, y = seen(cut.x_mm, cut.y_mm, top)
    wide, deep = cut.wide_mm / 2 * sqrt(1.5), cut.wide_mm / 2 / sqrt(2)
    return f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{wide:.2f}" ry="{deep:.2f}" fill="{cut.colour}" {_LINE}/>'


def pictures() -> dict[Path, str]:
    """Return each picture's file and text."""
    return {
        PARTS / "exploded-hex.svg": picture(hex_layers()),
        PARTS / "exploded-pad.svg": picture(pad_layers()),
    }


if __name__ == "__main__":
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
