"""The one table of the bus: every channel, who sends it, its type and its guarantees.

Encoding, checks, docs and tests are made from `CHANNELS`. No other place in the project names a topic.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.bus.messages.boards import (
    AllTold,
    BoardLights,
    CoveredCells,
    DeviceOrder,
    DeviceState,
    SensingState,
)
from engine.bus.messages.cameras import (
    CalibrationState,
    CameraCheckup,
    CameraEvent,
    CameraOrder,
    CameraPicture,
    CameraState,
    DiceState,
    ProofPictures,
    StepPictures,
)
from engine.bus.messages.commands import Answer, Command, SealedAnswer, SealedCommand
from engine.bus.messages.lights import LightsShown, LightsWish
from engine.bus.messages.match import AdviceSheet, ClockState, MatchState, SealedSheet, Situation, Surface
from engine.bus.messages.services import Availability, Pulse, TableClaim
from engine.bus.messages.simulated import SimulatedTable, SimulatorOrder
from engine.bus.wire import DEVICE_EVENT, DEVICE_ORDER, LOOK, WireForm
from engine.core.device_events import DeviceEvent
from engine.core.observations import Look
from engine.core.verdict import Verdict


class Service(StrEnum):
    """The services of a table."""

    VISION = "vision"
    BRIDGE = "bridge"
    ENGINE = "engine"
    DASHBOARD = "dashboard"
    SIMULATOR = "simulator"


class Carries(StrEnum):
    """The kind of a channel's messages, which decides its guarantees.

    `state`: retained, QoS 1. `event`: QoS 1, never retained, never dropped. `sample`: QoS 0, a full queue
    drops the oldest and counts it.
    """

    STATE = "state"
    EVENT = "event"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Channel:
    """One channel."""

    name: str
    """Its name in code and documents."""
    topic: str
    """Its topic. It has `{table}` and at most one further name in braces, `{name}`."""
    message: type
    """The class of its messages."""
    senders: tuple[Service, ...]
    """The services that send on it. Where there is none, `outsider` says who."""
    carries: Carries
    """How its messages travel: as state, event or sample."""
    about: str
    """One line about it for people."""
    outsider: str = ""
    """The program that sends on it where no service does."""
    form: WireForm | None = None
    """The JSON form of its messages, where that isn't their class field by field."""

    @property
    def json_kind(self) -> type:
        """The class whose fields are the JSON."""
        return self.message if self.form is None else self.form.kind

    def written(self, message: Any) -> Any:
        """Return a message in its JSON form."""
        return message if self.form is None else self.form.written(message)

    def read(self, found: Any) -> Any:
        """Return the message of a JSON form; inverse of `written`."""
        return found if self.form is None else self.form.read(found)

    @property
    def qos(self) -> int:
        """The MQTT quality of service."""
        return 0 if self.carries is Carries.SAMPLE else 1

    @property
    def retained(self) -> bool:
        """Whether the broker keeps the last message."""
        return self.carries is Carries.STATE


