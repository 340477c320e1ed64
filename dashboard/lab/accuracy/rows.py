"""The rows of the accuracy table: the conditions of each row, and the floor that it must reach."""

from dataclasses import dataclass, field

from vision.render.board_art import DARK, LIGHT_LINES, VIVID
from vision.render.conditions import Conditions, MirroredLamp


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """One row of the table. No row may have a lasting fault."""

    name: str
    """The row's name."""
    right: float
    """The least share of the visible pieces that settled looks must have right."""
    conditions: Conditions = field(default_factory=Conditions)
    """The light, the lens, and the state of the prints."""
    size: tuple[int, int] = (1600, 1200)
    """The picture's width and height, in px."""
    tilt: float = 14.0
    """The camera's tilt from straight down, in degrees."""
    turn: float = 2.0
    """The camera's turn about the board, in degrees."""
    focal: float = 1.15
    """The focal length, in widths of the picture."""
    count: int = 60
    """The number of pieces on the board."""
    crowd: int = 3
    """The most pieces in a cell."""
    fps: float = 2.0
    """The number of pictures a second."""
    moves: int = 2
    """The number of pieces that a hand moves."""
    rests: bool = False
    """Whether the hand rests over the board for some pictures."""


def _glare(strength: float) -> tuple[MirroredLamp, ...]:
    return MirroredLamp(-180, 60, 55, strength), MirroredLamp(210, -120, 40, strength)


ROWS = (
    AccuracyRow("plain", 1.0),
    AccuracyRow("straight from above", 1.0, tilt=0, focal=1.0),
    AccuracyRow("tilted by 25 degrees", 1.0, tilt=25),
    AccuracyRow("tilted by 38 degrees", 0.99, tilt=38, focal=0.9),
    AccuracyRow("turned by 90 degrees", 1.0, turn=90),
    AccuracyRow("1920x1080", 1.0, size=(1920, 1080)),
    AccuracyRow("1280x960", 0.99, size=(1280, 960)),
    AccuracyRow("2560x1440", 1.0, size=(2560, 1440)),
    AccuracyRow("one piece a cell", 1.0, crowd=1, count=80),
    AccuracyRow("six pieces a cell", 1.0, crowd=6, count=110),
    AccuracyRow("six pieces a cell, tilted by 35", 0.99, crowd=6, count=110, tilt=35, focal=0.9),
    AccuracyRow("lens out of focus, sigma 0.8 px", 1.0, Conditions(blur_px=0.8)),
    AccuracyRow("lens out of focus, sigma 1.1 px", 0.9, Conditions(blur_px=1.1)),
    AccuracyRow("noise, sigma 6", 1.0, Conditions(noise=6)),
    AccuracyRow("noise, sigma 12", 0.99, Conditions(noise=12)),
    AccuracyRow("dim, 45 % of the light", 1.0, Conditions(brightness=0.45, noise=5)),
    AccuracyRow("dark, 25 % of the light", 0.99, Conditions(brightness=0.25, noise=5)),
    AccuracyRow("bright, 125 % of the light", 1.0, Conditions(brightness=1.25)),
    AccuracyRow("warm lamp that flickers", 1.0, Conditions(tint=(0.82, 1.0, 1.16), flicker=0.05)),
    AccuracyRow("glare, half white", 0.99, Conditions(glare=_glare(0.5))),
    AccuracyRow("glare, nearly white", 0.93, Conditions(glare=_glare(0.9))),
    AccuracyRow("long shadows", 1.0, Conditions(light_height_deg=28, gradient=0.5)),
    AccuracyRow("JPEG quality 60", 1.0, Conditions(jpeg_quality=60)),
    AccuracyRow("JPEG quality 35", 0.98, Conditions(jpeg_quality=35)),
    AccuracyRow("labels a little worn", 0.93, Conditions(worn=0.3)),
    AccuracyRow("labels much worn", 0.7, Conditions(worn=0.6)),
    AccuracyRow("labels curled to a radius of 80 mm", 1.0, Conditions(curl_mm=80.0)),
    AccuracyRow("labels curled to a radius of 50 mm", 1.0, Conditions(curl_mm=50.0)),
    AccuracyRow("labels curled to a radius of 30 mm", 1.0, Conditions(curl_mm=30.0)),
    AccuracyRow(
        "labels curled to 30 mm, tilted by 38", 0.9, Conditions(curl_mm=30.0), tilt=38, focal=0.9
    ),
    AccuracyRow("strong colours", 1.0, Conditions(art=VIVID)),
    AccuracyRow("dark board", 1.0, Conditions(art=DARK)),
    AccuracyRow("white lines", 1.0, Conditions(art=LIGHT_LINES)),
    AccuracyRow("hands at 30 frames a second", 1.0, fps=30.0),
    AccuracyRow("hand at rest", 1.0, rests=True),
    AccuracyRow(
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
