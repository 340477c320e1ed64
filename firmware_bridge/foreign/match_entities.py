"""How the match shows in Home Assistant: whose turn it is, the clock, the warning in force, the winner.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery, and there *MQTT sensor* and *MQTT
binary sensor*. Each entity reads a topic that a table sends anyhow and that visitors may read, by a template:
nothing more is said on the bus. The texts are the English ones. A state there has 255 characters at most, and
a sensor that gets `None` has no known state.
"""

from typing import Any, NamedTuple

from engine.bus.channels import BY_NAME, Service
from engine.bus.topics import topic_of

_LONGEST = 255
_PHRASE = "{% macro en(p) %}{{ p.en if p is mapping else p }}{% endmacro %}"
_NAME = (
    _PHRASE + "{% set m = value_json %}{% macro name(s) %}"
    "{{ m.players[s.seat] if s.seat in m.players else en(s.label) }}{% endmacro %}"
)
_SEATS_OF = (
    "{% for s in m.view.seats if s.seat in WHO %}{{ name(s) }}{{ '' if loop.last else ', ' }}"
    "{% else %}NOBODY{% endfor %}"
)
_TURN = (
    _NAME
    + "{% if m.view.outcome %}None{% else %}"
    + _SEATS_OF.replace("WHO", "m.view.decision.seats").replace("NOBODY", "None")
    + "{% endif %}"
)
_WINNER = (
    _NAME
    + "{% if m.view.outcome %}"
    + _SEATS_OF.replace("WHO", "m.view.outcome.winners").replace("NOBODY", "nobody")
    + "{% else %}None{% endif %}"
)
_HEADLINE = _PHRASE + f"{{{{ en(value_json.view.headline)[:{_LONGEST}] or 'None' }}}}"
_WARNS = "(c and c.kind in ['illegal', 'ambiguous', 'pending'])"
_WARNING = (
    _PHRASE
    + f"{{% set c = value_json.current %}}{{% if {_WARNS} %}}"
    + "{% set said = en(c.violations[0].text if c.violations else c.text) %}"
    + f"{{{{ said[:{_LONGEST}] or c.kind }}}}{{% else %}}None{{% endif %}}"
)
_WARNED = f"{{% set c = value_json.current %}}{{{{ 'ON' if {_WARNS} else 'OFF' }}}}"
_WATCHED = "{{ 'ON' if value_json.watching else 'OFF' }}"
_LEFT = "{{ value_json.seats | selectattr('runs') | map(attribute='left_s') | first | default('None') }}"


class _Entity(NamedTuple):
    component: str
    """The kind of entity, as Home Assistant calls it."""
    name: str
    """Its name in topics and ids."""
    channel: str
    """The channel whose topic it reads."""
    template: str
    """The Jinja template of its state."""
    more: dict[str, str | int]
    """The further keys of its announcement."""


_ENTITIES = (
    _Entity("sensor", "turn", "match", _TURN, {"name": "Turn", "icon": "mdi:chess-pawn"}),
    _Entity("sensor", "standing", "match", _HEADLINE, {"name": "Standing"}),
    _Entity("sensor", "winner", "match", _WINNER, {"name": "Winner", "icon": "mdi:trophy"}),
    _Entity("sensor", "warning", "situation", _WARNING, {"name": "Warning", "icon": "mdi:alert"}),
    _Entity("binary_sensor", "warned", "situation", _WARNED, {"name": "Warned", "device_class": "problem"}),
    _Entity(
        "binary_sensor", "watched", "situation", _WATCHED, {"name": "Watched", "device_class": "connectivity"}
    ),
    _Entity(
        "sensor",
        "time_left",
        "clock",
        _LEFT,
        {
            "name": "Time left",
            "device_class": "duration",
            "unit_of_measurement": "s",
            "suggested_display_precision": 0,
        },
    ),
)


def availability_of(service: Service, table: str) -> list[dict[str, str]]:
    """Return the `availability` of entities that a table's service stands behind."""
    return [
        {
            "topic": topic_of(BY_NAME["availability"], table=table, name=service),
            "value_template": "{{ 'online' if value_json.online else 'offline' }}",
        }
    ]


def match_device(table: str, node: str) -> dict[str, Any]:
    """Return the `device` that a table's match is in Home Assistant.

    `node`: the name that stands for the table in topics and ids.
    """
    return {"identifiers": [f"{node}_match"], "name": f"{table}: match", "manufacturer": "Boardwarden"}


def match_entities(
    *, table: str, node: str, origin: dict[str, str], prefix: str
) -> dict[str, dict[str, Any]]:
    """Return the announcements of a table's match, not yet encoded: topic → message.

    `node`: the name that stands for the table in topics and ids.
    """
    common = {
        "availability": availability_of(Service.ENGINE, table),
        "origin": origin,
        "device": match_device(table, node),
    }
    return {
        f"{prefix}/{one.component}/{node}/match_{one.name}/config": {
            **common,
            "unique_id": f"{node}_match_{one.name}",
            "state_topic": topic_of(BY_NAME[one.channel], table=table),
            "value_template": one.template,
            **one.more,
        }
        for one in _ENTITIES
    }
