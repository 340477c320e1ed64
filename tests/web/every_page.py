"""Every page that the service has, found by its routes, each with something on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fastapi import FastAPI
from PIL import Image
from starlette.routing import BaseRoute, Route

from engine.bus.messages.boards import DeviceState, LaidTag, TagSheet
from engine.bus.messages.cameras import CalibrationStage
from engine.bus.sealing import Seal
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from engine.core.tags import Taggable
from engine.records.bounds import Bounds
from engine.records.frame_recorder import FrameRecorder
from engine.records.room import EvidenceRoom
from engine.session.matches.journal import journals
from tests import asking
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import SETUP
from tests.web.browsing import LYING
from tests.web.shown_table import KEY, TABLE, FakeBus
from tests.web.test_cameras import tell_camera

HAND = {**SETUP, "hands": {"west": ["bua-chien"], "north": ["khien-go"]}}

TAGS = TagSheet(
    (LaidTag("pad.west", "04A1B2C3D4E5F6", says="piece w.inf.1"), LaidTag("pad.north", "04A1B2C3D4E5F7")),
    (
        Taggable("card bua-chien", "card", Phrase("War Hammer")),
        Taggable("piece w.inf.1", "piece", Phrase("w.inf.1")),
    ),
)

SHOWN = {
    "/": "body[data-ready=true]",
    "/table": "body[data-ready=true]",
    "/start": "body[data-ready=true] .cards li",
    "/doctor/page": "#findings li",
    "/setup": "#picture:not([hidden])",
    "/calibrate": "#finish:not([hidden])",
    "/enrol": "#tags article",
    "/health/page": "#devices tbody tr",
    "/links/page": "#state:not(:empty)",
    "/audit/page": "#state:not(:empty)",
    "/passkeys/page": "#content > *",
    "/phone": "#tools button",
    "/trust": "#state a",
    "/project": "#field polygon",
    "/tap": "#said p",
    "/large": "#says:not(:empty)",
    "/rulebook": "#rules li",
    "/league": "#count:not(:empty)",
    "/replay": "#moments li[aria-current], #moments li",
    "/overlay": "body[data-ready=true]",
    "/embed": "body[data-ready=true]",
}
"""The content of a page once it shows what `tell_everything` sends."""


@dataclass(frozen=True, slots=True)
class EveryPage:
    """A service that has something to show on each of its pages."""

    url: str
    addresses: tuple[str, ...]

    def shown(self, address: str) -> str:
        """Return the contents of a page once it shows everything."""
        return SHOWN.get(address.partition("?")[0], "h1:not(:empty), h2:not(:empty)")


def tell_everything(bus: FakeBus) -> None:
    """Tell, beside a match, what the pages about cameras, devices and tags show."""
    tell_camera(bus, views=6, stage=CalibrationStage.SHOWING)
    bus.tell("simulated_table", LYING)
    bus.tell("device", DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.1"), "board")
    bus.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TAGS))


def record_match(folder: Path) -> None:
    """Record a move, a turn's end, a wrong move and its repair, and a picture from the wrong move on."""
    engine = RecordedEngine(folder, setup=HAND)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now += 10.0
    engine.ask("end", action={"end_turn": True})
    engine.now += 10.0
    engine.show(n_inf_1="b2")
    wrong_at = engine.now
    engine.show()
    engine.service.close()
    room = EvidenceRoom(folder, Bounds(free_beside_pictures_bytes=0))
    recorder = FrameRecorder(room, "cam", table="t", wall=lambda: wrong_at)
    recorder.match_is(journals(folder)[0].parent.name)
    content = BytesIO()
    Image.new("RGB", (64, 48), "red").save(content, format="JPEG")
    recorder.keep(content.getvalue(), taken_at=Seconds(wrong_at), sequence=1, about={"lens": ""})
    recorder.close()


def pages(app: FastAPI, url: str) -> list[str]:
    """Return the addresses that answer with a page; one that is added is found too."""

    def is_page(path: str) -> bool:
        with asking.stream("GET", f"{url}{path}") as answer:
            kind: str = answer.headers.get("content-type", "")
            return kind.startswith("text/html")

    return [path for path in _paths(app.routes) if is_page(path)]


def _paths(routes: list[BaseRoute]) -> Iterator[str]:
    """Return all that may be fetched without naming anything, also of the routers that were included."""
    for route in routes:
        if isinstance(route, Route) and "{" not in route.path and "GET" in (route.methods or ()):
            yield route.path
        # Newer releases of the framework keep an included router whole.
        yield from _paths(getattr(getattr(route, "original_router", None), "routes", []))
