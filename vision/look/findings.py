"""The findings of a frame's steps: frozen values, each made of those before it."""

from dataclasses import dataclass

from engine.core.observations import Look
from vision.board.field import CameraField
from vision.board.location import Location
from vision.cells.doubts import Doubted
from vision.cells.standing import Covered, Standing
from vision.change.small_picture import Small
from vision.known.memory import Seat
from vision.known.scene import Scene
from vision.motion.disturbances import Undisturbed
from vision.pictures.frame import Frame, Image, Mask
from vision.tags.scanning import Tags


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A frame, and the same seen small."""

    frame: Frame
    """The picture as it was taken."""
    small: Small
    """The same picture, reduced."""


@dataclass(frozen=True, slots=True, eq=False)
class SamePicture:
    """A picture that shows what the last one showed."""

    look: Look
    """The look at the last picture, which still holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Hurried:
    """A picture of something moving that needs no reading, since the next one comes at once."""

    shown: Undisturbed
    """The picture."""
    dirty: Mask
    """The small pixels that differ from the picture that was read."""
    look: Look
    """The last look."""
    ground: CameraField
    """The board's field in the last look."""


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
class SeatedScene:
    """A picture with the board's cells and lines in it."""

    read: TagsRead
    """Its tags."""
    seat: Seat
    """The camera, and the board's field as it sees it."""
    moved: bool
    """Whether the camera, or the board, moved since the last picture."""


@dataclass(frozen=True, slots=True, eq=False)
class SightedScene:
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
class WeighedScene:
    """A scene with its pieces, what hides the board, and what isn't certain."""

    hidden: Hidden
    """The scene, its pieces, and what hides the board."""
    doubted: Doubted
    """The cells and pieces in doubt."""
    moved: bool
    """Whether the camera moved."""
