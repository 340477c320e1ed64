"""Enrolling without a match: tells what lies on the pads by name, and keeps what it's said to be.

Stands where the engine stands at a table, with the same desk for the tags.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.bus.client import Bus, BusEvent, Connected, Received
from engine.bus.messages.boards import DeviceState, LaidTag
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.faults import MissingFault
from engine.core.glimpse import DeviceEvent
from engine.core.unusable import explained
from engine.session.boards.tags import EVENTS, TagDesk

WANTED = ("device_event", "device", "command", "availability")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done without asking: the next tag, on this pad if one is named, is this thing."""

    thing: str
    pad: str = ""

    def means(self, tag: LaidTag) -> bool:
        """Whether this tag is the one."""
        return not self.pad or tag.pad == self.pad


class Enrolling:
    """One session. `tell(tag, first)` is called whenever something is new of a tag that lies on a pad.

    `finished`: the wish has been carried out, and the tag has answered whether it could be written.
    """

    def __init__(
        self, bus: Bus, desk: TagDesk, tell: Callable[[LaidTag, bool], None], *, wish: Wish | None
    ) -> None:
        self._bus = bus
        self._desk = desk
        self._tell = tell
        self._wish = wish
        self._wished: str | None = None
        self._told: dict[tuple[str, str], LaidTag] = {}
        self.finished = False
        self.problems: dict[str, str] = {}

    def take(self, event: BusEvent | None) -> None:
        """Take what happened next on the bus."""
        match event:
            case Connected():
                self._desk.tell_again()
            case Received("device_event", _, DeviceEvent(event=kind) as read) if kind in EVENTS:
                self._desk.heard(read)
                self._tell_news()
                self._grant()
            case Received("device", name, DeviceState(problem=problem)):
                self.problems[name] = problem
            case Received("command", _, Command(kind=CommandKind.ENROL) as asked):
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

    def _grant(self) -> None:
        if self._wish is None or self._wished is not None:
            return
        tag = next((tag for tag in self._desk.laid if self._wish.means(tag)), None)
        if tag is not None:
            self._wished = tag.uid
            self._desk.learn(Command("", CommandKind.ENROL, 0, tag=tag.uid, thing=self._wish.thing))

    def _tell_news(self) -> None:
        there = {(tag.pad, tag.uid): tag for tag in self._desk.laid}
        for key, tag in there.items():
            if self._told.get(key) != tag:
                self._tell(tag, key not in self._told)
                self.finished = self.finished or (
                    tag.uid == self._wished and bool(tag.note or tag.says == tag.thing)
                )
        self._told = there
