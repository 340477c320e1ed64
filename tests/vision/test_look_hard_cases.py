"""Pictures that were once read wrongly: rims of rocks, broken outlines, early shadows, fast pictures."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from dashboard.lab.accuracy.filmed_row import film
from dashboard.lab.accuracy.rows import AccuracyRow
from engine.core.ids import PieceId, Seconds
from tests.vision.boards import Scene, at, board, misread, mountains, opening, pieces, seen_of
from vision.look.reader import BoardReader
from vision.look.scoring import score_look
from vision.pictures.frame import Box, Frame, Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.solids import PlacedPiece
from vision.tags.dictionary import Dictionary
from vision.tags.scanning import find_tags
from vision.tags.tag import Scan, Tag

ROCKS = frozenset(one.id for one in pieces().pieces.values() if one.kind.is_scenery)


def reader() -> BoardReader:
    return BoardReader(board(), pieces(), source="camera")


def quick(frame: Frame) -> Frame:
    """Return the same picture, timed at thirty a second."""
    return replace(frame, taken_at=Seconds(frame.sequence / 30))


@pytest.mark.parametrize("tilt", [12, 35])
def test_a_piece_pushed_to_a_rocks_rim_lies_on_the_rock_and_is_pushed(tilt: float) -> None:
    placed: list[PlacedPiece] = mountains()
    for i, cell in enumerate(("e4", "i4", "i8", "e8")):
        turn = radians(60 * i)
        on = at(f"w.inf.{i + 1}", cell, off=(24.5 * cos(turn), 24.5 * sin(turn)), lift=24, turned=25 * i)
        placed.append(on)
    look = reader().read(Scene(tilt=tilt).shoot(placed))
    assert misread(look, placed) == []
    assert sum(piece.startswith("w.inf") for piece in seen_of(look)) >= 3
    assert all(seen_of(look)[p].edge for p in seen_of(look) if p.startswith("w.inf"))


def test_a_scratch_through_a_labels_border_leaves_it_readable() -> None:
    scene, placed = Scene(), opening()
    shot = scene.shoot(placed)
    tag = next(one for one in placed if one.piece.id == "n.inf.3")
    x, y = scene.renderer.view.project(np.array([(tag.x_mm, tag.y_mm, 5.0)]))[0].round().astype(int)
    image = shot.image.copy()
    image[y - 16 : y + 17, x - 7 : x - 5] = 225
    look = reader().read(replace(shot, image=image))
    assert seen_of(look)["n.inf.3"].cell == "j8"
    assert look.cells.unsure == ()


def painted(
    frame: Frame, corners_mm: Sequence[tuple[float, float, float]], scene: Scene, level: int
) -> Frame:
    """Return the same picture with a place painted in one grey level."""
    outline = scene.renderer.view.project(np.array(corners_mm)).round().astype(np.int32)
    image = frame.image.copy()
    cv2.fillConvexPoly(image, outline, (level, level, level))
    return replace(frame, image=image)


def test_a_rock_whose_label_is_blown_out_from_the_start_is_not_taken_for_missing() -> None:
    scene, placed = Scene(), opening()
    rock = next(one for one in placed if one.piece.id == "mountain.g10")
    shot = scene.shoot(placed)
    for reach, level in ((10.0, 255), (8.0, 160)):
        square = [(rock.x_mm + x * reach, rock.y_mm + y * reach, 24.0)
                  for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
        shot = painted(shot, square, scene, level)
    look = reader().read(shot)
    assert "mountain.g10" not in seen_of(look)
    assert "g10" in look.cells.unsure
    assert reader().read(Scene().shoot(placed)).cells.unsure == ()


def test_worn_labels_are_never_read_as_others() -> None:
    scene, placed = Scene(conditions=Conditions(worn=0.6)), opening()
    look = reader().read(scene.shoot(placed))
    assert misread(look, placed) == []


def test_the_shadow_of_an_arm_that_comes_is_not_taken_for_board() -> None:
    scene, placed = Scene(conditions=Conditions(light_from_deg=270.0, light_height_deg=45.0)), opening()
    eyes = reader()
    for _ in range(2):
        eyes.read(scene.shoot(placed))
    for y in (-470.0, -430.0, -400.0):
        eyes.read(scene.shoot(placed, hand=Hand(-150.0, y, from_deg=270, height_mm=60)))
    eyes.read(scene.shoot(placed))
    look = eyes.read(scene.shoot(placed))
    assert look.motion.steady
    assert (look.cells.unsure, look.cells.blind) == ((), ())


def test_a_moving_hand_covers_the_cells_it_passes_and_the_rest_stays_known() -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(3):
        eyes.read(quick(scene.shoot(placed)))
    read_at = eyes.state.pictures.read_at
    for step in range(4):
        hand = Hand(120.0 + 8 * step, 40.0, from_deg=340)
        look = eyes.read(quick(scene.shoot(placed, hand=hand)))
        assert not look.motion.steady
        assert misread(look, placed) == []
        for one in scene.renderer.truth(placed, hand=hand):
            if one.hidden_by_hand > 0.3:
                assert one.placed.piece.id not in seen_of(look)
                assert one.cell in look.cells.blind
        assert "n.castle.infantry" not in seen_of(look)
        assert {"w.inf.1", "w.castle.infantry"} <= set(seen_of(look))
    assert eyes.state.pictures.read_at == read_at


def test_confidences_while_a_hand_moves_are_in_the_order_of_the_board() -> None:
    """A set has another order in each process, so the same film gave other bytes."""
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(3):
        calm = eyes.read(quick(scene.shoot(placed)))
    said = eyes.read(quick(scene.shoot(placed, hand=Hand(120.0, 40.0, from_deg=340)))).cells.confidence
    # Cells whose pieces were seen had no confidence.
    assert said.keys() - calm.cells.confidence.keys()
    assert list(said) == [cell for cell in board().surface.cells if cell in said]


def test_a_piece_moved_by_a_quick_hand_is_read_once_the_picture_is_still() -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(3):
        eyes.read(quick(scene.shoot(placed)))
    eyes.read(quick(scene.shoot(placed, hand=Hand(120.0, 40.0, from_deg=340))))
    now = [*(one for one in placed if one.piece.id != "n.cav.1"), at("n.cav.1", "k6", turned=10)]
    eyes.read(quick(scene.shoot(now)))
    look = eyes.read(quick(scene.shoot(now)))
    assert look.motion.steady
    assert seen_of(look)["n.cav.1"].cell == "k6"
    assert look.cells.unsure == look.cells.blind == ()


def test_parts_that_look_as_before_a_hand_passed_are_not_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(3):
        eyes.read(quick(scene.shoot(placed)))
    for step in range(20):
        eyes.read(quick(scene.shoot(placed, hand=Hand(100.0 + 6 * step, 40.0, from_deg=340))))
    searched: list[Box] = []

    def noted(
        grey: Image,
        dictionary: Dictionary,
        how: Scan,
        boxes: Sequence[Box] | None,
        *,
        outlines: Image | None = None,
    ) -> tuple[Tag, ...]:
        searched.extend([(0, 0, grey.shape[1], grey.shape[0])] if boxes is None else boxes)
        return find_tags(grey, dictionary, how, boxes, outlines=outlines)

    monkeypatch.setattr("vision.tags.scanning.find_tags", noted)
    eyes.read(quick(scene.shoot(placed)))
    look = eyes.read(quick(scene.shoot(placed)))
    assert (look.motion.steady, look.cells.unsure, look.cells.blind) == (True, (), ())
    assert set(seen_of(look)) | {"mountain.e4"} == {one.piece.id for one in placed}
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in searched)
    assert area < 0.02 * 1600 * 1200


def test_a_piece_changed_for_another_under_the_hand_is_read() -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(3):
        eyes.read(quick(scene.shoot(placed)))
    old = next(one for one in placed if one.piece.id == "n.cav.1")
    now = [replace(one, piece=pieces().pieces[PieceId("n.cav.2")]) if one is old else one for one in placed]
    for step in range(4):
        eyes.read(quick(scene.shoot(now, hand=Hand(old.x_mm + 3 * step, old.y_mm, from_deg=340))))
    eyes.read(quick(scene.shoot(now)))
    look = eyes.read(quick(scene.shoot(now)))
    assert misread(look, now) == []
    assert seen_of(look)["n.cav.2"].cell == "h7"


def test_a_hand_that_moves_on_and_on_is_looked_at_all_the_same() -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    for _ in range(2):
        eyes.read(quick(scene.shoot(placed)))
    before = eyes.state.pictures.read_at
    for step in range(24):
        eyes.read(quick(scene.shoot(placed, hand=Hand(100.0 + 6 * step, 40.0, from_deg=340))))
    assert eyes.state.pictures.read_at > before


def test_a_flickering_lamp_is_no_movement() -> None:
    scene, placed = Scene(conditions=Conditions(flicker=0.06)), opening()
    eyes = reader()
    eyes.read(scene.shoot(placed))
    for _ in range(3):
        look = eyes.read(scene.shoot(placed))
        assert look.motion.steady
        assert misread(look, placed) == []


def test_a_shadow_that_goes_with_its_piece_leaves_nothing_behind() -> None:
    scene = Scene(conditions=Conditions(light_from_deg=100.0, light_height_deg=35.0))
    placed = [*mountains(), at("gen.est", "f8", off=(-8, 0))]
    eyes = reader()
    for _ in range(2):
        eyes.read(scene.shoot(placed))
    now = [*mountains(), at("gen.est", "f8", off=(12, 12), turned=20)]
    for _ in range(2):
        look = eyes.read(scene.shoot(now))
    assert seen_of(look)["gen.est"].cell == "f8"
    assert (look.cells.unsure, look.cells.blind) == ((), ())


def test_a_picture_out_of_focus_calls_no_cell_empty_and_one_in_focus_again_does() -> None:
    placed = opening()
    blurred, sharp = Scene(conditions=Conditions(blur_px=3.0)), Scene()
    eyes = reader()
    for _ in range(2):
        look = eyes.read(blurred.shoot(placed))
    assert look.cells.blind == board().surface.cells
    assert misread(look, placed) == []
    for _ in range(2):
        look = eyes.read(sharp.shoot(placed))
    assert (look.cells.unsure, look.cells.blind) == ((), ())
    assert set(seen_of(look)) | {"mountain.e4"} == {one.piece.id for one in placed}


def test_a_label_just_hidden_in_a_crowd_makes_its_cell_unsure() -> None:
    row = AccuracyRow("crowded", 0.0, tilt=35, focal=0.9, crowd=6, count=110, moves=0)
    for seed in (1, 2):
        shot = next(film(row, board(), pieces(), seed))
        score = score_look(reader().read(shot.frame), shot.truth, scenery=ROCKS)
        assert (score.wrong, score.missed, score.lost) == ((), (), ())


def test_a_light_that_goes_out_for_a_moment_leaves_no_memory_of_the_board_in_the_dark() -> None:
    scene, placed, eyes = Scene(), opening(), reader()
    moved = [*(one for one in placed if one.piece.id != "n.inf.3"), at("n.inf.3", "j6")]

    def dark(frame: Frame) -> Frame:
        noise = np.random.default_rng(frame.sequence).normal(0.0, 2.0, frame.image.shape)
        return replace(frame, image=np.asarray(np.clip(frame.image * 0.03 + noise, 0, 255), np.uint8))

    for _ in range(3):
        eyes.read(scene.shoot(placed))
    without_light = [eyes.read(dark(scene.shoot(placed))) for _ in range(3)]
    hand = eyes.read(scene.shoot(moved, hand=Hand(0.0, 0.0, 0.0, 20.0, 0.3)))
    looks = [eyes.read(scene.shoot(moved)) for _ in range(3)]
    assert all(set(look.cells.blind) == set(board().surface.cells) for look in without_light)
    assert 0 < len(hand.cells.blind) < 40
    assert looks[-1].cells.blind == looks[-1].cells.unsure == ()
    assert misread(looks[-1], moved) == []
