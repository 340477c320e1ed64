"""One picture on its way to a look: what was read in it, and how the board lies in it."""

from dataclasses import dataclass

from engine.core.surfaces import Surface
from vision.board.field import CameraField, Flags
from vision.change.small_picture import Small
from vision.light.contrast import Clarity
from vision.light.print_colours import PrintColours
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame, Image, Mask
from vision.tags.scanning import Tags


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One picture with its tags and the camera that took it; `boxed`: the small pixels read again.

    `clarity`: how clear it is; `own`: the cells' own colours in its light. `unread_mm`: where labels lie that
    show, but can't be read; `waiting_mm`: where one may lie that is looked for in the next picture;
    `tried_mm`: where it was in vain. `unclear`: the cells where it's too blurred or too dark to tell them
    empty. `shadows`: small pixels where what is known to stand throws its shadow. `cards`: those of all cards
    that are read, wherever they lie; None: no piece of this table is a card. `like_labels`: those about which
    it's as black and as white as labels are; None where the board's own print isn't.
    """

    frame: Frame
    grey: Image
    small: Small
    tags: Tags
    boxed: Mask | None
    camera: Camera
    ground: CameraField
    clarity: Clarity
    own: PrintColours
    unclear: Flags
    unread_mm: tuple[tuple[float, float], ...] = ()
    waiting_mm: tuple[tuple[float, float], ...] = ()
    tried_mm: tuple[tuple[float, float], ...] = ()
    shadows: Mask | None = None
    cards: Mask | None = None
    like_labels: Mask | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the small picture."""
        rows, columns = self.ground.labels.shape
        return rows, columns

    def px_per_mm(self, surface: Surface) -> float:
        """Return the full-size px of a board millimetre where the field is nearest."""
        return self.ground.px_per_mm(self.small.factor, surface)
