"""The geometry of a lifelike arm, in mm: bones, nails, a sleeve with folds, a watch and a ring. Pure.

The lengths are those of an adult's hand: 190 mm from wrist to fingertip, with fingers 14 to 21 mm thick. A
hand's axes go from the pinched place to the arm, across to the thumb's side, and up.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from dashboard.lab.films.traced.meshes import Mesh, rings
from vision.pictures.camera_model import Points

Colour = tuple[float, float, float]
"""A colour as red, green and blue, linear, from 0 to 1."""

_JITTER_MM = 1.2


class Grip(StrEnum):
    """The posture of a hand: it `pinch`es a piece, is `open` before or after that, or `point`s."""

    PINCH = "pinch"
    OPEN = "open"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class ArmOwner:
    """The owner of an arm."""

    name: str
    """The owner's name."""
    skin: Colour
    """The colour of the skin."""
    sleeve: Colour
    """The colour of the sleeve."""
    stripe: Colour | None = None
    """The sleeve's second colour; None: it has one colour."""
    sleeve_mm: float = 215.0
    """The distance from the fingertips to the sleeve, in mm."""
    size: float = 1.0
    """The size of the hand, as a multiple of the usual one."""
    is_left: bool = False
    """Whether it's a left hand."""
    watch: bool = False
    """Whether the arm wears a watch."""
    ring: bool = False
    """Whether the hand wears a ring."""
    nails: Colour | None = None
    """The colour of the nails' varnish; None: they have none."""


@dataclass(frozen=True, slots=True)
class Bone:
    """A tapered rod with round ends."""

    start: tuple[float, float, float]
    """The middle of one end, in mm."""
    end: tuple[float, float, float]
    """The middle of the other end, in mm."""
    start_mm: float
    """The radius at the start, in mm."""
    end_mm: float
    """The radius at the end, in mm."""


# The joints from tip to knuckle, each as (along, towards the thumb, up), in mm.
_FINGERS: dict[Grip, tuple[tuple[tuple[float, float, float], ...], ...]] = {
    Grip.PINCH: (
        ((0, -17, -2), (11, -20, 15), (31, -20, 33), (73, -12, 46)),
        ((13, -25, -3), (20, -31, 14), (39, -34, 32), (76, -31, 48)),
        ((30, -38, -4), (34, -44, 15), (50, -48, 33), (83, -48, 45)),
        ((48, -50, 0), (48, -57, 16), (61, -61, 30), (91, -62, 40)),
    ),
    Grip.OPEN: (
        ((-18, -6, 16), (4, -9, 30), (30, -12, 42), (73, -12, 46)),
        ((-20, -30, 12), (5, -32, 28), (34, -33, 42), (76, -31, 48)),
        ((-8, -52, 12), (14, -51, 27), (42, -50, 40), (83, -48, 45)),
        ((18, -76, 14), (36, -73, 26), (60, -69, 36), (91, -62, 40)),
    ),
    Grip.POINT: (
        ((-2, -4, -2), (20, -7, 8), (42, -10, 20), (78, -12, 38)),
        ((62, -26, 2), (48, -30, 12), (44, -34, 32), (80, -31, 44)),
        ((72, -42, 2), (57, -46, 12), (54, -49, 30), (86, -48, 42)),
        ((80, -56, 4), (67, -60, 13), (64, -63, 28), (93, -62, 38)),
    ),
}
_THUMBS: dict[Grip, tuple[tuple[float, float, float], ...]] = {
    Grip.PINCH: ((0, 17, -2), (22, 26, 9), (52, 35, 24), (98, 22, 36)),
    Grip.OPEN: ((8, 46, 12), (32, 44, 19), (60, 40, 28), (98, 22, 36)),
    Grip.POINT: ((48, 0, 6), (56, 20, 12), (74, 32, 24), (108, 20, 36)),
}
_THICK = ((6.6, 7.7, 9.0, 10.4), (6.9, 8.0, 9.3, 10.8), (6.5, 7.6, 8.8, 10.2), (5.6, 6.5, 7.5, 9.0))
_THUMB_THICK = (8.4, 9.6, 11.5, 16.0)
_WRIST = (158.0, -20.0, 52.0)
_ARM = ((158.0, -20.0, 52.0), (300.0, -14.0, 78.0), (440.0, -8.0, 120.0), (820.0, 0.0, 420.0))
_SIDES = 48


