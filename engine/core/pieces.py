"""Piece sets: which tag means which piece and face, and how big the pieces are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import hypot
from pathlib import Path

from engine.core.board import BOARDS_FOLDER, find_board_file, load_board, without_seats
from engine.core.document import Entry, read_document
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.surfaces.surface_files import both, length_mm, point


class PieceOutline(StrEnum):
    """The outline of a kind of piece, as its file writes it."""

    SQUARE = "square"
    ROCK = "rock"
    PRINTED = "printed"
    ROUND = "round"
    CARD = "card"


_RIM = 9 / 7
"""A label's side in sides of its tag's black square: five modules, a black one and a white one around."""

_CORNER_MM = 1.0
"""How far a card's label is from its upper and left edges, where its file doesn't say."""

_FIXED_UNSAID = ("castle",)
"""The kinds that stay put in files that don't say so: files from the time when there was one game."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: its outline and its measures."""

    name: str
    """The kind's name."""
    shape: PieceOutline
    """Its outline: a card is a flat rectangle with its tag in a corner; a `PRINTED` kind is a part of the
    board."""
    size_mm: float
    """How wide it is."""
    tag_mm: float
    """The side of its tag's black square."""
    height_mm: float
    """How high its top face stands above the board."""
    fixed: bool = False
    """It stands in its cell from the start, at one side of it, and is never moved nor pushed."""
    depth_mm: float | None = None
    """How deep it is; None: as deep as wide. Cards always say their depth."""
    tag_at_mm: tuple[float, float] = (0.0, 0.0)
    """The tag's middle, seen from the middle of the piece: x to the right, y to the top of its face."""

    @property
    def is_card(self) -> bool:
        """Whether such pieces are cards: they may cover each other, lie in piles and in fans."""
        return self.shape is PieceOutline.CARD

    @property
    def is_rock(self) -> bool:
        """Whether such pieces are rocks: terrain that lies on a cell, until it is lifted."""
        return self.shape is PieceOutline.ROCK

    @property
    def is_labelled(self) -> bool:
        """Whether such pieces get a label of their own: cards, and what is printed, have their tag."""
        return self.shape not in (PieceOutline.CARD, PieceOutline.PRINTED)

    @property
    def is_scenery(self) -> bool:
        """Whether such pieces are a part of the board: rocks, and what is printed."""
        return self.shape in (PieceOutline.ROCK, PieceOutline.PRINTED)

    @property
    def sides_mm(self) -> tuple[float, float]:
        """How wide and how deep it is."""
        return self.size_mm, self.size_mm if self.depth_mm is None else self.depth_mm

    @property
    def label_mm(self) -> float:
        """The side of the square that its tag stands out on: its whole top, or a card's corner."""
        return self.tag_mm * _RIM if self.is_card else self.size_mm

    @property
    def room_mm(self) -> float:
        """The longest distance between two points of it."""
        return hypot(*self.sides_mm)

    @property
    def is_moved(self) -> bool:
        """Tell whether players move such pieces; rocks and what is printed stay too."""
        return not self.fixed and not self.is_scenery

    @property
    def has_magnet(self) -> bool:
        """Whether a switch beneath a cell feels such pieces: neither cards, nor what stays or is printed."""
        return self.height_mm > 0 and self.is_moved and not self.is_card


