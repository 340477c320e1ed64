"""Paints drawings as pictures of pixels, from the same values that become PDF and SVG."""

from functools import cache
from math import ceil

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from dashboard.pictures.lettering import PictureRun, picture_runs
from dashboard.pictures.machine_fonts import MachineFont, direction
from dashboard.printing.page_drawing import PageDrawing, Path, Point, Rectangle, Text
from dashboard.printing.typeface import font_file

Picture = Image.Image

_FINER = 2
"""Everything is drawn this many times larger and then reduced, because Pillow draws jagged edges."""


def reduced(painted: Picture) -> Picture:
    """Return a painted picture reduced to the size that was asked for."""
    size = (painted.width // _FINER, painted.height // _FINER)
    return painted.resize(size, Image.Resampling.LANCZOS)


def paper(box: Rectangle, colour: str, *, width_px: int) -> Picture:
    """Return an empty picture of a box, to paint on; its height in pixels is even, as films need it."""
    height_px = round(box.height * width_px / box.width / 2) * 2
    return Image.new("RGB", (width_px * _FINER, height_px * _FINER), colour)


def paint(image: Picture, drawing: PageDrawing, box: Rectangle) -> None:
    """Paint the part of a drawing that lies in a box onto a picture of that box."""
    scale = image.width / box.width
    draw = ImageDraw.Draw(image)

    def px(point: Point) -> Point:
        return (point[0] - box.left) * scale, (box.top - point[1]) * scale

    for shape in drawing.shapes:
        if isinstance(shape, Text):
            _text(image, shape, px(shape.at), max(8, round(shape.size_mm * scale)))
        else:
            _path(image, draw, shape, [[px(point) for point in one] for one in shape.outlines], scale)


def paste(  # noqa: PLR0913  # where and how large, by name
    image: Picture,
    drawing: PageDrawing,
    box: Rectangle,
    at: Point,
    *,
    px_per_mm: float,
    turned_deg: float,
    round_mm: float,
) -> None:
    """Paste a drawing with round corners into a picture.

    Args:
        image: The picture.
        drawing: The drawing.
        box: The part of the drawing that is pasted, about the origin.
        at: The pixel where the origin comes to lie.
        px_per_mm: The scale.
        turned_deg: The turn, in degrees counter-clockwise.
        round_mm: The radius of the corners.
    """
    size = (max(1, round(box.width * px_per_mm)), max(1, round(box.height * px_per_mm)))
    painted, mask = Image.new("RGB", size), Image.new("L", size)
    paint(painted, drawing, box)
    right, low = size[0] - 1, size[1] - 1
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, right, low), radius=round(round_mm * px_per_mm), fill=255)
    painted.putalpha(mask)
    turned = painted.rotate(turned_deg, resample=Image.Resampling.BICUBIC, expand=True)
    image.paste(turned, (round(at[0] - turned.width / 2), round(at[1] - turned.height / 2)), turned)


def _text(image: Picture, text: Text, at: Point, size_px: int) -> None:
    written = [(run, _length(run, size_px)) for run in picture_runs(text.text, bold=text.bold)]
    x = at[0] - text.before * sum(length for _, length in written)
    for run, length in written:
        if isinstance(run.font, MachineFont) and run.font.strike_px:
            _emoji(image, run, run.font, (x, at[1]), size_px)
        else:
            ImageDraw.Draw(image).text(
                (x, at[1]),
                run.letters,
                fill=text.colour,
                font=_font(run.font, size_px),
                anchor="ls",
                direction=_direction(run),
                embedded_color=not isinstance(run.font, str),
            )
        x += length


def _length(run: PictureRun, size_px: int) -> float:
    if isinstance(run.font, str):
        return _font(run.font, size_px).getlength(run.letters)
    return run.width(size_px, bold=run.font.bold)


def _direction(run: PictureRun) -> str | None:
    return None if isinstance(run.font, str) else direction(from_right=run.from_right)


def _emoji(image: Picture, run: PictureRun, own: MachineFont, at: Point, size_px: int) -> None:
    """Paste letters that a font has in one size, reduced to the size that is asked for."""
    font, larger = own.sized(size_px)
    left, top, right, bottom = font.getbbox(run.letters, anchor="ls", direction=_direction(run))
    drawn = Image.new("RGBA", (ceil(right - left) + 2, ceil(bottom - top) + 2))
    ImageDraw.Draw(drawn).text(
        (1 - left, 1 - top),
        run.letters,
        font=font,
        anchor="ls",
        direction=_direction(run),
        embedded_color=True,
    )
    small = drawn.resize((max(1, round(drawn.width / larger)), max(1, round(drawn.height / larger))))
    image.paste(small, (round(at[0] + left / larger), round(at[1] + top / larger)), small)


def _path(
    image: Picture, draw: ImageDraw.ImageDraw, path: Path, outlines: list[list[Point]], scale: float
) -> None:
    if path.fill is not None:
        if len(outlines) == 1:
            draw.polygon(outlines[0], fill=path.fill)
        else:
            _even_odd(image, outlines, path.fill)
    if path.line is not None:
        width = max(1, round(path.line_mm * scale))
        for one in outlines:
            draw.line([*one, one[0]] if path.closed else one, fill=path.line, width=width, joint="curve")


def _even_odd(image: Picture, outlines: list[list[Point]], fill: str) -> None:
    """Fill outlines by the even-odd rule: an area within two of them is a hole."""
    xs = [x for one in outlines for x, _ in one]
    ys = [y for one in outlines for _, y in one]
    left, top = int(min(xs)) - 1, int(min(ys)) - 1
    size = (int(max(xs)) + 2 - left, int(max(ys)) + 2 - top)
    inside = np.zeros((size[1], size[0]), np.bool_)
    for one in outlines:
        mask = Image.new("1", size)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in one], fill=1)
        inside ^= np.asarray(mask)
    image.paste(fill, (left, top), Image.fromarray(inside))


@cache
def _font(font: MachineFont | str, size_px: int) -> ImageFont.FreeTypeFont:
    if isinstance(font, MachineFont):
        return font.sized(size_px)[0]
    return ImageFont.truetype(str(font_file(font)), size_px)
