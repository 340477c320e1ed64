"""Hostile bytes on a board's line: the reader holds little, and hears good frames after them."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

from firmware_bridge.link.framing import FrameKind, FrameReader, LinkFrame, encode_frame
from tests.assault.report import Budget, Row

MOST = 100_000
_EVERY = 1000


def hostile_frames(folder: Path, budget: Budget) -> Iterator[Row]:
    """Feed frames that are damaged, cut, joined, overlong or noise, and a good one now and then."""
    del folder
    chance = Random(3)  # noqa: S311 # the same assault each time
    good = LinkFrame(FrameKind.LOOSE, 0, 0, 0, b"here")
    reader, tried, heard, expected = FrameReader(), 0, 0, 0
    tracemalloc.start()
    for number in budget.times(MOST):
        list(reader.feed(_hostile(chance)))
        tried += 1
        if number % _EVERY == _EVERY - 1:
            expected += 1
            heard += good in list(reader.feed(encode_frame(good)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    lost = "" if heard == expected else f"{expected - heard} good frames weren't heard"
    seen = f"{reader.damaged:,} damaged, {reader.good:,} good, {peak // 1000} kB at most"
    yield Row("hostile frames", tried, tried if not lost else heard * _EVERY, lost, seen)


def _hostile(chance: Random) -> bytes:
    whole = bytearray(
        encode_frame(
            LinkFrame(
                chance.choice(list(FrameKind)),
                chance.randrange(256),
                chance.randrange(65_536),
                chance.randrange(65_536),
                chance.randbytes(chance.randrange(40)),
            )
        )
    )
    match chance.randrange(5):
        case 0:
            whole[chance.randrange(1, len(whole) - 1)] ^= 1 << chance.randrange(8)
        case 1:
            del whole[chance.randrange(len(whole)) :]
        case 2:
            whole += bytes(whole)
        case 3:
            whole = bytearray(chance.randbytes(chance.randrange(1, 60)))
        case _:
            whole = bytearray(b"\x01" * chance.choice([300, 5000]))
    return bytes(whole)
