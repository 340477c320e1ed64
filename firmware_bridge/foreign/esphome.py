"""A node that ESPHome builds from one of our `board.json` files: its YAML, and the mapping that reads it.

Sources: https://esphome.io/components/ sn74hc165.html, rc522.html, pn532.html, binary_sensor/gpio.html,
mqtt.html, light/esp32_rmt_led_strip.html, light/index.html (addressable lambda). `make esphome` checks the
YAML by `esphome config`; no such node has been compiled here, or has stood on our table.
"""

import re
from dataclasses import dataclass
from typing import Any

import yaml

from engine.core.faults import InputFault
from firmware_bridge.foreign.esphome_lambdas import (
    cells_known,
    cells_unknown,
    chain_watched,
    gate,
    lights_drawn,
    lights_taken,
)

CHIP = "esp32s3"
"""The one chip of ours that ESPHome gives MQTT: its MQTT component refuses an RP2040."""
READERS = {"mfrc522": "rc522_spi", "pn532": "pn532_spi"}
"""ESPHome's component for each reader."""
READ_EVERY = "250ms"
"""The pause between two looks for a tag; ESPHome's own second is too long for a waiting person."""
STEADY = "80ms"
"""A switch counts once it has held for this time, as long as our own firmware needs to trust a chain
again."""
PRESSED = "20ms"
"""A button counts once it has held for this time."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


class _Secret(str):
    """A word that ESPHome reads from secrets.yaml."""

    __slots__ = ()


class _Lambda(str):
    """C++ in the place of a value."""

    __slots__ = ()


class _Block(str):
    """C++ in lines of its own."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes secrets, lambdas and blocks as ESPHome reads them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 # PyYAML's own signature
        """Indent lists beneath their keys."""
        super().increase_indent(flow, False)  # noqa: FBT003 # PyYAML's own signature


_Dumper.add_representer(_Secret, lambda to, one: to.represent_scalar("!secret", str(one)))
_Dumper.add_representer(_Lambda, lambda to, one: to.represent_scalar("!lambda", str(one), style="'"))
_Dumper.add_representer(
    _Block, lambda to, one: to.represent_scalar("tag:yaml.org,2002:str", str(one), style="|")
)


@dataclass(frozen=True, slots=True)
class EsphomeNode:
    """A node's files, as text."""

    name: str
    """The node's name, which is also the first word of its topics."""
    config: str
    """The YAML that `esphome run` takes."""
    devices: str
    """The mapping for `--devices`."""


SECRETS = """\
# The words that each node's YAML names. ESPHome reads this file from the folder of the YAML.
wifi_ssid: "your network"
wifi_password: "your network's password"
mqtt_broker: "192.168.0.10"
mqtt_username: ""
mqtt_password: ""
ota_password: "choose one"
"""
"""A first secrets.yaml."""


def esphome_node(board: dict[str, Any], *, name: str = "", reader: str = "") -> EsphomeNode:
    """Return the node of a board; `board`: a `board.json` that has been read and checked.

    `name`: the node's name; empty: the board's own, made fit. `reader`: the reader that every pad has; empty:
    as the board says.

    Raises:
        InputFault: a chip without MQTT in ESPHome, a reader that it doesn't know, or no fit name.
    """
    if board.get("chip", CHIP) != CHIP:
        raise InputFault(
            f"chip {board['chip']}: ESPHome has no MQTT on it; expected a board.json for an {CHIP}, "
            "such as hardware/boards/duel-esp32s3.json"
        )
    name = name or _fit(str(board["board"]))
    if not _NAME.fullmatch(name):
        raise InputFault(
            f"--name {name}: expected 1 to 30 lower-case letters, digits and hyphens, a letter or digit first"
        )
    pads = [pad for pad in board.get("pads", ()) if "reader" in pad]
    readers = {pad["pad"]: reader or pad["reader"] for pad in pads}
    for pad, kind in readers.items():
        if kind not in READERS:
            raise InputFault(
                f"pad {pad}: ESPHome has no component for a {kind}; "
                f"say which reader is there instead: --reader {' or '.join(READERS)}"
            )
    config = {
        **_heads(board, name),
        **_memory(board, readers),
        **_chain(board, name),
        **_pads(board, name, readers),
        **_inputs(board),
        **_lights(board),
    }
    text = yaml.dump(config, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1000)
    devices = yaml.safe_dump({"devices": _mapping(board, name, readers)}, sort_keys=False, allow_unicode=True)
    return EsphomeNode(name, _headed(name, board, text), _headed(name, board, devices))


def _headed(name: str, board: dict[str, Any], text: str) -> str:
    return f"# The node '{name}' of '{board['board']}', as `boardwarden export esphome` makes it.\n{text}"


