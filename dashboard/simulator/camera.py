"""The simulated camera: it renders the stage at a steady rate, with little work while nothing moves.

A real camera sends thirty pictures a second, but only a picture with something new matters. So the simulated
one takes few pictures, but shows the table after a hand has gone as soon and as often as a real one. That
picture is rendered in advance, because a real camera has no time of rendering.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import cv2

from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.stage import Stage, StageScene, at, is_going, left_behind, next_turn, scene_of
from dashboard.simulator.stream import NewestPicture
from dashboard.simulator.surroundings import Surroundings
from engine.core.board import Tray
from engine.core.ids import Seconds
from engine.core.pieces import PieceSet
from vision.render.conditions import Conditions
from vision.render.dice import draw_tray
from vision.render.renderer import Renderer

FPS = 5.0

LIVE_FPS = 30.0
"""The rate of a real camera, in pictures a second, which the simulated one has after something new."""

_LIVE_S = 0.5
"""After something new, pictures come at that rate for this time, in seconds."""

_QUIET_PICTURES = 4
"""The number of pictures that show an unchanged table in turn; they differ in the sensor's noise only."""

_PLAIN = Conditions(noise=0.0, blur_px=0.0)
"""The conditions for painting the tray over a picture, which has its noise and blur already."""


class SimulatedCamera:
    """Renders the stage in its own thread, `FPS` times a second; late pictures are skipped.

    Pictures come more often while a hand takes a piece. They come `LIVE_FPS` times a second from the moment
    when it lets go until the table without the hand has been shown for a while. The last picture with the
    hand is left out there.

    Args:
        renderer: The renderer for usual light.
        pieces: The set of pieces.
        newest: Gets each picture, as a JPEG.
        look: Returns the stage at a moment.
        writer: Records each picture; then none is skipped. None: nothing is recorded.
        tray: The dice tray beside the board; None: there is none.
        otherwise: Returns the renderer for other light, and for a camera that was knocked; None: the pictures
            never show these.
    """

    def __init__(  # noqa: PLR0913  # the services' parts, put together once
        self,
        renderer: Renderer,
        pieces: PieceSet,
        newest: NewestPicture,
        look: Callable[[Seconds], Stage],
        *,
        writer: FootageWriter | None = None,
        tray: Tray | None = None,
        otherwise: Callable[[Surroundings], Renderer] | None = None,
    ) -> None:
        self._renderer = renderer
        self._otherwise = otherwise or (lambda _: renderer)
        self._pieces = pieces
        self._newest = newest
        self._look = look
        self._writer = writer
        self._tray = tray
        self._quiet: tuple[StageScene, list[bytes]] | None = None
        self._ahead: tuple[StageScene, bytes] | None = None
        self._number = 0
        self._new_at = Seconds(float("-inf"))

    def run(self, stop: threading.Event) -> None:
        """Take pictures until `stop` is set."""
        # OpenCV may use one core only, so that the other is left for vision.
        cv2.setNumThreads(1)
        due = time.time()
        while not stop.is_set():
            self.take_one(Seconds(due))
            due = self.next_after(Seconds(due))
            late = time.time() - due
            if late > 0 and self._writer is None:
                due += late
            stop.wait(max(0.0, -late))

    def next_after(self, taken_at: Seconds) -> Seconds:
        """Return the time of the next picture after one at `taken_at`; a recording has a steady rate."""
        usual = Seconds(taken_at + 1 / FPS)
        if self._writer is not None:
            return usual
        soon = Seconds(taken_at + 1 / LIVE_FPS)
        if taken_at - self._new_at < _LIVE_S:
            return soon
        stage = at(self._look(taken_at), taken_at)
        if is_going(stage, taken_at):
            # Rendering the last picture with the hand would delay the first one without it, so it's left out.
            later = Seconds(soon + 1 / LIVE_FPS)
            last = self._hand_shows(stage, soon) and not self._hand_shows(stage, later)
            return later if last else soon
        turn = next_turn(stage, taken_at)
        return usual if turn is None else max(soon, min(turn, usual))

    def take_one(self, now: Seconds) -> None:
        """Take the picture of a moment, and show it to the viewers."""
        stage = at(self._look(now), now)
        scene = scene_of(stage, now, self._pieces)
        if scene.about.unplugged:
            self._newest.unplug()
            return
        self._renderer = self._otherwise(scene.about)
        content = self._picture(scene, now)
        self._newest.put(content, now)
        if self._writer is None:
            self._draw_ahead(left_behind(stage, now, 1 / FPS))
        else:
            everything = (*scene.placed, *scene.things)
            truth = self._renderer.truth(everything, held=scene.held, hand=scene.hand)
            things = {one.piece.id for one in scene.things}
            self._writer.add(content, [one for one in truth if one.placed.piece.id not in things], scene, now)

    def _hand_shows(self, stage: Stage, now: Seconds) -> bool:
        hand = scene_of(stage, now, self._pieces).hand
        return hand is not None and self._renderer.shows(hand)

    def _draw_ahead(self, behind: Stage | None) -> None:
        """Render the table in advance as it will lie when a hand has gone."""
        if behind is None:
            return
        scene = scene_of(behind, Seconds(behind.since), self._pieces)
        if scene.hand is None and (self._ahead is None or self._ahead[0] != scene):
            self._ahead = scene, self._rendered(scene)

    def _picture(self, scene: StageScene, now: Seconds) -> bytes:
        self._number += 1
        if scene.hand is not None and not (scene.held or self._renderer.shows(scene.hand)):
            # The hand is still on its way, but outside the picture.
            scene = replace(scene, hand=None)
        if scene.hand is not None or scene.held:
            self._quiet = None
            return self._rendered(scene)
        if self._quiet is None or self._quiet[0] != scene:
            ahead, self._ahead = self._ahead, None
            drawn = [] if ahead is None or ahead[0] != scene else [ahead[1]]
            self._quiet, self._new_at = (scene, drawn), now
            if drawn:
                return drawn[0]
        shown = self._quiet[1]
        if len(shown) < _QUIET_PICTURES:
            shown.append(self._rendered(scene))
            return shown[-1]
        return shown[self._number % _QUIET_PICTURES]

    def _rendered(self, scene: StageScene) -> bytes:
        image = self._renderer.render(
            (*scene.placed, *scene.things), held=scene.held, hand=scene.hand, number=self._number
        )
        if self._tray is not None:
            image = draw_tray(image, self._tray, scene.dice, self._renderer.view, _PLAIN)
        return self._renderer.jpeg(image)