@dataclass(frozen=True, slots=True)
class Back:
    """A back that several cards share, with the one tag on all of them. It names none of them."""

    name: str
    """The word for the back."""
    kind: PieceKind
    """The kind of the cards that have it."""
    tag: int
    """The id of the tag on it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical piece and the tags of its faces."""

    id: PieceId
    """Its name."""
    kind: PieceKind
    """Its kind."""
    up: int
    """The id of the tag on its front."""
    down: int | None
    """The id of the tag on its back; None where the back has no tag, or the shared tag of `back`."""
    back: Back | None = None
    """The back that it shares with others; None if it shares none."""

    def tag(self, face: Face) -> int | None:
        """Return the tag that shows when this face lies up; None: no tag shows."""
        if face is Face.UP:
            return self.up
        return self.down if self.back is None else self.back.tag


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Every piece of a set, by id and by tag."""

    board: str
    """The name or path of the board that they are made for."""
    dictionary: str
    """The name of the tags' dictionary."""
    kinds: dict[str, PieceKind]
    """The kinds, by name."""
    pieces: dict[PieceId, Piece]
    """The pieces, by id."""
    by_tag: dict[int, tuple[Piece, Face]]
    """The piece and face that a tag names."""
    backs: Mapping[int, Back] = field(default_factory=dict)
    """The backs that several pieces share, by their tags. Such a tag names no piece, and may be seen many
    times at once.
    """

    def physical_id(self, piece: PieceId) -> PieceId:
        """Return the id that the tag says for a match's piece: `w.gen.est` → `gen.est`.

        A match may have one copy of a card and the set several; then the set's first copy is used: `hit-job`
        → `hit-job#1`. The set may have one copy and the match several; then the match's first copy is it:
        `intimidation#1` → `intimidation`.

        Raises:
            KeyError: the set has no such piece.
        """
        for known in (piece, piece.partition(".")[2], f"{piece}#1", piece.removesuffix("#1")):
            if known in self.pieces:
                return PieceId(known)
        raise KeyError(piece)

    def owned_ids(self, pieces: Iterable[PieceId]) -> dict[PieceId, PieceId]:
        """Map physical ids to the match's ids, for a match's pieces."""
        return {self.physical_id(piece): piece for piece in pieces}


def pieces_beside(board: str) -> str:
    """Return the name or path of the pieces that belong to a board: `mativen` → `mativen-pieces`."""
    bare = without_seats(board)
    path = Path(bare)
    if path.suffix in (".yaml", ".yml"):
        return str(path.with_name(f"{path.stem}-pieces{path.suffix}"))
    return f"{bare}-pieces"


def load_pieces(name_or_path: str) -> PieceSet:
    """Read a pieces file, by the name of one that comes with the project or by path.

    Raises:
        InputFault: no such file, an unknown kind or back, a tag that stands for two things or is the board's
            own, or a card that has no room for its tag.
    """
    file = find_board_file(name_or_path)
    top = read_document(file).fields(
        required=("board", "dictionary", "kinds", "pieces"), optional=("origin", "backs")
    )
    board, dictionary = top["board"].text(), top["dictionary"].text()
    tags = _Tags(board, _frame_tags(board, dictionary, file))
    kinds = {name: _kind(name, entry) for name, entry in top["kinds"].mapping().items()}
    backs = _backs(top["backs"], kinds, tags) if "backs" in top else {}
    pieces: dict[PieceId, Piece] = {}
    by_tag: dict[int, tuple[Piece, Face]] = {}
    for name, entry in top["pieces"].mapping().items():
        piece = _piece(name, entry, kinds, backs)
        pieces[piece.id] = piece
        for tag, face in ((piece.up, Face.UP), (piece.down, Face.DOWN)):
            if tag is not None:
                tags.take(tag, piece.id, entry)
                by_tag[tag] = (piece, face)
    return PieceSet(board, dictionary, kinds, pieces, by_tag, {back.tag: back for back in backs.values()})


class _Tags:
    """The tags that are taken, each with the one thing that it stands for."""

    def __init__(self, board: str, frame: frozenset[int]) -> None:
        self._board = board
        self._frame = frame
        self._taken: dict[int, str] = {}

    def take(self, tag: int, thing: str, entry: Entry) -> None:
        if tag in self._frame:
            raise entry.fault(f"tag {tag} is a tag of the frame of board '{self._board}'; choose another")
        if tag in self._taken:
            raise entry.fault(f"tag {tag} already stands for {self._taken[tag]}")
        self._taken[tag] = thing


