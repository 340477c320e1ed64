"""The way of one frame through the steps: a pure function of what is known and the frame.

The cost depends on what changed. In a picture like the last one only the known tags are verified. While
something moves and pictures come quickly, nothing is read. A changed part is read at full size once it is
still. The whole picture is read only at the start and after the camera moved.
"""

from dataclasses import dataclass, replace

from engine.core.observations import Look
from vision.board.field import CameraPlace, FieldInput
from vision.board.location import Located, LocationInput, Unlocated
from vision.cells.belief import BeliefInput
from vision.cells.doubts import DoubtInput
from vision.cells.misread_print import PrintInput
from vision.cells.places import PiecesNow, PlacesInput
from vision.change.clock_overlay import ClockInput
from vision.known.memory import LightBefore, ReadingState, forgotten
from vision.known.scene import Scene
from vision.known.scene_making import SceneInput
from vision.known.table import Knowledge
from vision.labels.changed_tags import MendInput, TagsInput, TagsRead
from vision.labels.ink import InkInput
from vision.labels.label_paper import PaperInput
from vision.labels.mark_places import TrialsInput
from vision.labels.marks import MarksInput
from vision.labels.quadless_labels import RockLabelInput, UnreadLabelInput
from vision.labels.unread_labels import StrayInput
from vision.labels.worn_labels import WornLabelInput
from vision.light.cast_shadows import LightInput, ShadowInput
from vision.light.clarity import FocusInput
from vision.look import state_after, steps
from vision.look.look_of_scene import LookInput, MemoryInput
from vision.look.step import Runner, run
from vision.motion.covered import CoverInput
from vision.motion.disturbances import DisturbanceInput, Undisturbed
from vision.motion.moving_hand import BetweenInput
from vision.motion.skipping import RETRIES, Changed, Hurried, NewsInput, SamePicture
from vision.pictures.frame import Frame
from vision.tags.scanning import SearchInput


@dataclass(frozen=True, slots=True, eq=False)
class _Located:
    """A picture that is read, once its camera is located."""

    shown: Undisturbed
    """The picture without sway and bands."""
    read: TagsRead
    """Its tags."""
    camera_place: CameraPlace
    """The camera's place, and the board's field as it sees it."""
    moved: bool
    """Whether the camera, or the board, moved."""
    steady: bool
    """Whether nothing moved, the camera included."""


def read(
    state: ReadingState, frame: Frame, table: Knowledge, run_step: Runner = run
) -> tuple[ReadingState, Look]:
    """Return the state after this frame, and the look of the frame; `run_step` runs each of its steps.

    A frame that doesn't show the camera's place gives a look with every cell blind.
    """
    small = run_step(steps.SMALL, frame.image)
    if state.pictures.last is not None and state.pictures.last.pixels.shape != small.pixels.shape:
        state = forgotten(state)
    shown = run_step(
        steps.DISTURBANCES,
        DisturbanceInput(frame, small, state.pictures, state.board.reference, state.camera_place),
    )
    moving = None if shown.movement.steady else shown.movement.where
    if moving is not None:
        ticks = run_step(steps.CLOCK, ClockInput(state.pictures.writing, moving, frame.taken_at))
        state = replace(state, pictures=replace(state.pictures, writing=ticks))
    if state.focus.blurred and state.camera_place is not None:
        module_px = state.camera_place.ground.cells_px_per_mm * table.module_mm
        modules = table.dictionaries.frame.modules
        if run_step(steps.FOCUS_BACK, FocusInput(shown.frame.grey, state.tags.frame, modules, module_px)):
            state, shown = state_after.after_focus(state), replace(shown, dirty=None)
    dirty, before, place = shown.dirty, state.look, state.camera_place
    if dirty is None or before is None or place is None:
        return _read_anew(state, shown, table, run_step)
    asked = NewsInput(shown, dirty, state.pictures, before, state.tags, state.labels.retries, table)
    match run_step(steps.NEWS, asked):
        case Hurried():
            between = BetweenInput(
                before, place.ground, state.pieces, shown.frame, dirty, table.board.surface
            )
            return state_after.after_hurry(state, shown), run_step(steps.BETWEEN, between)
        case SamePicture():
            return state_after.after_same(state, shown, before, table)
        case Changed():
            return _read_anew(state, shown, table, run_step)


def _read_anew(
    state: ReadingState, shown: Undisturbed, table: Knowledge, run_step: Runner
) -> tuple[ReadingState, Look]:
    """Return the state after a picture that shows something new, and its look."""
    grey, camera_place, look = shown.frame.grey, state.camera_place, state.look
    height, width = grey.shape[:2]
    unsure = look.cells.unsure if look is not None and state.labels.retries < RETRIES else ()
    ground = None if camera_place is None else camera_place.ground
    read = run_step(
        steps.TAGS,
        TagsInput(grey, shown.small, shown.dirty, ground, state.tags, unsure, state.board.rest, table),
    )
    modules, lens = table.dictionaries.frame.modules, table.lens(width, height)
    before = None if camera_place is None else camera_place.location
    asked = LocationInput(grey, read.tags.frame, table.board.frame, modules, lens, before)
    found = run_step(steps.LOCATION, asked)
    if read.boxed is not None and (isinstance(found, Unlocated) or found.moved):
        # Nothing fits at the old place. So the whole picture is searched before the camera counts as moved.
        read = TagsRead(run_step(steps.SEARCH, SearchInput(grey, table.dictionaries)))
        found = run_step(steps.LOCATION_AGAIN, replace(asked, tags=read.tags.frame))
    match found:
        case Unlocated():
            return state_after.unlocated(state, shown, read.tags, table)
        case Located(location, moved):
            camera_place = run_step(
                steps.FIELD,
                FieldInput(location, moved, camera_place, table.board, width, height, shown.small),
            )
            state = replace(state_after.after_move(state) if moved else state, camera_place=camera_place)
            steady = shown.movement.steady and not moved
            return _seen(state, _Located(shown, read, camera_place, moved, steady), table, run_step)