def _fit(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:30].strip("-") or "board"


def _key(*words: str) -> str:
    """Return an identifier for C++ and topics; letters that neither takes become their numbers."""
    return "_".join(re.sub(r"[^a-z0-9_]", lambda found: f"x{ord(found[0]):x}", word) for word in words)


def _gpio(number: int) -> str:
    return f"GPIO{number}"


def _tag_said(name: str, key: str) -> dict[str, Any]:
    """Return the action that says which tag lies on a pad; `key`: the pad's identifier."""
    lying = _Lambda(f"return id(lying_{key});")
    return {"mqtt.publish": {"topic": f"{name}/{key}/tag", "retain": True, "payload": lying}}


def _heads(board: dict[str, Any], name: str) -> dict[str, Any]:
    tags = [_tag_said(name, _key(pad["pad"])) for pad in board.get("pads", ()) if "reader" in pad]
    found: dict[str, Any] = {
        "esphome": {"name": name},
        "esp32": {"variant": CHIP, "framework": {"type": "esp-idf"}},
        "logger": {},
        "wifi": {"ssid": _Secret("wifi_ssid"), "password": _Secret("wifi_password")},
        "ota": [{"platform": "esphome", "password": _Secret("ota_password")}],
        "mqtt": {
            "id": "broker",
            "broker": _Secret("mqtt_broker"),
            "username": _Secret("mqtt_username"),
            "password": _Secret("mqtt_password"),
            "topic_prefix": name,
            "discovery": False,
        },
    }
    if tags:
        # A restarted broker or node may keep a report of another tag than the one that lies here.
        found["mqtt"]["on_connect"] = tags
    if board.get("lamps"):
        found["esphome"]["on_boot"] = [
            {"light.turn_on": {"id": "lamps", "brightness": "100%", "effect": "Board"}}
        ]
        found["mqtt"]["on_json_message"] = [
            {"topic": f"{name}/lights", "then": [{"lambda": _Block(lights_taken(board["lamps"]))}]}
        ]
    return found


def _bit(place: int) -> int:
    """Return ESPHome's number of an input: it counts each register from D0, which is shifted out last."""
    return place // 8 * 8 + 7 - place % 8


def _shifted(place: int, *, inverted: bool = False) -> dict[str, Any]:
    return {"sn74hc165": "cells", "number": _bit(place), "inverted": inverted}


def _cells(board: dict[str, Any]) -> list[tuple[int, str]]:
    order = board.get("cells", {}).get("order", ())
    return [(place, cell) for place, cell in enumerate(order) if cell is not None]


def _memory(board: dict[str, Any], readers: dict[str, str]) -> dict[str, Any]:
    """Return the node's memory: the tag on each pad, the felt switches, the colour of each light."""
    found = [{"id": f"lying_{_key(pad)}", "type": "std::string"} for pad in readers]
    if board.get("cells", {}).get("sentinels"):
        count = len(_cells(board))
        found += [
            {"id": "chain_whole", "type": "bool", "initial_value": "true"},
            {
                "id": "felt",
                "type": "std::vector<bool>",
                "initial_value": f"std::vector<bool>({count}, false)",
            },
        ]
    if board.get("lamps"):
        start = f"std::vector<uint32_t>({_lamps(board['lamps'])}, 0)"
        found.append({"id": "lit", "type": "std::vector<uint32_t>", "initial_value": start})
    return {"globals": found} if found else {}


def _lamps(lamps: dict[str, Any]) -> int:
    """Return the number of lights in the chain: up to the last one in use."""
    places = [
        *lamps.get("cells", {}).values(),
        *(one for pad in lamps.get("pads", {}).values() for one in pad),
    ]
    return int(max(places)) + 1


