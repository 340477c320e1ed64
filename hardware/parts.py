"""Parts to cut or print, drawn to scale from the board's file: `python -m hardware.parts`.

Lengths are millimetres; y points down, as in SVG. The sizes are this project's choice, for the parts that
docs/build-and-run/hardware.md lists. For other modules change them here.
"""

from dataclasses import dataclass
from math import hypot
from pathlib import Path

from engine.core.board import Board, load_board
from hardware.fields.report import BUILT, DEEP_MM, RECESS_MM, ROCK_TOP

PARTS = Path(__file__).parent / "parts"

LIGHT_HOLE_MM = 8.0
"""The hole for a light: a WS2812B in its 5 mm square case, and room for solder."""
SWITCH_HOLE_MM = 3.6
"""The hole for a Hall switch: a SOT-23 on its bit of board, put in from below until it touches the sheet
above."""
WELL_MM, WELL_WALL_MM, WELL_HIGH_MM = 16.0, 1.6, 8.0
"""A light well, which keeps the light within its cell and spreads it: inner side, wall and height."""
PAD_MM = (110.0, 110.0)
PAD_WINDOW_MM, PAD_WINDOW_AT_MM = (62.0, 41.0), 42.0
"""The window over an MFRC522 module, and how far its middle is from the plate's upper edge. Measure yours:
modules differ by a millimetre or two."""
READER_LEDGE_MM = 4.0
"""How far a reader's module rests on its holder, along each edge. Its parts and pins hang between."""
HOLDER_WALL_MM, HOLDER_EAR_MM = 2.4, 8.0
"""The walls of a holder beneath a hex, and the room for a screw at each end."""
READER_DEEP_MM = 5.6
"""How deep a module lies in the holder beneath a hex: its 1.6 mm, and 4 mm for the wires of the switches."""
PAD_HOLDER_MM = (110.0, 69.0)
"""The holder beneath a pad's plate. It ends where the pad's carrier begins."""
BUTTON_HOLE_MM = 12.2
SCREW_HOLE_MM, SCREW_INSET_MM = 3.2, 6.0
PAD_BUTTON_MM, PAD_LIGHT_MM = (PAD_MM[0] / 3, 90.0), (2 * PAD_MM[0] / 3, 90.0)
"""The button and the light of a pad, from the plate's upper left corner."""
PAD_HOLDER_SCREWS_MM = tuple(
    (x, y) for x in (SCREW_INSET_MM, PAD_MM[0] - SCREW_INSET_MM) for y in (SCREW_INSET_MM, 64.0)
)
"""The screws that hold the reader's holder beneath the plate. The upper two also hold the plate."""
PAD_CARRIER_SCREWS_MM = tuple(
    (x, y) for x in (SCREW_INSET_MM, PAD_MM[0] - SCREW_INSET_MM) for y in (74.0, PAD_MM[1] - SCREW_INSET_MM)
)
"""The screws that hold the pad's carrier beneath the plate. The lower two also hold the plate."""
FOOT_MM, FOOT_HIGH_MM = 20.0, 5.0
MAGNET_MM, MAGNET_DEEP_MM = (8.1, 2.5)
"""The hole for a magnet of 8 mm by 2 mm. The magnet lies half a millimetre above the table; a felt or rubber
disc closes the hole."""
FOOT_TAG_MM, FOOT_TAG_DEEP_MM = 14.0, 0.4
"""The recess for a tag. Pieces of 20 mm take a round tag of 13 mm, on top of the foot and 2 mm away from the
magnet."""

TOP_MM, TOP_HIGH_MM, RECESS_DEEP_MM, TOP_POCKET_MM = 54.0, 6.0, 1.0, 19.0
"""The top of a mountain of 54 mm. Its recess keeps a soldier over its switches."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in a part. It is round, or rectangular if it has a height."""

    x_mm: float
    """The x of its middle, from the part's left edge."""
    y_mm: float
    """The y of its middle, from the part's upper edge."""
    width_mm: float
    """Its width, or the diameter of a round hole."""
    height_mm: float = 0.0
    """Its height; 0: the hole is round."""
    deep_mm: float = 0.0
    """Its depth; 0: it goes through the part."""
    label: str = ""
    """The text beside it; empty: none."""
    from_below: bool = False
    """Whether a hole that doesn't go through is cut from the lower side."""


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """One part, seen from above."""

    name: str
    """The part's name in files."""
    about: str
    """The part's description, as its drawing prints it."""
    width_mm: float
    """Its width, mm."""
    height_mm: float
    """Its height as seen from above, mm."""
    thick_mm: float
    """Its thickness, mm."""
    holes: tuple[Hole, ...]
    """Its holes, measured from its upper left corner."""
    is_round: bool = False
    """Whether its outline is a circle of its width."""
    is_printed: bool = True
    """Whether it is 3D-printed. Otherwise it is cut from a sheet."""

    @property
    def file_name(self) -> str:
        """The name of its files, without a suffix."""
        return self.name.replace(" ", "-")


