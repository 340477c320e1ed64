"""The tags that a picture shows: known tags are verified at their place, and changed parts are read again."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Box, Image
from vision.tags.decoder import decode
from vision.tags.dictionary import Dictionary, compare, verify
from vision.tags.proposals import guessed, proposed
from vision.tags.tag import FULL, Scan, Tag

STILL_THERE = 0.6
"""The least correlation of a known tag at its place. A tag that is there has 0.84 to 1, any other place at
most 0.38. A tag that wasn't known needs more."""

_OVERLAPS = 0.8
"""The least distance of two tags, in sides of the smaller one. Tags that are nearer would lie in each other.
Pieces side by side are 1.25 sides apart, and 0.88 at a slant of 45 degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class Tags:
    """The tags of one picture.

    Frame tags stand apart, since board and pieces may have different dictionaries.
    """

    frame: tuple[Tag, ...] = ()
    """The board's frame tags."""
    pieces: tuple[Tag, ...] = ()
    """The pieces' tags."""


@dataclass(frozen=True, slots=True, eq=False)
class TagDictionaries:
    """The dictionaries of a table: one for the board's frame tags, one for the pieces' tags."""

    frame: Dictionary
    """The dictionary of the board's frame tags."""
    pieces: Dictionary
    """The dictionary of the pieces' tags."""
    frame_ids: frozenset[int]
    """The ids of the frame tags."""


def find_tags(
    grey: Image,
    dictionary: Dictionary,
    scan: Scan = FULL,
    boxes: Sequence[Box] | None = None,
    *,
    outlines: Image | None = None,
) -> tuple[Tag, ...]:
    """Return the tags in the picture, or only those within the boxes: one per id and place.

    `outlines` is the same picture, mended so that quads show better in it.
    """
    quads = proposed(grey if outlines is None else outlines, dictionary, scan, boxes)
    if not len(quads):
        return ()
    tried = guessed(grey, quads)
    fits = compare(grey, tried.guesses.reshape(-1, 4, 2), dictionary).fits
    return decode(grey, tried, fits, dictionary, scan)


def scan(
    grey: Image,
    dictionaries: TagDictionaries,
    boxes: Sequence[Box] | None = None,
    how: Scan = FULL,
    *,
    outlines: Image | None = None,
) -> Tags:
    """Return the tags in the picture, or only those within the boxes. `outlines` is as for `find_tags`."""
    if dictionaries.frame.name == dictionaries.pieces.name:
        found = find_tags(grey, dictionaries.frame, how, boxes, outlines=outlines)
        return Tags(
            tuple(tag for tag in found if tag.id in dictionaries.frame_ids),
            tuple(tag for tag in found if tag.id not in dictionaries.frame_ids),
        )
    board = find_tags(grey, dictionaries.frame, how, boxes, outlines=outlines)
    return Tags(
        tuple(tag for tag in board if tag.id in dictionaries.frame_ids),
        find_tags(grey, dictionaries.pieces, how, boxes, outlines=outlines),
    )


@dataclass(frozen=True, slots=True, eq=False)
class SearchInput:
    """A picture to be searched as a whole."""

    grey: Image
    """The picture in grey."""
    dictionaries: TagDictionaries
    """The dictionaries of board and pieces."""


def search(given: SearchInput) -> Tags:
    """Return the tags of the whole picture."""
    return scan(given.grey, given.dictionaries)


def all_there(image: Image, tags: Tags, dictionaries: TagDictionaries) -> bool:
    """Return whether every known tag still fits at its place. The picture may be in colour or in grey."""
    scores = np.concatenate(
        [verify(image, tags.frame, dictionaries.frame), verify(image, tags.pieces, dictionaries.pieces)]
    )
    return bool((scores >= STILL_THERE).all())


def still_there(grey: Image, tags: Tags, dictionaries: TagDictionaries) -> tuple[Tags, Tags]:
    """Return the known tags that still fit at their places, and those that don't."""
    kept: list[tuple[Tag, ...]] = []
    lost: list[tuple[Tag, ...]] = []
    for known, dictionary in ((tags.frame, dictionaries.frame), (tags.pieces, dictionaries.pieces)):
        fits = verify(grey, known, dictionary) >= STILL_THERE
        kept.append(tuple(tag for tag, fit in zip(known, fits, strict=True) if fit))
        lost.append(tuple(tag for tag, fit in zip(known, fits, strict=True) if not fit))
    return Tags(*kept), Tags(*lost)


def joined(known: Tags, others: Tags) -> Tags:
    """Return the known tags, and those of the others that lie at a place without a known tag."""
    return Tags(_united(known.frame, others.frame), _united(known.pieces, others.pieces))


def rescan(grey: Image, known: Tags, boxes: Sequence[Box] | None, dictionaries: TagDictionaries) -> Tags:
    """Return the known tags that still fit, and the tags that are read in the boxes.

    Without boxes the whole picture is read.
    """
    kept, _ = still_there(grey, known, dictionaries)
    # A new reading replaces the known tag at its place, whatever its id is.
    return joined(scan(grey, dictionaries, boxes), kept)


def _united(first: tuple[Tag, ...], others: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Return the others that don't overlap a tag of the first, and then the first."""
    if not first or not others:
        return (*others, *first)
    away = _centres(others)[:, None] - _centres(first)
    sides = np.minimum.outer(
        np.array([tag.side_px for tag in others]), np.array([tag.side_px for tag in first])
    )
    near = np.linalg.norm(away, axis=2) <= _OVERLAPS * sides
    return (*(tag for tag, taken in zip(others, near.any(axis=1), strict=True) if not taken), *first)


def _centres(tags: Sequence[Tag]) -> Points:
    return np.asarray(np.stack([tag.corners for tag in tags]).mean(axis=1), np.float64)
