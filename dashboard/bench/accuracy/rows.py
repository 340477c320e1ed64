"""The accuracy table: what each row is filmed under, and the floor it must hold."""

from dataclasses import dataclass, field

from vision.render.board_art import DARK, LIGHT_LINES, VIVID
from vision.render.conditions import Conditions, Spot


@dataclass(frozen=True, slots=True)
class Row:
    """One condition of the table.

    `right`: the least share of the visible pieces that settled looks must have right; nothing may be wrong
    for long in any row. `count` pieces lie on the board, up to `crowd` in a cell; `moves` of them are moved
    by hand, at `fps` pictures a second; with `rests` the hand stays where it is for some pictures.
    """

    name: str
    right: float
    conditions: Conditions = field(default_factory=Conditions)
    size: tuple[int, int] = (1600, 1200)
    tilt: float = 14.0
    turn: float = 2.0
    focal: float = 1.15
    count: int = 60
    crowd: int = 3
    fps: float = 2.0
    moves: int = 2
    rests: bool = False


def _glare(strength: float) -> tuple[Spot, ...]:
    return Spot(-180, 60, 55, strength), Spot(210, -120, 40, strength)


ROWS = (
    Row("plain", 1.0),
    Row("straight from above", 1.0, tilt=0, focal=1.0),
    Row("tilted by 25 degrees", 1.0, tilt=25),
    Row("tilted by 38 degrees", 0.99, tilt=38, focal=0.9),
    Row("turned by 90 degrees", 1.0, turn=90),
    Row("1920x1080", 1.0, size=(1920, 1080)),
    Row("1280x960", 0.99, size=(1280, 960)),
    Row("2560x1440", 1.0, size=(2560, 1440)),
    Row("one piece a cell", 1.0, crowd=1, count=80),
    Row("six pieces a cell", 1.0, crowd=6, count=110),
    Row("six pieces a cell, tilted by 35", 0.99, crowd=6, count=110, tilt=35, focal=0.9),
    Row("lens out of focus, sigma 0.8 px", 1.0, Conditions(blur_px=0.8)),
    Row("lens out of focus, sigma 1.1 px", 0.9, Conditions(blur_px=1.1)),
    Row("noise, sigma 6", 1.0, Conditions(noise=6)),
    Row("noise, sigma 12", 0.99, Conditions(noise=12)),
    Row("dim, 45 % of the light", 1.0, Conditions(brightness=0.45, noise=5)),
    Row("dark, 25 % of the light", 0.99, Conditions(brightness=0.25, noise=5)),
    Row("bright, 125 % of the light", 1.0, Conditions(brightness=1.25)),
    Row("warm lamp that flickers", 1.0, Conditions(tint=(0.82, 1.0, 1.16), flicker=0.05)),
    Row("glare, half white", 0.99, Conditions(glare=_glare(0.5))),
    Row("glare, nearly white", 0.93, Conditions(glare=_glare(0.9))),
    Row("long shadows", 1.0, Conditions(light_height_deg=28, gradient=0.5)),
    Row("JPEG quality 60", 1.0, Conditions(jpeg_quality=60)),
    Row("JPEG quality 35", 0.98, Conditions(jpeg_quality=35)),
    Row("labels a little worn", 0.93, Conditions(worn=0.3)),
    Row("labels much worn", 0.7, Conditions(worn=0.6)),
    Row("strong colours", 1.0, Conditions(art=VIVID)),
    Row("dark board", 1.0, Conditions(art=DARK)),
    Row("white lines", 1.0, Conditions(art=LIGHT_LINES)),
    Row("hands at 30 frames a second", 1.0, fps=30.0),
    Row("hand at rest", 1.0, rests=True),
    Row(
        "everything at once",
        0.93,
        Conditions(
            brightness=0.7, blur_px=0.75, noise=5, jpeg_quality=70, worn=0.2, glare=_glare(0.4), art=VIVID
        ),
        tilt=30,
        focal=1.0,
        count=80,
        crowd=6,
    ),
)  # fmt: skip
