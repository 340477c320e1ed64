"""Writes scenes as an animated GIF."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from dashboard.pictures.scenes import PictureSpan

_SCENE_S = 1.0
_LAST_S = 4.0
_COLOURS = 128


def write_gif(path: Path, found: Sequence[PictureSpan]) -> None:
    """Write the scenes one after another, a second each, and the last one longer.

    Raises:
        OSError: the disk refuses.
    """
    # All pictures share one palette. With a palette each, even unchanged parts would flicker.
    first = found[0].picture.quantize(_COLOURS)
    pictures = [scene.picture.quantize(palette=first, dither=Image.Dither.NONE) for scene in found]
    durations = [round(_SCENE_S * 1000)] * (len(pictures) - 1) + [round(_LAST_S * 1000)]
    first, *others = pictures
    first.save(path, format="GIF", save_all=True, append_images=others, duration=durations, loop=0)
