"""Rooms that rendered boards stand in: lamps, sky and gloss. Directions as in `lamps`: 0 is the board's x."""

from vision.render.fan import Fan
from vision.render.lamps import Gloss, Room, bulb, panel, sun, window

_WARM, _DAY, _EVENING = (0.55, 0.82, 1.1), (1.06, 1.0, 0.94), (0.72, 0.92, 1.06)
"""The colours of a bulb, of daylight and of the evening sun, as BGR."""

_MATT, _SATIN = Gloss(0.02, 14.0, 0.6), Gloss(0.03, 8.0, 0.8)
"""The gloss of matt and of silky prints."""

LOW_SUN = Room(
    (sun(160, 26, wide_deg=2.2, colour=_EVENING),),
    sky=(0.13, 0.115, 0.1),
    board=_MATT,
    labels=Gloss(0.03, 10, 2),
)
"""A low sun: its hard shadows are twice as long as the things are high, and keep a sixth of the light."""

MORNING = Room((sun(35, 34, colour=_EVENING),), sky=(0.3, 0.27, 0.25), board=_MATT, labels=_MATT)
"""A clear morning sun: its shadows keep 19 to 26 % of the light (docs/measured/vision-limits.md)."""

WINDOW = Room(
    (window(115, away_mm=1300, sill_mm=300, wide_mm=420, high_mm=650, colour=_DAY),),
    sky=(0.16, 0.16, 0.17),
    board=_SATIN,
    labels=_SATIN,
)
"""A dim room with one window: soft shadows all point the same way."""

DESK_LAMP = Room(
    (bulb(215, 46, away_mm=850, wide_mm=70, colour=_WARM),),
    sky=(0.08, 0.1, 0.12),
    board=_SATIN,
    labels=_SATIN,
)
"""One lamp close by: its light grows weaker over the board, and its shadows fan out."""

LAMPS = Room(
    (
        bulb(30, 52, away_mm=1300, wide_mm=90, power=0.6, colour=_WARM),
        bulb(150, 58, away_mm=1200, wide_mm=90, power=0.7, colour=_WARM),
        bulb(270, 50, away_mm=1400, wide_mm=90, power=0.5, colour=_DAY),
    ),
    sky=(0.1, 0.11, 0.12),
    board=_MATT,
    labels=_MATT,
)
"""Three lamps of two colours: every piece has three shadows."""

SHINY = Room(
    (
        window(110, away_mm=1500, sill_mm=500, wide_mm=900, high_mm=1100, colour=_DAY),
        bulb(255, 75, away_mm=1500, wide_mm=110, power=0.35, colour=_WARM),
    ),
    sky=(0.16, 0.15, 0.15),
    board=Gloss(0.02, 2.0, 1.0),
    labels=Gloss(0.035, 5.0, 3.0),
)
"""A varnished board: a window and a lamp are mirrored in it, and labels flash."""

CEILING = Room(
    (
        panel(-350, 200, wide_mm=1200, deep_mm=150, power=0.6),
        panel(450, -100, wide_mm=1200, deep_mm=150, power=0.5),
    ),
    sky=(0.25, 0.25, 0.25),
    board=_SATIN,
    labels=_SATIN,
)
"""Two tubes at the ceiling."""

BENT = Room(
    (
        window(75, away_mm=1300, sill_mm=300, wide_mm=800, high_mm=1100, colour=_DAY),
        bulb(200, 70, away_mm=1400, wide_mm=120, power=0.3, colour=_WARM),
    ),
    sky=(0.15, 0.15, 0.15),
    board=_SATIN,
    labels=Gloss(0.02, 5.0, 6.0),
)
"""A window and a lamp over labels that aren't flat; some of them flash."""

CEILING_FAN = Room(
    (
        bulb(80, 62, away_mm=2400, wide_mm=60, colour=_WARM),
        window(75, away_mm=1700, sill_mm=400, wide_mm=800, high_mm=1100, power=0.4, colour=_DAY),
    ),
    sky=(0.12, 0.13, 0.14),
    board=_MATT,
    labels=_MATT,
    fan=Fan(130.0, 750.0),
)
"""A fan that turns beneath the ceiling's lamp, which gives two thirds of the light."""
