"""A scene: one picture on its way to a look, with its tags and the board's place in it."""

from dataclasses import dataclass

from vision.board.field import CameraField, Flags
from vision.change.small_picture import Small
from vision.light.clarity import Clarity
from vision.light.print_colours import PrintColours
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame, Image, Mask
from vision.tags.scanning import Tags


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One picture with its tags and the camera that took it."""

    frame: Frame
    """The picture, without sway and bands of light."""
    grey: Image
    """The picture in grey, with its bands of light."""
    small: Small
    """The picture at its small size, without sway and bands."""
    tags: Tags
    """The tags in it."""
    boxed: Mask | None
    """The small pixels that were read again; None means the whole picture."""
    camera: Camera
    """The camera and its place."""
    ground: CameraField
    """The board's field as that camera sees it."""
    shape: tuple[int, int]
    """Rows and columns of the small picture."""
    px_per_mm: float
    """The largest scale of the field, full-size px a board millimetre."""
    clarity: Clarity
    """How clear the picture is."""
    print_colours: PrintColours
    """The cells' own colours in its light."""
    unclear: Flags
    """The cells that are too blurred or too dark to be called empty, `(cells,)`."""
    labelled: Mask
    """The small pixels of the labels that are read."""
    unread_mm: tuple[tuple[float, float], ...] = ()
    """The places of labels that show but can't be read, board mm."""
    waiting_mm: tuple[tuple[float, float], ...] = ()
    """The places where labels are searched for in the next picture, board mm."""
    tried_mm: tuple[tuple[float, float], ...] = ()
    """The places where labels were searched for in vain, board mm."""
    shadows: Mask | None = None
    """The small pixels where known things cast shadows; None without a hard light."""
    cards: Mask | None = None
    """The small pixels of all cards that are read, wherever they lie; None if no piece of the table is a
    card."""
    like_labels: Mask | None = None
    """The small pixels with black and white around as labels have; None if the board's print has these
    too."""
