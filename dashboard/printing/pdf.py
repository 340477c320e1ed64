"""Writes pages as a PDF, true to scale, with the typeface embedded."""

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from dashboard.printing.page_drawing import DrawingLayer, PaperSheet, Path, Rectangle, Shape, Text
from dashboard.printing.typeface import register, runs, text_width_mm


def pdf_of(pages: Sequence[PaperSheet], *, title: str) -> bytes:
    """Return a PDF of the pages; the same pages give the same bytes."""
    register()
    written = BytesIO()
    canvas = Canvas(written, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Boardwarden")
    # Viewers usually print "fit to page"; this asks them to keep the scale.
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.width_mm * mm, page.height_mm * mm))
        for layer in page.layers:
            _layer(canvas, layer)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _layer(canvas: Canvas, layer: DrawingLayer) -> None:
    canvas.saveState()
    if layer.within is not None:
        outline = canvas.beginPath()
        box = layer.within
        outline.rect(box.left * mm, box.bottom * mm, box.width * mm, box.height * mm)
        canvas.clipPath(outline, stroke=0, fill=0)
    for shape in layer.drawing.shapes:
        if _shows(shape, layer.within):
            _shape(canvas, shape)
    canvas.restoreState()


def _shows(shape: Shape, within: Rectangle | None) -> bool:
    return within is None or shape.box.grown(1.0).meets(within)


def _shape(canvas: Canvas, shape: Shape) -> None:
    if isinstance(shape, Text):
        _text(canvas, shape)
    else:
        _path(canvas, shape)


def _path(canvas: Canvas, path: Path) -> None:
    drawn = canvas.beginPath()
    for outline in path.outlines:
        drawn.moveTo(outline[0][0] * mm, outline[0][1] * mm)
        for x, y in outline[1:]:
            drawn.lineTo(x * mm, y * mm)
        if path.closed:
            drawn.close()
    if path.fill is not None:
        canvas.setFillColor(HexColor(path.fill))
    if path.line is not None:
        canvas.setStrokeColor(HexColor(path.line))
        canvas.setLineWidth(path.line_mm * mm)
        canvas.setLineJoin(1)
        canvas.setDash([length * mm for length in path.dash_mm])
    canvas.drawPath(
        drawn, stroke=int(path.line is not None), fill=int(path.fill is not None), fillMode=FILL_EVEN_ODD
    )


def _text(canvas: Canvas, text: Text) -> None:
    canvas.saveState()
    canvas.translate(text.at[0] * mm, text.at[1] * mm)
    canvas.rotate(text.turned_deg)
    canvas.setFillColor(HexColor(text.colour))
    x = -text.before * text_width_mm(text.text, text.size_mm, bold=text.bold)
    for name, run in runs(text.text, bold=text.bold):
        canvas.setFont(name, text.size_mm * mm)
        canvas.drawString(x * mm, 0, run)
        x += text_width_mm(run, text.size_mm, bold=text.bold)
    canvas.restoreState()
