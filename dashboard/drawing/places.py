"""The places of pieces in a cell of inradius 32, the same as on the pages: offsets from its middle, y up."""

Point = tuple[float, float]

_ROWS: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (19, ()),
    (26, ((0, 0),)),
    (14, ((-14.6, 0), (14.6, 0))),
    (13, ((0, 14), (-14, -9.5), (14, -9.5))),
    (12, ((-13, 12.6), (13, 12.6), (-13, -12.6), (13, -12.6))),
    (10.6, ((-11.2, 12), (11.2, 12), (-20, -10.5), (0, -12.5), (20, -10.5))),
    (10, ((-20.4, 10.5), (0, 10.5), (20.4, 10.5), (-20.4, -10.5), (0, -10.5), (20.4, -10.5))),
    (9, ((-10, 18), (10, 18), (-20, 0), (0, 0), (20, 0), (-10, -18), (10, -18))),
)
_ABOVE_PLATE: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (16, ()),
    (16, ((0, 5),)),
    (13.4, ((-14, 4), (14, 4))),
    (11, ((0, 18), (-12, -3.5), (12, -3.5))),
    (10.4, ((-11, 16), (11, 16), (-11, -5.5), (11, -5.5))),
    (9.6, ((-10.4, 16), (10.4, 16), (-20, -4.5), (0, -4.5), (20, -4.5))),
    (9.4, ((0, 23), (-19.5, 12), (19.5, 12), (-19.5, -8), (0, 3), (19.5, -8))),
)


def places_in(count: int, *, has_plate: bool) -> tuple[tuple[Point, ...], float]:
    """Return the places of `count` pieces in a cell, and their radius; surplus pieces stand in the middle."""
    plan = _ABOVE_PLATE if has_plate else _ROWS
    radius, places = plan[min(count, len(plan) - 1)]
    return (*places, *((0.0, 0.0),) * (count - len(places)))[:count], radius
