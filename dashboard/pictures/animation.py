"""Writes scenes as an animated GIF."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from dashboard.pictures.scenes import PictureSpan

_SCENE_S = 1.0
_LAST_S = 4.0
_COLOURS = 256


def write_gif(path: Path, found: Sequence[PictureSpan]) -> None:
    """Write the scenes one after another, a second each, and the last one longer.

    Raises:
        OSError: the disk refuses.
    """
    # All pictures share one palette. With a palette each, even unchanged parts would flicker.
    palette = _palette(found)
    pictures = [scene.picture.quantize(palette=palette, dither=Image.Dither.NONE) for scene in found]
    durations = [round(_SCENE_S * 1000)] * (len(pictures) - 1) + [round(_LAST_S * 1000)]
    first, *others = pictures
    first.save(path, format="GIF", save_all=True, append_images=others, duration=durations, loop=0)


def _palette(found: Sequence[PictureSpan]) -> Image.Image:
    """Return a picture with the palette of the first, the middle and the last scene.

    Colours that cover little, such as a seat's, keep their place in it. The usual way of making a palette
    gives them that of larger neighbours: a golden castle was orange.
    """
    scenes = [found[at].picture for at in (0, len(found) // 2, len(found) - 1)]
    width, height = scenes[0].size
    beside = Image.new("RGB", (width * len(scenes), height))
    for number, scene in enumerate(scenes):
        beside.paste(scene, (width * number, 0))
    return beside.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE)
