"""Sheets of drawn labels around the thresholds of clarity: `python -m tests.vision.drawn_labels`.

A hundred labels of the reference pieces lie on grey ground beside the board's frame tags, each in another
turn. They are blurred, dimmed and given a sensor's noise, and read like the picture of a table. The reasons
beside the numbers of `vision/` name the lines that this prints.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from dashboard.lab.changed.numbers import FACTORS, number_times
from tests.vision.boards import board, pieces
from vision.change.small_picture import reduce
from vision.known.table import table_of
from vision.labels.changed_tags import MendInput, with_mended
from vision.light.clarity import edge_sigma, picture_sigma
from vision.pictures.frame import Image
from vision.render.board_art import INK, PAPER, tag_label
from vision.tags.scanning import scan

TABLE = table_of(board(), pieces(), source="sheet", intrinsics=None)
IDS = tuple(sorted(pieces().by_tag))[:100]
MODULES = TABLE.dictionaries.pieces.modules + 2
"""The modules along a label's side, white rim included."""

GROUND, NOISE = 150, 2.0
"""The level of the ground in full light, and a webcam's noise as a sigma, in levels."""

FINE, COLUMNS = 8, 12
"""How many times finer labels are drawn before they are averaged, as in a sensor's pixels, and the labels in
a row."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The conditions of one sheet of labels."""

    module_px: float = 4.0
    """The side of a label's module, px."""
    blur: float = 0.1
    """The sigma of the lens's blur, in modules."""
    black: float = INK
    """The level of black print."""
    white: float = PAPER
    """The level of paper."""


def drawn(sheet: Sheet) -> Image:
    """Return the picture of a sheet, grey."""
    rng = np.random.default_rng(1)
    side = round(sheet.module_px * MODULES * 1.6)
    ground = sheet.black + (GROUND - INK) * (sheet.white - sheet.black) / (PAPER - INK)
    named = [(board().frame.dictionary, tag) for tag in board().frame.centres_mm]
    named += [(pieces().dictionary, tag) for tag in IDS]
    cells = [np.full((side, side), ground)] * (-len(named) % COLUMNS)
    for name, tag in named:
        label = tag_label(name, tag).astype(np.float64)
        label = sheet.black + (label - INK) * (sheet.white - sheet.black) / (PAPER - INK)
        middle = (len(label) - 1) / 2
        scale = FINE * sheet.module_px * MODULES / len(label)
        turn = np.asarray(cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 360), scale), np.float64)
        turn[:, 2] += side * FINE / 2 - 0.5 - middle + rng.uniform(0, FINE, 2)
        fine = cv2.warpAffine(label, turn, (side * FINE, side * FINE), borderValue=ground)
        cells.append(cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA))
    rows = [np.hstack(cells[at : at + COLUMNS]) for at in range(0, len(cells), COLUMNS)]
    # A lens blurs light, not levels. A tone curve of 2.2 lies between the two.
    light = (np.vstack(rows) / 255) ** 2.2
    levels = 255 * cv2.GaussianBlur(light, (0, 0), sheet.blur * sheet.module_px) ** (1 / 2.2)
    return np.asarray(np.clip(np.rint(levels + rng.normal(0, NOISE, levels.shape)), 0, 255), np.uint8)


def read(sheet: Sheet) -> str:
    """Return the number of labels of a sheet that are read, and the number of ids that aren't on it."""
    grey, dictionaries = drawn(sheet), TABLE.dictionaries
    small = reduce(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8))
    found = with_mended(
        MendInput(
            grey,
            small,
            scan(grey, dictionaries),
            None,
            None,
            sheet.module_px,
            np.array([sheet.module_px]),
            dictionaries,
        )
    )
    ids = {tag.id for tag in found.tags.pieces}
    return f"{len(ids.intersection(IDS))} of {len(IDS)} read, {len(ids.difference(IDS))} wrongly"


def edges_px(sheet: Sheet) -> float:
    """Return a sheet's blur from its tags' edges, px; NaN if no tag shows it."""
    grey, sharp = drawn(sheet), drawn(replace(sheet, blur=0.1))
    tags = scan(sharp, TABLE.dictionaries).pieces
    sigmas = [edge_sigma(grey, tag.corners, TABLE.dictionaries.pieces.modules) for tag in tags]
    known = [one for one in sigmas if one is not None]
    return float(np.median(known)) if known else float("nan")


def lines() -> Iterator[str]:
    """Yield one line of measurements for each sheet."""
    for blur in (0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7):
        sheet = Sheet(blur=blur)
        shows = edges_px(sheet) / sheet.module_px
        yield f"blur {blur} modules, {shows:.2f} by edges: {read(sheet)}"
    for levels in (35, 30, 28, 26, 24, 20):
        yield f"{levels} levels from black to white: {read(Sheet(black=12, white=12 + levels))}"
    for module_px in (3.0, 2.6, 2.2, 2.0, 1.8, 1.6):
        yield f"{module_px} px a module: {read(Sheet(module_px))}"
    soft, dark = Sheet(2.6, 1.5 / 2.6), Sheet(black=8, white=30)
    small, blown = Sheet(2.2, 0.5), Sheet(2.6, 0.4, black=60, white=420)
    for name, sheet in (
        ("second_looks:_LENS_PX", soft),
        ("second_looks:_SHARPER", soft),
        ("second_looks:_LEAST_WHITE", dark),
        ("second_looks:UNCLEAR", soft),
        ("decoder:_UNSHARP", soft),
        ("defocus:_BLURS", soft),
        ("defocus:_TONE", soft),
        ("defocus:_BLACK", soft),
        ("defocus:_GROWN_PX", soft),
        ("defocus:_BLURS_BLOWN", blown),
        ("defocus:_BLOWN", blown),
        ("decoder:_PUSH_PX", small),
    ):
        for factor in FACTORS:
            with number_times(f"tags.{name}", factor):
                yield f"{factor} times {name}: {read(sheet)}"
    for module_px, blur in product((4.0, 2.6), (0.35, 0.4, 0.45, 0.5, 0.55)):
        sheet = Sheet(module_px, blur)
        for factor in FACTORS:
            with number_times("labels.changed_tags:_SOFT", factor):
                yield f"{module_px} px a module, blur {blur} modules, {factor} times _SOFT: {read(sheet)}"
    for blur_px in (0.8, 1.3, 2.0):
        sheet = Sheet(6.0, blur_px / 6)
        yield f"blur {blur_px} px: {edges_px(sheet):.2f} px by tags' edges"
        for factor in FACTORS:
            with number_times("light.clarity:_STRONG", factor):
                yield f"the same, {factor} times _STRONG: {picture_sigma(drawn(sheet)):.2f} px by all edges"
    for module_px in (5.0, 3.4, 2.5, 2.0):
        sheet = Sheet(module_px, 0.94 / module_px)
        yield f"blur 0.94 px, {module_px} px a module: by tags {edges_px(sheet):.2f} px"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
