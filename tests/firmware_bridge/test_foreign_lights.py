"""Lights of somebody's own devices: what they are sent, and what stays with the broker."""

import json
from pathlib import Path

from engine.bus.broker import Broker
from engine.bus.messages.boards import BrightnessOrder, DeviceOrder, LightsOrder, SoundOrder
from engine.core.ids import Cell
from firmware_bridge.foreign.broker_client import ForeignDevices
from firmware_bridge.foreign.lights import ForeignLights
from firmware_bridge.foreign.reports import Hearing
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.strangers import Somebody, mapped
from tests.patience import PATIENCE_S

A1, B2 = Cell("a1"), Cell("b2")
LIGHTS = "devices: {lamps: {like: esphome-lights, node: duel, lights: true}}"


def shown(lights: ForeignLights) -> dict[str, object]:
    found: dict[str, object] = json.loads(lights.message())
    return found


def test_each_order_changes_its_own_lights_and_the_message_has_them_all() -> None:
    lights = ForeignLights()
    for device, content in (
        ("board", LightsOrder((A1, B2), "red")),
        ("board", LightsOrder((B2,), "#00FF10")),
        ("pad.west", LightsOrder((), "white")),
        ("board", BrightnessOrder(50)),
        ("board", SoundOrder("warning")),
    ):
        lights = lights.ordered(device, DeviceOrder(content))
    assert shown(lights) == {
        "brightness": 50,
        "board": "#000000",
        "cells": {"a1": "#ff0000", "b2": "#00ff10"},
        "pads": {"west": "#ffffff"},
    }


def test_an_order_for_the_whole_board_leaves_no_cell_of_before() -> None:
    lights = ForeignLights().ordered("board", DeviceOrder(LightsOrder((A1,), "red")))
    lit = lights.ordered("board", DeviceOrder(LightsOrder(colour="blue")))
    assert (shown(lit)["board"], shown(lit)["cells"]) == ("#0000ff", {})
    off = lit.ordered("board", DeviceOrder(LightsOrder((A1,))))
    assert shown(off)["cells"] == {"a1": "#000000"}


def test_what_is_sent_to_lights_is_no_word_of_theirs(tmp_path: Path) -> None:
    hearing = Hearing(mapped(tmp_path, LIGHTS), run="run")
    assert (hearing.topics, hearing.lit) == (("duel/status",), ("duel/lights",))
    assert hearing.hear("duel/lights", b"{}", 1.0) == []
    (online,) = hearing.hear("duel/status", b"online", 1.0)
    (state,) = hearing.states
    assert online == state
    assert (state.device, state.lights, state.connected) == ("mqtt.lamps", True, True)


def test_over_a_real_broker_lights_that_come_late_get_all_that_was_ordered(
    broker: Broker, somebody: Somebody, tmp_path: Path
) -> None:
    bus = watched(broker, "lit")
    foreign = ForeignDevices(broker.url, mapped(tmp_path, LIGHTS), table="lit")
    with Running(broker, "lit", foreign=foreign):
        watcher = Watcher(bus)
        somebody.say("duel/status", "online", retain=True)
        assert watcher.until_connected("mqtt.lamps", connected=True).lights
        bus.publish("device_order", DeviceOrder(LightsOrder((A1,), "green")), "board")
        somebody.client.subscribe("duel/lights", 1)
        lit: object = {}
        while lit != {"a1": "#00ff00"}:
            topic, payload, _ = somebody.came.get(timeout=PATIENCE_S)
            lit = json.loads(payload)["cells"] if topic == "duel/lights" else lit
    # The bridge has ended; the broker still has it for a device that comes now.
    late = Somebody(broker)
    late.client.subscribe("duel/lights", 1)
    topic, payload, kept = late.came.get(timeout=PATIENCE_S)
    assert (topic, json.loads(payload)["cells"], kept) == ("duel/lights", {"a1": "#00ff00"}, True)
    late.stop()
    bus.stop()