def skin_of(person: ArmOwner, grip: Grip, seed: int) -> tuple[Bone, ...]:
    """Return the rods of hand and forearm, which are then merged into one skin."""
    chance = np.random.default_rng(seed)
    bones: list[Bone] = []
    knuckles = []
    for joints, thick in zip(_FINGERS[grip], _THICK, strict=True):
        bones += _finger(joints, thick, chance)
        knuckles.append(joints[-1])
    bones += _finger(_THUMBS[grip], _THUMB_THICK, chance)
    low = (0.0, 0.0, -7.0)
    for knuckle, aside in zip(knuckles, (12.0, 2.0, -8.0, -16.0), strict=True):
        heel = _sum(_WRIST, (0, aside, 0))
        bones += [Bone(knuckle, heel, 11.0, 14.5), Bone(_sum(knuckle, low), _sum(heel, low), 11.0, 14.0)]
    bones.append(Bone(_THUMBS[grip][-1], _sum(_WRIST, (-4, 12, -6)), 16.0, 14.0))
    for at, near, far in ((0, 16.0, 24.0), (1, 24.0, 31.0)):
        for aside in (-11.0, 11.0):
            start, end = _sum(_ARM[at], (0, aside, -4)), _sum(_ARM[at + 1], (0, 1.2 * aside, -4))
            bones.append(Bone(start, end, near, far))
    return tuple(_fitted(bone, person) for bone in bones)


def tone_of(points: Points, person: ArmOwner, grip: Grip) -> Points:
    """Return the redness of the skin at points, from 0 to 1; it's highest at knuckles and fingertips."""
    reds = [joint for joints in (*_FINGERS[grip], _THUMBS[grip]) for joint in joints]
    places = np.array([_own(joint, person) for joint in reds])
    away = np.linalg.norm(points[:, None, :] - places[None, :, :], axis=2).min(1)
    return np.asarray(np.exp(-((away / (14.0 * person.size)) ** 2)))


def nails_of(person: ArmOwner, grip: Grip) -> tuple[Mesh, ...]:
    """Return the nails of all fingers."""
    found = []
    for joints, thick in zip((*_FINGERS[grip], _THUMBS[grip]), (*_THICK, _THUMB_THICK), strict=True):
        tip, before, knuckle = (np.array(_own(one, person)) for one in (joints[0], joints[1], joints[2]))
        ahead = _unit(tip - before)
        # The nail is on the outer side of the finger's bend.
        back = _unit(before - (tip + knuckle) / 2)
        back = _unit(back - ahead * (back @ ahead))
        aside = np.cross(ahead, back)
        radius = thick[0] * person.size
        middle = tip + ahead * radius * 0.15 + back * radius * 0.62
        turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        outlines = []
        for share, lift in ((0.55, -0.25), (0.9, -0.1), (1.0, 0.05), (0.8, 0.25), (0.4, 0.38)):
            flat = (
                np.cos(turn)[:, None] * aside * radius * 0.68 + np.sin(turn)[:, None] * ahead * radius * 0.85
            ) * share
            # The nail curves with the fingertip.
            curve = -0.5 * (np.cos(turn) * share) ** 2 * radius * 0.5
            outlines.append(middle + flat + back * (lift * radius * 0.6) + curve[:, None] * back)
        found.append(rings(outlines))
    return tuple(found)


def sleeve_of(person: ArmOwner, seed: int) -> Mesh:
    """Return the sleeve, a tube with folds and a hem; its stripes have paints 0 and 1."""
    chance = np.random.default_rng(seed + 77)
    around = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    folds = [(chance.integers(1, 4), chance.uniform(22, 60), chance.uniform(0, 6.3)) for _ in range(5)]
    outlines, paints = [], []
    steps = [person.sleeve_mm - 2, *np.arange(person.sleeve_mm, 815.0, 5.0)]
    for number, at in enumerate(steps):
        middle, ahead = _along(at)
        aside = _unit(np.cross((0.0, 0.0, 1.0), ahead))
        up = np.cross(ahead, aside)
        reach = 37.0 + 26.0 * min(1.0, max(0.0, (at - 150) / 450))
        hem = 1.06 if at < person.sleeve_mm + 18 else 1.0
        fold = sum(np.sin(times * around + at * 6.28 / wide + turn) for times, wide, turn in folds)
        round_ = reach * hem * (1 + (0.022 if hem == 1.0 else 0.006) * fold)
        if number == 0:
            round_ = round_ * 0.93
        ring = (
            middle
            + (round_ * np.cos(around))[:, None] * aside * 1.12
            + (round_ * np.sin(around))[:, None] * up
        )
        outlines.append(np.array([_own(tuple(point), person) for point in ring]))
        if number:
            paints += [int(person.stripe is not None and int(at / 17.0) % 2)] * _SIDES
    mesh = rings(outlines, closed=False)
    return Mesh(mesh.vertices_mm, mesh.faces, tuple(paints))


