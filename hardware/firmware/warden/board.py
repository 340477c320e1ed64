"""A board's logic, without I/O. It numbers its events, keeps them until the host has them, and obeys orders.

Times are the board's milliseconds since its start.
"""

from .frames import MAX_BODY
from .link import Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .shapes import Colour, Values

KEPT = 64
"""Events that a board keeps until they are noted; beyond that the oldest go, and the counter shows it."""


class Board:
    """One board. `lamps(pad, cells, colour)`, `sounds(pad, name)` and `dim(percent)` carry orders out.

    `content(pad, uid, data)` writes a tag unless `data` is empty. It returns the tag's content and any fault.
    `switched` are the cells that have a switch. `update(step, values)` takes new firmware. It returns
    the file that the step is about and any fault, or None without an answer.
    """

    def __init__(  # noqa: PLR0913  # a board's parts, put together once
        self,
        link: Link,
        lamps: "Callable[[str, tuple[str, ...], Colour], None]",
        sounds: "Callable[[str, str], None]",
        dim: "Callable[[int], None]",
        content: "Callable[[str, bytes, bytes], tuple[bytes, str]]",
        *,
        switched: "tuple[str, ...]" = (),
        update: "Callable[[str, Values], tuple[str, str] | None] | None" = None,
    ) -> None:
        self.kept: list[tuple[int, str, Values]] = []  # of (counter, name, values after the counter)
        self.link = link
        self._lamps = lamps
        self._sounds = sounds
        self._dim = dim
        self._content = content
        self._switched = switched
        self._update = update
        self._counter = 0
        self._tags: dict[str, tuple[bytes, ...]] = {}
        self._covered: set[str] = set()
        self._out: list[tuple[str, Values]] = []

    def press(self, pad: str, button: str, now: int) -> None:
        """Report that a button beside a pad is pressed."""
        self._report("button", now, pad, button)

    def tags(self, pad: str, uids: "tuple[bytes, ...]", now: int) -> None:
        """Take the tags that are on a pad now, and report arrivals and departures."""
        lay = self._tags.get(pad, ())
        if lay == uids:
            return
        self._tags[pad] = uids
        for uid in lay:
            if uid not in uids:
                self._report("tag_gone", now, pad, uid)
        for uid in uids:
            if uid not in lay:
                self._report("tag_placed", now, pad, uid)

    def cell(self, name: str, covered: bool, now: int) -> None:  # noqa: FBT001 # a switch's two values
        """Take whether something stands on a cell now, and report a change."""
        if covered == (name in self._covered):
            return
        if covered:
            self._covered.add(name)
            self._report("cell_covered", now, name)
        else:
            self._covered.discard(name)
            self._report("cell_clear", now, name)

    def reader(self, pad: str, fault: str, faults: "tuple[str, ...]") -> None:
        """Report a pad's reader that died, or works again (`fault` empty). `faults` are all readers'."""
        self.link.greet_with(faults)
        if self.link.ready:
            self._out.append(("reader_fault", (pad, fault)))

    def receive(self, data: bytes, now: int) -> None:
        """Take in bytes as they came."""
        messages = self.link.receive(data, now)
        if self.link.opened:
            self.link.opened = False
            self._out = [("reader_fault", tuple(fault.split(": ", 1))) for fault in self.link.left_out]
            self._out += [(name, (counter,) + values) for counter, name, values in self.kept]
        for name, values in messages:
            self._obey(name, values, now)

    def data_to_send(self, now: int) -> bytes:
        """Return the bytes to write now."""
        self.link.tick(now)
        if not self.link.ready:
            self._out = []
        while self._out and self.link.room:
            name, values = self._out.pop(0)
            self.link.send(now, name, *values)
        return self.link.data_to_send(now)

    def next_timeout(self, now: int) -> "int | None":
        """Return the time of the next call of `data_to_send`, if nothing else happens."""
        return now if self._out and self.link.room else self.link.next_timeout(now)

    def _obey(self, name: str, values: "Values", now: int) -> None:
        if name == "noted":
            self.kept = [event for event in self.kept if event[0] > values[0]]
        elif name == "tell_picture":
            self._tell_picture()
        elif name == "tell_clock":
            self._out.append(("clock", (now & 0xFFFFFFFF,)))
        elif name == "lights":
            pad, red, green, blue, cells = values
            self._lamps(pad, cells, (red, green, blue))
        elif name == "sound":
            self._sounds(*values)
        elif name == "brightness":
            self._dim(values[0])
        elif name in ("read_tag", "write_tag"):
            pad, uid = values[:2]
            kept, fault = self._content(pad, uid, values[2] if name == "write_tag" else b"")
            self._out.append(("tag_content", (pad, uid, kept, fault)))
        elif name.startswith("update_"):
            self._take_update(name[7:], values)

    def _take_update(self, step: str, values: "Values") -> None:
        said = ("", "this board takes no update") if self._update is None else self._update(step, values)
        if said is not None:
            self._out.append(("update_said", (step,) + said))

    def _tell_picture(self) -> None:
        tags = [(pad, uid) for pad in sorted(self._tags) for uid in self._tags[pad]]
        for tag in tags:
            self._out.append(("picture_tag", tag))
        self._tell_cells("picture_switched", self._switched)
        self._tell_cells("picture_cells", tuple(sorted(self._covered)))
        counts = (self._counter, len(tags), len(self._covered), len(self._switched))
        self._out.append(("picture_told", counts))

    def _tell_cells(self, name: str, cells: "tuple[str, ...]") -> None:
        """Report cells, in as many messages as they need."""
        part: list[str] = []
        size = 2
        for cell in cells:
            more = len(cell.encode()) + 1
            if size + more > MAX_BODY:
                self._out.append((name, (tuple(part),)))
                part, size = [], 2
            part.append(cell)
            size += more
        if part:
            self._out.append((name, (tuple(part),)))

    def _report(self, name: str, now: int, *values: object) -> None:
        self._counter += 1
        event = (self._counter, name, (now & 0xFFFFFFFF,) + values)
        if len(self.kept) == KEPT:
            gone = self.kept.pop(0)
            self._out = [one for one in self._out if one != (gone[1], (gone[0],) + gone[2])]
        self.kept.append(event)
        if self.link.ready:
            self._out.append((name, (event[0],) + event[2]))
