"""The processes of a frame's steps, which `steps` lists: each takes its input apart and asks its stage."""

from dataclasses import replace

from engine.core.observations import Look
from vision.cells.doubts import Doubted, doubted_in
from vision.cells.standing import Standing, covered_in, standing_in, with_believed
from vision.change.clock_overlay import Writing, with_ticks
from vision.change.small_picture import reduce
from vision.known.memory import ReadingState
from vision.known.scene import Scene
from vision.labels.changed_tags import tags_now, with_mended
from vision.labels.misread_print import without_misread
from vision.labels.quadless_labels import still_unread, untouched, with_rocks, with_worn
from vision.light.light_direction import Light
from vision.look.findings import (
    Changed,
    Hidden,
    Hurried,
    Labelled,
    Laid,
    Located,
    SamePicture,
    SeatedScene,
    Shot,
    SightedScene,
    TagsRead,
    Unlocated,
    WeighedScene,
)
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
from vision.look.step import Given
from vision.motion.disturbances import Undisturbed, undisturbed
from vision.motion.moving_hand import look_between
from vision.motion.occlusion import with_unclear
from vision.motion.skipping import is_old, will_be_still
from vision.pictures.frame import Frame, Mask
from vision.tags.scanning import scan


def shot(given: Given[Frame]) -> Shot:
    """Return a frame and the same seen small."""
    return Shot(given.found, reduce(given.found.image))


def without_disturbances(given: Given[Shot]) -> Undisturbed:
    """Return a picture without sway and bands."""
    return undisturbed(given.before, given.found.frame, given.found.small)


def clock_ticks(given: Given[Undisturbed]) -> Writing | None:
    """Return what is known of a clock in the picture."""
    before, shown = given.before, given.found
    if shown.movement.where is None or shown.steady:
        return before.pictures.writing
    return with_ticks(before.pictures.writing, shown.movement.where, shown.frame.taken_at)


def focus_is_back(given: Given[Undisturbed]) -> bool:
    """Tell whether the tags are sharp again."""
    shown, before = given.found, given.before
    return is_sharp_again(before.seat, before.tags, shown.frame.grey, shown.small.factor, given.table)


def news(given: Given[Undisturbed]) -> SamePicture | Hurried | Changed:
    """Return whether a picture shows anything new, and has to be read."""
    shown, before = given.found, given.before
    if shown.dirty is None or before.look is None or before.seat is None:
        return Changed()
    if not shown.steady and will_be_still(before.pictures, shown, shown.dirty, given.table):
        return Hurried(shown, shown.dirty, before.look, before.seat.ground)
    if is_old(before, shown.frame, shown.dirty, given.table, steady=shown.steady):
        return SamePicture(before.look)
    return Changed()


def look_while_moving(given: Given[Hurried]) -> Look:
    """Return the look while something moves."""
    now = given.found
    return look_between(
        now.look, now.ground, given.before.pieces, now.shown.frame, now.dirty, table=given.table
    )


def tags_in(given: Given[Undisturbed]) -> TagsRead:
    """Return the tags of a picture."""
    shown = given.found
    grey = shown.frame.grey
    tags, boxed, settled = tags_now(given.before, grey, shown.small, shown.dirty, given.table)
    return TagsRead(shown, grey, tags, boxed, settled)


def located_by_tags(given: Given[TagsRead]) -> Located | Unlocated:
    """Return whether its tags say where the camera stands."""
    read = given.found
    location, moved = located(given.before, read.grey, read.tags, given.table)
    return Unlocated(read) if location is None else Located(read, location, moved)


def tags_everywhere(given: Given[TagsRead]) -> TagsRead:
    """Return the tags of the whole picture."""
    read = given.found
    return replace(read, tags=scan(read.grey, given.table.alphabets), boxed=None, settled=None)


def field_in(given: Given[Located]) -> tuple[SeatedScene, ReadingState]:
    """Return the board's field in a picture, and the state for that."""
    found, read = given.found, given.found.read
    blur_px = blur_in(read.tags, read.grey, given.before.focus, given.table)
    seat, state = seated(
        given.before, found.location, read.grey, read.shown.small, given.table, moved=found.moved
    )
    state = replace(state, focus=replace(state.focus, blur_px=blur_px))
    return SeatedScene(read, seat, found.moved), state


