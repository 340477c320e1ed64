"""Traces a film into a new folder of footage."""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from dashboard.lab.films.traced.films import FILMS, TracedFilm
from dashboard.lab.films.traced.sensor import FilmSensor
from dashboard.lab.films.traced.story import FilmAct, TracedShot
from dashboard.simulator.footage_writer import FootageWriter
from engine.core.board import Board, load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.core.layout import Layout
from engine.core.pieces import PieceSet, load_pieces
from engine.games.registry import open_game
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.renderer import PieceTruth, Renderer
from vision.render.solids import solid_of
from vision.render.view import CameraView

SIZE = (1280, 960)
SAMPLES = 6
FPS = 2.0

Light = Callable[[TracedShot], tuple[bytes, Points | None]]
"""A function that takes a picture; it returns a JPEG and the arm's vertices in it, in mm; None: no arm."""


def main(words: list[str]) -> None:
    """Trace a film; with `--sketch` our own renderer draws it in seconds, to see how it's judged."""
    wanted = argparse.ArgumentParser(prog="traced", description=__doc__)
    wanted.add_argument("film", choices=FILMS)
    wanted.add_argument("folder", type=Path)
    wanted.add_argument("--sketch", action="store_true", help="drawn by our own renderer")
    wanted.add_argument("--only", type=int, nargs="*", help="the numbers of the pictures to trace")
    asked = wanted.parse_args(words)
    film = FILMS[asked.film]
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    view = film.room.view(board, SIZE)
    about = {"board": "mativen", "pieces": "mativen-pieces", "camera": None, "game": "dozen_war",
             "setup": film.setup, "note": film.note}  # fmt: skip
    writer = FootageWriter(asked.folder, fps=FPS, description=about)
    (asked.folder / "expect.json").write_text(json.dumps(list(film.expect)) + "\n", encoding="utf-8")
    known = Renderer(board, pieces, view, Conditions(seed=film.seed))
    with TemporaryDirectory() as prints:
        take = _sketched(known) if asked.sketch else _traced(film, board, pieces, view, Path(prints))
        for number, shot in enumerate(_shots(film, board, pieces)):
            if asked.only and number + 1 not in asked.only:
                continue
            now = Seconds(number / FPS)
            if shot.press:
                writer.pressed(shot.press, "end_turn", now)
            content, arm = take(shot)
            truth = known.truth(shot.scene.placed, held=shot.scene.held)
            writer.add(content, _hidden(truth, arm, view), shot.scene, now)


def _shots(film: TracedFilm, board: Board, pieces: PieceSet) -> Iterator[TracedShot]:
    game = open_game("dozen_war", board, Ruleset())
    layout: Layout = {
        piece: replace(spot, edge=bool(spot.edge), covered=False)
        for piece, spot in game.layout(game.initial(entry_of(film.setup))).items()
    }
    chance = random.Random(film.seed)  # noqa: S311 - a simulation, not a secret
    yield from FilmAct(board, pieces, film.people, chance).shots(layout, film.acts)


def _sketched(renderer: Renderer) -> Light:
    def take(shot: TracedShot) -> tuple[bytes, Points | None]:
        scene = shot.scene
        return renderer.jpeg(renderer.render(scene.placed, held=scene.held, hand=scene.hand)), None

    return take


def _traced(film: TracedFilm, board: Board, pieces: PieceSet, view: CameraView, folder: Path) -> Light:
    import bpy  # noqa: PLC0415 - not among what the project needs

    from dashboard.lab.films.traced.studio import Studio  # noqa: PLC0415 - as above

    studio = Studio(bpy, folder, board=board, pieces=pieces, room=film.room, view=view, seed=film.seed)
    sensor = FilmSensor(np.random.default_rng(film.seed))
    kept: list[tuple[TracedShot, Image]] = []

    def take(shot: TracedShot) -> tuple[bytes, Points | None]:
        if kept and _is_same(kept[-1][0], shot):
            return sensor.take(kept[-1][1]), None
        began = time.process_time()
        scene, reach = shot.scene, shot.reach
        studio.show((*scene.placed, *scene.held), shot.phase)
        arm = None if reach is None else studio.reach_in(reach, scene.held)
        light = studio.trace(SIZE, SAMPLES)
        kept[:] = [(shot, light)]
        sys.stderr.write(f"{time.process_time() - began:.1f} s\n")
        return sensor.take(light), arm

    return take


def _is_same(one: TracedShot, other: TracedShot) -> bool:
    """Tell whether two pictures differ only in the sensor's noise."""
    return one.reach is other.reach is None and one.scene == other.scene and one.phase == other.phase


def _hidden(truth: tuple[PieceTruth, ...], arm: Points | None, view: CameraView) -> tuple[PieceTruth, ...]:
    """Return the truth with the shares of labels that an arm hides."""
    if arm is None:
        return truth
    mask = np.zeros((view.height_px, view.width_px), np.uint8)
    px = np.rint(view.project(arm)).astype(int)
    px = px[((px >= 0) & (px < (view.width_px, view.height_px))).all(1)]
    mask[px[:, 1], px[:, 0]] = 255
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8)), np.uint8)
    found = []
    for one in truth:
        label = np.zeros_like(mask)
        corners = np.rint(view.project(solid_of(one.placed).label_mm)).astype(np.int32)
        cv2.fillConvexPoly(label, corners, 255)
        share = float((mask[label > 0] > 0).mean()) if label.any() else 0.0
        found.append(replace(one, hidden_by_hand=share, hidden=max(one.hidden, share)))
    return tuple(found)


if __name__ == "__main__":
    main(sys.argv[1:])
