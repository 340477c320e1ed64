"""Text as a terminal may be given it: signs that steer a terminal, or turn a line round, are spelt out.

A name in a file, on the bus or on a board's line is a stranger's. Written as it is, it could clear the
screen, set the window's title, or hide what stands before it.
"""

_STEERING = (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
_TURNING = (0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SPELT = {sign: f"\\u{sign:04x}" for sign in (*_STEERING, *_TURNING) if sign != ord("\t")}


def plain_text(text: str) -> str:
    """Return a text with each such sign as JSON spells it, by its number; line ends and tabs stay."""
    return text.translate(_SPELT)


def plain_line(text: str) -> str:
    """Return a text as one entry of a log: its further lines are set in, so that none looks like an entry."""
    return "\n  ".join(plain_text(text).split("\n"))
