"""Labels on other pieces than they are printed for: the set's file is written again. Pure."""

from pathlib import Path

import pytest

from dashboard.web.own_pieces.relabelling import relabelled, relabelled_file
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceSet, load_pieces

FILE = Path(__file__).parents[2] / "docs" / "build-and-run" / "examples" / "meadow-pieces.yaml"


@pytest.fixture
def pieces() -> PieceSet:
    return load_pieces(str(FILE))


def written(pieces: PieceSet, chosen: dict[str, int], to: Path) -> PieceSet:
    """Return the set of the file that is written for these choices, read again."""
    (to / "meadow.yaml").write_text(
        FILE.with_name("meadow.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    file = to / FILE.name
    file.write_text(relabelled_file(FILE.read_text(encoding="utf-8"), pieces, relabelled(pieces, chosen)))
    return load_pieces(str(file))


def test_a_label_names_the_piece_that_it_was_glued_onto_on_both_its_faces(
    pieces: PieceSet, tmp_path: Path
) -> None:
    own = written(pieces, {"red.soldier.1": 20, "blue.soldier.1": 17}, tmp_path)
    assert own.by_tag[21][0].id == "red.soldier.1"
    assert own.by_tag[21][1] is Face.DOWN
    assert own.by_tag[16][0].id == "blue.soldier.1"
    assert own.kinds == pieces.kinds


def test_pieces_that_were_not_photographed_keep_their_label_or_get_a_free_one(
    pieces: PieceSet, tmp_path: Path
) -> None:
    now = relabelled(pieces, {"red.soldier.1": 18})
    assert now.labels[PieceId("red.soldier.1")] == "red.soldier.2"
    assert now.labels[PieceId("blue.soldier.1")] == "blue.soldier.1"
    assert now.labels[PieceId("red.soldier.2")] == "red.soldier.1"
    assert set(now.missing) == pieces.pieces.keys() - {"red.soldier.1"}
    own = written(pieces, {"red.soldier.1": 18}, tmp_path)
    assert sorted(own.by_tag) == sorted(pieces.by_tag)


def test_as_printed_nothing_changes(pieces: PieceSet, tmp_path: Path) -> None:
    own = written(pieces, {piece.id: piece.up for piece in pieces.pieces.values()}, tmp_path)
    assert own == pieces


WRONG = {
    "no such piece": ({"green.soldier.1": 16}, "no piece 'green.soldier.1'"),
    "no such label": ({"red.soldier.1": 200}, "tag 200 is on no label"),
    "one label twice": (
        {"red.soldier.1": 16, "blue.soldier.1": 17},
        "can't be on both red.soldier.1 and blue",
    ),
    "no tag beneath": ({"red.soldier.1": 22}, "has no tag beneath, but red.soldier.1 is turned over"),
    "a tag too many": ({"gold.coin": 16}, "is for a piece that is turned over in play, and gold.coin isn't"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_refused_with_the_piece_and_the_tag(pieces: PieceSet, what: str) -> None:
    chosen, said = WRONG[what]
    with pytest.raises(InputFault, match=said):
        relabelled(pieces, chosen)
