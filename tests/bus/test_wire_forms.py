"""Messages that have a form of their own on the bus are written to the letter as earlier versions did."""

import json
from typing import Any

import pytest

from engine.bus.channels import BY_NAME
from engine.bus.codec import decode, encode
from engine.bus.messages.boards import (
    BrightnessOrder,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    OrderContent,
    SoundOrder,
    TagOrder,
    UnknownOrder,
)
from engine.core.device_events import (
    ButtonPress,
    CellChange,
    DeviceContent,
    DeviceEvent,
    DiceAtRest,
    PadReading,
    PadReadingKind,
    UnknownContent,
)
from engine.core.faults import CallerFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import (
    Backs,
    Look,
    LookCells,
    LookMotion,
    LookPieces,
    LookReach,
    Named,
    Seen,
    SourceKnows,
)

CHANNEL = BY_NAME["device_event"]

# Each line as the version before these classes wrote it.
EVENTS: list[tuple[DeviceEvent, str]] = [
    (
        DeviceEvent("pad.west", Seconds(1764298431.25), ButtonPress("end_turn"), "0a1b2c3d-7"),
        (
            '{"device":"pad.west","taken_at":1764298431.25,"event":"button","name":"end_turn","value":"",'
            '"mark":"0a1b2c3d-7"}'
        ),
    ),
    (
        DeviceEvent(
            "pad.west", Seconds(2.5), PadReading(PadReadingKind.TAGS, "west", "04A1B2C3D4E5F6 04FF00AA")
        ),
        (
            '{"device":"pad.west","taken_at":2.5,"event":"tag","name":"west",'
            '"value":"04A1B2C3D4E5F6 04FF00AA","mark":""}'
        ),
    ),
    (
        DeviceEvent("pad.west", Seconds(2.5), PadReading(PadReadingKind.TAGS, "west", "")),
        '{"device":"pad.west","taken_at":2.5,"event":"tag","name":"west","value":"","mark":""}',
    ),
    (
        DeviceEvent(
            "pad.west",
            Seconds(2.5),
            PadReading(PadReadingKind.MEMORY, "west", "04A1B2C3D4E5F6 boardwarden: card búa"),
        ),
        (
            '{"device":"pad.west","taken_at":2.5,"event":"content","name":"west",'
            '"value":"04A1B2C3D4E5F6 boardwarden: card búa","mark":""}'
        ),
    ),
    (
        DeviceEvent(
            "pad.west",
            Seconds(2.5),
            PadReading(PadReadingKind.REFUSAL, "west", "04A1B2C3D4E5F6 it can't be read"),
        ),
        (
            '{"device":"pad.west","taken_at":2.5,"event":"refused","name":"west",'
            '"value":"04A1B2C3D4E5F6 it can\'t be read","mark":""}'
        ),
    ),
    (
        DeviceEvent("board", Seconds(3.0), CellChange(Cell("e4"), covered=True), "m-1"),
        '{"device":"board","taken_at":3.0,"event":"cell","name":"e4","value":"covered","mark":"m-1"}',
    ),
    (
        DeviceEvent("board", Seconds(3.5), CellChange(Cell("e4"), covered=False)),
        '{"device":"board","taken_at":3.5,"event":"cell","name":"e4","value":"clear","mark":""}',
    ),
    (
        DeviceEvent("tray", Seconds(4.0), DiceAtRest((3, 5)), "4.000"),
        '{"device":"tray","taken_at":4.0,"event":"dice","name":"die","value":"3 5","mark":"4.000"}',
    ),
    (
        DeviceEvent("lamp", Seconds(5.0), UnknownContent("smoke", "kitchen", "thick"), "x"),
        '{"device":"lamp","taken_at":5.0,"event":"smoke","name":"kitchen","value":"thick","mark":"x"}',
    ),
]


@pytest.mark.parametrize(("event", "line"), EVENTS, ids=lambda one: type(one).__name__)
def test_a_device_event_has_the_bytes_that_earlier_versions_sent(event: DeviceEvent, line: str) -> None:
    assert encode(CHANNEL, event) == line.encode()
    assert decode(CHANNEL, line.encode()) == event


ORDERS: list[tuple[OrderContent, str]] = [
    (
        LightsOrder((Cell("a1"), Cell("b2")), "red"),
        '{"order":"lights","cells":["a1","b2"],"colour":"red","name":"","value":""}',
    ),
    (LightsOrder((), "off"), '{"order":"lights","cells":[],"colour":"off","name":"","value":""}'),
    (SoundOrder("warning"), '{"order":"sound","cells":[],"colour":"","name":"warning","value":""}'),
    (BrightnessOrder(30), '{"order":"brightness","cells":[],"colour":"","name":"","value":"30"}'),
    (
        TagOrder(DeviceOrderKind.READ_TAG, "04A1B2C3D4E5F6"),
        '{"order":"read_tag","cells":[],"colour":"","name":"","value":"04A1B2C3D4E5F6"}',
    ),
    (
        TagOrder(DeviceOrderKind.WRITE_TAG, "04A1B2C3D4E5F6 card búa"),
        '{"order":"write_tag","cells":[],"colour":"","name":"","value":"04A1B2C3D4E5F6 card búa"}',
    ),
    (
        UnknownOrder("brightness", value="bright"),
        '{"order":"brightness","cells":[],"colour":"","name":"","value":"bright"}',
    ),
    (
        UnknownOrder("sound", (Cell("a1"),), name="warning"),
        '{"order":"sound","cells":["a1"],"colour":"","name":"warning","value":""}',
    ),
    (
        UnknownOrder("dance", (), "red", "waltz", "3"),
        '{"order":"dance","cells":[],"colour":"red","name":"waltz","value":"3"}',
    ),
]


