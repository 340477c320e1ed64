"""Dice are read by their pips; what can't be read is said to be unsure."""

from dataclasses import replace
from math import hypot

import numpy as np
import pytest

from engine.core.board import Tray
from tests.dice.trays import PLACES, TRAY, die, shoot, tray_view
from vision.dice.reading import TrayLook, TrayThing, measured_things, read_dice, tray_look
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.dice import BLACK, BLUE, GREEN_FELT, RED, WHITE, WOOD, Colour, RolledDie


def misread(look: TrayLook, dice: list[RolledDie]) -> list[str]:
    wrong = []
    for seen in look.dice:
        near = [one for one in dice if hypot(one.x_mm - seen.x_mm, one.y_mm - seen.y_mm) < 4.0]
        if [one.value for one in near] != [seen.value]:
            wrong.append(f"{seen} where {near}")
    return wrong


def measured(image: Image, tilt: float = 12.0) -> list[TrayThing]:
    things = measured_things(image, tray_view(tilt))
    assert things is not None
    return things


def measures(things: list[TrayThing]) -> list[tuple[float, float, float, float]]:
    """Area, overlap, fit and margin of each; zeros where there is no face."""
    return [
        (one.area, one.overlap, one.face.fit if one.face else 0.0, one.face.margin if one.face else 0.0)
        for one in things
    ]


def all_six(seed: int) -> list[RolledDie]:
    turns = np.random.default_rng(seed).uniform(0, 90, 6)
    return [die((n + seed) % 6 + 1, place, turned_deg=float(turns[n])) for n, place in enumerate(PLACES)]


@pytest.mark.parametrize(
    ("tilt", "colour", "pips", "felt"),
    [
        (0, WHITE, BLACK, GREEN_FELT),
        (12, RED, WHITE, GREEN_FELT),
        (12, BLACK, WHITE, WOOD),
        (25, WHITE, RED, WOOD),
        (25, BLUE, WHITE, WOOD),
        (33, WHITE, BLACK, GREEN_FELT),
    ],
)
def test_all_six_faces_are_read_in_many_colours_and_from_many_sides(
    tilt: float, colour: Colour, pips: Colour, felt: Colour
) -> None:
    dice = [replace(one, colour=colour, pips=pips) for one in all_six(int(tilt))]
    things = measured(shoot(dice, tilt=tilt, felt=felt), tilt)
    look = tray_look(things)
    assert misread(look, dice) == []
    assert (len(look.dice), look.unsure) == (6, 0)
    least = np.min(measures(things), axis=0)
    assert (least >= (1.4, 0.92, 0.93, 0.129)).all()


@pytest.mark.parametrize(
    "conditions",
    [
        Conditions(brightness=0.45, noise=4.0),
        Conditions(brightness=1.15, light_height_deg=35.0),
        Conditions(light_from_deg=-60.0, light_height_deg=30.0, noise=5.0),
        Conditions(blur_px=1.0),
    ],
    ids=["dark", "bright", "long shadows", "soft"],
)
def test_light_and_blur_make_no_die_another(conditions: Conditions) -> None:
    dice = all_six(3)
    things = measured(shoot(dice, conditions=conditions))
    look = tray_look(things)
    assert misread(look, dice) == []
    assert len(look.dice) >= 5
    assert len(look.dice) + look.unsure >= 6
    least = np.min(measures(things), axis=0)
    assert (least >= (1.4, 0.885, 0.87, 0.129)).all()


@pytest.mark.parametrize("side_mm", [12.0, 19.0, 25.0])
def test_dice_of_other_sizes_are_read_in_a_tray_that_says_so(side_mm: float) -> None:
    tray = Tray(TRAY.centre_mm, TRAY.size_mm, side_mm)
    dice = [replace(one, side_mm=side_mm) for one in all_six(1)[:4]]
    look = read_dice(shoot(dice, tray=tray), tray_view(tray=tray))
    assert misread(look, dice) == []
    assert len(look.dice) >= (4 if side_mm > 14 else 2)


def test_a_die_with_one_large_pip_is_a_one() -> None:
    dice = [replace(die(1), pips=RED, pip_size=0.19)]
    assert [one.value for one in read_dice(shoot(dice), tray_view()).dice] == [1]


@pytest.mark.parametrize(
    "dice",
    [
        [replace(die(5), leant_deg=25.0)],
        [die(3, turned_deg=0.0), die(4, (16.2, 0.0), turned_deg=0.0)],
        [replace(die(6), pips=WHITE)],
        [replace(die(2), side_mm=30.0)],
    ],
    ids=["leaning", "touching", "without pips", "a larger thing"],
)
def test_what_is_no_single_die_lying_flat_is_unsure(dice: list[RolledDie]) -> None:
    things = measured(shoot(dice))
    look = tray_look(things)
    assert look.dice == ()
    assert look.unsure >= 1
    # Far from what dice have that lie flat.
    assert all(overlap <= 0.6 or fit <= 0.5 for _, overlap, fit, _ in measures(things))


def test_an_empty_tray_is_empty_and_one_that_isnt_in_the_picture_is_blind() -> None:
    assert read_dice(shoot([]), tray_view()) == TrayLook()
    beside = Tray((900.0, 0.0), (130.0, 200.0), 16.0)
    assert read_dice(shoot([]), tray_view(tray=beside)).blind
    tiny = Tray(TRAY.centre_mm, TRAY.size_mm, 6.0)
    assert read_dice(shoot([]), tray_view(tray=tiny)).blind
