"""Promises of the pieces file."""

from pathlib import Path

import pytest

from engine.core.board import BOARDS_FOLDER
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.pieces import load_pieces, pieces_beside


def test_every_tag_names_one_face_of_one_piece() -> None:
    pieces = load_pieces("mativen-pieces")
    faces = [tag for piece in pieces.pieces.values() for tag in (piece.up, piece.down) if tag is not None]
    assert sorted(faces) == sorted(pieces.by_tag)
    piece, face = pieces.by_tag[169]
    assert (piece.id, face, piece.kind.height_mm) == ("n.inf.1", Face.DOWN, 5)


def test_a_match_general_is_found_by_its_bare_tag_name() -> None:
    pieces = load_pieces("mativen-pieces")
    assert pieces.physical_id(PieceId("w.gen.est")) == "gen.est"
    assert pieces.physical_id(PieceId("w.inf.1")) == "w.inf.1"
    assert pieces.owned_ids([PieceId("n.gen.kazu")]) == {"gen.kazu": "n.gen.kazu"}
    with pytest.raises(KeyError):
        pieces.physical_id(PieceId("w.dragon.1"))


def test_a_tag_given_to_two_faces_is_refused_with_its_line(tmp_path: Path) -> None:
    text = (BOARDS_FOLDER / "mativen-pieces.yaml").read_text(encoding="utf-8")
    path = tmp_path / "pieces.yaml"
    path.write_text(text.replace("{kind: castle, up: 18,", "{kind: castle, up: 16,"), encoding="utf-8")
    with pytest.raises(InputFault, match=r"pieces\.yaml:12: .*tag 16 already stands for w\.castle\.infantry"):
        load_pieces(str(path))


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("mativen", "mativen-pieces"), ("club/old.yaml", "club/old-pieces.yaml"), ("v1.2", "v1.2-pieces")],
)
def test_a_boards_pieces_lie_beside_it(board: str, pieces: str) -> None:
    assert pieces_beside(board) == pieces


@pytest.mark.parametrize(
    "change",
    [("size_mm: 54", "size_mm: 0"), ("tag_mm: 20", "tag_mm: -1"), ("height_mm: 24", "height_mm: -24")],
)
def test_a_size_that_no_piece_has_is_refused_with_its_line(tmp_path: Path, change: tuple[str, str]) -> None:
    text = (BOARDS_FOLDER / "mativen-pieces.yaml").read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "pieces.yaml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(InputFault, match=r"pieces\.yaml:\d: .*expected a length above 0"):
        load_pieces(str(path))
