"""The boards' lights in Home Assistant: a light that is switched and dimmed there.

Source: https://www.home-assistant.io/integrations/light.mqtt/#template-schema. That schema lets a light read
and write messages in our words. The game gives the cells their colours, so the light has no colour to choose;
the lit cells are its attribute `cells`.
"""

from typing import Any

from engine.bus.channels import BY_NAME
from engine.bus.topics import topic_of

_PERCENT = "{{ [1, (brightness / 2.55) | round | int] | max }}"
_WISH = f'{{"on": true{{% if brightness is defined %}}, "percent": {_PERCENT}{{% endif %}}}}'
_STATE = "{{ 'on' if value_json.on else 'off' }}"
_BRIGHTNESS = "{{ (value_json.percent * 2.55) | round | int }}"
_CELLS = "{{ {'cells': value_json.lit} | tojson }}"


def light_entity(common: dict[str, Any], *, table: str, node: str) -> dict[str, Any]:
    """Return the announcement of a table's lights, not yet encoded.

    `common`: its device, origin and availability. `node`: the name that stands for the table in ids.
    """
    return {
        **common,
        "name": "Board lights",
        "unique_id": f"{node}_lights",
        "schema": "template",
        "state_topic": topic_of(BY_NAME["lights"], table=table),
        "state_template": _STATE,
        "brightness_template": _BRIGHTNESS,
        "command_topic": topic_of(BY_NAME["lights_wish"], table=table),
        "command_on_template": _WISH,
        "command_off_template": '{"on": false}',
        "json_attributes_topic": topic_of(BY_NAME["board_lights"], table=table),
        "json_attributes_template": _CELLS,
        # A bridge that starts again then hears the last wish.
        "retain": True,
        "qos": 1,
    }
