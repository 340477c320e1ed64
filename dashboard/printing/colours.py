"""The colours of paper that no game's look has; light, so that only tags are black on white."""

NEUTRAL = "#5c5c5c"

ROCK, ROCK_LINE = "#c6c2b8", "#8d8577"
"""Where a rock stands."""

FELT, FELT_LINE = "#5d8f6c", "#537f60"
"""The dice tray's floor, plain between white dice and dark ones; its outline is too faint to be a thing."""


def lighter(colour: str, share: float) -> str:
    """Return a colour mixed with white: 0 is the colour, 1 white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)
