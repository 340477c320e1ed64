"""One picture on its way to a look: what was read in it, and how the board lies in it."""

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
    """The picture seen small, without sway and bands."""
    tags: Tags
    """The tags in it."""
    boxed: Mask | None
    """The small pixels that were read again; None stands for the whole picture."""
    camera: Camera
    """Where the camera stands."""
    ground: CameraField
    """The board's field as that camera sees it."""
    shape: tuple[int, int]
    """Rows and columns of the small picture."""
    px_per_mm: float
    """The full-size px of a board millimetre where the field is nearest."""
    clarity: Clarity
    """How clear the picture is."""
    own: PrintColours
    """The cells' own colours in its light."""
    unclear: Flags
    """The cells that are too blurred or too dark to call them empty, `(cells,)`."""
    unread_mm: tuple[tuple[float, float], ...] = ()
    """Where labels lie that show but can't be read, board mm."""
    waiting_mm: tuple[tuple[float, float], ...] = ()
    """Where labels may lie that are looked for in the next picture, board mm."""
    tried_mm: tuple[tuple[float, float], ...] = ()
    """Where labels were looked for in vain, board mm."""
    shadows: Mask | None = None
    """The small pixels where known things throw their shadows; None without hard light."""
    cards: Mask | None = None
    """The small pixels of all cards that are read, wherever they lie; None: no piece of this table is a
    card."""
    like_labels: Mask | None = None
    """The small pixels that are as black and as white around as labels are; None where the board's print
    isn't."""