def _chain(board: dict[str, Any], name: str) -> dict[str, Any]:
    cells = board.get("cells")
    if cells is None:
        return {}
    bus = board["spi"][str(cells["spi"])]
    found: dict[str, Any] = {
        "sn74hc165": [
            {
                "id": "cells",
                "clock_pin": _gpio(bus["sck"]),
                "data_pin": _gpio(bus["miso"]),
                "load_pin": _gpio(cells["latch"]),
                "sr_count": -(-len(cells["order"]) // 8),
            }
        ]
    }
    keys = [_key(cell) for _, cell in _cells(board)]
    if cells.get("sentinels"):
        found["script"] = [
            {
                "id": "look_at_chain",
                "mode": "restart",
                "then": [
                    {"lambda": _Block(chain_watched(cells["sentinels"], keys))},
                    {"delay": "300ms"},
                    {
                        "if": {
                            "condition": {"lambda": _Lambda("return id(chain_whole);")},
                            "then": [{"lambda": _Block(cells_known(name, keys))}],
                            "else": [{"lambda": _Block(cells_unknown(name, keys))}],
                        }
                    },
                ],
            }
        ]
    return found


def _pads(board: dict[str, Any], name: str, readers: dict[str, str]) -> dict[str, Any]:
    if not readers:
        return {}
    pads = [pad for pad in board["pads"] if pad["pad"] in readers]
    buses = {str(pad["spi"]): board["spi"][str(pad["spi"])] for pad in pads}
    found: dict[str, Any] = {
        "spi": [
            {
                "id": f"spi_{number}",
                "clk_pin": _gpio(bus["sck"]),
                "mosi_pin": _gpio(bus["mosi"]),
                "miso_pin": _gpio(bus["miso"]),
            }
            for number, bus in buses.items()
        ]
    }
    for pad in pads:
        key, kind = _key(pad["pad"]), readers[pad["pad"]]
        one: dict[str, Any] = {
            "id": f"reader_{key}",
            "spi_id": f"spi_{pad['spi']}",
            "cs_pin": _gpio(pad["select"]),
            "update_interval": READ_EVERY,
        }
        if kind == "mfrc522":
            one["reset_pin"] = _gpio(pad["reset"])
        for event, lies in (("on_tag", "x"), ("on_tag_removed", 'std::string("")')):
            one[event] = [
                {"lambda": _Block(f"id(lying_{key}) = {lies};\n")},
                _tag_said(name, key),
            ]
        found.setdefault(READERS[kind], []).append(one)
    return found


def _inputs(board: dict[str, Any]) -> dict[str, Any]:
    """Return the tied inputs, the cells and the buttons."""
    sentinels = board.get("cells", {}).get("sentinels")
    sensors: list[dict[str, Any]] = []
    if sentinels:
        sensors += [
            {
                "platform": "gpio",
                "id": f"tied_{place}",
                "internal": True,
                "pin": _shifted(place),
                "on_state": [{"script.execute": "look_at_chain"}],
            }
            for place in sorted({*sentinels["low"], *sentinels["high"]})
        ]
    for number, (place, cell) in enumerate(_cells(board)):
        filters: list[dict[str, Any]] = [{"delayed_on_off": STEADY}]
        if sentinels:
            filters.append({"lambda": _Block(gate(number))})
        # A magnet closes the switch to ground.
        pin = _shifted(place, inverted=True)
        sensors.append(
            {
                "platform": "gpio",
                "id": f"cell_{_key(cell)}",
                "name": _key(cell),
                "pin": pin,
                "filters": filters,
            }
        )
    for button in board.get("buttons", ()):
        pin = {"number": _gpio(button["pin"]), "mode": "INPUT_PULLUP", "inverted": True}
        sensors.append(
            {
                "platform": "gpio",
                "name": _key(button["pad"], button["button"]),
                "pin": pin,
                "filters": [{"delayed_on": PRESSED}],
            }
        )
    return {"binary_sensor": sensors} if sensors else {}


def _lights(board: dict[str, Any]) -> dict[str, Any]:
    lamps = board.get("lamps")
    if lamps is None:
        return {}
    return {
        "light": [
            {
                "platform": "esp32_rmt_led_strip",
                "id": "lamps",
                "name": "lamps",
                "pin": _gpio(lamps["pin"]),
                "num_leds": _lamps(lamps),
                "chipset": "WS2812",
                "rgb_order": "GRB",
                "restore_mode": "ALWAYS_ON",
                "default_transition_length": "0s",
                "gamma_correct": 1.0,
                "effects": [
                    {
                        "addressable_lambda": {
                            "name": "Board",
                            "update_interval": "50ms",
                            "lambda": _Block(lights_drawn()),
                        }
                    }
                ],
            }
        ]
    }


def _mapping(board: dict[str, Any], name: str, readers: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        _key(cell): {"like": "esphome-binary-sensor", "node": name, "cell": cell} for _, cell in _cells(board)
    }
    for pad, kind in readers.items():
        found[f"{_fit(name)}_{_key(pad)}"] = {
            "like": f"esphome-{'rc522' if kind == 'mfrc522' else kind}",
            "topic": f"{name}/{_key(pad)}/tag",
            "availability": {"topic": f"{name}/status", "online": ["online"], "offline": ["offline"]},
            "pad": pad,
        }
    for button in board.get("buttons", ()):
        found[_key(button["pad"], button["button"])] = {
            "like": "esphome-button",
            "node": name,
            "pad": button["pad"],
            "button": button["button"],
        }
    if board.get("lamps"):
        found[f"{name}_lights"] = {"like": "esphome-lights", "node": name, "lights": True}
    return found