CHANNELS: tuple[Channel, ...] = (
    Channel(
        "availability",
        "boardwarden/{table}/service/{name}/availability",
        Availability,
        tuple(Service),
        Carries.STATE,
        "A service comes, goes, or is gone (its last will).",
    ),
    Channel(
        "pulse",
        "boardwarden/{table}/service/{name}/pulse",
        Pulse,
        tuple(Service),
        Carries.SAMPLE,
        "How a service's own loop goes; every two seconds.",
    ),
    Channel(
        "claim",
        "boardwarden/{table}/claim",
        TableClaim,
        (),
        Carries.STATE,
        "The table that has this name.",
        "play",
    ),
    Channel(
        "look",
        "boardwarden/{table}/vision/{name}/look",
        Look,
        (Service.VISION,),
        Carries.SAMPLE,
        "One camera's look at one frame; sent on change and at least once a second.",
        form=LOOK,
    ),
    Channel(
        "camera",
        "boardwarden/{table}/vision/{name}/state",
        CameraState,
        (Service.VISION,),
        Carries.STATE,
        "How one camera does.",
    ),
    Channel(
        "camera_event",
        "boardwarden/{table}/vision/{name}/event",
        CameraEvent,
        (Service.VISION,),
        Carries.EVENT,
        "A camera lost the board, found it, was moved, fell silent, came back.",
    ),
    Channel(
        "camera_order",
        "boardwarden/{table}/vision/{name}/order",
        CameraOrder,
        (Service.DASHBOARD,),
        Carries.EVENT,
        "Requests to a camera's service: pictures, measuring its lens.",
    ),
    Channel(
        "camera_picture",
        "boardwarden/{table}/vision/{name}/picture",
        CameraPicture,
        (Service.VISION,),
        Carries.SAMPLE,
        "A small picture, while somebody sets the camera up.",
    ),
    Channel(
        "camera_steps",
        "boardwarden/{table}/vision/{name}/steps",
        StepPictures,
        (Service.VISION,),
        Carries.SAMPLE,
        "Each step of reading one picture, drawn, when the arbiter asks for it.",
    ),
    Channel(
        "proof",
        "boardwarden/{table}/vision/{name}/proof",
        ProofPictures,
        (Service.VISION,),
        Carries.SAMPLE,
        "A camera's pictures of the cells that a verdict is about, before and after.",
    ),
    Channel(
        "camera_checkup",
        "boardwarden/{table}/vision/{name}/checkup",
        CameraCheckup,
        (Service.VISION,),
        Carries.SAMPLE,
        "How well a camera sees the board and what to change first, while somebody sets it up.",
    ),
    Channel(
        "calibration",
        "boardwarden/{table}/vision/{name}/calibration",
        CalibrationState,
        (Service.VISION,),
        Carries.STATE,
        "How far measuring a camera's lens has come.",
    ),
    Channel(
        "dice",
        "boardwarden/{table}/vision/{name}/dice",
        DiceState,
        (Service.VISION,),
        Carries.STATE,
        "The dice that lie in the tray.",
    ),
    Channel(
        "device_event",
        "boardwarden/{table}/bridge/{name}/event",
        DeviceEvent,
        (Service.BRIDGE, Service.VISION),
        Carries.EVENT,
        "A button, a tag on a pad, a cell of a board device, dice that have come to rest in the tray.",
        form=DEVICE_EVENT,
    ),
    Channel(
        "device",
        "boardwarden/{table}/bridge/{name}/state",
        DeviceState,
        (Service.BRIDGE,),
        Carries.STATE,
        "How one board device does.",
    ),
    Channel(
        "all_told",
        "boardwarden/{table}/bridge/all_told",
        AllTold,
        (Service.BRIDGE,),
        Carries.EVENT,
        "The time before this has been reported in full by the board devices.",
    ),
    Channel(
        "device_order",
        "boardwarden/{table}/bridge/{name}/order",
        DeviceOrder,
        (Service.ENGINE,),
        Carries.EVENT,
        "Lights and sounds for a board device.",
        form=DEVICE_ORDER,
    ),
    Channel(
        "lights",
        "boardwarden/{table}/bridge/lights",
        LightsShown,
        (Service.BRIDGE,),
        Carries.STATE,
        "How bright the boards' lights are, where a board has lights.",
    ),
    Channel(
        "lights_wish",
        "boardwarden/{table}/bridge/lights_wish",
        LightsWish,
        (),
        Carries.STATE,
        "How bright somebody at home wants the boards' lights.",
        "Home Assistant",
    ),
    Channel(
        "sensing",
        "boardwarden/{table}/engine/sensing",
        SensingState,
        (Service.ENGINE,),
        Carries.STATE,
        "Which sources look, where they contradict each other, which sensor is at fault, what nothing uses.",
    ),
    Channel(
        "surface",
        "boardwarden/{table}/engine/surface",
        Surface,
        (Service.ENGINE,),
        Carries.STATE,
        "The field that the match is played on.",
    ),
    Channel(
        "match",
        "boardwarden/{table}/engine/match",
        MatchState,
        (Service.ENGINE,),
        Carries.STATE,
        "The match as spectators may see it.",
    ),
    Channel(
        "advice",
        "boardwarden/{table}/engine/advice",
        AdviceSheet,
        (Service.ENGINE,),
        Carries.STATE,
        "Each piece's possible actions now.",
    ),
    Channel(
        "seat",
        "boardwarden/{table}/engine/seat/{name}",
        SealedSheet,
        (Service.ENGINE,),
        Carries.STATE,
        "The facts that one seat alone may know, sealed with the table's key.",
    ),
    Channel(
        "hand",
        "boardwarden/{table}/engine/hand/{name}",
        SealedSheet,
        (Service.ENGINE,),
        Carries.STATE,
        "Which of a seat's pieces is in a hand now, sealed with the table's key.",
    ),
    Channel(
        "all_hands",
        "boardwarden/{table}/engine/all_hands",
        SealedSheet,
        (Service.ENGINE,),
        Carries.STATE,
        "All held cards, while the arbiter has them shown in the broadcast; sealed with the table's key.",
    ),
    Channel(
        "tags",
        "boardwarden/{table}/engine/tags",
        SealedSheet,
        (Service.ENGINE,),
        Carries.STATE,
        "The RFID tags that lie on each pad, sealed with the table's key.",
    ),
    Channel(
        "situation",
        "boardwarden/{table}/engine/situation",
        Situation,
        (Service.ENGINE,),
        Carries.STATE,
        "How the table stands against the match now.",
    ),
    Channel(
        "board_lights",
        "boardwarden/{table}/engine/board_lights",
        BoardLights,
        (Service.ENGINE,),
        Carries.STATE,
        "The cells that are lit, for a projector or screen.",
    ),
    Channel(
        "covered_cells",
        "boardwarden/{table}/engine/covered_cells",
        CoveredCells,
        (Service.ENGINE,),
        Carries.STATE,
        "The cells beneath hands and arms, for a projector or screen.",
    ),
    Channel(
        "clock",
        "boardwarden/{table}/engine/clock",
        ClockState,
        (Service.ENGINE,),
        Carries.STATE,
        "How much time each seat has left.",
    ),
    Channel(
        "verdict",
        "boardwarden/{table}/engine/verdict",
        Verdict,
        (Service.ENGINE,),
        Carries.EVENT,
        "A verdict, at the moment it is given.",
    ),
    Channel(
        "command",
        "boardwarden/{table}/engine/command",
        Command,
        (Service.DASHBOARD,),
        Carries.EVENT,
        "A request to the engine from the table as a whole.",
    ),
    Channel(
        "seat_command",
        "boardwarden/{table}/engine/seat_command",
        SealedCommand,
        (Service.DASHBOARD,),
        Carries.EVENT,
        "A request to the engine from a seat's own tablet, sealed with the table's key.",
    ),
    Channel(
        "answer",
        "boardwarden/{table}/engine/answer",
        Answer,
        (Service.ENGINE,),
        Carries.EVENT,
        "The engine's answer to a command of the table.",
    ),
    Channel(
        "seat_answer",
        "boardwarden/{table}/engine/seat_answer",
        SealedAnswer,
        (Service.ENGINE,),
        Carries.EVENT,
        "The engine's answer to a seat's command, sealed with the table's key.",
    ),
    Channel(
        "simulated_table",
        "boardwarden/{table}/simulator/table",
        SimulatedTable,
        (Service.SIMULATOR,),
        Carries.STATE,
        "Where the pieces of the simulated table physically lie.",
    ),
    Channel(
        "simulator_order",
        "boardwarden/{table}/simulator/order",
        SimulatorOrder,
        (Service.DASHBOARD,),
        Carries.EVENT,
        "A visitor's actions at the simulated table.",
    ),
)

BY_NAME: dict[str, Channel] = {channel.name: channel for channel in CHANNELS}
