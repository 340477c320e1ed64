"""The announcements that Home Assistant takes, as a table: the keys of each kind of entity and their values.

Source: its schemas in version 2026.2.3 (https://github.com/home-assistant/core, the folder
homeassistant/components/mqtt: `schemas.py`, `config.py`, `sensor.py`, `binary_sensor.py`, `event.py` and
`light/schema_template.py`; `discovery.py` for the topics). Home Assistant drops a key that it doesn't know
without a word, so here such a key is a fault.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

DISCOVERY_TOPIC = re.compile(r"(?P<component>\w+)/(?:(?P<node>[a-zA-Z0-9_-]+)/)?[a-zA-Z0-9_-]+/config")
"""A topic beneath the prefix. Others are passed over."""

Check = Callable[[Any], bool]
"""Tells whether a value is one that Home Assistant takes."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_topic(value: Any) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value.encode()) <= 65_535
        and not re.search(r"[\x00-\x1f\x7f-\x9f+#]", value)
    )


def _is_template(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        SandboxedEnvironment().parse(value)
    except TemplateSyntaxError:
        return False
    return True


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_qos(value: Any) -> bool:
    return _is_whole(value) and value <= 2


def _is_icon(value: Any) -> bool:
    return isinstance(value, str) and ":" in value


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_link(value: Any) -> bool:
    return isinstance(value, str) and re.match(r"(https?|homeassistant)://\S+$", value) is not None


def _one_of(words: str) -> Check:
    return lambda value: value in words.split()


def _entries(required: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    return lambda value: isinstance(value, dict) and not _faults(value, required, optional)


_DEVICE_TEXTS = (
    "manufacturer model model_id name hw_version serial_number sw_version via_device suggested_area"
)
# A device without an identifier would need connections, which ours don't have.
_DEVICE = _entries(
    {"identifiers": lambda value: _is_texts(value) and bool(value)},
    {**dict.fromkeys(_DEVICE_TEXTS.split(), _is_text), "configuration_url": _is_link},
)
_ORIGIN = _entries({"name": _is_text}, {"sw_version": _is_text, "support_url": _is_link})
_AVAILABLE = _entries(
    {"topic": _is_topic},
    {"payload_available": _is_text, "payload_not_available": _is_text, "value_template": _is_template},
)

_EVERY: Mapping[str, Check] = {
    "availability": lambda value: isinstance(value, list) and all(map(_AVAILABLE, value)),
    "availability_mode": _one_of("all any latest"),
    "default_entity_id": _is_text,
    "device": _DEVICE,
    "enabled_by_default": _is_truth,
    "encoding": _is_text,
    "entity_category": _one_of("diagnostic"),
    "icon": _is_icon,
    "json_attributes_template": _is_template,
    "json_attributes_topic": _is_topic,
    "name": _is_text,
    "origin": _ORIGIN,
    "qos": _is_qos,
    "unique_id": _is_text,
}
"""The optional keys of every kind. An entity that is only read can't have the category `config`."""

_READ: Mapping[str, Check] = {**_EVERY, "value_template": _is_template}

_BINARY_CLASSES = (
    "battery battery_charging carbon_monoxide cold connectivity door garage_door gas heat light lock "
    "moisture motion moving occupancy opening plug power presence problem running safety smoke sound tamper "
    "update vibration window"
)
_TEMPLATES = "blue brightness color_temp effect green red state"

REQUIRED: Mapping[str, Mapping[str, Check]] = {
    "sensor": {"state_topic": _is_topic},
    "binary_sensor": {"state_topic": _is_topic},
    "event": {"state_topic": _is_topic, "event_types": _is_texts},
    "light": {
        "schema": _one_of("template"),
        "command_topic": _is_topic,
        "command_on_template": _is_template,
        "command_off_template": _is_template,
    },
}
"""The keys that an entity of a kind must have. Lights are of the template schema alone."""

OPTIONAL: Mapping[str, Mapping[str, Check]] = {
    "sensor": {
        **_READ,
        # The only class of our sensors; Home Assistant has some sixty.
        "device_class": _one_of("duration"),
        "expire_after": _is_whole,
        "force_update": _is_truth,
        "last_reset_value_template": _is_template,
        "options": _is_texts,
        "state_class": _one_of("measurement total total_increasing measurement_angle"),
        "suggested_display_precision": _is_whole,
        "unit_of_measurement": _one_of("d h min s ms μs"),
    },
    "binary_sensor": {
        **_READ,
        "device_class": _one_of(_BINARY_CLASSES),
        "expire_after": _is_whole,
        "force_update": _is_truth,
        "off_delay": _is_whole,
        "payload_off": _is_text,
        "payload_on": _is_text,
    },
    "event": {**_READ, "device_class": _one_of("doorbell button motion")},
    "light": {
        **_EVERY,
        **{f"{name}_template": _is_template for name in _TEMPLATES.split()},
        "color_temp_kelvin": _is_truth,
        "effect_list": _is_texts,
        "max_kelvin": _is_whole,
        "min_kelvin": _is_whole,
        "optimistic": _is_truth,
        "retain": _is_truth,
        "state_topic": _is_topic,
    },
}
"""The keys that an entity of a kind may have."""


def faults_of(topic: str, entity: Mapping[str, Any], *, prefix: str = "homeassistant") -> list[str]:
    """Return the faults of an announcement in Home Assistant's eyes; nothing if all is well."""
    where = DISCOVERY_TOPIC.fullmatch(topic.removeprefix(f"{prefix}/"))
    if where is None or where["component"] not in REQUIRED:
        return [f"no topic of an announcement: {topic}"]
    kind = where["component"]
    return _faults(entity, REQUIRED[kind], OPTIONAL[kind])


def _faults(
    given: Mapping[str, Any], required: Mapping[str, Check], optional: Mapping[str, Check]
) -> list[str]:
    known = {**optional, **required}
    return [
        *(f"{key} is missing" for key in required if key not in given),
        *(f"{key} isn't known" for key in given if key not in known),
        *(
            f"{key} can't be {value!r}"
            for key, value in given.items()
            if key in known and not known[key](value)
        ),
    ]
