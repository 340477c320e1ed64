"""Pictures of the result of each step in one frame, and a page that says what the step did."""

import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from engine.core.counting import counted
from engine.core.observations import Look
from vision.board.field import CameraPlace
from vision.board.location import Located, Unlocated
from vision.board.placed import Placed
from vision.cells.belief import Believed
from vision.cells.doubts import DoubtInput
from vision.change.small_picture import Small
from vision.known.scene import Scene
from vision.known.scene_making import SightedScene
from vision.labels.changed_tags import TagsRead
from vision.labels.ink import InkInput, StrayLabels
from vision.labels.marks import LabelMarks
from vision.look import steps
from vision.look.look_of_scene import LookInput
from vision.look.step import Step
from vision.motion.covered import Covered, CoverInput
from vision.motion.disturbances import Undisturbed
from vision.pictures.frame import Image, Mask
from vision.tags.scanning import Tags
from vision.tags.tag import Tag

WIDTH_PX = 720
"""The width of the pictures, px. A page of 15 is then about 1 MB."""

_QUALITY = 80
"""The JPEG quality of a step's picture, which only people look at."""

_GREEN, _RED, _YELLOW = (60, 200, 60), (50, 50, 230), (40, 210, 240)
"""Colours, BGR: found; thrown away or hidden; doubtful."""

_BLUE, _GREY, _WHITE = (230, 130, 40), (120, 120, 120), (255, 255, 255)
"""Colours, BGR: the board's own tags and shadows; hidden cells; names."""

_In = TypeVar("_In")
_Out = TypeVar("_Out")


@dataclass
class NotedRun:
    """A runner that notes the input and the result of each step of the last frame that was read."""

    noted: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """The input and the result of each step, by its name."""
    newest: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """The same for the newest frame, which may have ended before the last step."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result, and note it."""
        if step is steps.SMALL:
            self.newest = {}
        found = step.process(given)
        self.newest[step.name] = (given, found)
        if step is steps.MEMORY:
            self.noted = self.newest
        return found


PAGE = "steps.md"
"""The name of the page beside its pictures."""


def write_steps(noted: Mapping[str, tuple[Any, Any]], folder: Path) -> Path:
    """Write the page and a picture for each step with something to show; return the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in step_files(noted).items():
        (folder / name).write_bytes(content)
    return folder / PAGE


def packed_steps(noted: Mapping[str, tuple[Any, Any]], more: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of the page, its pictures and the files in `more`, by name."""
    content = BytesIO()
    # The pictures are JPEGs, so packing doesn't make them smaller.
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as packed:
        for name, one in {**step_files(noted), **more}.items():
            packed.writestr(f"steps/{name}", one)
    return content.getvalue()


def step_files(noted: Mapping[str, tuple[Any, Any]]) -> dict[str, bytes]:
    """Return the page and its pictures by name; `noted` are the steps of a frame from the first on."""
    files: dict[str, bytes] = {}
    _, shown = noted[steps.DISTURBANCES.name]
    image = shown.frame.image
    lines = ["# How a frame becomes a look", "", _HEAD, ""]
    for number, step in enumerate((one for one in steps.STEPS if one.name in noted), 1):
        given, found = noted[step.name]
        lines += [f"## {number}. {step.name}", "", f"`vision/{step.stage}/`. {step.about}", ""]
        shows: Shows = _SHOWN.get(step.name, _nothing)
        said, drawn = shows(_canvas(image), given, found)
        if said:
            lines += [said, ""]
        if drawn is not None:
            name = f"{number:02}-{step.name.replace(' ', '-').replace(chr(39), '').replace(',', '')}.jpg"
            files[name] = _jpeg(drawn)
            lines += [f"![{step.name}]({name})", ""]
    files[PAGE] = ("\n".join(lines).rstrip() + "\n").encode()
    return files


_HEAD = (
    "This page shows one frame, step by step. `boardwarden see SOURCE --steps DIR` makes such a page of the "
    "last frame that it read, and a table's set-up page makes one of the present frame. "
    "`vision/look/steps.py` lists all steps; one that has nothing to do in a frame isn't run, and isn't "
    "shown."
)


def _canvas(image: Image) -> Image:
    colour = image if image.ndim == 3 else np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return colour.copy()


def _jpeg(picture: Image) -> bytes:
    height, width = picture.shape[:2]
    size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if width > WIDTH_PX else cv2.INTER_NEAREST)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return np.asarray(content).tobytes()


Drawn = tuple[str, Image | None]
"""A sentence on the result in this frame, and its picture."""

Shows = Callable[[Image, Any, Any], Drawn]


def _nothing(image: Image, given: object, found: object) -> Drawn:
    del image, given, found
    return "", None


def _small(image: Image, given: object, found: Small) -> Drawn:
    del image, given
    height, width = found.soft.shape[:2]
    return f"Here: {width} by {height} px, reduced by {found.factor}.", found.soft


