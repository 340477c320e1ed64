"""The steps of a frame, in their order: the one place that lists them.

Each takes what the steps before found, and returns what it finds. None runs twice in one frame, and none
calls one before it. A second look is a step of its own (`SEARCH`, `LOCATION_AGAIN`).
`reading.read` says which of them run for a frame.
"""

from dataclasses import dataclass, replace

from engine.core.observations import Look
from vision.board.location import Location
from vision.cells.doubts import Doubted, doubted_in
from vision.cells.standing import Covered, Standing, covered_in, standing_in, with_believed
from vision.change.clock_overlay import Writing, with_ticks
from vision.change.small_picture import Small, reduce
from vision.known.memory import ReadingState
from vision.known.scene import Scene
from vision.labels.changed_tags import tags_now, with_mended
from vision.labels.misread_print import without_misread
from vision.labels.quadless_labels import still_unread, untouched, with_rocks, with_worn
from vision.light.light_direction import Light
from vision.look.look_of_scene import known_after, lights_in, look_of, with_shadows
from vision.look.scene_making import (
    blur_in,
    is_sharp_again,
    label_paper,
    located,
    module_px,
    rocks_of,
    scene_of,
    seated,
)
from vision.look.step import AnyStep, Given, Step
from vision.motion.disturbances import Undisturbed, undisturbed
from vision.motion.moving_hand import look_between
from vision.motion.occlusion import with_unclear
from vision.motion.skipping import is_old, will_be_still
from vision.pictures.frame import Frame, Image, Mask, grey_of
from vision.tags.scanning import Tags, scan


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A frame, and the same seen small."""

    frame: Frame
    """The picture as it was taken."""
    small: Small
    """The same picture, reduced."""


@dataclass(frozen=True, slots=True, eq=False)
class Unchanged:
    """A picture that shows what the last one showed."""

    look: Look
    """The look at the last picture, which still holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Hurried:
    """A picture of something moving that needs no reading, since the next one comes at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """A picture that shows something new: it's read."""


@dataclass(frozen=True, slots=True, eq=False)
class TagsRead:
    """The tags that a picture shows."""

    shown: Undisturbed
    """The picture without sway and bands."""
    grey: Image
    """The picture in grey."""
    tags: Tags
    """The tags, read now or known from before and still there."""
    boxed: Mask | None
    """The small pixels that were read again; None stands for the whole picture."""
    settled: Mask | None
    """The small pixels that are settled by that; None stands for the whole picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A picture that tells where the camera is."""

    read: TagsRead
    """Its tags."""
    location: Location
    """Where the camera is."""
    moved: bool
    """Whether the camera, or the board, moved since the last picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Unlocated:
    """A picture that doesn't tell where the camera is."""

    read: TagsRead
    """Its tags."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighted:
    """A scene as it's known before worn labels are looked for."""

    scene: Scene
    """The picture, its tags, and how the board lies in it."""
    known: Mask
    """The small pixels where things are known to lie or to stand."""
    steady: bool
    """Whether nothing moved, the camera neither."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A scene, and where it differs from the last that was read."""

    scene: Scene
    """The picture, its tags, and how the board lies in it."""
    since: Mask | None
    """The small pixels that differ; None where all may."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A scene with the pieces that its tags place."""

    scene: Scene
    """The picture, its tags, and how the board lies in it."""
    standing: Standing
    """The pieces in their places, the rocks, and doubtful tags."""
    steady: bool
    """Whether nothing moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Hidden:
    """A scene with its pieces, and what hides the board."""

    laid: Laid
    """The scene and its pieces."""
    covered: Covered
    """The scene beside the board alone, and what hides the board in it."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A scene with its pieces, what hides the board, and what isn't certain."""

    hidden: Hidden
    """The scene, its pieces, and what hides the board."""
    doubted: Doubted
    """The cells and pieces in doubt."""
    moved: bool
    """Whether the camera moved."""


def _shot(given: Given[Frame]) -> Shot:
    return Shot(given.found, reduce(given.found.image))


