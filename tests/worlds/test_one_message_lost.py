"""One message of a channel is lost: the match goes on with the next action, and every page comes up to it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.bus.channels import CHANNELS
from engine.bus.client import BusEvent, Connected, ReceivedMessage
from engine.bus.messages.boards import AllTold, DeviceState
from engine.bus.messages.cameras import (
    CalibrationStage,
    CalibrationState,
    CameraCheckup,
    CameraEvent,
    CameraEventKind,
    CameraOrder,
    CameraOrderKind,
    CameraPicture,
    CameraState,
    DiceState,
    ProofPictures,
    StepPictures,
)
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.lights import LightsShown, LightsWish
from engine.bus.messages.services import Availability, Pulse
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from tests.worlds.pairs import Played, dozen_war, hero_realms
from tests.worlds.test_two_worlds import chosen
from tests.worlds.world import World

HEARD_HERE = [channel.name for channel in CHANNELS if channel.name != "claim"]
"""Every channel but the one that two tables on a broker use before any match, to hear of each other."""

PLAYED = {"Dozen War": dozen_war(asked="all"), "Hero Realms": hero_realms()}

SAID_AT_FIRST = "hand"
"""The channel that is spoken on as the engine finds the bus, and later only where a piece is in a hand."""

TRIES = 3
"""So often a player does the same again before asking what is wrong."""


class LosingWorld(World):
    """A world whose bus loses the next message of one channel, whoever it's for."""

    losing = ""
    lost: ReceivedMessage | None = None

    def _loses(self, event: BusEvent | None) -> bool:
        if not isinstance(event, ReceivedMessage) or event.channel != self.losing:
            return False
        self.losing, self.lost = "", event
        return True

    def take(self, event: BusEvent | None) -> None:
        if not self._loses(event):
            super().take(event)

    def carry(self) -> None:
        self.ears.sent = [event for event in self.ears.sent if not self._loses(event)]
        super().carry()

    def acts(self, actions: list[tuple[Seat, dict[str, Any]]]) -> bool:
        """Have the next action done, tried again where nothing happens; tell whether it was."""
        by, action = actions.pop(0)
        before = self.service.table.match.revision
        for number in range(TRIES):
            self.now += 1.0
            self.ask(self.at(by), Command(f"{before} {number}", CommandKind.ACT, before, action=action))
            if self.service.table.match.revision > before:
                self.look()
                return True
        return False

    def shown(self) -> int:
        """Return the match's revision that the arbiter's page shows."""
        said = [json.loads(one.said) for one in self.ears.heard if one.road == "websocket of arbiter"]
        each_one = [one for each in said for one in (each if isinstance(each, list) else [each])]
        revisions: list[int] = [one["data"]["revision"] for one in each_one if one["channel"] == "match"]
        return revisions[-1]


def begun(
    folder: Path, played: Played, *, losing: str
) -> tuple[LosingWorld, list[tuple[Seat, dict[str, Any]]]]:
    """Return a match that goes on, and what is done next in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pair = next(one for one in chosen(played, 1, 40) if len(one.actions) > 2)
    world = LosingWorld(folder, played, pair.one, None)
    world.losing = losing
    world.service.take(Connected())
    world.carry()
    return world, [(action.by, action.one) for action in pair.actions]


def say_something(world: LosingWorld, seat: Seat) -> None:
    """Have everything said that a table's services say beside actions."""
    world.take(ReceivedMessage("availability", "dashboard", Availability(online=True)))
    world.take(ReceivedMessage("device", "board", DeviceState("board", "/dev/ttyACM0", connected=True)))
    world.look()
    world.look(wrong=True)
    world.look()
    world.pad(seat, 7)
    revision, (piece, *_) = world.service.table.match.revision, world.game.pieces(world.state)
    asked = Command("why", CommandKind.ASK, revision, piece=piece, place="a1")
    world.ask(world.tablets["arbiter"], asked)
    world.show_hands()
    for channel, name, message in beside_play(Seconds(world.now)):
        world.take(ReceivedMessage(channel, name, message))
    world.feed.publish("simulator_order", SimulatorOrder(SimulatorAct.LIFT, "w.inf.1"))
    world.feed.publish_order("cam", CameraOrder(CameraOrderKind.WATCH))
    said, world.back.said = world.back.said, []
    for event in said:
        world.take(event)


def beside_play(now: Seconds) -> tuple[tuple[str, str, object], ...]:
    """Return the messages that cameras, boards and services alone send."""
    return (
        ("pulse", "engine", Pulse(0.1)),
        ("camera", "cam", CameraState("cam", "camera 0", 1280, 960)),
        ("camera_event", "cam", CameraEvent("cam", now, CameraEventKind.FOUND, Phrase("the board is found"))),
        ("camera_picture", "cam", CameraPicture("cam", 1, now, 2, 2, b"jpeg")),
        ("camera_steps", "cam", StepPictures("cam", 1, now, b"zip")),
        ("camera_checkup", "cam", CameraCheckup("cam", 1, ())),
        ("proof", "cam", ProofPictures("cam", 1, 2, b"jpeg", b"jpeg")),
        ("calibration", "cam", CalibrationState("cam", CalibrationStage.OFF)),
        ("dice", "cam", DiceState("cam", rolling=False, values=(3,))),
        ("all_told", "", AllTold(("board",), now)),
        ("lights", "", LightsShown(on=True, percent=100)),
        ("lights_wish", "", LightsWish(on=True)),
        ("simulated_table", "", SimulatedTable(())),
    )


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("channel", HEARD_HERE)
def test_a_match_goes_on_and_pages_follow_it_whichever_message_is_lost(
    tmp_path: Path, channel: str, game: str
) -> None:
    world, actions = begun(tmp_path / "m", PLAYED[game], losing=channel if channel == SAID_AT_FIRST else "")
    try:
        if channel != SAID_AT_FIRST:
            world.losing = channel
        say_something(world, actions[0][0])
        assert world.acts(actions)
        assert world.lost is not None, f"nothing was said on {channel}"
        assert world.acts(actions)
        assert world.shown() == world.service.table.match.revision
        assert not world.service.table.match.paused
    finally:
        world.service.close()
