"""Enrolling without a match: reports the tags that lie on pads, and records which thing each tag is on.

It takes the engine's place on the bus, and uses the same desk for tags as the engine.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.bus.client import Bus, BusEvent, Connected, ReceivedMessage
from engine.bus.messages.boards import DeviceState, LaidTag
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.device_events import DeviceEvent, PadReading
from engine.core.faults import MissingFault
from engine.core.tags import TagBook
from engine.core.unusable import explained
from engine.session.boards.tags import TagDesk

WANTED = ("device_event", "device", "command", "availability")


@dataclass(frozen=True, slots=True)
class EnrolWish:
    """The wish that the next tag is recorded for a thing, without asking."""

    thing: str
    """The name of the card or piece."""
    pad: str = ""
    """The pad that the tag must lie on; empty: any pad."""
    strange: bool = False
    """Whether the tag must be unknown, or known for this thing already."""

    def means(self, tag: LaidTag) -> bool:
        """Tell whether the wish is for this tag."""
        return (not self.pad or tag.pad == self.pad) and (not self.strange or tag.thing in ("", self.thing))


def wishes_for(pieces: Iterable[str], book: TagBook, *, each: int, pad: str = "") -> tuple[EnrolWish, ...]:
    """Return a wish for each RFID tag that the pieces of a set still lack, in the set's order.

    `each` is the number of tags on a piece, and `pad` the pad for all of them; empty: any pad.
    """
    known = Counter(" ".join(thing.split(" ")[:2]) for thing in book.things.values())
    names = (f"piece {piece}" for piece in pieces)
    return tuple(EnrolWish(name, pad, strange=True) for name in names for _ in range(each - known[name]))


class Enrolling:
    """A session of enrolling. It calls `tell(tag, first)` whenever something about a tag on a pad is new.

    `first` tells whether the tag has just been laid down. The `wishes` are carried out one after the other,
    each with one tag. The session is `finished` when all are done, and the last tag was written, couldn't be
    written, or was taken away.
    """

    def __init__(
        self,
        bus: Bus,
        desk: TagDesk,
        tell: Callable[[LaidTag, bool], None],
        *,
        wishes: Sequence[EnrolWish] = (),
    ) -> None:
        self._bus = bus
        self._desk = desk
        self._tell = tell
        self._wishes = deque(wishes)
        self._granted: set[str] = set()
        self._last: str | None = None
        self._said: dict[tuple[str, str], LaidTag] = {}
        self.finished = False
        self.problems: dict[str, str] = {}

    @property
    def wanted(self) -> EnrolWish | None:
        """The next wish; None: no wish is left."""
        return self._wishes[0] if self._wishes else None

    @property
    def left(self) -> int:
        """The number of wishes that are left."""
        return len(self._wishes)

    def take(self, event: BusEvent | None) -> None:
        """Take the next event on the bus; None: nothing happened, only time passed."""
        match event:
            case Connected():
                self._desk.tell_again()
            case ReceivedMessage("device_event", _, DeviceEvent(content=PadReading() as reading) as read):
                awaited = self.wanted is not None and self.wanted.pad in ("", read.device)
                self._desk.heard(read.device, reading, read.taken_at, read.mark, awaited=awaited)
                granted = self._grant()
                self._tell_news(granted)
            case ReceivedMessage("device", name, DeviceState(problem=problem)):
                self.problems[name] = problem
            case ReceivedMessage("command", _, Command(kind=CommandKind.ENROL) as asked):
                self._bus.publish("answer", self._learn(asked))
            case _:
                pass
        for channel, message, name in self._desk.due():
            self._bus.publish(channel, message, name)
        self._tell_news()

    def _learn(self, asked: Command) -> Answer:
        try:
            code, text = self._desk.learn(asked)
        except MissingFault as error:
            return Answer(asked.id, AnswerCode.NOT_NOW, 0, explained(error))
        return Answer(asked.id, code, 0, text)

    def _grant(self) -> frozenset[str]:
        """Carry out the next wishes with the tags on the pads; return the ids of those that were unknown."""
        granted: list[str] = []
        for tag in self._desk.laid:
            if self._wishes and tag.uid not in self._granted and self._wishes[0].means(tag):
                wish = self._wishes.popleft()
                self._granted.add(tag.uid)
                self._last = tag.uid
                if not tag.thing:
                    granted.append(tag.uid)
                self._desk.learn(Command("", CommandKind.ENROL, 0, tag=tag.uid, thing=wish.thing))
        return frozenset(granted)

    def _tell_news(self, granted: frozenset[str] = frozenset()) -> None:
        there = {(tag.pad, tag.uid): tag for tag in self._desk.laid}
        for key, tag in there.items():
            if self._said.get(key) != tag:
                self._tell(tag, key not in self._said and tag.uid not in granted)
        self._said = there
        answered = [tag for tag in self._desk.laid if tag.uid == self._last]
        settled = all(tag.note or tag.says == tag.thing for tag in answered)
        self.finished = self.finished or (self._last is not None and not self._wishes and settled)