def _undisturbed(given: Given[Shot]) -> Undisturbed:
    return undisturbed(given.before, given.found.frame, given.found.small)


def _clock(given: Given[Undisturbed]) -> Writing | None:
    before, shown = given.before, given.found
    if shown.movement.where is None or shown.steady:
        return before.writing
    return with_ticks(before.writing, shown.movement.where, shown.frame.taken_at)


def _focus_back(given: Given[Undisturbed]) -> bool:
    grey = grey_of(given.found.frame.image)
    return is_sharp_again(given.before, grey, given.found.small.factor, given.table)


def _news(given: Given[Undisturbed]) -> Unchanged | Hurried | Changed:
    shown, before = given.found, given.before
    if shown.dirty is None or before.look is None:
        return Changed()
    if not shown.steady and will_be_still(before, shown, shown.dirty, given.table):
        return Hurried()
    if is_old(before, shown.frame, shown.dirty, given.table, steady=shown.steady):
        return Unchanged(before.look)
    return Changed()


def _between(given: Given[Undisturbed]) -> Look:
    if given.found.dirty is None:  # pragma: no cover - a hurried picture differs from one that was read
        raise AssertionError
    return look_between(given.before, given.found.frame, given.found.dirty, given.table)


def _tags(given: Given[Undisturbed]) -> TagsRead:
    shown = given.found
    grey = grey_of(shown.frame.image)
    tags, boxed, settled = tags_now(given.before, grey, shown.small, shown.dirty, given.table)
    return TagsRead(shown, grey, tags, boxed, settled)


def _location(given: Given[TagsRead]) -> Located | Unlocated:
    read = given.found
    location, moved = located(given.before, read.grey, read.tags, given.table)
    return Unlocated(read) if location is None else Located(read, location, moved)


def _search(given: Given[TagsRead]) -> TagsRead:
    read = given.found
    return replace(read, tags=scan(read.grey, given.table.alphabets), boxed=None, settled=None)


def _field(given: Given[Located]) -> ReadingState:
    read = given.found.read
    blur_px = blur_in(read.tags, read.grey, given.before, given.table)
    seat = seated(
        given.before,
        given.found.location,
        read.grey,
        read.shown.small,
        given.table,
        moved=given.found.moved,
    )
    return replace(seat, blur_px=blur_px)


def _mended(given: Given[Located]) -> Located:
    read = given.found.read
    tags = with_mended(
        read.tags,
        read.boxed,
        read.grey,
        read.shown.small,
        blur_px=given.before.blur_px,
        module_px=module_px(given.found.location.camera, given.table),
        table=given.table,
    )
    return replace(given.found, read=replace(read, tags=tags))


def _scene(given: Given[Located]) -> Sighted:
    read = given.found.read
    scene, known = scene_of(
        given.before, read.shown, read.grey, read.tags, boxed=read.boxed, table=given.table
    )
    return Sighted(scene, known, read.shown.steady and not given.found.moved)


def _paper(given: Given[Sighted]) -> Mask | None:
    sighted = given.found
    return label_paper(sighted.scene, given.before, sighted.known, steady=sighted.steady, table=given.table)


def _rock_labels(given: Given[Labelled]) -> Labelled:
    scene = with_rocks(given.found.scene, rocks_of(given.before, given.table), given.table)
    return replace(given.found, scene=scene)


def _worn_labels(given: Given[Labelled]) -> Labelled:
    scene, before, table = given.found.scene, given.before, given.table
    tried_mm = untouched(before.tried_mm, scene, given.found.since, table)
    scene = with_worn(replace(scene, tried_mm=tried_mm), rocks_of(before, table), table)
    return replace(given.found, scene=scene)


def _still_unread(given: Given[Labelled]) -> Scene:
    scene, before, table = given.found.scene, given.before, given.table
    still = still_unread(untouched(before.unread_mm, scene, given.found.since, table), scene, table)
    return replace(scene, unread_mm=(*scene.unread_mm, *still))


def _print(given: Given[Scene]) -> Scene:
    return without_misread(given.found, given.before, given.table)


