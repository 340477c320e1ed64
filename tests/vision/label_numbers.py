"""Labels that are hard to read, by half and twice each number: `python -m tests.vision.label_numbers [FILM]`.

Without a film, tables with crowds, worn labels and print like labels are rendered and read with half and with
twice each number. Each line counts the pieces that are seen right, those in cells that are doubted, those in
cells called empty, those seen wrongly, the cells that are doubted for nothing, and the rocks that are read.
FILM is a folder with footage, or the name of one of these tables. Then a line for each quantity gives the
values that 0.1, 1, 5, 50, 95, 99 and 99.9 % of it stay below, on labels and on bare board. The reasons beside
the numbers of `vision/labels/` name these lines.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.lab.accuracy.filmed_row import film
from dashboard.lab.accuracy.rows import AccuracyRow
from dashboard.lab.changed.numbers import FACTORS, number_times
from dashboard.lab.rooms import BENT, MORNING
from engine.core.board import load_board
from engine.core.footage import load_footage, load_truth
from engine.core.ids import Cell
from engine.core.pieces import load_pieces
from tests.vision.boards import board, pieces
from vision.labels.changed_tags import MendedTags, MendInput
from vision.labels.ink import InkInput, find_ink, half_cover
from vision.labels.mark_places import Place
from vision.labels.marks import REACH, levels_within
from vision.labels.tag_square import TagSquare
from vision.labels.worn_labels import WornLabelInput
from vision.look.reader import BoardReader
from vision.look.scoring import TrueFrame, parse_true_frame, score_look
from vision.look.step import Step
from vision.pictures.frame import Frame, Image, Mask
from vision.render.board_art import LIGHT_LINES, PAINTED, PHOTOGRAPH, VIVID
from vision.render.conditions import Conditions, MirroredLamp
from vision.sources import frames_of
from vision.tags.validation import rim_share

PARTS = (0.001, 0.01, 0.05, 0.5, 0.95, 0.99, 0.999)

STILL = 1
"""The pictures of each table. On the first one no board is known yet."""

HALF = 127
"""Above this level a place in a mask lies within it."""

FITS = 6
"""The most labels, and the most bare cells, of a picture that ids are fitted to."""

GLARE = (MirroredLamp(-180, 60, 120, 0.6), MirroredLamp(210, -120, 90, 0.75))

TABLES = {
    "crowd": (AccuracyRow("crowd", 0.0, tilt=35, focal=0.9, crowd=6, count=110, moves=0), (1, 2)),
    "worn crowd": (
        AccuracyRow("worn crowd", 0.0, Conditions(worn=0.5), tilt=35, focal=0.9, crowd=6, count=110, moves=0),
        (1,),
    ),
    "worn": (AccuracyRow("worn", 0.0, Conditions(worn=0.6), moves=0), (1,)),
    "yellowed": (
        AccuracyRow(
            "yellowed",
            0.0,
            Conditions(art=VIVID, room=BENT, worn=0.35, paper=(0.68, 0.9, 0.98)),
            (1280, 960),
            tilt=20.0,
            moves=0,
        ),
        (1, 2),
    ),
    "pale": (AccuracyRow("pale", 0.0, Conditions(glare=GLARE, worn=0.4), moves=0), (1,)),
    "white lines": (
        AccuracyRow(
            "white lines", 0.0, Conditions(art=LIGHT_LINES, room=MORNING), (1280, 960), tilt=20.0, moves=0
        ),
        (1, 4),
    ),
    "painted": (AccuracyRow("painted", 0.0, Conditions(art=PAINTED), (1280, 960), moves=0), (1,)),
    "photograph": (AccuracyRow("photograph", 0.0, Conditions(art=PHOTOGRAPH), (1280, 960), moves=0), (1,)),
}
"""The rendered tables by their names, and the seeds of their films. Nothing moves on them."""

NUMBERS = {
    "ink:_CONTRAST": ("crowd", "worn crowd", "yellowed", "white lines"),
    "ink:_SURE_MM2": ("crowd", "worn crowd", "yellowed", "white lines"),
    "ink:_LABEL_BLACK": ("crowd", "worn crowd", "yellowed", "white lines"),
    "ink:_ALONE_MM2": ("crowd", "worn crowd", "yellowed", "white lines"),
    "ink:_BEHIND_MM2": ("crowd", "worn crowd", "yellowed", "white lines"),
    "marks:FAINT": ("worn", "pale", "yellowed", "white lines"),
    "marks:FAINTEST": ("worn", "pale", "yellowed", "white lines"),
    "mark_places:_LABEL": ("worn", "yellowed", "white lines"),
    "mark_places:LONE_LABEL": ("worn", "yellowed", "white lines"),
    "tag_square:_KNOWN_SCORE": ("worn crowd", "yellowed", "worn", "pale"),
    "worn_labels:_LEAST_RIM": ("worn crowd", "worn", "pale", "yellowed", "white lines"),
}
"""The numbers that are halved and doubled, and the tables that may show it."""

SCENERY = frozenset(one.id for one in pieces().pieces.values() if one.kind.is_scenery)

_In = TypeVar("_In")
_Out = TypeVar("_Out")

Shot = tuple[Frame, TrueFrame]


@cache
def shots(table: str) -> tuple[tuple[Shot, ...], ...]:
    """Return the films of a rendered table, with the truth about each picture."""
    row, seeds = TABLES[table]
    return tuple(
        tuple((one.frame, one.truth) for one in islice(film(row, board(), pieces(), seed), STILL))
        for seed in seeds
    )


def counted(table: str) -> NDArray[np.int64]:
    """Return how many pieces are right, doubted, lost and wrong, how many cells are doubted for nothing, and
    how many rocks are read.

    """
    found = np.zeros(6, np.int64)
    for pictures in shots(table):
        reader = BoardReader(board(), pieces(), source="camera")
        for frame, truth in pictures:
            look = reader.read(frame)
            score = score_look(look, truth, scenery=SCENERY)
            hidden = {truth.layout[piece].cell for piece in (*truth.hidden, *score.missed)}
            doubts = {*look.cells.unsure, *look.cells.blind} - hidden
            doubted = len(set(score.missed) - set(score.lost))
            rocks = sum(one.piece in SCENERY for one in look.pieces.seen)
            found += score.right, doubted, len(score.lost), len(score.wrong), len(doubts), rocks
    return found


@dataclass
class Measured:
    """A runner of the steps. It notes the ink, the marks and the scores of labels and of bare board."""

    truth: TrueFrame | None = None
    """The truth about the picture that is read; None: it isn't measured."""
    found: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """The values of each quantity, by its name."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result."""
        if self.truth is not None and self.truth.settled:
            if isinstance(given, WornLabelInput):
                self._fits(given, self.truth)
            if isinstance(given, InkInput):
                self._ink(given, self.truth)
                self._contrasts(given, self.truth)
                self._levels(given, self.truth)
        out = step.process(given)
        if isinstance(given, MendInput) and isinstance(out, MendedTags) and out.blur_px is not None:
            self.found["blur, in modules"].append(out.blur_px / given.module_px)
        return out

    def _bare(self, given: InkInput | WornLabelInput, truth: TrueFrame) -> list[int]:
        """Return the indices of the cells without a piece or a rock."""
        table = given.table
        taken = {spot.cell for spot in truth.layout.values()} | self._rocks(given)
        return [i for i, cell in enumerate(table.board.surface.cells) if cell not in taken]

    def _rocks(self, given: InkInput | WornLabelInput) -> set[Cell]:
        """Return the cells with a rock; a piece there may lie as high as the rock."""
        return {Cell(rock.rpartition(".")[2]) for rock in given.table.homes}

    def _fits(self, given: WornLabelInput, truth: TrueFrame) -> None:
        """Note how well ids fit labels that are read, bare cells, and the places that are tried."""
        scene, table = given.scene, given.table
        square = TagSquare(scene.camera, table.moved_tag_mm, table.moved_top_mm)
        dictionary, rocks = table.dictionaries.pieces, self._rocks(given)
        lying = {piece for piece, spot in truth.layout.items() if spot.cell not in rocks}
        usual = [
            one
            for one in table.pieces.pieces.values()
            if one.id in lying and (one.kind.tag_mm, one.kind.height_mm) == (square.side_mm, square.top_mm)
        ]
        ids = {tag for one in usual for tag in (one.up, one.down)}
        labels = [tag for tag in scene.tags.pieces if tag.id in ids]
        centres = table.board.surface.centres_mm
        places: list[tuple[str, Place, int | None]] = []
        for tag in labels[:: max(1, len(labels) // FITS)]:
            x, y = scene.camera.cut(tag.centre[None], table.moved_top_mm)[0].tolist()
            places.append(("labels", (x + 1.0, y - 1.0), tag.id))
        bare = self._bare(given, truth)
        places += [("bare cells", centres[cell], None) for cell in bare[:: max(1, len(bare) // FITS)]]
        for place, _ in given.trials.now:
            cell = table.board.surface.cell_at(*place)
            if cell is not None and table.board.surface.index[cell] in bare:
                places.append(("bare places that are tried", place, None))
        for name, place, own in places:
            fitted = square.fitted(scene.grey, dictionary, place)
            if fitted is None:
                self.found[f"{name}: score of the id that fits best"].append(0.0)
                continue
            tag = fitted[1]
            self.found[f"{name}: score of the id that fits best"].append(tag.score)
            self.found[f"{name}: part of the rim"].append(
                rim_share(scene.grey, tag.corners, dictionary.modules)
            )
            if own is not None:
                self.found[f"{name}: part whose own id fits best"].append(float(tag.id == own))

    def _ink(self, given: InkInput, truth: TrueFrame) -> None:
        """Note the black of labels as if none were known, and of bare board."""
        scene, marks, table = given.scene, given.marks, given.table
        shape = (scene.grey.shape[0] // 2, scene.grey.shape[1] // 2)
        size = (shape[1], shape[0])
        beside = cv2.resize(marks.elsewhere.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
        bare = set(self._bare(given, truth))
        middles = np.array([tag.centre for tag in scene.tags.pieces]).reshape(-1, 2) / 2
        x, y = np.clip(middles.astype(int), 0, np.array(size) - 1).T
        for name, known in (("labels", beside), ("bare cells", beside | half_cover(marks.known_px, shape))):
            inks = find_ink(
                scene.grey,
                scene.ground,
                known,
                px_per_mm=scene.px_per_mm,
                cell_mm2=table.least_cell_mm2,
                least_black_mm2=3.0,
            )
            for ink in inks:
                alone = int(ink.mask[y, x].sum()) == 1
                if alone if name == "labels" else bare.issuperset(ink.cells):
                    self.found[f"{name}: black of a patch, mm²"].append(ink.black_mm2)
                    self.found[f"{name}: black, as a part of the patch"].append(ink.black_mm2 / ink.area_mm2)

    def _contrasts(self, given: InkInput, truth: TrueFrame) -> None:
        """Note the contrast of ink and of marks, the levels around, and how much lies in one cell."""
        scene, table = given.scene, given.table
        half = cv2.resize(scene.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        kernel = np.ones((REACH, REACH), np.uint8)
        white, black = (one.astype(np.float32) for one in (cv2.dilate(half, kernel), cv2.erode(half, kernel)))
        ink = (white - black) / np.maximum(white, 1.0)
        ink[white - black < 24] = 0.0
        side = max(3, int(table.moved_label_mm * scene.px_per_mm / 2 * 0.75))
        mark = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        labels = cv2.resize(
            scene.ground.labels.astype(np.float32), half.shape[::-1], interpolation=cv2.INTER_NEAREST
        )
        things = half_cover(given.marks.known_px, (half.shape[0], half.shape[1])).astype(np.uint8)
        free = cv2.dilate(things, np.ones((9, 9), np.uint8)) == 0
        inner = free & (cv2.erode(labels, np.ones((9, 9))) == cv2.dilate(labels, np.ones((9, 9))))
        free = cv2.dilate(things, np.ones((side, side), np.uint8)) == 0
        for tag in scene.tags.pieces:
            column, row = (int(at) for at in tag.centre / 2)
            reach = max(1, int(tag.side_px / 4))
            place = (
                slice(max(0, row - reach), row + reach + 1),
                slice(max(0, column - reach), column + reach + 1),
            )
            if ink[place].size:
                self.found["labels: contrast of ink"].append(float(ink[place].max()))
                self.found["labels: contrast of a mark"].append(float(mark[place].max()))
        for cell in self._bare(given, truth):
            here = (labels == cell) & free
            if (here & inner).any():  # A mark may lie on lines.
                self.found["bare cells: contrast of ink"].append(float(ink[here & inner].max()))
                self.found["bare cells: contrast of a mark"].append(float(mark[here].max()))

    def _levels(self, given: InkInput, truth: TrueFrame) -> None:
        """Note how much of a label's place lies in its cell, and how bare places differ from their cells."""
        scene, table = given.scene, given.table
        cells, grey = scene.ground.labels, scene.grey
        tags = [tag for tag in scene.tags.pieces if tag.id in table.pieces.by_tag]
        for tag in tags:
            spot = truth.layout.get(table.pieces.by_tag[tag.id][0].id)
            if spot is not None:
                own = table.board.surface.index[spot.cell]
                at = (tag.corners + 0.5) / scene.small.factor - 0.5
                for name, share in (("place", 1.2), ("surroundings", 2.2)):
                    there = levels_within(_mask(cells == own), at, share) > HALF
                    self.found[f"labels: part of the {name} in its cell"].append(float(there.mean()))
        if not tags:
            return
        side = float(np.median([tag.side_px for tag in tags]))
        square = side / 2 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        for cell in self._bare(given, truth):
            corners = scene.ground.outline_px[cell].mean(axis=0) + square
            around = levels_within(grey, corners, 2.2).reshape(12, 12)
            at = (corners + 0.5) / scene.small.factor - 0.5
            there = levels_within(_mask(cells == cell), at, 2.2).reshape(12, 12) > HALF
            there[2:-2, 2:-2] = False
            if there.any():
                level, about = np.median(levels_within(grey, corners, 1.2)), np.median(around[there])
                self.found["bare cells: level off that around"].append(float(abs(level / about - 1)))


def _mask(where: Mask) -> Image:
    return np.asarray(where * np.uint8(255), np.uint8)


def quantities(named: str) -> Iterator[str]:
    """Yield one line for each quantity of a film, or of a rendered table."""
    measured = Measured()
    for reader, frame, truth in _filmed(named, measured):
        measured.truth = truth
        reader.read(frame)
    yield f"{'of ' + Path(named).name:<56}" + "".join(f"{100 * part:>8g} %" for part in PARTS)
    for name, values in measured.found.items():
        if values:
            yield f"{f'{name} ({len(values)})':<56}" + "".join(
                f"{value:>10.3f}" for value in np.quantile(values, PARTS)
            )


def _filmed(named: str, measured: Measured) -> Iterator[tuple[BoardReader, Frame, TrueFrame]]:
    if named in TABLES:
        for pictures in shots(named):
            reader = BoardReader(board(), pieces(), source="film", run_step=measured)
            for frame, truth in pictures:
                yield reader, frame, truth
        return
    footage = load_footage(Path(named))
    reader = BoardReader(
        load_board(footage.board),
        load_pieces(footage.pieces),
        source="film",
        intrinsics=footage.camera,
        run_step=measured,
    )
    frames = (one for one in frames_of(named) if isinstance(one, Frame))
    for frame, line in zip(frames, load_truth(Path(named)), strict=False):
        yield reader, frame, parse_true_frame(line)


def lines() -> Iterator[str]:
    """Yield one line for each table with the numbers as they are, and for each number that changes it."""
    usual = {table: counted(table) for table in dict.fromkeys(chain.from_iterable(NUMBERS.values()))}
    for table, counts in usual.items():
        yield f"{table}: {_said(counts)}"
    for name, tables in NUMBERS.items():
        for factor in FACTORS:
            if factor == 1.0:
                continue
            with number_times(f"labels.{name}", factor):
                other = {table: counted(table) for table in tables}
            said = [
                f"{table} {_said(other[table])}" for table in tables if (other[table] != usual[table]).any()
            ]
            yield f"{factor:g} times {name}: {'; '.join(said) or 'the same'}"


def _said(counts: NDArray[np.int64]) -> str:
    right, doubted, lost, wrong, vain, rocks = counts.tolist()
    pieces_said = f"{right} right, {doubted} doubted, {lost} lost, {wrong} wrong"
    return f"{pieces_said}, {vain} cells for nothing, {rocks} rocks"


if __name__ == "__main__":
    for line in quantities(sys.argv[1]) if len(sys.argv) > 1 else lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