def _disturbances(image: Image, given: object, found: Undisturbed) -> Drawn:
    del given
    if found.dirty is None:
        return "Here: the first picture; there is none to compare it with.", None
    bands = "no bands" if found.light is None else "bands, taken out"
    share = 100 * float(found.dirty.mean())
    moved = "nothing moves" if found.movement.steady else "something moves"
    return f"Here: {bands}; {share:.1f} % of the picture is new; {moved}.", _tinted(image, found.dirty, _RED)


def _tags(image: Image, given: object, found: TagsRead) -> Drawn:
    del given
    if found.boxed is not None:
        image = _tinted(image, found.boxed, _YELLOW)
    _outline_tags(image, found.tags.frame, _BLUE)
    _outline_tags(image, found.tags.pieces, _GREEN)
    where = "in the whole picture" if found.boxed is None else "in the yellow parts; the others were verified"
    tags, labels = counted(len(found.tags.frame), "tag"), counted(len(found.tags.pieces), "label")
    return f"Here: {tags} of the board's frame (blue), {labels} (green), {where}.", image


def _all_tags(image: Image, given: object, found: Tags) -> Drawn:
    return _tags(image, given, TagsRead(found))


def _location(image: Image, given: object, found: Located | Unlocated) -> Drawn:
    del image, given
    if isinstance(found, Unlocated):
        return "Here: the picture doesn't tell where the camera is.", None
    camera = found.location.camera
    x, y, z = camera.eye_mm.tolist()
    moved = "it moved" if found.moved else "it didn't move"
    said = (
        f"Here: the camera stands {z:.0f} mm high, {hypot(x, y):.0f} mm off the board's middle; "
        f"the frame tags fit to {camera.error_px:.2f} px; {moved}."
    )
    return said, None


def _field(image: Image, given: object, found: CameraPlace) -> Drawn:
    del given
    for outline in found.ground.outline_px:
        cv2.polylines(image, [np.rint(outline).astype(np.int32)], isClosed=True, color=_GREEN, thickness=2)
    points = np.rint(found.ground.line_px.reshape(-1, 2)[::7]).astype(int)
    for x, y in points.tolist():
        cv2.circle(image, (x, y), 2, _YELLOW, -1)
    cells = len(found.ground.sizes)
    return (
        f"Here: {cells} cells, {len(found.ground.line_px)} lines between them (sampled at the dots).",
        image,
    )


def _scene(image: Image, given: object, found: SightedScene) -> Drawn:
    del image, given
    scene = found.scene
    colours = np.nan_to_num(
        np.vstack([scene.print_colours.lit, scene.print_colours.off_cells]), nan=0.0
    ).astype(np.uint8)
    labels = np.where(scene.ground.labels < 0, len(colours) - 1, scene.ground.labels)
    print_alone = np.asarray(colours[labels], np.uint8)
    unclear = int(scene.unclear.sum())
    said = (
        f"Here: each cell in its own colour. Black and white are {scene.clarity.contrast:.0f} levels apart; "
        f"{counted(unclear, 'cell is', 'cells are')} too blurred or too dark."
    )
    return said, print_alone


def _labelled(image: Image, given: Any, found: Scene) -> Drawn:
    before: Scene = given.scene
    scene = found
    known = {id(tag) for tag in before.tags.pieces}
    left = {id(tag) for tag in scene.tags.pieces}
    new = [tag for tag in scene.tags.pieces if id(tag) not in known]
    gone = [tag for tag in before.tags.pieces if id(tag) not in left]
    unread = len(scene.unread_mm) - len(before.unread_mm)
    if not (new or gone or unread):
        return "Here: none.", None
    _outline_tags(image, new, _GREEN)
    _outline_tags(image, gone, _RED)
    for u, v in _points(scene, scene.unread_mm):
        cv2.circle(image, (u, v), 18, _YELLOW, 3)
    return f"Here: {len(new)} read (green), {len(gone)} thrown away (red), {unread} unread (yellow).", image


def _places(image: Image, given: object, found: Any) -> Drawn:
    _name_pieces(image, found.placed, _GREEN)
    doubts = "; ".join(f"tag {one.tag}: {one.reason.value}" for one in found.doubts) or "none"
    del given
    return f"Here: {counted(len(found.placed), 'piece')} in place. Doubtful tags: {doubts}.", image


def _lights(image: Image, given: object, found: Any) -> Drawn:
    del image, given
    if found is None:
        return "Here: not looked for.", None
    if not found:
        return "Here: no hard light.", None
    return f"Here: a light {found[0].height_deg:.0f}° high.", None


def _shadows(image: Image, given: object, found: Mask | None) -> Drawn:
    del given
    if found is None:
        return "Here: none.", None
    return "Here: the blue parts.", _tinted(image, found, _BLUE)


def _hands(image: Image, given: CoverInput, found: Covered) -> Drawn:
    over = found.over
    image = _tinted(image, found.comparison.stands, _YELLOW)
    image = _tinted(image, over.hand, _RED)
    blind = np.flatnonzero(over.blind)
    _outline_cells(image, given.scene, blind, _GREY)
    hidden = counted(len(blind), "hidden cell")
    return f"Here: differences from the bare board (yellow), hands (red), {hidden} (grey).", image


