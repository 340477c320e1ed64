"""Measurements of pictures around vision's thresholds: `python -m tests.vision.quantities FILM [CHANGE]`.

FILM is a folder with footage; CHANGE is the name of a change of `bench vision --changed`. For each quantity a
line gives the values that 0.1, 1, 5, 50, 95, 99 and 99.9 % of it stay below, over all pictures that were
read. The reasons beside the numbers of `vision/` name these lines.
"""

import sys
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.lab.changed.changes import CHANGES
from engine.core.board import load_board
from engine.core.footage import load_footage
from engine.core.pieces import load_pieces
from vision.board.printed_lines import SHOWS, lines_in
from vision.change.difference import changed
from vision.known.scene import Scene
from vision.labels.marks import levels_within
from vision.light.clarity import levels
from vision.look.reader import BoardReader
from vision.look.step import Step
from vision.motion.covered import Covered, CoverInput
from vision.motion.disturbances import DisturbanceInput
from vision.pictures.frame import Frame
from vision.pictures.levels import average, highest, lighter, lowest
from vision.sources import frames_of

PARTS = (0.001, 0.01, 0.05, 0.5, 0.95, 0.99, 0.999)
PLACE = 1.2
"""The side of the square around a label that is measured, in sides of its black square."""

FEWEST_PX, USUAL, LIGHTEST = 60, (0.6, 0.85), (0.92, 0.97)
"""The fewest small px of a cell that are measured, and the parts of them, by lightness, that are compared."""

GAMMA = 2.2
"""The power of a level that is linear light."""

_In = TypeVar("_In")
_Out = TypeVar("_Out")


