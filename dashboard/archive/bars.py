"""Draws shares and counts as bars in SVG, with boxes, lines and text only."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDE, _LEFT, _RIGHT, _TOP, _ROW = 720, 190, 90, 44, 22
_BAR_INK, _INK, _GREY = "#14509e", "#222", "#777"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart."""

    name: str
    """The bar's name, drawn at its left."""
    value: float
    """The bar's length, in the chart's unit."""
    text: str
    """The text at the bar's right end."""
    surely: tuple[float, float] | None = None
    """The range that a thin line over the bar shows, low and high; None: no line."""


def draw_bars(title: str, bars: Sequence[Bar], *, mark: float | None = None) -> str:
    """Return a chart of bars as SVG, with a dashed line across all bars at `mark`; None: no line."""
    high = _TOP + _ROW * len(bars) + 16
    most = max((max(bar.value, *(bar.surely or (0.0,))) for bar in bars), default=0.0) or 1.0
    room = _WIDE - _LEFT - _RIGHT

    def x(value: float) -> float:
        return round(_LEFT + room * value / most, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" font-family="sans-serif">',
        f'<rect width="{_WIDE}" height="{high}" fill="white"/>',
        _text(12, 26, title, size=16),
    ]
    for row, bar in enumerate(bars):
        y = _TOP + _ROW * row
        middle = y + _ROW / 2
        parts += [
            _text(_LEFT - 8, middle + 4, bar.name, anchor="end"),
            (
                f'<rect x="{_LEFT}" y="{y + 4}" width="{x(bar.value) - _LEFT:.1f}" height="{_ROW - 8}" '
                f'fill="{_BAR_INK}" fill-opacity="0.75"/>'
            ),
            _text(_WIDE - _RIGHT + 8, middle + 4, bar.text),
        ]
        if bar.surely is not None:
            low, top = map(x, bar.surely)
            ends = f"M{low} {middle - 4}V{middle + 4}M{top} {middle - 4}V{middle + 4}"
            parts.append(f'<path d="M{low} {middle}H{top}{ends}" stroke="{_INK}" stroke-width="1.4"/>')
    if mark is not None and mark <= most:
        line = f"M{x(mark)} {_TOP - 4}V{high - 12}"
        parts.append(f'<path d="{line}" stroke="{_GREY}" stroke-dasharray="4 4"/>')
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12) -> str:
    where = f'x="{x}" y="{y}" text-anchor="{anchor}"'
    return f'<text {where} font-size="{size}" fill="{_INK}">{escape(text)}</text>'
