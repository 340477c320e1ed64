"""From a user's text (`0`, an address, a file, a folder) to a source."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.bus.address import without_password
from engine.core.faults import InputFault
from engine.core.footage import VIDEO_SUFFIXES, is_footage, load_footage
from engine.core.ids import Seconds
from vision.addresses.camera_address import is_camera_address, parse_camera_address
from vision.addresses.phone_address import USUAL_NAME, is_phone_address, parse_phone_address
from vision.addresses.stream_address import checked_stream_address, is_stream_address
from vision.pictures.frame import Frame
from vision.sources.files.decoding import IMAGE_SUFFIXES
from vision.sources.files.stills import StillsSource
from vision.sources.files.video import VideoSource
from vision.sources.live.device import find_camera
from vision.sources.live.live_source import LiveSource
from vision.sources.live.phone import PATIENCE, PhoneFeed
from vision.sources.live.stream import stream_feed
from vision.sources.pacing import FootagePace
from vision.sources.reading import (
    BadFrame,
    Ended,
    FootageClock,
    Source,
    SourceFacts,
    SourceKind,
    WallClock,
)
from vision.texts import TEXTS

FOLDER_FPS = 2.0
"""The frames a second of a folder that doesn't say."""


@dataclass(frozen=True, slots=True)
class PhonePlace:
    """The place where a phone's pictures come in."""

    file: Path
    """The file that holds the path of the line to the table's pages."""
    camera: str
    """The phone's name as a camera on the bus."""


def open_source(
    spec: str,
    *,
    start: Seconds | None = None,
    clock: FootageClock | None = None,
    phones: PhonePlace | None = None,
) -> Source:
    """Return the source that `spec` names: a camera, phone, stream, footage, folder, image or video.

    `phones` is the place where a phone's pictures come in; None: this table has none. With `start` (seconds
    since the epoch) footage, folders and videos run in real time from then on. Without it they run as fast as
    they're read, timed from zero. Cameras, phones and streams always give the newest frame.

    Raises:
        InputFault: the file or folder doesn't exist or holds no picture, the stream's address is wrong, or a
            phone is opened without a table.
        MissingFault: no camera has that number.
    """
    clock = clock or WallClock()
    if is_phone_address(spec):
        return _open_phone(spec, clock, phones)
    if is_camera_address(spec):
        wish = parse_camera_address(spec)
        called = TEXTS.say("sources.camera", number=wish.number)
        facts = SourceFacts(SourceKind.CAMERA, str(called), called=called)
        return LiveSource(facts, find_camera(wish), clock=clock)
    if is_stream_address(spec):
        checked_stream_address(spec)
        return LiveSource(
            # The name is sent on the bus and shown to everybody.
            SourceFacts(SourceKind.STREAM, without_password(spec)),
            stream_feed(spec),
            clock=clock,
        )
    path = Path(spec)
    if path.is_dir():
        return _open_folder(path, start=start, clock=clock)
    if not path.exists():
        raise InputFault(
            f"{spec}: no such file or folder; expected a camera's number, a stream's address, "
            "an image, a video or a folder of frames"
        )
    if path.suffix.lower() in VIDEO_SUFFIXES:
        return VideoSource(path, start=start, clock=clock)
    if path.suffix.lower() in IMAGE_SUFFIXES:
        facts = SourceFacts(SourceKind.IMAGE, spec)
        return StillsSource(facts, (path,), pace=FootagePace(1.0, start, clock))
    raise InputFault(
        f"{spec}: neither an image ({' '.join(IMAGE_SUFFIXES)}) nor a video ({' '.join(VIDEO_SUFFIXES)})"
    )


def frames_of(spec: str) -> Iterator[Frame | BadFrame]:
    """Yield a source's frames as fast as they're taken, to its end. A live source has no end.

    Raises:
        InputFault: as `open_source`.
        MissingFault: as `open_source`.
    """
    source = open_source(spec)
    try:
        while not isinstance(reading := source.read(1.0), Ended):
            if isinstance(reading, Frame | BadFrame):
                yield reading
    finally:
        source.close()


def _open_phone(spec: str, clock: FootageClock, phones: PhonePlace | None) -> LiveSource:
    name = parse_phone_address(spec)
    if phones is None:
        raise InputFault(
            f"{spec}: a phone sends its pictures to a table that runs; start one with "
            f"`boardwarden play --camera {spec} --https`, its pages say how well the phone sees"
        )
    feed = PhoneFeed(phones.file, name, phones.camera)
    called = TEXTS.say("sources.phone") if name == USUAL_NAME else TEXTS.say("sources.phone_named", name=name)
    facts = SourceFacts(SourceKind.PHONE, spec, called=called)
    return LiveSource(facts, feed, clock=clock, patience=PATIENCE, when_read=feed.was_read)


def _open_folder(path: Path, *, start: Seconds | None, clock: FootageClock) -> StillsSource:
    if is_footage(path):
        footage = load_footage(path)
        facts = SourceFacts(SourceKind.FOOTAGE, str(path), fps=footage.fps)
        return StillsSource(facts, footage.frames, pace=FootagePace(footage.fps, start, clock))
    images = sorted((p for p in path.iterdir() if p.suffix.lower() in IMAGE_SUFFIXES), key=_natural_order)
    if not images:
        raise InputFault(
            f"{path}: no images in it; expected {' '.join(IMAGE_SUFFIXES)}, or a footage folder "
            "(footage.yaml and frames/)"
        )
    facts = SourceFacts(SourceKind.FOLDER, str(path), fps=FOLDER_FPS)
    return StillsSource(facts, images, pace=FootagePace(FOLDER_FPS, start, clock))


def _natural_order(path: Path) -> tuple[tuple[int, str], ...]:
    """Order `2.jpg` before `10.jpg`."""
    words = re.findall(r"\d+|\D+", path.name)
    return tuple((int(word), "") if word.isdecimal() else (-1, word) for word in words)
