"""The pages for setting up a camera: its live picture, how well it sees, the measuring of its lens.

Those pages fetch the pictures themselves; the tablets' WebSocket doesn't carry them.
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

from dashboard.web.seats.seating import Seating, expect_may_set_up
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, rendered, why
from engine.bus.messages.cameras import (
    CalibrationState,
    CameraCheckup,
    CameraOrder,
    CameraPicture,
    CameraState,
    StepPictures,
)
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault
from engine.core.phrase import ENGLISH

CHANNELS = ("camera", "calibration", "camera_picture", "camera_steps", "camera_checkup")
"""The channels of the messages that the pages show."""

_MOST_CAMERAS = 16
_LONGEST_ORDER = 1024

PublishOrder = Callable[[str, CameraOrder], None]
"""Sends an order to the camera of a name. It raises a `BoardwardenError` when the bus is away."""


class Cameras:
    """The newest messages of each camera. `clock` is a monotonic clock, s."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pictured_at: dict[str, float] = {}
        self._states: dict[str, CameraState] = {}
        self._calibrations: dict[str, CalibrationState] = {}
        self._pictures: dict[str, CameraPicture] = {}
        self._checkups: dict[str, CameraCheckup] = {}
        self._steps: dict[str, StepPictures] = {}

    def take(self, name: str, message: object) -> None:
        """Keep a camera's message. At most 16 cameras are kept, so a faulty bus can't fill the memory."""
        if name not in self._states and len(self._states) >= _MOST_CAMERAS:
            return
        match message:
            case CameraState():
                self._states[name] = message
            case CalibrationState():
                self._calibrations[name] = message
            case CameraPicture() if name in self._states:
                self._pictures[name] = message
                self._pictured_at[name] = self._clock()
            case CameraCheckup() if name in self._states:
                self._checkups[name] = message
            case StepPictures() if name in self._states:
                self._steps[name] = message
            case _:
                pass

    def facts(self, language: str = ENGLISH) -> list[dict[str, Any]]:
        """Return the facts of each camera as JSON has them, by name, with sentences in a language."""
        return [
            {
                "name": name,
                "state": rendered(state, language),
                "calibration": rendered(self._calibrations.get(name), language),
                "checkup": rendered(self._checkups.get(name), language),
                "picture": self._pictures[name].sequence if name in self._pictures else None,
                "steps": self._steps[name].sequence if name in self._steps else None,
                "age_s": self._clock() - self._pictured_at[name] if name in self._pictures else None,
            }
            for name, state in sorted(self._states.items())
        ]

    def seen(self) -> tuple[tuple[CameraState, CameraCheckup | None], ...]:
        """Return each camera's state and last examination, in the order of their names."""
        return tuple((state, self._checkups.get(name)) for name, state in sorted(self._states.items()))

    def of(self, name: str) -> tuple[CameraState | None, CameraCheckup | None]:
        """Return a camera's state and its last examination, each None if there is none."""
        return self._states.get(name), self._checkups.get(name)

    def jpeg(self, name: str) -> bytes | None:
        """Return a camera's newest picture; None if it has sent none."""
        picture = self._pictures.get(name)
        return None if picture is None else picture.jpeg

    def steps(self, name: str) -> bytes | None:
        """Return the ZIP of a camera's last step pictures; None if it has sent none."""
        steps = self._steps.get(name)
        return None if steps is None else steps.packed


def camera_pages(cameras: Cameras, publish: PublishOrder, seating: Seating) -> APIRouter:
    """Return the routes of the pages for cameras.

    Everybody may look. Only the arbiter may send orders and get the step pictures; others get a 403.
    """
    router = APIRouter()

    @router.get("/calibrate", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/calibrate")

    @router.get("/setup", include_in_schema=False)
    async def _setup() -> HTMLResponse:
        return page("setting_up/setup")

    @router.get("/cameras")
    async def _facts(lang: str = ENGLISH) -> JSONResponse:
        return JSONResponse(cameras.facts(language_asked(lang)))

    @router.get("/cameras/{name}.jpg")
    async def _picture(name: str, lang: str = ENGLISH) -> Response:
        jpeg = cameras.jpeg(name)
        if jpeg is None:
            none = InputFault(TEXTS.say("refused.no_picture_yet", camera=name))
            return PlainTextResponse(f"{why(none, lang)}\n", status_code=404)
        return Response(jpeg, media_type="image/jpeg")

    @router.get("/cameras/{name}/steps.zip")
    async def _steps(name: str, request: Request, lang: str = ENGLISH) -> Response:
        try:
            expect_may_set_up(place_of_visitor(request, seating))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=403)
        packed = cameras.steps(name)
        if packed is None:
            none = InputFault(TEXTS.say("refused.no_steps_yet", camera=name))
            return PlainTextResponse(f"{why(none, lang)}\n", status_code=404)
        named = {"Content-Disposition": 'attachment; filename="boardwarden-steps.zip"'}
        return Response(packed, media_type="application/zip", headers=named)

    @router.post("/cameras/{name}/order")
    async def _order(name: str, request: Request, lang: str = ENGLISH) -> Response:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > _LONGEST_ORDER:
                return PlainTextResponse(f"expected at most {_LONGEST_ORDER} bytes\n", status_code=413)
        try:
            order = parse_typed(body, CameraOrder)
        except msgspec.DecodeError as error:
            return PlainTextResponse(f'expected {{"order": ...}}: {error}\n', status_code=400)
        try:
            expect_may_set_up(place_of_visitor(request, seating))
        except InputFault as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=403)
        try:
            publish(name, order)
        except BoardwardenError as error:
            return PlainTextResponse(f"{why(error, lang)}\n", status_code=503)
        return Response(status_code=202)

    return router
