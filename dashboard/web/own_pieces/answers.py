"""The answers that the page of somebody's own pieces receives."""

from dataclasses import dataclass

Outline = tuple[tuple[float, float], ...]
"""The corners of a label's black square, as parts of the photograph's width and height."""


@dataclass(frozen=True, slots=True)
class PhotographedLabel:
    """A label that was read."""

    tag: int
    """The tag on it."""
    outline: Outline
    """Where it is."""


@dataclass(frozen=True, slots=True)
class LabelPhotograph:
    """The labels of one photograph, from top to bottom."""

    labels: tuple[PhotographedLabel, ...]
    """Those that were read. A tag that is there twice stands twice."""
    unread: tuple[Outline, ...]
    """Those that couldn't be read: beneath a finger, in glare, with a torn edge."""
    strange: tuple[PhotographedLabel, ...] = ()
    """Those with a tag of no piece of the set."""


@dataclass(frozen=True, slots=True)
class LabelledPiece:
    """A piece that a label can be on."""

    piece: str
    """Its id."""
    name: str
    """Its name for people."""
    tags: tuple[int, ...]
    """The tags of the label that is printed for it, the one on top first."""


@dataclass(frozen=True, slots=True)
class PieceChoices:
    """The pieces of the table's set, for the page."""

    set: str
    """The set's name or path."""
    pieces: tuple[LabelledPiece, ...]
    """The pieces that have labels, in the set's order."""


@dataclass(frozen=True, slots=True)
class WrittenPieces:
    """The file that was written."""

    file: str
    """Its path. Another choice of labels has another one."""
    mark: str
    """The mark of its content, which the print of the missing labels is asked with."""
    missing: tuple[str, ...]
    """The ids of the pieces whose labels have to be printed."""
