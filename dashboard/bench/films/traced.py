"""Renders a short film by Blender's path tracer, once, to be kept as a case with its truth.

    pip install bpy==5.0.1     # into an environment of its own, or beside ours
    python -m dashboard.bench.films.traced FOLDER

Nothing else imports this, and no test renders: light that our own renderer only approximates (reflections of
lamps hidden by what stands before them, light that white borders throw back, a lens that is out of focus away
from one plane) is traced here, some 80 s of CPU a picture.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from dashboard.bench.films.laying import laid_out, put, standing
from dashboard.simulator.physical import Lying
from dashboard.simulator.recording import FootageWriter
from dashboard.simulator.stage import Scene
from engine.core.board import Board, load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet, load_pieces
from engine.games.registry import open_game
from vision.frame import Image
from vision.geometry import Points
from vision.render.board_art import VIVID, board_print, table_print, tag_label
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.solids import solid_of
from vision.render.view import CameraView, view_over

SETUP: dict[str, Any] = {
    "seats": ["west", "south", "east"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.inf.1": {"at": "d5"},
        "w.inf.2": {"at": "c4"},
        "w.cav.1": {"at": "e5"},
        "w.arc.1": {"at": "d3"},
        "s.inf.1": {"at": "i3"},
        "s.inf.2": {"at": "i3"},
        "s.cav.1": {"at": "j4"},
        "s.arc.1": {"at": "k4"},
        "e.inf.1": {"at": "h8"},
        "e.inf.2": {"at": "j7"},
        "e.cav.1": {"at": "h8"},
        "e.arc.1": {"at": "i6"},
        "w.gen.raen": {"at": "c3"},
        "s.gen.kazu": {"at": "j2"},
        "e.gen.siri": {"at": "j9"},
    },
}
PLAYS = (("w.cav.1", "f7"),)
"""Who is moved where; no arm is traced."""

SIZE = (1280, 960)
TILT_DEG, TURN_DEG, FOCAL = 24.0, 7.0, 1.1
SAMPLES = 4
FPS = 2.0
SEED = 4

_MM = 0.01
"""A board's mm in Blender's units: 10 cm each."""

_NOISE, _LENS_PX, _VIGNETTE, _JPEG = 3.0, 0.45, 0.25, 85
_F_STOP = 1.3
"""In Blender's units: a pupil of 3 mm, as small cameras have it."""


def main(folder: Path) -> None:
    """Trace the film into a folder that doesn't exist yet."""
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    view = view_over(board, width_px=SIZE[0], height_px=SIZE[1], tilt_deg=TILT_DEG, turn_deg=TURN_DEG,
                     focal=FOCAL)  # fmt: skip
    about = {"board": "mativen", "pieces": "mativen-pieces", "camera": None, "game": "dozen_war",
             "setup": SETUP}  # fmt: skip
    writer = FootageWriter(folder, fps=FPS, description=about)
    known = Renderer(board, pieces, view, Conditions(seed=SEED))
    chance = np.random.default_rng(SEED)
    number = 0
    for scene, times in _scenes(board, pieces):
        light = _traced(scene, board, pieces, view)
        truth = known.truth(scene.placed)
        for _ in range(times):
            done, content = cv2.imencode(".jpg", _taken(light, chance), [cv2.IMWRITE_JPEG_QUALITY, _JPEG])
            if done:
                writer.add(content.tobytes(), truth, scene, Seconds(number / FPS))
            number += 1


def _scenes(board: Board, pieces: PieceSet) -> Iterator[tuple[Scene, int]]:
    """Yield what is before the camera, and for how many pictures."""
    game = open_game("dozen_war", board, Ruleset())
    layout: Layout = {
        piece: replace(spot, edge=bool(spot.edge), covered=False)
        for piece, spot in game.layout(game.initial(entry_of(SETUP))).items()
    }
    chance = Random(SEED)  # noqa: S311 - a simulation, not a secret
    lying: dict[PieceId, Lying] = laid_out(layout, board, pieces, chance)
    yield Scene(standing(lying, pieces)), 2
    for piece, cell in PLAYS:
        name = PieceId(piece)
        lying[name] = put(name, lying, Spot(Cell(cell)), board=board, pieces=pieces, chance=chance)
        yield Scene(standing(lying, pieces)), 2


