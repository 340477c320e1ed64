"""Serves the simulated camera's newest picture by HTTP, as an MJPEG stream and as a single JPEG."""

import threading
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from engine.core.faults import InputFault

STREAM_PATH = "/stream.mjpg"
STILL_PATH = "/frame.jpg"

_BOUNDARY = "boardwarden-frame"
_STALLED_S = 10.0
_NEXT_S = 1.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that viewers get."""

    content: bytes
    """The JPEG."""
    taken_at: float
    """When it was taken, seconds since the epoch."""
    number: int
    """Its number, from 1."""


class NewestPicture:
    """The newest picture, for any number of viewers; a slow viewer misses pictures, and delays no other."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._content = b""
        self._taken_at = 0.0
        self._number = 0
        self._closed = False
        self._unplugged = False
        self._covered = False
        self._forgotten = 0

    @property
    def there(self) -> bool:
        """Whether the camera is plugged in."""
        return not self._closed and not self._unplugged

    @property
    def closed(self) -> bool:
        """Whether no picture will come any more."""
        return self._closed

    def put(self, content: bytes, taken_at: float) -> None:
        """Show a picture, as a JPEG, that was taken at a time, seconds since the epoch, to all viewers."""
        with self._news:
            if self._covered:
                return
            self._content, self._taken_at = content, taken_at
            self._unplugged = False
            self._number += 1
            self._news.notify_all()

    def cover(self) -> None:
        """Forget the picture, and take none until `uncover`: another table is laid out meanwhile."""
        with self._news:
            self._covered, self._forgotten = True, self._number

    def uncover(self) -> None:
        """Take pictures again."""
        with self._news:
            self._covered = False

    def unplug(self) -> None:
        """Disconnect all viewers, and refuse new ones until the next picture is put."""
        with self._news:
            self._unplugged = True
            self._news.notify_all()

    def after(self, number: int, timeout_s: float) -> "Shown | None":
        """Wait for a picture with a number above `number`, and return it; None: none came."""
        with self._news:
            self._news.wait_for(lambda: self._is_newer(number) or not self.there, timeout_s)
            if not (self.there and self._is_newer(number)):
                return None
            return Shown(self._content, self._taken_at, self._number)

    def _is_newer(self, number: int) -> bool:
        return self._number > max(number, self._forgotten)

    def close(self) -> None:
        """Disconnect all viewers for good."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class PictureServer:
    """Serves a `NewestPicture`, with a thread for each viewer.

    Raises:
        InputFault: the address is taken, or isn't this machine's.
    """

    def __init__(self, host: str, port: int, newest: NewestPicture) -> None:
        self._newest = newest
        viewer = type("Viewer", (_Viewer,), {"newest": newest})
        try:
            self._server = _Server((host, port), viewer)
        except OSError as error:
            raise InputFault(
                f"--stream {host}:{port}: can't listen there: {error.strerror or error}; "
                "give another address, or port 0 for a free one"
            ) from error
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The stream's address."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}{STREAM_PATH}"

    def start(self) -> None:
        """Start to serve in the background; viewers that connected earlier have waited."""
        self._thread = threading.Thread(target=self._server.serve_forever, name="stream", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Disconnect all viewers, and stop listening."""
        self._newest.close()
        if self._thread is not None:
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A viewer's thread ends when the picture is closed, or by its timeout.
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the error: a viewer may disconnect at any time."""


class _Viewer(BaseHTTPRequestHandler):
    newest: NewestPicture
    timeout = _STALLED_S

    def do_GET(self) -> None:
        """Answer one viewer; the standard library gives this method its name."""
        if self.path == STREAM_PATH:
            self._stream()
        elif self.path == STILL_PATH:
            self._still()
        else:
            self.send_error(HTTPStatus.NOT_FOUND, f"only {STREAM_PATH} and {STILL_PATH} are here")

    def log_message(self, *_: Any) -> None:
        """Log nothing about requests."""

    def _stream(self) -> None:
        if not self.newest.there:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "the camera is unplugged")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        number = 0
        while self.newest.there:
            shown = self.newest.after(number, _NEXT_S)
            if shown is None:
                continue
            number = shown.number
            head = (
                f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shown.content)}\r\n"
                f"X-Timestamp: {shown.taken_at:.6f}\r\n\r\n"
            )
            self.wfile.write(head.encode() + shown.content + b"\r\n")

    def _still(self) -> None:
        shown = self.newest.after(0, _NEXT_S)
        if shown is None:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "no picture yet")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(shown.content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(shown.content)