def with_mended_tags(given: Given[SeatedScene]) -> SeatedScene:
    """Return the picture with tags that show once it is mended."""
    read = given.found.read
    tags = with_mended(
        read.tags,
        read.boxed,
        read.grey,
        read.shown.small,
        blur_px=given.before.focus.blur_px,
        module_px=module_px(given.found.seat.location.camera, given.table),
        table=given.table,
    )
    return replace(given.found, read=replace(read, tags=tags))


def scene_in(given: Given[SeatedScene]) -> SightedScene:
    """Return the scene before worn labels are looked for."""
    found, read = given.found, given.found.read
    scene, known = scene_of(
        given.before,
        found.seat,
        read.shown,
        read.grey,
        read.tags,
        boxed=read.boxed,
        table=given.table,
    )
    return SightedScene(scene, known, read.shown.steady and not found.moved)


def paper_in(given: Given[SightedScene]) -> Mask | None:
    """Return where it looks like labels; None where the print does not."""
    sighted = given.found
    return label_paper(sighted.scene, given.before, sighted.known, steady=sighted.steady, table=given.table)


def with_rock_labels(given: Given[Labelled]) -> Labelled:
    """Return the scene with rocks' labels that no quad shows."""
    scene = with_rocks(given.found.scene, rocks_of(given.before.pieces, given.table), given.table)
    return replace(given.found, scene=scene)


def with_worn_labels(given: Given[Labelled]) -> Labelled:
    """Return the scene with worn labels, read or not."""
    scene, before, table = given.found.scene, given.before, given.table
    tried_mm = untouched(before.labels.tried_mm, scene, given.found.since, table)
    scene = with_worn(replace(scene, tried_mm=tried_mm), rocks_of(before.pieces, table), table)
    return replace(given.found, scene=scene)


def with_labels_still_unread(given: Given[Labelled]) -> Scene:
    """Return the scene with labels that stay unread."""
    scene, before, table = given.found.scene, given.before, given.table
    still = still_unread(untouched(before.labels.unread_mm, scene, given.found.since, table), scene, table)
    return replace(scene, unread_mm=(*scene.unread_mm, *still))


def without_print(given: Given[Scene]) -> Scene:
    """Return the scene without tags that are print."""
    return without_misread(given.found, given.before, given.table)


def places_in(given: Given[Scene]) -> Standing:
    """Return the pieces that its tags place."""
    return standing_in(given.found, given.before.pieces, given.table)


def hard_lights(given: Given[Laid]) -> tuple[Light, ...] | None:
    """Return where hard light comes from; None where it is not looked for."""
    laid, before = given.found, given.before
    return lights_in(
        laid.scene, laid.standing, before.look, before.light, table=given.table, steady=laid.steady
    )


def with_cast_shadows(given: Given[Laid]) -> Laid:
    """Return the scene with the shadows of its pieces."""
    scene = with_shadows(given.found.scene, given.found.standing, given.before.light.lights, given.table)
    return replace(given.found, scene=scene)


def hidden_in(given: Given[Laid]) -> Hidden:
    """Return the scene with what hides the board."""
    laid = given.found
    return Hidden(laid, covered_in(laid.scene, given.before, given.table, laid.standing))


def believed_in(given: Given[Hidden]) -> Hidden:
    """Return the same with the pieces that are believed."""
    laid, covered = given.found.laid, given.found.covered
    standing = with_believed(laid.scene, given.before, given.table, laid.standing, covered)
    clear = replace(covered, over=with_unclear(covered.over, laid.scene.unclear))
    return Hidden(replace(laid, standing=standing), clear)


def doubts_in(given: Given[Hidden]) -> Doubted:
    """Return the doubts about a scene."""
    laid = given.found.laid
    return doubted_in(laid.scene, given.before, given.table, laid.standing, given.found.covered)


def look_at(given: Given[WeighedScene]) -> Look:
    """Return the look at a scene."""
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


def memory_after(given: Given[WeighedScene]) -> ReadingState:
    """Return the state after a scene."""
    laid, covered = given.found.hidden.laid, given.found.hidden.covered
    return known_after(
        laid.scene, given.before, laid.standing, covered, given.found.doubted, steady=laid.steady
    )
