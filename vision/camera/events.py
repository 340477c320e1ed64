"""The events of a camera, found by comparing each look with the one before. It's pure."""

from dataclasses import dataclass, field

from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from vision.pictures.frame import Frame
from vision.texts import TEXTS


@dataclass
class CameraStory:
    """The past of one camera that its next event depends on."""

    camera: str
    """The camera's name on the bus."""
    moves: int = 0
    """The number of times that it has moved so far."""
    _found: bool = False
    """Whether the last picture showed the board."""
    _silent: bool = False
    """Whether it has been reported as silent since the last picture."""
    _size: tuple[int, int] = field(default=(0, 0))
    """The last picture's width and height, px; zeros before the first."""

    def looked(self, frame: Frame, *, found: bool, moved: bool) -> tuple[CameraEvent, ...]:
        """Return the events of a picture that was read. `found`: the picture shows the camera's place."""
        kinds: list[tuple[CameraEventKind, Phrase]] = []
        size = (int(frame.image.shape[1]), int(frame.image.shape[0]))
        if self._silent:
            kinds.append((CameraEventKind.BACK, SILENCE))
        if self._size not in ((0, 0), size):
            width, height = self._size
            text = TEXTS.say(
                "events.resized", width=size[0], height=size[1], old_width=width, old_height=height
            )
            kinds.append((CameraEventKind.RESIZED, text))
        if moved:
            self.moves += 1
            kinds.append((CameraEventKind.MOVED, SILENCE))
        elif found is not self._found:
            kinds.append((CameraEventKind.FOUND if found else CameraEventKind.LOST, SILENCE))
        self._silent, self._size, self._found = False, size, found
        return tuple(self._event(kind, frame.taken_at, text) for kind, text in kinds)

    def silent(self, at: Seconds, reason: Phrase) -> tuple[CameraEvent, ...]:
        """Return the event of a source that has gone silent: one the first time, then none."""
        if self._silent:
            return ()
        self._silent = True
        return (self._event(CameraEventKind.SILENT, at, reason),)

    def _event(self, kind: CameraEventKind, at: Seconds, text: Phrase) -> CameraEvent:
        return CameraEvent(self.camera, at, kind, text or TEXTS.say(f"events.{kind.value}"))