@dataclass
class Measured:
    """A runner of the steps that notes their inputs and results."""

    found: dict[str, list[NDArray[np.generic]]] = field(default_factory=lambda: defaultdict(list))
    """The values of each quantity, by its name."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result."""
        out = step.process(given)
        if isinstance(given, DisturbanceInput):
            self._pair(given)
        if isinstance(given, CoverInput) and isinstance(out, Covered):
            self._board(given.scene, out)
            self._labels(given.scene, out)
        return out

    def _note(self, name: str, values: object) -> None:
        flat = np.asarray(values, np.float32).ravel()
        self.found[name].append(flat[np.isfinite(flat)])

    def _pair(self, given: DisturbanceInput) -> None:
        last, now = given.pictures.last, given.small
        if last is not None and given.camera_place is not None:
            self._note("part of the picture that moves", changed(last, now).mean())
        self._note("part of the picture that is white", (given.frame.grey >= 252).mean())
        if last is not None:
            off = highest(cv2.absdiff(now.soft, last.soft))
            self._note("levels off the picture before, most of each picture", off.max())

    def _board(self, scene: Scene, out: Covered) -> None:
        """Note the differences from the bare board, with and without hands, and from each cell's colour."""
        ground, hand = scene.ground, out.over.hand
        cells = ground.labels.astype(np.float32)
        inner = cv2.erode(cells, np.ones((3, 3))) == cv2.dilate(cells, np.ones((3, 3)))
        bare = (ground.labels >= 0) & ~out.explained & ~out.fringe & inner
        compared = out.comparison.compared
        if compared is not None:
            off = highest(np.abs(compared.pixels - compared.base))
            still = bare if not hand.any() else np.zeros_like(bare)
            for name, where in (("board", still), ("hand", hand)):
                self._note(f"{name}: levels off the board alone", off[where])
                self._note(f"{name}: highest channel's ratio to it", compared.high[where])
                self._note(f"{name}: channels' ratios apart", (compared.high - compared.low)[where])
        self._note("part of the picture that hands cover", hand.mean())
        if scene.shadows is not None:
            bare = bare & ~scene.shadows
        ratio = lighter(scene.small.pixels[bare], scene.print_colours.lit[ground.labels[bare]])
        self._note("print: lowest channel's ratio to its cell", lowest(ratio))
        self._note("print: channels' ratios apart", highest(ratio) - lowest(ratio))
        self._note("print: mean ratio to its cell", average(ratio))
        self._note("print: highest channel's ratio to its cell", highest(ratio))
        self._cells(scene, bare)
        lit = scene.print_colours.lit.min(axis=1)
        self._note("cells: lowest channel's level", lit)
        self._note("cells: that as a part of paper's", lit / max(scene.print_colours.white, 1.0))
        at = ground.line_px[out.lines_bare]
        if len(at):
            # Seven places across: two on each side, and three on the line.
            seen = cv2.remap(scene.frame.image, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
            across = highest(seen.reshape(len(at), -1, 7, 3)).astype(np.float32)
            side = np.minimum(across[..., :2].mean(axis=2), across[..., 5:].mean(axis=2))
            darker = (side - across[..., 2:5].min(axis=2)) / np.maximum(side, 1.0)
            self._note("bare lines: darker than the darker side by this part", darker)
        self._lines(scene, out)
        strength = lines_in(scene.frame.image, ground).strength[out.lines_bare]
        self._note(
            "part of the bare lines that show", (strength >= SHOWS).mean() if len(strength) else np.nan
        )

    def _cells(self, scene: Scene, bare: NDArray[np.bool_]) -> None:
        """Note how much lighter a cell's lightest print is than its usual print, and print's structure."""
        level = average(scene.small.pixels)
        fine = level - cv2.blur(level, (7, 7))
        self._note("print: structure, levels squared", cv2.boxFilter(fine * fine, -1, (11, 11))[bare])
        labels = scene.ground.labels
        for cell in np.unique(labels[bare]).tolist():
            pixels = scene.small.pixels[bare & (labels == cell)]
            if len(pixels) < FEWEST_PX:
                continue
            pixels = pixels[np.argsort(pixels.sum(axis=1))]
            usual, light = (
                pixels[int(low * len(pixels)) : int(high * len(pixels)) + 1].mean(axis=0)
                for low, high in (USUAL, LIGHTEST)
            )
            ratio = lighter(light, usual)
            self._note("cells: lightest print's ratio to the usual", ratio.min())
            self._note("cells: its channels' ratios apart", (ratio.max() - ratio.min()) / ratio.max())

    def _lines(self, scene: Scene, out: Covered) -> None:
        """Note the contrast of lines, bare and beneath hands, and the light that they absorb."""
        ground = scene.ground
        rows, columns = ground.labels.shape
        at = np.rint((ground.line_px + 0.5) / scene.small.factor - 0.5).astype(int)
        x, y = np.clip(at[..., 0], 0, columns - 1), np.clip(at[..., 1], 0, rows - 1)
        beneath = out.over.hand[y, x].all(axis=1)
        strength = lines_in(scene.frame.image, ground).strength
        seen = cv2.remap(scene.frame.image, ground.line_px[..., 0], ground.line_px[..., 1], cv2.INTER_LINEAR)
        light = ((seen / 255.0) ** GAMMA).sum(axis=2).reshape(len(strength), -1, 7)
        one, other = light[:, :, :2].mean(axis=2), light[:, :, 5:].mean(axis=2)
        ink = np.median((one + other) / 2 - light[:, :, 2:5].min(axis=2), axis=1)
        step = np.maximum(np.median(np.abs(one - other), axis=1), 1e-3)
        clear = out.lines_bare & (strength >= SHOWS)
        if not clear.any():
            return
        level = np.median(light, axis=(1, 2))
        for name, which in (("bare lines", out.lines_bare & ~beneath), ("beneath hands", beneath)):
            self._note(f"{name}: contrast", strength[which])
            self._note(f"{name}: light absorbed, of the usual", ink[which] / np.median(ink[clear]))
            self._note(f"{name}: light absorbed, of the step beside", (ink / step)[which])
            self._note(f"{name}: light, of the usual", level[which] / np.median(level[clear]))

    def _labels(self, scene: Scene, out: Covered) -> None:
        """Note the spread of levels in labels, and in equally large places of cells without a piece."""
        tags, ground, grey = scene.tags.pieces, scene.ground, scene.grey
        modules = 7
        if not tags:
            return
        for tag in tags:
            white, black = levels(grey, tag.corners, modules)
            self._note("labels: black as a part of white", black / max(white, 1.0))
        half = float(np.median([tag.side_px for tag in tags])) / 2
        square = half * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        taken = set(np.unique(ground.labels[out.explained]).tolist())
        empty = [
            outline.mean(axis=0) + square
            for cell, outline in enumerate(ground.outline_px)
            if cell not in taken and out.over.share[cell] == 0
        ]
        for name, places in (("labels", [tag.corners for tag in tags]), ("bare cells", empty)):
            for place in places:
                seen = levels_within(grey, place, PLACE)
                low, high = np.quantile(seen, (0.1, 0.9))
                self._note(f"{name}: spread as a part of the mean", seen.std() / max(20.0, seen.mean()))
                self._note(f"{name}: contrast as a part of labels'", (high - low) / scene.clarity.contrast)


def main(film: Path, change: str) -> None:
    """Print the quantities of a film under a change."""
    changes = {one.name: one.change for one in CHANGES}
    footage = load_footage(film)
    measured = Measured()
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    reader = BoardReader(board, pieces, source="film", intrinsics=footage.camera, run_step=measured)
    for frame in frames_of(str(film)):
        if isinstance(frame, Frame):
            image = changes[change](frame.image, frame.sequence)
            reader.read(replace(frame, image=image, encoded=None))
    sys.stdout.write(f"{'of ' + film.name:<56}" + "".join(f"{100 * part:>8g} %" for part in PARTS) + "\n")
    for name, parts in measured.found.items():
        values = np.concatenate(parts)
        if values.size:
            row = "".join(f"{value:>10.3f}" for value in np.quantile(values, PARTS))
            sys.stdout.write(f"{name:<56}{row}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "as it is")
