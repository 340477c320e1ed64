"""What happens to a camera, noticed from how one look follows another. Pure."""

from dataclasses import dataclass, field

from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.core.ids import Seconds
from vision.frame import Frame

_TEXTS = {
    CameraEventKind.LOST: "the board isn't found any more; judging waits",
    CameraEventKind.FOUND: "the board is found",
    CameraEventKind.MOVED: "camera or board was moved; the new place is found, judging goes on",
    CameraEventKind.BACK: "pictures come again",
}


@dataclass
class CameraStory:
    """One camera's past, as far as the next event depends on it."""

    camera: str
    moves: int = 0
    _found: bool = False
    _silent: bool = False
    _size: tuple[int, int] = field(default=(0, 0))

    def looked(self, frame: Frame, *, found: bool, moved: bool) -> tuple[CameraEvent, ...]:
        """Return what a picture that was looked at brings; `found`: it tells where the camera is."""
        kinds: list[tuple[CameraEventKind, str]] = []
        size = (int(frame.image.shape[1]), int(frame.image.shape[0]))
        if self._silent:
            kinds.append((CameraEventKind.BACK, ""))
        if self._size not in ((0, 0), size):
            text = "pictures of {}x{} come in place of {}x{}".format(*size, *self._size)
            kinds.append((CameraEventKind.RESIZED, text))
        if moved:
            self.moves += 1
            kinds.append((CameraEventKind.MOVED, ""))
        elif found is not self._found:
            kinds.append((CameraEventKind.FOUND if found else CameraEventKind.LOST, ""))
        self._silent, self._size, self._found = False, size, found
        return tuple(self._event(kind, frame.taken_at, text) for kind, text in kinds)

    def silent(self, at: Seconds, reason: str) -> tuple[CameraEvent, ...]:
        """Return what the source's silence brings: an event the first time."""
        if self._silent:
            return ()
        self._silent = True
        return (self._event(CameraEventKind.SILENT, at, reason),)

    def _event(self, kind: CameraEventKind, at: Seconds, text: str) -> CameraEvent:
        return CameraEvent(self.camera, at, kind, text or _TEXTS[kind])
