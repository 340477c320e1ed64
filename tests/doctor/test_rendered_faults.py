"""Rendered pictures with one fault each: the doctor names it first. Good pictures pass."""

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from dashboard.lab.rooms import CEILING_FAN, LOW_SUN
from engine.core.board import Board
from engine.core.findings import Grade
from engine.core.ids import Seconds
from engine.core.pieces import PieceSet
from tests.vision.boards import board, opening, pieces
from vision.doctor.findings import first_to_change
from vision.doctor.measures import Measures
from vision.doctor.measuring import measure
from vision.doctor.scoring import findings_of
from vision.light.clarity import edge_sigma, picture_sigma
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.board_art import DARK, LIGHT_LINES, VIVID, tag_label
from vision.render.conditions import Conditions, MirroredLamp
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.view import view_over

MODULES = 7


@dataclass(frozen=True)
class Case:
    """How a picture is rendered, and what the doctor must say first."""

    conditions: Conditions = field(default_factory=Conditions)
    view: dict[str, Any] = field(default_factory=dict)
    printed: float = 1.0
    frame_tag_off_mm: float = 0.0
    mirrored: bool = False
    first: str | None = None
    grade: Grade | None = None


CASES = {
    "good": Case(),
    "good at 1080p": Case(view={"width_px": 1920, "height_px": 1080}),
    "good and upside down": Case(view={"turn_deg": 180.0, "tilt_deg": 2.0}),
    "good and vivid": Case(Conditions(art=VIVID, seed=3)),
    "good and in warm light": Case(Conditions(art=LIGHT_LINES, tint=(0.8, 0.95, 1.05), brightness=0.9)),
    "dark": Case(Conditions(brightness=0.22), first="light", grade=Grade.BAD),
    "dim": Case(Conditions(brightness=0.42), first="light", grade=Grade.FAIR),
    "blurred": Case(Conditions(blur_px=2.3), first="focus", grade=Grade.BAD),
    "so blurred that nothing is found": Case(Conditions(blur_px=4.5), first="focus", grade=Grade.BAD),
    "glared": Case(Conditions(glare=(MirroredLamp(40, 30, 90, 1.0),)), first="glare", grade=Grade.BAD),
    "in a low sun": Case(Conditions(art=DARK, room=LOW_SUN), first="shadows", grade=Grade.FAIR),
    "beneath a fan": Case(Conditions(art=VIVID, room=CEILING_FAN), first="light", grade=Grade.FAIR),
    "overexposed": Case(Conditions(brightness=1.8), first="exposure", grade=Grade.BAD),
    "too small": Case(view={"width_px": 960, "height_px": 720}, first="size", grade=Grade.BAD),
    "cut off": Case(view={"margin": -0.06}, first="view", grade=Grade.BAD),
    "pieces printed at 94 %": Case(printed=0.94, first="print", grade=Grade.BAD),
    "mirrored": Case(mirrored=True, first="view", grade=Grade.BAD),
    "pieces printed at 106 %": Case(printed=1.06, first="print", grade=Grade.BAD),
    "a tile glued wrong": Case(frame_tag_off_mm=6.0, first="print", grade=Grade.BAD),
}


def printed_at(scale: float) -> PieceSet:
    """Return the pieces as they lie on the table when their labels weren't printed at 100 %."""
    kinds = {name: replace(kind, tag_mm=scale * kind.tag_mm) for name, kind in pieces().kinds.items()}
    one_by_one = {name: replace(one, kind=kinds[one.kind.name]) for name, one in pieces().pieces.items()}
    return replace(pieces(), kinds=kinds, pieces=one_by_one)


def glued(off_mm: float) -> Board:
    """Return the board as it lies on the table when one tile is off."""
    centres = {**board().frame.centres_mm}
    x, y = centres[1]
    centres[1] = (x, y + off_mm)
    return replace(board(), frame=replace(board().frame, centres_mm=centres))


def measured(case: Case) -> Measures:
    table, lying = glued(case.frame_tag_off_mm), printed_at(case.printed)
    renderer = Renderer(table, lying, view_over(table, **case.view), case.conditions)
    placed = [replace(one, piece=lying.pieces[one.piece.id]) for one in opening()]
    reader = BoardReader(board(), pieces(), source="doctor")
    images = [renderer.render(placed, number=number) for number in (1, 2)]
    if case.mirrored:
        images = [np.ascontiguousarray(image[:, ::-1]) for image in images]
    for number, image in enumerate(images, start=1):
        reader.read(Frame(image, Seconds(number / 5), number))
    return measure(images, reader.state, board(), pieces(), modules=MODULES)


