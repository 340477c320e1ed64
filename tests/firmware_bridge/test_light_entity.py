"""The boards' lights and buttons in Home Assistant, by its own template language and over a real broker."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from jinja2.sandbox import SandboxedEnvironment

from engine.bus.broker import Broker
from engine.bus.channels import BY_NAME
from engine.bus.clearing import clear_table
from engine.bus.codec import decode, encode
from engine.bus.messages.boards import (
    BoardLights,
    BrightnessOrder,
    DeviceOrder,
    DeviceState,
    LightsOrder,
    SoundOrder,
)
from engine.bus.messages.lights import LightsShown, LightsWish
from engine.core.device_events import (
    ButtonPress,
    DeviceContent,
    DeviceEvent,
    PadReading,
    PadReadingKind,
    format_tags,
)
from engine.core.ids import Cell, Seconds
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.discovery import announcements
from firmware_bridge.simulated.board import SimulatedBoard
from tests.firmware_bridge.bridges import Running, Watcher
from tests.firmware_bridge.strangers import Somebody
from tests.patience import PATIENCE_S

PAD = DeviceState("pad.west", "/dev/ttyACM0", connected=True)
FOUND = {
    topic: json.loads(payload) for topic, payload in announcements((PAD,), table="club", lights=True).items()
}
LIGHT = FOUND["homeassistant/light/boardwarden_club/lights/config"]
BUTTON = FOUND["homeassistant/event/boardwarden_club/pad_west_button/config"]
WISHES = BY_NAME["lights_wish"]


def rendered(template: str, **facts: Any) -> str:
    return SandboxedEnvironment().from_string(template).render(**facts)  # nosec: our own template


def read(template: str, channel: str, message: object) -> str:
    """Return the text that Home Assistant reads from a message on the bus."""
    return rendered(template, value_json=json.loads(encode(BY_NAME[channel], message)))


def pressed(content: DeviceContent) -> str:
    event = DeviceEvent("pad.west", Seconds(1.0), content, mark="m-1")
    return read(BUTTON["value_template"], "device_event", event)


def test_both_are_on_the_topics_of_the_bridge() -> None:
    assert LIGHT["command_topic"] == "boardwarden/club/bridge/lights_wish"
    assert BUTTON["state_topic"] == "boardwarden/club/bridge/pad.west/event"


def test_a_table_without_lights_announces_none() -> None:
    assert not any("/light/" in topic for topic in announcements((PAD,), table="club"))


def test_a_press_is_an_event_with_its_button_and_nothing_else_of_a_pad_is() -> None:
    assert json.loads(pressed(ButtonPress("end_turn"))) == {"event_type": "press", "button": "end_turn"}
    tag = PadReading(PadReadingKind.TAGS, "west", format_tags(("04A1B2C3",)))
    # Home Assistant passes over an empty text.
    assert pressed(tag) == ""


@pytest.mark.parametrize("percent", range(1, 101))
def test_a_brightness_that_home_assistant_shows_comes_back_as_the_same_percent(percent: int) -> None:
    shown = LightsShown(on=True, percent=percent)
    assert read(LIGHT["state_template"], "lights", shown) == "on"
    brightness = int(read(LIGHT["brightness_template"], "lights", shown))
    assert 1 <= brightness <= 255
    # Its command has the number that was chosen on its slider.
    said = rendered(LIGHT["command_on_template"], state=True, brightness=brightness)
    assert decode(WISHES, said.encode()) == LightsWish(on=True, percent=percent)


def test_switching_says_nothing_of_the_brightness() -> None:
    assert read(LIGHT["state_template"], "lights", LightsShown(on=False, percent=40)) == "off"
    assert decode(WISHES, rendered(LIGHT["command_on_template"], state=True).encode()) == LightsWish(on=True)
    off = rendered(LIGHT["command_off_template"], state=False)
    assert decode(WISHES, off.encode()) == LightsWish(on=False)
    dimmest = rendered(LIGHT["command_on_template"], state=True, brightness=1)
    assert decode(WISHES, dimmest.encode()) == LightsWish(on=True, percent=1)


def test_the_lit_cells_are_an_attribute() -> None:
    lights = BoardLights({Cell("c3"): "#00ff00"})
    attributes = read(LIGHT["json_attributes_template"], "board_lights", lights)
    assert json.loads(attributes) == {"cells": {"c3": "#00ff00"}}


def until_lit(board: SimulatedBoard, colour: str | None) -> None:
    """Wait until the only lit pad has this colour; None: until none is lit."""
    until = time.monotonic() + PATIENCE_S
    while board.lights != ({} if colour is None else {("north", ""): colour}):
        assert time.monotonic() < until, board.lights
        time.sleep(0.005)


def newest(somebody: Somebody, topic: str) -> Any:
    while True:
        came, payload, _ = somebody.came.get(timeout=PATIENCE_S)
        if came == topic:
            return json.loads(payload) if payload else None


def test_over_a_real_broker_a_wish_dims_the_board_and_outlives_the_bridge_but_not_the_table(
    broker: Broker, somebody: Somebody, board: SimulatedBoard, watcher: Watcher, table: str, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    escaped = table.replace(" ", "%20")
    wish, shown = (f"boardwarden/{escaped}/bridge/{one}" for one in ("lights_wish", "lights"))
    somebody.client.subscribe([(shown, 1), ("homeassistant/light/#", 1)])

    def bridge() -> Running:
        foreign = ForeignDevices(broker.url, (), table=table, announces="homeassistant")
        return Running(broker, table, serial=str(tmp_path / "board"), foreign=foreign)

    with bridge():
        watcher.until_connected("board", connected=True)
        assert newest(somebody, shown) == {"on": True, "percent": 100}
        watcher.bus.publish("device_order", DeviceOrder(BrightnessOrder(80)), "board")
        watcher.bus.publish("device_order", DeviceOrder(LightsOrder((), "white")), "pad.north")
        until_lit(board, "#cccccc")
        somebody.say(wish, '{"on": true, "percent": 50}', retain=True)
        until_lit(board, "#666666")
        assert newest(somebody, shown) == {"on": True, "percent": 50}
        somebody.say(wish, '{"on": false}', retain=True)
        until_lit(board, None)
        assert newest(somebody, shown) == {"on": False, "percent": 50}
        # The table's own order doesn't light them against the wish; a sound is played after it.
        watcher.bus.publish("device_order", DeviceOrder(BrightnessOrder(80)), "board")
        watcher.bus.publish("device_order", DeviceOrder(SoundOrder("warning")), "board")
        until = time.monotonic() + PATIENCE_S
        while not board.tones:
            assert time.monotonic() < until
            time.sleep(0.005)
        assert board.lights == {}
        somebody.say(wish, '{"on": true, "percent": 25}', retain=True)
        until_lit(board, "#333333")
    with bridge():
        watcher.until_connected("board", connected=True)
        watcher.bus.publish("device_order", DeviceOrder(BrightnessOrder(80)), "board")
        watcher.bus.publish("device_order", DeviceOrder(LightsOrder((), "white")), "pad.north")
        until_lit(board, "#333333")
    watcher.bus.stop()
    clear_table(broker.url, table, discovery="homeassistant")
    late = Somebody(broker)
    late.client.subscribe([(f"boardwarden/{escaped}/#", 1), ("homeassistant/light/#", 1)])
    late.say("test/end", "here", retain=True)
    late.client.subscribe("test/end", 1)
    assert late.came.get(timeout=PATIENCE_S)[0] == "test/end"
    late.stop()
