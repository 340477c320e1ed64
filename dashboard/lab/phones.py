"""Measures what a quiet table costs with phones as cameras, beside a camera that sends a stream.

The phones are threads of this process, which isn't counted. They answer the table as the phone's page does,
and send the stream's pictures, each when it is wanted.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from dashboard.lab import quiet_table
from dashboard.lab.measurement import LONGEST_S
from dashboard.lab.quiet_table import QuietUse, measure_rest, opening_pictures, stream_camera
from dashboard.lab.running_table import MeasuredTable, running_table
from dashboard.lab.usage import expect_usage_known
from engine.bus.broker import LOOPBACK, free_port
from engine.core.faults import MissingFault

PHONES = (1, 3)
_PIECE = 60_000
"""The bytes of one message: the pages take at most 64 KiB."""


def bench_phones(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the CPU and memory of a table with a stream, with one phone and with three as cameras.

    `quick` measures a shorter time.

    Raises:
        MissingFault: this system doesn't report the use of processes, or the table doesn't start.
    """
    expect_usage_known("phones")
    pictures = opening_pictures()
    with stream_camera(pictures) as url:
        yield from _rows("a stream", _measured(("--camera", url), quick=quick))
    for count in PHONES:
        names = [f"phone{number}" for number in range(1, count + 1)]
        words = tuple(word for name in names for word in ("--camera", f"phone:{name}"))
        what = "1 phone" if count == 1 else f"{count} phones"
        sent = SentPictures()
        rest = _measured(words, pictures, count, quick=quick, sent=sent)
        yield from _rows(what, rest)
        yield {"what": f"{what}: pictures a second from each", "value": round(sent.a_second / count, 1)}


@dataclass
class SentPictures:
    """How many pictures phones have sent."""

    pictures: int = 0
    """Their number up to now."""
    a_second: float = 0.0
    """Their number a second, all phones together."""


def _measured(
    words: tuple[str, ...],
    pictures: list[bytes] | None = None,
    cameras: int = 1,
    *,
    quick: bool,
    sent: SentPictures | None = None,
) -> QuietUse:
    page = f"{LOOPBACK}:{free_port()}"
    with running_table(page, *words) as running, ExitStack() as phones:
        if pictures is not None and sent is not None:
            for link in _links(running, page, cameras):
                phones.enter_context(_phone(page, link, pictures, sent))
            began, before = time.monotonic(), sent.pictures
        rest = measure_rest(running, page, cameras=cameras, quick=quick)
        if sent is not None:
            sent.a_second = (sent.pictures - before) / (time.monotonic() - began)
    return rest


def _rows(what: str, rest: QuietUse) -> Iterator[dict[str, Any]]:
    for name in ("vision", "dashboard"):
        yield {"what": f"{what}: {name}, % of one core", "value": round(rest.cpu[name], 1)}
        yield {"what": f"{what}: {name}, MB", "value": round(rest.used[name].pss_mb)}
    yield {"what": f"{what}: together, % of one core", "value": round(rest.cpu_together, 1)}
    yield {"what": f"{what}: together, MB", "value": round(rest.mb_together)}
    yield {**rest.others_row(), "what": f"{what}: {rest.others_row()['what']}"}


def _links(running: MeasuredTable, page: str, count: int) -> list[str]:
    """Wait until the table wants its phones; return the secrets of their links.

    Raises:
        MissingFault: it doesn't.
    """
    arbiters = running.arbiters_page.partition("#join=")[2]
    asked = Request(f"http://{page}/links/phones", headers={"authorization": f"Bearer {arbiters}"})
    until = time.monotonic() + LONGEST_S
    while time.monotonic() < until and running.process.poll() is None:
        with suppress(URLError, ConnectionError), urlopen(asked, timeout=LONGEST_S) as answer:  # noqa: S310 # our own page
            found = [phone["url"].partition("#camera=")[2] for phone in json.load(answer)["phones"]]
            if len(found) == count:
                return found
        time.sleep(0.2)
    raise MissingFault("the table wanted no phones; run `boardwarden play --camera phone` to see why")


@contextmanager
def _phone(page: str, link: str, pictures: list[bytes], sent: SentPictures) -> Iterator[None]:
    """Send the table a phone's pictures, each when it is wanted, until the block ends."""
    over = threading.Event()
    thread = threading.Thread(target=_send, args=(page, link, pictures, sent, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _send(page: str, link: str, pictures: list[bytes], sent: SentPictures, over: threading.Event) -> None:
    next_picture = cycle(pictures)
    size = dict(zip(("width_px", "height_px"), quiet_table.SIZE, strict=True))
    with (
        suppress(WebSocketException, OSError),
        connect(f"ws://{page}/phone/ws", origin=Origin(f"http://{page}"), compression=None) as line,
    ):
        line.send(json.dumps({"hello": {"link": link, "device": link[:16], "language": "en"}}))
        while not over.is_set():
            try:
                said = json.loads(line.recv(timeout=0.5))
            except TimeoutError:
                continue
            now_ms = time.time() * 1000
            if "time" in said:
                line.send(json.dumps({"time": {"asked": said["time"], "at_ms": now_ms}}))
            elif "next" in said:
                jpeg = next(next_picture)
                about = {"size_bytes": len(jpeg), "at_ms": now_ms, **size}
                line.send(json.dumps({"picture": about}))
                for at in range(0, len(jpeg), _PIECE):
                    line.send(jpeg[at : at + _PIECE])
                sent.pictures += 1
