"""Connects the phones' pages to the cameras' service, which wants the phones' pictures."""

import asyncio
import contextlib
import logging
import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole
from vision.addresses.phone_line import Away, Next, PhoneLineReader, Picture, Wanted, encode_phone_message

_CHUNK = 65_536
_MOST_PHONES = 16
_PREFIX = "boardwarden-"
_BACK_WITHIN_S = 3.0
_TAKEN_WITHIN_S = 5.0
"""The longest wait until the cameras' service takes bytes. Then it hangs, and is disconnected; it connects
again when it works again.
"""

log = logging.getLogger(__name__)


@dataclass
class _Eyes:
    """One connection of the cameras' service, which wants the pictures of one phone."""

    writer: asyncio.StreamWriter
    """The connection's writing end."""


@dataclass
class _Phone:
    """The state of one phone."""

    eyes: _Eyes | None = None
    """The connection of the cameras' service for this phone; None without one."""
    camera: str = ""
    """The camera's last name on the bus; empty if the service has never wanted this phone's pictures."""
    left_at: float = float("-inf")
    """The time when the service hung up, the event loop's clock, s."""
    present: int = 0
    """The number of connections of the phone's page. There may be two for a moment when it comes back."""
    wish: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while another picture is wanted."""


class PhoneLine:
    """The phones of one table. Its methods are called on the pages' event loop."""

    def __init__(self) -> None:
        self._phones: dict[str, _Phone] = {}

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names of the phones that the cameras' service has asked for since the start, in that order."""
        return tuple(name for name, phone in self._phones.items() if phone.camera)

    def camera(self, name: str) -> str | None:
        """Return a phone's name as a camera on the bus; None if no service takes its pictures.

        The service hangs up while a phone is away, and connects again when the phone is back. So the name
        holds for 3 s after it hung up.
        """
        phone = self._phones.get(name)
        if phone is None or not phone.camera:
            return None
        left = asyncio.get_running_loop().time() - phone.left_at
        return phone.camera if phone.eyes is not None or left < _BACK_WITHIN_S else None

    def come(self, name: str) -> None:
        """Note that a phone's page was opened, and ask it for a picture: an earlier page sends none now."""
        phone = self._phone(name)
        phone.present += 1
        if phone.eyes is not None:
            phone.wish.set()

    async def leave(self, name: str) -> None:
        """Note that a phone's page was closed."""
        phone = self._phone(name)
        phone.present -= 1
        if not phone.present and phone.eyes is not None:
            await self._send_away(phone, phone.eyes)

    async def picture_wanted(self, name: str) -> None:
        """Wait until the cameras' service wants another picture of a phone."""
        wish = self._phone(name).wish
        await wish.wait()
        wish.clear()

    def want_again(self, name: str) -> None:
        """Ask for another picture instead of one that couldn't be used, if a service takes pictures."""
        phone = self._phone(name)
        if phone.eyes is not None:
            phone.wish.set()

    async def pass_on(self, name: str, picture: Picture, jpeg: bytes) -> None:
        """Send a picture to the cameras' service. Without a service the picture is dropped."""
        eyes = self._phone(name).eyes
        if eyes is not None:
            await _send(eyes.writer, encode_phone_message(picture, jpeg))

    @asynccontextmanager
    async def served(self, file: Path | None) -> AsyncIterator[None]:
        """Listen for the cameras' service while the block runs. The socket's path is written into `file`.

        Without a `file` no service can connect.
        """
        if file is None:
            yield
            return
        # The socket isn't in the data folder, because that path may be too long for a socket.
        folder = _socket_folder(file)
        try:
            server = await asyncio.start_unix_server(self._eyes_came, folder / "phones")
            try:
                put_whole(file, f"{folder / 'phones'}\n".encode())
            except OSError as error:
                log.warning("phones can't be cameras: %s can't be written: %s", file, system_words(error))
            try:
                yield
            finally:
                server.close()
        finally:
            for phone in self._phones.values():
                if phone.eyes is not None:
                    phone.eyes.writer.close()
            # This doesn't run in a thread, because the caller may cancel whatever is awaited here.
            _cleared(file, folder)

    async def _eyes_came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines, phone, eyes = PhoneLineReader(), None, None
        try:
            while content := await reader.read(_CHUNK):
                for sent in lines.receive_data(content):
                    match sent.message:
                        case Wanted(name, camera) if phone is None and self._has_room(name):
                            phone, eyes = self._phone(name), _Eyes(writer)
                            if phone.eyes is not None:
                                phone.eyes.writer.close()
                            phone.eyes, phone.camera = eyes, camera
                            await self._begin(phone, eyes)
                        case Next() if phone is not None and phone.eyes is eyes:
                            phone.wish.set()
                        case _:
                            pass
        except InputFault as error:
            log.warning("the cameras' service has sent an unexpected message: %s", error)
        except OSError:
            pass  # it has gone
        finally:
            writer.close()
            if phone is not None and phone.eyes is eyes:
                self._forget(phone)

    async def _begin(self, phone: _Phone, eyes: _Eyes) -> None:
        if phone.present:
            phone.wish.set()
        else:
            await self._send_away(phone, eyes)

    async def _send_away(self, phone: _Phone, eyes: _Eyes) -> None:
        """Report to the service that a phone is away, and hang up."""
        self._forget(phone)
        await _send(eyes.writer, encode_phone_message(Away()))
        eyes.writer.close()

    def _forget(self, phone: _Phone) -> None:
        phone.eyes, phone.left_at = None, asyncio.get_running_loop().time()
        phone.wish.clear()

    def _has_room(self, name: str) -> bool:
        return name in self._phones or len(self._phones) < _MOST_PHONES

    def _phone(self, name: str) -> _Phone:
        return self._phones.setdefault(name, _Phone())


def _socket_folder(file: Path) -> Path:
    """Return the socket's folder, which only this user may enter.

    The folder of a killed process is used again. If another user has a folder of this name, the folder gets
    a random name.
    """
    known = Path(tempfile.gettempdir(), f"{_PREFIX}{sha256(str(file.absolute()).encode()).hexdigest()[:12]}")
    with suppress(OSError):
        known.mkdir(mode=0o700, exist_ok=True)
        found = known.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return known
    return Path(tempfile.mkdtemp(prefix=_PREFIX))


def _cleared(file: Path, folder: Path) -> None:
    file.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


async def _send(writer: asyncio.StreamWriter, content: bytes) -> None:
    """Send bytes to the cameras' service. Hang up if it doesn't take them within 5 s."""
    if writer.is_closing():
        return
    writer.write(content)
    try:
        async with asyncio.timeout(_TAKEN_WITHIN_S):
            await writer.drain()
    except (OSError, TimeoutError):
        with contextlib.suppress(RuntimeError):
            writer.transport.abort()
