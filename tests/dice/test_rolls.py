"""A roll is announced once, when the dice have come to rest."""

from dataclasses import replace

import numpy as np

from engine.core.ids import Seconds
from tests.dice.trays import TRAY, die, shoot, view
from vision.dice.reading import SeenDie, TrayLook
from vision.dice.rolling import SettledDice, TrayState, follow
from vision.dice.watching import TrayWatch
from vision.pictures.frame import Frame
from vision.render.dice import RolledDie


def seen(*values: int, at: float = 0.0) -> TrayLook:
    return TrayLook(tuple(SeenDie(at + 20.0 * n, 0.0, value, 0.9) for n, value in enumerate(values)))


EMPTY, MOVING, BLIND = TrayLook(), TrayLook(unsure=1), TrayLook(blind=True)


def rolls(*looks: TrayLook, every_s: float = 0.3) -> list[tuple[int, ...]]:
    state, found = TrayState(), []
    for number, look in enumerate(looks, start=1):
        state, roll = follow(state, look, Seconds(number * every_s))
        if roll is not None:
            found.append(roll.values)
    return found


def test_dice_that_come_to_rest_are_one_roll() -> None:
    assert rolls(*[EMPTY] * 4, MOVING, MOVING, *[seen(4, 2)] * 9) == [(4, 2)]


def test_a_roll_counts_from_when_it_lay_still() -> None:
    state, said = TrayState(), []
    for number, look in enumerate([*[EMPTY] * 4, MOVING, *[seen(3)] * 4]):
        state, roll = follow(state, look, Seconds(float(number)))
        said.append(roll)
    assert said[-1] is None
    assert [one for one in said if one is not None] == [SettledDice(Seconds(5.0), (3,))]


def test_what_lies_there_when_the_tray_is_first_seen_is_no_roll() -> None:
    assert rolls(*[seen(6)] * 9) == []


def test_a_hand_over_the_dice_or_a_lost_camera_makes_no_second_roll() -> None:
    first = (*[EMPTY] * 4, MOVING, *[seen(4)] * 4)
    assert rolls(*first, MOVING, MOVING, *[seen(4, at=0.5)] * 4) == [(4,)]
    assert rolls(*first, BLIND, BLIND, *[seen(4)] * 4) == [(4,)]


def test_the_same_face_thrown_again_elsewhere_is_a_roll() -> None:
    assert rolls(*[EMPTY] * 4, MOVING, *[seen(4)] * 4, MOVING, *[seen(4, at=31.0)] * 4) == [(4,), (4,)]


def test_a_die_that_still_turns_over_is_not_said_before_it_rests() -> None:
    assert rolls(*[EMPTY] * 4, seen(1), seen(1), seen(5), seen(5), seen(2), *[seen(2)] * 3) == [(2,)]


def test_a_die_taken_out_is_no_roll() -> None:
    assert rolls(*[EMPTY] * 4, MOVING, *[seen(4)] * 4, MOVING, *[EMPTY] * 5) == [(4,)]


def watched(shots: list[list[RolledDie]]) -> list[tuple[int, ...]]:
    watch, found = TrayWatch(TRAY), []
    camera = view().camera
    for number, dice in enumerate(shots, start=1):
        roll = watch.take(Frame(shoot(dice), Seconds(number * 0.4), number), camera)
        if roll is not None:
            found.append(roll.values)
    return found


def test_a_filmed_throw_is_said_by_its_values() -> None:
    rolling = [[die(n, (40.0 * np.sin(n), 10.0 * n - 40), turned_deg=40.0 * n)] for n in range(1, 3)]
    assert watched([*[[]] * 3, *rolling, *[[die(5, (10.0, 20.0))]] * 4]) == [(5,)]


def test_without_a_cameras_place_nothing_is_read() -> None:
    watch = TrayWatch(TRAY)
    assert watch.take(Frame(shoot([die(3)]), Seconds(1.0), 1), None) is None
    assert watch.state == replace(TrayState(), looks=0)
