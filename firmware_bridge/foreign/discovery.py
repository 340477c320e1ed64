"""How our own devices and the match announce themselves to Home Assistant, by its MQTT discovery.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery: retained messages on
`<prefix>/<component>/<node>/<object>/config`, each with its device, origin and availability. A pad's buttons
are one event entity (https://www.home-assistant.io/integrations/event.mqtt): each press is an event, with the
button as an attribute. The tags on pads are a seat's secret, and aren't announced.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from typing import Any

from engine.bus.channels import BY_NAME, Service
from engine.bus.messages.boards import DeviceState
from engine.bus.topics import topic_of
from firmware_bridge.foreign.light_entity import light_entity
from firmware_bridge.foreign.match_entities import availability_of, match_device, match_entities

PREFIX = "homeassistant"

_PRESS = (
    "{% if value_json.event == 'button' %}"
    "{{ {'event_type': 'press', 'button': value_json.name} | tojson }}{% endif %}"
)
"""Anything else than a press becomes an empty text, which Home Assistant passes over."""
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")


def announcements(
    states: Iterable[DeviceState],
    *,
    table: str,
    version: str = "",
    prefix: str = PREFIX,
    lights: bool = False,
) -> dict[str, bytes]:
    """Return the retained announcements of our devices and of the match: topic → payload.

    `lights`: whether the table has lights for cells or pads. Foreign devices announce themselves.
    """
    node = _node_of(table)
    origin = {"name": "Boardwarden", **({"sw_version": version} if version else {})}
    common = {
        "availability": availability_of(Service.BRIDGE, table),
        "origin": origin,
    }
    entities = match_entities(table=table, node=node, origin=origin, prefix=prefix)
    found = {topic: _payload(message) for topic, message in entities.items()}
    if lights:
        device = match_device(table, node)
        found[f"{prefix}/light/{node}/lights/config"] = _payload(
            light_entity({**common, "device": device}, table=table, node=node)
        )
    for state in states:
        if state.device.startswith("mqtt."):
            continue
        own = f"{node}_{_safe(state.device)}"
        about = {
            "identifiers": [own],
            "name": f"{table}: {state.device}",
            "manufacturer": "Boardwarden",
            "model": "simulated board" if state.simulated else "board",
            **({"sw_version": state.firmware} if state.firmware else {}),
        }
        found[f"{prefix}/binary_sensor/{node}/{_safe(state.device)}/config"] = _payload(
            {
                **common,
                "name": "Connected",
                "unique_id": f"{own}_connected",
                "device": about,
                "device_class": "connectivity",
                "entity_category": "diagnostic",
                "state_topic": topic_of(BY_NAME["device"], table=table, name=state.device),
                "value_template": "{{ 'ON' if value_json.connected else 'OFF' }}",
            }
        )
        if state.device.startswith("pad."):
            found[f"{prefix}/event/{node}/{_safe(state.device)}_button/config"] = _payload(
                {
                    **common,
                    "name": "Button",
                    "unique_id": f"{own}_button",
                    "device": about,
                    "device_class": "button",
                    "event_types": ["press"],
                    "state_topic": topic_of(BY_NAME["device_event"], table=table, name=state.device),
                    "value_template": _PRESS,
                }
            )
    return found


def _node_of(table: str) -> str:
    """Return the name that stands for a table in topics and ids: no other table has it.

    Most letters aren't possible there, so that of names in other scripts nothing would be left.
    """
    safe = _safe(table)
    mark = "" if safe == table else f"_{hashlib.blake2s(table.encode(), digest_size=4).hexdigest()}"
    return f"boardwarden_{safe}{mark}"


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)


def _payload(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()