def _piece(name: str, entry: Entry, kinds: Mapping[str, PieceKind], backs: Mapping[str, Back]) -> Piece:
    fields = entry.fields(required=("kind", "up"), optional=("down", "back"))
    kind = kinds[fields["kind"].text(tuple(kinds))]
    up = fields["up"].whole(0, 999)
    if "back" not in fields:
        return Piece(PieceId(name), kind, up, fields["down"].whole(0, 999) if "down" in fields else None)
    if "down" in fields:
        raise entry.fault("expected 'down', a tag of its own, or 'back', one that it shares; found both")
    if not backs:
        raise fields["back"].fault("expected 'backs' in this file: which there are, and their tags")
    back = backs[fields["back"].text(tuple(backs))]
    if back.kind != kind:
        raise fields["back"].fault(f"back '{back.name}' is one of kind '{back.kind.name}', not '{kind.name}'")
    return Piece(PieceId(name), kind, up, None, back)


def _backs(entry: Entry, kinds: Mapping[str, PieceKind], tags: _Tags) -> dict[str, Back]:
    found: dict[str, Back] = {}
    for name, one in entry.mapping().items():
        fields = one.fields(required=("kind", "tag"))
        back = Back(name, kinds[fields["kind"].text(tuple(kinds))], fields["tag"].whole(0, 999))
        tags.take(back.tag, f"the back '{name}'", one)
        found[name] = back
    return found


def _frame_tags(board: str, dictionary: str, pieces_file: Path) -> frozenset[int]:
    """Return the tags that the board's frame has of the same family; none when there is no such board yet."""
    known = (pieces_file.with_name(f"{board}{pieces_file.suffix}"), BOARDS_FOLDER / f"{board}.yaml")
    found = next((path for path in known if path.is_file()), None)
    frame = None if found is None else load_board(str(found)).frame
    # DICT_5X5_250 is the beginning of DICT_5X5_1000: the same id is the same tag in both.
    if frame is None or frame.dictionary.rpartition("_")[0] != dictionary.rpartition("_")[0]:
        return frozenset()
    return frozenset(frame.centres_mm)


def _kind(name: str, entry: Entry) -> PieceKind:
    fields = entry.fields(
        required=("shape", "size_mm", "tag_mm", "height_mm"), optional=("fixed", "tag_at_mm")
    )
    shape = PieceOutline(fields["shape"].text(tuple(PieceOutline)))
    if shape is PieceOutline.CARD:
        return _card(name, entry, fields)
    if "tag_at_mm" in fields:
        raise fields["tag_at_mm"].fault(f"expected a tag in the middle of a {shape} piece; only cards say it")
    return PieceKind(
        name=name,
        shape=shape,
        size_mm=length_mm(fields["size_mm"]),
        tag_mm=length_mm(fields["tag_mm"]),
        height_mm=_height_mm(fields["height_mm"]),
        fixed=fields["fixed"].flag() if "fixed" in fields else name in _FIXED_UNSAID,
    )


def _card(name: str, entry: Entry, fields: Mapping[str, Entry]) -> PieceKind:
    if "fixed" in fields:
        raise fields["fixed"].fault("expected it of pieces that stand; cards are moved")
    wide, deep = (length_mm(side) for side in both(fields["size_mm"]))
    tag_mm = length_mm(fields["tag_mm"])
    label_mm = tag_mm * _RIM
    corner = (label_mm - wide) / 2 + _CORNER_MM, (deep - label_mm) / 2 - _CORNER_MM
    at = point(fields["tag_at_mm"]) if "tag_at_mm" in fields else corner
    if abs(at[0]) + label_mm / 2 > wide / 2 + 1e-6 or abs(at[1]) + label_mm / 2 > deep / 2 + 1e-6:
        raise fields.get("tag_at_mm", entry).fault(
            f"a tag of {tag_mm:g} mm needs {label_mm:.1f} mm with its white; at [{at[0]:g}, {at[1]:g}] from "
            f"the middle it reaches over the edge of a card of {wide:g} x {deep:g} mm"
        )
    return PieceKind(
        name, PieceOutline.CARD, wide, tag_mm, _height_mm(fields["height_mm"]), depth_mm=deep, tag_at_mm=at
    )


def _height_mm(entry: Entry) -> float:
    # Tags that are printed on the board have no height.
    return 0.0 if entry.number() == 0 else length_mm(entry)
