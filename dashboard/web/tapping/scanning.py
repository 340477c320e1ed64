"""Finds the piece in a phone's picture, by the printed tag on it."""

from collections.abc import Callable
from dataclasses import dataclass

from dashboard.web.phones.requests import is_small_enough
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from vision.addresses.jpeg_size import jpeg_size

MOST_BYTES = 2_000_000
"""The most bytes of a phone's picture. A JPEG of 1280 x 960 px has a quarter of that."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """The piece in a phone's picture."""

    thing: str
    """The piece as enrolled tags name it, such as `piece w.inf.1`; empty if no piece's tag is seen."""
    text: Phrase
    """The result as a sentence."""


def scan(jpeg: bytes, pieces: Callable[[], str]) -> Scanned:
    """Return the piece whose tag is largest in a picture. `pieces` returns the name of the set of pieces.

    Raises:
        InputFault: the bytes aren't a JPEG, or the picture is too large.
    """
    from vision.sources.files.decoding import decode_image  # noqa: PLC0415  # loads OpenCV, for phones alone
    from vision.tags.dictionary import load_dictionary  # noqa: PLC0415
    from vision.tags.scanning import find_tags  # noqa: PLC0415

    size = jpeg_size(jpeg)
    if len(jpeg) > MOST_BYTES or size is None or not is_small_enough(*size):
        raise InputFault(TEXTS.say("phone.no_jpeg"))
    picture = decode_image(jpeg)
    if isinstance(picture, Phrase):
        raise InputFault(picture)
    played = load_pieces(pieces())
    grey = picture if picture.ndim == 2 else picture.mean(axis=2).astype(picture.dtype)
    found = [tag for tag in find_tags(grey, load_dictionary(played.dictionary)) if tag.id in played.by_tag]
    if not found:
        return Scanned("", TEXTS.say("tapping.nothing_seen"))
    piece, _face = played.by_tag[max(found, key=lambda tag: tag.side_px).id]
    return Scanned(f"piece {piece.id}", TEXTS.say("tapping.seen", piece=piece.id))
