"""The state of a camera from its source's readings: counts, rate, and the problem in words. It's pure."""

from collections import deque
from dataclasses import dataclass, replace

from engine.bus.messages.cameras import CameraState
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.phrase import SILENCE, Phrase
from vision.light.clarity import GOOD_PX_PER_MODULE, LEAST_PX_PER_MODULE
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame
from vision.sources import BadFrame
from vision.texts import TEXTS

_LEAST_PX = 1.6
"""The px of a module that give the least trust. Labels need 1.7 in good light
(docs/measured/vision-limits.md)."""

_GOOD_ERROR_PX = 0.8
"""The largest error of the frame tags, px, that costs no trust. In cameras' pictures corners are off by 0.15
to 0.45 px, and the spread of white into black is added (decision 0145)."""

_GUESSED = 0.9
"""The trust in a guessed lens. A source is outweighed only by three times its trust (`agreement.OUTWEIGHS`),
so this alone outweighs none. With half of it (0.45) and a picture half as sharp a camera would be
outweighed."""

_ENOUGH_TAGS = 3
"""The number of frame tags that locates a camera with a lens that has to be guessed. If more are read and the
board still isn't found, they don't lie where its file says. With 2, a camera that sees half of the right
board would be said to see another."""

_RATE_FRAMES = 30
"""The number of frames that the rate is taken over: one second of a usual camera."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """The part of the board that a camera's reader sees."""

    tags_seen: int
    """The number of frame tags in sight."""
    tags_printed: int
    """The number of frame tags on the board."""
    camera: Camera | None
    """The camera and its place; None while the board isn't found."""
    remark: Phrase = SILENCE
    """A sentence on the frame tags that are hidden."""


class CameraReport:
    """The account of one camera's readings. Its `state` is what others read."""

    def __init__(self, camera: str, source: str, *, simulated: bool = False) -> None:
        self._state = CameraState(camera, source, simulated=simulated)
        self._times: deque[tuple[Seconds, int]] = deque(maxlen=_RATE_FRAMES)

    @property
    def state(self) -> CameraState:
        """The state of the camera now."""
        return self._state

    def resumed(self, last_taken_at: float) -> None:
        """Note the capture time in the last report of this camera before a restart."""
        self._state = replace(self._state, last_taken_at=last_taken_at)

    def set_up(self, *, settings: Phrase, lens: str, moves: int) -> None:
        """Note the driver's settings, the origin of the lens, and the number of moves."""
        self._state = replace(self._state, settings=settings, lens=lens, moves=moves)

    def busy(self, why: Phrase) -> None:
        """Note that the board isn't read now, and why."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, problem=why)

    def looked(
        self, frame: Frame, sighted: Sighted, *, dropped: int, px_per_module: float, trust: float = 1.0
    ) -> None:
        """Note a frame that was read."""
        if self._times and frame.taken_at < self._times[-1][0]:
            self._times.clear()
        self._times.append((frame.taken_at, frame.sequence))
        self._state = replace(
            self._state,
            width_px=int(frame.image.shape[1]),
            height_px=int(frame.image.shape[0]),
            rate_hz=round(self._rate_hz(), 2),
            frames=self._state.frames + 1,
            dropped=dropped,
            frame_tags_seen=sighted.tags_seen,
            px_per_module=round(px_per_module, 2),
            trust=trust,
            last_taken_at=max(frame.taken_at, self._state.last_taken_at),
            problem=_sight_problem(sighted, px_per_module),
            remark=sighted.remark,
        )

    def damaged(self, bad: BadFrame) -> None:
        """Note a frame that couldn't be decoded. It's a problem until a sound one comes."""
        self._state = replace(
            self._state,
            damaged=self._state.damaged + 1,
            problem=TEXTS.say("problems.damaged", number=bad.sequence, where=bad.where, why=bad.reason),
        )

    def silent(self, reason: Phrase) -> None:
        """Note that no frames come, and why."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, problem=reason)

    def ended(self) -> None:
        """Note that the last frame was read."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, ended=True)

    def _rate_hz(self) -> float:
        # The rate counts the camera's own numbers, since not every frame is read.
        (first_at, first), (last_at, last) = self._times[0], self._times[-1]
        return max(0, last - first) / (last_at - first_at) if last_at > first_at else 0.0


class LookGate:
    """A gate for looks: it lets a look through if it's new, or if the last one is old enough.

    A look that says the same passes `again_s` after the first like it, since a second one is waited for, and
    `rest_s` after each later one.
    """

    def __init__(self, *, rest_s: float, again_s: float | None = None) -> None:
        self._rest_s = rest_s
        self._again_s = rest_s if again_s is None else again_s
        self._sent: Look | None = None
        self._is_first = True

    def lets(self, look: Look) -> bool:
        """Return whether this look is to be sent. If so, it counts as sent."""
        sent = self._sent
        is_new = sent is None or essence(look) != essence(sent)
        if sent is not None and not is_new:
            passed = look.taken_at - sent.taken_at
            if 0 <= passed < (self._again_s if self._is_first else self._rest_s):
                return False
        self._sent, self._is_first = look, is_new
        return True


def trust_of(camera: Camera | None, px: float, *, measured: bool) -> float:
    """Return the trust in a camera's looks, 0..1.

    It depends on the size of the smallest tag's modules, `px`, on the error of the frame tags, and on whether
    the lens was `measured` or guessed from them.
    """
    if camera is None:
        return 0.0
    sharp = (px - _LEAST_PX) / (GOOD_PX_PER_MODULE - _LEAST_PX)
    fits = _GOOD_ERROR_PX / max(camera.error_px, _GOOD_ERROR_PX)
    return round(min(1.0, max(0.1, sharp)) * fits * (1.0 if measured else _GUESSED), 2)


def _sight_problem(sighted: Sighted, px: float) -> Phrase:
    if sighted.camera is None:
        why = "another_board" if sighted.tags_seen >= _ENOUGH_TAGS else "not_found"
        return TEXTS.say(f"problems.{why}", seen=sighted.tags_seen, printed=sighted.tags_printed)
    if px < LEAST_PX_PER_MODULE:
        return TEXTS.say("problems.too_small", px=round(px, 1), needed=GOOD_PX_PER_MODULE)
    return SILENCE


def essence(look: Look) -> tuple[object, ...]:
    """Return the parts of a look that make it a new one: cells and faces, but no tenths of a millimetre."""
    seen = frozenset(
        (seen.piece, seen.cell, seen.face, seen.edge, round(seen.turned_deg / 45) % 8, seen.sideways)
        for seen in look.pieces.seen
    )
    return seen, look.pieces.backs, look.cells.unsure, look.cells.blind, look.motion.steady, look.motion.moved