def cell_plate(board: Board, name: str = "") -> PlacedPart:
    """Return the plate under the whole field, with holes for a light and for switches in each cell."""
    width, height = board.size_mm
    holes = []
    for cell in board.surface.cells:
        x, y = board.surface.centre_mm(cell)
        x, y = x + width / 2, height / 2 - y
        holes.append(Hole(x, y, LIGHT_HOLE_MM, label=str(cell)))
        holes += [Hole(x + right, y - up, SWITCH_HOLE_MM) for right, up in BUILT.places_mm]
    about = "right under the 1 mm sheet that carries the print; plywood or acrylic, in as many pieces as fit"
    return PlacedPart(f"{name} cell plate".strip(), about, width, height, 3.0, tuple(holes), is_printed=False)


def light_well() -> PlacedPart:
    """Return the frame around the light of one cell."""
    side = WELL_MM + 2 * WELL_WALL_MM
    about = f"one a cell, white, {WELL_HIGH_MM:g} mm high, under the cell plate, the light on its floor"
    return PlacedPart(
        "light well", about, side, side, WELL_HIGH_MM, (Hole(side / 2, side / 2, WELL_MM, WELL_MM),)
    )


def pad_plate() -> PlacedPart:
    """Return the cover of one pad: the reader under its window, with a button and a light next to it."""
    width, height = PAD_MM
    screws = [Hole(x, y, SCREW_HOLE_MM) for x, y in (*PAD_HOLDER_SCREWS_MM, *PAD_CARRIER_SCREWS_MM)]
    window = Hole(
        width / 2, PAD_WINDOW_AT_MM, *PAD_WINDOW_MM, deep_mm=2.0, label="reader, from below", from_below=True
    )
    button = Hole(*PAD_BUTTON_MM, BUTTON_HOLE_MM, label="button")
    light = Hole(*PAD_LIGHT_MM, LIGHT_HOLE_MM, label="light")
    about = "one a pad, no metal; the reader is let in from below, so that 1 mm is left above its antenna"
    return PlacedPart("pad plate", about, width, height, 3.0, (*screws, window, button, light))


def _between_ledges() -> tuple[float, float]:
    """Return the size of the opening in a holder, over which a module rests on its edges."""
    return PAD_WINDOW_MM[0] - 2 * READER_LEDGE_MM, PAD_WINDOW_MM[1] - 2 * READER_LEDGE_MM


def reader_holder() -> PlacedPart:
    """Return the tray that holds a reader's module beneath a hex, in place of its light well."""
    width = PAD_WINDOW_MM[0] + 2 * HOLDER_EAR_MM
    height = PAD_WINDOW_MM[1] + 2 * HOLDER_WALL_MM
    middle = (width / 2, height / 2)
    screws = [Hole(x, height / 2, SCREW_HOLE_MM) for x in (HOLDER_EAR_MM / 2, width - HOLDER_EAR_MM / 2)]
    return PlacedPart(
        "reader holder",
        "one a hex with a reader, under the cell plate; the module lies in it, its parts and pins downwards",
        width,
        height,
        WELL_HIGH_MM,
        (
            *screws,
            Hole(*middle, *PAD_WINDOW_MM, deep_mm=READER_DEEP_MM, label="reader, from above"),
            Hole(*middle, *_between_ledges(), deep_mm=WELL_HIGH_MM - READER_DEEP_MM, from_below=True),
        ),
    )


def pad_reader_holder() -> PlacedPart:
    """Return the plate that holds a reader's module in the window of a pad's plate, from below."""
    width, height = PAD_HOLDER_MM
    screws = [Hole(x, y, SCREW_HOLE_MM) for x, y in PAD_HOLDER_SCREWS_MM]
    return PlacedPart(
        "pad reader holder",
        "one a pad, under the pad plate; the module's parts and pins look through it",
        width,
        height,
        3.0,
        (*screws, Hole(width / 2, PAD_WINDOW_AT_MM, *_between_ledges(), label="parts and pins")),
    )


def piece_foot() -> PlacedPart:
    """Return the foot of a piece with a magnet and a tag."""
    middle = FOOT_MM / 2
    about = f"one a piece, {FOOT_HIGH_MM:g} mm high: the magnet from below, the tag on top"
    return PlacedPart(
        "piece foot",
        about,
        FOOT_MM,
        FOOT_MM,
        FOOT_HIGH_MM,
        (
            Hole(middle, middle, FOOT_TAG_MM, deep_mm=FOOT_TAG_DEEP_MM, label="tag, from above"),
            Hole(
                middle, middle, MAGNET_MM, deep_mm=MAGNET_DEEP_MM, label="magnet, from below", from_below=True
            ),
        ),
        is_round=True,
    )


