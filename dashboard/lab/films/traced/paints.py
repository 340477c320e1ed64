"""Makes the materials of things in Blender. `bpy` is untyped."""

from pathlib import Path
from typing import Any

import cv2

from dashboard.lab.films.traced.arms import Colour
from vision.pictures.frame import Image


class Paints:
    """The materials of a scene; each is made only once."""

    def __init__(self, bpy: Any, folder: Path) -> None:
        self._bpy, self._folder = bpy, folder
        self._made: dict[tuple[Any, ...], Any] = {}
        self._prints = 0

    def plain(self, colour: Colour, rough: float) -> Any:
        """Return a plain material, such as painted wood or china."""
        return self._once(("plain", colour, rough), lambda: self._new(colour, rough)[0])

    def metal(self, colour: Colour) -> Any:
        """Return polished metal, which reflects like a mirror."""

        def make() -> Any:
            paint, surface = self._new(colour, 0.08)
            surface.inputs["Metallic"].default_value = 1.0
            return paint

        return self._once(("metal", colour), make)

    def printed(self, image: Image, rough: float, *, varnish: float = 0.0) -> Any:
        """Return a printed material; with `varnish` it reflects, except where fingers have dulled it."""
        paint, surface = self._new((1, 1, 1), rough)
        nodes, links = paint.node_tree.nodes, paint.node_tree.links
        self._prints += 1
        path = self._folder / f"print {self._prints}.png"
        cv2.imwrite(str(path), image)
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = self._bpy.data.images.load(str(path))
        texture.extension = "EXTEND"
        links.new(texture.outputs["Color"], surface.inputs["Base Color"])
        if varnish > 0:
            surface.inputs["Coat Weight"].default_value = varnish
            worn = self._ramp(paint, scale=0.6, low=0.04, high=0.16)
            links.new(worn, surface.inputs["Coat Roughness"])
        return paint

    def stone(self, colour: Colour) -> Any:
        """Return spotted and uneven stone."""

        def make() -> Any:
            paint, surface = self._new(colour, 0.85)
            self._mixed(paint, surface, colour, _times(colour, 0.45), scale=9.0)
            self._bumped(paint, surface, scale=28.0, strength=0.6)
            return paint

        return self._once(("stone", colour), make)

    def cloth(self, colour: Colour) -> Any:
        """Return rough cloth with a slight sheen."""

        def make() -> Any:
            paint, surface = self._new(colour, 0.95)
            surface.inputs["Sheen Weight"].default_value = 0.3
            self._bumped(paint, surface, scale=60.0, strength=0.35)
            return paint

        return self._once(("cloth", colour), make)

    def skin(self, colour: Colour) -> Any:
        """Return slightly moist skin, which light enters; it's redder at knuckles and fingertips."""

        def make() -> Any:
            paint, surface = self._new(colour, 0.48)
            surface.inputs["Subsurface Weight"].default_value = 0.25
            surface.inputs["Subsurface Radius"].default_value = (1.0, 0.35, 0.2)
            surface.inputs["Subsurface Scale"].default_value = 0.03
            mixed = self._mixed(paint, surface, colour, _times(colour, 0.78), scale=2.5)
            nodes, links = paint.node_tree.nodes, paint.node_tree.links
            tone = nodes.new("ShaderNodeVertexColor")
            tone.layer_name = "tone"
            share = nodes.new("ShaderNodeMath")
            share.operation = "MULTIPLY"
            share.inputs[1].default_value = 0.55
            links.new(tone.outputs["Color"], share.inputs[0])
            redder = nodes.new("ShaderNodeMixRGB")
            redder.inputs["Color2"].default_value = (colour[0] * 0.98, colour[1] * 0.62, colour[2] * 0.58, 1)
            links.new(share.outputs["Value"], redder.inputs["Fac"])
            links.new(mixed, redder.inputs["Color1"])
            links.new(redder.outputs["Color"], surface.inputs["Base Color"])
            self._bumped(paint, surface, scale=22.0, strength=0.22)
            return paint

        return self._once(("skin", colour), make)

    def nail(self, skin: Colour, varnish: Colour | None) -> Any:
        """Return the material of a nail, with varnish or in a colour near the skin's."""
        colour = varnish or (min(1.0, skin[0] * 1.15 + 0.06), skin[1] + 0.06, skin[2] + 0.06)
        return self.plain(colour, 0.15 if varnish else 0.3)

    def _once(self, key: tuple[Any, ...], make: Any) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _new(self, colour: Colour, rough: float) -> tuple[Any, Any]:
        paint = self._bpy.data.materials.new("paint")
        paint.use_nodes = True
        surface = paint.node_tree.nodes["Principled BSDF"]
        surface.inputs["Roughness"].default_value = rough
        surface.inputs["Base Color"].default_value = (*colour, 1.0)
        return paint, surface

    def _noise(self, paint: Any, scale: float) -> Any:
        nodes = paint.node_tree.nodes
        where = nodes.new("ShaderNodeTexCoord")
        noise = nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = scale, 4.0
        paint.node_tree.links.new(where.outputs["Object"], noise.inputs["Vector"])
        return noise.outputs[0]

    def _ramp(self, paint: Any, *, scale: float, low: float, high: float) -> Any:
        span = paint.node_tree.nodes.new("ShaderNodeMapRange")
        span.inputs["From Min"].default_value, span.inputs["From Max"].default_value = 0.35, 0.65
        span.inputs["To Min"].default_value, span.inputs["To Max"].default_value = low, high
        paint.node_tree.links.new(self._noise(paint, scale), span.inputs["Value"])
        return span.outputs[0]

    def _mixed(self, paint: Any, surface: Any, one: Colour, other: Colour, *, scale: float) -> Any:
        mix = paint.node_tree.nodes.new("ShaderNodeMixRGB")
        mix.inputs["Color1"].default_value, mix.inputs["Color2"].default_value = (*one, 1), (*other, 1)
        paint.node_tree.links.new(self._ramp(paint, scale=scale, low=0.0, high=1.0), mix.inputs["Fac"])
        paint.node_tree.links.new(mix.outputs["Color"], surface.inputs["Base Color"])
        return mix.outputs["Color"]

    def _bumped(self, paint: Any, surface: Any, *, scale: float, strength: float) -> None:
        bump = paint.node_tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, 0.01
        paint.node_tree.links.new(self._noise(paint, scale), bump.inputs["Height"])
        paint.node_tree.links.new(bump.outputs["Normal"], surface.inputs["Normal"])


def _times(colour: Colour, factor: float) -> Colour:
    return colour[0] * factor, colour[1] * factor, colour[2] * factor