def _taken(light: Image, chance: np.random.Generator) -> Image:
    """Return a traced picture, 16 bits, as a cheap camera takes it."""
    rows, columns = np.mgrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j]
    lens = 1 - _VIGNETTE / 2 * (rows**2 + columns**2)
    seen = cv2.GaussianBlur(light.astype(np.float32) / 257.0, (0, 0), _LENS_PX) * lens[..., None]
    return np.asarray(np.clip(seen + chance.normal(0, _NOISE, seen.shape), 0, 255), np.uint8)


def _traced(scene: Scene, board: Board, pieces: PieceSet, view: CameraView) -> Image:
    """Return what the path tracer makes of a scene: BGR, 16 bits a channel."""
    import bpy  # noqa: PLC0415 - not among what the project needs

    bpy.ops.wm.read_factory_settings(use_empty=True)
    with TemporaryDirectory() as folder:
        things = _Things(bpy, Path(folder))
        _board(things, board)
        for placed in scene.placed:
            solid = solid_of(placed)
            for facet in solid.facets:
                things.flat(facet.corners_mm, colour=facet.colour, rough=0.6)
            if placed.tag is not None:
                up = solid.label_mm + np.array((0, 0, 0.15))
                things.flat(up, print_of=tag_label(pieces.dictionary, placed.tag), rough=0.45)
        _lights(bpy)
        _camera(bpy, view)
        path = Path(folder) / "traced.png"
        _render(bpy, path)
        return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH), np.uint16)


def _board(things: "_Things", board: Board) -> None:
    wide = 2.4 * max(board.size_mm)
    table = table_print(width_mm=wide, height_mm=wide, seed=SEED)
    things.flat(_rectangle(0, 0, wide, wide, -3.0), print_of=table.image, rough=0.5)
    paper = board_print(board, px_per_mm=3.0, seed=SEED, art=VIVID)
    things.flat(_rectangle(0, 0, *board.size_mm, 0.0), print_of=paper.image, rough=0.38)
    frame = board.frame
    for tag, (x, y) in frame.centres_mm.items():
        label = tag_label(frame.dictionary, tag)
        modules = tag_modules_of(label)
        side = frame.side_mm * modules / (modules - 2)
        things.flat(_rectangle(x, y, side, side, 0.15), print_of=label, rough=0.45)


def tag_modules_of(label: Image) -> int:
    """Return how many modules a label has a side, its white rim included."""
    return len(label) // 16


def _rectangle(x: float, y: float, wide: float, deep: float, z: float) -> Points:
    w, d = wide / 2, deep / 2
    return np.array([(x - w, y + d, z), (x - w, y - d, z), (x + w, y - d, z), (x + w, y + d, z)])


