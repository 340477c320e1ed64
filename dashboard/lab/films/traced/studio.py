"""Blender's scene of a film. It's built once, and then only moving things are moved. `bpy` is untyped."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dashboard.lab.films.traced.arms import (
    ArmOwner,
    Colour,
    Grip,
    band_of,
    nails_of,
    ring_of,
    rod,
    skin_of,
    sleeve_of,
    tone_of,
)
from dashboard.lab.films.traced.meshes import Mesh, body_of, joined, mug, rings, rock_of, telephone
from dashboard.lab.films.traced.paints import Paints
from dashboard.lab.films.traced.rooms import FilmLamp, FilmRoom, RoomObject
from dashboard.lab.films.traced.story import ArmReach
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.board_art import board_print, label_modules, table_print, tag_label, wear
from vision.render.solids import PlacedPiece, solid_of
from vision.render.view import CameraView

_MM = 0.01
"""A millimetre in Blender's units; a unit is 10 cm."""

_F_STOP = 1.3
"""The f-stop that gives a pupil of 3 mm in Blender's units, as in small cameras."""

_LABEL_MM = 0.15
_AWAY = (0.0, 0.0, -50.0)
_MELTED_MM = 1.5


class Studio:
    """A room with a board in front of a camera. Pieces and arms are made when they're first needed."""

    def __init__(  # noqa: PLR0913  # the parts of a studio, by name
        self,
        bpy: Any,
        folder: Path,
        *,
        board: Board,
        pieces: PieceSet,
        room: FilmRoom,
        view: CameraView,
        seed: int,
    ) -> None:
        self._bpy, self._folder, self._board, self._pieces = bpy, folder, board, pieces
        self._room, self._view, self._seed = room, view, seed
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._paints = Paints(bpy, folder)
        self._pieces_made: dict[tuple[str, str], Any] = {}
        self._arms_made: dict[tuple[str, Grip, int], tuple[Any, Points]] = {}
        self._lamps: dict[str, tuple[Any, FilmLamp]] = {}
        self._lay_board()
        for lamp in room.lamps:
            self._hang(lamp)
        for thing in room.things:
            self._lay_thing(thing)
        if room.blind_mm is not None:
            self._hang_blind(room.blind_mm)
        self._sky(room.sky)
        self._camera()

    def show(self, placed: Iterable[PlacedPiece], phase: int) -> None:
        """Show these pieces at their places, no other movable thing, and the light of a phase."""
        for thing in (*self._pieces_made.values(), *(arm for arm, _ in self._arms_made.values())):
            self._rest(thing)
        for one in placed:
            at = np.array((one.x_mm, one.y_mm, one.lift_mm)) * _MM
            self._turn(self._piece(one), _turned(one.turned_deg), at)
        levels = self._room.phases[phase]
        for name, (light, lamp) in self._lamps.items():
            light.energy = lamp.watts * levels.get(name, 1.0)

    def reach_in(self, reach: ArmReach, held: Iterable[PlacedPiece]) -> Points:
        """Show an arm, blurred with its pieces if it moves; return its vertices, in board millimetres."""
        arm, local = self._arm(reach.person, reach.grip, reach.variant)
        axes = _turned(reach.from_deg)
        self._turn(arm, axes, reach.tip_mm * _MM)
        if reach.moving_mm is not None:
            for thing in (arm, *(self._piece(one) for one in held)):
                self._smear(thing, reach.moving_mm)
        return np.asarray(local @ axes.T + reach.tip_mm)

    def _smear(self, thing: Any, moving_mm: Points) -> None:
        middle = thing.location.copy()
        for frame, share in ((0, -0.5), (1, 0.0), (2, 0.5)):
            thing.location = [at + step * share * _MM for at, step in zip(middle, moving_mm, strict=True)]
            thing.keyframe_insert("location", frame=frame)

    def _rest(self, thing: Any) -> None:
        thing.animation_data_clear()
        thing.location = _AWAY

    def trace(self, size: tuple[int, int], samples: int) -> Image:
        """Return the traced picture before the sensor: BGR with 16 bits a channel, coded for displays."""
        scene = self._bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.render.use_persistent_data = True
        scene.render.use_motion_blur, scene.render.motion_blur_shutter = True, 0.5
        cycles = scene.cycles
        cycles.device, cycles.samples, cycles.seed = "CPU", samples, self._seed
        cycles.use_adaptive_sampling = False
        # The fast denoiser takes 5 s a picture; the usual one took 13 of 19 s.
        cycles.use_denoising, cycles.denoiser, cycles.denoising_quality = True, "OPENIMAGEDENOISE", "FAST"
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 3
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect = 4.0
        scene.render.threads_mode, scene.render.threads = "FIXED", 1
        scene.render.resolution_x, scene.render.resolution_y = size
        scene.view_settings.view_transform, scene.view_settings.exposure = "Standard", self._room.stops
        settings = scene.render.image_settings
        settings.file_format, settings.color_depth, settings.compression = "PNG", "16", 0
        path = self._folder / "traced.png"
        scene.render.filepath = str(path)
        scene.frame_set(1)
        self._bpy.ops.render.render(write_still=True)
        return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH), np.uint16)

    def _lay_board(self) -> None:
        board, room, paints = self._board, self._room, self._paints
        wide = 2.6 * max(board.size_mm)
        if room.table is None:
            table = table_print(width_mm=wide, height_mm=wide, seed=self._seed)
            wood = paints.printed(table.image, rough=0.4)
        else:
            wood = paints.cloth(room.table)
        self._add(_sheet(0, 0, wide, wide, -3.0), [wood])
        x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
        edge = np.array([(-x, -y), (x, -y), (x, y), (-x, y)], np.float64)
        slab = rings([np.column_stack([edge, np.full(4, z)]) for z in (-3.0, -0.05)])
        self._add(Mesh(slab.vertices_mm, slab.faces, smooth=False), [paints.plain((0.25, 0.2, 0.15), 0.7)])
        paper = board_print(board, px_per_mm=3.0, seed=self._seed, art=room.art)
        image = np.asarray(np.clip(paper.image * room.dim, 0, 255), np.uint8)
        self._add(
            _sheet(0, 0, *board.size_mm, 0.0), [paints.printed(image, room.rough, varnish=room.varnish)]
        )
        frame = board.frame
        for tag, (tag_x, tag_y) in frame.centres_mm.items():
            label = tag_label(frame.dictionary, tag)
            side = frame.side_mm * label_modules(label) / (label_modules(label) - 2)
            self._add(_sheet(tag_x, tag_y, side, side, _LABEL_MM), [paints.printed(label, 0.45)])

    def _piece(self, placed: PlacedPiece) -> Any:
        key = (placed.piece.id, placed.face.value)
        if key in self._pieces_made:
            return self._pieces_made[key]
        own = PlacedPiece(placed.piece, 0.0, 0.0, placed.face)
        kind, solid = placed.piece.kind, solid_of(own)
        paints: list[Any] = []
        parts: list[Mesh] = []
        colour = _linear(solid.facets[0].colour)
        if kind.is_rock:
            parts.append(rock_of(own))
            paints.append(self._paints.stone(colour))
        elif kind.height_mm > 0:
            parts.append(body_of(own))
            paints += [self._paints.plain(colour, 0.45), self._paints.plain((0.85, 0.85, 0.83), 0.45)]
        label = None
        if placed.tag is not None:
            image = tag_label(self._pieces.dictionary, placed.tag)
            image = wear(image, worn=self._room.worn, seed=self._seed + placed.tag)
            label = self._paints.printed(image, 0.45, varnish=self._room.laminate)
            corners = solid.label_mm + np.array((0, 0, _LABEL_MM))
            parts.append(Mesh(corners, ((0, 1, 2, 3),), smooth=False))
        mesh = joined(parts, [0] * len(parts))
        numbers = (
            [*(parts[0].paints or (0,) * len(parts[0].faces))] if len(parts) > 1 or label is None else []
        )
        if label is not None:
            numbers.append(len(paints))
            paints.append(label)
        whole = Mesh(mesh.vertices_mm, mesh.faces, tuple(numbers), smooth=kind.is_rock)
        self._pieces_made[key] = self._add(whole, paints)
        return self._pieces_made[key]

    def _arm(self, person: ArmOwner, grip: Grip, variant: int) -> tuple[Any, Points]:
        key = (person.name, grip, variant)
        if key in self._arms_made:
            return self._arms_made[key]
        seed = self._seed + 31 * variant
        skin = self._melted([rod(bone) for bone in skin_of(person, grip, seed)])
        nails = nails_of(person, grip)
        parts, numbers = [skin, *nails], [0, *(1 for _ in nails)]
        paints = [self._paints.skin(person.skin), self._paints.nail(person.skin, person.nails)]
        sleeve = sleeve_of(person, self._seed)
        parts.append(sleeve)
        numbers.append(2)
        paints += [self._paints.cloth(person.sleeve), self._paints.cloth(person.stripe or person.sleeve)]
        if person.watch:
            parts += band_of(person)
            numbers += [4, 5]
            paints += [self._paints.plain((0.02, 0.02, 0.02), 0.35), self._paints.metal((0.8, 0.8, 0.82))]
        if person.ring:
            parts.append(ring_of(person, grip))
            numbers.append(len(paints))
            paints.append(self._paints.metal((0.95, 0.7, 0.3)))
        whole = joined(parts, numbers)
        striped = [2 + paint for paint in sleeve.paints]
        others = iter(striped)
        marks = tuple(next(others) if number == 2 else number for number in whole.paints)
        mesh = Mesh(whole.vertices_mm, whole.faces, marks)
        tones = np.zeros(len(mesh.vertices_mm))
        tones[: len(skin.vertices_mm)] = tone_of(skin.vertices_mm, person, grip)
        self._arms_made[key] = (self._add(mesh, paints, tones=tones), mesh.vertices_mm)
        return self._arms_made[key]

    def _melted(self, rods: Sequence[Mesh]) -> Mesh:
        """Return rods merged into one smooth skin."""
        bpy = self._bpy
        thing = self._add(joined(rods, [0] * len(rods)), [])
        melt = thing.modifiers.new("melt", "REMESH")
        melt.mode, melt.voxel_size = "VOXEL", _MELTED_MM * _MM
        smooth = thing.modifiers.new("smooth", "SMOOTH")
        smooth.factor, smooth.iterations = 0.5, 10
        found = bpy.data.meshes.new_from_object(thing.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        places = np.empty(len(found.vertices) * 3, np.float32)
        found.vertices.foreach_get("co", places)
        faces = tuple(tuple(face.vertices) for face in found.polygons)
        bpy.data.objects.remove(thing)
        bpy.data.meshes.remove(found)
        return Mesh(np.asarray(places.reshape(-1, 3), np.float64) / _MM, faces)

    def _lay_thing(self, thing: RoomObject) -> None:
        paints = self._paints
        if thing.name == "mug":
            mesh, used = mug(), [paints.plain(thing.colour, 0.12), paints.plain((0.03, 0.012, 0.005), 0.02)]
        else:
            mesh, used = (
                telephone(),
                [paints.plain((0.02, 0.02, 0.025), 0.3), paints.plain((0.004,) * 3, 0.02)],
            )
        x, y = (side / 2 for side in self._board.size_mm)
        on = 0.1 if abs(thing.x_mm) < x + 30 and abs(thing.y_mm) < y + 30 else -3.0
        self._turn(
            self._add(mesh, used), _turned(thing.turned_deg), np.array((thing.x_mm, thing.y_mm, on)) * _MM
        )

    def _add(self, mesh: Mesh, paints: Sequence[Any], *, tones: Points | None = None) -> Any:
        made = self._bpy.data.meshes.new("thing")
        made.from_pydata((mesh.vertices_mm * _MM).tolist(), [], [list(face) for face in mesh.faces])
        for paint in paints:
            made.materials.append(paint)
        if mesh.paints:
            made.polygons.foreach_set("material_index", list(mesh.paints))
        if mesh.smooth:
            made.polygons.foreach_set("use_smooth", [True] * len(mesh.faces))
        if tones is not None:
            layer = made.color_attributes.new("tone", "FLOAT_COLOR", "POINT")
            layer.data.foreach_set("color", np.repeat(tones, 4).astype(np.float32))
        # The face's first corner is the print's upper left; the others follow counter-clockwise.
        layer = made.uv_layers.new()
        for face in made.polygons:
            if face.loop_total == 4:
                for loop, at in zip(face.loop_indices, ((0, 1), (0, 0), (1, 0), (1, 1)), strict=True):
                    layer.data[loop].uv = at
        made.update()
        thing = self._bpy.data.objects.new("thing", made)
        self._bpy.context.collection.objects.link(thing)
        return thing

    def _hang(self, lamp: FilmLamp) -> None:
        light = self._bpy.data.lights.new(lamp.name, "SUN" if lamp.size_mm is None else "AREA")
        light.color, light.energy = lamp.colour, lamp.watts
        if lamp.size_mm is None:
            light.angle = np.radians(lamp.wide_deg)
        else:
            light.shape = "ELLIPSE" if lamp.is_round else "RECTANGLE"
            light.size, light.size_y = (side * _MM for side in lamp.size_mm)
        thing = self._bpy.data.objects.new(lamp.name, light)
        self._bpy.context.collection.objects.link(thing)
        self._face(thing, lamp.place(self._view))
        self._lamps[lamp.name] = (light, lamp)

    def _face(self, thing: Any, at_mm: Points) -> None:
        """Put a thing at a place so that its -z axis points at the board's middle."""
        away = at_mm / np.linalg.norm(at_mm)
        side = np.cross((0.0, 0.0, 1.0), away)
        side = side / np.linalg.norm(side)
        self._turn(thing, np.column_stack([side, np.cross(away, side), away]), at_mm * _MM)

    def _hang_blind(self, apart_mm: float) -> None:
        """Hang a blind between the sun and the board, with level slats half as wide as their distance."""
        sun = next(lamp for lamp in self._room.lamps if lamp.size_mm is None)
        middle = np.array(sun.at_mm) / np.linalg.norm(sun.at_mm) * 1300.0
        parts = [_sheet(0, step * apart_mm, 2600, apart_mm * 0.5, 0.0) for step in range(-24, 25)]
        blind = self._add(joined(parts, [0] * len(parts)), [self._paints.plain((0.8, 0.78, 0.72), 0.6)])
        self._face(blind, middle)
        blind.visible_camera = False

    def _sky(self, colour: Colour) -> None:
        world = self._bpy.data.worlds.new("room")
        self._bpy.context.scene.world = world
        world.use_nodes = True
        back = world.node_tree.nodes["Background"]
        back.inputs["Color"].default_value, back.inputs["Strength"].default_value = (*colour, 1.0), 1.0

    def _camera(self) -> None:
        view = self._view
        camera = self._bpy.data.cameras.new("camera")
        thing = self._bpy.data.objects.new("camera", camera)
        self._bpy.context.collection.objects.link(thing)
        self._bpy.context.scene.camera = thing
        camera.sensor_fit, camera.sensor_width = "HORIZONTAL", 36.0
        camera.lens = view.camera.intrinsics.fx * 36.0 / view.width_px
        eye = np.asarray(view.camera.eye_mm, np.float64) * _MM
        # Blender's camera looks along its -z axis, with y up.
        self._turn(thing, view.camera.turn.T @ np.diag([1.0, -1.0, -1.0]), eye)
        camera.dof.use_dof = True
        camera.dof.focus_distance, camera.dof.aperture_fstop = float(np.linalg.norm(eye)), _F_STOP

    def _turn(self, thing: Any, axes: Points, at: Points) -> None:
        """Put a thing at a point in Blender's units; the columns of `axes` are the thing's axes."""
        from mathutils import Matrix  # noqa: PLC0415 - comes with Blender

        whole = np.eye(4)
        whole[:3, :3], whole[:3, 3] = axes, at
        thing.matrix_world = Matrix(whole.tolist())


def _turned(deg: float) -> Points:
    """Return the axes, as columns, of a thing that is turned counter-clockwise about z."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _sheet(x: float, y: float, wide: float, deep: float, z: float) -> Mesh:
    w, d = wide / 2, deep / 2
    corners = np.array([(x - w, y + d, z), (x - w, y - d, z), (x + w, y - d, z), (x + w, y + d, z)])
    return Mesh(corners, ((0, 1, 2, 3),), smooth=False)


def _linear(colour: Sequence[float]) -> Colour:
    blue, green, red = (float((level / 255) ** 2.2) for level in colour)
    return red, green, blue