def _places(given: Given[Scene]) -> Standing:
    return standing_in(given.found, given.before, given.table)


def _light(given: Given[Laid]) -> tuple[Light, ...] | None:
    return lights_in(
        given.found.scene, given.found.standing, given.before, given.table, steady=given.found.steady
    )


def _shadows(given: Given[Laid]) -> Laid:
    scene = with_shadows(given.found.scene, given.found.standing, given.before.lights, given.table)
    return replace(given.found, scene=scene)


def _cover(given: Given[Laid]) -> Hidden:
    laid = given.found
    return Hidden(laid, covered_in(laid.scene, given.before, given.table, laid.standing))


def _belief(given: Given[Hidden]) -> Hidden:
    laid, covered = given.found.laid, given.found.covered
    standing = with_believed(laid.scene, given.before, given.table, laid.standing, covered)
    clear = replace(covered, over=with_unclear(covered.over, laid.scene.unclear))
    return Hidden(replace(laid, standing=standing), clear)


def _doubts(given: Given[Hidden]) -> Doubted:
    laid = given.found.laid
    return doubted_in(laid.scene, given.before, given.table, laid.standing, given.found.covered)


def _look(given: Given[Weighed]) -> Look:
    laid, covered = given.found.hidden.laid, given.found.hidden.covered
    return look_of(
        laid.scene,
        given.table,
        laid.standing,
        covered,
        given.found.doubted,
        steady=laid.steady,
        moved=given.found.moved,
    )


def _memory(given: Given[Weighed]) -> ReadingState:
    laid, covered = given.found.hidden.laid, given.found.hidden.covered
    return known_after(
        laid.scene, given.before, laid.standing, covered, given.found.doubted, steady=laid.steady
    )


SMALL = Step("small picture", "change", _shot)
DISTURBANCES = Step("sway and bands", "motion", _undisturbed)
CLOCK = Step("clock in the picture", "change", _clock)
FOCUS_BACK = Step("in focus again", "light", _focus_back)
NEWS = Step("anything new", "motion", _news)
BETWEEN = Step("look between", "motion", _between)
TAGS = Step("tags", "tags", _tags)
LOCATION = Step("camera's place", "board", _location)
SEARCH = Step("tags, everywhere", "tags", _search)
LOCATION_AGAIN = Step("camera's place, again", "board", _location)
FIELD = Step("cells in the picture", "board", _field)
MENDED_TAGS = Step("tags in a mended picture", "labels", _mended)
SCENE = Step("print's colours", "light", _scene)
PAPER = Step("labels' paper", "labels", _paper)
ROCK_LABELS = Step("rocks' labels", "labels", _rock_labels)
WORN_LABELS = Step("worn labels", "labels", _worn_labels)
STILL_UNREAD = Step("labels still unread", "labels", _still_unread)
PRINT = Step("print taken for tags", "labels", _print)
PLACES = Step("pieces' places", "cells", _places)
LIGHT = Step("hard light", "light", _light)
SHADOWS = Step("cast shadows", "light", _shadows)
COVER = Step("hands", "motion", _cover)
BELIEF = Step("what to believe", "cells", _belief)
DOUBTS = Step("doubts", "cells", _doubts)
LOOK = Step("look", "look", _look)
MEMORY = Step("what to remember", "look", _memory)

STEPS: tuple[AnyStep, ...] = (
    SMALL,
    DISTURBANCES,
    CLOCK,
    FOCUS_BACK,
    NEWS,
    BETWEEN,
    TAGS,
    LOCATION,
    SEARCH,
    LOCATION_AGAIN,
    FIELD,
    MENDED_TAGS,
    SCENE,
    PAPER,
    ROCK_LABELS,
    WORN_LABELS,
    STILL_UNREAD,
    PRINT,
    PLACES,
    LIGHT,
    SHADOWS,
    COVER,
    BELIEF,
    DOUBTS,
    LOOK,
    MEMORY,
)
"""All steps in the order of a frame's way; most frames end at `NEWS`."""
