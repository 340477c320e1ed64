"""The simulated table throws dice, and its camera reads them in the tray."""

from random import Random

import pytest

from dashboard.simulator.physical import all_boxed
from dashboard.simulator.stage import Stage, at, scene_of, with_throw
from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from vision.dice.watching import TrayWatch
from vision.pictures.frame import Frame
from vision.render.conditions import Conditions
from vision.render.dice import draw_tray
from vision.render.renderer import Renderer
from vision.render.view import view_over


@pytest.mark.parametrize("name", ["mativen", "duel"])
def test_what_is_thrown_is_what_the_camera_reads(name: str) -> None:
    board, pieces = load_board(name), load_pieces(f"{name}-pieces")
    assert board.tray is not None
    view = view_over(board, beside_mm=board.tray.corners_mm(10.0))
    table = Renderer(board, pieces, view, Conditions(noise=1.0)).render([])
    watch, stage, moment, number = TrayWatch(board.tray), Stage(all_boxed(pieces)), 0.0, 0
    chance = Random(3)  # noqa: S311  # the same throws each time
    thrown, read = [], []
    for throw in range(7):
        if throw:
            stage = with_throw(stage, board.tray, chance)
            thrown.append((stage.dice[0].value,))
        picture = draw_tray(
            table, board.tray, scene_of(at(stage, Seconds(moment)), Seconds(moment), pieces).dice, view,
            Conditions(noise=0.0, blur_px=0.0),
        )  # fmt: skip
        for _ in range(6):
            moment, number = moment + 0.3, number + 1
            roll = watch.take(Frame(picture, Seconds(moment), number), view.camera)
            read += [roll.values] if roll is not None else []
    assert read == thrown
