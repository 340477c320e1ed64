"""Promises of the pieces file."""

from pathlib import Path

import pytest

from engine.core.board import BOARDS_FOLDER
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.games.registry import open_look


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


def test_a_card_that_a_match_has_once_is_played_with_its_first_copy() -> None:
    pieces = load_pieces(pieces_beside(open_look("hero_realms").boards[0]))
    assert pieces.physical_id(PieceId("hit-job")) == "hit-job#1"
    assert pieces.physical_id(PieceId("hit-job#2")) == "hit-job#2"
    assert pieces.owned_ids([PieceId("hit-job")]) == {"hit-job#1": "hit-job"}
    assert pieces.physical_id(PieceId("intimidation#1")) == "intimidation"


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


CARDS = """board: cards
dictionary: DICT_5X5_1000
kinds:
  card: {shape: card, size_mm: [63, 88], tag_mm: 16, height_mm: 0.3}
  general: {shape: card, size_mm: [63, 88], tag_mm: 16, tag_at_mm: [0, 30], height_mm: 0.3}
  token: {shape: square, size_mm: 20, tag_mm: 14, height_mm: 5}
backs:
  trade: {kind: card, tag: 10}
  general: {kind: general, tag: 11}
pieces:
  "gold#1": {kind: card, up: 20, back: trade}
  "gold#2": {kind: card, up: 21, back: trade}
  caocao: {kind: general, up: 22, back: general}
"""


def test_a_card_is_a_rectangle_with_its_tag_in_the_upper_left_corner_unless_its_file_says_where(
    tmp_path: Path,
) -> None:
    pieces = _cards(tmp_path)
    card, general = pieces.kinds["card"], pieces.kinds["general"]
    assert card.is_card
    assert card.sides_mm == (63, 88)
    x, y = card.tag_at_mm
    # Its label, a module of white around the tag, ends a millimetre from the card's edges.
    assert (x - card.label_mm / 2, y + card.label_mm / 2) == pytest.approx((-63 / 2 + 1, 88 / 2 - 1))
    assert general.tag_at_mm == (0, 30)
    assert pieces.kinds["token"].sides_mm == (20, 20)


def test_cards_share_their_backs_tag_which_names_none_of_them(tmp_path: Path) -> None:
    pieces = _cards(tmp_path)
    first, second = pieces.pieces[PieceId("gold#1")], pieces.pieces[PieceId("gold#2")]
    assert (first.tag(Face.UP), second.tag(Face.UP)) == (20, 21)
    assert first.tag(Face.DOWN) == second.tag(Face.DOWN) == 10
    assert 10 not in pieces.by_tag
    assert {tag: back.name for tag, back in pieces.backs.items()} == {10: "trade", 11: "general"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("up: 21, back: trade", "up: 10, back: trade", r":12: .*tag 10 already stands for the back 'trade'"),
        ("general, tag: 11", "general, tag: 10", r":9: .*tag 10 already stands for the back 'trade'"),
        ("up: 21, back: trade", "up: 21, back: market", r":12: .*expected .*trade"),
        ("up: 21, back: trade", "up: 21, back: general", r":12: .*'general' is one of kind 'general'"),
        ("up: 21, back: trade", "up: 21, down: 30, back: trade", r":12: .*'down'.*or 'back'"),
        ("tag_at_mm: [0, 30]", "tag_at_mm: [0, 40]", r":5: .*reaches over the edge of a card of 63 x 88 mm"),
        ("[63, 88], tag_mm: 16, height", "[63, 88], tag_mm: 50, height", r":4: .*reaches over the edge"),
        ("[63, 88], tag_mm: 16, height", "63, tag_mm: 16, height", r":4: .*expected a list"),
        ("size_mm: 20", "tag_at_mm: [0, 1], size_mm: 20", r":6: .*expected a tag in the middle of a square"),
        ("tag_mm: 16, height", "fixed: true, tag_mm: 16, height", r":4: .*cards are moved"),
    ],
)
def test_a_card_that_cannot_be_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in CARDS
    with pytest.raises(InputFault, match=r"cards-pieces\.yaml" + message):
        _cards(tmp_path, CARDS.replace(old, new, 1))


def _cards(folder: Path, text: str = CARDS) -> PieceSet:
    path = folder / "cards-pieces.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pieces(str(path))
