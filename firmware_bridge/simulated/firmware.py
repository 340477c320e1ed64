"""What board firmware does, as a state machine without I/O; the reference for ports to real boards.

Times are the board's own seconds since its start.
"""

from collections import deque
from collections.abc import Sequence

from engine.core.faults import InputFault
from firmware_bridge.lights import Colour
from firmware_bridge.link.board import BoardLink, clock_ms
from firmware_bridge.link.fields import Uid
from firmware_bridge.link.messages import (
    DICTIONARY,
    LINK_VERSION,
    Ability,
    Button,
    CellClear,
    CellCovered,
    Clock,
    Event,
    Hello,
    Lights,
    Message,
    Noted,
    PictureCells,
    PictureTag,
    PictureTold,
    Sound,
    TagGone,
    TagPlaced,
    TellClock,
    TellPicture,
)
from firmware_bridge.link.session import LinkEvent, LinkState, Lost, Ready, Received

KEPT = 64
"""Events that a board keeps until they are noted; beyond that the oldest go, and the counter shows it."""

_CELLS_A_MESSAGE = 24


class Firmware:
    """One board. `boot` is to differ each time it starts."""

    def __init__(
        self,
        *,
        boot: int,
        board: str = "simulated board",
        pads: Sequence[str] = ("west", "south", "east", "north"),
        dictionary: int = DICTIONARY,
        version: str = "simulated",
    ) -> None:
        self.pads = tuple(pads)
        self.lights: dict[tuple[str, str], Colour] = {}
        self.sounds: list[tuple[str, str]] = []
        hello = Hello(
            link=LINK_VERSION,
            dictionary=dictionary,
            boot=boot,
            at_ms=0,
            board=board,
            firmware=version,
            abilities=tuple(Ability),
            pads=self.pads,
            identity="simulated",
            configuration=0,
            faults=(),
        )
        self._link = BoardLink(hello, first_half=boot)
        self._counter = 0
        self._tags: dict[str, Uid] = {}
        self._covered: set[str] = set()
        self._kept: deque[Event] = deque(maxlen=KEPT)
        self._out: deque[Message] = deque()

    @property
    def kept(self) -> tuple[Event, ...]:
        """The events that the host hasn't noted yet."""
        return tuple(self._kept)

    def press(self, pad: str, button: str, now: float) -> None:
        """A button beside a pad is pressed."""
        self._report(Button(self._next(), clock_ms(now), self._pad(pad), button))

    def put_tag(self, pad: str, uid: Uid, now: float) -> None:
        """A tag is laid on a pad, in place of the one that may lie there."""
        if self._tags.get(self._pad(pad)) == uid:
            return
        self.lift_tag(pad, now)
        self._tags[pad] = uid
        self._report(TagPlaced(self._next(), clock_ms(now), pad, uid))

    def lift_tag(self, pad: str, now: float) -> None:
        """The tag is taken off a pad; without one nothing happens."""
        uid = self._tags.pop(self._pad(pad), None)
        if uid is not None:
            self._report(TagGone(self._next(), clock_ms(now), pad, uid))

    def cover(self, cell: str, now: float) -> None:
        """Something is put on a cell; when it is covered already nothing happens."""
        if cell not in self._covered:
            self._covered.add(cell)
            self._report(CellCovered(self._next(), clock_ms(now), cell))

    def clear(self, cell: str, now: float) -> None:
        """A cell is cleared; when it is clear already nothing happens."""
        if cell in self._covered:
            self._covered.remove(cell)
            self._report(CellClear(self._next(), clock_ms(now), cell))

    def receive_data(self, data: bytes, now: float) -> None:
        """Take in bytes as they came."""
        self._act(self._link.receive_data(data, now), now)

    def tick(self, now: float) -> None:
        """Notice what time alone tells."""
        self._act(self._link.tick(now), now)

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        while self._out and self._link.room:
            self._link.send(self._out.popleft())
        return self._link.data_to_send(now)

    def next_timeout(self, now: float) -> float | None:
        """Return when `tick` and `data_to_send` are to be called next, if nothing else happens."""
        return self._link.next_timeout(now)

    def _act(self, events: list[LinkEvent], now: float) -> None:
        for event in events:
            match event:
                case Ready():
                    self._out = deque(self._kept)
                case Lost():
                    self._out.clear()
                case Received(message):
                    self._obey(message, now)
                case _:
                    pass

    def _obey(self, message: Message, now: float) -> None:
        match message:
            case Noted(counter):
                while self._kept and self._kept[0].counter <= counter:
                    self._kept.popleft()
            case TellPicture():
                self._tell_picture()
            case TellClock():
                self._out.append(Clock(clock_ms(now)))
            case Lights(pad, red, green, blue, cells):
                if not cells:
                    for place in [place for place in self.lights if place[0] == pad]:
                        del self.lights[place]
                for cell in cells or ("",):
                    self.lights[pad, cell] = (red, green, blue)
            case Sound(pad, sound):
                self.sounds.append((pad, sound))
            case _:
                pass

    def _tell_picture(self) -> None:
        cells = sorted(self._covered)
        self._out += [PictureTag(pad, uid) for pad, uid in sorted(self._tags.items())]
        self._out += [
            PictureCells(tuple(cells[at : at + _CELLS_A_MESSAGE]))
            for at in range(0, len(cells), _CELLS_A_MESSAGE)
        ]
        self._out.append(PictureTold(self._counter, len(self._tags), len(cells)))

    def _report(self, event: Event) -> None:
        if len(self._kept) == KEPT and self._kept[0] in self._out:
            self._out.remove(self._kept[0])
        self._kept.append(event)
        if self._link.state is LinkState.READY:
            self._out.append(event)

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    def _pad(self, pad: str) -> str:
        if pad not in self.pads:
            raise InputFault(f"the board has no pad '{pad}'; it has {', '.join(self.pads)}")
        return pad