@cache
def measured_by_name(name: str) -> Measures:
    return measured(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_the_fault_is_named_first_and_good_pictures_pass(name: str) -> None:
    case = CASES[name]
    findings = findings_of(measured_by_name(name))
    first = first_to_change(findings)
    assert (None if first is None else first.check) == case.first, findings
    assert (None if first is None else first.grade) == case.grade, findings


def test_a_mirrored_picture_is_called_one_and_no_other_is() -> None:
    view = next(one for one in findings_of(measured_by_name("mirrored")) if one.check == "view")
    assert "mirrored" in view.text
    assert not measured(Case(view={"turn_deg": 180.0})).outline.mirrored
    assert not measured(Case(Conditions(brightness=0.02))).outline.mirrored


def test_a_low_suns_side_and_height_are_measured() -> None:
    light = measured_by_name("in a low sun").hard_light
    assert light is not None
    # The sun stands 26 degrees high and at 160, the camera is turned by next to nothing.
    assert light.from_deg == pytest.approx(160, abs=20)
    assert light.height_deg == pytest.approx(26, abs=8)
    assert light.kept < 0.35


def test_light_that_moves_is_measured_and_a_hand_is_none() -> None:
    assert measured_by_name("beneath a fan").light.moving > 0.1
    assert measured_by_name("good").light.moving == 0.0
    shot = Renderer(board(), pieces(), view_over(board()), Conditions(room=CEILING_FAN))
    hands = (Hand(20.0, -30.0), Hand(40.0, 10.0))
    images = [shot.render(opening(), hand=hand, number=number) for number, hand in enumerate(hands)]
    reader = BoardReader(board(), pieces(), source="doctor")
    reader.read(Frame(images[0], Seconds(0.2), 1))
    assert measure(images, reader.state, board(), pieces(), modules=MODULES).light.moving == 0.0


def test_the_map_is_what_the_camera_has_on_each_cell() -> None:
    case = Case(view={"tilt_deg": 20.0})
    measures = measured(case)
    view = view_over(board(), **case.view)
    module_mm = 16.0 / MODULES
    for cell, px in measures.px_per_module.items():
        x, y = board().surface.centre_mm(cell)
        assert px == pytest.approx(view.px_per_mm(x, y) * module_mm, rel=0.02)
    assert measures.tilt_deg == pytest.approx(20.0, abs=1.0)


@pytest.mark.parametrize("around", [20, 110, 235])
@pytest.mark.parametrize("sigma", [0.6, 1.0, 1.6, 2.2, 3.0, 4.5])
def test_a_blur_is_measured_on_a_tag_however_light_the_board_around_it_is(sigma: float, around: int) -> None:
    # 12 px a module.
    label = cv2.resize(tag_label("DICT_5X5_250", 7), (108, 108), interpolation=cv2.INTER_AREA)
    board_around = cv2.copyMakeBorder(label, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=(around,))
    blurred = np.asarray(cv2.GaussianBlur(board_around, (0, 0), sigma), np.uint8)
    corners = np.array([(41.5, 41.5), (125.5, 41.5), (125.5, 125.5), (41.5, 125.5)])
    measured_sigma = edge_sigma(blurred, corners, MODULES)
    assert measured_sigma == pytest.approx(sigma, rel=0.15, abs=0.1)


@pytest.mark.parametrize("sigma", [1.0, 2.0, 4.0])
def test_without_tags_a_picture_tells_its_blur(sigma: float) -> None:
    rng = np.random.default_rng(1)
    picture = np.full((400, 400), 60, np.uint8)
    for x, y in rng.integers(20, 340, (40, 2)):
        picture[y : y + 40, x : x + 40] = rng.choice([30, 220])
    blurred = cv2.GaussianBlur(picture, (0, 0), sigma).astype(np.float64) + rng.normal(0, 2, picture.shape)
    assert picture_sigma(np.asarray(np.clip(blurred, 0, 255), np.uint8)) == pytest.approx(sigma, rel=0.35)


def test_a_tag_too_small_to_measure_says_nothing() -> None:
    corners = np.array([(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)])
    assert edge_sigma(np.zeros((40, 40), np.uint8), corners, MODULES) is None