def band_of(person: ArmOwner) -> tuple[Mesh, Mesh]:
    """Return a watch's strap round the wrist, and its case with the glass."""
    middle, ahead = _along(182.0)
    aside = _unit(np.cross((0.0, 0.0, 1.0), ahead))
    up = np.cross(ahead, aside)
    around = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    strap = []
    for step, thick in ((-11, 0.96), (-10, 1.03), (10, 1.03), (11, 0.96)):
        ring = middle + step * ahead + (0, 0, -3.0)
        ring = (
            ring
            + (34 * thick * np.cos(around))[:, None] * aside
            + (25.5 * thick * np.sin(around))[:, None] * up
        )
        strap.append(np.array([_own(tuple(point), person) for point in ring]))
    case = []
    for reach, lift in ((16, 17), (19, 19), (19.5, 27), (17.5, 29), (17, 28.6)):
        ring = (
            middle
            + lift * up
            + (reach * np.cos(around))[:, None] * ahead
            + (reach * np.sin(around))[:, None] * aside
        )
        case.append(np.array([_own(tuple(point), person) for point in ring]))
    return rings(strap), rings(case)


def ring_of(person: ArmOwner, grip: Grip) -> Mesh:
    """Return a ring round the ring finger."""
    joints = _FINGERS[grip][2]
    start, end = (np.array(_own(joints[i], person)) for i in (2, 3))
    ahead = _unit(end - start)
    middle = start + 0.5 * (end - start)
    aside = _unit(np.cross(ahead, (0.0, 0.0, 1.0)))
    up = np.cross(ahead, aside)
    radius = 9.6 * person.size
    around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    outlines = []
    for step, more in ((-2.6, 0.0), (-2.2, 0.7), (0.0, 1.0), (2.2, 0.7), (2.6, 0.0)):
        reach = radius + more
        outlines.append(
            middle + step * ahead + reach * (np.cos(around)[:, None] * aside + np.sin(around)[:, None] * up)
        )
    return rings(outlines)


def rod(bone: Bone, sides: int = 18) -> Mesh:
    """Return a bone as a closed mesh."""
    start, end = np.array(bone.start), np.array(bone.end)
    ahead = _unit(end - start)
    other = np.array((0.0, 0.0, 1.0)) if abs(ahead[2]) < 0.9 else np.array((1.0, 0.0, 0.0))
    aside = _unit(np.cross(ahead, other))
    up = np.cross(ahead, aside)
    around = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    circle = np.cos(around)[:, None] * aside + np.sin(around)[:, None] * up
    outlines = []
    for at, radius, turns in (
        (start, bone.start_mm, np.linspace(-1.5, 0, 7)),
        (end, bone.end_mm, np.linspace(0, 1.5, 7)),
    ):
        outlines += [at + ahead * radius * np.sin(turn) + circle * radius * np.cos(turn) for turn in turns]
    return rings(outlines)


def _finger(
    joints: tuple[tuple[float, float, float], ...], thick: tuple[float, ...], chance: np.random.Generator
) -> list[Bone]:
    moved = [
        joints[0],
        *(_sum(joint, tuple(chance.normal(0, _JITTER_MM, 3))) for joint in joints[1:-1]),
        joints[-1],
    ]
    bones = []
    for i in range(3):
        waist = 0.93 * (thick[i] + thick[i + 1]) / 2
        (ax, ay, az), (bx, by, bz) = moved[i], moved[i + 1]
        middle = ((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2)
        bones += [Bone(moved[i], middle, thick[i], waist), Bone(middle, moved[i + 1], waist, thick[i + 1])]
    return bones


def _along(at: float) -> tuple[Points, Points]:
    """Return the point of the arm's middle line at this distance from the fingertips, and its direction."""
    number = next((i for i, end in enumerate(_ARM[1:-1]) if at <= end[0]), len(_ARM) - 2)
    start, way = np.array(_ARM[number]), np.subtract(_ARM[number + 1], _ARM[number])
    return start + (at - start[0]) / way[0] * way, _unit(way)


def _fitted(bone: Bone, person: ArmOwner) -> Bone:
    return Bone(_own(bone.start, person), _own(bone.end, person), bone.start_mm * person.size,
                bone.end_mm * person.size)  # fmt: skip


def _own(point: tuple[float, ...], person: ArmOwner) -> tuple[float, float, float]:
    """Return a point of the usual right hand on a person's hand: x along the hand, y across, z up."""
    side = 1.0 if person.is_left else -1.0
    return (point[0] * person.size, side * point[1] * person.size, point[2] * person.size)


def _sum(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, float, float]:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def _unit(way: Points) -> Points:
    return np.asarray(way / np.linalg.norm(way))
