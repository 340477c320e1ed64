"""The firmware's end of the link and its board without chips, driven as the tests drive the host's end."""

from dataclasses import astuple
from typing import Any

from firmware_bridge.lights import Colour
from firmware_bridge.link.dictionary import DICTIONARY, Direction, decode_message, row_of
from firmware_bridge.link.fields import Uid
from firmware_bridge.link.messages import Hello, Message
from firmware_bridge.link.session import LinkEvent, Lost, Ready, Received, SessionChange
from hardware.firmware.warden import bodies
from hardware.firmware.warden.board import Board
from hardware.firmware.warden.link import Link

PADS = ("west", "south", "east", "north")


class FirmwareLink:
    """The firmware's `Link` with the clock in seconds and messages as the host has them."""

    def __init__(self, hello: Hello, boot: int) -> None:
        self.hello = hello
        self.link = Link(boot, astuple(hello)[4:], hello.dictionary)
        self._was_ready = False

    @property
    def room(self) -> int:
        return int(self.link.room)

    @property
    def ready(self) -> bool:
        return bool(self.link.ready)

    def send(self, message: Message) -> None:
        self.link.send(0, row_of(message).name, *astuple(message))

    def receive_data(self, data: bytes, now: float) -> list[LinkEvent]:
        messages = self.link.receive(data, int(now * 1000))
        events: list[LinkEvent] = []
        if self.link.opened:
            if self._was_ready:
                events.append(Lost(SessionChange.PEER_RESTARTED, ()))
            self.link.opened = False
            self._was_ready = True
            events.append(Ready(self.hello))
        for name, values in messages:
            events.append(Received(decode_message(bodies.encode(name, *values), Direction.TO_BOARD)))
        return events

    def tick(self, now: float) -> list[LinkEvent]:
        self.link.tick(int(now * 1000))
        if self._was_ready and not self.link.ready:
            self._was_ready = False
            return [Lost(SessionChange.SILENT, ())]
        return []

    def data_to_send(self, now: float) -> bytes:
        return bytes(self.link.data_to_send(int(now * 1000)))

    def next_timeout(self, now: float) -> float | None:
        due = self.link.next_timeout(int(now * 1000))
        return None if due is None else due / 1000


class FirmwareBoard:
    """The firmware's `Board` with the clock in seconds; what it shows is kept."""

    def __init__(
        self,
        boot: int,
        *,
        dictionary: int = DICTIONARY,
        version: str = "test",
        switched: tuple[str, ...] = (),
        feels: bool = True,
    ) -> None:
        self.lights: dict[tuple[str, str], Colour] = {}
        self.sounds: list[tuple[str, str]] = []
        abilities = ("buttons", "tags", *(("cells",) if feels else ()), "lights", "sound", "simulated")
        greeting = ("test board", version, abilities, PADS, "b0a2", 7, ())
        self.brightness: list[int] = []
        self.memory: dict[tuple[str, bytes], bytes] = {}
        self._board = Board(
            Link(boot, greeting, dictionary),
            self._light,
            self._sound,
            self.brightness.append,
            self._content,
            switched=switched,
        )

    @property
    def kept(self) -> list[Any]:
        """Events that aren't noted yet, the counter first."""
        return list(self._board.kept)

    def press(self, pad: str, button: str, now: float) -> None:
        self._board.press(pad, button, int(now * 1000))

    def put_tags(self, pad: str, uids: tuple[Uid, ...], now: float) -> None:
        self._board.tags(pad, uids, int(now * 1000))

    def cover(self, cell: str, now: float, *, covered: bool = True) -> None:
        self._board.cell(cell, covered, int(now * 1000))

    def reader(self, pad: str, fault: str) -> None:
        """A pad's reader dies, or (`fault` empty) works again; the others are well."""
        self._board.reader(pad, fault, (f"{pad}: {fault}",) if fault else ())

    def receive_data(self, data: bytes, now: float) -> None:
        self._board.receive(data, int(now * 1000))

    def data_to_send(self, now: float) -> bytes:
        return bytes(self._board.data_to_send(int(now * 1000)))

    def _light(self, pad: str, cells: tuple[str, ...], colour: Colour) -> None:
        if not cells:
            for place in [place for place in self.lights if place[0] == pad]:
                del self.lights[place]
        for cell in cells or ("",):
            self.lights[pad, cell] = colour

    def _content(self, pad: str, uid: bytes, data: bytes) -> tuple[bytes, str]:
        if (pad, uid) not in self.memory:
            return b"", "it can't be read"
        self.memory[pad, uid] = data or self.memory[pad, uid]
        return self.memory[pad, uid], ""

    def _sound(self, pad: str, name: str) -> None:
        self.sounds.append((pad, name))
