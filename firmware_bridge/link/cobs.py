"""Consistent Overhead Byte Stuffing: blocks free of zero bytes, so that a zero can end each frame.

Source: Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM
Transactions on Networking 7(2), 1999.
"""

LONGEST_RUN = 254


def encode(plain: bytes) -> bytes:
    """Return the block for `plain`: no zero bytes, at most one byte more per 254 and one more."""
    block = bytearray()
    runs = plain.split(b"\0")
    for position, run in enumerate(runs):
        rest = run
        while len(rest) >= LONGEST_RUN:
            block.append(0xFF)
            block += rest[:LONGEST_RUN]
            rest = rest[LONGEST_RUN:]
            if not rest and position == len(runs) - 1:
                # A full run has no zero after it, so nothing need follow at the very end.
                return bytes(block)
        block.append(len(rest) + 1)
        block += rest
    return bytes(block)


def decode(block: bytes) -> bytes | None:
    """Return the bytes that `encode` was given, or None if this can't be a whole block."""
    if not block or 0 in block:
        return None
    plain = bytearray()
    at = 0
    while at < len(block):
        code = block[at]
        run = block[at + 1 : at + code]
        if len(run) != code - 1:
            return None
        plain += run
        at += code
        if code <= LONGEST_RUN and at < len(block):
            plain.append(0)
    return bytes(plain)
