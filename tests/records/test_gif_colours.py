"""A GIF of a match keeps the colours of small things, also of those that come later."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from dashboard.pictures.animation import write_gif
from dashboard.pictures.scenes import PictureSpan

GOLD, RUST, TEAL, NAVY = (140, 100, 0), (160, 50, 15), (20, 110, 95), (20, 60, 120)
PATCH_PX = 6
NEAR = 20
"""The difference of a colour channel, of 255, that nobody notices on a small thing."""


def scene(at_s: float, *colours: tuple[int, int, int]) -> PictureSpan:
    """Return a scene of a meadow in many greens and sands, with a small patch of each colour."""
    ramp = np.linspace(0, 1, 240)
    ground = np.stack([170 + 60 * ramp, 190 + 30 * ramp, 140 + 50 * ramp], axis=-1)
    pixels = np.clip(ground[None, :, :] + 12 * np.sin(np.arange(160) / 5)[:, None, None], 0, 255)
    picture = Image.fromarray(pixels.astype(np.uint8))
    for number, colour in enumerate(colours):
        left = 20 + 30 * number
        ImageDraw.Draw(picture).rectangle((left, 60, left + PATCH_PX - 1, 60 + PATCH_PX - 1), fill=colour)
    return PictureSpan(at_s, picture)


def test_each_seats_colour_is_kept_in_the_scene_that_has_it(tmp_path: Path) -> None:
    path = tmp_path / "match.gif"
    write_gif(
        path, [scene(0.0, GOLD, RUST), scene(1.0, GOLD, RUST, TEAL), scene(2.0, GOLD, RUST, TEAL, NAVY)]
    )
    with Image.open(path) as film:
        assert film.n_frames == 3  # type: ignore[attr-defined] # Pillow's stubs have it for GIFs alone
        film.seek(2)
        last = film.convert("RGB")
    for number, colour in enumerate((GOLD, RUST, TEAL, NAVY)):
        kept = last.getpixel((20 + 30 * number + PATCH_PX // 2, 60 + PATCH_PX // 2))
        assert isinstance(kept, tuple)
        assert max(abs(a - b) for a, b in zip(kept, colour, strict=True)) <= NEAR, (colour, kept)
