"""Piece sets: which tag means which piece and face, and how big the pieces are."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.core.board import BOARDS_FOLDER, find_board_file, load_board, without_seats
from engine.core.document import Entry, read_document
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.surfaces.reading import length_mm

_FIXED_UNSAID = ("castle",)
"""The kinds that stay put in files that don't say so: those written when no other game was played."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: its outline, size, the side of its tag's black square, the height of its top face.

    `fixed` ones stand in their cells from the start, at one side of them, and are never moved nor pushed.
    """

    name: str
    shape: str
    size_mm: float
    tag_mm: float
    height_mm: float
    fixed: bool = False

    @property
    def is_moved(self) -> bool:
        """Tell whether players move such pieces; rocks and what is printed stay too."""
        return not self.fixed and self.shape not in ("rock", "printed")


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical piece and the tags of its faces (`down` is None when the back carries none)."""

    id: PieceId
    kind: PieceKind
    up: int
    down: int | None


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Every piece of a set, by id and by tag."""

    board: str
    dictionary: str
    kinds: dict[str, PieceKind]
    pieces: dict[PieceId, Piece]
    by_tag: dict[int, tuple[Piece, Face]]

    def physical_id(self, piece: PieceId) -> PieceId:
        """Return the id that the tag says for a match's piece: `w.gen.est` → `gen.est`.

        Raises:
            KeyError: the set has no such piece.
        """
        if piece in self.pieces:
            return piece
        bare = PieceId(piece.partition(".")[2])
        if bare in self.pieces:
            return bare
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
        InputFault: no such file, an unknown kind, or a tag that stands for two faces or is the board's own.
    """
    file = find_board_file(name_or_path)
    top = read_document(file).fields(
        required=("board", "dictionary", "kinds", "pieces"), optional=("origin",)
    )
    taken = _frame_tags(top["board"].text(), top["dictionary"].text(), file)
    kinds = {name: _kind(name, entry) for name, entry in top["kinds"].mapping().items()}
    pieces: dict[PieceId, Piece] = {}
    by_tag: dict[int, tuple[Piece, Face]] = {}
    for name, entry in top["pieces"].mapping().items():
        fields = entry.fields(required=("kind", "up"), optional=("down",))
        kind = kinds[fields["kind"].text(tuple(kinds))]
        down = fields["down"].whole(0, 999) if "down" in fields else None
        piece = Piece(PieceId(name), kind, fields["up"].whole(0, 999), down)
        pieces[piece.id] = piece
        for tag, face in ((piece.up, Face.UP), (piece.down, Face.DOWN)):
            if tag is None:
                continue
            if tag in taken:
                raise entry.fault(
                    f"tag {tag} is a tag of the frame of board '{top['board'].text()}'; choose another"
                )
            if tag in by_tag:
                raise entry.fault(f"tag {tag} already stands for {by_tag[tag][0].id}")
            by_tag[tag] = (piece, face)
    return PieceSet(top["board"].text(), top["dictionary"].text(), kinds, pieces, by_tag)


def _frame_tags(board: str, dictionary: str, pieces_file: Path) -> frozenset[int]:
    """Return the tags that the board's frame has of the same family; none when there is no such board yet."""
    known = (pieces_file.with_name(f"{board}{pieces_file.suffix}"), BOARDS_FOLDER / f"{board}.yaml")
    found = next((path for path in known if path.is_file()), None)
    frame = None if found is None else load_board(str(found)).frame
    # DICT_5X5_250 is the beginning of DICT_5X5_1000: the same id is the same tag.
    if frame is None or frame.dictionary.rpartition("_")[0] != dictionary.rpartition("_")[0]:
        return frozenset()
    return frozenset(frame.centres_mm)


def _kind(name: str, entry: Entry) -> PieceKind:
    fields = entry.fields(required=("shape", "size_mm", "tag_mm", "height_mm"), optional=("fixed",))
    return PieceKind(
        name=name,
        shape=fields["shape"].text(("square", "rock", "printed", "round")),
        size_mm=length_mm(fields["size_mm"]),
        tag_mm=length_mm(fields["tag_mm"]),
        height_mm=_height_mm(fields["height_mm"]),
        fixed=fields["fixed"].flag() if "fixed" in fields else name in _FIXED_UNSAID,
    )


def _height_mm(entry: Entry) -> float:
    # What is printed on the board has no height.
    return 0.0 if entry.number() == 0 else length_mm(entry)
