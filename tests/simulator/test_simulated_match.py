"""A whole piece of a match by lifting simulated pieces: rendered, filmed, seen and judged."""

import json
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import DONE, main
from dashboard.simulator.camera import FPS, SimulatedCamera
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import OrderRefused, Pressed, obey
from dashboard.simulator.stage import Stage, at, with_changes
from dashboard.simulator.stream import NewestPicture
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, Seconds
from engine.core.pieces import PieceSet
from engine.games.registry import open_game
from vision.render.renderer import Renderer
from vision.render.view import view_over

SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.inf.1": {"at": "e5"},
        "w.cav.1": {"at": "c5"},
        "n.cav.1": {"at": "e7"},
        "n.arc.1": {"at": "f7"},
        "n.inf.1": {"at": "f8"},
        "w.gen.mask": {"at": "c4"},
        "n.gen.raen": {"at": "d9"},
    },
}


def put(board: Board, piece: str, cell: str, *, aside_mm: float = 0.0) -> SimulatorOrder:
    x, y = board.surface.centre_mm(Cell(cell))
    return SimulatorOrder(SimulatorAct.PUT, piece, x + aside_mm, y)


def film(
    folder: Path, board: Board, pieces: PieceSet, script: list[tuple[float, SimulatorOrder]], until_s: float
) -> None:
    """Play a script of orders, each at its second, before the simulated camera."""
    description = {
        "board": "mativen",
        "pieces": "mativen-pieces",
        "camera": None,
        "game": "dozen_war",
        "setup": SETUP,
    }
    game = open_game("dozen_war", board, Ruleset())
    lying = set_table(game.layout(game.initial(entry_of(SETUP))), board.surface, pieces)
    writer = FootageWriter(folder, fps=FPS, description=description)
    stage = Stage(lying)
    camera = SimulatedCamera(
        Renderer(board, pieces, view_over(board)), pieces, NewestPicture(), lambda _: stage, writer=writer
    )
    for number in range(int(until_s * FPS)):
        now = Seconds(number / FPS)
        stage = at(stage, now)
        while script and script[0][0] <= now:
            result = obey(lying, script.pop(0)[1], board.surface, pieces)
            assert not isinstance(result, OrderRefused)
            if isinstance(result, Pressed):
                writer.pressed(result.pad, result.button, now)
            else:
                lying = result
                stage = with_changes(stage, now, lying)
        camera.take_one(now)


def judged(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["judge", str(folder), "--json"]) == DONE
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [line for line in lines if "verdict" in line]


def test_a_move_an_attack_a_forbidden_step_and_its_repair_are_judged_as_played(
    tmp_path: Path, board: Board, pieces: PieceSet, capsys: pytest.CaptureFixture[str]
) -> None:
    script = [
        (1.0, put(board, "w.cav.1", "d7")),
        (3.6, SimulatorOrder(SimulatorAct.TAKE, "n.cav.1")),
        (3.8, SimulatorOrder(SimulatorAct.TAKE, "n.arc.1")),
        (4.0, put(board, "w.cav.1", "d7", aside_mm=25)),
        (7.0, put(board, "w.inf.1", "f7")),
        (10.0, put(board, "w.inf.1", "e5")),
        (13.0, put(board, "w.inf.1", "f6")),
        (16.0, SimulatorOrder(SimulatorAct.PRESS, device="pad.west", button="end_turn")),
    ]
    film(tmp_path / "match", board, pieces, script, until_s=17.0)
    verdicts = judged(tmp_path / "match", capsys)
    attack = {"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"}
    played = [action for one in verdicts for action in one["actions"] if action != {"accept": True}]
    assert played == [
        {"move": "w.cav.1", "to": "d7"},
        attack,
        {"move": "w.inf.1", "to": "f6"},
        {"end_turn": True},
    ]
    wrong = [one for one in verdicts if one["verdict"] == "illegal"]
    assert [broken["rule"] for one in wrong for broken in one["violations"]] == ["DW-5"]
    assert "ambiguous" not in {one["verdict"] for one in verdicts}


def test_a_film_of_a_board_where_nothing_is_played_ends_by_saying_so(
    tmp_path: Path, board: Board, pieces: PieceSet, capsys: pytest.CaptureFixture[str]
) -> None:
    film(tmp_path / "match", board, pieces, [], until_s=0.5)
    assert main(["judge", str(tmp_path / "match")]) == DONE
    assert capsys.readouterr().out.splitlines()[-1] == "Nothing was played: Round 2 · West to move"
