"""The colours of what is printed. Lands and label tints stay light, so that only tags are black on white."""

from collections.abc import Iterable

SIDES = ("#c0392b", "#2b5fa8", "#2f7d43", "#a8741a", "#7a4a94", "#3a7f86")
"""For owners of pieces, in the order in which they come."""

NEUTRAL = "#5c5c5c"

LANDS = ("#d9e3bd", "#e3ddbb", "#cfdfc4", "#e5d6b8", "#d6dcc9", "#e7e2c8")
"""For hexes; next to them a black tag stands out as on paper."""

MARGIN, BORDER, ROCK, ROCK_LINE, LAVA, RIM_LINE = (
    "#c9bea4",
    "#51463a",
    "#c6c2b8",
    "#8d8577",
    "#dfae8f",
    "#a5987c",
)

FELT, FELT_LINE = "#5d8f6c", "#537f60"
"""The dice tray's floor, plain between white dice and dark ones; its outline is too faint to be a thing."""


def sides_of(owners: Iterable[str]) -> dict[str, str]:
    """Return a colour for each owner; with more owners than colours these come again."""
    return {owner: SIDES[i % len(SIDES)] for i, owner in enumerate(dict.fromkeys(owners))}


def lighter(colour: str, share: float) -> str:
    """Return a colour mixed with white: 0 is the colour, 1 white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)
