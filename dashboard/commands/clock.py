"""Times in a match, as people write them."""

from engine.core.faults import InputFault


def parse_clock(option: str, text: str) -> float:
    """Return seconds from a text such as `90`, `1:30` or `0:01:30`; inverse of `clock_text`.

    `option` is the command's option, for the message.

    Raises:
        InputFault: the text has none of these forms.
    """
    parts = text.split(":")
    if not 1 <= len(parts) <= 3 or not all(part.replace(".", "", 1).isdecimal() for part in parts):
        raise InputFault(f"{option} {text}: expected seconds or H:MM:SS since the match began, such as 1:30")
    return sum(float(part) * 60.0**power for power, part in enumerate(reversed(parts)))


def parse_speed(text: str) -> float:
    """Return the speed of a replay, as a multiple of the speed of play, from a text such as `4` or `4x`.

    Raises:
        InputFault: the text is no number above 0.
    """
    try:
        speed = float(text.removesuffix("x"))
    except ValueError:
        speed = 0.0
    if not 0 < speed < 1e6:
        raise InputFault(f"--speed {text}: expected a number above 0, such as 4")
    return speed