def _seen(
    state: ReadingState, found: _Located, table: Knowledge, run_step: Runner
) -> tuple[ReadingState, Look]:
    """Return the state after a picture that shows the board, and its look."""
    state, scene = _scene(state, found, table, run_step)
    placed, reference, steady = state.pieces.placed, state.board.reference, found.shown.movement.steady
    pieces = run_step(steps.PLACES, PlacesInput(scene, state.pieces, table))
    doubtful = state.look is not None and bool(state.look.cells.unsure or state.look.cells.blind)
    if (steady and doubtful) or state.light.lights:
        state, scene = _lit(state, scene, pieces, table, run_step, sought=steady and doubtful)
    both, surface = (*placed.values(), *pieces.placed), table.board.surface
    covered = run_step(steps.COVER, CoverInput(scene, both, reference, surface))
    believed = run_step(steps.BELIEF, BeliefInput(scene, pieces, covered, placed, reference is None, table))
    rocks, hand = believed.rocks, covered.fringe
    marks = run_step(steps.ROCK_MARKS, StrayInput(scene, believed.placed, rocks, placed, hand, table))
    stray = run_step(steps.STRAY_LABELS, InkInput(scene, marks, table))
    doubted = run_step(steps.DOUBTS, DoubtInput(scene, believed, covered, reference, placed, stray, table))
    look = run_step(steps.LOOK, LookInput(scene, believed, covered, doubted, steady, found.moved, table))
    after = run_step(
        steps.MEMORY, MemoryInput(scene, believed, covered, doubted, stray, steady, reference, placed)
    )
    state = state_after.with_memory(state, after)
    return state_after.after_reading(state, found.shown, found.read, scene, look, table), look


def _scene(
    state: ReadingState, found: _Located, table: Knowledge, run_step: Runner
) -> tuple[ReadingState, Scene]:
    """Return the scene with all its labels, read or not, and without print."""
    shown = found.shown
    mended = run_step(
        steps.MENDED_TAGS,
        MendInput(
            shown.frame.grey,
            shown.small,
            found.read.tags,
            found.read.boxed,
            state.focus.blur_px,
            found.camera_place.ground.corner_px_per_mm * table.module_mm,
            found.camera_place.ground.cells_px_per_mm * table.module_mm,
            table.dictionaries,
        ),
    )
    state = replace(state, focus=replace(state.focus, blur_px=mended.blur_px))
    sighted = run_step(
        steps.SCENE,
        SceneInput(
            shown.frame,
            shown.small,
            shown.light,
            mended.tags,
            found.read.boxed,
            found.camera_place,
            mended.clarity,
            state.pieces,
            state.light.lights,
            table,
        ),
    )
    paper, unsure = None, () if state.look is None else state.look.cells.unsure
    if unsure or state.labels.printed:
        printed, clear = state.labels.printed, state.board.clear
        judged = PaperInput(
            sighted.scene, sighted.known, unsure, clear, printed, found.steady, table.board.surface
        )
        paper = run_step(steps.PAPER, judged)
    if paper is not None:
        state = state_after.printed(state)
    scene = replace(sighted.scene, like_labels=paper)
    since = None if found.moved else shown.dirty
    rocks, labels = state.pieces.rocks, state.labels
    scene = run_step(steps.ROCK_LABELS, RockLabelInput(scene, rocks, table))
    marks = run_step(steps.MARKS, MarksInput(scene, table))
    trials = run_step(
        steps.TRIALS,
        TrialsInput(
            marks,
            scene.camera,
            scene.small.factor,
            scene.px_per_mm,
            since,
            labels.tried_mm,
            labels.unread_mm,
            table.moved_top_mm,
        ),
    )
    scene = run_step(steps.WORN_LABELS, WornLabelInput(scene, trials, table))
    still = trials.still_unread_mm
    if still or scene.unread_mm or scene.waiting_mm:
        scene = run_step(steps.STILL_UNREAD, UnreadLabelInput(scene, still, rocks, table))
    if labels.printed:
        scene = run_step(steps.PRINT, PrintInput(scene, state.board, state.pieces.placed, table))
    return state, scene


def _lit(
    state: ReadingState,
    scene: Scene,
    pieces: PiecesNow,
    table: Knowledge,
    run_step: Runner,
    *,
    sought: bool,
) -> tuple[ReadingState, Scene]:
    """Return the scene with the shadows that its pieces cast, and the state with the light that casts them.

    A search for a light takes as long as a reading, so it's `sought` only if a table at rest leaves something
    doubtful.
    """
    placed, rocks, kinds = pieces.placed, pieces.rocks, table.pieces
    if sought:
        since_s = scene.frame.taken_at - state.light.sought_at
        small, ground, colours, camera = scene.small, scene.ground, scene.print_colours, scene.camera
        lights = run_step(
            steps.LIGHT, LightInput(small, ground, colours, camera, placed, rocks, kinds, since_s)
        )
        if lights is not None:
            state = replace(state, light=LightBefore(lights, scene.frame.taken_at))
    if not state.light.lights:
        return state, replace(scene, shadows=None)
    thrown = ShadowInput(
        scene.camera, state.light.lights, placed, rocks, kinds, scene.shape, scene.small.factor
    )
    return state, replace(scene, shadows=run_step(steps.SHADOWS, thrown))
