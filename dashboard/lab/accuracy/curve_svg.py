"""Draws a curve as SVG with axes, lines and crosses, without any library."""

from collections.abc import Sequence
from html import escape

from dashboard.lab.accuracy.limits import Curve, CurvePoint

_WIDE, _HIGH = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 40, 52
_INKS = ("#1f5fa8", "#b3541e", "#4b7f2e")
_GREY, _RED = "#777", "#c00000"


def draw_curve(curve: Curve, points: Sequence[CurvePoint]) -> str:
    """Return the picture: the share of visible pieces over the condition.

    A solid line is the share of right pieces. A dashed line adds those that are unsure. A red cross marks a
    place where something stayed wrong.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" font-family="sans-serif">',
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="white"/>',
        _text(_LEFT, 18, curve.about, size=14),
        *_axes(curve),
    ]
    for n, line in enumerate(curve.lines):
        own = [point for point in points if point.line == line.name]
        ink = _INKS[n % len(_INKS)]
        known = [(point.at, point.rates.right_share) for point in own]
        honest = [(one.at, (one.rates.right + one.rates.unsure) / max(1, one.rates.visible)) for one in own]
        parts += [_path(curve, honest, ink, dashed=True), _path(curve, known, ink)]
        parts += [_cross(curve, one.at, one.rates.right_share) for one in own if one.rates.lasting]
        if line.name:
            x = _LEFT + 8 + n * 180
            parts.append(f'<line x1="{x}" y1="32" x2="{x + 20}" y2="32" stroke="{ink}" stroke-width="2"/>')
            parts.append(_text(x + 26, 36, line.name))
    return "\n".join([*parts, "</svg>", ""])


def _axes(curve: Curve) -> list[str]:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        parts.append(f'<line x1="{_LEFT}" y1="{y}" x2="{_WIDE - _RIGHT}" y2="{y}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 8, y + 4, f"{100 * share:.0f} %", anchor="end", ink=_GREY))
    for at in curve.at:
        x = _x(curve, at)
        parts.append(f'<line x1="{x}" y1="{_y(0)}" x2="{x}" y2="{_y(0) + 5}" stroke="{_GREY}"/>')
        parts.append(_text(x, _y(0) + 18, f"{at:g}", anchor="middle", ink=_GREY))
    middle = (_LEFT + _WIDE - _RIGHT) / 2
    return [*parts, _text(middle, _HIGH - 10, curve.axis, anchor="middle", ink=_GREY)]


def _path(curve: Curve, places: Sequence[tuple[float, float]], ink: str, *, dashed: bool = False) -> str:
    route = " ".join(f"{_x(curve, at)},{_y(share)}" for at, share in places)
    style = 'stroke-dasharray="4 4" stroke-width="1.2"' if dashed else 'stroke-width="2.2"'
    return f'<polyline points="{route}" fill="none" stroke="{ink}" {style}/>'


def _cross(curve: Curve, at: float, share: float) -> str:
    x, y = _x(curve, at), _y(share)
    return (
        f'<path d="M{x - 5} {y - 5} L{x + 5} {y + 5} M{x - 5} {y + 5} L{x + 5} {y - 5}" '
        f'stroke="{_RED}" stroke-width="2"/>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "start", ink: str = "#222", size: int = 12) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{ink}" font-size="{size}">{escape(text)}</text>'
    )


def _x(curve: Curve, at: float) -> float:
    """Return the x in the picture of a place on the axis; the first place, the easiest one, is left."""
    first, last = curve.at[0], curve.at[-1]
    return round(_LEFT + 12 + (at - first) / (last - first) * (_WIDE - _LEFT - _RIGHT - 24), 1)


def _y(share: float) -> float:
    return round(_HIGH - _BOTTOM - share * (_HIGH - _BOTTOM - _TOP - 8), 1)
