"""The colours of prints that no game's appearance defines; light, so that only tags are black on white."""

NEUTRAL = "#5c5c5c"

ROCK, ROCK_LINE = "#c6c2b8", "#8d8577"
"""The colours of the ground beneath a rock, and of its outline."""

FELT, FELT_LINE = "#5d8f6c", "#537f60"
"""The colours of the dice tray's floor and outline.

White and dark dice both differ from the floor. The outline is too faint for vision to take it for a thing.
"""


def lighter(colour: str, share: float) -> str:
    """Return a colour mixed with a share of white: 0 is the colour itself, 1 is white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)
