"""Meshes of things, in millimetres: pieces with a bevelled rim, rounded rocks, a mug, a telephone. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from vision.pictures.camera_model import Points
from vision.render.solids import PlacedPiece, solid_of

_BEVEL_MM = 0.5
_ROUND, _UP = 72, 22
"""The numbers of a rock's vertices around it and upwards."""

Faces = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A body of flat faces."""

    vertices_mm: Points
    """The vertices, `(n, 3)`, in mm."""
    faces: Faces
    """The numbers of each face's vertices, counter-clockwise from outside."""
    paints: tuple[int, ...] = ()
    """The number of each face's material; empty: all have the first."""
    smooth: bool = True
    """Whether the faces are shaded as one rounded surface."""


def joined(meshes: Sequence[Mesh], paints: Sequence[int]) -> Mesh:
    """Return meshes joined into one; `paints` has the number of each mesh's material."""
    faces: list[tuple[int, ...]] = []
    numbers: list[int] = []
    count = 0
    for mesh, paint in zip(meshes, paints, strict=True):
        faces += [tuple(corner + count for corner in face) for face in mesh.faces]
        numbers += [paint] * len(mesh.faces)
        count += len(mesh.vertices_mm)
    return Mesh(np.concatenate([mesh.vertices_mm for mesh in meshes]), tuple(faces), tuple(numbers))


def rings(outlines: Sequence[Points], *, closed: bool = True) -> Mesh:
    """Return a skin over outlines with the same number of corners, lowest first; `closed` adds both ends."""
    wide = len(outlines[0])
    faces: list[tuple[int, ...]] = [
        (
            ring * wide + i,
            ring * wide + (i + 1) % wide,
            (ring + 1) * wide + (i + 1) % wide,
            (ring + 1) * wide + i,
        )
        for ring in range(len(outlines) - 1)
        for i in range(wide)
    ]
    if closed:
        last = (len(outlines) - 1) * wide
        faces += [tuple(reversed(range(wide))), tuple(range(last, last + wide))]
    return Mesh(np.concatenate(list(outlines)), tuple(faces))


def body_of(placed: PlacedPiece) -> Mesh:
    """Return a piece's body with a bevelled rim, about its foot's middle; paint 0, and 1 on its top."""
    solid = solid_of(placed)
    foot, high = solid.foot_mm, placed.piece.kind.height_mm
    reach = float(np.abs(foot[:, :2]).max())
    outlines = [foot]
    for turn in np.linspace(0.0, np.pi / 2, 4):
        wide = (reach + _BEVEL_MM * np.cos(turn)) / reach
        outlines.append(foot * (wide, wide, 0) + (0, 0, high - _BEVEL_MM * (1 - np.sin(turn))))
    outlines[0] = outlines[1] * (1, 1, 0)
    mesh = rings(outlines)
    return Mesh(mesh.vertices_mm, mesh.faces, (*(0 for _ in mesh.faces[1:]), 1), smooth=False)


def rock_of(placed: PlacedPiece) -> Mesh:
    """Return a rounded, uneven rock about its foot's middle; its top is flat for the label."""
    kind = placed.piece.kind
    label = float(np.abs(solid_of(placed).label_mm[:, :2]).max())
    top, foot = label * 1.38, kind.size_mm / 2 * 0.97
    chance = np.random.default_rng(crc32(placed.piece.id.encode()))
    around = np.linspace(0, 2 * np.pi, _ROUND, endpoint=False)
    waves = [
        (chance.normal(0, (2.2, 2.2, 1.6)) * 1.8**k, chance.uniform(0, 6.3), 0.5**k)
        for k in range(3)
        for _ in range(5)
    ]
    outlines = []
    for share in np.linspace(0, 1, _UP):
        round_ = np.column_stack([np.cos(around), np.sin(around), np.full(_ROUND, 2 * share)])
        bump = sum(size * np.sin(round_ @ way + at) for way, at, size in waves)
        uneven = 1 + 0.035 * bump * min(1.0, 2.4 * (1 - share))
        reach = (top + (foot - top) * (1 - share) ** 1.25) * uneven
        height = np.full(_ROUND, kind.height_mm * (1 - (1 - share) ** 1.5))
        outlines.append(np.column_stack([reach * np.cos(around), reach * np.sin(around), height]))
    return rings(outlines)


def lathe(profile: Sequence[tuple[float, float]], sides: int = 64) -> Mesh:
    """Return the mesh of a profile that is turned about z; the profile has pairs of radius and height."""
    around = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return rings(
        [np.column_stack([r * np.cos(around), r * np.sin(around), np.full(sides, z)]) for r, z in profile]
    )


def mug() -> Mesh:
    """Return a mug with a handle, and its drink (paint 1)."""
    wall = lathe([(30, 0), (36, 1), (40, 5), (41, 92), (40.2, 94), (38.6, 94), (38, 91), (37, 72)])
    drink = lathe([(37.2, 70), (37.2, 72.5)])
    turn = np.linspace(-1.25, 1.25, 24)
    ring = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    bends = []
    for one in turn:
        middle = np.array([39 + 30 * np.cos(one), 0.0, 50 + 30 * np.sin(one)])
        out = np.array([np.cos(one), 0.0, np.sin(one)])
        bends.append(middle + 5 * np.cos(ring)[:, None] * out + 7 * np.sin(ring)[:, None] * (0.0, 1.0, 0.0))
    return joined([wall, drink, rings(bends)], [0, 1, 0])


def telephone() -> Mesh:
    """Return a telephone on its back: its body, and its screen (paint 1)."""
    corner = np.linspace(0, np.pi / 2, 7)
    outline = np.concatenate(
        [
            np.column_stack([x + 9 * np.cos(corner + turn), y + 9 * np.sin(corner + turn)])
            for (x, y), turn in (
                ((27, 64), 0.0), ((-27, 64), np.pi / 2), ((-27, -64), np.pi), ((27, -64), 1.5 * np.pi),
            )
        ]
    )  # fmt: skip
    steps = ((0.97, 0.97, 0.0), (1, 1, 1.5), (1, 1, 6.5), (0.985, 0.99, 7.8))
    body = rings([np.column_stack([outline * (a, b), np.full(len(outline), z)]) for a, b, z in steps])
    glass = rings([np.column_stack([outline * (0.95, 0.97), np.full(len(outline), z)]) for z in (7.0, 7.9)])
    return joined([body, glass], [0, 1])
