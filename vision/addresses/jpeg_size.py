"""The size of a JPEG from its headers, without decoding it. It imports no pixels."""

_START = b"\xff\xd8"
_SCAN = 0xDA
"""The marker SOS (ITU-T T.81, table B.1). Pixels follow it, and no frame header can come any more."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a frame header (ITU-T T.81, table B.1): SOF0 to SOF15 without DHT, JPG and DAC."""

_BARE = frozenset((0x01, *range(0xD0, 0xD9)))
"""The markers without a length: TEM, RST0 to RST7, SOI."""


def jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a JPEG, px; None if it isn't one, or its headers end before the size."""
    if not content.startswith(_START):
        return None
    at = len(_START)
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # fill bytes may stand before a marker
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker == _SCAN:
            return None
        elif marker in _FRAMES:
            if at + 9 > len(content):
                return None
            height, width = (int.from_bytes(content[at + i : at + i + 2], "big") for i in (5, 7))
            return (width, height) if width and height else None
        else:
            at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))
    return None