def _marks(image: Image, given: object, found: LabelMarks) -> Drawn:
    del given
    if not (found.sharp or found.printed):
        return "Here: none.", None
    for masks, colour in ((found.sharp, _YELLOW), (found.printed, _RED)):
        for mask in masks:
            image = _tinted(image, mask, colour)
    return f"Here: {counted(len(found.sharp), 'mark')} (yellow), {len(found.printed)} of print (red).", image


def _belief(image: Image, given: object, found: Believed) -> Drawn:
    del given
    believed = {one.seen.piece for one in found.pieces}
    held = [one for one in found.placed if one.seen.piece not in believed]
    _name_pieces(image, found.pieces, _GREEN)
    _name_pieces(image, held, _RED)
    trusted = counted(len(believed), "piece is", "pieces are")
    doubted = counted(len(held), "waits", "wait")
    return f"Here: {trusted} believed (green), {doubted} (red).", image


def _stray_labels(image: Image, given: InkInput, found: StrayLabels) -> Drawn:
    index = given.table.board.surface.index
    cells = sorted({*found.cells, *(index[cell] for cell in found.rocks)})
    if not cells:
        return "Here: none.", None
    _outline_cells(image, given.scene, cells, _YELLOW)
    return f"Here: {counted(len(cells), 'cell')} with such a label (yellow).", image


def _doubts(image: Image, given: DoubtInput, found: Any) -> Drawn:
    image = _tinted(image, found.strange, _RED)
    index = given.table.board.surface.index
    _outline_cells(image, given.scene, np.array([index[cell] for cell in found.unsure], np.int64), _YELLOW)
    unsure = counted(len(found.unsure), "cell is", "cells are")
    gone = counted(len(found.gone), "piece has", "pieces have")
    return f"Here: {unsure} unsure (yellow); {gone} left.", image


def _look(image: Image, given: LookInput, found: Look) -> Drawn:
    index = given.table.board.surface.index
    unsure, blind = found.cells.unsure, found.cells.blind
    for cells, colour in ((unsure, _YELLOW), (blind, _GREY)):
        _outline_cells(image, given.scene, np.array([index[cell] for cell in cells], np.int64), colour)
    _name_pieces(image, given.pieces_now.pieces, _GREEN)
    seen = len(found.pieces.seen)
    return (
        f"Here: {counted(seen, 'piece')} seen, {counted(len(unsure), 'cell')} unsure, {len(blind)} hidden.",
        image,
    )


_SHOWN: Mapping[str, Shows] = {
    steps.SMALL.name: _small,
    steps.DISTURBANCES.name: _disturbances,
    steps.TAGS.name: _tags,
    steps.SEARCH.name: _all_tags,
    steps.LOCATION.name: _location,
    steps.LOCATION_AGAIN.name: _location,
    steps.FIELD.name: _field,
    steps.SCENE.name: _scene,
    steps.ROCK_LABELS.name: _labelled,
    steps.WORN_LABELS.name: _labelled,
    steps.STILL_UNREAD.name: _labelled,
    steps.PRINT.name: _labelled,
    steps.PLACES.name: _places,
    steps.LIGHT.name: _lights,
    steps.SHADOWS.name: _shadows,
    steps.COVER.name: _hands,
    steps.BELIEF.name: _belief,
    steps.MARKS.name: _marks,
    steps.STRAY_LABELS.name: _stray_labels,
    steps.DOUBTS.name: _doubts,
    steps.LOOK.name: _look,
}
"""For each step's name, the function that draws its result and says it in a sentence."""


def _tinted(image: Image, mask: Mask, colour: tuple[int, int, int]) -> Image:
    """Return the picture with the small pixels of a mask tinted in a colour."""
    size = (image.shape[1], image.shape[0])
    where = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    found = image.copy()
    found[where] = (0.45 * found[where] + 0.55 * np.array(colour)).astype(np.uint8)
    return found


def _outline_tags(image: Image, tags: Iterable[Tag], colour: tuple[int, int, int]) -> None:
    for tag in tags:
        outline = np.rint(tag.corners).astype(np.int32)
        cv2.polylines(image, [outline], isClosed=True, color=colour, thickness=3)


def _outline_cells(image: Image, scene: Scene, cells: Iterable[int], colour: tuple[int, int, int]) -> None:
    for cell in cells:
        outline = np.rint(scene.ground.outline_px[int(cell)]).astype(np.int32)
        cv2.polylines(image, [outline], isClosed=True, color=colour, thickness=5)


def _name_pieces(image: Image, placed: Iterable[Placed], colour: tuple[int, int, int]) -> None:
    for one in placed:
        _outline_tags(image, [one.tag], colour)
        x, y = np.rint(one.tag.centre).astype(int).tolist()
        cv2.putText(image, one.seen.piece, (x - 30, y - 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 4)
        cv2.putText(image, one.seen.piece, (x - 30, y - 22), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _WHITE, 2)


def _points(scene: Scene, places_mm: Iterable[tuple[float, float]]) -> list[tuple[int, int]]:
    flat = np.array([(x, y, 0.0) for x, y in places_mm]).reshape(-1, 3)
    return [(int(u), int(v)) for u, v in scene.camera.project(flat).tolist()] if len(flat) else []
