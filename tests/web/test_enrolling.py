"""Telling tags apart: by `--as`, by a page's word, and that only the arbiter's page hears what lies where."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from dashboard.enrolling import Enrolling, EnrolWish
from dashboard.web.seats.seating import ARBITER, Role, TabletPlace, permitted
from dashboard.web.telling.hub import Hub
from engine.bus.client import BusEvent, ReceivedMessage
from engine.bus.messages.boards import LaidTag, TagSheet
from engine.bus.messages.commands import Answer, Command, CommandKind
from engine.core.device_events import DeviceEvent, PadReading, PadReadingKind
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.tags import FILE, Taggable, load_tags
from engine.session.boards.tags import TagDesk
from tests.web.test_hub import drain

THINGS = (
    Taggable("card bua-chien", "card", Phrase("War Hammer")),
    Taggable("piece w.inf.1", "piece", Phrase("w.inf.1")),
)
UID = "04A1B2C3D4E5F6"
SHEET = TagSheet((LaidTag("pad.west", UID, says="piece w.inf.1"),), THINGS)


@dataclass
class Wire:
    """A bus that keeps what was sent."""

    sent: list[tuple[str, Any, str]] = field(default_factory=list)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        self.sent.append((channel_name, message, name))

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


def read(event: str, value: str) -> ReceivedMessage:
    reading = PadReading(PadReadingKind(event), "west", value)
    return ReceivedMessage("device_event", "pad.west", DeviceEvent("pad.west", Seconds(0.0), reading))


def test_the_next_tag_is_what_was_said_and_the_session_ends_when_the_tag_has_answered(tmp_path: Path) -> None:
    said: list[tuple[LaidTag, bool]] = []
    wire, desk = Wire(), TagDesk(tmp_path / FILE, THINGS, None, discreet=False)
    session = Enrolling(
        wire, desk, lambda tag, first: said.append((tag, first)), wishes=[EnrolWish("card bua-chien")]
    )
    session.take(read("tag", UID))
    assert load_tags(tmp_path / FILE).thing(UID) == "card bua-chien"
    assert [(one.content.kind, one.content.text) for _, one, _ in wire.sent] == [
        ("read_tag", UID),
        ("write_tag", f"{UID} boardwarden: card bua-chien"),
    ]
    session.take(read("content", UID))
    assert not session.finished
    session.take(read("content", f"{UID} boardwarden: card bua-chien"))
    assert session.finished
    assert [(tag.thing, tag.note, first) for tag, first in said] == [
        ("card bua-chien", "", False),
        ("card bua-chien", "written", False),
    ]


def test_a_known_tag_is_said_by_name_and_one_on_another_pad_is_left_alone(tmp_path: Path) -> None:
    said: list[str] = []
    desk = TagDesk(tmp_path / FILE, THINGS, None, discreet=False)
    desk.learn(Command("", CommandKind.ENROL, 0, tag=UID, thing="piece w.inf.1"))
    session = Enrolling(
        Wire(), desk, lambda tag, _: said.append(tag.thing), wishes=[EnrolWish("card bua-chien", "pad.east")]
    )
    session.take(read("tag", UID))
    assert said == ["piece w.inf.1"]
    assert load_tags(tmp_path / FILE).thing(UID) == "piece w.inf.1"


def test_a_page_s_word_is_answered(tmp_path: Path) -> None:
    wire = Wire()
    session = Enrolling(wire, TagDesk(tmp_path / FILE, THINGS, None, discreet=False), lambda *_: None)
    session.take(
        ReceivedMessage("command", "", Command("7", CommandKind.ENROL, 0, tag=UID, thing="card bua-chien"))
    )
    ((channel, answer, _),) = wire.sent
    assert (channel, isinstance(answer, Answer) and answer.text) == ("answer", f"{UID} is card bua-chien")


def test_only_the_arbiter_s_tablets_hear_what_lies_on_the_pads_and_say_what_it_is() -> None:
    hub = Hub()
    arbiter, seat, spectator = hub.join(), hub.join(), hub.join()
    hub.seat(arbiter, ARBITER)
    hub.seat(seat, TabletPlace(Role.SEAT, Seat("west")))
    hub.take_tags(SHEET)
    assert "tags" in [one["channel"] for one in drain(arbiter)]
    assert UID not in json.dumps([drain(seat), drain(spectator)])
    hub.seat(arbiter, TabletPlace(Role.SPECTATOR))
    assert [one["data"] for one in drain(arbiter) if one["channel"] == "tags"] == [None]
    asked = Command("1", CommandKind.ENROL, 0, tag=UID, thing="card bua-chien")
    assert permitted(ARBITER, asked) == asked
    with pytest.raises(InputFault, match="on the arbiter's page"):
        permitted(TabletPlace(Role.SEAT, Seat("west")), asked)
