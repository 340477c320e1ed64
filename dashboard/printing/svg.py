"""Writes a page as SVG in millimetres, with the typeface embedded."""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from xml.sax.saxutils import escape, quoteattr

from dashboard.printing.page_drawing import DrawingLayer, PaperSheet, Path, Text
from dashboard.printing.typeface import faces, font_with, runs, text_width_mm


def svg_of(page: PaperSheet, *, title: str) -> str:
    """Return the page as an SVG document; the same page gives the same text."""
    width, height = _number(page.width_mm), _number(page.height_mm)
    letters = _letters(page)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">'
        ),
        f"<title>{escape(title)}</title>",
        f"<style>{''.join(_font_rule(name, used) for name, used in sorted(letters.items()))}</style>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, layer in enumerate(page.layers):
        parts += _layer(layer, page.height_mm, f"within-{number}")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _letters(page: PaperSheet) -> dict[str, str]:
    """Return the letters that a page uses of each face, each letter once, sorted."""
    texts = [shape for layer in page.layers for shape in layer.drawing.shapes if isinstance(shape, Text)]
    found: dict[str, set[str]] = {}
    for text in texts:
        for name, run in runs(text.text, bold=text.bold):
            found.setdefault(name, set()).update(run)
    return {name: "".join(sorted(used)) for name, used in found.items()}


def _layer(layer: DrawingLayer, height_mm: float, clip: str) -> Iterable[str]:
    box = layer.within
    if box is None:
        yield "<g>"
    else:
        yield (
            f'<clipPath id="{clip}"><rect x="{_number(box.left)}" y="{_number(height_mm - box.top)}" '
            f'width="{_number(box.width)}" height="{_number(box.height)}"/></clipPath>'
        )
        yield f'<g clip-path="url(#{clip})">'
    for shape in layer.drawing.shapes:
        if box is None or shape.box.grown(1.0).meets(box):
            yield _text(shape, height_mm) if isinstance(shape, Text) else _path(shape, height_mm)
    yield "</g>"


def _path(path: Path, height_mm: float) -> str:
    steps = [
        "M" + "L".join(f"{_number(x)},{_number(height_mm - y)}" for x, y in outline) + "Z" * path.closed
        for outline in path.outlines
    ]
    looks = f' fill="{path.fill or "none"}"' + (' fill-rule="evenodd"' if len(path.outlines) > 1 else "")
    if path.line is not None:
        looks += f' stroke="{path.line}" stroke-width="{_number(path.line_mm)}" stroke-linejoin="round"'
        if path.dash_mm:
            looks += f' stroke-dasharray="{" ".join(map(_number, path.dash_mm))}"'
    return f'<path d="{"".join(steps)}"{looks}/>'


def _text(text: Text, height_mm: float) -> str:
    x, y = _number(text.at[0]), _number(height_mm - text.at[1])
    turn = f' transform="rotate({_number(-text.turned_deg)} {x} {y})"' if text.turned_deg else ""
    # A program that ignores the embedded font keeps the line's length at least.
    length = _number(text_width_mm(text.text, text.size_mm, bold=text.bold))
    return (
        f'<text x="{x}" y="{y}" font-family={quoteattr(", ".join(faces(bold=text.bold)))} '
        f'font-size="{_number(text.size_mm)}" fill="{text.colour}" text-anchor="{text.anchor}" '
        f'textLength="{length}"{turn}>{escape(text.text)}</text>'
    )


@cache
def _font_rule(name: str, letters: str) -> str:
    content = b64encode(font_with(name, letters)).decode()
    return f'@font-face{{font-family:"{name}";src:url(data:font/ttf;base64,{content})}}'


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"