@pytest.mark.parametrize(("content", "line"), ORDERS, ids=lambda one: type(one).__name__)
def test_an_order_to_a_device_has_the_bytes_that_earlier_versions_sent(
    content: OrderContent, line: str
) -> None:
    channel = BY_NAME["device_order"]
    assert encode(channel, DeviceOrder(content)) == line.encode()
    assert decode(channel, line.encode()) == DeviceOrder(content)


CAMERAS = Look(
    "cam",
    7,
    Seconds(2.5),
    LookPieces(
        (
            Seen(
                PieceId("gen.est"),
                Cell("e5"),
                1.5,
                -2.0,
                Face.UP,
                90.0,
                edge=True,
                confidence=0.98,
                margin=0.5,
                sideways=False,
            ),
        ),
        backs=(Backs(Cell("x.pile"), "war", 3),),
    ),
    LookCells((Cell("a1"),), (Cell("b2"),), {Cell("a1"): 0.75}),
    LookMotion(steady=True, moved=False),
    LookReach("mativen", trust=0.5),
)
READERS = Look(
    "readers",
    8,
    Seconds(3.0),
    LookPieces(named=(Named(PieceId("gen.est"), Cell("c1")),)),
    LookCells(),
    LookMotion(steady=False, moved=True),
    LookReach("", SourceKnows.WHICH, (Cell("c1"),), (PieceId("gen.est"),)),
)

# Each line as the version before the groups of fields wrote it.
LOOKS: list[tuple[Look, str]] = [
    (
        CAMERAS,
        (
            '{"source":"cam","sequence":7,"taken_at":2.5,"seen":[{"piece":"gen.est","cell":"e5","x_mm":1.5,'
            '"y_mm":-2.0,"face":"up","turned_deg":90.0,"edge":true,"confidence":0.98,"margin":0.5,'
            '"sideways":false}],"unsure":["a1"],"blind":["b2"],"steady":true,"moved":false,"trust":0.5,'
            '"confidence":{"a1":0.75},"board":"mativen","knows":"how","covers":null,"notices":null,'
            '"named":[],"backs":[{"cell":"x.pile","back":"war","number":3}]}'
        ),
    ),
    (
        READERS,
        (
            '{"source":"readers","sequence":8,"taken_at":3.0,"seen":[],"unsure":[],"blind":[],'
            '"steady":false,"moved":true,"trust":1.0,"confidence":{},"board":"","knows":"which",'
            '"covers":["c1"],"notices":["gen.est"],'
            '"named":[{"piece":"gen.est","cell":"c1","face":null}],"backs":null}'
        ),
    ),
]


@pytest.mark.parametrize(("look", "line"), LOOKS, ids=lambda one: getattr(one, "source", ""))
def test_a_look_has_the_bytes_that_earlier_versions_sent(look: Look, line: str) -> None:
    channel = BY_NAME["look"]
    assert encode(channel, look) == line.encode()
    assert decode(channel, line.encode()) == look


def test_a_look_of_the_first_versions_is_read_with_what_it_leaves_out() -> None:
    line = (
        b'{"source":"cam","sequence":1,"taken_at":0.0,"seen":[],"unsure":["a1"],"blind":[],'
        b'"steady":true,"moved":false}'
    )
    read: Look = decode(BY_NAME["look"], line)
    assert read.cells == LookCells((Cell("a1"),))
    assert (read.pieces, read.reach) == (LookPieces(), LookReach())


@pytest.mark.parametrize("left_out", [("mark",), ("mark", "value")])
def test_an_event_that_leaves_out_what_may_be_left_out_is_read(left_out: tuple[str, ...]) -> None:
    written: dict[str, Any] = json.loads(EVENTS[0][1])
    shorter = {key: value for key, value in written.items() if key not in left_out}
    read: DeviceEvent = decode(CHANNEL, json.dumps(shorter).encode())
    assert read.content == ButtonPress("end_turn")
    assert read.mark == ""


def test_a_content_that_is_none_is_the_senders_fault() -> None:
    content: DeviceContent = "button"  # type: ignore[assignment] # the point
    with pytest.raises(CallerFault, match="device_event"):
        encode(CHANNEL, DeviceEvent("pad.west", Seconds(1.0), content))
