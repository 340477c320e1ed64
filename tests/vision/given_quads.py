"""The tags among quads that a test gives, as they are among those that a picture proposes."""

from vision.pictures.frame import Image
from vision.tags.decoder import decode
from vision.tags.dictionary import Dictionary, compare
from vision.tags.proposals import guessed
from vision.tags.tag import FULL, Corners, Scan, Tag


def tags_among(grey: Image, quads: Corners, dictionary: Dictionary, scan: Scan = FULL) -> tuple[Tag, ...]:
    """Return the tags among the quads `(n, 4, 2)` px."""
    tried = guessed(grey, quads)
    fits = compare(grey, tried.guesses.reshape(-1, 4, 2), dictionary).fits
    return decode(grey, tried, fits, dictionary, scan)