def two_sided_foot() -> PlacedPart:
    """Return the foot of a piece that stands on either side: its magnet in the middle, with a plug below."""
    middle = FOOT_MM / 2
    left = (FOOT_HIGH_MM - BUILT.magnet.thick_mm) / 2
    return PlacedPart(
        "two-sided foot",
        f"for a piece with a label on each side; a plug of {left:g} mm closes the hole",
        FOOT_MM,
        FOOT_MM,
        FOOT_HIGH_MM,
        (
            Hole(
                middle,
                middle,
                MAGNET_MM,
                deep_mm=FOOT_HIGH_MM - left,
                label="magnet, then its plug",
                from_below=True,
            ),
        ),
        is_round=True,
    )


def mountain_top() -> PlacedPart:
    """Return the top of a mountain that feels a piece on it: a recess above, three switches below."""
    middle = TOP_MM / 2
    left = DEEP_MM - 0.5 - 0.8
    return PlacedPart(
        "mountain top",
        f"{left:.1f} mm between recess and three switches, {hypot(*ROCK_TOP.places_mm[0]):g} mm out",
        TOP_MM,
        TOP_MM,
        TOP_HIGH_MM,
        (
            Hole(middle, middle, RECESS_MM, RECESS_MM, RECESS_DEEP_MM, "the soldier, from above"),
            Hole(
                middle,
                middle,
                TOP_POCKET_MM,
                deep_mm=TOP_HIGH_MM - RECESS_DEEP_MM - left,
                label="switches, from below",
                from_below=True,
            ),
        ),
    )


def parts(board: Board) -> tuple[PlacedPart, ...]:
    """Return all parts of the full build, and the duel's cell plate."""
    feet = (piece_foot(), two_sided_foot())
    duel = cell_plate(load_board("duel"), "duel")
    holders = (reader_holder(), pad_reader_holder())
    return (cell_plate(board), duel, light_well(), pad_plate(), *holders, *feet, mountain_top())


def drawing(part: PlacedPart) -> str:
    """Return a part as SVG to scale: holes that go through are red, others are blue with their depth."""
    foot = 14.0
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{part.width_mm:g}mm" '
            f'height="{part.height_mm + foot:g}mm" viewBox="0 0 {part.width_mm:g} {part.height_mm + foot:g}" '
            f'font-family="sans-serif" role="img" aria-label="{part.name}">'
        ),
        _outline(part),
    ]
    for hole in part.holes:
        style = f'fill="none" stroke="{"#0050c0" if hole.deep_mm else "#d00000"}" stroke-width="0.2"'
        if hole.height_mm:
            x, y = hole.x_mm - hole.width_mm / 2, hole.y_mm - hole.height_mm / 2
            out.append(
                f'<rect x="{x:.2f}" y="{y:.2f}" width="{hole.width_mm:g}" height="{hole.height_mm:g}" '
                f"{style}/>"
            )
        else:
            out.append(
                f'<circle cx="{hole.x_mm:.2f}" cy="{hole.y_mm:.2f}" r="{hole.width_mm / 2:g}" {style}/>'
            )
        deep = f" {hole.deep_mm:g} deep" if hole.deep_mm else ""
        if hole.label or deep:
            low = hole.y_mm + (hole.height_mm or hole.width_mm) / 2 + 3
            out.append(
                f'<text x="{hole.x_mm:.2f}" y="{low:.2f}" font-size="2.4" text-anchor="middle" '
                f'fill="#555555">{hole.label}{deep}</text>'
            )
    size = f"{part.width_mm:g} x {part.height_mm:g} x {part.thick_mm:g} mm"
    out += [
        f'<text x="0" y="{part.height_mm + 5:.2f}" font-size="3">{part.name}: {size}</text>',
        f'<text x="0" y="{part.height_mm + 9:.2f}" font-size="2" fill="#555555">{part.about}</text>',
        "</svg>",
    ]
    return "\n".join(out) + "\n"


def _outline(part: PlacedPart) -> str:
    style = 'fill="none" stroke="#d00000" stroke-width="0.2"'
    if part.is_round:
        middle = part.width_mm / 2
        return f'<circle cx="{middle:g}" cy="{middle:g}" r="{middle:g}" {style}/>'
    return f'<rect width="{part.width_mm:g}" height="{part.height_mm:g}" {style}/>'


def drawings() -> dict[Path, str]:
    """Return the drawing of each part by the file for it."""
    return {PARTS / f"{part.file_name}.svg": drawing(part) for part in parts(load_board("mativen"))}


if __name__ == "__main__":
    PARTS.mkdir(exist_ok=True)
    for path, text in drawings().items():
        path.write_text(text, encoding="utf-8")
