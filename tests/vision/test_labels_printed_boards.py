"""Boards whose own print has black and white all over: painted maps with words, and photographs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest

from dashboard.lab.rooms import WINDOW
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look
from tests.vision.boards import Scene, at, board, misread, opening, pieces, seen_of
from vision.known.memory import begun
from vision.known.table import table_of
from vision.labels.changed_tags import MendedTags
from vision.look.reader import BoardReader
from vision.look.reading import read
from vision.look.step import Step
from vision.pictures.frame import Frame
from vision.render.board_art import PAINTED, PHOTOGRAPH, Art
from vision.render.conditions import Conditions
from vision.render.solids import PlacedPiece
from vision.tags.tag import Tag


def scene_of(art: Art) -> Scene:
    return Scene(width=1280, height=960, conditions=Conditions(art=art))


def rested(reader: BoardReader, scene: Scene, placed: Sequence[PlacedPiece], times: int = 3) -> list[Look]:
    return [reader.read(scene.shoot(placed)) for _ in range(times)]


@pytest.mark.parametrize("art", [PAINTED, PHOTOGRAPH])
def test_print_is_no_doubt_once_the_table_has_come_to_rest(art: Art) -> None:
    scene, placed = scene_of(art), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    looks = rested(reader, scene, placed)
    assert misread(looks[-1], placed) == []
    assert {"n.inf.3", "n.cav.1", "w.castle.infantry"} <= seen_of(looks[-1]).keys()
    assert len(looks[-1].cells.unsure) <= 1


@pytest.mark.parametrize("art", [PAINTED, PHOTOGRAPH])
def test_a_piece_that_leaves_a_printed_board_is_gone(art: Art) -> None:
    scene, placed = scene_of(art), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    rested(reader, scene, placed)
    left = [one for one in placed if one.piece.id != "n.inf.3"]
    looks = rested(reader, scene, left, 2)
    assert "n.inf.3" not in seen_of(looks[-1])
    assert "j8" not in {*looks[-1].cells.unsure, *looks[-1].cells.blind}


def test_a_piece_that_leaves_ground_like_a_label_is_gone() -> None:
    scene = Scene(width=1280, height=960, conditions=Conditions(art=PHOTOGRAPH, seed=5))
    reader = BoardReader(board(), pieces(), source="camera")
    rested(reader, scene, [*opening(), at("s.inf.2", "a9")])
    assert "s.inf.2" in seen_of(rested(reader, scene, [*opening(), at("s.inf.2", "a9")], 1)[0])
    looks = rested(reader, scene, opening())
    assert "s.inf.2" not in seen_of(looks[-1])
    assert "a9" not in {*looks[-1].cells.unsure, *looks[-1].cells.blind}


def test_a_long_shadow_that_goes_with_its_piece_leaves_no_doubt() -> None:
    scene = Scene(width=1280, height=960, conditions=Conditions(art=PHOTOGRAPH, seed=4, room=WINDOW))
    reader = BoardReader(board(), pieces(), source="camera")
    before = rested(reader, scene, [*opening(), at("gen.mask", "k5"), at("gen.kazu", "h5")])
    assert {"gen.mask", "gen.kazu"} <= seen_of(before[-1]).keys()
    looks = rested(reader, scene, opening())
    assert not {"h5", "k5"} & {*looks[-1].cells.unsure, *looks[-1].cells.blind}


def test_a_piece_that_becomes_unreadable_on_a_printed_board_is_not_gone() -> None:
    scene = scene_of(PHOTOGRAPH)
    strange = at("n.inf.4", "g9", turned=20)
    placed = [*opening(), strange]
    reader = BoardReader(board(), pieces(), source="camera")
    assert "n.inf.4" in seen_of(rested(reader, scene, placed)[-1])
    looks = [reader.read(_unreadable(scene, placed, strange)) for _ in range(2)]
    assert "n.inf.4" in seen_of(looks[-1]) or "g9" in {*looks[-1].cells.unsure, *looks[-1].cells.blind}


@pytest.mark.parametrize("art", [PAINTED, PHOTOGRAPH])
def test_a_label_that_cannot_be_read_on_a_printed_board_is_doubted(art: Art) -> None:
    scene, placed = scene_of(art), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    rested(reader, scene, placed)
    strange = at("n.inf.4", "g9", turned=20)
    looks = [reader.read(_unreadable(scene, one, strange)) for one in [[*placed, strange]] * 2]
    assert "n.inf.4" not in seen_of(looks[-1])
    assert "g9" in {*looks[-1].cells.unsure, *looks[-1].cells.blind}


def test_a_plain_board_is_never_taken_for_a_printed_one() -> None:
    scene, placed = Scene(width=1280, height=960), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    rested(reader, scene, placed)
    assert not reader.state.labels.printed


@pytest.mark.parametrize("were_clear", [False, True])
def test_a_cell_that_was_clear_at_rest_is_no_print_under_an_arm(*, were_clear: bool) -> None:
    scene, placed = Scene(width=1280, height=960), opening()
    table = table_of(board(), pieces(), source="camera", intrinsics=None)
    state = begun(table.homes)
    played = [*(one for one in placed if one.piece.id != "n.inf.3"), at("n.inf.3", "j6")]
    for n, lying in enumerate((placed, placed, placed, played)):
        state, look = read(state, replace(scene.shoot(lying), taken_at=Seconds(0.25 * n)), table)
    assert len(state.board.clear) > 100
    # An arm leaves this doubt when it has come to rest: its outline.
    doubts = tuple(
        cell for cell in board().surface.cells if cell not in {one.cell for one in look.pieces.seen}
    )[:12]
    state = replace(state, look=replace(look, cells=replace(look.cells, unsure=doubts)))
    state = state if were_clear else replace(state, board=replace(state.board, clear=frozenset()))
    state, look = read(state, replace(scene.shoot(played), taken_at=Seconds(1.5)), table)
    assert look.motion.steady
    assert state.labels.printed is not were_clear


def _unreadable(scene: Scene, placed: Sequence[PlacedPiece], one: PlacedPiece) -> Frame:
    """Return a picture with one label turned into one of no id, though as black and white as before."""
    shot = scene.shoot(placed)
    x, y = scene.renderer.view.project(np.array([(one.x_mm, one.y_mm, 5.0)]))[0].round().astype(int)
    image = shot.image.copy()
    # The inner modules are mirrored, so there is as much black and white as before.
    reach = 5
    part = image[y - reach : y + reach + 1, x - reach : x + reach + 1]
    image[y - reach : y + reach + 1, x - reach : x + reach + 1] = part[::-1, ::-1].transpose(1, 0, 2)
    return replace(shot, image=image)


In = TypeVar("In")
Out = TypeVar("Out")


class ReadsBadly:
    """A runner that reports a badly read tag, once it is given one, whatever the picture shows."""

    def __init__(self) -> None:
        self.tag: Tag | None = None

    def __call__(self, step: Step[In, Out], given: In) -> Out:
        found = step.process(given)
        if self.tag is None or not isinstance(found, MendedTags):
            return found
        true = found.tags
        others = (one for one in true.pieces if one.id != self.tag.id)
        return replace(found, tags=replace(true, pieces=(*others, self.tag)))


def _tag_at(scene: Scene, piece: str, cell: str, score: float) -> Tag:
    """Return the tag of a piece that stands upright in the middle of a cell."""
    kind = pieces().pieces[PieceId(piece)].kind
    x, y = board().surface.centres_mm[board().surface.index[Cell(cell)]]
    half = kind.tag_mm / 2
    corners = [(x + a * half, y + b * half, kind.height_mm) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    px = scene.renderer.view.camera.project(np.array(corners))
    return Tag(pieces().pieces[PieceId(piece)].up, px, score, 0.16)


def test_a_tag_that_is_read_in_print_that_was_there_before_is_no_piece() -> None:
    scene, placed, badly = scene_of(PHOTOGRAPH), opening(), ReadsBadly()
    reader = BoardReader(board(), pieces(), source="camera", run_step=badly)
    rested(reader, scene, placed)
    badly.tag = _tag_at(scene, "n.cav.2", "k5", 0.81)
    # Another piece comes, so the picture is read again.
    looks = rested(reader, scene, [*placed, at("n.inf.4", "c8")])
    assert "n.inf.4" in seen_of(looks[-1])
    for look in looks:
        assert "n.cav.2" not in seen_of(look)
        assert "k5" not in look.cells.unsure


def test_a_tag_that_is_read_badly_where_something_came_is_a_piece() -> None:
    scene, placed, badly = scene_of(PHOTOGRAPH), opening(), ReadsBadly()
    reader = BoardReader(board(), pieces(), source="camera", run_step=badly)
    rested(reader, scene, placed)
    badly.tag = _tag_at(scene, "n.cav.2", "k5", 0.81)
    looks = rested(reader, scene, [*placed, at("n.cav.2", "k5")])
    assert seen_of(looks[-1])["n.cav.2"].cell == "k5"
