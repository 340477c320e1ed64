"""How a camera does, by what its source gives: counts, rate, and the problem in words. Pure."""

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
"""The px a module that a camera can't be relied on with: labels need 1.7 in good light
(docs/measured/vision-limits.md)."""

_GOOD_ERROR_PX = 0.8
"""A fit this close costs no trust: in cameras' pictures corners are off by 0.15 to 0.45 px, and white that
bleeds comes on top (decision 0145)."""

_GUESSED = 0.9
"""A lens that is guessed costs a tenth. Only three times the trust outweighs a source
(`agreement.OUTWEIGHS`), so this alone outweighs none; with half of it (0.45) and a picture that is half as
sharp a camera would be outweighed."""

_RATE_FRAMES = 30
"""The frames that the rate is taken over: one second of a usual camera."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """How much of the board a camera's reader sees."""

    tags_seen: int
    """How many frame tags are in sight."""
    tags_printed: int
    """How many the board has."""
    camera: Camera | None
    """Where the camera stands; None while the board isn't found."""
    remark: Phrase = SILENCE
    """The frame tags that are hidden, as a sentence."""


class CameraReport:
    """The running account of one camera; `state` is what everybody reads of it."""

    def __init__(self, camera: str, source: str, *, simulated: bool = False) -> None:
        self._state = CameraState(camera, source, simulated=simulated)
        self._times: deque[tuple[Seconds, int]] = deque(maxlen=_RATE_FRAMES)

    @property
    def state(self) -> CameraState:
        """How the camera does now."""
        return self._state

    def resumed(self, last_taken_at: float) -> None:
        """Note the last report of this camera before a restart."""
        self._state = replace(self._state, last_taken_at=last_taken_at)

    def set_up(self, *, settings: Phrase, lens: str, moves: int) -> None:
        """Note what the driver says, where the lens is known from, and how often the camera was moved."""
        self._state = replace(self._state, settings=settings, lens=lens, moves=moves)

    def busy(self, why: Phrase) -> None:
        """Note that the board isn't looked at now, and why."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, problem=why)

    def looked(
        self, frame: Frame, sighted: Sighted, *, dropped: int, px_per_module: float, trust: float = 1.0
    ) -> None:
        """Note a frame that was looked at."""
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
        """Note a frame that couldn't be looked at: a problem until a sound one comes."""
        self._state = replace(
            self._state,
            damaged=self._state.damaged + 1,
            problem=TEXTS.say("problems.damaged", number=bad.sequence, where=bad.where, why=bad.reason),
        )

    def silent(self, reason: Phrase) -> None:
        """Note that no frames come."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, problem=reason)

    def ended(self) -> None:
        """Note that the last frame has come."""
        self._times.clear()
        self._state = replace(self._state, rate_hz=0.0, ended=True)

    def _rate_hz(self) -> float:
        # By the camera's own numbers: not every frame that comes is looked at.
        (first_at, first), (last_at, last) = self._times[0], self._times[-1]
        return max(0, last - first) / (last_at - first_at) if last_at > first_at else 0.0


class LookGate:
    """Lets a look through when something changed or the one before is old enough.

    That is `again_s` after the first of some that are alike, since a second is waited for, else `rest_s`.
    """

    def __init__(self, *, rest_s: float, again_s: float | None = None) -> None:
        self._rest_s = rest_s
        self._again_s = rest_s if again_s is None else again_s
        self._told: Look | None = None
        self._is_first = True

    def lets(self, look: Look) -> bool:
        """Tell whether this look is to be sent; if so, it counts as sent."""
        told = self._told
        is_new = told is None or essence(look) != essence(told)
        if told is not None and not is_new:
            passed = look.taken_at - told.taken_at
            if 0 <= passed < (self._again_s if self._is_first else self._rest_s):
                return False
        self._told, self._is_first = look, is_new
        return True


def trust_of(camera: Camera | None, px: float, *, measured: bool) -> float:
    """Return how far a camera's looks can be relied on, 0..1.

    By how large the smallest tag's modules are, how well the frame tags fit, and whether the lens was
    measured or is guessed from them.
    """
    if camera is None:
        return 0.0
    sharp = (px - _LEAST_PX) / (GOOD_PX_PER_MODULE - _LEAST_PX)
    fits = _GOOD_ERROR_PX / max(camera.error_px, _GOOD_ERROR_PX)
    return round(min(1.0, max(0.1, sharp)) * fits * (1.0 if measured else _GUESSED), 2)


def _sight_problem(sighted: Sighted, px: float) -> Phrase:
    if sighted.camera is None:
        return TEXTS.say("problems.not_found", seen=sighted.tags_seen, printed=sighted.tags_printed)
    if px < LEAST_PX_PER_MODULE:
        return TEXTS.say("problems.too_small", px=round(px, 1), needed=GOOD_PX_PER_MODULE)
    return SILENCE


def essence(look: Look) -> tuple[object, ...]:
    """Return the parts of a look that make it a new one: cells and faces, not tenths of a millimetre."""
    seen = frozenset(
        (seen.piece, seen.cell, seen.face, seen.edge, round(seen.turned_deg / 45) % 8, seen.sideways)
        for seen in look.pieces.seen
    )
    return seen, look.pieces.backs, look.cells.unsure, look.cells.blind, look.motion.steady, look.motion.moved
