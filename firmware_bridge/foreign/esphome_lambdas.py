"""The C++ that an exported ESPHome node carries: a chain that is watched, and lights that follow the match.

Each function returns the lines of one lambda. Places in the chain are those of `board.json`, counted from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Any

MA_A_COLOUR = 20
"""A light's current at one full colour, mA (WS2812B data sheet); a board's `limit_ma` bounds all together."""
LIMIT_MA = 2000
"""The bound where a board names none, as our own firmware has it."""
BRIGHTNESS = 40
"""The brightness where a board names none, %, as our own firmware has it."""


def gate(number: int) -> str:
    """Return a switch's filter: its state is kept, and passed on only while the chain is whole."""
    return f"id(felt)[{number}] = x;\nif (!id(chain_whole)) return {{}};\nreturn x;\n"


def chain_watched(sentinels: Mapping[str, Sequence[int]], keys: Sequence[str]) -> str:
    """Return the code that checks the chain by the tied inputs; once whole, its felt states count again."""
    tied = [f"!id(tied_{place}).state" for place in sentinels["low"]]
    tied += [f"id(tied_{place}).state" for place in sentinels["high"]]
    felt = "".join(
        f"  id(cell_{key}).publish_state(id(felt)[{number}]);\n" for number, key in enumerate(keys)
    )
    return f"id(chain_whole) = {' && '.join(tied)};\nif (id(chain_whole)) {{\n{felt}}}\n"


def cells_unknown(name: str, keys: Sequence[str]) -> str:
    """Return the code that reports the switches of a cut chain as unknown."""
    return "".join(_published(name, key, '"unavailable"') for key in keys)


def cells_known(name: str, keys: Sequence[str]) -> str:
    """Return the code that reports all switches of a restored chain, also those without a change."""
    return "".join(_published(name, key, f'id(cell_{key}).state ? "ON" : "OFF"') for key in keys)


def _published(name: str, key: str, payload: str) -> str:
    return f'id(broker).publish("{name}/binary_sensor/{key}/state", std::string({payload}), 0, true);\n'


def lights_taken(lamps: Mapping[str, Any]) -> str:
    """Return the code that turns an order of lights (`x`, see `ForeignLights`) into each light's colour."""
    cells = [(cell, at) for cell, at in lamps.get("cells", {}).items()]
    pads = [(pad, at) for pad, places in lamps.get("pads", {}).items() for at in places]
    brightness, limit = int(lamps.get("brightness", BRIGHTNESS)), int(lamps.get("limit_ma", LIMIT_MA))
    return f"""\
struct Lamp {{ const char *name; int at; }};
static const std::vector<Lamp> CELLS = {{{_rows(cells)}}};
static const std::vector<Lamp> PADS = {{{_rows(pads)}}};
const auto colour = [](const char *text) -> uint32_t {{
  return text != nullptr && text[0] == '#' ? strtoul(text + 1, nullptr, 16) : 0;
}};
std::vector<uint32_t> wanted(id(lit).size(), 0);
for (const auto &one : CELLS) {{
  const char *own = x["cells"][one.name].as<const char *>();
  wanted[one.at] = colour(own != nullptr ? own : x["board"].as<const char *>());
}}
for (const auto &one : PADS) wanted[one.at] = colour(x["pads"][one.name].as<const char *>());
uint32_t sum = 0;
for (const uint32_t one : wanted) sum += (one >> 16 & 0xFF) + (one >> 8 & 0xFF) + (one & 0xFF);
uint32_t share = {brightness} * (x["brightness"].is<int>() ? x["brightness"].as<int>() : 100) * 256 / 10000;
const uint32_t drawn_ma = sum * {MA_A_COLOUR} / 255 * share / 256;
if (drawn_ma > {limit}) share = share * {limit} / drawn_ma;
for (size_t at = 0; at < wanted.size(); at++) {{
  const uint32_t one = wanted[at];
  id(lit)[at] = ((one >> 16 & 0xFF) * share / 256) << 16 | ((one >> 8 & 0xFF) * share / 256) << 8
      | (one & 0xFF) * share / 256;
}}
"""


def _rows(lamps: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f'{{"{name}", {at}}}' for name, at in lamps)


def lights_drawn() -> str:
    """Return the code that draws the ordered lights, 20 times a second."""
    return "for (int at = 0; at < it.size(); at++) it[at] = Color(id(lit)[at]);\n"