class _Things:
    """What lies in Blender's scene; `bpy` is untyped."""

    def __init__(self, bpy: Any, folder: Path) -> None:
        self._bpy = bpy
        self._folder = folder
        self._count = 0
        self._plain: dict[tuple[float, ...], Any] = {}

    def flat(
        self,
        corners_mm: Points,
        *,
        colour: Sequence[float] = (0, 0, 0),
        print_of: Image | None = None,
        rough: float,
    ) -> None:
        """Add a flat side; a print's upper left is the first corner, the others counter-clockwise."""
        self._count += 1
        mesh = self._bpy.data.meshes.new(f"flat {self._count}")
        mesh.from_pydata((corners_mm * _MM).tolist(), [], [list(range(len(corners_mm)))])
        image = None
        if print_of is not None:
            layer = mesh.uv_layers.new()
            for loop, at in zip(layer.data, ((0, 1), (0, 0), (1, 0), (1, 1)), strict=True):
                loop.uv = at
            path = self._folder / f"{self._count}.png"
            cv2.imwrite(str(path), print_of)
            image = self._bpy.data.images.load(str(path))
        self._add(mesh, colour, rough, image)

    def _add(self, mesh: Any, colour: Sequence[float], rough: float, image: Any) -> None:
        mesh.materials.append(self._material(colour, rough, image))
        self._bpy.context.collection.objects.link(self._bpy.data.objects.new(mesh.name, mesh))

    def _material(self, colour: Sequence[float], rough: float, image: Any) -> Any:
        key = (*colour, rough)
        if image is None and key in self._plain:
            return self._plain[key]
        material = self._bpy.data.materials.new("print")
        material.use_nodes = True
        nodes = material.node_tree.nodes
        surface = nodes["Principled BSDF"]
        surface.inputs["Roughness"].default_value = rough
        if image is None:
            blue, green, red = (float((level / 255) ** 2.2) for level in colour)
            surface.inputs["Base Color"].default_value = (red, green, blue, 1.0)
            self._plain[key] = material
        else:
            texture = nodes.new("ShaderNodeTexImage")
            texture.image = image
            material.node_tree.links.new(texture.outputs["Color"], surface.inputs["Base Color"])
        return material


def _lights(bpy: Any) -> None:
    """A sun through a window in the west, the window's sky, a warm lamp, and a dim room."""
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = 2.6, 0.02, (1.0, 0.93, 0.82)
    window = bpy.data.lights.new("window", "AREA")
    window.shape, window.size, window.size_y = "RECTANGLE", 9.0, 11.0
    window.energy, window.color = 900.0, (0.86, 0.93, 1.0)
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.shape, lamp.size, lamp.energy, lamp.color = "DISK", 1.4, 260.0, (1.0, 0.78, 0.55)
    for light, at in ((sun, (-12, 6, 11)), (window, (-13, 5, 9)), (lamp, (6, 7, 11))):
        thing = bpy.data.objects.new(light.name, light)
        bpy.context.collection.objects.link(thing)
        thing.location = at
        # A lamp shines along its own -z.
        away = np.array(at) / np.linalg.norm(at)
        side = np.cross((0.0, 0.0, 1.0), away)
        side = side / np.linalg.norm(side)
        _turn(thing, np.column_stack([side, np.cross(away, side), away]), np.array(at, np.float64))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    back.inputs["Color"].default_value, back.inputs["Strength"].default_value = (0.9, 0.95, 1.0, 1.0), 0.16


def _camera(bpy: Any, view: CameraView) -> None:
    camera = bpy.data.cameras.new("camera")
    thing = bpy.data.objects.new("camera", camera)
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36.0
    camera.lens = view.camera.intrinsics.fx * 36.0 / view.width_px
    eye = np.asarray(view.camera.eye_mm, np.float64) * _MM
    # Blender's camera looks along its own -z, with y up.
    turn = view.camera.turn.T @ np.diag([1.0, -1.0, -1.0])
    _turn(thing, turn, eye)
    camera.dof.use_dof = True
    camera.dof.focus_distance, camera.dof.aperture_fstop = float(np.linalg.norm(eye)), _F_STOP


def _turn(thing: Any, axes: Points, at: Points) -> None:
    """Put a thing at a point with its own axes as columns."""
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = axes, at
    from mathutils import Matrix  # noqa: PLC0415 - comes with Blender

    thing.matrix_world = Matrix(whole.tolist())


def _render(bpy: Any, path: Path) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.seed = "CPU", SAMPLES, SEED
    scene.cycles.use_denoising, scene.cycles.denoiser = True, "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 3
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = SIZE
    scene.view_settings.view_transform, scene.view_settings.exposure = "Standard", -0.1
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "PNG", "16"
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
