"""The unit of the field that a name means: `f.no.17` the lowest copy there, `f.no.17#2` a second one."""

from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.position.state import box, tile_of, units
from engine.kit.zones.box import copy_of, name_of


def on_field(state: State, name: str) -> str:
    """Return the unit that a name means; if none stands on the field, the lowest copy."""
    if name in box().numbers and tile_of(state, name) is not None:
        return name
    there = sorted(
        (one for one in units(state) if name_of(one) == name_of(name)), key=lambda one: box().numbers[one]
    )
    if there:
        return there[min(max(copy_of(name), 1), len(there)) - 1]
    copies = box().copies_of(name)
    return str(copies[0]) if copies else name
